"""Skip or Trip's sets of symbols: those of the game, and a user's own file."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from skipyard.games import game
from skipyard.games.random_play import table
from skipyard.games.skip_or_trip import symbols
from skipyard.games.skip_or_trip.law_data import CARDS, NAME, check
from skipyard.options import Refused, Value, read_settings
from skipyard.testing.worlds import played

G = game(NAME)


@pytest.mark.parametrize("name", ["hexad", "quintet", "quartet"])
def test_a_set_keeps_the_promises_of_the_rules(name: str) -> None:
    drawn_set = symbols.of(name)
    assert len(drawn_set.letters) == {"hexad": 6, "quintet": 5, "quartet": 4}[name]
    assert all(1 <= len(drawn_set.write(sign)) <= 3 for sign in drawn_set.squares[1:100])
    assert drawn_set.squares[0] == drawn_set.squares[100] == 0
    assert len(drawn_set.cards) == CARDS
    assert drawn_set.read("LS") == drawn_set.read("SL")
    assert set("".join(map(drawn_set.write, drawn_set.faces))) == set(drawn_set.letters)


def own_file(folder: pathlib.Path, **changed: Any) -> str:
    """A symbol file of the user's own: the quartet with other letters, or spoilt."""
    text = (symbols.FOLDER / "quartet.json").read_text("utf-8")
    swap = str.maketrans("SMLD", "WXYZ")
    made = json.loads(text)
    made["symbols"] = [{"id": letter} for letter in "WXYZ"]
    made["squares"] = [square.translate(swap) for square in made["squares"]]
    made["backs"] = {n: [face.translate(swap) for face in made["backs"][n]] for n in made["backs"]}
    file = folder / "own.json"
    file.write_text(json.dumps(made | changed), "utf-8")
    return str(file)


def of_the_file() -> Value:
    """What `symbol_set=file` means now."""
    return read_settings(G.options.OPTIONS, ["symbol_set=file"], G.title)["symbol_set"]


def test_a_file_of_one_s_own_is_played(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(symbols.VARIABLE, own_file(tmp_path))
    told = table(NAME, 3, 3, symbol_set=of_the_file(), removed_cards=60)
    monkeypatch.delenv(symbols.VARIABLE)  # the table has the set
    for state in played(told).states(7):
        check(state)
        assert G.rules.sound(state)
        assert G.position.write(G.position.read(G.position.write(state))) == G.position.write(state)
    assert "2-ZZ" in G.words.of(state).symbols.cards
    other = played(table(NAME, 3, 3, symbol_set="quartet", removed_cards=60)).last
    assert state.token.tobytes() == other.token.tobytes()


WRONG: dict[str, dict[str, Any]] = {
    "does not say": {"format": "x"},
    "id of one letter": {"symbols": [{"id": "AB"}]},
    "no two the same": {"symbols": [{"id": "W"}, {"id": "w"}]},
    "needs 1 to 8": {"symbols": []},
    "called “7”": {"symbols": [{"id": "W", "en": 7}]},
    "1 to 24 printable": {"symbols": [{"id": "W", "glyph": "\ud800"}]},
    "needs 101": {"squares": [""] * 100},
    "squares[1] holds “Q”": {"squares": ["", *99 * ["Q"], ""]},
    "squares[1] holds “WWWW”": {"squares": ["", *99 * ["WWWW"], ""]},
    "different faces for the number 1": {"backs": {"1": 12 * ["W"]}},
    "different faces for the number 1; it needs 12": {"backs": []},
    "backs[1] holds “WWW”": {"backs": {"1": ["WWW"]}},
}


@pytest.mark.parametrize("message", WRONG)
def test_a_wrong_file_is_refused_in_a_sentence(
    message: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(symbols.VARIABLE, own_file(tmp_path, **WRONG[message]))
    with pytest.raises(Refused) as english:
        table(NAME, 2, 1, symbol_set=of_the_file())
    assert message in str(english.value)
    with pytest.raises(Refused, match=r"jeu de symboles.*\(ST-(A01|A08|46)\)\.$"):
        read_settings(G.options.OPTIONS, ["symbol_set=file"], G.title, "fr")


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"{"])
def test_a_file_that_is_none_is_refused_in_a_sentence(
    content: bytes | None, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "symbols.json"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv(symbols.VARIABLE, str(file))
    with pytest.raises(Refused, match=r"symbols\.json.*\(ST-A01\)\.$"):
        table(NAME, 2, 1, symbol_set=of_the_file())
