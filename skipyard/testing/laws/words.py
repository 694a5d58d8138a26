"""Every sentence exists in both languages, names a rule of the book, and can be parsed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from skipyard.catalogue import LANGUAGES, Catalogue
from skipyard.games import game, rulebook
from skipyard.games.law_data import law_data
from skipyard.games.move_words import Speech, speaker
from skipyard.games.random_play import rows, view_of
from skipyard.options import Never, Refused
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game, every_language, played, rare_event_tables, verdicts

every_catalogue = pytest.mark.parametrize("which", selected_games())
RULE = re.compile(r"[A-Z]+-A?\d\d")
BLANK = re.compile(r"{(\w+)}")


def known_rules(name: str, language: str) -> set[str]:
    """The ids that a game may cite: those of its own book, and its family's rulings (A)."""
    entries = rulebook.read(game(name), language).entries
    shared = rulebook.read(game(game(name).family), language).entries
    return {*entries, *(rule for rule in shared if "-A" in rule)}


def spoken(name: str) -> tuple[Speech, ...]:
    """The words of a game, one for each way to name its cards."""
    words = game(name).words
    return getattr(words, "ALL", (words.WORDS,))


# Moves --------------------------------------------------------------------------------------------
@every_language
@every_game
def test_a_move_in_words_is_understood_again(name: str, language: str) -> None:
    for words in spoken(name):
        for action in range(len(rows(name))):
            said = words.describe(action, language)
            assert "{" not in said
            assert words.parse(said, language) == action
            assert words.parse(f"  {said.upper()}  ", language) == action
            assert words.parse(said.replace(" ", "  ").replace("'", "’"), language) == action


@every_language
@every_game
def test_no_two_moves_share_a_sentence(name: str, language: str) -> None:
    for words in spoken(name):
        said = {words.describe(action, language) for action in range(len(rows(name)))}
        assert len(said) == len(rows(name))
        assert {sentence.lower() for sentence in said}.isdisjoint(words.never(language))


@every_game
def test_languages_differ(name: str) -> None:
    words = game(name).words
    for action in range(len(rows(name))):
        assert words.describe(action, "en") != words.describe(action, "fr")


NO_MOVES = (
    *("", "play", "jump", "move", "{card}", "{coin}", "{start}", "joue {0} !", "xyz" * 1000),
    *("play 13 from hand on pile 1", "flip coin D13", "move a1 to c9"),
    *("jump e5", "jump z9 to z11", "jump e5 to f9"),
)


@every_language
@every_game
def test_what_is_no_move_is_refused_in_a_sentence(name: str, language: str) -> None:
    for words in spoken(name):
        for text in NO_MOVES:
            with pytest.raises(Refused) as refusal:
                words.parse(text, language)
            assert text in str(refusal.value)
            assert str(refusal.value).endswith("." if language == "en" else "coup.")
            assert not isinstance(refusal.value, Never)


@every_language
@every_game
def test_forbidden_moves_name_their_rule(name: str, language: str) -> None:
    for words in spoken(name):
        forbidden = words.catalogue.group("never")
        assert len(forbidden) >= law_data(name).FORBIDDEN
        for never in forbidden:
            rule = words.catalogue.about(f"never.{never}", "rule")
            assert rule in known_rules(name, language)
            for sentence in {*words.never_sentences(never, language)}:
                assert "{" not in sentence
                with pytest.raises(Never) as refusal:
                    words.parse(sentence, language)
                assert str(refusal.value).endswith(f"({rule})")


# Refusals -----------------------------------------------------------------------------------------
@every_game
def test_every_refusal_is_a_sentence_that_names_a_rule(name: str) -> None:
    """Check the refused actions of whole games, in both languages."""
    met: set[int] = set()
    for table in rare_event_tables(name):
        for state in played(table).states(law_data(name).EVERY["refusals"]):
            view = view_of(name, state, int(state.turn))
            answers = verdicts(name, state)
            for action in range(int(state.reveals) % 7, len(answers), 7):
                if answers[action]:
                    met.add(answers[action])
                    check_refusal(name, view, action, answers[action])
    assert len(met) >= law_data(name).refusals(name)


def check_refusal(name: str, view: Any, action: int, no: int) -> None:
    words = speaker(game(name), view)
    said = {language: words.refuse(view, action, no, language) for language in LANGUAGES}
    rule = words.rule_of(no)
    assert said["en"] != said["fr"]
    for language, sentence in said.items():
        assert sentence.endswith(f" ({rule})")
        assert rule in known_rules(name, language)
        assert "{" not in sentence
        assert "  " not in sentence
        assert "()" not in sentence
        assert ", not ." not in sentence
        assert ", pas ." not in sentence
        assert sentence[0].isupper() or sentence[0].isdigit()  # a card begins with its number


# Catalogues ---------------------------------------------------------------------------------------
def check_catalogue(catalogue: Catalogue) -> None:
    """No sentence is missing, and both languages fill the same blanks."""
    assert catalogue.missing() == []
    for key, entry in catalogue.entries.items():
        assert blanks_of(entry["en"]) == blanks_of(entry["fr"]), key
        assert entry["en"] == entry["en"].strip()
        assert entry["fr"] == entry["fr"].strip()


def blanks_of(sentence: str) -> set[str]:
    """The blanks of a sentence; French has {of_name} where English may have {name}."""
    return {blank.removeprefix("of_") for blank in BLANK.findall(sentence)}


def check_french_spaces(catalogue: Catalogue) -> None:
    for key, entry in catalogue.entries.items():
        for what in ("fr", "say_fr", "help_fr"):
            text = entry.get(what, "")
            assert not re.search(r"\S[:;!?](\s|$)", text.replace("NOM:", "")), (key, what)
            assert "'" not in text, (key, what)


@every_catalogue
def test_no_sentence_is_missing(which: str) -> None:
    check_catalogue(game(which).options.sentences())


@every_catalogue
def test_french_puts_spaces_where_it_should(which: str) -> None:
    check_french_spaces(game(which).options.sentences())


@every_game
def test_every_reason_has_a_sentence_and_a_rule(name: str) -> None:
    words = game(name).words.WORDS
    reasons = {no for no in game(name).rules.No if no} - {*law_data(name).unmet(name)}
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
