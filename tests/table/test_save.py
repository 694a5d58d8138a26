"""Saved games: written whole or not at all, read with suspicion, and the autosave."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable
from typing import Any

import pytest
from helpers.local_tables import deal, find, play_on

from skipyard.core import NOBODY
from skipyard.options import Refused
from skipyard.table.files import autosave, save
from skipyard.table.table import REFEREE, Table


# Saves --------------------------------------------------------------------------------------------
@pytest.fixture
def saved(tmp_path: pathlib.Path) -> tuple[Table, pathlib.Path]:
    table = deal("skipbo_mod", "stock=3", "match=on", "max_rounds=3", "referee=on", seats=3)
    play_on(table, 5)
    player = table.turn + 1
    table.play(REFEREE, find(table, f"referee: player {player} drew 2 too many"))
    while len(table.match.rounds) < 1 or table.waiting:
        play_on(table, 1)
    play_on(table, 4)
    return table, save.write(table, tmp_path / "game.json")


def test_a_save_comes_back_the_same(saved: tuple[Table, pathlib.Path]) -> None:
    table, path = saved
    again = save.read(path)
    assert again.state.tobytes() == table.state.tobytes()
    assert (again.log, again.seats, again.key) == (table.log, table.seats, table.key)
    assert (again.chosen, again.match, again.round) == (table.chosen, table.match, table.round)
    assert save.dumps(again) == path.read_text("utf-8")


def test_a_save_of_a_finished_and_of_a_fresh_game_comes_back(tmp_path: pathlib.Path) -> None:
    for moves in (0, 10_000):
        table = deal("skipbo", "stock=3", "deck=28,12,12,12,12,12,12,12,12,12,12,12,12")
        play_on(table, moves)
        again = save.read(save.write(table, tmp_path / "game.json"))
        assert again.state.tobytes() == table.state.tobytes()


def change(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda content: content.update({name: value})


def change_move(n: int, part: int, value: object) -> Callable[[dict[str, Any]], None]:
    def edit(content: dict[str, Any]) -> None:
        content["actions"][n][part] = value

    return edit


def illegal(content: dict[str, Any]) -> None:
    seat = content["actions"][0][0]
    content["actions"].insert(0, [seat, 192, "end the turn"])


CORRUPTIONS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no format": (lambda c: c.pop("format"), "skipyard-save/2 is needed"),
    "other format": (change("format", "skipyard-save/3"), '"skipyard-save/3"'),
    "format a number": (change("format", 1), "its format is 1"),
    "no key": (lambda c: c.pop("key"), "lacks “key”"),
    "no actions": (lambda c: c.pop("actions"), "lacks “actions”"),
    "extra field": (change("cheat", True), "“cheat”"),
    "game unknown": (change("game", "chess"), '"chess"'),
    "game a list": (change("game", ["skipbo"]), "“game” holds"),
    "version newer": (change("rules", 99), "version 99"),
    "version a truth": (change("rules", True), "“rules” holds true"),
    "version text": (change("rules", "1"), "“rules” holds"),
    "seat kind": (change("seats", ["you", "ghost", "greedy"]), '"ghost"'),
    "seat kind a list": (change("seats", ["you", ["x"], "greedy"]), '["x"]'),
    "seats too many": (change("seats", ["you"] * 9), "2 to 4 players"),
    "seats none": (change("seats", []), "2 to 4 players"),
    "option unknown": (change("settings", ["speed=9"]), "no option “speed”"),
    "option value": (change("settings", ["stock_size=99"]), "1 to 30"),
    "option form": (change("settings", ["stock_size"]), "NAME=VALUE"),
    "option a number": (change("settings", [3]), "“settings” holds 3"),
    "settings text": (change("settings", "match=true"), "“settings” holds"),
    "other settings": (change("settings", ["stock_size=9"]), "damaged"),
    "key short": (change("key", "ab"), "“key” holds"),
    "key not hex": (change("key", "z" * 64), "“key” holds"),
    "key other": (change("key", "0" * 64), "damaged"),
    "move not a list": (lambda c: c["actions"].insert(0, "pass"), "move 1 is"),
    "move too short": (lambda c: c["actions"][0].pop(), "move 1 is"),
    "move seat text": (change_move(0, 0, "1"), "move 1 is"),
    "move seat nobody": (change_move(0, 0, NOBODY), "move 1 is"),
    "move seat far": (change_move(0, 0, 5), "no player 6"),
    "move seat wrong": (change_move(0, 0, 0), "turn"),
    "move out of range": (change_move(0, 1, 9999), "no move number 9999"),
    "move below zero": (change_move(0, 1, -1), "no move number -1"),
    "move half": (change_move(0, 1, 1.5), "move 1 is"),
    "move illegal": (illegal, "at move 1"),
    "move words": (change_move(0, 2, "win the game"), "win the game"),
    "deal too early": (lambda c: c["actions"].insert(0, [-3, 2, "deal round 2"]), "No round"),
    "deal of no round": (lambda c: c["actions"].insert(0, [-3, 9, "deal round 9"]), "move 1 is"),
    "last move gone": (lambda c: c["actions"].pop(), "another table"),
    "digest other": (change("digest", "0" * 64), "another table"),
    "digest not hex": (change("digest", "x"), "“digest” holds"),
}


def test_a_save_of_the_older_format_is_read(saved: tuple[Table, pathlib.Path]) -> None:
    """Its digest was of the state in memory, which looks different today; its moves do not."""
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content |= {"format": "skipyard-save/1", "digest": "0" * 64}
    path.write_text(json.dumps(content), "utf-8")
    assert save.read(path).digest() == table.digest()
    content["actions"][0][2] = "win the game"
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(Refused, match="win the game"):
        save.read(path)


def test_a_save_of_older_rules_goes_on_where_it_follows(
    saved: tuple[Table, pathlib.Path],
) -> None:
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content["rules"] -= 1
    path.write_text(json.dumps(content), "utf-8")
    again = save.read(path)
    assert again.digest() == table.digest()
    save.write(again, path)
    assert json.loads(path.read_text("utf-8"))["rules"] == table.rules.VERSION


@pytest.mark.parametrize(
    ("language", "said"), [("en", "cannot go on"), ("fr", "ne peut donc pas continuer")]
)
@pytest.mark.parametrize("change_it", [illegal, change("digest", "0" * 64)])
def test_a_save_of_older_rules_that_does_not_follow_is_one_sentence(
    saved: tuple[Table, pathlib.Path],
    change_it: Callable[[dict[str, Any]], object],
    language: str,
    said: str,
) -> None:
    table, path = saved
    content = json.loads(path.read_text("utf-8"))
    content["rules"] -= 1
    change_it(content)
    raw = json.dumps(content)
    path.write_text(raw, "utf-8")
    with pytest.raises(Refused, match=said) as refusal:
        save.read(path, language)
    assert f"version {table.rules.VERSION - 1}" in str(refusal.value)
    assert path.read_text("utf-8") == raw


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("corruption", CORRUPTIONS)
def test_a_corrupt_save_is_one_sentence_and_stays_as_it_is(
    saved: tuple[Table, pathlib.Path], corruption: str, language: str
) -> None:
    _, path = saved
    edit, says = CORRUPTIONS[corruption]
    content = json.loads(path.read_text("utf-8"))
    edit(content)
    raw = json.dumps(content).encode()
    path.write_bytes(raw)
    with pytest.raises(Refused) as refusal:
        save.read(path, language)
    sentence = str(refusal.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    assert language != "en" or says in sentence, sentence
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON from line 1"),
        (b"{}", "skipyard-save/2 is needed"),
        (b"[]", "skipyard-save/2 is needed"),
        (b"null", "skipyard-save/2 is needed"),
        (b'{"format":\n', "not JSON from line 2"),
        (b"\xff\xfe\x00", "not text"),
        (b"[" * 100_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b" " * (save.LARGEST + 1), "too large"),
    ],
)
def test_what_is_no_save_at_all(tmp_path: pathlib.Path, raw: bytes, says: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    with pytest.raises(Refused) as refusal:
        save.read(path)
    assert says in str(refusal.value)
    assert path.read_bytes() == raw


def test_a_save_cut_anywhere_is_refused(saved: tuple[Table, pathlib.Path]) -> None:
    _, path = saved
    raw = path.read_bytes()
    for length in range(0, len(raw) - 2, 97):
        path.write_bytes(raw[:length])
        with pytest.raises(Refused):
            save.read(path)


def test_files_that_cannot_be_read(tmp_path: pathlib.Path) -> None:
    with pytest.raises(Refused, match="no save"):
        save.read(tmp_path / "nowhere.json")
    with pytest.raises(Refused, match="cannot be read"):
        save.read(tmp_path)
    with pytest.raises(Refused, match="cannot be read"):
        save.read("a\0b")


@pytest.mark.parametrize("broken", ["fsync", "replace", "fdopen"])
def test_a_failing_disk_leaves_the_old_save(
    saved: tuple[Table, pathlib.Path], broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, path = saved
    raw, files = path.read_bytes(), sorted(os.listdir(path.parent))
    play_on(table, 3)

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, broken, fail)
        with pytest.raises(Refused, match="No space left"):
            save.write(table, path)
    assert path.read_bytes() == raw
    assert sorted(os.listdir(path.parent)) == files


def test_a_save_never_takes_the_place_of_another_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader")
    with pytest.raises(Refused, match="left alone"):
        save.write(deal(), path)
    assert path.read_text() == "Dear reader"
    with pytest.raises(Refused, match="left alone"):
        save.write(deal(), tmp_path)
    with pytest.raises(Refused, match="could not be saved"):
        save.write(deal(), tmp_path / "no folder" / "game.json")
    with pytest.raises(Refused, match="could not be saved"):
        save.write(deal(), "a\0b")


def test_a_save_through_a_link_changes_the_file_it_stands_for(tmp_path: pathlib.Path) -> None:
    save.write(deal(), tmp_path / "game.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "game.json")
    table = deal()
    play_on(table, 3)
    save.write(table, tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert len(save.read(tmp_path / "game.json").log) == 3


# The autosave -------------------------------------------------------------------------------------
def test_the_autosave_has_a_place_of_its_own(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert autosave.set_aside() is None
    assert autosave.write(deal()) == tmp_path / "skipyard" / "last.json"
    assert autosave.set_aside() == tmp_path / "skipyard" / "previous.json"
    assert not autosave.path().exists()
    autosave.write(deal())
    autosave.forget()
    autosave.forget()
    assert not autosave.path().exists()
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert autosave.path() == tmp_path / ".local" / "share" / "skipyard" / "last.json"


def test_an_autosave_without_a_place_is_a_sentence(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(Refused, match="could not be saved"):
        autosave.write(deal())
