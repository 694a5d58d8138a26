"""Played examples of the rules, from a game's cases.toml, for tests, lessons and the rules command.

A case starts from a `position`, a `deal`, a `setup` or a `match`, plays its moves, and says which
lines the position has afterwards (`then`) or why the last move is refused (`refused`).
"""

from __future__ import annotations

import fnmatch
import functools
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from skipyard.catalogue import LANGUAGES
from skipyard.games import Game
from skipyard.games.move_words import speaker
from skipyard.options import Refused, Value, read_settings
from skipyard.seats import NOBODY

NOT = "!"  # before a pattern that no line may match
WATCHER = "watcher"


@dataclass(frozen=True)
class Case:
    """One example; the fields are those of a `[[case]]` in cases.toml."""

    game: str
    rule: str  # the id it shows
    name: str  # a sentence in English; lessons refer to it
    fr: str  # the same sentence in French
    also: Sequence[str] = ()  # other ids it shows
    position: str = ""
    deal: Mapping[str, Any] = field(default_factory=dict)  # seats, settings, seed, dealer
    setup: Mapping[str, Any] = field(default_factory=dict)  # seats, settings
    match: Mapping[str, Any] = field(default_factory=dict)  # seats, max_rounds, rounds
    move: str = ""
    moves: Sequence[str] = ()
    view: int | str = ""  # the player whose view `then` describes, or "watcher"
    then: str = ""
    refused: str | bool = False  # a name in No; true for refusals without one

    def called(self, language: str) -> str:
        """The sentence that says what the case shows."""
        return self.fr if language == "fr" else self.name

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.rule, *self.also)

    @property
    def played(self) -> tuple[str, ...]:
        """The moves in order; the last is the one that the case is about."""
        return tuple(self.moves) or ((self.move,) if self.move else ())


@dataclass(frozen=True)
class Outcome:
    """The table before and after as text, or the refusal in each language."""

    before: str
    after: str = ""
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def news(self) -> list[str]:
        """The lines of `after` that are not in `before`."""
        old = self.before.splitlines()
        return [line for line in self.after.splitlines() if line not in old]


@functools.cache
def load(g: Game) -> tuple[Case, ...]:
    """All cases of a game, in the order of the file."""
    file = g.file("cases.toml")
    entries = tomllib.loads(file.read_text("utf-8"))["case"] if file else []
    return tuple(Case(game=g.name, **fields) for fields in entries)


def run(g: Game, case: Case) -> Outcome:
    """Play a case; AssertionError if the outcome is not as written."""
    if case.setup:
        outcome = run_setup(g, case)
    elif case.match:
        outcome = run_match(g, case)
    else:
        outcome = run_moves(g, case)
    if case.refused:
        check_refusal(case, outcome)
    else:
        check_lines(case, outcome)
    return outcome


def fail(case: Case, problem: str) -> AssertionError:
    return AssertionError(f"{case.game} {case.rule} “{case.name}”: {problem}")


# Checks ------------------------------------------------------------------------------------------
def check_refusal(case: Case, outcome: Outcome) -> None:
    """The refusal has a sentence in every language that names a rule of the case."""
    if not outcome.said:
        raise fail(case, f"this should be refused, and it is not:\n{outcome.after}")
    for language in LANGUAGES:
        said = outcome.said.get(language, "")
        if not any(f"({rule})" in said for rule in case.ids):
            raise fail(case, f"the refusal [{language}] names none of {case.ids}: “{said}”")


def check_lines(case: Case, outcome: Outcome) -> None:
    """Every pattern of `then` matches a line; one with `!` matches none."""
    if outcome.said:
        raise fail(case, f"this should be allowed, and is refused: “{outcome.said['en']}”")
    lines = outcome.after.splitlines()
    patterns = [row.strip() for row in case.then.splitlines() if row.strip()]
    if not patterns and not case.setup:
        raise fail(case, "it says neither what follows nor that it is refused")
    for pattern in patterns:
        wanted = not pattern.startswith(NOT)
        matched = fnmatch.filter(lines, pattern.removeprefix(NOT).strip())
        if bool(matched) != wanted:
            problem = "no line is like" if wanted else "there should be no line like"
            raise fail(case, f"{problem} “{pattern}” in:\n{outcome.after}")


# Setting up and dealing --------------------------------------------------------------------------
def choose(g: Game, asked: Mapping[str, Any], language: str = "en") -> dict[str, Value]:
    """The options that a case asks for, or Refused."""
    chosen = read_settings(g.options.OPTIONS, asked.get("settings", []), g.title, language)
    g.options.check(asked["seats"], chosen, language)
    return chosen


def run_setup(g: Game, case: Case) -> Outcome:
    said = {}
    for language in LANGUAGES:
        try:
            choose(g, case.setup, language)
        except Refused as refusal:
            said[language] = str(refusal)
    return Outcome(asked_for(case), "" if said else "accepted", said)


def asked_for(case: Case) -> str:
    """The `deal`, `setup` or `match` of a case as lines."""
    asked = {**case.deal, **case.setup, **case.match}
    return "\n".join(f"{name}: {flat(value)}" for name, value in asked.items())


def flat(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def deal(g: Game, asked: Mapping[str, Any]) -> Any:
    """A fresh table; `dealer` is who deals where it is not the first round."""
    from skipyard.core import key_from

    state = g.set_up(asked["seats"], choose(g, asked))
    if "dealer" in asked:
        state.dealt_by = asked["dealer"] - 1
    g.rules.deal(state, key_from(asked.get("seed", 0)), 0)
    return state


def deal_lines(g: Game, asked: Mapping[str, Any]) -> list[str]:
    """Lines about a deal that are not in the state, from `lines_of_deal` in case_lines.py."""
    from skipyard.core import key_from

    if not asked or not g.has("case_lines"):
        return []
    state = g.set_up(asked["seats"], choose(g, asked))
    return list(g.case_lines.lines_of_deal(state, key_from(asked.get("seed", 0))))


# Playing -----------------------------------------------------------------------------------------
def run_moves(g: Game, case: Case) -> Outcome:
    state = deal(g, case.deal) if case.deal else g.position.read(case.position)
    before = asked_for(case) if case.deal else table_text(g, state, case)
    for text in case.played[:-1]:
        said = try_move(g, state, text)[1]
        if said:
            raise fail(case, f"“{text}” comes before the last move and is refused: {said['en']}")
    if not case.played:
        return Outcome(before, table_text(g, state, case))
    *_, last = case.played
    held = state.tobytes()
    no, said = try_move(g, state, last)
    if said and state.tobytes() != held:
        raise fail(case, "the refused move has changed the table")
    if said and case.refused not in (no, False):
        raise fail(case, f"refused as {no}, not as {case.refused}: “{said['en']}”")
    return Outcome(before, table_text(g, state, case), said)


def try_move(g: Game, state: Any, text: str) -> tuple[str | bool, dict[str, str]]:
    """Play a move if it is legal; else the name of the refusal and its sentences."""
    words = speaker(g, state)
    try:
        action = words.parse(text)
    except g.words.Never:
        return True, {language: never(g, text, language) for language in LANGUAGES}
    no = g.rules.No(g.rules.verdict(state, g.rules.ACTIONS[action]))
    if no == g.rules.No.OK:
        g.rules.play(state, action)
        return False, {}
    view = seen_by(g, state, int(state.turn))
    refuse = words.refuse
    return no.name, {language: refuse(view, action, no, language) for language in LANGUAGES}


def never(g: Game, text: str, language: str) -> str:
    """The refusal of a forbidden move, asked for in a language."""
    try:
        g.words.parse(translate(g, text, language), language)
    except g.words.Never as refusal:
        return str(refusal)
    raise AssertionError(f"“{text}” is forbidden in English but not in {language}")


def translate(g: Game, text: str, language: str) -> str:
    """A move of a case in another language."""
    spoken = getattr(g.words, "ALL", (g.words.WORDS,))  # one for each way to name the cards
    words = next((w for w in spoken if text.lower() in w.by_words("en")), g.words.WORDS)
    try:
        return str(words.describe(words.parse(text), language))
    except g.words.Never:
        name = words.never("en")[text.lower()]
        pairs = zip(
            words.never_sentences(name, "en"), words.never_sentences(name, language), strict=True
        )
        return next(theirs for ours, theirs in pairs if ours.lower() == text.lower())


def seen_by(g: Game, state: Any, seat: int) -> Any:
    view = g.rules.View()
    g.rules.observe(state, seat, view)
    return view


def table_text(g: Game, state: Any, case: Case) -> str:
    """The table as text, or as one seat sees it; with points once the game is over."""
    if case.view:
        seat = NOBODY if case.view == WATCHER else int(case.view) - 1
        text = str(g.position.write_view(seen_by(g, state, seat)))
    else:
        text = str(g.position.write(state))
    if state.over:
        text += f"\npoints: {points(g, state)}"
        if hasattr(g.rules, "places"):
            text += f"\nplaces: {points(g, state, g.rules.places)}"
    return "\n".join([text, *deal_lines(g, case.deal)])


def points(g: Game, state: Any, count: Any = None) -> str:
    """What `count` writes for each seat; by default, its score."""
    import numpy as np

    values = np.zeros(int(state.seats), np.int64)
    (count or g.rules.score)(state, values)
    return " ".join(map(str, values))


# Matches -----------------------------------------------------------------------------------------
def run_match(g: Game, case: Case) -> Outcome:
    """Add rounds to a match in which player 1 dealt the first."""
    match = g.match.Match(case.match["seats"], case.match.get("max_rounds", 0))
    dealer = 0
    for points_of_round in case.match["rounds"]:
        match.add(points_of_round)
        dealer = g.match.next_dealer(dealer, match.seats)
    lines = [
        f"totals: {' '.join(map(str, match.totals))}",
        f"over: {'yes' if match.over else 'no'}",
        f"winners: {' '.join(str(seat + 1) for seat in match.winners) if match.over else '-'}",
        f"next_dealer: {dealer + 1}",
    ]
    return Outcome(asked_for(case), "\n".join(lines))
