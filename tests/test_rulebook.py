"""The rulebooks, the code and the cases speak of the same rules."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from typing import Any

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, cases, game, rulebook
from skipyard.options import Refused
from skipyard.terminal import rules as command


def span(book: str, last: int) -> set[str]:
    return {f"{book}{number:02}" for number in range(1, last + 1)}


COMPLETE = {
    "skipbo": span("SB-", 54) | span("SB-A", 61),
    "skipbo_mod": span("MOD-", 60) | span("MOD-A", 34),
    "skippity": span("SK-", 33) | span("SK-A", 29),
    "flip_and_skip": span("FS-", 38) | span("FS-A", 58),
    "skip_or_trip": span("ST-", 46) | span("ST-A", 66),
}
NEVER_IN_SKIPBO = {  # what only a die can bring about
    "DIE_USED",
    "DIE_IS_ACTION",
    "DIE_RANGE",
    "NOT_FOLLOW_UP",
    "NOT_AFTER_TWELVE",
    "NOT_DISCARD_TWO",
    "NOT_OPPONENT_DRAWS",
    "NOT_AN_OPPONENT",
    "STOCK_FINISHED",
}


def family_ids(name: str) -> set[str]:
    return {rule for g in rulebook.family(game(name)) for rule in rulebook.read(g).entries}


# The books ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_has_every_rule_and_ruling(name: str, language: str) -> None:
    assert set(rulebook.read(game(name), language).entries) == COMPLETE[name]


@pytest.mark.parametrize("name", GAMES)
def test_both_languages_tell_the_same(name: str) -> None:
    english, french = (rulebook.read(game(name), language).entries for language in LANGUAGES)
    assert list(english) == list(french)
    for rule, entry in english.items():
        assert entry.ruling == french[rule].ruling, rule
        assert entry.options == french[rule].options, rule
        assert bool(entry.not_played) == bool(french[rule].not_played), rule
        assert entry.text != french[rule].text, rule


@pytest.mark.parametrize("name", GAMES)
def test_rulings_and_no_others_are_marked(name: str) -> None:
    for rule, entry in rulebook.read(game(name)).entries.items():
        assert entry.ruling == ("-A" in rule), rule


@pytest.mark.parametrize("name", GAMES)
def test_options_that_a_book_names_exist(name: str) -> None:
    known = {option.name for g in rulebook.family(game(name)) for option in g.options.OPTIONS}
    for rule, entry in rulebook.read(game(name)).entries.items():
        assert set(entry.options) <= known, rule


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_in_a_book(name: str) -> None:
    entries = [e for g in rulebook.family(game(name)) for e in rulebook.read(g).entries.values()]
    named = {option for entry in entries for option in entry.options}
    assert {option.name for option in game(name).options.OPTIONS} <= named


def test_a_line_that_is_no_entry_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="no entry"):
        rulebook.read_entry("- **SB-1 Too short.** A rule.", "Cards")


def test_an_entry_is_read() -> None:
    line = "- **SB-A22 A limit.** *(ruling; options match, max_rounds; not played: why)* The text."
    entry = rulebook.read_entry(line, "Scores")
    assert (entry.id, entry.title, entry.text) == ("SB-A22", "A limit", "The text.")
    assert entry.ruling
    assert entry.options == ("match", "max_rounds")
    assert entry.not_played == "why"


# Code and cases ----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_every_playable_rule_is_cited_in_code(name: str) -> None:
    assert rulebook.cover(game(name)).not_cited == []


@pytest.mark.parametrize("name", GAMES)
def test_every_playable_rule_has_a_case(name: str) -> None:
    assert rulebook.cover(game(name)).not_cased == []


@pytest.mark.parametrize("name", GAMES)
def test_what_code_cites_is_in_a_book(name: str) -> None:
    cited = rulebook.cited(game(name))
    assert {rule: files for rule, files in cited.items() if rule not in family_ids(name)} == {}


@pytest.mark.parametrize("name", GAMES)
def test_what_cases_show_is_in_a_book_and_can_be_played(name: str) -> None:
    assert rulebook.cased(game(name)) <= family_ids(name)
    assert rulebook.cased(game(name)).isdisjoint(rulebook.cover(game(name)).not_played)


def test_ranges_cite_all_that_they_span() -> None:
    assert rulebook.ids_in("# SB-13..SB-15, MOD-09..11 SB-A41..SB-A42") == {
        *("SB-13", "SB-14", "SB-15"),
        *("MOD-09", "MOD-10", "MOD-11"),
        *("SB-A41", "SB-A42"),
    }


def test_other_numbers_are_no_ids() -> None:
    assert rulebook.ids_in("UTF-8, SB-1, SB-123, A-5") == set()


# Refusals ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_in_the_words_is_in_a_book(name: str) -> None:
    entries = game(name).options.sentences().entries
    named = {key: entry["rule"] for key, entry in entries.items() if "rule" in entry}
    assert {key: rule for key, rule in named.items() if rule not in family_ids(name)} == {}
    groups = [key.split(".")[0] for key in named]
    assert set(groups) == {"no", "never"}


@pytest.mark.parametrize("name", GAMES)
def test_every_set_up_sentence_names_a_rule(name: str) -> None:
    words = game(name).options.sentences()
    for key in words.group("setup"):
        for language in LANGUAGES:
            found = rulebook.ids_in(words.about(f"setup.{key}", language))
            assert found, key
            assert found <= family_ids(name)


@pytest.mark.parametrize("name", GAMES)
def test_option_rules_are_in_a_book(name: str) -> None:
    for option in game(name).options.OPTIONS:
        assert option.rule in family_ids(name), option.name


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_to_refuse_has_its_sentence_and_its_case(name: str) -> None:
    g = game(name)
    reasons = {no.name for no in g.rules.No} - {"OK"}
    if name == "skipbo":
        reasons -= NEVER_IN_SKIPBO
    words = g.options.sentences()
    for reason in reasons:
        assert words.about(f"no.{reason}", "rule") in family_ids(name)
        assert all(words.about(f"no.{reason}", language) for language in LANGUAGES)
    assert {case.refused for case in cases.load(g) if isinstance(case.refused, str)} == reasons


# The command -------------------------------------------------------------------------------------
def ask(name: str, **asked: Any) -> int:
    given = {"rule": None, "coverage": False, "json": False, "lang": "en"} | asked
    return command.run(argparse.Namespace(game=name, **given))


@pytest.mark.parametrize("name", GAMES)
def test_coverage_as_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = ask(name, coverage=True, json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == name
    assert told["ids"] == len(COMPLETE[name])
    assert told["playable"] == told["ids"] - len(told["not_played"])
    assert told["cited"] == told["cased"] == told["playable"]
    assert told["cases"] == len(cases.load(game(name)))
    assert all(told["not_played"].values())
    assert told["missing"] == []
    assert status == 0


def test_a_gap_in_the_coverage_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = rulebook.cased(game("skipbo")) - {"SB-14"}
    monkeypatch.setattr(rulebook, "cased", lambda g: kept)
    assert ask("skipbo", coverage=True) == 1
    assert "SB-14" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_fits_eighty_columns(
    name: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    assert ask(name, lang=language) == 0
    told = capsys.readouterr().out
    assert max(map(len, told.splitlines())) <= 80
    for rule, entry in rulebook.read(game(name), language).entries.items():
        assert f"{rule} {entry.title}"[:40] in told


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_can_be_asked_for(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for rule, entry in rulebook.read(game(name), language).entries.items():
        assert ask(name, rule=rule.lower(), json=True, lang=language) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["id"], told["text"]) == (rule, entry.text)
        assert bool(told["cases"]) != bool(entry.not_played)


def test_a_rule_is_told_with_its_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo", rule="sb-23") == 0
    told = capsys.readouterr().out
    assert "the last hand card played draws five more" in told
    assert "Move: play 5 from hand on pile 1" in told
    assert "hand 1: 3 3 3 3 3" in told


def test_a_refusal_is_told_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo", rule="SB-25", lang="fr") == 0
    told = capsys.readouterr().out
    assert "Coup : défausser la carte du stock sur la défausse 1" in told
    assert "Refusé : Une carte du stock ne se défausse jamais. (SB-25)" in told


def test_mod_knows_the_rulings_of_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("skipbo_mod", rule="SB-A49") == 0
    assert "use the die, then play Skip-Bo" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "rule"), [("skipbo", "SB-99"), ("chess", "SB-01")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_there_is_refused_in_a_sentence(name: str, rule: str, language: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        ask(name, rule=rule, lang=language)


def test_counting_needs_no_compiler() -> None:
    """The coverage is read from text; numba would cost seconds."""
    script = (
        "import sys; from skipyard.games import game, rulebook;"
        "rulebook.cover(game('skipbo_mod')); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
