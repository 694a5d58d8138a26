"""Local tables for tests: dealt, played on by bots, asked for a move in words."""

from __future__ import annotations

from skipyard.bots import seat_bot
from skipyard.core import key_from
from skipyard.games import game
from skipyard.options import read_settings
from skipyard.table.table import Table

KEY = key_from(7).astype("<u4").tobytes()


def deal(name: str = "skipbo", *settings: str, seats: int = 2, key: bytes = KEY) -> Table:
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, settings, g.title)
    g.options.check(seats, chosen)
    return Table(g, ("you",) + ("greedy",) * (seats - 1), chosen, key)


def play_on(table: Table, moves: int = 10_000, bot: str = "greedy") -> None:
    """Let bots play a while, rounds included."""
    bots = [seat_bot(table.game.name, bot, seat) for seat in range(len(table.seats))]
    for _ in range(moves):
        if table.over:
            return
        if table.waiting:
            table.next_round()
        else:
            seat = table.turn
            table.play(seat, bots[seat].choose(table.view(seat), table.legal()))


def find(table: Table, words: str) -> int:
    return int(table.words.parse(words))
