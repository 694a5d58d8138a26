"""Every case ends as written, and together the cases cover all options, moves and refusals."""

from __future__ import annotations

import re
from typing import Any

import pytest

from skipyard.games import cases, game
from skipyard.games.cases import Case
from skipyard.options import Option
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game

CASES = [(name, case) for name in selected_games() for case in cases.load(game(name))]
IDS = [f"{case.rule} {case.name}" for _, case in CASES]


@pytest.mark.parametrize(("name", "case"), CASES, ids=IDS)
def test_case(name: str, case: Case) -> None:
    cases.run(game(name), case)


def test_no_two_cases_of_a_rule_have_one_name() -> None:
    assert len(IDS) == len(set(IDS))


FACTS = re.compile(r"\d+|\w+_\w+|corners\d|seat\d")  # numbers and options are the same in any words


@every_game
def test_every_case_is_named_in_both_languages(name: str) -> None:
    loaded = cases.load(game(name))
    for case in loaded:
        ours, theirs = case.called("en"), case.called("fr")
        assert ours.strip() == ours != theirs == theirs.strip() != "", ours
        assert sorted(FACTS.findall(ours)) == sorted(FACTS.findall(theirs)), ours
    assert len({case.fr for case in loaded}) == len(loaded)


def starts(case: Case) -> int:
    return sum(map(bool, (case.position, case.deal, case.setup, case.match)))


@every_game
def test_form(name: str) -> None:
    """One start; moves only on a table; a result or a refusal, not both."""
    for case in cases.load(game(name)):
        called = f"{case.rule} {case.name}"
        assert starts(case) == 1, called
        assert not (case.move and case.moves), called
        assert not (case.played and (case.setup or case.match)), called
        assert not (case.then and case.refused), called
        assert case.then or case.refused or case.setup, called
        assert case.rule not in case.also, called


# Coverage ----------------------------------------------------------------------------------------
def settings_of(name: str) -> set[str]:
    """Every `NAME=VALUE` of a table that was really dealt or played."""
    settings: set[str] = set()
    for case in cases.load(game(name)):
        if case.refused is not True:
            settings |= set(case.deal.get("settings", []))
            for line in case.position.splitlines():
                if line.startswith("options:"):
                    settings |= set(line.removeprefix("options:").strip().split(", "))
    return settings


def other_values(option: Option) -> list[str]:
    """The values of an option other than the default, which all other cases use."""
    if option.names:  # a file has tests of its own
        others = [value for value in option.names if value not in (option.default, "file")]
        return [f"{option.name}={value}" for value in others]
    if isinstance(option.default, bool):
        return [f"{option.name}={option.write(not option.default)}"]
    return []


@every_game
def test_every_option_value_is_played(name: str) -> None:
    """In a case of the game or of its family's main game."""
    g = game(name)
    wanted = {value for option in g.options.OPTIONS for value in other_values(option)}
    assert wanted - settings_of(name) - settings_of(g.family) == set()


def kind_of(row: Any) -> tuple[int, ...]:
    """What tells kinds of moves apart: the kind, and the owner and die columns if there are any."""
    return tuple(int(row[name]) for name in ("kind", "owner", "die") if name in row.dtype.names)


def kinds_played(name: str) -> set[Any]:
    """The kinds of actions that the cases ask for."""
    words, actions = game(name).words, game(name).rules.ACTIONS
    asked = [move for case in cases.load(game(name)) for move in case.played]
    numbers = words.WORDS.by_words("en")
    moves = [actions[numbers[move.lower()]] for move in asked if move.lower() in numbers]
    return {kind_of(move) for move in moves}


@every_game
def test_every_kind_of_move_is_played(name: str) -> None:
    rows = game(name).rules.ACTIONS
    wanted = {kind_of(row) for row in rows}
    assert wanted - kinds_played(name) == set()


@every_game
def test_every_forbidden_move_is_asked_for(name: str) -> None:
    never = game(name).words.WORDS.never("en")
    asked = {never.get(move.lower()) for case in cases.load(game(name)) for move in case.played}
    assert set(never.values()) - asked == set()


@every_game
def test_every_refused_set_up_is_asked_for(name: str) -> None:
    """Each `setup` sentence of the catalogue occurs in a case."""
    g = game(name)
    said = [cases.run(g, case).said.get("en", "") for case in cases.load(g) if case.setup]
    for key in g.options.sentences().group("setup"):
        sentence = g.options.sentences().about(f"setup.{key}", "en")
        longest = max(sentence.replace("}", "{").split("{")[::2], key=len)
        assert any(longest in text for text in said), key
