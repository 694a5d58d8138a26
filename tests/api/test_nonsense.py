"""Whatever the public API is given, it answers with a sentence that says what would be right."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from helpers.nonsense import ANYTHING, NESTED, answers, fuzz
from hypothesis import strategies as st

import skipyard as sy
from skipyard.options import Refused
from skipyard.testing.depth import sizes

OPTIONS = st.sampled_from(["stock_size", "teams", "deck", "match", "dealer", "colour", "s", ""])
DUMPED = ["skipyard", "game", "rules", "seats", "options", "moves", "key", "language"]
many = sizes("examples", 25, 1500)
some = sizes("examples", 10, 300)


@many
def test_tables(examples: int) -> None:
    @fuzz(examples, ANYTHING, ANYTHING, ANYTHING, ANYTHING)
    def tried(game: Any, seats: Any, seed: Any, language: Any) -> None:
        answers(sy.Table, game, seats, seed=seed, language=language, about=("game",))
        answers(sy.Table, "skipbo", seats, seed=seed, about=("seats", "players"))
        answers(sy.Table, "skippity", seed=seed, language=language)
        answers(sy.observation_digest, game, about=("game",))


@many
def test_options(examples: int) -> None:
    @fuzz(examples, OPTIONS, ANYTHING)
    def tried(option: str, value: Any) -> None:
        answers(sy.Table, "skipbo", **{option: value}, about=("option",))


@many
def test_moves_and_seats(examples: int) -> None:
    @fuzz(examples, ANYTHING)
    def tried(value: Any) -> None:
        table = sy.Table("skippity", seed=7)
        before = table.key()
        sentence = answers(table.why_not, value)
        told = answers(table.push, value, about=("move", "action"))
        assert (sentence is None) == isinstance(told, sy.Move)
        assert (table.key() == before) == isinstance(told, str)
        answers(table.parse, value, about=("move", "action"))
        answers(table.view, value, about=("seat",))
        answers(table.svg, value, about=("seat",))
        answers(table.svg, 0, value, about=("theme",))
        answers(table.view(0).move, value, about=("moves",))
        answers(table.view(0).imagine, value, about=("seed",))
        answers(sy.Move, value, about=("action",))
        answers(sy.Move, 3, value, about=("words",))


@many
def test_texts_and_dumps(examples: int) -> None:
    @fuzz(examples, ANYTHING, NESTED)
    def tried(value: Any, nested: Any) -> None:
        answers(sy.loads, value, about=("text", "dumps"))
        answers(sy.loads, json.dumps(nested), about=("dumps",))
        answers(sy.Table.from_text, value, about=("text", "line", "lines"))
        answers(sy.Table.from_text, f"game: skipbo\nhand 1: {value}", about=("hand 1", "lines"))
        answers(sy.Table.from_text, value, game="skippity", about=("text", "line", "lines"))


@many
def test_damaged_dumps(examples: int) -> None:
    whole = json.loads(sy.Table("skippity", seed=7).dumps())

    @fuzz(examples, st.sampled_from(DUMPED), NESTED | st.floats() | st.text(max_size=8))
    def tried(part: str, value: Any) -> None:
        answers(sy.loads, json.dumps(whole | {part: value}), about=("dumps", part, str(value)))


@pytest.mark.parametrize("bracket", ["[", '{"a":', "[{"])
def test_deep_json_is_refused_as_other_json_is(bracket: str) -> None:
    with pytest.raises(Refused, match=r"not a table that dumps\(\) wrote"):
        sy.loads(bracket * 100_000)


@some
def test_bots_and_analysis(examples: int) -> None:
    over, table = sy.Table("skippity", seed=7), sy.Table("skip_or_trip", seed=7)

    @fuzz(examples, ANYTHING, ANYTHING)
    def tried(bot: Any, value: Any) -> None:
        if not callable(bot):
            answers(sy.bot, bot, seed=value, about=("bot", "bots", "policy:"))
            answers(sy.match, "skippity", bot, value, pairs=1, about=("bot", "bots", "file"))
        answers(sy.bot("random").choose, value, about=("Table",))
        if isinstance(value, int):
            answers(sy.bot("random", seed=abs(value)).choose, over)
        answers(sy.bot(lambda view: value).choose, over, about=("bot",))
        answers(sy.match, "skip_or_trip", "random", "greedy", pairs=0, seed=value)
        answers(sy.match, "skip_or_trip", "random", "greedy", pairs=value, seats=9)
        answers(sy.match, "skip_or_trip", "random", "greedy", pairs=1, jobs=value, seats=9)
        answers(sy.analyse, value, about=("Table",))
        answers(sy.analyse, table, top=value, worlds=2)
        answers(sy.analyse, table, seed=value, worlds=2)
        if not isinstance(value, int) or value < 50:
            answers(sy.analyse, table, worlds=value)


@some
def test_constructors_of_what_other_calls_make(examples: int) -> None:
    @fuzz(examples, ANYTHING, ANYTHING)
    def tried(one: Any, other: Any) -> None:
        for made in (sy.View, sy.Bot, sy.MatchResult):
            for given in ((), (one,), (one, other), (one, other, 1, 2)):
                told = answers(made, *given, about=(made.__name__,))
                assert f"A {made.__name__} is made by " in told


@pytest.mark.parametrize("part", ["start", "digest"])
def test_a_damaged_position_is_found(part: str) -> None:
    saved = json.loads(sy.Table("skipbo", seed=7).view().imagine(1).dumps())
    saved[part] = saved[part] | {"turn": 77} if part == "start" else "0"
    with pytest.raises(Refused, match="position is damaged"):
        sy.loads(json.dumps(saved))


def test_pictures_and_moves_that_cannot_be_get_a_sentence(tmp_path: pathlib.Path) -> None:
    table = sy.Table("skippity", seed=7)
    for width in (0, 10**9, "wide"):
        with pytest.raises(Refused, match="width is a whole number from 1 to 10000"):
            table.png(tmp_path / "x.png", width=width)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="'x' is not one of the 8 moves"):
        table.view().move("x")


class Lost:
    def choose(self, view: sy.View) -> None:
        raise LookupError("where am I?")


def test_an_exception_in_ones_own_bot_comes_out_with_a_note_and_loses_a_match() -> None:
    with pytest.raises(LookupError, match="where am I") as raised:
        sy.bot(Lost()).choose(sy.Table("skippity", seed=7))
    told = "while the bot Lost chose a move for seat 1 in Skippity"
    assert any(told in note for note in raised.value.__notes__)
    forfeits = sy.match("skip_or_trip", Lost(), "random", pairs=1, seed=1).forfeits
    assert forfeits[0] == "The bot Lost failed while it chose a move: LookupError: where am I?."
