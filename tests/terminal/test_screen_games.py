"""Whole games on the full screen of a real terminal, as a person plays them."""

from __future__ import annotations

import pathlib
import random
import re
import signal

import pytest
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


# Leaving and other terminals ----------------------------------------------------------------------
def to_touch(text: str) -> bool:
    return bool(MARKED.search(text))


@pytest.mark.full
@pytest.mark.parametrize("how", ["q", "\x03", signal.SIGTERM, signal.SIGINT])
def test_leaving_keeps_the_game_and_says_how_to_go_on(
    how: str | int, tmp_path: pathlib.Path
) -> None:
    with screen_terminal(command("skippity", "en"), tmp_path) as terminal:
        terminal.wait_for(to_touch, "thing to touch")
        if isinstance(how, str):
            terminal.press(how)
        else:
            terminal.process.send_signal(how)
        assert terminal.wait_until_left() == 0
        assert "`skipyard play --resume` goes on with it." in terminal.text
    again = ["play", "--resume", "--pace", "0"]
    with screen_terminal(again, tmp_path, 120, 40) as terminal:
        terminal.wait_for(to_touch, "thing to touch")
        assert "Skippity" in terminal.lines[0]


@pytest.mark.full
def test_a_closed_window_loses_nothing(tmp_path: pathlib.Path) -> None:
    kept = tmp_path / "skipyard" / "last.json"
    with screen_terminal(command("skippity", "en"), tmp_path) as terminal:
        terminal.wait_for(to_touch, "thing to touch")
        terminal.press("\r\r")
        terminal.wait_for(lambda _: kept.exists(), "saved game")
    with screen_terminal(["play", "--resume", "--lines"], tmp_path) as terminal:
        terminal.wait_for(lambda text: "Your move" in text, "prompt")


@pytest.mark.full
def test_a_small_window_waits_until_it_is_larger(tmp_path: pathlib.Path) -> None:
    with screen_terminal(command("flip_and_skip", "fr"), tmp_path, 60, 20) as terminal:
        terminal.wait_for(lambda text: "60 colonnes et 20 lignes" in text, "sentence")
        terminal.resize(80, 24)
        terminal.wait_for(to_touch, "thing to touch")
        terminal.resize(40, 10)
        terminal.wait_for(lambda text: "40 colonnes" in text, "sentence")
        terminal.press("\x03")
        assert terminal.wait_until_left() == 0


@pytest.mark.full
@pytest.mark.parametrize("why", ["--lines", "dumb"])
def test_lines_where_they_are_asked_for_or_needed(why: str, tmp_path: pathlib.Path) -> None:
    args, more = command("skippity", "en"), dict[str, str]()
    if why == "dumb":
        more["TERM"] = "dumb"
    else:
        args.append(why)
    with screen_terminal(args, tmp_path, 80, 24, **more) as terminal:
        terminal.wait_for(lambda text: "Your move (? for help)" in text, "prompt")
        assert b"\x1b[?1049h" not in terminal.raw


@pytest.mark.full
def test_the_first_start_does_not_wait_for_the_compiler(tmp_path: pathlib.Path) -> None:
    empty = {"SKIPYARD_CACHE_DIR": str(tmp_path / "cache")}
    with screen_terminal(command("skipbo_mod", "en"), tmp_path, 80, 24, **empty) as terminal:
        terminal.wait_for(to_touch, "thing to touch")
        terminal.press("a")
        terminal.wait_for(lambda text: "still being compiled" in text, "sentence")
        for _ in range(6):  # somebody's bot moves in between, interpreted
            before = terminal.settle()
            terminal.press("\r")
            terminal.wait_for_change(before, CHANGE)
        terminal.press("q")
        assert terminal.wait_until_left() == 0


@pytest.mark.full
def test_a_hint_and_the_analysis(tmp_path: pathlib.Path) -> None:
    with screen_terminal(command("skippity", "en"), tmp_path) as terminal:
        terminal.wait_for(to_touch, "thing to touch")
        terminal.press("h")
        terminal.wait_for(lambda text: "to win" in text, "hint")
        if "Close" in terminal.text:  # the hint is too long for a line
            terminal.press("\r")
        terminal.wait_for(lambda text: "Close" not in text, "board")
        terminal.press("a")
        terminal.wait_for(lambda text: "Your chance of winning" in text, "analysis")
        assert re.search(r"→ *\d+ %", terminal.text)
