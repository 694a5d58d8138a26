"""`skipyard analyse --bot`: what a bot would have played in a recorded game."""

from __future__ import annotations

import json
import pathlib
import sys

import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.bots import seat_bot
from skipyard.games import game
from skipyard.lab.analysis.bot_moves import bot_moves
from skipyard.options import read_settings
from skipyard.table.table import Table

ROOT = pathlib.Path(__file__).parents[2]
RECORD = str(ROOT / "tests" / "records" / "skipbo.json")
BOTS = """
class First:
    def choose(self, view):
        assert not hasattr(view, "state")
        return view.legal[0]

class Broken:
    def choose(self, view):
        raise RuntimeError("no idea")
"""


@pytest.fixture(autouse=True)
def module(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asked_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(str(tmp_path))


def played() -> Table:
    """Seat 1 plays its first legal move every time, seat 2 its last."""
    g = game("skipbo")
    chosen = read_settings(g.options.OPTIONS, ("stock_size=2",), g.title)
    table = Table(g, ["a", "b"], chosen, bytes([5]) * 32)
    while not table.over and len(table.log) < 60:
        legal = table.legal()
        table.play(table.turn, int(legal[-1 if table.turn else 0]))
    return table


def test_a_bot_is_asked_about_every_choice_from_what_the_seat_saw() -> None:
    table = played()
    moves = bot_moves(table, "asked_bots:First", 1)
    assert {move.same for move in moves if move.seat == 0} == {True}
    others = [move for move in moves if move.seat == 1]
    assert others
    assert not any(move.same for move in others)
    assert [move.action for move in moves] == [table.log[m.number - 1].action for m in moves]
    greedy, replay = (
        seat_bot("skipbo", "greedy", 0),
        Table(table.game, "ab", table.chosen, table.key),
    )
    wanted = {}
    for number, entry in enumerate(table.log, 1):
        legal = replay.legal()
        if len(legal) > 1:
            wanted[number] = greedy.choose(replay.view(entry.seat), legal.copy())
        replay.fold([entry])
    assert {move.number: move.bots for move in bot_moves(table, "greedy", 1)} == wanted


def analysed(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    assert main(["--lang", "en", "analyse", RECORD, "--sims", "8", *more]) == 0
    return capsys.readouterr().out


def test_the_command_tells_the_moves_and_the_share(capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"exec:{sys.executable} {ROOT / 'docs' / 'examples' / 'bot.py'}"
    report = json.loads(analysed(capsys, "--json", "--bot", bot))
    asked = [move for move in report["moves"] if "bot" in move]
    same = [move["bot"]["same"] for move in asked]
    assert report["bot"]["moves"] == len(asked) > 10
    assert report["bot"]["share"] == pytest.approx(sum(same) / len(asked))
    assert sum(player["moves"] for player in report["bot"]["players"]) == len(asked)
    for move in asked:
        assert move["bot"]["same"] == (move["bot"]["words"] == move["words"])
    text = analysed(capsys, "--bot", "asked_bots:First")
    assert "Moves that the bot “asked_bots:First” would have played too" in text
    assert text.count(", like the bot.") + text.count("; the bot would play “") == len(asked)
    assert "comme le robot" in analysed(capsys, "--bot", "asked_bots:First", "--lang", "fr")
    assert "bot" not in json.loads(analysed(capsys, "--json"))


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("nobody", "no bot “nobody”"),
        ("exec:", "exec:COMMAND"),
        ("asked_bots:Broken", "RuntimeError: no idea"),
    ],
)
def test_a_bot_that_cannot_be_asked_gets_a_sentence(
    bot: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refusal(capsys, ["--lang", "en", "analyse", RECORD, "--bot", bot])
