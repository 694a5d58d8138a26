"""What a given bot would have played in a recorded game, from what each seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from skipyard.bots import seat_bot
from skipyard.lab.sentences import say
from skipyard.table.chances import moments
from skipyard.table.table import Table


class BotMove(NamedTuple):
    """A move where there was a choice, and the bot's in its place."""

    number: int  # of its entry in the log
    seat: int
    action: int
    bots: int  # the action that the bot chose

    @property
    def same(self) -> bool:
        return self.action == self.bots


def bot_moves(table: Table, bot: str, seed: int) -> list[BotMove]:
    """Ask a bot about every move of a game where there was a choice; Forfeit if it breaks down."""
    seats = len(table.seats)
    seated = [seat_bot(table.game.name, bot, seed * seats + seat) for seat in range(seats)]
    try:
        return [
            BotMove(
                moment.number,
                moment.seat,
                moment.action,
                seated[moment.seat].choose(moment.view, moment.legal.copy()),
            )
            for moment in moments(table)
            if moment.view is not None and len(moment.legal) > 1
        ]
    finally:
        for each in seated:
            each.close()


def add(
    report: dict[str, Any], moves: Sequence[BotMove], bot: str, words: Any, language: str
) -> None:
    """Add a bot's moves, and how often they were the same, to the figures of an analysis."""
    asked = {move.number: move for move in moves}
    who: dict[int, str] = {}
    for facts in report["moves"]:
        move = asked.get(facts["number"])
        if move is not None:
            who[move.seat] = facts["who"]
            told = str(words.describe(move.bots, language))
            facts["bot"] = {"action": move.bots, "words": told, "same": move.same}
    players = []
    for seat, name in sorted(who.items()):
        same = [move.same for move in asked.values() if move.seat == seat]
        players.append({"seat": seat, "who": name} | agreement(same))
    every = agreement([move.same for move in asked.values()])
    report["bot"] = {"name": bot} | every | {"players": players}


def agreement(same: list[bool]) -> dict[str, Any]:
    share = sum(same) / len(same) if same else None
    return {"moves": len(same), "same": sum(same), "share": share}


def lines(report: dict[str, Any], language: str) -> list[str]:
    """The same as text: the shares, then the moves."""
    bot = report["bot"]["name"]
    told = [say(language, "analyse.bot", bot=bot)]
    for player in report["bot"]["players"]:
        percent = round(100 * player["share"])
        facts = {"who": player["who"], "same": player["same"], "moves": player["moves"]}
        told.append("  " + say(language, "analyse.bot_share", percent=percent, **facts))
    for move in report["moves"]:
        if "bot" in move:
            facts = {"number": move["number"], "who": move["who"], "words": move["words"]}
            key = "analyse.bot_same" if move["bot"]["same"] else "analyse.bot_other"
            told.append("  " + say(language, key, bot=bot, wanted=move["bot"]["words"], **facts))
    return told
