"""`skipyard` without a command."""

from __future__ import annotations

import pytest

from skipyard import extras
from skipyard.__main__ import main
from skipyard.games import GAMES, game


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_names_the_games_and_the_next_steps(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}_FR.UTF-8")
    monkeypatch.setattr(extras, "is_installed", lambda package: True)
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(game(name).title in out for name in GAMES)
    for command in ("open", "play", "rules", "simulate", "games", "--help"):
        assert f"skipyard {command}" in out
    assert "import skipyard.batch.cpu" in out
    assert ("jouer dans le terminal" in out) == (language == "fr")
    assert "extra" not in out
    assert len(out.splitlines()) < 15


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_the_server_extra_it_says_how_to_get_it(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "is_installed", lambda package: False)
    assert main(["--lang", language]) == 0
    assert extras.sentence("server", "`skipyard open`", language) in capsys.readouterr().out
