"""The dialect itself: dice against published vectors, records, tables, the cache folder."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from skipyard.core import (
    BUFFERED,
    NONE,
    CheapDice,
    Dice,
    Record,
    below,
    chacha8,
    cheap_below,
    copy,
    i8,
    i16,
    key_from,
    key_from_bytes,
    refill,
    row_numbers,
    seed_dice,
    start_dice,
    table,
    total,
    u8,
    u32,
)

ROOT = pathlib.Path(__file__).parents[2]

# draft-strombergson-chacha-test-vectors, ChaCha8 with a 256-bit key: TC1, TC2 and TC3, blocks 0, 1.
VECTORS = [
    (
        "TC1: zero key, zero nonce",
        bytes(32),
        0,
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42",
        "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
        "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa",
    ),
    (
        "TC2: one bit of the key",
        b"\x01" + bytes(31),
        0,
        "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
        "289d04f43c7518db56eb4433e498a1238cd8464d3763ddbb9222ee3bd8fae3c8",
        "b4355a7d93dd8867089ee643558b95754efa2bd1a8a1e2d75bcdb32015542638"
        "291941feb49965587c4fdfe219cf0ec132a6cd4dc067392e67982fe53278c0b4",
    ),
    (
        "TC3: one bit of the nonce",
        bytes(32),
        1,
        "2b8f4bb3798306ca5130d47c4f8d4ed13aa0edccc1be6942090faeeca0d7599b"
        "7ff0fe616bb25aa0153ad6fdc88b954903c22426d478b97b22b8f9b1db00cf06",
        "470bdffbc488a8b7c701ebf4061d75c5969186497c95367809afa80bd843b040"
        "a79abc6e73a91757f1db73c8eacfa543b38f289d065ab2f3032d377b8c37fe46",
    ),
]


# Dice ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("what", "key", "stream", "first", "second"), VECTORS)
def test_chacha8_gives_the_published_blocks(
    what: str, key: bytes, stream: int, first: str, second: str
) -> None:
    for block, expected in enumerate((first, second)):
        words = chacha8(key_from_bytes(key), block, stream)
        assert np.array(words, "<u4").tobytes().hex() == expected, what


@pytest.mark.parametrize(("what", "key", "stream", "first", "second"), VECTORS)
def test_the_dice_hand_out_the_stream(
    what: str, key: bytes, stream: int, first: str, second: str
) -> None:
    """Of each block the first BUFFERED half-words are used, the last one first."""
    dice = Dice()
    start_dice(dice, key_from_bytes(key), stream)
    for block in (first, second):
        halves = np.frombuffer(bytes.fromhex(block), "<u2")[:BUFFERED]
        drawn = [int(below(dice, 65536)) for _ in range(BUFFERED)]
        assert drawn == halves[::-1].tolist(), what
    assert dice.block == 2


def test_keys_come_from_a_number_or_from_secrets() -> None:
    assert key_from(1).tobytes() == key_from(1).tobytes()
    assert key_from(1).dtype == np.uint32
    assert key_from(1).shape == (8,)
    known = {key_from(number).tobytes() for number in range(-50, 50)} | {key_from(2**70).tobytes()}
    assert len(known) == 101
    secret = {key_from().tobytes() for _ in range(20)}
    assert len(secret) == 20
    assert secret.isdisjoint(known)
    assert key_from_bytes(bytes(range(32)))[0] == 0x03020100


def drawn(dice: Any, n: int = 64) -> list[int]:
    return [int(below(dice, 65536)) for _ in range(n)]


def test_every_stream_of_a_key_is_another() -> None:
    first_draws = set()
    for key in (key_from(1), key_from(2)):
        for stream in (0, 1, 2, 2**32 - 1):
            dice = Dice()
            start_dice(dice, key, stream)
            first_draws.add(tuple(drawn(dice)))
    assert len(first_draws) == 8


def test_starting_again_forgets_what_was_ready() -> None:
    dice, fresh = Dice(), Dice()
    start_dice(dice, key_from(3), 5)
    drawn(dice, 3)
    start_dice(dice, key_from(4), 6)
    start_dice(fresh, key_from(4), 6)
    assert drawn(dice) == drawn(fresh)


def test_seeds_of_imagined_tables_differ() -> None:
    seeds = set()
    for seed in (0, 1, 2**31, 2**32, 2**32 + 1, 2**62, 2**63 - 1):
        dice = Dice()
        dice.key = 77  # whatever was there before
        seed_dice(dice, seed)
        seeds.add(tuple(drawn(dice)))
    assert len(seeds) == 7


def test_a_block_is_made_when_the_last_number_is_gone() -> None:
    dice = Dice()
    start_dice(dice, key_from(9), 0)
    refill(dice)
    assert (dice.ready_left, dice.block) == (BUFFERED, 1)
    drawn(dice, BUFFERED)
    assert (dice.ready_left, dice.block) == (0, 1)
    drawn(dice, 1)
    assert (dice.ready_left, dice.block) == (BUFFERED - 1, 2)


SENTINEL = -1


def answer(dice: Any, raw: int, n: int) -> int:
    """The result of `below` for one 16-bit number; SENTINEL if it draws again."""
    dice.ready[0], dice.ready_left, dice.block = raw, 1, 0
    drawn = int(below(dice, n))
    return SENTINEL if dice.block else drawn


@pytest.mark.parametrize(
    "n", [40000, *(pytest.param(n, marks=pytest.mark.full) for n in (3, 6, 162, 1000, 65535))]
)
def test_below_favours_no_number(n: int) -> None:
    """Of all 65536 raw numbers, exactly as many lead to each result."""
    dice = Dice()
    start_dice(dice, key_from(0), 0)
    counts = np.zeros(n, np.int64)
    rejected = 0
    for raw in range(65536):
        drawn = answer(dice, raw, n)
        if drawn == SENTINEL:
            rejected += 1
        else:
            counts[drawn] += 1
    assert counts.min() == counts.max() == 65536 // n
    assert rejected == 65536 % n


def test_below_takes_one_and_65536() -> None:
    dice = Dice()
    start_dice(dice, key_from(0), 0)
    assert {answer(dice, raw, 1) for raw in range(0, 65536, 17)} == {0}
    assert [answer(dice, raw, 65536) for raw in range(0, 65536, 17)] == list(range(0, 65536, 17))


@pytest.mark.parametrize("n", [1, 2, 6, 7, 343, 2**20])
def test_cheap_dice_stay_in_range_and_reach_it(n: int) -> None:
    chance = CheapDice()
    drawn = [int(cheap_below(chance, n)) for _ in range(4000)]
    assert 0 <= min(drawn) <= n // 50
    assert n - 1 - n // 50 <= max(drawn) < n
    if n <= 7:
        assert set(drawn) == set(range(n))


def test_cheap_dice_from_different_seeds_differ() -> None:
    runs = set()
    for start in range(20):
        chance = CheapDice()
        chance.at = start
        runs.add(tuple(int(cheap_below(chance, 1000)) for _ in range(8)))
    assert len(runs) == 20


# Records, tables, helpers -------------------------------------------------------------------------
class Base(Record):
    small, three = i8(), u8(3)


class Grown(Base):
    wide_one, middle = u32(), i16(2, 2)


def test_a_record_has_its_bases_fields_the_widest_first() -> None:
    assert Grown.dtype.names == ("wide_one", "middle", "small", "three")
    assert Grown.dtype.itemsize == 16  # 4 + 8 + 1 + 3: nothing lost to alignment
    assert Grown.dtype.isalignedstruct
    assert Base.dtype.names == ("small", "three")
    record = Grown()
    assert record.tobytes() == bytes(16)
    record.middle[1, 1] = -5
    assert record.middle.tolist() == [[0, 0], [0, -5]]
    assert Grown.many(7).shape == (7,)


def test_records_are_not_shared() -> None:
    one, other = Grown(), Grown()
    one.small = 3
    assert other.small == 0


def test_row_numbers_finds_rows_by_their_values() -> None:
    rows = table("kind source target", [(0, 1, 2), (0, 3, 0), (1, 1, 2), (1, 0, 0)])
    numbers = row_numbers(rows, "source target", kind=0)
    assert numbers[1, 2] == 0
    assert numbers[3, 0] == 1
    assert numbers[0, 0] == NONE
    assert numbers.shape == (4, 3)
    assert row_numbers(rows, "kind", source=1, target=2).tolist() == [0, 2]
    assert rows.source.dtype == np.int8


def test_total_and_copy_keep_to_their_length() -> None:
    counts = np.array([100, 100, 100, 7], np.int8)
    assert total(counts, 3) == 300
    target = np.zeros(4, np.int8)
    copy(counts, target, 2)
    assert target.tolist() == [100, 100, 0, 0]


# Other processes ----------------------------------------------------------------------------------
def bare() -> dict[str, str]:
    """The environment without this process's settings for numba."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "PYTHONPATH"))}


def python(code: str, cwd: pathlib.Path = ROOT, **env: str) -> str:
    """The output of a snippet in its own process."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=bare() | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# What is imported when ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "code",
    [
        "import skipyard.games",
        "import skipyard.options, skipyard.catalogue, skipyard.cachedir",
        "from skipyard.games import game; game('skipbo').options; game('skipbo').match",
        "from skipyard.games import game; game('skipbo_mod').options.check(2, {"
        "o.name: o.default for o in game('skipbo_mod').options.OPTIONS})",
        "from skipyard.games import game; game('Skip-Bo'.replace('-', '')).title",
        "from skipyard.__main__ import build_parser; build_parser().format_help()",
    ],
)
def test_no_compiler_is_loaded_before_a_game_is_played(code: str) -> None:
    loaded = python(f"import sys; {code}; print([m for m in sys.modules if m == 'numba'])")
    assert loaded == "[]"


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["games"], ["games", "skipbo"]])
def test_quick_commands_load_no_compiler(argv: list[str]) -> None:
    code = (
        "import contextlib, io, sys; from skipyard.__main__ import main\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        f"    main({argv!r})\n"
        "print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    assert "numba" not in python(code)
