"""Puzzles: a sample is measured again, a wrong one is noticed, and the finder can be stopped."""

from __future__ import annotations

import pathlib

import msgspec
import pytest
from helpers.command_refusal import refusal

from skipyard.__main__ import main
from skipyard.games import GAMES, cases, game, played_cases, puzzles
from skipyard.lab.puzzles.find import first_game, known_puzzles
from skipyard.lab.puzzles.verify import Numbered, Verifier

MOST_BYTES = 420_000  # of one game's puzzles


@pytest.mark.parametrize("name", GAMES)
def test_every_line_has_a_position_with_a_choice(name: str) -> None:
    g = game(name)
    every = known_puzzles(g.folder / puzzles.FILE, "en")
    assert len({(one.source.seed, one.source.game) for one in every}) == len(every), "one a game"
    assert (g.folder / puzzles.FILE).stat().st_size <= MOST_BYTES
    for puzzle in every:
        assert puzzle.chance(puzzle.right[0]) == max(puzzle.chances)
        assert 0 < len(puzzle.right) < len(puzzle.others) + 1
        least = min(puzzle.chance(action) for action in puzzle.right)
        assert least > puzzle.chance(puzzle.others[0])


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_verified(name: str) -> None:
    """Some positions are read; the right moves of one are measured in other worlds."""
    g = game(name)
    every = known_puzzles(g.folder / puzzles.FILE, "en")
    for puzzle in every[:: max(1, len(every) // 10)]:
        state = puzzles.state_of(g, puzzle)
        assert sorted(played_cases.legal(g, state, int(state.turn))) == sorted(puzzle.legal)
        assert cases.seen_by(g, state, int(state.turn)).turn == state.turn
    latest = max(every, key=lambda one: one.source.move / one.source.moves)  # the shortest playouts
    assert Verifier(g, 3, 200).problem(Numbered(every.index(latest) + 1, latest)) == ""


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_the_command_verifies_a_part_of_them(name: str) -> None:
    """All of them take the command some minutes for each game."""
    assert main(["puzzles", "verify", name, "--sample", "40"]) == 0


def test_a_wrong_puzzle_is_noticed(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = GAMES[-1]
    good = puzzles.load(game(name), 1)
    worse = msgspec.structs.replace(good, right=[good.legal[-1]])
    unknown = msgspec.structs.replace(good, chances={50: good.legal[:2]})
    unread = msgspec.structs.replace(good, position="nonsense")
    file = tmp_path / "puzzles.jsonl"
    file.write_bytes(b"".join(map(puzzles.write, (worse, unknown, unread))))
    assert main(["puzzles", "verify", name, "--file", str(file), "--worlds", "200"]) == 1
    out, err = capsys.readouterr()
    assert "0 of 3" in out
    assert [
        line.partition(", ")[2][: len(start)]
        for line, start in zip(
            err.strip().splitlines(),
            ["puzzle 1: the right moves", "puzzle 2: its moves", "puzzle 3: its position"],
            strict=True,
        )
    ] == ["puzzle 1: the right moves", "puzzle 2: its moves", "puzzle 3: its position"]


def test_bad_arguments_get_a_sentence(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text("{}\n")
    assert "Line 1" in refusal(capsys, ["puzzles", "find", GAMES[0], "--out", str(file)])
    assert "Line 1" in refusal(capsys, ["puzzles", "verify", GAMES[0], "--file", str(file)])
    assert refusal(capsys, ["puzzles", "verify", "--file", str(file)])
    assert refusal(capsys, ["puzzles", "find", "nothing", "--out", str(file)])
    assert refusal(capsys, ["puzzles", "find", GAMES[0], "--out", str(tmp_path / "no" / "folder")])


def test_the_finder_goes_on_where_a_file_ends(tmp_path: pathlib.Path) -> None:
    known = [puzzles.load(game(GAMES[0]), number) for number in (1, 2)]
    last = max(one.source.game for one in known)
    assert first_game(known, known[0].source.seed) == last + 1
    assert first_game(known, 99) == 1
    file = tmp_path / "puzzles.jsonl"
    file.write_bytes(b"".join(map(puzzles.write, known)))
    assert main(["puzzles", "find", GAMES[0], "--count", "2", "--out", str(file)]) == 0
    assert known_puzzles(file, "en") == known


@pytest.mark.full
def test_the_same_game_gives_the_same_puzzle(tmp_path: pathlib.Path) -> None:
    name = GAMES[-1]
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for file in files:
        call = ["puzzles", "find", name, "--count", "1", "--seed", "4", "--jobs", "1"]
        assert main([*call, "--out", str(file)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
