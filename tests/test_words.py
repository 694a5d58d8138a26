"""Every sentence exists in both languages, names a rule of the book, and is understood again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from worlds import GAMES, Walk, legal, rows, telling, view_of

from skipyard.catalogue import LANGUAGES, Catalogue, common, user_language
from skipyard.games import game, rulebook
from skipyard.games.skipbo.actions import No
from skipyard.games.skipbo.words import Never
from skipyard.options import Refused
from skipyard.table.sentences import sentences

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)
RULE = re.compile(r"[A-Z]+-A?\d\d")
BLANK = re.compile(r"{(\w+)}")


def known_rules(name: str, language: str) -> set[str]:
    """The ids that a game may cite: its own book's, and the rulings (A) that it shares."""
    shared = rulebook.read(game("skipbo"), language).entries
    return {*rulebook.read(game(name), language).entries, *(r for r in shared if "-A" in r)}


# Moves --------------------------------------------------------------------------------------------
@every_language
@every_game
def test_a_move_in_words_is_understood_again(name: str, language: str) -> None:
    words = game(name).words
    for action in range(len(rows(name))):
        said = words.describe(action, language)
        assert words.parse(said, language) == action
        assert words.parse(f"  {said.upper()}  ", language) == action
        assert words.parse(said.replace(" ", "  ").replace("'", "’"), language) == action


@every_language
@every_game
def test_no_two_moves_share_a_sentence(name: str, language: str) -> None:
    said = [game(name).words.describe(action, language) for action in range(len(rows(name)))]
    assert len(set(said)) == len(said)
    assert not any("{" in sentence for sentence in said)


@every_game
def test_languages_differ(name: str) -> None:
    words = game(name).words
    for action in range(len(rows(name))):
        assert words.describe(action, "en") != words.describe(action, "fr")


@every_language
@every_game
def test_what_is_no_move_is_refused_in_a_sentence(name: str, language: str) -> None:
    for text in ("", "play", "play 13 from hand on pile 1", "{card}", "xyz" * 1000, "joue {0} !"):
        with pytest.raises(Refused) as refusal:
            game(name).words.parse(text, language)
        assert str(refusal.value).endswith("." if language == "en" else "coup.")
        assert not isinstance(refusal.value, Never)


@every_language
@every_game
def test_forbidden_moves_name_their_rule(name: str, language: str) -> None:
    words = game(name).words.WORDS
    forbidden = words.catalogue.group("never")
    assert len(forbidden) >= 7
    for never in forbidden:
        for sentence in {*words.never_sentences(never, language)}:
            assert "{" not in sentence
            with pytest.raises(Never) as refusal:
                words.parse(sentence, language)
            rule = RULE.findall(str(refusal.value))[-1]
            assert str(refusal.value).endswith(f"({rule})")
            assert rule in known_rules(name, language)


# Refusals -----------------------------------------------------------------------------------------
@every_game
def test_every_refusal_is_a_sentence_that_names_a_rule(name: str) -> None:
    """Along real games, for every action that is refused, in both languages."""
    words, verdict = game(name).words, game(name).rules.verdict
    met: set[int] = set()
    for told in telling(name):
        for state in Walk(told).states(every=83):
            view = view_of(name, state, int(state.turn))
            for action in range(int(state.reveals) % 3, len(rows(name)), 3):
                no = int(verdict(state, rows(name)[action]))
                if no != No.OK:
                    met.add(no)
                    check_refusal(name, view, action, no)
    assert len(met) >= (12 if name == "skipbo" else 18)
    assert words.WORDS.rule_of(No.OVER) in known_rules(name, "en")


def check_refusal(name: str, view: Any, action: int, no: int) -> None:
    words = game(name).words
    said = {language: words.refuse(view, action, no, language) for language in LANGUAGES}
    assert said["en"] != said["fr"]
    for language, sentence in said.items():
        rule = words.WORDS.rule_of(no)
        assert sentence.endswith(f" ({rule})")
        assert rule in known_rules(name, language)
        assert "{" not in sentence
        assert "  " not in sentence
        assert ", not ." not in sentence
        assert ", pas ." not in sentence
        assert sentence[0].isupper()


@every_game
def test_a_refused_card_is_named(name: str) -> None:
    """“Pile 1 needs a 1, not 9”: the card is the one that lies there."""
    state = telling(name)[0].deal()
    for _ in range(3):
        game(name).rules.play(state, legal(name, state)[-1])
    top = 5
    state.stock_top[state.turn] = top
    state.height[0] = (top + 3) % 11 + 1
    stock_on_first = game(name).words.parse("play the stock card on pile 1")
    no = game(name).rules.verdict(state, rows(name)[stock_on_first])
    assert no == No.NOT_NEXT
    view = view_of(name, state, int(state.turn))
    needed = int(state.height[0]) + 1
    said = game(name).words.refuse(view, stock_on_first, no)
    assert said.startswith(f"Pile 1 needs a {needed} or a Skip-Bo, not {top}.")


# Catalogues ---------------------------------------------------------------------------------------
def catalogues() -> dict[str, Catalogue]:
    return {
        "common": common(),
        "table": sentences(),
        **{name: game(name).options.sentences() for name in GAMES},
    }


@pytest.mark.parametrize("which", ["common", "table", *GAMES])
def test_no_sentence_is_missing(which: str) -> None:
    catalogue = catalogues()[which]
    assert catalogue.missing() == []
    for key, entry in catalogue.entries.items():
        assert set(BLANK.findall(entry["en"])) == set(BLANK.findall(entry["fr"])), key
        assert entry["en"] == entry["en"].strip()
        assert entry["fr"] == entry["fr"].strip()


@pytest.mark.parametrize("which", ["common", "table", *GAMES])
def test_french_puts_spaces_where_it_should(which: str) -> None:
    for key, entry in catalogues()[which].entries.items():
        for what in ("fr", "say_fr", "help_fr"):
            text = entry.get(what, "")
            assert not re.search(r"\S[:;!?](\s|$)", text.replace("NOM:", "")), (key, what)
            assert "'" not in text, (key, what)


@every_game
def test_every_reason_has_a_sentence_and_a_rule(name: str) -> None:
    words = game(name).words.WORDS
    reasons = [no for no in No if no != No.OK]
    if name == "skipbo":
        reasons = [no for no in reasons if no < No.DIE_USED]
    assert {no.name for no in reasons} == set(words.catalogue.group("no"))
    for no in reasons:
        for language in LANGUAGES:
            assert words.rule_of(no) in known_rules(name, language), no.name


@every_language
@every_game
def test_every_option_has_a_title_and_a_help(name: str, language: str) -> None:
    words = game(name).words.WORDS
    said = [words.option(option.name, language) for option in game(name).options.OPTIONS]
    for title, help_text in said:
        assert title[0].isupper()
        assert not title.endswith(".")
        assert help_text.endswith(".")
    assert len({title for title, _ in said}) == len(said)
    for option in game(name).options.OPTIONS:
        assert option.rule in known_rules(name, language), option.name


@every_language
@every_game
def test_every_rule_named_anywhere_is_in_the_book(name: str, language: str) -> None:
    own = game(name).options.sentences()
    for key, entry in own.entries.items():
        for rule in RULE.findall(f"{entry.get('rule', '')} {entry[language]}"):
            assert rule in known_rules(name, language), f"{key} names {rule}"


@every_game
def test_both_rulebooks_have_the_same_rules_in_the_same_order(name: str) -> None:
    books = [rulebook.read(game(name), language) for language in LANGUAGES]
    assert list(books[0].entries) == list(books[1].entries)
    for first, second in zip(books[0].entries.values(), books[1].entries.values(), strict=True):
        assert first.title != ""
        assert second.title != ""
        assert first.text != second.text
        assert len(first.tags) == len(second.tags)


def test_the_language_is_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert user_language() == "en"
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert user_language() == "fr"
    monkeypatch.setenv("LC_MESSAGES", "de_CH.UTF-8")
    assert user_language() == "en"
    monkeypatch.setenv("LC_ALL", "fr")
    assert user_language() == "fr"
