"""Whole games on the full screen of a real terminal, as a person plays them."""

from __future__ import annotations

import pathlib
import random
import re

import pytest

pytest.importorskip("pyte", reason="the emulator of terminals is not installed")

from helpers.screen_terminal import ScreenTerminal, screen_terminal

GAMES = {  # with options that make them short
    "skipbo": ("--set", "stock=2"),
    "skipbo_mod": ("--set", "stock=2"),
    "skip_or_trip": (),
    "flip_and_skip": (),
    "skippity": ("--set", "size=6"),
}
OVER = {"en": "The game is over", "fr": "La partie est finie"}
LEAVE = {"en": "Leave", "fr": "Quitter"}
MARKED = re.compile(r"[┏╔‹]|\[ ?(?=\S)|▐ (?=\w)")  # what can be touched, by its frame
COLOURED = re.compile(rb"\x1b\[[0-9;]*\b(?:3[0-7]|4[0-7]|[34]8;[25]|9[0-7]|10[0-7])\b[0-9;]*m")
STEPS = 4000
CHANGE = 3.0  # seconds to wait for a change; a touch that changes nothing costs so long

every_game = pytest.mark.parametrize("name", GAMES)


def command(name: str, language: str, pace: str = "0") -> list[str]:
    seats = ("--seats", "you,random", "--seed", "4", "--pace", pace)
    return ["--lang", language, "play", name, *seats, *GAMES[name]]


def is_over(terminal: ScreenTerminal, language: str) -> bool:
    return OVER[language] in terminal.text


@pytest.mark.full
@every_game
def test_a_whole_game_by_keys_at_80_by_24(name: str, tmp_path: pathlib.Path) -> None:
    with screen_terminal(command(name, "en"), tmp_path) as terminal:
        terminal.wait_for(lambda text: bool(MARKED.search(text)), "thing to touch")
        for _ in range(STEPS):
            before = terminal.settle()
            if is_over(terminal, "en"):
                break
            terminal.press("\r")
            terminal.wait_for_change(before, CHANGE)
        terminal.wait_for(lambda text: OVER["en"] in text, "end")
        assert COLOURED.search(terminal.raw)
        terminal.press("\r")
        assert terminal.wait_until_left() == 0
    assert not (tmp_path / "skipyard" / "last.json").exists()  # it is finished


@pytest.mark.full
@every_game
def test_a_whole_game_by_mouse_at_200_by_60_without_colour(
    name: str, tmp_path: pathlib.Path
) -> None:
    dice = random.Random(name)
    with screen_terminal(command(name, "fr"), tmp_path, 200, 60, NO_COLOR="1") as terminal:
        terminal.wait_for(lambda text: bool(MARKED.search(text)), "thing to touch")
        for _ in range(STEPS):
            before = terminal.settle()
            if is_over(terminal, "fr"):
                break
            marks = [
                (match.start() + 1, y + (match[0] in "┏╔"))
                for y, line in enumerate(terminal.lines[1:56], 1)
                for match in MARKED.finditer(line[:156])
            ]
            if marks:
                terminal.click(*dice.choice(marks))
            terminal.wait_for_change(before, CHANGE)
        terminal.wait_for(lambda text: OVER["fr"] in text, "end")
        line = next(y for y, text in enumerate(terminal.lines) if re.search(" Quitter +[│┃]", text))
        terminal.click(terminal.lines[line].index("Quitter"), line)
        assert terminal.wait_until_left() == 0
        assert not COLOURED.search(terminal.raw)
