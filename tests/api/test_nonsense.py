"""Whatever the public API is given, it answers with a sentence."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skipyard as sy
from skipyard.options import Refused

SENTENCE = re.compile(r".{8,}[.)»”]$", re.DOTALL)
WORDS = st.sampled_from(["skipbo", "skippity", "en", "rules", "search:", "exec:", "jump e3 to e5"])
ANYTHING: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-5, 300),
    st.floats(),
    st.text(max_size=20),
    WORDS,
    st.binary(max_size=8),
    st.lists(st.integers(-5, 200), max_size=6),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
OPTIONS = st.sampled_from(["stock_size", "teams", "deck", "match", "dealer", "colour", "s", ""])
SHORT = settings(max_examples=60, deadline=None)


def answers(call: Any, *args: Any, **named: Any) -> Any:
    """The answer, or the sentence of a refusal; anything else that is raised fails the test."""
    try:
        return call(*args, **named)
    except Refused as why:
        told = str(why)
    assert SENTENCE.match(told), told
    return told


@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING)
@SHORT
def test_tables(game: Any, seats: Any, seed: Any, language: Any) -> None:
    answers(sy.Table, game, seats, seed=seed, language=language)
    answers(sy.Table, "skipbo", seats, seed=seed)
    answers(sy.Table, "skippity", seed=seed, language=language)


@given(OPTIONS, ANYTHING)
@SHORT
def test_options(option: str, value: Any) -> None:
    answers(sy.Table, "skipbo", **{option: value})


@given(ANYTHING)
@SHORT
def test_moves_and_seats(value: Any) -> None:
    table = sy.Table("skippity", seed=7)
    before = table.key()
    sentence = answers(table.why_not, value)
    told = answers(table.push, value)
    assert (sentence is None) == isinstance(told, sy.Move)
    assert (table.key() == before) == isinstance(told, str)
    for call in (table.view, table.svg, table.parse, table.view(0).move, table.view(0).imagine):
        answers(call, value)
    answers(table.svg, 0, value)


@given(ANYTHING)
@SHORT
def test_texts_and_dumps(value: Any) -> None:
    answers(sy.loads, value)
    answers(sy.Table.from_text, value)
    answers(sy.Table.from_text, f"game: skipbo\nhand 1: {value}")
    answers(sy.Table.from_text, value, game="skippity")


@given(st.sampled_from(["skipyard", "game", "rules", "seats", "options", "moves", "key"]), ANYTHING)
@SHORT
def test_damaged_dumps(part: str, value: Any) -> None:
    if not isinstance(value, bytes):
        saved = json.loads(sy.Table("skippity", seed=7).dumps())
        answers(sy.loads, json.dumps(saved | {part: value}))


@given(ANYTHING, ANYTHING)
@SHORT
def test_bots_and_analysis(bot: Any, seen: Any) -> None:
    if not (isinstance(bot, str) and bot.startswith("exec:")):
        answers(sy.bot, bot, seed=seen)
    answers(sy.bot("random").choose, seen)
    answers(sy.analyse, seen)
    answers(sy.bot(lambda view: seen).choose, sy.Table("skippity", seed=7))
    answers(sy.match, "skippity", bot, seen, pairs=1)
    answers(sy.match, "skip_or_trip", "random", "greedy", pairs=0, seed=seen)


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
