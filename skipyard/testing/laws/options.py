"""Options are read, written, and refused with their rule."""

from __future__ import annotations

import contextlib
import random

import hypothesis
import pytest
from hypothesis import strategies as st

from skipyard.games import game
from skipyard.games.law_data import law_data
from skipyard.games.random_options import preferred_value
from skipyard.games.random_play import Table, defaults
from skipyard.options import Option, Refused, find, read_settings, write_settings
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game, every_language, tables

ALL = [(name, option) for name in selected_games() for option in game(name).options.OPTIONS]
every_option = pytest.mark.parametrize(
    ("name", "option"), ALL, ids=[f"{name}-{option.name}" for name, option in ALL]
)


def refusal(name: str, settings: list[str], language: str = "en") -> str:
    """The sentence that settings are refused with."""
    with pytest.raises(Refused) as refused:
        read_settings(game(name).options.OPTIONS, settings, game(name).title, language)
    return str(refused.value)


# Reading and writing ------------------------------------------------------------------------------
@every_option
def test_a_value_survives_writing_and_reading(name: str, option: Option) -> None:
    @hypothesis.settings(max_examples=40)
    @hypothesis.given(st.randoms(use_true_random=False))
    def hold(dice: random.Random) -> None:
        value = preferred_value(option, dice, law_data(name).VALUES)
        assert option.read(option.write(value)) == value
        assert option.read(f" {option.write(value).upper()} ") == value

    hold()


@every_game
def test_settings_survive_writing_and_reading(name: str) -> None:
    options = game(name).options.OPTIONS

    @hypothesis.settings(max_examples=60)
    @hypothesis.given(tables(name))
    def hold(drawn: Table) -> None:
        assert read_settings(options, write_settings(options, drawn.chosen), name) == drawn.chosen

    hold()
    assert write_settings(options, defaults(name)) == []
    assert read_settings(options, [], name) == defaults(name)


@every_game
def test_a_state_holds_the_numbers_of_its_options(name: str) -> None:
    @hypothesis.settings(max_examples=60)
    @hypothesis.given(tables(name))
    def hold(drawn: Table) -> None:
        state = game(name).set_up(drawn.seats, drawn.chosen)
        assert state.seats == drawn.seats
        for option in game(name).options.OPTIONS:
            if option.name in state.dtype.names:
                number = option.number(drawn.chosen[option.name])
                held = state[option.name].tolist()
                assert held == (list(number) if isinstance(number, tuple) else number)

    hold()


@every_game
def test_an_option_is_found_by_its_name(name: str) -> None:
    for option in game(name).options.OPTIONS:
        assert find(game(name).options.OPTIONS, option.name, name) is option


@every_language
@every_game
def test_unclear_names_are_refused(name: str, language: str) -> None:
    options = game(name).options.OPTIONS
    for letter in {option.name[0] for option in options}:
        alike = [option.name for option in options if option.name.startswith(letter)]
        if len(alike) > 1:
            assert ", ".join(alike) in refusal(name, [f"{letter}=true"], language)
    unknown = refusal(name, ["colour=red"], language)
    assert "colour" in unknown
    assert game(name).title in unknown
    assert all(option.name in unknown for option in options)
    assert game(name).title in refusal(name, ["=true"], language)
    assert options[0].name in refusal(name, [options[0].name], language)


# Refusals of one value ----------------------------------------------------------------------------
WRONG = {
    "switch": ["", "maybe", "2", "truefalse", "vrai"],
    "choice": ["", "nothing", "0", "neve"],
    "number": ["", "-1", "1.5", "ten", "1e1", "٣", "²", "9" * 5000, "0" * 20 + "999"],
    "counts": ["", "1,2", "book,", "1;" * 13],
}


def wrong_values(option: Option) -> list[str]:
    """Texts that an option refuses, including numbers just outside its range."""
    texts = [text for text in WRONG[option.kind] if text not in option.names]
    if option.kind == "number":
        texts += [str(option.high + 1), *([str(option.low - 1)] if option.low else [])]
    if option.kind == "counts":
        length = len(option.counts)
        texts += [",".join((length + 1) * ["1"]), ",".join(length * ["x"])]
    return texts


@every_language
@every_option
def test_a_wrong_value_is_refused_with_the_rule(name: str, option: Option, language: str) -> None:
    for text in wrong_values(option):
        said = refusal(name, [f"{option.name}={text}"], language)
        assert f"({option.rule})" in said
        assert text in said
        assert option.name in said
        assert "{" not in said


@every_option
def test_a_number_keeps_to_its_range_however_it_is_written(name: str, option: Option) -> None:
    if option.kind == "number":
        for text in ("0" * 30 + "5", "0" * 8 + "5", "0" * 9 + "77", "0" * 5000 + "1"):
            try:
                value = option.read(text)
            except Refused:
                continue
            assert isinstance(value, int)
            assert option.low <= value <= option.high
            assert value == int(text[-5:])


@every_option
def test_counts_may_have_spaces_around_them(name: str, option: Option) -> None:
    if option.kind == "counts":
        wide = ",".join(f"{' ' * 12}{count} " for count in option.counts)
        assert option.read(wide) == option.counts
        padded = ",".join("0" * 12 + str(count) for count in option.counts)
        with contextlib.suppress(Refused):
            assert option.read(padded) == option.counts


@every_game
def test_games_have_names(name: str) -> None:
    assert game(name.upper()).name == name
    assert game(name.replace("_", "-")).name == name
    with pytest.raises(Refused) as refused:
        game("chess")
    assert name in str(refused.value)
