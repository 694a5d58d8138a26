"""Conclusions on the page of figures: drawn only where intervals do not overlap."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from skipyard.games import GAMES
from skipyard.lab.studies import conclusions, figures_data
from skipyard.lab.studies.simulate import interval

GAMES_EACH = 10_000
DATA = pathlib.Path(__file__).parents[2] / "docs" / "figures"


def table(
    *wins: int,
    variant: tuple[str, ...] = (),
    beside: tuple[str, ...] = (),
    turns: float = 30.0,
    blocked: int = 0,
) -> dict[str, Any]:
    """A table of Skip-Bo MOD with one seat for each number of wins."""
    sides = [
        {
            "seats": [seat],
            "wins": won,
            "share": won / GAMES_EACH,
            "interval": interval(won, GAMES_EACH),
            "points": 1.0,
        }
        for seat, won in enumerate(wins, 1)
    ]
    lengths = {"mean": turns, "p5": turns - 10, "median": turns, "p95": turns + 10, "longest": 99.0}
    return {
        "game": "skipbo_mod",
        "title": "Skip-Bo MOD",
        "variant": variant + beside,
        "seats": len(wins),
        "settings": [*variant, *beside],
        "compared_with": [*beside] if variant else [],
        "admitted": False,
        "same": False,
        "games": GAMES_EACH,
        "sides": sides,
        "draws": GAMES_EACH - sum(wins),
        "blocked": blocked,
        "endings": {},
        "moves": lengths,
        "turns": lengths,
    }


def told(*reports: dict[str, Any]) -> str:
    return "\n".join(conclusions.conclusions(list(reports)))


def test_an_even_book_is_called_even_and_an_uneven_one_names_its_best_seat() -> None:
    even = told(table(5050, 4950))
    assert "At 2 seats, no seat has a clear advantage" in even
    assert "Best seat" not in even
    uneven = told(table(4000, 6000))
    assert "Seat 2 of 2 wins 60.0% (59.0 to 61.0) of the decided games" in uneven
    assert "Even seats" not in uneven


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (table(4900, 5100, variant=("teams=x",)), "**Fairer seats.** `teams=x`: seat 1 of 2 wins"),
        (table(2000, 8000, variant=("deck=8",)), "**Less fair seats.** `deck=8`: seat 1 of 2"),
        (
            table(4000, 6000, variant=("deck=8",), turns=45),
            "**Longer games.** `deck=8`: 45.0 turns on average instead of 30.0 at 2 seats (+50%).",
        ),
        (
            table(4000, 6000, variant=("deck=8",), turns=15),
            "**Shorter games.** `deck=8`: 15.0 turns on average instead of 30.0 at 2 seats (-50%).",
        ),
        (table(3600, 5400, variant=("deck=8",)), "**More draws.** `deck=8`: 10.0% (9.4 to 10.6)"),
        (
            table(4000, 6000, variant=("deck=8",), blocked=500),
            "**Other endings.** `deck=8`: 5.0% (4.6 to 5.4) of the games end with nobody able to",
        ),
    ],
)
def test_a_clear_change_is_named(changed: dict[str, Any], sentence: str) -> None:
    report = told(table(4000, 6000), changed)
    assert sentence in report
    assert "No clear change" not in report


def test_what_chance_explains_is_not_named() -> None:
    report = told(table(4000, 6000), table(4050, 5950, variant=("deck=8",), turns=30.1))
    assert report.splitlines()[1:] == ["**No clear change** in any of these figures: `deck=8`."]


def test_more_draws_alone_do_not_make_a_seat_worse() -> None:
    report = told(table(4000, 6000), table(2000, 3000, variant=("deck=8",)))
    assert "More draws" in report
    assert "Less fair" not in report
    assert "Fairer" not in report


def test_a_seat_is_not_called_fairer_where_the_seats_drift_apart() -> None:
    reports = [table(3000, 3000, 4000), table(3300, 2200, 4500, variant=("deck=8",))]
    report = told(*reports)
    assert "Fairer" not in report
    assert "**Less fair seats.** `deck=8`: seat 2 of 3 wins 22.0%" in report


def test_an_option_is_compared_with_what_stands_beside_it() -> None:
    book, short = table(5000, 5000), table(5000, 5000, variant=("short_game=true",), turns=20)
    both = table(5000, 5000, variant=("deck=8",), beside=("short_game=true",), turns=40)
    assert (
        "`deck=8` (in games with `short_game=true`): 40.0 turns on average instead of 20.0"
        in told(book, short, both)
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_data_file_is_read_as_it_was_written(name: str, tmp_path: pathlib.Path) -> None:
    reports = figures_data.read(DATA / f"{name}.csv", name, "en")
    figures_data.write(tmp_path / "copy.csv", reports)
    assert (tmp_path / "copy.csv").read_text("utf-8") == (DATA / f"{name}.csv").read_text("utf-8")
    for report in reports:
        wins = sum(side["wins"] for side in report["sides"])
        assert wins + report["draws"] == report["games"]
        if name != "skipbo_mod":
            assert sum(report["endings"].values()) == report["games"]
