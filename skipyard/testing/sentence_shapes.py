"""What a sentence about a table must not look like: a list of forbidden shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from skipyard.games.grammar import of

THIN, WIDE = "\u202f", "\u00a0"  # non-breaking spaces of French
SUBJECTS = {  # how a sentence starts if not with a player's name
    "en": "You Your It The A All Everybody Nobody No Mercy Skips Team Pile",
    "fr": "Vous Votre C’est Le La Les L’ Une Un Tous Tout Plus Il Des On",
}
IMPERATIVES = {  # moves as people type them, which are not what happened
    "en": "play discard jump end pass take put flip decline pick look move skip trip lay use",
    "fr": "jouer défausser sauter finir passer prendre mettre retourner renoncer choisir poser"
    " regarder déplacer bond croche-pied avancer utiliser faire",
}
ENGLISH = "the a an and your their plays from with on of to is are draws turn takes hand pile's"
IDS = (
    r"\b[LDCF]\d{1,2}\b",  # a coin
    r"\b\d+-[A-Z]{1,4}\b",  # a card with its symbols
    r"\b(coin|card|token|square|hand|stock|discard|build|pile)\.\w",  # a thing of a scene
    r"\b[A-Z]{4,}\b",  # an icon or another constant
    r"\bnonce\b",
)
NUMBERED = r"(?i)\b(player|seat|joueur|place) \d"  # names are left out before


def faults(sentence: str, language: str, names: Sequence[str]) -> Iterator[str]:
    """Everything that is wrong with a sentence; the players' names are left out first."""
    bare = sentence
    for name in sorted(names, key=len, reverse=True):
        bare = bare.replace(name, "Anna" if of(name).startswith("d’") else "Nora")
    if not bare.endswith((".", "!", "?")):
        yield "no full stop"
    if bare[:1] != bare[:1].upper():
        yield "no capital letter"
    if re.search(r"[{}_]|\bNone\b|  |\s[.,]|\.\.| -1\b", bare):
        yield "a blank that is not filled"
    first = re.match(r"[\w’-]*", bare)
    subject = first[0] if first else ""
    if subject.lower() in IMPERATIVES[language].split():
        yield "an imperative"
    if not re.match(rf"(Nora|Anna|{'|'.join(SUBJECTS[language].split())})(\b|(?<=’))", bare):
        yield "no subject"
    for pattern in IDS:
        if re.search(pattern, bare):
            yield f"an id: {pattern}"
    if re.search(NUMBERED, bare):
        yield "a number where there is a name"
    if language == "fr":
        yield from french_faults(bare)


def french_faults(bare: str) -> Iterator[str]:
    if re.search(rf"(?<![{THIN}{WIDE}])[;:?!»]|«(?![{THIN}{WIDE}])", bare):
        yield "a space that may break, or none"
    if re.search(r"\b(de|le|la|que|se|ne) [aeiouyàâéèêîôûœ]", bare, re.I):
        yield "a missing elision"
    if re.search(r"\bde les?\b|\bà les?\b", bare):
        yield "an article that is not contracted"
    words = set(re.findall(r"[\w’]+", bare.lower()))
    if words & set(ENGLISH.split()) - {"a", "on"}:
        yield "an English word"
