"""Every case of every game comes out as written, and together they leave nothing out."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from skipyard.games import GAMES, cases, game
from skipyard.games.cases import Case
from skipyard.options import Option

CASES = [(name, case) for name in GAMES for case in cases.load(game(name))]
IDS = [f"{case.rule} {case.name}" for _, case in CASES]
ALONE = [name for name in GAMES if name != "skipbo_mod"]  # its cases build on another book's


@pytest.mark.parametrize(("name", "case"), CASES, ids=IDS)
def test_case(name: str, case: Case) -> None:
    cases.run(game(name), case)


def test_no_two_cases_of_a_rule_have_one_name() -> None:
    assert len(IDS) == len(set(IDS))


FACTS = re.compile(r"\d+|\w+_\w+|corners\d|seat\d")  # numbers and options are the same in any words


@pytest.mark.parametrize("name", GAMES)
def test_every_case_is_named_in_both_languages(name: str) -> None:
    found = cases.load(game(name))
    for case in found:
        ours, theirs = case.called("en"), case.called("fr")
        assert ours.strip() == ours != theirs == theirs.strip() != "", ours
        assert sorted(FACTS.findall(ours)) == sorted(FACTS.findall(theirs)), ours
    assert len({case.fr for case in found}) == len(found)


def starts(case: Case) -> int:
    return sum(map(bool, (case.position, case.deal, case.setup, case.match)))


@pytest.mark.parametrize(("name", "case"), CASES, ids=IDS)
def test_form(name: str, case: Case) -> None:
    """One start; moves only on a table; a result or a refusal, not both."""
    assert starts(case) == 1
    assert not (case.move and case.moves)
    assert not (case.played and (case.setup or case.match))
    assert not (case.then and case.refused)
    assert case.then or case.refused or case.setup
    assert case.rule not in case.also


# What must have been shown -----------------------------------------------------------------------
def settings_of(name: str) -> set[str]:
    """Every `NAME=VALUE` at a table where something was really dealt or played."""
    found: set[str] = set()
    for case in cases.load(game(name)):
        if case.refused is not True:
            found |= set(case.deal.get("settings", []))
            for line in case.position.splitlines():
                if line.startswith("options:"):
                    found |= set(line.removeprefix("options:").strip().split(", "))
    return found


def other_values(option: Option) -> list[str]:
    """The values of an option that are not the default, which all other cases play with."""
    if option.names:
        return [f"{option.name}={value}" for value in option.names if value != option.default]
    if isinstance(option.default, bool):
        return [f"{option.name}={option.write(not option.default)}"]
    return []


ELSEWHERE = {"symbol_set=file"}  # needs a file; tests/test_symbols.py plays it


@pytest.mark.parametrize("name", ALONE)
def test_every_option_value_is_played(name: str) -> None:
    wanted = {value for option in game(name).options.OPTIONS for value in other_values(option)}
    assert wanted - settings_of(name) - ELSEWHERE == set()


def test_every_option_value_of_mod_is_played_in_the_family() -> None:
    wanted = {value for o in game("skipbo_mod").options.OPTIONS for value in other_values(o)}
    assert wanted - settings_of("skipbo") - settings_of("skipbo_mod") == set()
    own = {"short_game=true", "redraw_after_discard=true", "may_reopen_stock=true"}
    assert own <= settings_of("skipbo_mod")


def kind_of(row: Any) -> tuple[int, ...]:
    """What makes a move of another kind: whose pile, or whether the die was in it, where it can."""
    return tuple(int(row[name]) for name in ("kind", "owner", "die") if name in row.dtype.names)


def kinds_played(name: str) -> set[Any]:
    """The kinds of actions that were asked for."""
    words, actions = game(name).words, game(name).rules.ACTIONS
    asked = [move for case in cases.load(game(name)) for move in case.played]
    numbers = words.WORDS.by_words("en")
    found = [actions[numbers[move.lower()]] for move in asked if move.lower() in numbers]
    return {kind_of(move) for move in found}


@pytest.mark.parametrize("name", [name for name in GAMES if game(name).family == "skipbo"])
def test_every_kind_of_move_is_played(name: str) -> None:
    rows = game(name).rules.ACTIONS
    wanted = {kind_of(row) for row in rows}
    assert wanted - kinds_played(name) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_forbidden_move_is_asked_for(name: str) -> None:
    never = game(name).words.WORDS.never("en")
    asked = {never.get(move.lower()) for case in cases.load(game(name)) for move in case.played}
    assert set(never.values()) - asked == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_refused_set_up_is_asked_for(name: str) -> None:
    """Each `setup` sentence of the catalogue is said by a case."""
    g = game(name)
    said = [cases.run(g, case).said.get("en", "") for case in cases.load(g) if case.setup]
    for key in g.options.sentences().group("setup"):
        sentence = g.options.sentences().about(f"setup.{key}", "en")
        longest = max(sentence.replace("}", "{").split("{")[::2], key=len)
        assert any(longest in text for text in said), key


# The runner can say no ---------------------------------------------------------------------------
GOOD = Case(
    "skipbo", "SB-14", "on a 4 goes a 5", "sur un 4 va un 5", position="piles: 4|0|0|0\nhand 1: 5 9"
)
GOOD = dataclasses.replace(GOOD, move="play 5 from hand on pile 1", then="piles: 5 | 0 | 0 | 0")
BAD = {
    "another result": {"then": "piles: 6 | 0 | 0 | 0"},
    "a line that should not be there": {"then": "! piles: 5*"},
    "no result": {"then": ""},
    "a refusal that does not come": {"then": "", "refused": "NOT_NEXT"},
    "a move that is refused": {"move": "play 9 from hand on pile 1"},
    "another refusal": {"move": "play 9 from hand on pile 1", "then": "", "refused": "OVER"},
    "another rule": {
        "move": "play 9 from hand on pile 1",
        "then": "",
        "refused": "NOT_NEXT",
        "rule": "SB-13",
    },
    "a refusal on the way": {"moves": ["play 9 from hand on pile 1", "discard 9 on discard 1"]},
}


def test_the_good_case_passes() -> None:
    cases.run(game("skipbo"), GOOD)


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_a_wrong_case_fails(change: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match="on a 4 goes a 5"):
        cases.run(game("skipbo"), dataclasses.replace(GOOD, **change))


def test_a_set_up_that_should_be_refused_fails() -> None:
    case = Case(
        "skipbo", "SB-02", "two are too many", "deux, c’est trop", setup={"seats": 2}, refused=True
    )
    with pytest.raises(AssertionError, match="should be refused"):
        cases.run(game("skipbo"), case)


def test_news_are_the_lines_that_changed() -> None:
    assert cases.run(game("skipbo"), GOOD).news == [
        "piles: 5 | 0 | 0 | 0",
        "hand 1: 9",
        "acted: yes",
    ]


def test_a_forbidden_move_is_translated() -> None:
    french = cases.translate(game("skipbo"), "discard Skip-Bo on partner's discard 2", "fr")
    assert french == "défausser Skip-Bo sur la défausse 2 du partenaire"
