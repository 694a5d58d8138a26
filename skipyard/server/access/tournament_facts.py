"""A tournament in words, as one viewer may know it: for its page and for the API."""

from __future__ import annotations

from typing import Any

from skipyard.games.facts import chosen_facts
from skipyard.games.grammar import listed
from skipyard.seats import NOBODY
from skipyard.server.live.table_summary import MINUTE
from skipyard.server.sentences import say
from skipyard.table.policy import NO_CLOCK, PER_GAME, SECOND
from skipyard.tournament.agreement import FEWEST, KNOCKOUT, ROUND_ROBIN, SWISS
from skipyard.tournament.rounds import PERSON, Meeting
from skipyard.tournament.state import BREAK, GATHERING, OVER, PLAYING
from skipyard.tournament.tournament import Tournament

ORGANISER = NOBODY  # the number under which an organiser holds a tournament
FRACTIONS = ("", "¼", "½", "¾")
QUARTERS = len(FRACTIONS)


def quarters(count: int) -> str:
    """Quarters of a point as a number that people read: 1½."""
    whole, rest = divmod(count, QUARTERS)
    return f"{whole if whole or not rest else ''}{FRACTIONS[rest]}"


def half_points(count: int) -> str:
    return quarters(2 * count)


def facts(t: Tournament, held: list[int], now: int, language: str) -> dict[str, Any]:
    """All that is shown; nothing here depends on what was dealt."""
    me = my_number(t, held)
    return {
        "id": t.id,
        "seq": t.seq,
        "name": t.agreement.name,
        "game": t.game.name,
        "title": t.game.title,
        "phase": t.phase,
        "form": t.agreement.form,
        "duplicate": t.agreement.duplicate,
        "round": len(t.rounds),
        "rounds": t.planned,
        "status": status(t, language),
        "wait": wait(t, now),
        "organiser": ORGANISER in held,
        "me": me,
        "open": t.may_still_join(),
        "may_join": me == NOBODY and t.may_still_join(),
        "may_begin": t.phase == GATHERING and len(t.people) >= FEWEST,
        "needed": max(0, FEWEST - len(t.people)),
        "mine": mine(t, me, language),
        "players": players(t),
        "played": [round_facts(t, number, language) for number in range(len(t.rounds), 0, -1)],
        "standings": standings_facts(t, me),
        "tie_break": say(language, f"tournament.tie_{t.agreement.form}"),
        "commitment": t.commitment,
        "promised": me != NOBODY and bool(t.players[me].commitment) and not t.players[me].nonce,
        "agreed": agreed(t, language),
        "rules": rules(t, language),
    }


def my_number(t: Tournament, held: list[int]) -> int:
    """The number under which a viewer plays; NOBODY for one who does not, or has left."""
    numbers = [number for number in held if number in t.people]
    return numbers[-1] if numbers else NOBODY


def status(t: Tournament, language: str) -> str:
    """Where the tournament stands, in one sentence."""
    count = len(t.people)
    if t.phase == GATHERING:
        key = "gathering_none" if not count else "gathering_one" if count == 1 else "gathering"
        return say(language, f"tournament.{key}", count=count)
    if t.phase == PLAYING:
        running = sum(not meeting.places for meeting in t.rounds[-1].meetings)
        key = "playing_one" if running == 1 else "playing"
        facts = {"round": len(t.rounds), "rounds": t.planned, "count": running}
        return say(language, f"tournament.{key}", **facts)
    if t.phase == OVER:
        first = [t.players[line.player].name for line in t.standings if line.rank == 1]
        key = "won" if len(first) == 1 else "won_by_many"
        return say(language, f"tournament.{key}", names=listed(first, language) if first else "")
    return say(language, f"tournament.{t.phase}", round=len(t.rounds) + 1)


def wait(t: Tournament, now: int) -> int:
    """Seconds until the next round begins by itself; 0 outside of a break."""
    return max(0, -(-(t.due() - now) // SECOND)) if t.phase == BREAK else 0


def mine(t: Tournament, me: int, language: str) -> dict[str, str] | None:
    """The viewer's own game now: its table, or why there is none."""
    if me == NOBODY or t.phase != PLAYING:
        return None
    running = t.meeting_of(me)
    if running is not None:
        number, table = running
        rivals = t.rounds[number - 1].meetings[table].rivals(me)
        names = listed([t.players[rival].name for rival in rivals], language)
        text = say(language, "tournament.against", names=names)
        return {"table": t.table_id(number, table), "text": text}
    last = t.rounds[-1]
    if me in last.byes:
        key = "bye_nothing" if t.agreement.form == ROUND_ROBIN else "bye"
        return {"table": "", "text": say(language, f"tournament.{key}")}
    if any(me in meeting.players for meeting in last.meetings):
        return {"table": "", "text": say(language, "tournament.done")}
    out = t.agreement.form == KNOCKOUT and not t.players[me].late
    return {"table": "", "text": say(language, "tournament.out" if out else "tournament.next_time")}


def players(t: Tournament) -> list[dict[str, Any]]:
    """Everybody who came, bots included."""
    return [
        {"player": number, "name": who.name, "bot": who.kind != PERSON, "left": who.left}
        for number, who in enumerate(t.players)
        if not who.left or t.phase != GATHERING
    ]


def round_facts(t: Tournament, number: int, language: str) -> dict[str, Any]:
    """One round: its tables with results, and who had a bye."""
    played = t.rounds[number - 1]
    tables = [
        meeting_facts(t, number, table, meeting, language)
        for table, meeting in enumerate(played.meetings)
    ]
    byes = [t.players[player].name for player in played.byes]
    return {"round": number, "tables": tables, "byes": byes}


def meeting_facts(
    t: Tournament, number: int, table: int, meeting: Meeting, language: str
) -> dict[str, Any]:
    """One table; its review can be read once its deal is no longer played anywhere."""
    name = t.table_id(number, table)
    key = f"how_{meeting.how}" if meeting.how not in ("", "played") else ""
    return {
        "table": name,
        "over": bool(meeting.places),
        "open": not t.is_sealed(name),
        "note": say(language, f"tournament.{key}") if key else "",
        "players": [
            {
                "player": player,
                "name": t.players[player].name,
                "bot": t.players[player].kind != PERSON,
                "points": half_points(meeting.half_points(player)) if meeting.places else "",
                "won": bool(meeting.places) and meeting.place(player) == 1,
            }
            for player in meeting.players
        ],
    }


def standings_facts(t: Tournament, me: int) -> list[dict[str, Any]]:
    """The table of standings, once a round was paired."""
    if not t.rounds:
        return []
    survived = t.agreement.form == KNOCKOUT
    return [
        {
            "rank": line.rank,
            "player": line.player,
            "name": t.players[line.player].name,
            "bot": t.players[line.player].kind != PERSON,
            "points": half_points(line.half_points),
            "tie_break": str(line.tie_break) if survived else quarters(line.tie_break),
            "played": line.played,
            "left": t.players[line.player].left,
            "me": line.player == me,
        }
        for line in t.standings
    ]


def agreed(t: Tournament, language: str) -> list[str]:
    """The form, the deals, the bots, the clock, and options that differ from the default."""
    agreement = t.agreement
    lines = [say(language, f"tournament.form_{agreement.form}")]
    if agreement.form == ROUND_ROBIN and agreement.legs > 1:
        lines.append(say(language, "tournament.return_games"))
    if agreement.form == SWISS and t.seats > 2:
        lines.append(say(language, "tournament.seats_at", count=t.seats))
    if agreement.form != KNOCKOUT and agreement.rounds:
        lines.append(say(language, "tournament.rounds_agreed", count=agreement.rounds))
    lines.append(
        say(language, "tournament.same" if agreement.duplicate else "tournament.own_deals")
    )
    if agreement.tables.get("clock", NO_CLOCK) != NO_CLOCK:
        clock, time = agreement.tables["clock"], agreement.tables["time"]
        time = time / MINUTE if clock == PER_GAME else time
        increment = agreement.tables.get("increment", 0)
        lines.append(say(language, f"agreed.clock_{clock}", time=f"{time:g}", increment=increment))
    return lines + chosen_facts(t.game, t.chosen, language)


def rules(t: Tournament, language: str) -> list[str]:
    """The rules of points, ties, byes, leavers and late joiners, as this tournament has them."""
    form = t.agreement.form
    keys = [
        "rule_points_two" if t.seats == 2 else "rule_points",
        f"rule_ties_{form}",
        f"rule_byes_{form}",
        "rule_bots" if t.agreement.fill else "",
        f"rule_late_{form}",
        "rule_leave" if t.seats == 2 else "rule_leave_many",
        "rule_same" if t.agreement.duplicate else "",
        "rule_next",
    ]
    facts = {"pause": t.agreement.pause}
    return [say(language, f"tournament.{key}", **facts) for key in keys if key]
