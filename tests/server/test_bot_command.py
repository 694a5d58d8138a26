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


ANSWERS = "print(json.dumps(message['scene']['paths'][0]), flush=True)"


def program(code: str) -> list[str]:
    """A program that does this with each message."""
    loop = f"for line in sys.stdin:\n    message = json.loads(line)\n    {code}\n"
    return [sys.executable, "-c", f"import json, sys, time\n{loop}"]


def play_here(command: list[str], *words: str) -> int:
    here = ["--lang", "en", "bot", "--game", "skippity", "--set", "size=6", "--seed", "1"]
    return main([*here, *words, "--", *command])


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit(3)", "ended (status 3)"),
        ("print('seven', flush=True)", "answered “seven”"),
        ("print('{\"action\": 9999}', flush=True)", "action 9999, which is not legal"),
    ],
)
def test_a_program_that_breaks_down_loses_that_game(
    code: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is started again for the next game."""
    assert play_here(program(code), "--games", "2") == 0
    told = capsys.readouterr().out
    assert "Games won: 0 of 2" in told
    assert "Games that ended because a bot broke down: 2." in told
    assert why in told


def test_a_program_that_falls_silent_loses_that_game(capsys: pytest.CaptureFixture[str]) -> None:
    silent = program(f"{ANSWERS}; time.sleep(3600)")
    assert play_here(silent, "--move-time", "0.2") == 0
    told = capsys.readouterr().out
    assert "Games won: 0 of 1" in told
    assert "no answer within 0.2 s" in told


def test_a_program_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_here(["/no/such/program"]) == 2
    assert "cannot be started" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["0", "-1", "nan", "601", "soon"])
def test_a_wrong_time_gets_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert play_here(BOT, f"--move-time={text}") == 2
    assert "--move-time is a time in seconds, up to 600" in capsys.readouterr().err


@pytest.mark.parametrize("against", [pytest.param("search:2", marks=pytest.mark.full), "program"])
def test_it_plays_against_whatever_a_match_takes(
    against: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rival = f"exec:{sys.executable} {EXAMPLE}" if against == "program" else against
    assert play_here(BOT, "--against", rival) == 0
    told = capsys.readouterr().out
    assert re.search(r"Games won: [01] of 1", told)
    assert "broke down" not in told


def test_a_rival_that_breaks_down_loses_too(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rival = tmp_path / "rival.py"
    rival.write_text("import sys; sys.exit(5)")
    assert play_here(BOT, "--against", f"exec:{sys.executable} {rival}") == 0
    told = capsys.readouterr().out
    assert "Games won: 1 of 1" in told
    assert "ended (status 5)" in told


def test_a_rival_that_is_none_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_here(BOT, "--against", "nobody") == 2
    assert "There is no bot “nobody”" in capsys.readouterr().err


def test_a_program_that_breaks_down_at_a_server_resigns(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running_server(tmp_path) as server:
        opened = Guest(server.url).open_table("skippity", ["bot:greedy", "invited"])
        there = ["--server", server.url, "--code", opened["codes"]["1"]]
        broken = program("message.get('scene') and message['scene']['paths'] and sys.exit(3)")
        assert main(["--lang", "en", "bot", *there, "--", *broken]) == 2
        told = capsys.readouterr().err
        assert "ended (status 3)" in told
        assert "It has resigned the game." in told
        table = Guest(server.url).get(f"/api/tables/{opened['table']}").json()["table"]
        assert table["result"]["how"] == "resigned"
        assert table["result"]["winners"] == [0]


def test_a_server_that_is_not_there_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    there = ["--server", "http://127.0.0.1:9", "--code", "X"]
    assert main(["--lang", "en", "bot", *there, "--", *BOT]) == 2
    assert "does not answer" in capsys.readouterr().err
