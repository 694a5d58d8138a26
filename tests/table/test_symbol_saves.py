"""A save of Skip or Trip holds its symbols, so it can be read without the user's file."""

from __future__ import annotations

import pathlib

import pytest

from skipyard.bots import seat_bot
from skipyard.core import key_from
from skipyard.games import game
from skipyard.games.skip_or_trip import symbols
from skipyard.options import Refused, Value, read_settings, write_settings
from skipyard.table.files import save
from skipyard.table.table import Table

G = game("skip_or_trip")
OWN = symbols.of("quartet").text.replace("leaf", "a leaf, red=green")


def chosen_from(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Value]:
    """What `symbol_set=file` means for a user with a file, who then loses it."""
    file = folder / "own.json"
    file.write_text(OWN, "utf-8")
    monkeypatch.setenv(symbols.VARIABLE, str(file))
    chosen = read_settings(G.options.OPTIONS, ["symbol_set=FILE"], G.title)
    monkeypatch.delenv(symbols.VARIABLE)
    file.unlink()
    return dict(chosen)


@pytest.fixture
def saved(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A save of a table with the user's own symbols, some moves into the game."""
    chosen = chosen_from(tmp_path, monkeypatch)
    table = Table(G, ("you", "greedy"), chosen, key_from(7).tobytes())
    bot = seat_bot(G.name, "greedy", 1)
    for _ in range(30):
        table.play(table.turn, bot.choose(table.view(table.turn), table.legal()))
    return save.write(table, tmp_path / "game.json")


def forget_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget all sets, as if in a new process."""
    monkeypatch.setattr(symbols, "VALUES", {})


def test_a_save_is_read_without_the_file(
    saved: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_sets(monkeypatch)
    table = save.read(saved)
    assert save.dumps(table) == saved.read_text("utf-8")
    assert table.words.symbols.names["L"]["en"] == "a leaf, red=green"
    text = G.position.write(table.state)
    forget_sets(monkeypatch)
    assert G.position.write(G.position.read(text)) == text


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (r'"S\",\"en', r'"SS\",\"en', "id of one letter"),
        (r'"squares\":[\"\",', r'"squares\":[', "needs 101"),
        (r'"squares\":[\"\",', r'"squares\":[\"\",\"Q\",', "needs 101"),
        (r"\"sun\"", r"\"sunshine\"", "lead to another table"),
        ("symbol_set={", "symbol_set={{", "is not JSON"),
        (r"symbol_set={\"format\"", r"symbol_set={\"form\"", "does not say"),
    ],
)
def test_a_tampered_set_is_refused_in_a_sentence(
    was: str, becomes: str, said: str, saved: pathlib.Path
) -> None:
    text = saved.read_text("utf-8")
    assert was in text
    saved.write_text(text.replace(was, becomes, 1), "utf-8")
    with pytest.raises(Refused) as refused:
        save.read(saved)
    assert said in str(refused.value)
    assert str(refused.value).endswith(".")


def test_settings_with_a_set_survive_writing_and_reading(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = chosen_from(tmp_path, monkeypatch)
    (setting,) = write_settings(G.options.OPTIONS, chosen)
    assert setting == f"symbol_set={chosen['symbol_set']}"
    assert setting.split() == [setting]
    assert read_settings(G.options.OPTIONS, [setting], G.title) == chosen


def test_two_sets_with_the_same_signs_are_two() -> None:
    """Other names make another set, and a table keeps to its own."""
    tables = []
    for text in (OWN, OWN.replace("sun", "star")):
        chosen = read_settings(G.options.OPTIONS, [f"symbol_set={text}"], G.title)
        tables.append(Table(G, ("greedy", "greedy"), chosen, bytes(32)))
    names = [G.words.of(table.view(0)).symbols.names["S"]["en"] for table in tables]
    assert names == ["sun", "star"]
    assert tables[0].digest() != tables[1].digest()
