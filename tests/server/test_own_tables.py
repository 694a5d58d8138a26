"""What is said of a person's tables, and what statistics are made of."""

from __future__ import annotations

import pytest

from skipyard.server.access import own_tables, statistics
from skipyard.server.access.own_tables import Summary
from skipyard.table.database.store import FinishedTable, Played, SeatResult

BOTS = ("person", "bot:level2")


def summary(phase: str = "playing", turn: int = 0, away: str = "") -> Summary:
    return Summary("skipbo", phase, turn, ("Ann", ""), BOTS, (away, ""))


def finished(*outcomes: str, mine: tuple[int, ...] = (0,)) -> FinishedTable:
    results = tuple(
        SeatResult(seat, "person", "people", outcome, 1 + seat, "played", 9, 5)
        for seat, outcome in enumerate(outcomes)
    )
    return FinishedTable("t", "skipbo", 1, 5, mine, results)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (summary(), "Your turn"),
        (summary(turn=1), "Bo is playing"),
        (summary(away="left"), "A bot plays on for you"),
        (summary(away="resigned"), "You have given up"),
        (summary("gathering", -1), "Seats free"),
        (summary("revealing", -1), "The cards are being dealt"),
        (summary("between", -1), "Between two rounds"),
        (summary("adjourned", -1), "Adjourned"),
        (Summary("gone", "unreadable", -1, (), (), ()), "Cannot be read here"),
    ],
)
def test_a_running_table_in_a_few_words(facts: Summary, words: str) -> None:
    assert own_tables.status(facts, [0], "en") == words
    assert own_tables.status(facts, [0], "fr") != words


@pytest.mark.parametrize(
    ("table", "outcome", "words"),
    [
        (finished("won", "lost"), "won", "You won"),
        (finished("lost", "won"), "lost", "You lost"),
        (finished("won", "lost", "lost", mine=(2,)), "lost", "Place 3 of 3"),
        (finished("drawn", "drawn"), "drawn", "A draw"),
        (finished("unknown", "unknown"), "unknown", "Result unknown"),
        (finished("won", "lost", mine=(0, 1)), "shared", "Ann won"),
        (finished("won", "won", "lost", mine=(0, 1, 2)), "shared", "Ann, Bob won"),
        (finished("drawn", "drawn", mine=(0, 1)), "shared", "A draw"),
    ],
)
def test_a_finished_table_in_a_few_words(table: FinishedTable, outcome: str, words: str) -> None:
    assert own_tables.outcome(table) == outcome
    assert own_tables.result_words(table, ["Ann", "Bob", "Cem"], "en") == words


def test_statistics_count_wins_and_streaks_by_game_and_opponent() -> None:
    outcomes = ["won", "won", "lost", "won", "drawn", "won", "won", "won"]
    played = [
        Played("skipbo" if n % 2 else "skippity", n, outcome, "bot:level2", 1)
        for n, outcome in enumerate(outcomes)
    ]
    played += [
        Played("skipbo", 20, "won", "people", 2),
        Played("skipbo", 21, "unknown", "mixed", 1),
    ]
    facts = statistics.statistics(played, "en")
    assert [facts[key] for key in ("games", "won", "drawn", "lost")] == [8, 6, 1, 1]
    assert (facts["streak"], facts["longest"], facts["shared"]) == (3, 3, 1)
    assert facts["latest"] == outcomes
    assert [(each["key"], each["games"]) for each in facts["by_game"]] == [
        ("skipbo", 4),
        ("skippity", 4),
    ]
    assert [each["label"] for each in facts["by_opponent"]] == ["Bots 2 · casual"]


def test_opponents_have_names_in_both_languages() -> None:
    for against in ("people", "mixed", "bot:level5", "bot:greedy"):
        english, french = (statistics.opponent(against, language) for language in ("en", "fr"))
        assert english
        assert english != french
