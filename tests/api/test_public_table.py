"""The public table: checked moves, the way back, saving, seeing."""

from __future__ import annotations

import copy
import pathlib
import pickle
import random

import numpy as np
import pytest

import skipyard as sy
from skipyard.games import game
from skipyard.options import Refused


def playing(name: str, seed: int = 7, moves: int = 30) -> sy.Table:
    table, dice = sy.Table(name, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not table.over:
            table.push(dice.choice(table.legal))
    return table


@pytest.mark.parametrize("name", sy.GAMES)
def test_a_table_survives_saving_pickling_and_copying(name: str) -> None:
    table = playing(name)
    for other in (
        sy.loads(table.dumps()),
        pickle.loads(pickle.dumps(table)),
        copy.deepcopy(table),
        copy.copy(table),
    ):
        assert other == table
        assert other.key() == table.key()
        assert other.moves == table.moves
        other.pop()
        assert other != table


@pytest.mark.parametrize("name", sy.GAMES)
def test_pop_goes_all_the_way_back(name: str) -> None:
    table = playing(name)
    made = table.moves
    assert [table.pop() for _ in made] == made[::-1]
    assert table == sy.Table(name, seed=7)
    with pytest.raises(Refused, match="no move to take back"):
        table.pop()


@pytest.mark.parametrize("name", sy.GAMES)
def test_a_position_as_text_and_an_imagined_one_are_saved_exactly(name: str) -> None:
    table = playing(name)
    for other in (sy.Table.from_text(table.text), table.view().imagine(seed=3)):
        if not other.over:
            other.push(other.legal[0])
        assert sy.loads(other.dumps()) == other


@pytest.mark.parametrize("name", sy.GAMES)
def test_an_imagined_table_looks_the_same_to_its_seat(name: str) -> None:
    view = playing(name).view()
    imagined = view.imagine(seed=5).view(view.seat)
    assert imagined.text == view.text
    assert np.array_equal(imagined.observation, view.observation)
    assert imagined.legal == view.legal


@pytest.mark.parametrize("name", sy.GAMES)
def test_no_option_has_the_name_of_an_argument(name: str) -> None:
    names = {option.name for option in game(name).options.OPTIONS}
    assert not names & {"game", "seats", "seed", "language", "pairs", "jobs", "bots"}


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    table = sy.Table("skipbo", seats=2, seed=7, stock_size=10)
    before = table.key()
    with pytest.raises(Refused, match=r"\(SB-\w+\)") as why:
        table.push("play 9 from hand on pile 1")
    assert why.value.rule
    assert table.why_not("play 9 from hand on pile 1") == str(why.value)
    assert table.key() == before


def test_refusals_speak_the_table_s_language() -> None:
    table = sy.Table("skippity", seed=7, language="fr")
    with pytest.raises(Refused, match="n’est pas un coup"):
        table.push("rien du tout")
    with pytest.raises(Refused, match="place de cette table"):
        table.view(9)


def test_a_view_has_nothing_of_the_table() -> None:
    table = sy.Table("skipbo", seats=2, seed=7)
    view = table.view(0)
    held = [value for value in vars(view).values() if isinstance(value, np.void | np.ndarray)]
    assert [value.dtype for value in held] == [game("skipbo").rules.View.dtype]
    assert table.state.key.tobytes() not in view.record.tobytes()


def test_a_match_of_rounds_goes_on_to_its_end() -> None:
    table = sy.Table("skipbo", seed=7, match=True, stock_size=5, max_rounds=2)
    bot, saved = sy.bot("greedy"), ""
    while not table.over:
        if table.waiting:
            table.next_round()
            saved = saved or table.dumps()
        else:
            table.push(bot.choose(table))
    assert sum(table.points) > 0
    assert sorted(table.returns) in ([-1.0, 1.0], [0.0, 0.0])
    assert sy.loads(table.dumps()) == table
    assert sy.loads(saved).moves == table.moves[: len(sy.loads(saved).moves)]
    with pytest.raises(Refused):
        table.next_round()


def test_pictures(tmp_path: pathlib.Path) -> None:
    table = sy.Table("skippity", seed=7)
    assert table._repr_svg_().startswith("<svg")
    table.png(tmp_path / "x.png", seat=0)
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(Refused, match="cannot be written"):
        table.png(tmp_path / "no" / "x.png")


def test_unchecked_moves_are_the_same_moves() -> None:
    table, other = sy.Table("skippity", seed=7), sy.Table("skippity", seed=7)
    for _ in range(10):
        other.push(int(table.push(table.legal[0])), unchecked=True)
    assert table == other
