"""Fallbacks for games without their own bots, boards or drawings."""

from __future__ import annotations

import io
import random
import re
import sys
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from skipyard import bots
from skipyard.art import sprite
from skipyard.art.svg import Symbols
from skipyard.bots import others, simulate
from skipyard.bots.search_settings import UNLIMITED, settings_for
from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, key_from
from skipyard.games import GAMES, Game, game
from skipyard.games.random_play import Table, defaults, legal, view_of
from skipyard.games.scene import Scene
from skipyard.options import Refused
from skipyard.pictures import plain as plain_picture
from skipyard.pictures.canvas import new_canvas
from skipyard.table.policy import check_chairs
from skipyard.terminal.boards.plain import Plain
from skipyard.terminal.menu import Menu
from skipyard.testing.worlds import every_game

SEATS = ("you", "greedy")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def after(name: str, moves: int, key: int) -> Any:
    """A table after some random moves."""
    state = Table(name, 2, defaults(name), key, "").deal()
    chance = random.Random(key)
    for _ in range(moves):
        if state.over:
            break
        game(name).rules.play(state, chance.choice(list(legal(name, state))))
    return state


def scene_for(name: str, state: Any, viewer: int, language: str = "en") -> Scene:
    view = view_of(name, state, viewer)
    actions = legal(name, state) if viewer == state.turn and not state.over else []
    scene: Scene = game(name).scene.scene(view, actions, ["Ann", "Bob"], language)
    return scene


# The plain board of a terminal --------------------------------------------------------------------
def drawn(name: str, state: Any, viewer: int, language: str, width: int = 120) -> str:
    g, out = game(name), io.StringIO()
    console = Console(file=out, width=width)
    board = Plain(g).Board(console, g, view_of(name, state, viewer), SEATS, language)
    console.print(board.draw(2, (10, 20)))
    return out.getvalue()


@every_language
@every_game
def test_the_plain_board_shows_every_zone_of_a_scene(name: str, language: str) -> None:
    for moves in (0, 12):
        state = after(name, moves, 3)
        text = " ".join(drawn(name, state, 0, language).split())
        scene = scene_for(name, state, 0, language)
        for zone in scene.zones:
            if zone.seat == NOBODY and zone.id != "buttons":
                assert " ".join(zone.label.split()) in text
        assert game(name).title in text
        assert "1" in text
        assert "20" in text  # points of the match


@every_game
def test_the_plain_board_shows_what_a_zone_shows(name: str) -> None:
    state = after(name, 12, 4)
    text = " ".join(drawn(name, state, 0, "en").split())
    for zone in scene_for(name, state, 0).zones:
        for item in zone.items if zone.id != "buttons" else ():
            if zone.kind in ("grid", "track"):
                assert item.face in text or item.kind == "square"
            else:
                assert item.label in text


@every_game
def test_the_plain_boards_grid_fits_a_narrow_screen(name: str) -> None:
    state = after(name, 12, 4)
    grids = [zone for zone in scene_for(name, state, 0).zones if zone.kind == "grid"]
    rows = drawn(name, state, 0, "en", 80).splitlines()
    for zone in grids:
        start = next(n for n, line in enumerate(rows) if line.strip() == f"{zone.label}:")
        for line in rows[start + 1 : start + 1 + zone.columns]:
            assert len(line.split()) == zone.columns


@every_language
@every_game
def test_the_plain_menu_has_every_move_once(name: str, language: str) -> None:
    state = after(name, 8, 5)
    words = game(name).words
    view, actions = view_of(name, state, state.turn), list(legal(name, state))
    spoken = words.of(state) if hasattr(words, "of") else words.WORDS
    menu = Menu(Plain(game(name)), spoken, view, actions, language)
    assert menu.actions == sorted(actions)
    text = " ".join(menu.draw(100).plain.split())
    for number, action in enumerate(menu.actions, 1):
        assert f"{number} {' '.join(spoken.describe(action, language).split())}" in text


@every_game
def test_the_plain_board_says_how_everybody_stands(name: str) -> None:
    heading, stood = Plain(game(name)).standing(view_of(name, after(name, 5, 1), NOBODY), "en")
    assert heading
    assert len(stood) == 2


# The plain picture --------------------------------------------------------------------------------
@pytest.mark.parametrize("narrow", [False, True])
@every_game
def test_the_plain_picture_has_a_place_for_everything(name: str, narrow: bool) -> None:
    """With the game's drawings, and without, when faces are letters."""
    scene = scene_for(name, state := after(name, 10, 2), int(state.turn))
    drawings: list[Symbols] = [sprite.symbols(name), {}]
    for symbols in drawings:
        canvas = new_canvas(symbols, narrow)
        plain_picture.draw(canvas, scene)
        wanted = [zone for zone in scene.zones if zone.id != "buttons"]
        things = [item for zone in wanted for item in zone.items]
        assert canvas.boxes.keys() == {zone.id for zone in wanted} | {item.id for item in things}
        for x, y, width, height in canvas.boxes.values():
            assert x >= 0
            assert y >= 0
            assert x + width <= canvas.width + 1e-6
            assert y + height <= canvas.height + 1e-6
        text = "".join(canvas.parts)
        assert ("<use" in text) == bool(symbols)
        faces = {item.face for item in things if f"{item.kind}-{item.face}" not in symbols}
        assert faces <= set(re.findall(r">([^<]*)</text>", text))


# Bots ---------------------------------------------------------------------------------------------
def test_a_search_without_bots_trusts_no_guide_and_plays_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = settings_for(GAMES[0])
    assert usual.turns < UNLIMITED
    assert usual.proof > 0
    monkeypatch.setattr(Game, "companion", lambda *where: None)
    settings = settings_for(GAMES[0])
    assert (settings.turns, settings.proof, settings.bias) == (UNLIMITED, 0, 0)
    assert settings_for(GAMES[0], turns=3).turns == 3


class Last:
    """A bot of another package that plays its last legal move."""

    def __init__(self, game: str, seed: int) -> None:
        if game == GAMES[1]:
            raise Refused("I do not play this.")
        self.game, self.seed = game, seed

    def choose(self, view: Any, legal: Any) -> int:
        return int(legal[-1])


class Cheat(Last):
    def choose(self, view: Any, legal: Any) -> int:
        return -1


@pytest.fixture
def other_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "their_bots", sys.modules[__name__])
    entries = [
        EntryPoint("last", "their_bots:Last", others.GROUP),
        EntryPoint("cheat", "their_bots:Cheat", others.GROUP),
        EntryPoint("gone", "no_such_package:make", others.GROUP),
        EntryPoint("greedy", "their_bots:Cheat", others.GROUP),
    ]
    bots = {entry.name: entry for entry in entries}
    monkeypatch.setattr(others, "entries", lambda: bots)


@pytest.mark.usefixtures("other_bots")
def test_another_packages_bot_is_known_by_its_name() -> None:
    assert bots.all_names() == (*bots.NAMES, "last", "cheat", "gone")
    assert bots.read("last", GAMES[0]) == bots.specs.Spec("last")
    assert bots.is_bot("last")
    assert bots.display_name("last", "fr") == "last"
    with pytest.raises(Refused, match=r"“first”.*level5, last, cheat, gone"):
        bots.check("first")
    state = Table(GAMES[0], 2, defaults(GAMES[0]), 1, "").deal()
    view, actions = view_of(GAMES[0], state, state.turn), np.array(legal(GAMES[0], state))
    assert bots.seat_bot(GAMES[0], "last", 1).choose(view, actions) == actions[-1]
    assert bots.seat_bot(GAMES[0], "greedy", 1).choose(view, actions) in actions  # ours


@pytest.mark.usefixtures("other_bots")
def test_another_packages_bot_that_cannot_play_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="“gone” from no_such_package:make cannot be seated: Module"):
        bots.seat_bot(GAMES[0], "gone", 1)
    with pytest.raises(Refused, match="I do not play this"):
        bots.seat_bot(GAMES[1], "last", 1)
    state = Table(GAMES[0], 2, defaults(GAMES[0]), 1, "").deal()
    view, actions = view_of(GAMES[0], state, state.turn), np.array(legal(GAMES[0], state))
    with pytest.raises(Refused, match="“cheat” chose action -1"):
        bots.seat_bot(GAMES[0], "cheat", 1).choose(view, actions)


@pytest.mark.usefixtures("other_bots")
def test_another_packages_bot_plays_whole_games() -> None:
    g = game(GAMES[-1])
    games = simulate.play_many(g, 2, defaults(g.name), ["last", "random"], key_from(1), 3)
    results = np.concatenate(list(games))
    assert len(results) == 3
    assert (results["over"] != 0).all()


@pytest.mark.usefixtures("other_bots")
def test_a_server_seats_our_own_bots_only() -> None:
    check_chairs(["open", "bot:greedy"], 2, "en")
    with pytest.raises(Refused, match="bot:level5") as refused:
        check_chairs(["open", "bot:last"], 2, "en")
    assert "last" not in str(refused.value)
