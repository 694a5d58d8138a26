"""Options: what a table may agree on is read, written, refused with its rule."""

from __future__ import annotations

import contextlib
import re

import hypothesis
import pytest
from worlds import Table, defaults, every_game, table, tables, values

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, game
from skipyard.options import Option, Refused, Value, find, read_settings, write_settings

FAMILY = ("skipbo", "skipbo_mod")
every_language = pytest.mark.parametrize("language", LANGUAGES)
ALL = [(name, option) for name in GAMES for option in game(name).options.OPTIONS]
every_option = pytest.mark.parametrize(
    ("name", "option"), ALL, ids=[f"{name}-{option.name}" for name, option in ALL]
)


def refusal(name: str, settings: list[str], language: str = "en") -> str:
    """The sentence that settings are refused with."""
    with pytest.raises(Refused) as refused:
        read_settings(game(name).options.OPTIONS, settings, game(name).title, language)
    return str(refused.value)


def unfit(name: str, seats: int, language: str = "en", **changed: Value) -> str:
    """The sentence that a set-up is refused with."""
    with pytest.raises(Refused) as refused:
        game(name).options.check(seats, defaults(name) | changed, language)
    return str(refused.value)


# Reading and writing ------------------------------------------------------------------------------
@every_option
def test_a_value_survives_writing_and_reading(name: str, option: Option) -> None:
    @hypothesis.settings(max_examples=40)
    @hypothesis.given(values(name, option))
    def hold(value: Value) -> None:
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


@pytest.mark.parametrize("name", FAMILY)
def test_the_later_setting_counts(name: str) -> None:
    chosen = read_settings(
        game(name).options.OPTIONS, ["teams=on", "stock_size=7", "teams=no", "DEALER= Random "], ""
    )
    assert (chosen["teams"], chosen["stock_size"], chosen["dealer"]) == (False, 7, "random")


@pytest.mark.parametrize("name", FAMILY)
def test_a_beginning_of_a_name_is_enough(name: str) -> None:
    options = game(name).options.OPTIONS
    assert find(options, "stock", name).name == "stock_size"
    assert find(options, "On-Block", name).name == "on_block"
    assert find(options, " te ", name).name == "teams"
    assert find(options, "wild_a", name).name == "wild_as_12"


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
    """Texts that an option does not understand, among them those just out of its range."""
    found = [text for text in WRONG[option.kind] if text not in option.names]
    if option.kind == "number":
        found += [str(option.high + 1), *([str(option.low - 1)] if option.low else [])]
    if option.kind == "counts":
        length = len(option.counts)
        found += [",".join((length + 1) * ["1"]), ",".join(length * ["x"])]
    return found


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


@every_language
def test_the_two_languages_refuse_in_their_own_words(language: str) -> None:
    said = refusal("skipbo", ["teams=maybe"], language)
    assert (
        said
        == {
            "en": "teams is one of true, false (SB-42); you asked for “maybe”.",
            "fr": "teams vaut true, false (SB-42) ; vous avez demandé « maybe ».",
        }[language]
    )


# What must fit together ---------------------------------------------------------------------------
def test_seats_have_limits() -> None:
    assert unfit("skipbo", 7) == "Skip-Bo is for 2 to 6 players (SB-02); you asked for 7."
    assert unfit("skipbo", 1) == "Skip-Bo is for 2 to 6 players (SB-02); you asked for 1."
    assert unfit("skipbo", 7, "fr") == "Skip-Bo se joue de 2 à 6 (SB-02) ; vous avez demandé 7."
    for seats in (-1, 0, 1, 5, 6, 7, 100):
        assert "(MOD-A31)" in unfit("skipbo_mod", seats)
        assert f"{seats}." in unfit("skipbo_mod", seats, "fr")
    for seats in (2, 3, 4):
        table("skipbo_mod", seats, 1)
    for seats in (5, 6):
        table("skipbo_mod", seats, 1, short_game=True)
        table("skipbo_mod", seats, 1, stock_size=10)
        assert "(MOD-A31)" in unfit("skipbo_mod", seats, short_game=True, stock_size=11)
    for seats in range(2, 7):
        table("skipbo", seats, 1)


UNFIT_IN_FAMILY: list[tuple[int, dict[str, Value], str]] = [
    (2, {"teams": True}, "A2"),
    (5, {"teams": True, "stock_size": 5}, "A2"),
    (2, {"deck": (29, *12 * (5,))}, "SB-A54"),
    (2, {"deck": (3, 13, *11 * (5,))}, "SB-A54"),
    (2, {"deck": (28, *12 * (0,))}, "-1"),
    (2, {"deck": (28, 12, *11 * (0,))}, "-1"),
    (2, {"deck": (28, 12, 12, 0, *9 * (12,))}, "-1"),
    (4, {"deck": (0, *12 * (1,))}, "SB-A52"),
    (6, {"stock_size": 30}, ""),
    (3, {"stock_size": 30, "deck": (5, *12 * (6,))}, "SB-A52"),
]
UNFIT: list[tuple[str, int, dict[str, Value], str]] = [
    *((name, *unfit) for name in FAMILY for unfit in UNFIT_IN_FAMILY),
    ("skip_or_trip", 1, {}, "ST-01"),
    ("skip_or_trip", 7, {}, "ST-01"),
    ("skip_or_trip", 3, {"variant": "team"}, "ST-41"),
    ("skip_or_trip", 4, {"variant": "advanced"}, "ST-A47"),
    ("skip_or_trip", 2, {"first_player": "seat2"}, "ST-A55"),
    ("flip_and_skip", 1, {}, "FS-02"),
    ("flip_and_skip", 3, {}, "FS-02"),
    ("flip_and_skip", 2, {"coin_set": 18 * (1,)}, "FS-05, FS-A03"),
    ("flip_and_skip", 2, {"coin_set": (*10 * (0,), 12, *7 * (0,))}, "FS-03, FS-A03"),
    ("skippity", 1, {}, "SK-A19"),
    ("skippity", 5, {}, "SK-A19"),
    ("skippity", 2, {"size": 9}, "SK-A21"),
    ("skippity", 2, {"first_player": "seat2"}, "SK-A28"),
    ("skippity", 3, {"first_player": "seat3"}, "SK-A28"),
]


@every_language
@pytest.mark.parametrize(("name", "seats", "changed", "rule"), UNFIT)
def test_what_does_not_fit_is_refused_with_a_rule(
    name: str, language: str, seats: int, changed: dict[str, Value], rule: str
) -> None:
    said = unfit(name, seats, language, **changed)
    cited = re.findall(r"\(([A-Z]+-A?\d\d)\)", said)
    assert len(cited) == 1 + rule.count(",")
    assert rule in ", ".join(cited)
    assert "{" not in said


@pytest.mark.parametrize("name", FAMILY)
def test_the_largest_stock_that_fits_is_allowed(name: str) -> None:
    deck = (0, *12 * (5,))  # 60 cards
    table(name, 2, 1, deck=deck, stock_size=25)
    assert "60" in unfit(name, 2, deck=deck, stock_size=26)


@every_game
def test_games_have_names(name: str) -> None:
    assert game(name.upper()).name == name
    assert game(name.replace("_", "-")).name == name
    with pytest.raises(Refused) as refused:
        game("chess")
    assert name in str(refused.value)
