"""What follows automatically in Skip or Trip is in the journal, in order."""

from __future__ import annotations

import pytest

from skipyard.games import game
from skipyard.games.cases import seen_by
from skipyard.games.played_cases import names_of
from skipyard.options import read_settings
from skipyard.seats import NOBODY
from skipyard.table.journal import story
from skipyard.table.table import LoggedAction, Table
from skipyard.terminal.journal import Journal

G = game("skip_or_trip")
ENDGAME = "deck: 0\nendgame: yes\n"
THREE = ENDGAME + "seats: 3\ntokens: 20 | 12 | 5\nhand 1: 3-D\nhand 3: 1-S\n"
TOLD = {
    "quits and passes in turn": (
        (THREE, "skip with 3-D"),
        [
            "Player 3 is last and leaves the game.",
            "Player 2 is last and leaves the game.",
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
        ["Player 2 is last and leaves the game.", "Player 3 is last and leaves the game."],
    ),
    "one of two tokens": (
        (
            ENDGAME + "options: variant=advanced, adv_elimination=token\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Player 2’s second token is last and leaves the track."],
    ),
    "a team": (
        (
            ENDGAME + "options: variant=team\nseats: 4\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Team B is last and leaves the game."],
    ),
    "a token of a team": (
        (
            ENDGAME + "options: variant=team, adv_elimination=token\nseats: 4\n"
            "tokens: 20 9 | 12 4\nhand 1: 3-D\nhand 2: 1-S",
            "skip with 3-D",
        ),
        ["Team B’s second token is last and leaves the track."],
    ),
    "the last cards are drawn": (
        ("deck: 2\ntokens: 20 | 9\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"),
        ["The endgame begins: nobody draws, and whoever is last after a turn leaves the game."],
    ),
    "a turn like any other": (("tokens: 20 | 9\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"), []),
    "a trip that is not complete": (
        (ENDGAME + "tokens: 20 | 12\nhand 1: 3-D 4-K\nhand 2: 1-S", "trip player 2"),
        ["The symbols to match are a diamond and a key."],
    ),
    "a win at 100": ((ENDGAME + "tokens: 97 | 12\nhand 1: 3-D\nhand 2: 1-S", "skip with 3-D"), []),
}


def told(text: str, move: str, language: str = "en") -> list[str]:
    """What a watcher is told after the sentence of the move, without whose turn it is."""
    state = G.position.read(text)
    action, before = G.words.of(state).parse(move), seen_by(G, state, NOBODY)
    G.rules.play(state, action)
    names = names_of(int(state.seats), language)
    events = G.scene.events(before, seen_by(G, state, NOBODY), action, names, language)
    return story([event for event in events[1:] if event.kind != "end"])


@pytest.mark.parametrize("title", TOLD)
def test_what_follows_is_told(title: str) -> None:
    (text, move), lines = TOLD[title]
    assert told(text, move) == lines
    assert len(told(text, move, "fr")) == len(lines)


@pytest.mark.parametrize("title", TOLD)
def test_what_is_told_is_what_was_played(title: str) -> None:
    """As many lines of leaving as sides that quit."""
    (text, move), lines = TOLD[title]
    state = G.position.read(text)
    G.rules.play(state, G.words.of(state).parse(move))
    assert sum("is last and leaves the game." in line for line in lines) == sum(state.quit_at > 0)


def test_the_journal_has_these_lines() -> None:
    chosen = read_settings(G.options.OPTIONS, [], G.title)
    table = Table(G, ("you", "greedy", "greedy"), chosen, bytes(32))
    journal = Journal(table, "en")
    (text, move), lines = TOLD["quits and passes in turn"]
    table.state = G.position.read(text)
    entry = LoggedAction(0, table.words.parse(move))
    journal.follow(table, entry, lambda: table.play(*entry))
    bots = [line.replace(" is", " (greedy) is") for line in lines]
    assert journal.lines == [
        "The cards are dealt.",
        "You play a 3 and skip to square 23.",
        *bots,
    ]
    journal.take_back()
    assert journal.lines == ["The cards are dealt."]


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
