"""Exporting records from a server's database and importing them into another."""

from __future__ import annotations

import json
import pathlib

import pytest

from skipyard.__main__ import main
from skipyard.server.live.open_table import id_of
from skipyard.table.database.stores import open_store
from skipyard.table.files import record

CORPUS = pathlib.Path(__file__).parents[1] / "records"
RECORD = CORPUS / "skippity-undo.json"


def exchange(*words: object) -> int:
    return main(["--lang", "en", *map(str, words)])


def test_a_record_goes_in_and_comes_out_the_same(tmp_path: pathlib.Path) -> None:
    for number, file in enumerate(sorted(CORPUS.glob("*.json"))):
        db, out = tmp_path / f"{number}.db", tmp_path / f"{number}.json"
        assert exchange("import", file, "--db", db) == 0
        assert exchange("export", "t1", out, "--db", db) == 0
        assert out.read_bytes() == file.read_bytes()


def test_a_table_is_taken_in_once(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "tables.db"
    assert exchange("import", RECORD, "--db", db) == 0
    assert exchange("import", RECORD, "--db", db) == 2
    assert "already" in capsys.readouterr().err
    store = open_store(str(db))
    assert store.due(2**60, 10) == []
    store.close()


def test_a_record_that_is_wrong_is_not_taken_in(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, db = tmp_path / "wrong.json", tmp_path / "tables.db"
    wrong.write_bytes(RECORD.read_bytes().replace(b'"how":"played"', b'"how":"agreed"'))
    assert wrong.read_bytes() != RECORD.read_bytes()
    assert exchange("import", wrong, "--db", db) == 2
    assert exchange("export", "t1", "--db", db) == 2
    assert "no table" in capsys.readouterr().err


def test_a_name_that_no_page_can_show_is_not_taken_in(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd, db = tmp_path / "odd.json", tmp_path / "tables.db"
    content = json.loads(RECORD.read_bytes()) | {"table": "t/1"}
    odd.write_bytes(record.dumps(record.sealed(content)))
    assert exchange("import", odd, "--db", db) == 2
    assert "No page could show" in capsys.readouterr().err


def test_a_table_whose_name_begins_like_an_option_can_be_exported(tmp_path: pathlib.Path) -> None:
    odd, db, out = (tmp_path / name for name in ("odd.json", "tables.db", "out.json"))
    content = json.loads(RECORD.read_bytes()) | {"table": "-kXy_0a1b2c3"}
    odd.write_bytes(record.dumps(record.sealed(content)))
    assert exchange("import", odd, "--db", db) == 0
    assert exchange("export", "-kXy_0a1b2c3", out, "--db", db) == 0
    assert exchange("export", "--db", db, "-kXy_0a1b2c3", out) == 0
    assert out.read_bytes() == odd.read_bytes()


def test_no_new_table_has_such_a_name() -> None:
    for first in range(256):
        name = id_of(bytes([first]) + bytes(8))
        assert len(name) == 12
        assert not name.startswith("-")
    assert id_of(b"\xff" * 9) == "_" * 12
