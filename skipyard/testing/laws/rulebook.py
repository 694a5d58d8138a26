"""The rulebooks, the code and the cases name the same rules."""

from __future__ import annotations

import argparse
import json
from typing import Any

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.games import cases, game, rulebook
from skipyard.games.law_data import law_data
from skipyard.terminal import rules as command
from skipyard.testing.worlds import every_game, every_language


def family_ids(name: str) -> set[str]:
    return {rule for g in rulebook.family(game(name)) for rule in rulebook.read(g).entries}


# The books ---------------------------------------------------------------------------------------


@every_game
def test_both_languages_tell_the_same(name: str) -> None:
    english, french = (rulebook.read(game(name), language).entries for language in LANGUAGES)
    assert list(english) == list(french)
    for rule, entry in english.items():
        assert entry.ruling == french[rule].ruling, rule
        assert entry.options == french[rule].options, rule
        assert bool(entry.not_played) == bool(french[rule].not_played), rule
        assert entry.text != french[rule].text, rule


@every_game
def test_rulings_and_no_others_are_marked(name: str) -> None:
    for rule, entry in rulebook.read(game(name)).entries.items():
        assert entry.ruling == ("-A" in rule), rule


@every_game
def test_options_that_a_book_names_exist(name: str) -> None:
    known = {option.name for g in rulebook.family(game(name)) for option in g.options.OPTIONS}
    for rule, entry in rulebook.read(game(name)).entries.items():
        assert set(entry.options) <= known, rule


@every_game
def test_every_option_is_in_a_book(name: str) -> None:
    entries = [e for g in rulebook.family(game(name)) for e in rulebook.read(g).entries.values()]
    named = {option for entry in entries for option in entry.options}
    assert {option.name for option in game(name).options.OPTIONS} <= named


# Code and cases ----------------------------------------------------------------------------------
@every_game
def test_every_playable_rule_is_cited_in_code(name: str) -> None:
    assert rulebook.cover(game(name)).not_cited == []


@every_game
def test_every_playable_rule_has_a_case(name: str) -> None:
    assert rulebook.cover(game(name)).not_cased == []


@every_game
def test_what_code_cites_is_in_a_book(name: str) -> None:
    cited = rulebook.cited(game(name))
    assert {rule: files for rule, files in cited.items() if rule not in family_ids(name)} == {}


@every_game
def test_what_cases_show_is_in_a_book_and_can_be_played(name: str) -> None:
    assert rulebook.cased(game(name)) <= family_ids(name)
    assert rulebook.cased(game(name)).isdisjoint(rulebook.cover(game(name)).not_played)


# Refusals ----------------------------------------------------------------------------------------
@every_game
def test_every_rule_in_the_words_is_in_a_book(name: str) -> None:
    entries = game(name).options.sentences().entries
    named = {key: entry["rule"] for key, entry in entries.items() if "rule" in entry}
    assert {key: rule for key, rule in named.items() if rule not in family_ids(name)} == {}
    groups = [key.split(".")[0] for key in named]
    assert {"no"} <= {*groups} <= {"no", "never"}


@every_game
def test_every_set_up_sentence_names_a_rule(name: str) -> None:
    words = game(name).options.sentences()
    for key in words.group("setup"):
        for language in LANGUAGES:
            ids = rulebook.ids_in(words.about(f"setup.{key}", language))
            assert ids, key
            assert ids <= family_ids(name)


@every_game
def test_option_rules_are_in_a_book(name: str) -> None:
    for option in game(name).options.OPTIONS:
        assert option.rule in family_ids(name), option.name


@every_game
def test_every_reason_to_refuse_has_its_sentence_and_its_case(name: str) -> None:
    g = game(name)
    reasons = {no.name for no in {*g.rules.No} - {*law_data(name).unmet(name)} if no}
    words = g.options.sentences()
    for reason in reasons:
        assert words.about(f"no.{reason}", "rule") in family_ids(name)
        assert all(words.about(f"no.{reason}", language) for language in LANGUAGES)
    assert {case.refused for case in cases.load(g) if isinstance(case.refused, str)} == reasons


# The command -------------------------------------------------------------------------------------
def ask(name: str, **asked: Any) -> int:
    given = {"rule": None, "coverage": False, "json": False, "lang": "en"} | asked
    return command.run(argparse.Namespace(game=name, **given))


@every_game
def test_coverage_as_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = ask(name, coverage=True, json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == name
    assert told["ids"] == len(rulebook.read(game(name)).entries)
    assert told["playable"] == told["ids"] - len(told["not_played"])
    assert told["cited"] == told["cased"] == told["playable"]
    assert told["cases"] == len(cases.load(game(name)))
    assert all(told["not_played"].values())
    assert told["missing"] == []
    assert status == 0


@every_game
@every_language
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


@every_game
@every_language
def test_every_rule_can_be_asked_for(
    name: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for rule, entry in rulebook.read(game(name), language).entries.items():
        assert ask(name, rule=rule.lower(), json=True, lang=language) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["id"], told["text"]) == (rule, entry.text)
        assert bool(told["cases"]) != bool(entry.not_played)
