"""Records: true ones verify, changed ones are refused with a sentence, secrets stay out."""

from __future__ import annotations

import copy
import http.server
import json
import pathlib
import random
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.host_log import HostLog, nonce_of

from skipyard.__main__ import main
from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY
from skipyard.games import GAMES, game
from skipyard.games.skip_or_trip.actions import Kind
from skipyard.options import Refused
from skipyard.table.files import record, verify
from skipyard.table.host import Host
from skipyard.table.table import Table

CORPUS = sorted((pathlib.Path(__file__).parents[1] / "records").glob("*.json"))
every_record = pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)


def checked(content: Any, language: str = "en") -> list[str]:
    """The sentences of a verification that finds nothing wrong."""
    return list(verify.read(json.dumps(content).encode(), language).checks())


def load(name: str) -> dict[str, Any]:
    path = pathlib.Path(__file__).parents[1] / "records" / f"{name}.json"
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


# The golden corpus --------------------------------------------------------------------------------
def test_the_corpus_has_every_game_and_every_end() -> None:
    contents = [json.loads(file.read_text("utf-8")) for file in CORPUS]
    assert {content["game"] for content in contents} == set(GAMES)
    ends = {content["result"]["how"] for content in contents}
    assert ends == {"played", "resigned", "time", "agreed"}
    kinds = {entry["kind"] for content in contents for entry in content["entries"]}
    assert kinds >= {"sit", "reveal", "deal", "move", "undo", "resign", "flag", "pause"}
    assert kinds >= {"offer", "agree", "decline", "bot", "back"}


@every_record
def test_an_old_record_verifies_and_its_bytes_are_canonical(file: pathlib.Path) -> None:
    raw = file.read_bytes()
    content = json.loads(raw)
    for language in LANGUAGES:
        note = content["rules"] < game(content["game"]).rules.VERSION
        assert len(checked(content, language)) == 8 + note
    assert record.dumps(content) == raw
    backwards = dict(reversed(content.items()))
    assert record.dumps(backwards) == raw
    assert record.identity(backwards) == content["id"]


@every_record
def test_a_record_made_again_from_its_rows_is_the_same(file: pathlib.Path) -> None:
    stored = verify.read(file.read_bytes())
    host, rows = Host(stored.header()), []
    for entry in stored.content["entries"]:
        rows.append(verify.row_of(host, entry))
        host.apply(rows[-1])
    assert record.dumps(record.of(stored.header(), rows)) == file.read_bytes()


def test_talk_after_the_end_does_not_change_a_record() -> None:
    log = HostLog("skipbo", ["stock_size=2"]).deal().play_on()
    before = record.dumps(record.of(log.host.header, log.rows))
    log.ask(0, "offer", what="rematch")
    log.ask(1, "decline", what="rematch")
    assert record.dumps(record.of(log.host.header, log.rows)) == before


# Tampering ----------------------------------------------------------------------------------------
def other(value: Any) -> Any:
    """A value of the same type that is not the same."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if len(value) == 64:
            return value[::-1]
        case str():
            return value + "x"
        case list():
            return [*value, 1]
        case _:
            return {**value, "x": 1}


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value inside a JSON value, lists and objects included."""
    yield path
    if isinstance(value, dict):
        for name in value:
            yield from leaves(value[name], (*path, name))
    elif isinstance(value, list):
        for n in range(len(value)):
            yield from leaves(value[n], (*path, n))


def value_at(content: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        content = content[step]
    return content


def changed(content: Any, path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    twin: dict[str, Any] = copy.deepcopy(content)
    value_at(twin, path[:-1])[path[-1]] = value
    return twin


@pytest.mark.parametrize("name", ["skipbo-match", "skipbo_mod-flag", "flip_and_skip-agreed"])
def test_every_change_is_noticed_one_at_a_time(name: str) -> None:
    content = load(name)
    places = [path for path in leaves(content) if path]
    assert len(places) > 100
    for path in places:
        old = value_at(content, path)
        wrongs: list[Any] = [other(old), None, 1.5, []]
        for value in wrongs:
            if value != old:
                with pytest.raises(Refused, match=r"\S"):
                    checked(changed(content, path, value))


def test_an_entry_taken_out_doubled_or_moved_is_noticed() -> None:
    content = load("skipbo-match")
    entries = content["entries"]
    dealt = [entry["kind"] for entry in entries].index("deal")  # before it, order means nothing
    for n in range(len(entries)):
        rest = entries[:n] + entries[n + 1 :]
        double = [*entries[: n + 1], *entries[n:]]
        swapped = [*rest[: n + 1], entries[n], *rest[n + 1 :]] if n >= dealt else entries
        for wrong in (rest, double, swapped, entries[:n]):
            if wrong != entries:
                with pytest.raises(Refused, match=r"\S"):
                    checked(resealed({**content, "entries": wrong}))


def resealed(content: dict[str, Any]) -> dict[str, Any]:
    """A forger's record: changed, and given the id that goes with the change."""
    return record.sealed(content)


FORGERIES: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    "another game": (("game",), "skipbo_mod", r"\S"),
    "no such game": (("game",), "chess", "does not have"),
    "other rules": (("rules",), 99, "version 99"),
    "other settings": (("settings", 0), "stock_size=3", r"\S"),
    "settings that cannot be": (("settings", 0), "stock_size=99", "cannot be"),
    "a setting that is a number": (("settings", 0), 5, "“settings” holds 5"),
    "other clock": (("policy", "time"), 1, "time is up"),
    "policy that cannot be": (("policy", "clock"), "sand", "“clock”"),
    "not casual after all": (("policy", "casual"), False, "not a casual"),
    "other chairs": (("policy", "chairs", 0), "bot:greedy", "taken"),
    "other commitment": (("commitment",), "0" * 64, "committed to"),
    "other server key": (("server_key",), "0" * 64, "committed to"),
    "key that is none": (("server_key",), "x", "“server_key” holds"),
    "other key of the dice": (("key",), "0" * 64, "key of the dice"),
    "other nonce": (("seats", 0, "nonce"), "0" * 64, "Seat 1"),
    "other promise": (("seats", 1, "commitment"), "0" * 64, "Seat 2"),
    "other name": (("seats", 0, "name"), "Eve", "Seat 1"),
    "nonce revealed otherwise": (("entries", 2, "data", "nonce"), "0" * 64, "not the nonce"),
    "opened later": (("opened",), 10**15, "not what the table would have written"),
    "entry in the past": (("entries", 5, "at"), 0, "not what the table would have written"),
    "move too late": (("entries", 5, "at"), 10**14, "time is up"),
    "move by another": (("entries", 5, "seat"), 0, "turn"),
    "other move": (("entries", 5, "action"), 0, r"\S"),
    "no such move": (("entries", 5, "action"), 10**6, "no move number"),
    "other words": (("entries", 5, "words"), "win", "says one thing"),
    "no such kind": (("entries", 5, "kind"), "dance", r"lacks|has “|no such command"),
    "winner": (("result", "winners"), [0], "result"),
    "points": (("result", "points", 0), 500, "result"),
    "how it ended": (("result", "how"), "agreed", "result"),
    "last position": (("digest",), "0" * 64, "another last position"),
    "digest that is none": (("digest",), "", "“digest” holds"),
    "seen by a seat": (("as",), 0, "lacks|has “"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forger_who_makes_the_id_anew_is_found_out_by_the_rest(
    forgery: str, language: str
) -> None:
    content = load("skipbo-match")
    path, value, says = FORGERIES[forgery]
    assert value_at(content, path) != value
    wrong = resealed(changed(content, path, value))
    with pytest.raises(Refused, match=says if language == "en" else r"\S"):
        checked(wrong, language)


def test_a_server_that_chose_its_key_afterwards_is_found_out() -> None:
    """The whole game replayed under a nicer key: everything fits but the commitment."""
    log = HostLog("skipbo", ["stock_size=2"], key=1).deal().play_on()
    promised = HostLog("skipbo", ["stock_size=2"], key=2).host.commitment
    content = record.of(log.host.header, log.rows)
    assert checked(content)
    with pytest.raises(Refused, match="committed to"):
        checked(resealed({**content, "commitment": promised}))


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON from line 1"),
        (b"{}", "skipyard-record/1 is needed"),
        (b"[]", "skipyard-record/1 is needed"),
        (b'{"format":"skipyard-save/1"}', "skipyard-save/1"),
        (b'{"format":"skipyard-record/1"}', "lacks"),
        (b"\xff\xfe", "not text"),
        (b"[" * 100_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b" " * (verify.LARGEST + 1), "too large"),
    ],
)
def test_what_is_no_record_at_all(raw: bytes, says: str) -> None:
    with pytest.raises(Refused, match=says):
        verify.read(raw)


def test_hostile_text_and_numbers_are_sentences() -> None:
    content = load("skipbo")
    for value in ("\ud800", "\x1b[2J", "x" * 10**5):
        for path in (("table",), ("seats", 0, "name"), ("entries", 4, "words")):
            raw = json.dumps(changed(content, path, value)).encode()
            with pytest.raises(Refused) as refusal:
                list(verify.read(raw).checks())
            assert str(refusal.value).isprintable()
    raw = json.dumps(content).replace('"opened":', '"opened": NaN, "opened_too":').encode()
    with pytest.raises(Refused):
        verify.read(raw)


def test_random_damage_is_refused_or_harmless() -> None:
    raw, chance = record.dumps(load("skipbo")), random.Random(5)
    refused = 0
    for _ in range(300):
        damaged = bytearray(raw)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(raw))] = chance.randrange(256)
        if bytes(damaged) != raw:
            with pytest.raises(Refused):
                list(verify.read(bytes(damaged)).checks())
            refused += 1
    assert refused > 290


# Secrecy ------------------------------------------------------------------------------------------
def unfinished(name: str, moves: int, key: int) -> HostLog:
    seats = 2 if name == "flip_and_skip" else 3
    return HostLog(name, seats=seats, key=key).deal(nonces=True).play_on(moves)


def redealt(monkeypatch: pytest.MonkeyPatch, viewer: int, seed: int) -> None:
    """Replace the state by a world that looks the same to `viewer`."""
    view, tell = Table.view, Table.describe_publicly

    def imagined(table: Table) -> Table:
        twin = table.copy()
        twin.state = table.rules.State()
        table.rules.imagine(view(table, viewer), twin.state, seed)
        return twin

    monkeypatch.setattr(Table, "view", lambda table, seat: view(imagined(table), seat))
    monkeypatch.setattr(
        Table, "describe_publicly", lambda table, *rest: tell(imagined(table), *rest)
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_part_says_nothing_that_its_seat_cannot_know(name: str) -> None:
    for key in range(4):
        log = unfinished(name, 17 + 9 * key, key)
        host = log.host
        assert host.phase == "playing"
        for viewer in range(-1, len(host.chairs)):
            real = record.dumps(record.of(host.header, log.rows, viewer))
            assert host.table is not None
            secrets = [host.header.key, host.table.key, *map(nonce_of, range(3))]
            assert not [secret for secret in secrets if secret.hex().encode() in real]
            assert b"digest" not in real
            for entry in json.loads(real)["entries"]:
                assert ("action" in entry) == (entry["kind"] == "move" and entry["seat"] == viewer)
            for seed in (1, 2):
                with pytest.MonkeyPatch.context() as patch:
                    redealt(patch, viewer, seed)
                    assert record.dumps(record.of(host.header, log.rows, viewer)) == real


@pytest.mark.parametrize("name", ["skipbo", "skipbo_mod", "skip_or_trip"])
def test_a_leak_would_be_seen_by_that(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partial record with the next seat's view: the re-deal above changes its bytes."""
    log = unfinished(name, 20, 3)
    host, viewer = log.host, 0
    monkeypatch.setattr(Host, "view", lambda host, seat: host.table.view(1))
    real = record.dumps(record.of(host.header, log.rows, viewer))
    redealt(monkeypatch, viewer, 1)
    assert record.dumps(record.of(host.header, log.rows, viewer)) != real


def test_a_card_laid_face_down_is_told_by_its_number_alone() -> None:
    """ST-A33  Another card of that number gives the same record."""
    told = 0
    for key in range(12):
        log = HostLog("skip_or_trip", key=key).deal().play_on(10)
        host = log.host
        assert host.table is not None
        actions = host.table.rules.ACTIONS
        mover, legal = host.turn, host.legal(host.turn)
        words = {a: host.describe_move(1 - mover, a) for a in legal if actions[a].kind == Kind.SKIP}
        alike = [(a, b) for a in words for b in words if a < b and words[a] == words[b]]
        for pair in alike[:2]:
            parts = set()
            for action in pair:
                entry = host.check(mover, log.command("move", action), log.now)
                rows = [*log.rows, entry.row]
                parts.add(record.dumps(record.of(host.header, rows, 1 - mover)))
            assert len(parts) == 1
            told += 1
    assert told > 3


# The commands -------------------------------------------------------------------------------------
@every_record
def test_replay_and_verify_a_file(file: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    for viewer in ("1", "public", "all"):
        for turn in (["--turn", "3"], []):
            assert main(["--lang", "fr", "replay", str(file), "--as", viewer, *turn]) == 0
            out = capsys.readouterr().out
            assert re.search("^   3  ", out, re.M)
            assert bool(re.search("^   4  ", out, re.M)) == (turn == [])


def test_verify_prints_what_is_wrong(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.json"
    wrong = changed(load("skipbo"), ("result", "winners"), [0])
    path.write_text(json.dumps(resealed(changed(wrong, ("rules",), game("skipbo").rules.VERSION))))
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out
    assert "right  The key of the dice" in out
    assert "WRONG  The result is not" in out
    assert main(["replay", str(path)]) == 2
    assert main(["verify", str(tmp_path / "none.json")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_part_is_replayed_as_its_seat_and_is_not_verified_yet(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = unfinished("skip_or_trip", 12, 1)
    path = tmp_path / "part.json"
    path.write_bytes(record.dumps(record.of(log.host.header, log.rows, 0)))
    assert main(["replay", str(path), "--as", "1"]) == 0
    assert "P1" in capsys.readouterr().out
    for wrong in (["--as", "2"], ["--as", "all"], ["--as", "1", "--turn", "3"]):
        assert main(["replay", str(path), *wrong]) == 2
        assert "as 1 alone" in capsys.readouterr().err
    assert main(["verify", str(path)]) == 1
    assert "not over" in capsys.readouterr().out
    steering = resealed({**json.loads(path.read_bytes()), "view": "\x1b[2J"})
    path.write_text(json.dumps(steering))
    assert main(["replay", str(path), "--as", "1"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_there_is_no_player_beyond_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(CORPUS[0]), "--as", "9"]) == 2
    assert "no player 9" in capsys.readouterr().err


class Pages(http.server.BaseHTTPRequestHandler):
    """A small web site: a record, an endless page, and nothing else."""

    def do_GET(self) -> None:
        if self.path == "/record.json":
            body = CORPUS[0].read_bytes()
        elif self.path == "/large":
            body = b" " * (verify.LARGEST + 10)
        else:
            self.send_error(404, "nothing here")
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = http.server.HTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_verify_a_url(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{site}/record.json"]) == 0
    assert main(["verify", f"{site}/large"]) == 1
    assert "too large" in capsys.readouterr().out
    assert main(["verify", f"{site}/nothing"]) == 2
    assert main(["verify", "http://"]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_watcher_has_a_part_of_a_table_where_nobody_sits_yet() -> None:
    content = record.of(HostLog("skipbo").host.header, [], NOBODY)
    assert content["view"] == ""
    assert not verify.Record(content).whole


def test_a_record_of_older_rules_is_still_told(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If it no longer follows, only its words are printed."""
    content = {name: value for name, value in load("skippity-undo").items() if name != "id"}
    path = tmp_path / "old.json"
    changes = {"rules": 0, "digest": 64 * "0"}
    path.write_bytes(record.dumps(record.sealed(content | changes)))
    assert main(["--lang", "en", "replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "jump" in out
    assert "version 0 of the rules" in out
    assert main(["--lang", "en", "verify", str(path)]) == 1
    assert "of version 0" in capsys.readouterr().out


def test_a_record_of_older_rules_that_comes_out_right_is_replayed(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = {name: value for name, value in load("skippity-undo").items() if name != "id"}
    path = tmp_path / "old.json"
    path.write_bytes(record.dumps(record.sealed(content | {"rules": 0})))
    assert main(["--lang", "en", "replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "jump" in out
    assert "version 0 of the rules" not in out
    assert main(["--lang", "en", "verify", str(path)]) == 0
    assert "Note: " in capsys.readouterr().out
