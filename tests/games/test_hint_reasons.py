"""Why a move is advised: a phrase for every legal move where one is obvious, from a view alone."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.local_tables import deal, play_on

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, game, hint_reasons
from skipyard.games.skipbo.actions import ACTIONS, DISCARD_ON, HAND_ON, STOCK_ON

MOVES = 60


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_short_phrases_in_both_languages(name: str) -> None:
    g, table, told = game(name), deal(name, seats=2), set()
    for _ in range(MOVES):
        if table.over:
            break
        legal = [int(action) for action in table.legal()]
        for action in legal:
            view = table.view(table.turn)
            phrases = [
                hint_reasons.reason(g, view, action, legal, language) for language in LANGUAGES
            ]
            assert bool(phrases[0]) == bool(phrases[1])
            for phrase in phrases:
                assert not phrase.endswith(".")
                assert "{" not in phrase
                assert len(phrase) <= 60
            told.add(phrases[0])
        play_on(table, 1)
    assert len(told) > 1


def test_every_phrase_is_there_in_both_languages() -> None:
    for name in GAMES:
        assert hint_reasons.sentences(game(name).hint_reasons.FOLDER).missing() == []


def skipbo_view(**fields: Any) -> Any:
    view = game("skipbo").rules.View()
    view.seats, view.top, view.stock_left[:2], view.hand_left[:2] = 2, 12, 5, 5
    for name, values in fields.items():
        view[name][: len(values)] = values
    return view


@pytest.mark.parametrize(
    ("action", "fields", "phrase"),
    [
        (STOCK_ON[0, 1], {}, "stock first"),
        (STOCK_ON[0, 1], {"stock_left": [1, 5]}, "the last card of your stock"),
        (DISCARD_ON[12, 0], {"hand": [12, 7], "height": [0, 5]}, "keeps 7 for pile 2"),
        (
            HAND_ON[3, 0],
            {"height": [2], "stock_top": [4, 9]},
            "then your 4 from the stock goes on pile 1",
        ),
        (
            HAND_ON[3, 0],
            {"height": [2], "stock_top": [1, 3]},
            "the next player waits for a 3 there",
        ),
        (HAND_ON[12, 3], {"height": [0, 0, 0, 11]}, "completes pile 4"),
        (HAND_ON[3, 0], {"height": [2], "hand_left": [1, 5]}, "an empty hand is filled again"),
    ],
)
def test_skip_bo_says_why(action: int, fields: dict[str, Any], phrase: str) -> None:
    view = skipbo_view(**fields)
    assert hint_reasons.reason(game("skipbo"), view, int(action), [], "en") == phrase
    assert ACTIONS[int(action)].die == 0
