"""`skipyard open` tells whoever started it which games are compiled, in their language."""

from __future__ import annotations

import json
import pathlib
import socket
import sys
import webbrowser
from typing import Any

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.options import Refused
from skipyard.server import logs
from skipyard.server.commands import running
from skipyard.server.commands.open import (
    lan_command,
    network_host,
    open_browser,
    print_progress,
)
from skipyard.server.workers.compiling import COMPILED


def test_every_compiled_game_is_a_line_and_nothing_else_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.set_up()  # as an application does when it is made
    print_progress("fr")
    logs.note("serving", process="p")
    logs.note(COMPILED, game="skipbo", part="table", left=20.2)
    logs.note(COMPILED, game="skipbo", part="search", left=11.6)
    logs.note(COMPILED, game="skippity", part="search", left=0.0)
    logs.problem("a bot worker died")
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "Skip-Bo est compilé (1 sur 5) ; encore 12 s environ.",
        "Skippity est compilé (2 sur 5). Tout est prêt ; les pages ouvertes se reconnectent "
        "d’elles-mêmes.",
    ]
    assert [json.loads(line)["event"] for line in said.err.splitlines()] == ["a bot worker died"]


def test_the_command_for_friends_is_the_one_that_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    own, other = tmp_path / "venv" / "skipyard", tmp_path / "bin" / "skipyard"
    for file in (own, other):
        file.parent.mkdir()
        file.touch(0o755)
    monkeypatch.delenv("SKIPYARD_LAN_COMMAND", raising=False)
    monkeypatch.setenv("PATH", str(other.parent))
    monkeypatch.setattr(sys, "argv", [str(own), "open"])
    assert lan_command() == f"{own} open --lan"
    monkeypatch.setattr(sys, "argv", [str(other), "open"])
    assert lan_command() == "skipyard open --lan"
    monkeypatch.setattr(sys, "argv", ["/somewhere/pytest"])
    assert lan_command() == "skipyard open --lan"
    monkeypatch.setenv("SKIPYARD_LAN_COMMAND", "make play-lan")
    assert lan_command() == "make play-lan"


class Unreachable(socket.socket):
    def connect(self, address: Any) -> None:
        raise OSError("no route")


def test_without_a_network_friends_cannot_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", Unreachable)
    with pytest.raises(Refused, match="on no network"):
        network_host("en")


@pytest.mark.parametrize(("network", "local"), [("", True), ("http://192.0.2.7:8321/", False)])
def test_a_running_server_says_whether_others_can_reach_it(
    tmp_path: pathlib.Path, network: str, local: bool
) -> None:
    db = str(tmp_path / "tables.db")
    with running.announced(db, "http://127.0.0.1:1/", network):
        assert running.is_local(db) is local
    assert running.running_address(db) is None


def no_browser(address: str) -> bool:
    raise webbrowser.Error("could not locate runnable browser")


@pytest.mark.parametrize(("name", "value"), [("_tryorder", []), ("open", no_browser)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_browser_there_is_the_address_to_open(
    language: str,
    name: str,
    value: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(webbrowser, name, value)
    open_browser("http://127.0.0.1:8321/", language)
    start, way_on = {
        "en": ("No browser could be opened", "open http://127.0.0.1:8321/ yourself."),
        "fr": ("Aucun navigateur", "ouvrez http://127.0.0.1:8321/ vous-même."),
    }[language]
    said = capsys.readouterr().out
    assert said.startswith(start)
    assert said.endswith(f"{way_on}\n")
