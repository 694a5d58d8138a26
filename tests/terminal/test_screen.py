"""The full-screen client: touching, boards, a few moves; test_screen_games.py has whole games."""

from __future__ import annotations

import asyncio
import pathlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from skipyard.games import GAMES, game
from skipyard.games.scene import Path, Scene
from skipyard.options import Refused, read_settings
from skipyard.table.files import autosave, save
from skipyard.table.table import Table
from skipyard.terminal.screen import boards, launch, palette
from skipyard.terminal.screen.app import PlayApp
from skipyard.terminal.screen.boards.drawing import Drawing
from skipyard.terminal.screen.dialogs import Dialog, HandOver, TooSmall
from skipyard.terminal.screen.sentences import sentences
from skipyard.terminal.screen.touching import Mark, Touches

Play = Callable[[PlayApp, Pilot[int]], Awaitable[None]]
KEY = bytes(range(32))


@pytest.fixture(autouse=True)
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


def table_of(name: str, seats: int, moves: int = 0, *settings: str) -> Table:
    """A table of people, after some moves, each the first legal one."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, list(settings), g.title)
    table = Table(g, ["you"] * seats, chosen, KEY)
    for _ in range(moves):
        table.play(table.turn, int(table.legal()[0]))
    return table


def scene_of(table: Table) -> Scene:
    names = [f"Player {seat + 1}" for seat in range(len(table.seats))]
    scene: Scene = table.game.scene.scene(table.view(table.turn), table.legal(), names, "en")
    return scene


def on_screen(table: Table, play: Play, size: tuple[int, int] = (80, 24)) -> PlayApp:
    """Run the client without a terminal, and play at it."""
    app = PlayApp(table, "en", False, "dark", 0)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    try:
        asyncio.run(run())
    finally:
        app.thinker.stop()
    return app


def text_of(app: PlayApp) -> str:
    lines: list[Any] = app.screen._compositor.render_strips()
    return "\n".join(line.text for line in lines)


# Touching -----------------------------------------------------------------------------------------
PATHS = [
    Path(["a", "x"], 1, "a to x"),
    Path(["a", "y"], 2, "a to y"),
    Path(["b", "x"], 3, "b to x"),
    Path(["end"], 4, "end"),
]


def test_touches_narrow_until_a_path_is_complete() -> None:
    touches = Touches(PATHS)
    assert set(touches.next()) == {"a", "b", "end"}
    assert touches.touch(["a"]) is None
    assert set(touches.next()) == {"x", "y"}
    assert touches.mark("a") is Mark.HELD
    assert touches.mark("x") is Mark.CAN
    assert touches.touch(["z", "y"]) == 2
    assert touches.touch(["end"]) == 4


def test_another_thing_can_be_taken_up_and_let_go() -> None:
    touches = Touches(PATHS)
    touches.touch(["a"])
    touches.touch(["b"])
    assert touches.held == ["b"]
    touches.touch(["b"])
    assert touches.held == []
    assert not touches.can_touch(["x"])
    assert touches.touch(["x"]) is None
    touches.touch(["a"])
    assert touches.release()
    assert not touches.release()


# Boards -------------------------------------------------------------------------------------------
LEAST = {"skipbo": 6, "skipbo_mod": 6, "skip_or_trip": 6, "flip_and_skip": 2, "skippity": 4}


@pytest.mark.full
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_a_board_fits_80_by_24_and_shows_all_that_can_be_touched(name: str, language: str) -> None:
    table = table_of(name, LEAST[name])
    for _ in range(25):
        scene = scene_of(table)
        touches = Touches(scene.paths)
        while following := touches.next():
            canvas = boards.draw(table.game, Drawing(scene, touches, language, 80, 21))
            assert canvas.width <= 80
            assert canvas.height <= 21
            shown = {one for area in canvas.areas for one in area.ids}
            assert following.keys() <= shown
            for area in canvas.areas:
                assert 0 <= area.x < area.x + area.width <= canvas.width
                assert 0 <= area.y < area.y + area.height <= canvas.height
            if touches.touch([next(iter(following))]) is not None:
                break
        table.play(table.turn, int(table.legal()[0]))


@pytest.mark.parametrize("name", GAMES)
def test_marks_are_told_without_colour(name: str) -> None:
    scene = scene_of(table_of(name, 2, 4))
    touches = Touches(scene.paths)
    room = (160, 55)

    def text() -> str:
        return boards.draw(game(name), Drawing(scene, touches, "en", *room)).text()

    nothing = boards.draw(game(name), Drawing(scene, Touches(), "en", *room)).text()
    can = text()
    touches.cursor = next(iter(touches.next()))
    cursor = text()
    touches.held, touches.cursor = [touches.cursor], ""
    assert len({nothing, can, cursor, text()}) == 4


def test_a_game_without_a_board_is_drawn_too() -> None:
    from skipyard.terminal.screen.boards import plain

    for name in GAMES:
        scene = scene_of(table_of(name, 2, 4))
        touches = Touches(scene.paths)
        canvas = plain.draw(Drawing(scene, touches, "en", 80, 60), 0)
        shown = {one for area in canvas.areas for one in area.ids}
        assert touches.next().keys() <= shown
        assert canvas.width <= 80


def test_every_style_is_in_every_theme() -> None:
    names = {name: set(styles) for name, styles in palette.STYLES.items()}
    assert names[palette.LIGHT] == names[palette.DARK]
    assert all("#" not in style for style in palette.STYLES[palette.MONO].values())


def test_all_sentences_are_there_in_both_languages() -> None:
    assert sentences().missing() == []


# The screen ---------------------------------------------------------------------------------------
def test_moves_by_key_and_by_mouse_are_kept_and_can_be_taken_back() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        await pilot.press("enter", "enter")
        assert len(app.table.log) == 1
        assert autosave.path().exists()
        one, area = app.board.reachable()[0]
        left, top = app.board.origin
        await pilot.click(app.board, (left + area.x + 1, top + area.y))
        assert app.touches.held == [one]
        await pilot.press("escape")
        assert app.touches.held == []
        first, before = app.touches.cursor, len(app.table.log)
        await pilot.press("right", "down", "tab")
        assert app.touches.cursor != first
        await pilot.press("m", "enter")
        await pilot.pause()
        assert len(app.table.log) == before + 1
        await pilot.press("q")

    app = on_screen(table_of("skippity", 2), play)
    assert app.return_value == 0
    assert "--resume" in str(app.farewell[-1])
    assert save.read(autosave.path(), "en").log == app.table.log


@pytest.mark.full
def test_why_something_cannot_be_touched_is_said_with_its_rule() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        following = app.touches.next()
        area = next(a for a in app.board.canvas.areas if a.ids[0] not in following)
        left, top = app.board.origin
        await pilot.click(app.board, (left + area.x + 1, top + area.y))
        assert "SK-" in app.message + str(getattr(app.screen, "content", ""))

    on_screen(table_of("skippity", 2), play, (200, 60))


@pytest.mark.full
def test_undo_follows_the_tables_policy() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        await pilot.press("u")
        assert app.message == "There is nothing to undo."
        for action in app.table.legal():
            after = app.table.copy()
            after.play(after.turn, int(action))
            if after.turn == app.table.turn:
                break
        app.person_plays(app.table.turn, int(action))
        assert len(app.table.log) == 1
        await pilot.press("u")
        assert app.table.log == []
        assert app.message == "The last move is taken back."

    on_screen(table_of("skippity", 2, 0, "undo=on"), play)


def test_hands_are_hidden_until_the_next_person_sits_down() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, HandOver)
        drawing = app.board.drawing
        assert drawing is not None
        assert drawing.scene.me == -1
        await pilot.press("escape", "space", "h", "m", "j")
        assert isinstance(app.screen, HandOver)
        await pilot.press("enter")
        await pilot.pause()
        assert not isinstance(app.screen, HandOver)
        drawing = app.board.drawing
        assert drawing is not None
        assert drawing.scene.me == app.table.turn

    on_screen(table_of("skipbo", 2), play)


@pytest.mark.full
def test_a_match_goes_on_after_each_round_and_its_board_can_be_looked_at() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, Dialog)
        await pilot.press("escape")
        assert not isinstance(app.screen, Dialog)
        await pilot.press("enter")
        assert isinstance(app.screen, Dialog)
        assert app.table.round == 1
        await pilot.press("enter")
        await pilot.pause()
        assert app.table.round == 2

    table = table_of("skipbo", 2, 0, "stock=1", "match=on")
    while not table.round_over:
        table.play(table.turn, int(table.legal()[0]))
    on_screen(table, play)


@pytest.mark.full
def test_a_terminal_that_is_too_small_gets_a_sentence_until_it_is_larger() -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        assert isinstance(app.screen, TooSmall)
        assert "50 columns" in app.screen.sentence()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not isinstance(app.screen, TooSmall)
        await pilot.press("enter", "enter")
        assert len(app.table.log) == 1

    on_screen(table_of("skippity", 2), play, (50, 12))


def test_a_bad_pace_gets_a_sentence() -> None:
    assert launch.read_pace("0", "en") == 0
    for text in ("soon", "-1", "61", "nan"):
        with pytest.raises(Refused, match="number of seconds from 0 to 60"):
            launch.read_pace(text, "en")
