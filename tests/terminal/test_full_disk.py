"""A game in the terminal whose save does not fit on the disk."""

from __future__ import annotations

import io
import os
import pathlib
import tempfile
from typing import Any

import pytest
from test_screen import on_screen, table_of, text_of
from textual.pilot import Pilot

from skipyard import __main__
from skipyard.table.files import autosave, save
from skipyard.terminal.keeping import Keeper
from skipyard.terminal.screen.app import PlayApp
from skipyard.terminal.screen.dialogs import Dialog

FULL = pathlib.Path("/dev/full")  # every write to it fails for want of room
SHORT = ("play", "skippity", "--seats", "you,random", "--set", "size=6", "--seed", "7", "--lines")
NO_ROOM = "No space left on device"
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="This system has no /dev/full.")


class Disk:
    """The disk of the user's saves, which can be full."""

    def __init__(self) -> None:
        self.is_full, self.refused = True, 0
        self.make_file = tempfile.mkstemp

    def mkstemp(self, **where: Any) -> tuple[int, str]:
        handle, name = self.make_file(**where)
        if self.is_full:
            os.close(handle)
            self.refused += 1
            handle = os.open(FULL, os.O_WRONLY)
        return handle, name


@pytest.fixture
def disk(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    disk = Disk()
    monkeypatch.setattr(tempfile, "mkstemp", disk.mkstemp)
    return disk


def played(
    typed: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    status = __main__.main(["--lang", language, *SHORT])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def test_it_is_said_once_and_again_when_there_was_room_in_between(disk: Disk) -> None:
    keeper = Keeper(table_of("skippity", 2), "en")
    kept, (sentence,) = keeper.keep()
    assert not kept
    assert NO_ROOM in sentence
    assert keeper.keep() == (False, [])
    assert keeper.keep(leaving=True) == (False, [sentence])
    assert not list(autosave.folder().iterdir())  # no half of a save either
    disk.is_full = False
    assert keeper.keep() == (True, [])
    disk.is_full = True
    assert keeper.keep() == (False, [sentence])
    assert save.read(autosave.path(), "en").log == keeper.table.log


def test_an_earlier_game_keeps_its_place(disk: Disk) -> None:
    disk.is_full = False
    autosave.write(table_of("skippity", 2, 3))
    before = autosave.path().read_bytes()
    disk.is_full = True
    keeper = Keeper(table_of("skippity", 3), "en")
    assert not keeper.keep()[0]
    assert autosave.path().read_bytes() == before
    disk.is_full = False
    kept, (sentence,) = keeper.keep()
    assert kept
    assert autosave.PREVIOUS in sentence
    assert (autosave.folder() / autosave.PREVIOUS).read_bytes() == before


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_in_lines_goes_on_to_its_end(
    language: str, disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = played("1\n" * 200, language, monkeypatch, capsys)
    assert status == 0
    assert disk.refused > 2
    assert text.count(NO_ROOM) == 1
    assert "Traceback" not in text


def test_who_leaves_the_lines_is_told(
    disk: Disk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, text = played("1\n1\nquit\n", "en", monkeypatch, capsys)
    assert status == 1
    assert text.count(NO_ROOM) == 2
    assert "--resume" not in text.splitlines()[-1]
    assert not autosave.path().exists()


def test_who_leaves_the_screen_is_told(disk: Disk) -> None:
    async def play(app: PlayApp, pilot: Pilot[int]) -> None:
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Dialog)
        assert NO_ROOM in text_of(app)
        await pilot.press("enter")
        await pilot.press("m", "enter")
        await pilot.pause()
        assert len(app.table.log) > 1
        await pilot.press("q")

    app = on_screen(table_of("skippity", 2), play, (200, 60))
    assert app.return_value == 1
    assert NO_ROOM in str(app.farewell[-1])
