"""Ctrl-C: commands stop with one sentence, and show or keep what was finished."""

from __future__ import annotations

import json
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
from helpers.command_refusal import refusal
from helpers.running_command import INTERPRETED, RunningCommand

from skipyard.__main__ import main
from skipyard.bots.simulate import Games, Result
from skipyard.cli import interrupts
from skipyard.core import Records
from skipyard.games import GAMES, Game
from skipyard.lab.matches import arena, results
from skipyard.lab.output import replace_file
from skipyard.lab.studies import figures, variants
from skipyard.lab.studies.figures_data import Report

SMALL = ["skippity", "--set", "size=6"]
SEARCH = ["--bots", "random,search:1"]  # a chunk is four games: progress is seen early


# Simulations --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Stopped after {} of 1,000,000 games"),
        ("fr", "Arrêté après {} parties sur 1,000,000"),
    ],
)
@pytest.mark.full
def test_a_simulation_tells_of_the_games_that_were_finished(language: str, sentence: str) -> None:
    words = ["--lang", language, "simulate", *SMALL, *SEARCH, "--games", "1000000", "--json"]
    with RunningCommand(*words, environment=INTERPRETED) as command:
        command.wait_for(r"\b[1-9]\d*/1000000")
        command.send(signal.SIGINT)
        assert command.status() == interrupts.INTERRUPTED
        report = json.loads(command.output)
        assert 0 < report["games"] < 1_000_000
        assert report["stopped"] is True
        assert report["asked"] == 1_000_000
        assert sum(side["wins"] for side in report["sides"]) + report["draws"] == report["games"]
        assert command.last_line().startswith(sentence.format(f"{report['games']:,}"))
        assert command.terminal.count(sentence.split()[0]) == 1


@pytest.mark.full
def test_a_compiled_simulation_stops_in_its_loop() -> None:
    with RunningCommand("simulate", "skippity", "--games", "100000000") as command:
        command.wait_for(r"\b[1-9]\d*/100000000")
        command.press_ctrl_c()
        assert command.status() == interrupts.INTERRUPTED
        assert command.last_line().startswith("Stopped after ")
        head, *_, stopped, seed = command.output.strip().splitlines()
        games = head.split(", ")[2].removesuffix(" games")
        assert stopped == f"stopped after {games} of 100,000,000 games"
        assert re.fullmatch(r"The same deals again: --seed \d+", seed)
        assert 0 < int(games.replace(",", "")) < 100_000_000


@pytest.mark.full
def test_before_the_first_game_there_is_only_a_sentence() -> None:
    with RunningCommand(
        "simulate", *SMALL, "--games", "1000000", environment=INTERPRETED
    ) as command:
        command.wait_for("0/1000000")
        command.press_ctrl_c()
        assert command.status() == interrupts.INTERRUPTED
        assert command.last_line().startswith("Stopped ")


def blocked_games(unsure: int) -> tuple[Games, threading.Event]:
    """Games in chunks of four; the second chunk waits after its third game."""
    go_on = threading.Event()

    def play(first: int, results: Records, on_move: object) -> tuple[()]:
        for n in range(len(results)):
            if first == 4 and n == 3:
                go_on.wait(60)
            results[n].moves, results[n].over = first + n, 1
        return ()

    return Games(100, 4, play, unsure), go_on


@pytest.mark.parametrize(("unsure", "of_second"), [(0, [4, 5, 6]), (1, [4, 5])])
def test_finished_games_of_a_running_chunk_count(
    unsure: int, of_second: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    games, go_on = blocked_games(unsure)
    assert len(games.finished()) == 0
    chunks = iter(games)
    first = next(chunks)
    assert list(first.moves) == [0, 1, 2, 3]
    while 4 not in games.results or not games.results[4][2].over:
        time.sleep(0.001)
    assert list(games.finished()["moves"]) == [0, 1, 2, 3, *of_second]
    chunks.close()  # type: ignore[attr-defined]  # as an interrupt does: it does not wait
    assert not go_on.is_set()
    go_on.set()


def test_all_games_are_finished_after_the_last_chunk() -> None:
    games, go_on = blocked_games(1)
    go_on.set()
    assert sum(map(len, games)) == len(games.finished()) == 100
    assert games.finished().dtype == Result.many(1).dtype


# Matches and ladders ------------------------------------------------------------------------------
@pytest.mark.full
def test_ctrl_c_in_a_terminal_reaches_a_match_and_ends_its_workers() -> None:
    words = ["match", *SMALL[:1], "random", "greedy", *SMALL[1:], "--pairs", "1000000"]
    with RunningCommand(*words, "--jobs", "2", "--json", environment=INTERPRETED) as command:
        command.wait_for(r"\b[1-9]\d*/1000000")
        command.press_ctrl_c()
        assert command.status() == interrupts.INTERRUPTED
        report = json.loads(command.output)
        assert 0 < report["pairs"] < 1_000_000
        assert report["stopped"] == "interrupted"
        assert command.last_line().startswith(f"Stopped after {report['pairs']:,} of 1,000,000")


def test_workers_never_get_the_ctrl_c_of_a_terminal() -> None:
    code = (
        "import functools, multiprocessing, signal\n"
        "from skipyard.lab.workers.local import Processes\n"
        "workers = Processes(2)\n"
        "asked = [workers.submit(signal.getsignal, signal.SIGINT) for _ in range(2)]\n"
        "assert all(a.result() is signal.SIG_IGN for a in asked), 'after the start'\n"
        "assert multiprocessing.active_children()\n"
        "blocked = functools.partial(signal.pthread_sigmask, signal.SIG_BLOCK)\n"
        "asked = [workers.submit(blocked, ()) for _ in range(2)]\n"
        "assert all(signal.SIGINT in a.result() for a in asked), 'and from the start'\n"
        "assert not signal.pthread_sigmask(signal.SIG_BLOCK, []), 'the command itself gets it'\n"
        "workers.close()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.full
def test_a_ladder_keeps_its_results_when_terminated(tmp_path: pathlib.Path) -> None:
    store = tmp_path / "ladder.jsonl"
    words = ["ladder", *SMALL, "--bots", "random,greedy", "--pairs", "100000"]
    with RunningCommand(
        *words, "--store", str(store), "--json", environment=INTERPRETED
    ) as command:
        command.wait_for(r"\b[1-9]\d*/100000")
        command.send(signal.SIGTERM)
        assert command.status() == interrupts.INTERRUPTED
        (report,) = json.loads(command.output)["ladders"]
        stored = sum(line["pairs"] for line in results.read(store, "en"))
        assert 0 < stored == report["matchups"][0]["pairs"] < 2_000_000
        assert str(store) in command.last_line()


def test_a_match_without_a_pair_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_on", interrupted)
    assert main(["--lang", "en", "match", "skippity", "random", "greedy"]) == 130
    assert capsys.readouterr() == ("", "Stopped before a pair was finished.\n")


# Figures and golden games -------------------------------------------------------------------------
@pytest.mark.full
def test_interrupted_figures_go_on_where_they_stopped(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def two_of(g: Game) -> list[variants.Table]:
        return [*variants.tables(g)][:1] + [*variants.tables(g)][-1:]

    report, played = figures.Study.report, list[variants.Table]()

    def stop_at(number: int) -> Callable[[figures.Study, variants.Table], Report]:
        def reported(study: figures.Study, table: variants.Table) -> Report:
            if len(played) == number:
                raise KeyboardInterrupt
            played.append(table)
            return report(study, table)

        return reported

    monkeypatch.setattr(figures, "GAMES", GAMES[-2:])
    monkeypatch.setattr(figures, "tables", two_of)
    folders = [tmp_path / "whole", tmp_path / "parts"]
    for folder in folders:
        folder.mkdir()
    assert main(["figures", str(folders[0]), "--games", "2"]) == 0
    for number in (1, 3):
        monkeypatch.setattr(figures.Study, "report", stop_at(number))
        assert main(["--lang", "en", "figures", str(folders[1]), "--games", "2"]) == 130
        said = capsys.readouterr().err
        assert said.startswith(f"Stopped after {number} of 4 tables")
        assert said.count("\n") == 1
    monkeypatch.setattr(figures.Study, "report", stop_at(-1))
    assert main(["figures", str(folders[1]), "--games", "2"]) == 0
    assert len(played) == 4
    whole, parts = (
        {file.name: file.read_text("utf-8") for file in (folder / "figures").iterdir()}
        for folder in folders
    )
    assert parts == whole


def test_interrupted_golden_games_are_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = iter(["a\n"])

    def play(g: Game, setup: object) -> str:
        for text in done:
            return text
        raise KeyboardInterrupt

    monkeypatch.setattr("skipyard.lab.golden.play", play)
    assert main(["--lang", "en", "golden", "skippity"]) == 130
    assert capsys.readouterr().err == "Stopped after 1 of 6 golden games.\n"


def test_a_file_is_replaced_whole_and_can_be_read_by_others(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, plain = tmp_path / "a.txt", tmp_path / "plain"
    plain.write_text("")
    replace_file(file, "old")
    assert file.stat().st_mode == plain.stat().st_mode

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pathlib.Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert sorted(tmp_path.iterdir()) == [file, plain]


# Files that cannot be written ---------------------------------------------------------------------
@pytest.mark.parametrize(
    "words",
    [["--store", "/nowhere/ladder.jsonl"], ["--store", "/"], ["--picture", "/nowhere/a.svg"]],
)
def test_a_file_that_cannot_be_written_is_refused_before_a_pair_is_played(
    words: list[str],
    tmp_path: pathlib.Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(arena, "run", lambda *_: pytest.fail("it has played"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = refusal(capsys, ["ladder", *SMALL, "--bots", "random,greedy", *words])
    assert words[1] in said
    assert "cannot be" in said


def test_a_folder_that_cannot_be_written_is_refused_before_figures_are_played(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(figures, "play", lambda *_: pytest.fail("it has played"))
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / f"{GAMES[0]}.csv").mkdir()
    assert f"{GAMES[0]}.csv cannot be written" in refusal(capsys, ["figures", str(tmp_path)])
    assert list(tmp_path.iterdir()) == [tmp_path / "figures"]
    (tmp_path / "file").mkdir()
    (tmp_path / "file" / "figures").write_text("")
    assert "cannot be written" in refusal(capsys, ["figures", str(tmp_path / "file")])


# The process --------------------------------------------------------------------------------------
def script(body: str) -> list[str]:
    """A command `skipyard games` whose work is replaced."""
    return [
        "-c",
        "import ctypes, hashlib, signal, sys, time\n"
        "from skipyard import __main__\n"
        "from skipyard.cli import interrupts\n"
        "from skipyard.terminal import games\n"
        "def run(args):\n"
        + "".join(f"    {line}\n" for line in body.strip().splitlines())
        + "games.run = run\n"
        "sys.argv = ['skipyard', '--lang', 'en', 'games']\n"
        "__main__.main()\n",
    ]


IN_COMPILED_CODE = """
with interrupts.on_stop(lambda: print("three are finished")):
    print("begun", flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2_000_000_000)  # takes minutes, and no signals
"""
IN_A_CALLBACK = """
def compare(a, b):
    signal.raise_signal(signal.SIGINT)
    return 0
kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
print("begun", flush=True)
with interrupts.on_stop(lambda: print("three are finished")):
    ctypes.CDLL(None).qsort((ctypes.c_int * 2)(2, 1), 2, 4, kind(compare))
    time.sleep(600)
"""
IN_A_LONG_CLEANUP = """
interrupts.allow_cleanup(600)
try:
    print("begun", flush=True)
    time.sleep(600)
finally:
    print("cleaning up", flush=True)
    time.sleep(600)
"""


def test_compiled_code_does_not_hold_the_process_up() -> None:
    with RunningCommand(python=script(IN_COMPILED_CODE)) as command:
        command.wait_for("begun")
        command.press_ctrl_c()
        assert command.status() == interrupts.INTERRUPTED
        assert command.output == "begun\nthree are finished\n"
        assert command.last_line() == "Stopped before the end."


def test_an_interrupt_that_a_callback_swallows_still_stops() -> None:
    with RunningCommand(python=script(IN_A_CALLBACK)) as command:
        assert command.status() == interrupts.INTERRUPTED
        assert command.output == "begun\nthree are finished\n"
        assert command.last_line() == "Stopped before the end."


def test_a_second_ctrl_c_waits_for_nothing() -> None:
    with RunningCommand(python=script(IN_A_LONG_CLEANUP)) as command:
        command.wait_for("begun")
        command.press_ctrl_c()
        command.wait_for("cleaning up")
        time.sleep(2 * interrupts.SAME_PRESS)
        command.press_ctrl_c()
        assert command.status() == interrupts.INTERRUPTED
        assert command.terminal.count("Stopped before the end.") == 1


@pytest.mark.parametrize("name", ["en", "fr"])
def test_a_command_without_a_report_says_one_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("skipyard.terminal.games.run", interrupted)
    assert main(["--lang", name, "games"]) == interrupts.INTERRUPTED
    said = {"en": "Stopped before the end.\n", "fr": "Arrêté avant la fin.\n"}
    assert capsys.readouterr() == ("", said[name])
