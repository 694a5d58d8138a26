"""The laws of DESIGN.md for Skip or Trip, along whole random games at every size and option set.

Run as a script it plays the twins' games and prints a digest each; a test runs it three ways.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st
from scipy import stats

from skipyard.bots import seat_bot
from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE, key_from
from skipyard.games import cases, game
from skipyard.games.skip_or_trip import symbols
from skipyard.games.skip_or_trip.actions import Kind, No
from skipyard.games.skip_or_trip.board import Ended, Step
from skipyard.options import Refused, Value, read_settings

NAME = "skip_or_trip"
G = game(NAME)
R = G.rules
ROWS = [R.ACTIONS[number] for number in range(len(R.ACTIONS))]
KINDS = [int(row.kind) for row in ROWS]
CARDS, FACES, NUMBERS = 108, 12, 9
LIMIT = 1e-4
QUICK, MANY = 6, 40
every_size = pytest.mark.parametrize(
    "examples", [QUICK, pytest.param(MANY, marks=pytest.mark.slow)]
)


# Tables and walks ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Table:
    """One table: its seats, options, key, and how its players choose."""

    seats: int
    chosen: Mapping[str, Value]
    key: int
    policy: str = "trip"

    def deal(self) -> Any:
        state = G.set_up(self.seats, self.chosen)
        R.deal(state, key_from(self.key), self.key % 5)
        return state


def table(seats: int, key: int, *settings: str, policy: str = "trip") -> Table:
    chosen = read_settings(G.options.OPTIONS, settings, G.title)
    G.options.check(seats, chosen)
    return Table(seats, chosen, key, policy)


def fits(seats: int, chosen: Mapping[str, Value]) -> bool:
    try:
        G.options.check(seats, chosen)
    except Refused:
        return False
    return True


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table that `check` allows; a file of one's own has a test of its own."""
    chosen: dict[str, Value] = {}
    for option in G.options.OPTIONS:
        if option.names:
            names = [name for name in option.names if name != "file"]
            chosen[option.name] = draw(st.sampled_from(names))
        elif isinstance(option.default, bool):
            chosen[option.name] = draw(st.booleans())
        else:
            numbers = st.integers(option.low, min(option.high, 96))
            chosen[option.name] = draw(st.one_of(st.just(option.default), numbers))
    chosen["hand_limit"] = draw(st.sampled_from([0, 0, 2, 3, 5]))
    seats = draw(st.integers(2, 6))
    if chosen["variant"] == "team":
        seats = 4
    if chosen["variant"] != "basic":
        chosen["mercy"] = "off"
    if not fits(seats, chosen):
        chosen["first_player"], chosen["cut"] = "random", "plain"
        chosen["house_rules"] = True
    if not fits(seats, chosen):
        chosen["removed_cards"] = 20
    hypothesis.assume(fits(seats, chosen))
    policy = draw(st.sampled_from(["any", "trip", "pass"]))
    return Table(seats, chosen, draw(st.integers(0, 2**30)), policy)


TELLING = (
    table(2, 1),
    table(3, 2, "removed_cards=30"),
    table(5, 3, policy="any"),
    table(6, 4, "mercy=on", "removed_cards=50"),
    table(2, 5, "variant=advanced", "adv_elimination=token", "cut=half"),
    table(3, 6, "variant=advanced", "cut=random", "wasted_skip=forbid", "allow_pass=false"),
    table(4, 7, "variant=team", "symbol_set=quartet", "cut=half"),
    table(6, 8, "removed_cards=90", policy="pass"),
    table(4, 9, "removed_cards=96", "last_tie=all_quit", policy="pass"),
    table(4, 10, "removed_cards=92", "last_tie=mover_quits", "endgame_reading=mover"),
    table(3, 11, "hand_limit=2", policy="pass"),
    table(2, 12, "wasted_skip=forbid", "allow_pass=only_if_stuck", "symbol_set=quintet"),
    table(2, 13, "removed_cards=104", "endgame_first_check=same", "reveal_skipped=true"),
    table(2, 14, "variant=advanced", "wasted_skip=forbid", "allow_pass=false", policy="any"),
    table(5, 15, "removed_cards=80", "endgame_reading=mover"),
)


def legal(state: Any) -> list[int]:
    out = np.full(len(ROWS), NONE, np.int16)
    n = int(R.moves(state, out))
    return [int(action) for action in out[:n]]


def choose(table: Table, state: Any, chance: random.Random) -> int:
    actions = legal(state)
    trips = [a for a in actions if KINDS[a] in (Kind.TRIP, Kind.LAY, Kind.WITH)]
    passes = [a for a in actions if KINDS[a] in (Kind.PASS, Kind.END)]
    if table.policy == "trip" and trips:
        return chance.choice(trips)
    if table.policy == "trip":  # far, so that the near end of the track is reached
        skips = [a for a in actions if KINDS[a] == Kind.SKIP]
        return max(skips[-3:], default=actions[0])
    if table.policy == "pass" and passes and chance.random() < 0.8:
        return passes[0]
    return chance.choice(actions)


def walk(table: Table, every: int = 1, seen: Counter[str] | None = None) -> Iterator[Any]:
    """Every so manieth state of a whole game, the first and the last always."""
    chance = random.Random(table.key)
    state = table.deal()
    yield state
    played = 0
    while not state.over:
        action = choose(table, state, chance)
        R.play(state, action)
        played += 1
        assert played < R.LONGEST, f"no end in sight: {table}"
        if seen is not None:
            seen[f"kind {Kind(KINDS[action]).name}"] += 1
            seen[f"over {Ended(state.over).name}"] += 1
            seen[f"step {Step(state.step).name}"] += 1
            seen["endgame"] += int(state.endgame)
        if played % every == 0 or state.over:
            yield state


def for_all(examples: int, law: Callable[[Table], None]) -> None:
    for told in TELLING:
        law(told)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables())
    def hold(drawn: Table) -> None:
        law(drawn)

    hold()


def view_of(state: Any, seat: int) -> Any:
    view = R.View()
    R.observe(state, seat, view)
    return view


def imagined(view: Any, seed: int) -> Any:
    state = R.State()
    R.imagine(view, state, seed)
    return state


def watchers(state: Any) -> range:
    return range(NOBODY, int(state.seats))


# Conservation, in plain Python --------------------------------------------------------------------
def cards_in(masks: Any) -> list[int]:
    return [n * FACES + f for n in range(NUMBERS) for f in range(FACES) if masks[n] >> f & 1]


def check_table(state: Any) -> None:
    places = [state.bag, state.shown, state.in_play, *state.hand, *state.down]
    held = [card for place in places for card in cards_in(place)]
    assert sorted(held) == list(range(CARDS)), "a card lost or doubled"
    assert state.bag_left == len(cards_in(state.bag)) >= state.deck_left >= 0
    assert (state.top == NONE) == (state.deck_left == 0)
    assert state.top == NONE or state.top in cards_in(state.bag)
    squares = [int(square) for square in state.token.ravel() if square > 0]
    assert len(squares) == len(set(squares)), "two tokens on a square"
    assert max(squares, default=0) <= 100
    assert (100 in squares) == (state.over == Ended.AT_GOAL)
    assert R.sound(state)


@every_size
def test_no_card_is_lost_and_no_square_is_shared(examples: int) -> None:
    seen: Counter[str] = Counter()

    def law(drawn: Table) -> None:
        for state in walk(drawn, 3, seen):
            check_table(state)

    for_all(examples, law)
    wanted = {f"kind {kind.name}" for kind in Kind} | {f"step {step.name}" for step in Step}
    wanted |= {f"over {ended.name}" for ended in Ended} | {"endgame"}
    assert {event for event in wanted if not seen[event]} == set()


def test_a_table_with_a_wrong_card_is_not_sound() -> None:
    state = table(3, 1).deal()
    for field in ("bag", "shown", "in_play"):
        wrong = state.copy()
        wrong[field][0] ^= 1
        assert not R.sound(wrong), field
    for field in ("bag_left", "deck_left"):
        wrong = state.copy()
        wrong[field] = 200 if field == "bag_left" else 0
        assert not R.sound(wrong), field
    wrong = state.copy()
    wrong.token[0, 0] = wrong.token[1, 0] = 5
    assert not R.sound(wrong)
    wrong = state.copy()
    wrong.quit_at[1] = 1
    assert not R.sound(wrong)


# Mask ---------------------------------------------------------------------------------------------
def verdicts(state: Any) -> list[int]:
    return [int(R.verdict(state, row)) for row in ROWS]


@every_size
def test_moves_are_what_verdict_allows(examples: int) -> None:
    reasons: set[int] = set()

    def check(state: Any) -> None:
        before = state.tobytes()
        answers, actions = verdicts(state), legal(state)
        assert state.tobytes() == before
        reasons.update(answers)
        assert len(actions) == len(set(actions))
        assert set(actions) == {a for a, no in enumerate(answers) if no == No.OK}
        assert bool(actions) == (not state.over)

    def law(drawn: Table) -> None:
        for state in walk(drawn, 5):
            check(state)

    for_all(examples, law)
    for case in cases.load(G):  # the rare ones: a token next to 100 that may not win
        if case.position:
            check(G.position.read(case.position))
    assert {No(no).name for no in reasons} == {no.name for no in No}


def groups(state: Any, cards: list[int]) -> list[Counter[str]]:
    write = G.words.of(state).symbols.write
    return [Counter(write(int(state.faces[card]))) for card in cards]


def matches(state: Any, cards: list[int], wanted: Counter[str]) -> bool:
    """Whether some of the cards together show exactly what is wanted, by trying all of them."""
    shown = [g for g in groups(state, cards) if g <= wanted]
    return any(
        sum(picked, Counter()) == wanted
        for size in (1, 2, 3)
        for picked in itertools.combinations(shown, size)
    )


def test_only_what_can_be_completed_is_offered() -> None:
    """Trips and their cards against a search of all subsets of the hand."""
    met: Counter[str] = Counter()
    for told in TELLING:
        for state in walk(told, 2):
            if state.over:
                continue
            write = G.words.of(state).symbols.write
            hand, actions = cards_in(state.hand[state.turn]), set(legal(state))
            for action, row in enumerate(ROWS):
                if row.kind == Kind.TRIP and state.step == Step.MOVE:
                    square = int(state.token[row.side, row.token])
                    mine = row.side == (state.turn % 2 if state.variant == 2 else state.turn)
                    behind = [n for n in state.token.ravel() if 0 <= n < square]
                    open_to = square > 0 and not mine and not (state.mercy and not behind)
                    wanted = Counter(write(int(state.squares[max(square, 0)])))
                    assert (action in actions) == (open_to and matches(state, hand, wanted))
                    met["trip"] += action in actions
                if row.kind == Kind.LAY and state.step == Step.CARDS and row.card in hand:
                    left = Counter(write(int(state.need)))
                    shown = groups(state, [int(row.card)])[0]
                    others = [card for card in hand if card != row.card]
                    fits_in = shown <= left
                    rest = left - shown
                    good = fits_in and (not rest or matches(state, others, rest))
                    assert (action in actions) == good
                    met["card"] += good
                    met["dead end"] += fits_in and not good
    assert min(met.values()) > 10


# Secrecy ------------------------------------------------------------------------------------------
def redealt(state: Any, seat: int, chance: random.Random) -> Any:
    """The table with all symbols that `seat` cannot see dealt anew, and with other dice.

    Written without `imagine`: the faces of a number change places among the hidden cards.
    """
    other = state.copy()
    hidden = [("bag", 0)] + [
        (place, who) for place in ("hand", "down") for who in range(int(state.seats)) if who != seat
    ]
    for number in range(NUMBERS):
        cards: list[int] = []
        sizes = []
        for place, who in hidden:
            mask = int(state.bag[number] if place == "bag" else state[place][who, number])
            faces = [face for face in range(FACES) if mask >> face & 1]
            cards += faces
            sizes.append(len(faces))
        chance.shuffle(cards)
        for (place, who), size in zip(hidden, sizes, strict=True):
            mask = sum(1 << cards.pop() for _ in range(size))
            if place == "bag":
                other.bag[number] = mask
            else:
                other[place][who, number] = mask
    if state.top != NONE:
        same = [card for card in cards_in(other.bag) if card // FACES == state.top // FACES]
        other.top = chance.choice(same)
    other.key, other.block, other.ready_left = chance.getrandbits(31), 5, 0
    return other


@every_size
def test_a_seat_is_told_nothing_it_cannot_see(examples: int) -> None:
    hidden: Counter[str] = Counter()

    def law(drawn: Table) -> None:
        chance = random.Random(drawn.key)
        for state in walk(drawn, 29):
            for seat in watchers(state):
                other = redealt(state, seat, chance)
                check_table(other)
                view = view_of(state, seat)
                for world in (other, imagined(view, drawn.key)):
                    twin = view_of(world, seat)
                    assert twin.tobytes() == view.tobytes()
                    assert G.position.write_view(twin) == G.position.write_view(view)
                    if seat == state.turn:
                        check_same_answers(state, world, view)
                for field in ("hand", "down", "bag"):
                    hidden[field] += other[field].tobytes() != state[field].tobytes()
                hidden["top"] += other.top != state.top

    for_all(examples, law)
    assert min(hidden.values()) > 20


def check_same_answers(real: Any, other: Any, view: Any) -> None:
    """What the player on turn may do, and why not the rest, is the same on both tables."""
    assert legal(other) == legal(real)
    answers = verdicts(real)
    assert verdicts(other) == answers
    words, twin = G.words.of(view), view_of(other, int(view.me))
    for action in range(int(real.deck_left) % 9, len(ROWS), 9):
        if answers[action] != No.OK:
            for language in LANGUAGES:
                said = words.refuse(view, action, answers[action], language)
                assert words.refuse(twin, action, answers[action], language) == said


def test_neither_dice_nor_the_bag_are_in_a_view() -> None:
    fields = set(R.View.dtype.names)
    assert fields.isdisjoint({"key", "stream", "block", "ready", "ready_left", "bag", "reveals"})
    state = table(3, 5).deal()
    assert 1 <= view_of(state, 0).top <= 9


def test_a_skip_is_told_without_its_symbols() -> None:
    words, state = G.words.WORDS, table(2, 1).deal()
    skip = words.parse("skip with 8-SK, token 2")
    assert words.tell(view_of(state, 0), skip) == "skip with 8, token 2"
    assert words.tell(view_of(state, 0), skip, "fr") == "bond de 8, pion 2"
    shown = table(2, 1, "reveal_skipped=true").deal()
    assert words.tell(view_of(shown, 0), skip) == "skip with 8-SK, token 2"
    assert words.tell(view_of(state, 0), words.parse("lay 3-D")) == "lay 3-D"


# Imagination --------------------------------------------------------------------------------------
@every_size
def test_an_imagined_world_looks_the_same_and_can_be_played(examples: int) -> None:
    def law(drawn: Table) -> None:
        for number, state in enumerate(walk(drawn, 17)):
            for seat in watchers(state):
                view = view_of(state, seat)
                world = imagined(view, 1000 * number + seat + 1)
                assert view_of(world, seat).tobytes() == view.tobytes()
                check_table(world)
            chance = random.Random(number)
            while not world.over:
                R.play(world, chance.choice(legal(world)))
            check_table(world)

    for_all(examples, law)


def p_value(found: list[float], weights: list[float]) -> float:
    kept = [(f, w) for f, w in zip(found, weights, strict=True) if w]
    scale = sum(f for f, _ in kept) / sum(w for _, w in kept)
    return float(stats.chisquare([f for f, _ in kept], [w * scale for _, w in kept]).pvalue)


POSITION = """
seats: 3
hand 1: 3-S 3-M 5-K
hand 2: 3-D 3-L 8-S
hand 3: 3-B 5-D
face down 2: 3-K 5-S
face down 1: 3-SD
shown: 3-SB
deck: 60, top 3-MD
"""


def test_imagined_symbols_are_even_chance() -> None:
    """Six 3s are in sight of player 1; the others lie evenly in hands, face down and in the bag."""
    state = G.position.read(POSITION)
    view = view_of(state, 0)
    unseen = [n for n in range(FACES) if 24 + n not in cards_in(state.hand[0])]
    unseen = [n for n in unseen if 24 + n not in cards_in(state.down[0]) + cards_in(state.shown)]
    assert len(unseen) == 8
    places = {"hand": Counter[int](), "down": Counter[int](), "top": Counter[int]()}
    both: Counter[tuple[int, ...]] = Counter()
    for seed in range(2800):
        world = imagined(view, 7919 * seed)
        hand = tuple(card - 24 for card in cards_in(world.hand[1]) if card // FACES == 2)
        assert len(hand) == 2
        both[hand] += 1
        places["hand"].update(hand)
        places["down"].update(c - 24 for c in cards_in(world.down[1]) if c // FACES == 2)
        places["top"][int(world.top) - 24] += 1
    for counts in places.values():
        assert set(counts) == set(unseen)
        assert p_value([counts[n] for n in unseen], len(unseen) * [1.0]) > LIMIT
    pairs = list(itertools.combinations(unseen, 2))
    assert p_value([both[pair] for pair in pairs], len(pairs) * [1.0]) > LIMIT


def test_the_deal_is_even_chance() -> None:
    cards, tops, first = np.zeros(CARDS), np.zeros(CARDS), np.zeros(3)
    drawn = np.zeros(NUMBERS)
    for stream in range(3000):
        state = G.set_up(3, table(3, 1).chosen)
        R.deal(state, key_from(5), stream)
        for seat in range(3):
            cards[cards_in(state.hand[seat])] += 1
        tops[state.top] += 1
        first[state.first] += 1
        number = int(state.top) // FACES
        R.play(state, G.words.parse("pass"))
        assert view_of(state, NOBODY).numbers[state.first, number] > 0
        drawn[int(state.top) // FACES] += 1
    assert p_value(list(cards), CARDS * [1.0]) > LIMIT
    assert p_value(list(tops), CARDS * [1.0]) > LIMIT
    assert p_value(list(drawn), NUMBERS * [1.0]) > LIMIT
    assert p_value(list(first), 3 * [1.0]) > LIMIT


# Replay, positions, end ---------------------------------------------------------------------------
def test_the_same_actions_give_the_same_bytes() -> None:
    for told in TELLING:
        marks = [state.tobytes() for state in walk(told)]
        assert [state.tobytes() for state in walk(told)] == marks


@every_size
def test_a_position_survives_writing_and_reading(examples: int) -> None:
    dice = {"key", "stream", "block", "ready", "ready_left", "reveals"}

    def law(drawn: Table) -> None:
        for state in walk(drawn, 11):
            text = G.position.write(state)
            again = G.position.read(text)
            assert G.position.write(again) == text
            for field in set(state.dtype.names) - dice:
                assert np.array_equal(again[field], state[field]), f"{field} of\n{text}"

    for_all(examples, law)


@pytest.mark.parametrize(
    "text",
    [
        *("hand 1: 3-X", "hand 1: 3-D 3-D", "tokens: 5 | 5", "tokens: 5", "deck: 200", "turn: 3"),
        *("seats: 9", "what is this", "deck: 3, top 3-D\nhand 1: 3-D", "trip: 3a", "colour: red"),
    ],
)
def test_a_wrong_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        G.position.read(text)


@every_size
def test_play_ends_and_is_scored(examples: int) -> None:
    def law(drawn: Table) -> None:
        *_, state = walk(drawn, 1 << 30)
        seats = int(state.seats)
        points, places = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
        R.score(state, points)
        R.places(state, places)
        side = [n % 2 if state.variant == 2 else n for n in range(seats)]
        if state.winner == NOBODY:
            assert state.over == Ended.ALL_QUIT
            assert set(points[places == 1]) == {1}
            assert (places == 1).sum() >= 2
        else:
            assert [n for n in range(seats) if points[n] == 2] == [
                n for n in range(seats) if side[n] == state.winner
            ]
            assert [n for n in range(seats) if places[n] == 1] == [
                n for n in range(seats) if side[n] == state.winner
            ]
        assert places.min() == 1

    for_all(examples, law)


def test_the_state_is_small() -> None:
    assert R.State.dtype.itemsize < 700


# Words --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_in_words_is_understood_again(language: str) -> None:
    for words in G.words.ALL:
        said = [words.describe(action, language) for action in range(len(ROWS))]
        assert len(set(said)) == len(said)
        for action, sentence in enumerate(said):
            assert words.parse(f"  {sentence.upper()} ", language) == action
        assert not any("{" in sentence for sentence in said)
        for name in words.catalogue.group("never"):
            for sentence in set(words.never_sentences(name, language)):
                with pytest.raises(G.words.Never, match=r"\(ST-A?\d\d\)$"):
                    words.parse(sentence, language)
        with pytest.raises(Refused, match="xyz"):
            words.parse("xyz", language)


def test_every_sentence_is_there_in_both_languages() -> None:
    words = G.words.WORDS
    assert words.catalogue.missing() == []
    assert set(words.catalogue.group("no")) == {no.name for no in No} - {"OK"}
    for option in G.options.OPTIONS:
        for language in LANGUAGES:
            title, text = words.option(option.name, language)
            assert title[0].isupper()
            assert text.endswith(".")


# Symbol sets --------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["hexad", "quintet", "quartet"])
def test_a_set_keeps_the_promises_of_the_rules(name: str) -> None:
    found = symbols.of(name)
    assert len(found.letters) == {"hexad": 6, "quintet": 5, "quartet": 4}[name]
    assert all(1 <= len(found.write(sign)) <= 3 for sign in found.squares[1:100])
    assert found.squares[0] == found.squares[100] == 0
    assert len(found.cards) == CARDS
    assert found.read("LS") == found.read("SL")
    assert set("".join(map(found.write, found.faces))) == set(found.letters)


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


def test_a_file_of_one_s_own_is_played(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(symbols.VARIABLE, own_file(tmp_path))
    told = table(3, 3, "symbol_set=file", "removed_cards=60")
    monkeypatch.delenv(symbols.VARIABLE)  # the table has the set
    for state in walk(told, 7):
        check_table(state)
        assert G.position.write(G.position.read(G.position.write(state))) == G.position.write(state)
    assert "2-ZZ" in G.words.of(state).symbols.cards
    twin = table(3, 3, "symbol_set=quartet", "removed_cards=60")
    *_, other = walk(twin, 1 << 30)
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
        table(2, 1, "symbol_set=file")
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
        table(2, 1, "symbol_set=file")


# The bot ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tokens: 20 | 12\nhand 1: 9-S 3-D 4-K\nhand 2: 1-S", "trip player 2"),
        ("tokens: 92 | 12\nhand 1: 9-S 8-L 4-K\nhand 2: 1-S", "skip with 8-L"),
        ("tokens: 20 | 0\nhand 1: 9-SL 2-L 4-K\nhand 2: 1-S", "skip with 9-SL"),
        ("tokens: 97 | 0\nhand 1: 9-S 8-L\nhand 2: 1-S", "pass"),
        (
            "options: variant=advanced\ntokens: 20 8 | 0 0\nhand 1: 9-S\nhand 2: 1-S",
            "skip with 9-S, token 2",
        ),
    ],
)
def test_the_greedy_bot_plays_sensibly(text: str, said: str) -> None:
    state = G.position.read(text)
    actions = np.array(legal(state), np.int16)
    action = seat_bot(NAME, "greedy", 1).choose(view_of(state, 0), actions)
    assert G.words.describe(action) == said


# Twins --------------------------------------------------------------------------------------------
WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}


def digest(told: Table) -> str:
    found = hashlib.sha256()
    for number, state in enumerate(walk(told)):
        found.update(state.tobytes() + repr(legal(state)).encode())
        if number % 9 == 0:
            for seat in watchers(state):
                view = view_of(state, seat)
                found.update(view.tobytes() + imagined(view, number).tobytes())
                found.update(bytes([bool(R.sound(state))]))
            found.update(bytes(verdicts(state)))
    points = np.zeros(int(state.seats), np.int64)
    R.score(state, points)
    found.update(points.tobytes())
    R.places(state, points)
    found.update(points.tobytes())
    return found.hexdigest()


def run(way: str) -> list[str]:
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
    compiled = run("compiled")
    assert len(set(compiled)) == len(TELLING)
    assert run("interpreted") == compiled
    assert run("checked") == compiled


if __name__ == "__main__":
    for told in TELLING:
        print(digest(told), flush=True)
