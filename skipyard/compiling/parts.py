"""The parts in which a game is compiled: each plays a little, which leaves code in the cache."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from skipyard.bots import seat_bot
from skipyard.bots.specs import NUMBERS
from skipyard.games import game
from skipyard.options import read_settings
from skipyard.table.table import Table

TABLE, SEARCH = "table", "search"
SMALL_SEARCH = "search:4"


def bot_table(name: str, seats: int = 2) -> Table:
    """A table of bots, to run the rules on."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    return Table(g, ["bot"] * seats, chosen, bytes(32))


def play_to_a_choice(table: Table) -> None:
    """Play while there is only one legal move: a bot would not think, and so not be compiled."""
    while len(table.legal()) == 1:
        table.play(table.turn, int(table.legal()[0]))


def compile_table(name: str) -> None:
    """Load from the cache, or compile for it, the rules of a table and the quick bots."""
    table = bot_table(name)
    for bot in NUMBERS:
        play_to_a_choice(table)
        table.play(table.turn, seat_bot(name, bot, 0).choose(table.view(table.turn), table.legal()))
    assert table.points
    table.rules.imagine(table.view(0), table.rules.State(), 1)
    play_to_a_choice(table)
    table.game.scene.scene(table.view(table.turn), table.legal(), ["", ""], "en")


def compile_search(name: str) -> None:
    """The same for searches, for two players and for more, and for winning chances."""
    from skipyard.bots.playouts import Playouts  # brings Numba in

    for seats in sorted({2, min(3, game(name).options.MOST_SEATS)}):
        table = bot_table(name, seats)
        play_to_a_choice(table)
        seat_bot(name, SMALL_SEARCH, 0).choose(table.view(table.turn), table.legal())
    table = bot_table(name)
    Playouts(table.game).of_move(table.view(table.turn), table.turn, int(table.legal()[0]), 2)


PARTS: Mapping[str, Callable[[str], None]] = {TABLE: compile_table, SEARCH: compile_search}
