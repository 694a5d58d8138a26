"""What follows automatically in Skip or Trip is in the journal, in order."""

from __future__ import annotations

import pytest

from skipyard.games import game
from skipyard.games.skip_or_trip import turn_end
from skipyard.options import read_settings
from skipyard.table.table import LoggedAction, Table
from skipyard.terminal import boards
from skipyard.terminal.journal import Journal

G = game("skip_or_trip")
ENDGAME = "deck: 0\nendgame: yes\n"
THREE = ENDGAME + "seats: 3\ntokens: 20 | 12 | 5\nhand 1: 3-D\nhand 3: 1-S\n"
TOLD = {
    "quits and passes in turn": (
        (THREE, "skip with 3-D"),
        [
            "Player 3 is last and quits.",
            "Player 2 has no cards and passes.",
            "Player 2 is last and quits.",
        ],
    ),
    "only the mover quits": (
        ("options: endgame_reading=mover\n" + THREE, "skip with 3-D"),
        ["Player 2 has no cards and passes."],
    ),
    "those who tie quit together": (
        (
            ENDGAME + "options: last_tie=all_quit\nseats: 3\ntokens: 9 | 0 | 0\nhand 1: 3-D",
            "pass",
        ),
        ["Player 2 is last and quits.", "Player 3 is last and quits."],
    ),
    "one of two tokens": (
        (
            ENDGAME + "options: variant=advanced, adv_elimination=token\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Player 2 is last and loses a token."],
    ),
    "a team": (
        (
            ENDGAME + "options: variant=team\nseats: 4\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Team B is last and quits."],
    ),
    "a token of a team": (
        (
            ENDGAME + "options: variant=team, adv_elimination=token\nseats: 4\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Team B is last and loses a token."],
    ),
    "the last cards are drawn": (
        ("deck: 2\ntokens: 20 | 9\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"),
        ["The endgame begins."],
    ),
    "a turn like any other": (("tokens: 20 | 9\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"), []),
    "a trip that is not complete": (
        (ENDGAME + "tokens: 20 | 12\nhand 1: 3-D 4-K\nhand 2: 1-S", "trip player 2"),
        [],
    ),
    "a win at 100": ((ENDGAME + "tokens: 97 | 12\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"), []),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_follows_is_told(name: str) -> None:
    (text, move), lines = TOLD[name]
    state = G.position.read(text)
    action, before = G.words.of(state).parse(move), state.tobytes()
    assert turn_end.after(state, action) == lines
    assert len(turn_end.after(state, action, "fr")) == len(lines)
    assert state.tobytes() == before


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told_is_what_was_played(name: str) -> None:
    """As many lines of quitting as sides that quit."""
    (text, move), lines = TOLD[name]
    state = G.position.read(text)
    G.rules.play(state, G.words.of(state).parse(move))
    assert sum("quits" in line for line in lines) == sum(state.quit_at > 0)


def test_the_journal_has_these_lines() -> None:
    chosen = read_settings(G.options.OPTIONS, [], G.title)
    table = Table(G, ("you", "greedy", "greedy"), chosen, bytes(32))
    journal = Journal(table, boards.of(G.name), "en")
    (text, move), lines = TOLD["quits and passes in turn"]
    table.state = G.position.read(text)
    entry = LoggedAction(0, table.words.parse(move))
    journal.follow(table, entry, lambda: table.play(*entry))
    assert journal.lines == ["You: skip with 3 [to 23]", *lines]
    journal.take_back()
    assert journal.lines == []


def test_a_team_is_called_a_team() -> None:
    state = G.position.read(
        "options: variant=team\nseats: 4\ntokens: 20 0 | 0 0\nhand 1: 3-D\nhand 2: 1-S"
    )
    words, view = G.words.of(state), G.rules.View()
    G.rules.observe(state, 0, view)
    trip = words.parse("trip team b, token 2")
    assert words.describe(trip, "fr") == "croche-pied à l’équipe B, pion 2"
    no = G.rules.verdict(state, G.rules.ACTIONS[trip])
    assert words.refuse(view, trip, no) == (
        "That token of team B stands on the start, where nobody can be tripped. (ST-A08)"
    )
