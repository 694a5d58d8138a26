"""The laws of Skippity, along whole random games with random options, beside a plain reference."""

from __future__ import annotations

import hashlib
import os
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
import pytest
import skippity_reference as reference
from hypothesis import strategies as st

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import game
from skipyard.games.skippity.actions import END_TURN, PASS_TURN, Kind, No
from skipyard.games.skippity.board import SIZES, Ended, colour_at, put, size_of
from skipyard.options import Refused, Value, read_settings

GAME = game("skippity")
RULES, WORDS, POSITION, OPTIONS = GAME.rules, GAME.words, GAME.position, GAME.options
ROWS = list(RULES.ACTIONS)
DEFAULTS = {option.name: option.default for option in OPTIONS.OPTIONS}
QUICK, MANY = 5, 30
every_size = pytest.mark.parametrize(
    "examples", [QUICK, pytest.param(MANY, marks=pytest.mark.slow)]
)
every_language = pytest.mark.parametrize("language", LANGUAGES)


# Tables and games ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Table:
    """One table: its options and its key."""

    seats: int
    chosen: Mapping[str, Value]
    key: int

    def deal(self) -> Any:
        state = GAME.set_up(self.seats, self.chosen)
        RULES.deal(state, key_from(self.key), self.key % 5)
        return state


def table(seats: int, key: int, **changed: Value) -> Table:
    assert changed.keys() <= DEFAULTS.keys()
    OPTIONS.check(seats, DEFAULTS | changed)
    return Table(seats, DEFAULTS | changed, key)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table that `check` allows, small boards more often than large ones."""
    chosen: dict[str, Value] = {}
    for option in OPTIONS.OPTIONS:
        if option.kind == "number":
            chosen[option.name] = draw(st.sampled_from([6, 6, 8, 8, 10, 10, *SIZES]))
        else:
            chosen[option.name] = draw(st.sampled_from(option.names or (False, True)))
    first = str(chosen["first_player"])
    fewest = 2 if first == "random" else max(2, int(first[-1]) + 1)
    return Table(draw(st.integers(fewest, 4)), chosen, draw(st.integers(0, 2**40)))


TELLING = (
    table(2, 1),
    table(3, 2, allow_pass=True, size=6),
    table(4, 3, undo=True, size=8, opening_holes="corners2"),
    table(4, 4, size=12, scoring="hundred", seeding="alternate", first_player="seat3"),
    table(2, 5, size=20, opening_holes="corners1", seeding="rows"),
    table(3, 6, size=14, allow_pass=True, undo=True),
    table(2, 9, size=6, allow_pass=True),  # all pass
    table(2, 11, size=6, allow_pass=True),  # a tie
)


def for_all(examples: int, law: Callable[[Table], None]) -> None:
    for told in TELLING:
        law(told)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables())
    def hold(drawn: Table) -> None:
        law(drawn)

    hold()


def legal(state: Any) -> list[int]:
    out = np.zeros(len(ROWS), np.int16)
    return [int(action) for action in out[: RULES.moves(state, out)]]


def choose(state: Any, chance: random.Random) -> int:
    """Any move, but a pass only now and then."""
    actions = sorted(legal(state))
    if PASS_TURN in actions and chance.random() < 0.15:
        return PASS_TURN
    return chance.choice([action for action in actions if action != PASS_TURN])


def walk(told: Table, every: int = 1) -> Iterator[Any]:
    """The states of a random game: each `every`-th, and the last."""
    state, chance, number = told.deal(), random.Random(told.key), 0
    while not state.over:
        if number % every == 0:
            yield state
        RULES.play(state, choose(state, chance))
        number += 1
        assert number <= RULES.LONGEST
    yield state


def view_of(state: Any, seat: int) -> Any:
    view = RULES.View()
    RULES.observe(state, seat, view)
    return view


def imagined(view: Any, seed: int) -> Any:
    state = RULES.State()
    RULES.imagine(view, state, seed)
    return state


def places(state: Any) -> list[int]:
    found = np.zeros(int(state.seats), np.int64)
    RULES.places(state, found)
    return [int(place) for place in found]


# The reference ------------------------------------------------------------------------------------
def test_jumps_are_those_of_the_reference_on_any_board() -> None:
    chance = random.Random(7)
    for _ in range(150):
        other = reference.random_board(chance)
        state = GAME.set_up(2, DEFAULTS | {"size": other.size})
        state.row = state.column = NONE
        for (row, column), letter in other.board.items():
            put(state, row, column, "ROYGB".index(letter) + 1)
        assert {WORDS.describe(action) for action in legal(state)} == other.legal()
        assert len(legal(state)) == len(other.all_jumps())


@every_size
def test_a_game_goes_as_the_reference_says(examples: int) -> None:
    seen: Counter[str] = Counter()

    def law(told: Table) -> None:
        state, chance = told.deal(), random.Random(told.key)
        other = reference.read(POSITION.write(state))
        skippers = len(other.board)
        while not state.over:
            assert {WORDS.describe(action) for action in legal(state)} == other.legal()
            words = WORDS.describe(choose(state, chance))
            RULES.play(state, WORDS.parse(words))
            other.play(words)
            assert state.turn == other.turn
            assert bool(state.over) == other.over
            seen[words.split()[0]] += 1
        lines = POSITION.write(state).splitlines()
        assert [line for line in lines if line.startswith("row")] == other.rows()
        for seat, mine in enumerate(other.captured):
            held = [f"{letter}{mine.count(letter)}" for letter in "ROYGB" if letter in mine]
            assert f"captured {seat + 1}: {' '.join(held) or '-'}" in lines
        assert places(state) == other.places()
        firsts = [seat for seat, place in enumerate(other.places()) if place == 1]
        assert state.winner == (firsts[0] if len(firsts) == 1 else NOBODY)
        assert other.turns <= skippers - 1  # SK-A29
        seen[f"over {state.over}"] += 1
        seen["shared"] += state.winner == NOBODY

    for_all(examples, law)
    assert all(seen[what] for what in ("jump", "end", "pass", "over 1", "over 2", "shared"))


# Mask ---------------------------------------------------------------------------------------------
@every_size
def test_moves_are_what_verdict_allows(examples: int) -> None:
    reasons: set[int] = set()

    def law(told: Table) -> None:
        for state in walk(told, every=13):
            answers = [int(RULES.verdict(state, row)) for row in ROWS]
            reasons.update(answers)
            actions = legal(state)
            assert len(actions) == len(set(actions))
            assert set(actions) == {a for a, no in enumerate(answers) if no == No.OK}
            assert bool(actions) == (not state.over)
            size = size_of(state)
            assert max(actions, default=0) < 2 + 4 * size * (size - 2)

    for_all(examples, law)
    assert {No(no).name for no in reasons} == {no.name for no in No}


def test_asking_changes_nothing_and_writes_nothing_beyond() -> None:
    for told in TELLING:
        for state in walk(told, every=17):
            before, out = state.tobytes(), np.full(len(ROWS) + 9, 99, np.int16)
            n = RULES.moves(state, out[: len(ROWS)])
            assert (out[len(ROWS) :] == 99).all()
            assert (out[:n] >= 0).all()
            for row in ROWS[::37]:
                RULES.verdict(state, row)
            view_of(state, 1)
            assert state.tobytes() == before


# Conservation -------------------------------------------------------------------------------------
def skippers(state: Any) -> Counter[str]:
    """Every skipper of a table, counted from its text."""
    found: Counter[str] = Counter()
    for line in POSITION.write(state).splitlines():
        words = line.split(": ")[1].split()
        if line.startswith("row"):
            found.update(letter for letter in words if letter in "ROYGB")
        if line.startswith("captured"):
            found.update({w[0]: int(w[1:]) for w in words if w != "-"})
    return found


def test_no_skipper_is_lost_or_made() -> None:
    def law(told: Table) -> None:
        start: Counter[str] | None = None
        for state in walk(told, every=9):
            start = start or skippers(state)
            assert skippers(state) == start
            assert list(state.in_play) == [start[letter] for letter in "ROYGB"]
            assert RULES.sound(state)

    for_all(QUICK, law)


def unsound(state: Any) -> Iterator[tuple[str, Any]]:
    """The table with one thing wrong at a time."""
    for field in ("cells", "taken", "in_play", "jumps", "onward", "row", "over", "passes"):
        wrong = state.copy()
        if wrong[field].shape:
            wrong[field][0] ^= 1
        else:
            wrong[field] ^= 1
        yield field, wrong
    wrong = state.copy()
    wrong.captured[1, 2] += 1
    yield "captured", wrong
    for field in ("cells", "taken"):
        wrong = state.copy()
        wrong[field][-1] = 1
        yield f"{field} off the board", wrong


def test_a_table_with_a_wrong_skipper_is_not_sound() -> None:
    for told in TELLING[:3]:
        for state in walk(told, every=11):
            for what, wrong in unsound(state):
                if what == "jumps" and state.jumps > 1:
                    continue  # two or three: nothing else on the table tells
                if what == "passes" and state.allow_pass and not state.jumps:
                    continue  # nor who passed, short of all
                assert not RULES.sound(wrong), what


# The start ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("holes", ["centre4", "corners1", "corners2"])
@pytest.mark.parametrize("seeding", ["random", "rows", "alternate"])
def test_every_opening_has_its_holes_and_a_jump(size: int, holes: str, seeding: str) -> None:
    state = table(2, size, size=size, opening_holes=holes, seeding=seeding).deal()
    middle = {size // 2 - 1, size // 2}
    empty = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if colour_at(state, row, column) == 0
    }
    corners = {(row, column) for row in (0, size - 1) for column in (0, size - 1)}
    beside = {(row, column) for row in (0, size - 1) for column in (1, size - 2)}
    centre = {(row, column) for row in middle for column in middle}
    assert empty == {"centre4": centre, "corners1": corners, "corners2": corners | beside}[holes]
    assert len(legal(state)) == (12 if holes == "corners2" else 8)  # SK-A12 SK-A25
    for row in range(size):
        for column in range(size):
            if (row, column) not in empty and seeding != "random":
                wanted = row if seeding == "rows" else row + column
                assert colour_at(state, row, column) == wanted % 5 + 1


@pytest.mark.parametrize("size", SIZES)
def test_colours_are_as_equal_as_can_be(size: int) -> None:
    """SK-A21 SK-A26  With the holes' skippers counted in: at most one apart."""
    counts = [(size * size + 4 - colour) // 5 for colour in range(5)]
    assert sum(counts) == size * size
    assert max(counts) - min(counts) <= 1
    missing: Counter[int] = Counter()
    for key in range(30):
        in_play = table(2, key, size=size).deal().in_play
        off = [count - int(left) for count, left in zip(counts, in_play, strict=True)]
        assert min(off) >= 0
        assert sum(off) == 4
        missing.update(dict(enumerate(off)))
    assert min(missing[colour] for colour in range(5)) > 0


def test_chance_reaches_every_colour_on_every_square_and_every_first_player() -> None:
    met: Counter[tuple[int, int, int]] = Counter()
    firsts: Counter[int] = Counter()
    for key in range(400):
        state = table(4, key, size=6).deal()
        firsts[int(state.turn)] += 1
        for row, column in ((0, 0), (0, 5), (3, 1), (5, 5)):
            met[row, column, int(colour_at(state, row, column))] += 1
    assert len(met) == 4 * 5
    assert min(met.values()) > 45  # of 400: 78 to 89 are expected
    assert len(firsts) == 4
    assert min(firsts.values()) > 70


# Views and imagination ----------------------------------------------------------------------------
def test_a_view_is_the_table_without_its_dice() -> None:
    fields = set(RULES.View.dtype.names)
    assert fields.isdisjoint({"key", "stream", "block", "ready", "ready_left", "reveals"})
    assert fields - {"me"} <= set(RULES.State.dtype.names)
    state = TELLING[0].deal()
    other = state.copy()
    other.key, other.stream, other.ready = 7, 9, 11
    for seat in (NOBODY, 0, 1):
        assert view_of(state, seat).tobytes() == view_of(other, seat).tobytes()


@every_size
def test_an_imagined_world_is_the_world(examples: int) -> None:
    def law(told: Table) -> None:
        for number, state in enumerate(walk(told, every=19)):
            for seat in range(NOBODY, told.seats):
                view = view_of(state, seat)
                world = imagined(view, number)
                assert view_of(world, seat).tobytes() == view.tobytes()
                for field in set(state.dtype.names) - {"key", "stream", "block", "ready"}:
                    if field != "ready_left":
                        assert world[field].tobytes() == state[field].tobytes(), field
            assert legal(world) == legal(state)

    for_all(examples, law)


# Replay and positions -----------------------------------------------------------------------------
def test_the_same_actions_give_the_same_bytes() -> None:
    for told in TELLING:
        state, chance, actions, marks = told.deal(), random.Random(1), [], []
        while not state.over:
            actions.append(choose(state, chance))
            marks.append(state.tobytes())
            RULES.play(state, actions[-1])
        again = told.deal()
        for action, mark in zip(actions, marks, strict=True):
            assert again.tobytes() == mark
            RULES.play(again, action)
        assert again.tobytes() == state.tobytes()


@every_size
def test_a_position_survives_writing_and_reading(examples: int) -> None:
    def law(told: Table) -> None:
        for state in walk(told, every=29):
            text = POSITION.write(state)
            again = POSITION.read(text)
            assert POSITION.write(again) == text
            for seat in range(NOBODY, told.seats):
                assert view_of(again, seat).tobytes() == view_of(state, seat).tobytes(), text

    for_all(examples, law)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "turn: 3",
        "colour: red",
        "seats: 5",
        "options: size=7",
        "row 11: ..........",
        "row 1: RRR",
        "row 1: X.........",
        "captured 1: R1 X2",
        "captured 1: R81",
        "captured 1: R",
        "captured 1: .3",
        "jumper: e5",
        "jumper: z99 after 2",
        "row 1: RR........\njumper: b1 after 1",
        "row 1: R.........\ncaptured 1: R1\njumper: a1 after 1",
        "passes: 1",
        "options: allow_pass=true\npasses: 3",
    ],
)
def test_a_wrong_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        POSITION.read(text)


# Words --------------------------------------------------------------------------------------------
@every_language
def test_a_move_in_words_is_understood_again(language: str) -> None:
    said = [WORDS.describe(action, language) for action in range(len(ROWS))]
    assert len(set(said)) == len(said)
    for action, words in enumerate(said):
        assert "{" not in words
        assert WORDS.parse(words, language) == action
        assert WORDS.parse(f"  {words.upper().replace(' ', '  ')} ", language) == action
        assert words not in WORDS.WORDS.never(language)


@every_language
def test_a_chain_is_told_by_its_path(language: str) -> None:
    state, chance = table(2, 8, undo=True).deal(), random.Random(5)
    longest, chain = 0, [NONE]
    while not state.over:
        action = choose(state, chance)
        if RULES.ACTIONS[action].kind == Kind.JUMP:
            chain = [*chain, action] if state.jumps else [action]
            longest = max(longest, len(chain))
            words = WORDS.describe_path(chain, language)
            assert WORDS.parse_path(words, language) == chain
            assert len(words.split(WORDS.WORDS.joint(language))) == len(chain) + 1
        RULES.play(state, action)
    assert longest > 2
    assert WORDS.parse_path(WORDS.describe(0, language), language) == [0]


@every_language
def test_what_is_no_move_is_refused_in_a_sentence(language: str) -> None:
    for text in ("", "jump", "jump e5", "jump z9 to z11", "jump e5 to f9", "{start}", "xyz" * 999):
        with pytest.raises(Refused) as refusal:
            WORDS.parse(text, language)
        assert not isinstance(refusal.value, WORDS.Never)


@every_language
def test_forbidden_moves_name_their_rule(language: str) -> None:
    words = WORDS.WORDS
    for name in words.catalogue.group("never"):
        sentences = list(words.never_sentences(name, language))
        for sentence in sentences[:: max(1, len(sentences) // 50)]:
            with pytest.raises(WORDS.Never, match=words.catalogue.about(f"never.{name}", "rule")):
                words.parse(sentence, language)


def test_every_refusal_is_a_sentence_that_names_its_rule() -> None:
    met: set[int] = set()
    for told in TELLING:
        for state in walk(told, every=31):
            view = view_of(state, int(state.turn))
            for action in range(int(state.jumps) % 3, len(ROWS), 7):
                no = int(RULES.verdict(state, ROWS[action]))
                if no == No.OK:
                    continue
                met.add(no)
                said = {lang: WORDS.refuse(view, action, no, lang) for lang in LANGUAGES}
                assert said["en"] != said["fr"]
                for sentence in said.values():
                    assert sentence.endswith(f" ({WORDS.WORDS.rule_of(no)})")
                    assert "{" not in sentence
                    assert "  " not in sentence
                    assert "()" not in sentence
    assert len(met) >= 7


def test_every_colour_has_a_letter_and_a_shape_of_its_own() -> None:
    words = WORDS.WORDS
    assert len({words.letter(colour) for colour in range(6)}) == 6
    assert len({words.shape(colour) for colour in range(6)}) == 6
    for language in LANGUAGES:
        assert len({words.colour(colour, language) for colour in range(6)}) == 6


def test_no_sentence_is_missing_in_either_language() -> None:
    catalogue = OPTIONS.sentences()
    assert catalogue.missing() == []
    for key, entry in catalogue.entries.items():
        blanks = [set(re.findall(r"{(\w+)}", entry[language])) for language in LANGUAGES]
        assert blanks[0] == blanks[1], key
        for what in ("fr", "say_fr", "help_fr"):
            assert not re.search(r"\S[:;!?](\s|$)", entry.get(what, "")), (key, what)
            assert "'" not in entry.get(what, ""), (key, what)
    assert set(catalogue.group("no")) == {no.name for no in No} - {"OK"}
    for option in OPTIONS.OPTIONS:
        for language in LANGUAGES:
            title, help_text = WORDS.WORDS.option(option.name, language)
            assert title[0].isupper()
            assert help_text.endswith(".")


# Options ------------------------------------------------------------------------------------------
@every_language
@pytest.mark.parametrize(
    ("seats", "settings", "rule"),
    [
        (1, [], "SK-A19"),
        (5, [], "SK-A19"),
        (2, ["size=9"], "SK-A21"),
        (2, ["size=4"], "SK-A21"),
        (2, ["size=22"], "SK-A21"),
        (2, ["seeding=diagonal"], "SK-A26"),
        (2, ["opening_holes=centre5"], "SK-A25"),
        (2, ["scoring=sum"], "SK-A24"),
        (2, ["first_player=oldest"], "SK-A28"),
        (2, ["first_player=seat2"], "SK-A28"),
        (3, ["first_player=seat3"], "SK-A28"),
        (2, ["allow_pass=maybe"], "SK-A01"),
        (2, ["undo=2"], "SK-A20"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_rule(
    seats: int, settings: list[str], rule: str, language: str
) -> None:
    def ask() -> None:
        chosen = read_settings(OPTIONS.OPTIONS, settings, OPTIONS.TITLE, language)
        OPTIONS.check(seats, chosen, language)

    with pytest.raises(Refused, match=rule) as refusal:
        ask()
    assert "{" not in str(refusal.value)


def test_the_first_player_is_the_one_named() -> None:
    for seat in range(4):
        assert table(4, 1, first_player=f"seat{seat}").deal().turn == seat


# The end ------------------------------------------------------------------------------------------
def test_places_are_shared() -> None:
    state = table(4, 1).deal()
    for seat, (sets, more) in enumerate([(3, 2), (3, 2), (2, 9), (3, 1)]):
        state.captured[seat] = [sets + more, sets, sets, sets, sets]
    assert places(state) == [1, 1, 4, 3]
    RULES.finish(state, Ended.NO_JUMP)
    assert state.winner == NOBODY


def test_a_chain_without_a_way_on_is_over_unless_it_can_be_taken_back() -> None:
    """SK-A13 SK-A23  A table that waits for its end is not whole where there is no undo."""
    state = POSITION.read("options: size=6, undo=true\nrow 1: R O . . . .\nrow 6: R O . . . .")
    RULES.play(state, WORDS.parse("jump a1 to c1"))
    assert RULES.sound(state)
    state.undo = 0
    assert not RULES.sound(state)


def test_the_bound_is_that_of_the_largest_board() -> None:
    """SK-A22 SK-A29  For each jump all others pass, then the jump and its end; one is left."""
    passes, jump, end = 3, 1, 1
    skippers = 20 * 20 - 4
    assert (skippers - 1) * (passes + jump + end) == RULES.LONGEST


def test_no_game_is_longer_than_its_skippers_allow() -> None:
    """SK-A22 SK-A29  The proof of LONGEST, along games in which all but one always pass."""
    for size, seats in ((6, 4), (8, 3), (20, 2)):
        state = table(seats, size, size=size, allow_pass=True, undo=True).deal()
        skippers, moves, chance = int(state.in_play.sum()), 0, random.Random(size)
        while not state.over:
            jumps = [action for action in legal(state) if action not in (PASS_TURN, END_TURN)]
            if state.jumps:
                RULES.play(state, END_TURN)
            else:
                waits = state.passes < seats - 1
                RULES.play(state, PASS_TURN if waits else chance.choice(jumps))
            moves += 1
        assert (skippers - 1) * (seats + 1) // 2 < moves <= (skippers - 1) * (seats + 1)
        assert moves <= RULES.LONGEST


def test_a_state_is_small() -> None:
    assert RULES.State.dtype.itemsize < 400


# Twins --------------------------------------------------------------------------------------------
WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}


def digest(told: Table) -> str:
    """Everything that a game's states, views, worlds, verdicts and legal moves are made of."""
    found = hashlib.sha256()
    for number, state in enumerate(walk(told)):
        found.update(state.tobytes())
        found.update(repr(legal(state)).encode())
        if number % 12 == 0:
            found.update(bytes([bool(RULES.sound(state))]))
            view = view_of(state, number % told.seats)
            found.update(view.tobytes())
            found.update(imagined(view, number).tobytes())
            found.update(bytes(int(RULES.verdict(state, row)) for row in ROWS[::29]))
    points = np.zeros(told.seats, np.int16)
    RULES.score(state, points)
    found.update(points.tobytes() + repr(places(state)).encode())
    return f"{told.key} over {state.over} {found.hexdigest()}"


def run(way: str) -> list[str]:
    """What this file prints in a process of its own; an overflow there is an error."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(pathlib.Path(__file__))],
        env=kept | WAYS[way],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{way}, after {done.stdout}:\n{done.stderr[-3000:]}"
    return done.stdout.splitlines()


@pytest.mark.slow
def test_twins() -> None:
    """Interpreted, compiled and checked runs give the same bytes."""
    compiled = run("compiled")
    assert len(compiled) == len(set(compiled)) == len(TELLING)
    assert run("interpreted") == compiled
    assert run("checked") == compiled


if __name__ == "__main__":
    for one in TELLING:
        print(digest(one), flush=True)
