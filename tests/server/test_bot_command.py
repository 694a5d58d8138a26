"""External programs as players: the bot of the docs plays here and at a real server."""

from __future__ import annotations

import pathlib
import re
import sys

import pytest
from helpers.running_command import INTERPRETED, RunningCommand
from helpers.server_thread import Guest, running_server

from skipyard.__main__ import main
from skipyard.games import GAMES

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "bot.py"
BOT = [sys.executable, str(EXAMPLE)]
SHORT = {"skipbo": ["--set", "stock_size=5"], "skipbo_mod": ["--set", "stock_size=5"]}


def test_the_page_shows_the_bot_that_is_run() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    shown = re.search(r"```python\n(.*?)```", page, re.S)
    assert shown is not None
    assert shown[1] == EXAMPLE.read_text("utf-8")
    assert len(shown[1].splitlines()) <= 32


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_of_the_docs_plays_every_game(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = SHORT.get(game, [])
    assert main(["--lang", "en", "bot", "--game", game, "--seed", "3", *settings, "--", *BOT]) == 0
    assert re.search(
        r"Games won: [01] of 1, \d+\.00% \(95 % interval: \d.* … \d.*\)\.", capsys.readouterr().out
    )


def test_an_interrupt_tells_how_the_finished_games_went() -> None:
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    shown = json.loads(line)\n"
        "    if shown['scene'] and shown['scene']['paths']:\n"
        "        print(json.dumps(shown['scene']['paths'][0]), flush=True)\n"
        "    else:\n"
        "        print('game over', file=sys.stderr)\n"
    )
    words = ["--lang", "en", "bot", "--game", "skippity", "--set", "size=6", "--games", "100000"]
    with RunningCommand(
        *words, "--", sys.executable, "-c", program, environment=INTERPRETED
    ) as command:
        command.wait_for(r"(game over\s+){2}")
        command.press_ctrl_c()
        assert command.status() == 130
        sentence = r"Stopped after [1-9]\d* of 100000 games, of which the program won \d+\."
        assert re.fullmatch(sentence, command.last_line())


def test_the_bot_of_the_docs_plays_at_a_server(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_server(tmp_path) as server:
        opened = Guest(server.url).open_table("skippity", ["bot:greedy", "invited"])
        there = ["--server", server.url, "--code", opened["codes"]["1"], "--name", "Robbie"]
        assert main(["--lang", "en", "bot", *there, "--", *BOT]) == 0
        assert "The game is over" in capsys.readouterr().out
        chairs = Guest(server.url).get(f"/api/tables/{opened['table']}").json()["table"]["chairs"]
        assert chairs[1]["name"] == "Robbie"
        assert main(["--lang", "en", "bot", *there, "--", *BOT]) == 2
        assert "has been used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (["/no/such/program"], "cannot be started"),
        ([sys.executable, "-c", "pass"], "has ended"),
        ([sys.executable, "-c", "input(); print('seven'); input()"], "answered “seven”"),
        ([sys.executable, "-c", "input(); print('{\"action\": 9999}'); input()"], "move number"),
    ],
)
def test_a_bad_program_gets_a_sentence(
    program: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "bot", "--game", "skippity", "--", *program]) == 2
    assert sentence in capsys.readouterr().err


def test_a_server_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    there = ["--server", "http://127.0.0.1:9", "--code", "X"]
    assert main(["--lang", "en", "bot", *there, "--", *BOT]) == 2
    assert "does not answer" in capsys.readouterr().err
