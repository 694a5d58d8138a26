"""Every kind of row in a tournament's log: how its command is checked, how the row is applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from skipyard.bots.people import bot_name
from skipyard.table import fair_dice
from skipyard.table.command import Attempt
from skipyard.table.database.store import Row
from skipyard.table.names import numbered
from skipyard.table.policy import BOT, SECOND
from skipyard.tournament import deals
from skipyard.tournament.agreement import FEWEST, ROUND_ROBIN
from skipyard.tournament.rounds import PERSON, Meeting, Player, Round
from skipyard.tournament.state import (
    BREAK,
    GATHERING,
    OVER,
    PLAYING,
    REVEAL,
    REVEALING,
    TournamentState,
)

Facts = dict[str, Any]
LONGEST_NAME = 40


class RowKind(NamedTuple):
    """One kind of row."""

    check: Callable[[TournamentState, Attempt], Facts]
    apply: Callable[[TournamentState, Row, Facts], None]
    own: bool = False  # whether only the tournament itself asks for it


# Coming and going ---------------------------------------------------------------------------------
def check_join(t: TournamentState, attempt: Attempt) -> Facts:
    data, language = attempt.command.data, attempt.language
    if attempt.seat != len(t.players):
        raise t.refuse(language, "stale")
    if not t.may_still_join():
        raise t.refuse(language, why_full(t))
    name, commitment = data.get("name", ""), data.get("commitment", "")
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise t.refuse(language, "form")
    if commitment and not fair_dice.is_hex(commitment):
        raise t.refuse(language, "form")
    wanted = name.strip() or f"P{len(t.players) + 1}"
    taken = [t.players[number].name for number in t.present]
    return {
        "name": numbered(wanted, taken),
        "commitment": commitment if t.phase == GATHERING else "",
    }


def why_full(t: TournamentState) -> str:
    """The key of the sentence for somebody who cannot join."""
    if t.phase == OVER:
        return "over"
    return "full" if t.phase == GATHERING else "late"


def join(t: TournamentState, row: Row, data: Facts) -> None:
    late = t.phase != GATHERING
    place = t.free_place() if t.agreement.form == ROUND_ROBIN else None
    if late and place is not None:
        t.order[place] = row.seat
    elif late:
        t.order.append(row.seat)
    t.players.append(Player(data["name"], PERSON, data["commitment"], late=late))


def check_leave(t: TournamentState, attempt: Attempt) -> Facts:
    if t.phase == OVER:
        raise t.refuse(attempt.language, "over")
    if attempt.seat not in t.people:
        raise t.refuse(attempt.language, "nobody")
    return {}


def leave(t: TournamentState, row: Row, data: Facts) -> None:
    t.players[row.seat] = t.players[row.seat]._replace(left=True)


# Beginning ----------------------------------------------------------------------------------------
def check_begin(t: TournamentState, attempt: Attempt) -> Facts:
    if t.phase != GATHERING:
        raise t.refuse(attempt.language, "begun")
    if len(t.people) < FEWEST:
        raise t.refuse(attempt.language, "few", fewest=FEWEST)
    if len(t.people) + t.bots_needed() < t.seats:
        raise t.refuse(attempt.language, "few", fewest=t.seats)
    taken = [t.players[number].name for number in t.people]
    people = len(taken)
    for n in range(t.bots_needed()):
        taken.append(numbered(bot_name(t.agreement.level, n, ()), taken))
    return {"bots": taken[people:]}


def begin(t: TournamentState, row: Row, data: Facts) -> None:
    t.players += [Player(name, BOT + t.agreement.level) for name in data["bots"]]
    t.began_at = row.at
    t.phase = REVEALING


def check_reveal(t: TournamentState, attempt: Attempt) -> Facts:
    nonce = attempt.command.data.get("nonce", "")
    if t.phase != REVEALING or attempt.seat not in t.people:
        raise t.refuse(attempt.language, "no_reveal")
    player = t.players[attempt.seat]
    if not player.commitment or player.nonce or not fair_dice.is_hex(nonce):
        raise t.refuse(attempt.language, "no_reveal")
    if fair_dice.nonce_commitment(bytes.fromhex(nonce)) != player.commitment:
        raise t.refuse(attempt.language, "nonce")
    return {"nonce": nonce}


def reveal(t: TournamentState, row: Row, data: Facts) -> None:
    t.players[row.seat] = t.players[row.seat]._replace(nonce=data["nonce"])


# Rounds -------------------------------------------------------------------------------------------
def check_pair(t: TournamentState, attempt: Attempt) -> Facts:
    """Pair the next round: by itself when it is time, or when the organiser ends the break."""
    soon = attempt.command.own and attempt.now < t.due()
    if t.phase == REVEALING:
        late = attempt.now >= t.began_at + REVEAL * SECOND
        if not attempt.command.own or not (t.all_revealed() or late):
            raise t.refuse(attempt.language, "not_yet")
        return first_round(t)
    if t.phase != BREAK or soon:
        raise t.refuse(attempt.language, "not_yet")
    return round_facts(t.next_round())


def first_round(t: TournamentState) -> Facts:
    """The lots and the first pairings."""
    drawn = t.drawn(deals.tournament_key(t.header.key, t.nonces()))
    tried = t.copy()
    start(tried, drawn)
    return {"order": drawn} | round_facts(tried.next_round())


def start(t: TournamentState, order: list[int]) -> None:
    """Fix the key and the order by lot."""
    t.key = deals.tournament_key(t.header.key, t.nonces())
    t.order = list(order)
    t.planned = t.rounds_planned()


def round_facts(one: Round) -> Facts:
    return {"meetings": [list(each.players) for each in one.meetings], "byes": list(one.byes)}


def pair(t: TournamentState, row: Row, data: Facts) -> None:
    if not t.rounds:
        start(t, data["order"])
    meetings = tuple(Meeting(tuple(players)) for players in data["meetings"])
    t.rounds.append(Round(meetings, tuple(data["byes"])))
    t.phase = PLAYING


def check_result(t: TournamentState, attempt: Attempt) -> Facts:
    data, language = attempt.command.data, attempt.language
    number, table, places = data.get("round"), data.get("table"), data.get("places")
    if t.phase != PLAYING or number != len(t.rounds) or type(table) is not int:
        raise t.refuse(language, "stale")
    meetings = t.rounds[-1].meetings
    if not 0 <= table < len(meetings) or meetings[table].places:
        raise t.refuse(language, "stale")
    seats = len(meetings[table].players)
    fits = isinstance(places, list) and len(places) == seats
    if not fits or not all(type(place) is int and 1 <= place <= seats for place in places or ()):
        raise t.refuse(language, "form")
    return {"round": number, "table": table, "places": places, "how": str(data.get("how", ""))}


def result(t: TournamentState, row: Row, data: Facts) -> None:
    last = t.rounds[-1]
    meetings = list(last.meetings)
    ended = meetings[data["table"]]._replace(places=tuple(data["places"]), how=data["how"])
    meetings[data["table"]] = ended
    t.rounds[-1] = last._replace(meetings=tuple(meetings))


ROW_KINDS: dict[str, RowKind] = {
    "join": RowKind(check_join, join),
    "leave": RowKind(check_leave, leave),
    "begin": RowKind(check_begin, begin),
    "reveal": RowKind(check_reveal, reveal),
    "pair": RowKind(check_pair, pair),
    "result": RowKind(check_result, result, own=True),
}
