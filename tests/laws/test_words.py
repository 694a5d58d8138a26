"""The laws of words for our games, and the sentences that belong to no game."""

from __future__ import annotations

import pytest

from skipyard.catalogue import Catalogue, common, user_language
from skipyard.games import game
from skipyard.games.random_play import legal, rows, view_of
from skipyard.games.skipbo.actions import No
from skipyard.lab.sentences import sentences as lab_sentences
from skipyard.table.sentences import sentences
from skipyard.testing.laws.words import *  # noqa: F403
from skipyard.testing.laws.words import check_catalogue, check_french_spaces
from skipyard.testing.worlds import rare_event_tables

every_other = pytest.mark.parametrize(
    "catalogue", [common(), sentences(), lab_sentences()], ids=["common", "table", "lab"]
)


@every_other
def test_no_other_sentence_is_missing(catalogue: Catalogue) -> None:
    check_catalogue(catalogue)


@every_other
def test_other_french_puts_spaces_where_it_should(catalogue: Catalogue) -> None:
    check_french_spaces(catalogue)


@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
def test_a_refused_card_is_named(name: str) -> None:
    """“Pile 1 needs a 1, not 9”: the card is the one that lies there."""
    state = rare_event_tables(name)[0].deal()
    for _ in range(3):
        game(name).rules.play(state, legal(name, state)[-1])
    top = 5
    state.stock_top[state.turn] = top
    state.height[0] = (top + 3) % 11 + 1
    stock_on_first = game(name).words.parse("play the stock card on pile 1")
    no = game(name).rules.verdict(state, rows(name)[stock_on_first])
    assert no == No.NOT_NEXT
    view = view_of(name, state, int(state.turn))
    needed = int(state.height[0]) + 1
    said = game(name).words.refuse(view, stock_on_first, no)
    assert said.startswith(f"Pile 1 needs a {needed} or a Skip-Bo, not {top}.")


def test_the_language_is_the_user_s(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert user_language() == "en"
    monkeypatch.setenv("LANG", "fr_CH.UTF-8")
    assert user_language() == "fr"
    monkeypatch.setenv("LC_MESSAGES", "de_CH.UTF-8")
    assert user_language() == "en"
    monkeypatch.setenv("LC_ALL", "fr")
    assert user_language() == "fr"
