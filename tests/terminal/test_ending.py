"""The last sentence of a game: game or round, and who won or tied."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from skipyard.games import game
from skipyard.options import read_settings
from skipyard.table.table import Table
from skipyard.terminal import boards, ending


def table_after(name: str, text: str, move: str, *settings: str) -> Table:
    """A table in a given position, after a move."""
    g = game(name)
    state = g.position.read(text)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    seats = ("you",) + ("greedy",) * (int(state.seats) - 1)
    table = Table(g, seats, chosen, bytes(32))
    table.state = state
    if move:
        table.play(table.turn, g.words.parse(move))
    assert table.round_over
    return table


BLOCKED = "draw: none\npasses: {}\n"
STOCKS = "seats: {}\nturn: {}\nstock 1: 9 of 2\nstock 2: 9 of {}\n"
ENDS = {
    "skipbo: alone": (
        ("skipbo", STOCKS.format(2, 2, 4) + BLOCKED.format(1), "end the turn"),
        ("You win the game!", "Vous gagnez la partie !"),
    ),
    "skipbo: a draw": (
        ("skipbo", STOCKS.format(2, 2, 2) + BLOCKED.format(1), "end the turn"),
        ("The game is a draw.", "La partie est nulle."),
    ),
    "skipbo_mod: a draw": (
        ("skipbo_mod", STOCKS.format(2, 2, 2) + BLOCKED.format(5), "end the turn"),
        ("The game is a draw.", "La partie est nulle."),
    ),
    "skip_or_trip: alone": (
        ("skip_or_trip", "tokens: - | 9\nquit: 1\nover: won by 2, last left", ""),
        ("Player 2 wins the game.", "Le joueur 2 gagne la partie."),
    ),
    "skip_or_trip: a team": (
        (
            "skip_or_trip",
            "options: variant=team\nseats: 4\ntokens: 3 2 | 100 5\nover: won by 2, at 100",
            "",
        ),
        ("Players 2 and 4 win the game.", "Les joueurs 2 et 4 gagnent la partie."),
    ),
    "skip_or_trip: some share the first place": (
        ("skip_or_trip", "seats: 3\ntokens: - | - | -\nquit: 2 | 1 3\nover: draw, all quit", ""),
        (
            "The game is a tie between players 1, 3.",
            "La partie finit à égalité entre les joueurs 1, 3.",
        ),
    ),
    "skip_or_trip: all share it": (
        ("skip_or_trip", "tokens: - | -\nquit: 1 2\nover: draw, all quit", ""),
        ("The game is a draw.", "La partie est nulle."),
    ),
    "flip_and_skip: a draw": (
        (
            "flip_and_skip",
            "board: a3 L1.Sword, h6 D1.Sword\npile 1: D3.Stone\npile 2: L4.Scroll",
            "",
        ),
        ("The game is a draw.", "La partie est nulle."),
    ),
    "skippity: some share the first place": (
        (
            "skippity",
            "options: size=6\nseats: 3\nrow 1: R B . . . .\n"
            "captured 1: O2 Y1\ncaptured 2: O1 Y1\ncaptured 3: R4",
            "jump a1 to c1",
        ),
        (
            "The game is a tie between players 1, 3.",
            "La partie finit à égalité entre les joueurs 1, 3.",
        ),
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_single_game_ends_as_a_game(name: str) -> None:
    at, said = ENDS[name]
    table = table_after(*at)
    assert ending.round_result(table, [0], "en") == said[0]
    assert ending.round_result(table, [0], "fr") == said[1]


def test_a_round_of_a_match_ends_as_a_round() -> None:
    won = ("skipbo", STOCKS.format(2, 2, 4) + BLOCKED.format(1), "end the turn", "match=on")
    assert ending.round_result(table_after(*won), [0], "en") == "You win the round!"
    assert ending.round_result(table_after(*won), [1], "fr") == "Le joueur 1 gagne la manche."
    drawn = ("skipbo", STOCKS.format(2, 2, 2) + BLOCKED.format(1), "end the turn", "match=on")
    assert ending.round_result(table_after(*drawn), [0], "en") == "The round is a draw."


def headings(table: Table) -> list[str]:
    """The columns of the table that closes a game."""
    grid = ending.scores(table, boards.of(table.game.name), "en")
    console = Console(file=io.StringIO(), width=80, no_color=True)
    console.print(grid)
    assert isinstance(console.file, io.StringIO)
    assert len(console.file.getvalue().splitlines()) == len(table.seats) + 1
    return [str(column.header) for column in grid.columns]


def test_places_points_and_totals_are_shown_where_a_game_has_them() -> None:
    shared = table_after(*ENDS["skip_or_trip: some share the first place"][0])
    assert headings(shared) == ["player", "square", "place"]
    assert ending.places(shared) == [1, 3, 1]
    skippity = table_after(*ENDS["skippity: some share the first place"][0])
    assert headings(skippity)[2:] == ["place", "points"]
    assert ending.places(skippity) == [1, 3, 1]
    assert headings(table_after(*ENDS["skipbo: alone"][0])) == ["player", "left", "points"]
    assert len(headings(table_after(*ENDS["flip_and_skip: a draw"][0]))) == 2
    at = ENDS["skipbo: alone"][0]
    assert headings(table_after(*at, "match=on"))[2:] == ["round", "total"]
