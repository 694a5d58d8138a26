"""The laws of DESIGN.md for Flip & Skip, along whole random games with random options.

Run as a script it plays the twins' games and prints a digest of each.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pathlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE, key_from, loop
from skipyard.games import game
from skipyard.games.flip_and_skip import coins, options, position, rules, words
from skipyard.games.flip_and_skip.actions import Kind, No
from skipyard.games.flip_and_skip.coins import Ended, Icon, Phase
from skipyard.options import Refused, Value

G = game("flip_and_skip")
ACTIONS = rules.ACTIONS
ROWS = tuple(ACTIONS[number] for number in range(len(ACTIONS)))
KINDS = tuple(int(kind) for kind in ACTIONS.kind)
QUICK, MANY = 3, 12
every_size = pytest.mark.parametrize(
    "examples", [QUICK, pytest.param(MANY, marks=pytest.mark.slow)]
)
Chosen = Mapping[str, Value]


# Tables and games ---------------------------------------------------------------------------------
def chosen(**asked: Value) -> dict[str, Value]:
    return {option.name: option.default for option in options.OPTIONS} | asked


SETS = (  # the book's, and others: many of one icon, types of unlike sizes
    options.OPTIONS[-1].default,
    (1, 1, 0, 2, 0, 0, 0, 0, 1, 2, 0, 1, 0, 1, 0, 1, 1, 1),
    (0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 6),
    (0, 1, 0, 0, 2, 2, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[dict[str, Value], int, str]:
    """Options, a key and a policy."""
    picked: dict[str, Value] = {}
    for option in options.OPTIONS:
        if option.name == "coin_set":
            picked[option.name] = draw(st.sampled_from(SETS))
        elif option.kind == "switch":
            picked[option.name] = draw(st.booleans())
        elif option.kind == "choice":
            picked[option.name] = draw(st.sampled_from(option.names))
        else:
            picked[option.name] = draw(st.sampled_from((2, 5, 30, 60)))
    policy = draw(st.sampled_from(("any", "skip", "corner", "wander")))
    return picked, draw(st.integers(0, 10**6)), policy


TELLING = (
    (chosen(), 1, "any"),
    (chosen(), 2, "skip"),
    (chosen(no_progress_limit=400), 3, "corner"),
    (chosen(no_progress_limit=400, move_any=True), 4, "corner"),
    (chosen(show_memory=False, alt_action="any", no_progress_limit=30), 5, "skip"),
    (chosen(no_progress_limit=5, alt_action="none"), 6, "wander"),
    (chosen(literal_no_flip=True, light_seat="1"), 7, "wander"),
    (chosen(coin_set=SETS[2], capture_own=True), 8, "skip"),
    (chosen(action_optional=True, flip_optional=True, coin_set=SETS[1]), 9, "skip"),
    (chosen(return_square="dark_only", coin_set=SETS[3], setup_pick="random"), 10, "skip"),
)


def for_all(examples: int, law: Callable[[Chosen, int, str], None]) -> None:
    """Hold a law on the telling tables, and on so many random ones."""
    for told in TELLING:
        law(*told)

    @hypothesis.settings(max_examples=examples)
    @hypothesis.given(tables())
    def hold(drawn: tuple[dict[str, Value], int, str]) -> None:
        law(*drawn)

    hold()


def deal(picked: Chosen, key: int) -> Any:
    options.check(2, picked)
    state = G.set_up(2, picked)
    rules.deal(state, key_from(key), 0)
    return state


def legal(state: Any) -> list[int]:
    out = np.full(len(ACTIONS), NONE, np.int16)
    return [int(action) for action in out[: int(rules.moves(state, out))]]


CORNERS = (0, 7, 56, 63)
NEAR = {c + d for c in CORNERS for d in (0, 1, -1, 2, -2, 7, 8, 9, -7, -8, -9, 16, -16, 18, -18)}


def choose(state: Any, policy: str, chance: random.Random) -> int:
    """A legal action, as the policy likes it."""
    actions = legal(state)
    steps = [a for a in actions if KINDS[a] == Kind.STEP]
    skips = [a for a in actions if KINDS[a] == Kind.SKIP]
    if policy == "skip" and skips and chance.random() < 0.9:
        return chance.choice(skips)
    if policy == "corner" and steps and chance.random() < 0.8:
        near = [a for a in steps if int(ROWS[a].target) in NEAR]
        return chance.choice(near or steps)
    if policy == "wander" and steps:
        return chance.choice(steps)
    return chance.choice(actions)


MOST = 400  # moves of one walk


def walk(picked: Chosen, key: int, policy: str, actions: list[int] | None = None) -> Iterator[Any]:
    """The live state of a game, before its first move and after every one."""
    chance = random.Random(key)
    state = deal(picked, key)
    yield state
    for _ in range(MOST):
        if state.over:
            return
        action = choose(state, policy, chance)
        if actions is not None:
            actions.append(action)
        rules.play(state, action)
        yield state


@functools.cache
def judge() -> Any:
    """Compiled: the verdict on every action at once."""
    verdict = rules.verdict

    @loop
    def run(state: Any, actions: Any, out: Any) -> None:
        for number in range(len(actions)):
            out[number] = verdict(state, actions[number])

    return run


def verdicts(state: Any) -> list[int]:
    out = np.zeros(len(ACTIONS), np.int64)
    judge()(state, ACTIONS, out)
    return [int(no) for no in out]


def view_of(state: Any, seat: int) -> Any:
    view = rules.View()
    rules.observe(state, seat, view)
    return view


def imagined(view: Any, seed: int) -> Any:
    state = rules.State()
    rules.imagine(view, state, seed)
    return state


def note(state: Any, seen: Counter[str]) -> None:
    """What random play has met."""
    seen[f"phase {Phase(state.phase).name}"] += 1
    seen["leaving"] += state.began != 0
    seen["chain in a corner"] += int(state.chain) in CORNERS
    seen["closed"] += bool(state.closed)
    seen["flip only, not closed"] += bool(state.flip_only and not state.closed)
    seen["three steps"] += state.steps_left == 3
    seen["again"] += bool(state.again)
    seen["another coin"] += state.used != NONE
    seen["looked at by one"] += bool(((state.known == 1) | (state.known == 2)).any())
    if state.over:
        seen[f"over {Ended(state.over).name}"] += 1
        seen["draw"] += state.winner == NOBODY


MET = (
    *(f"phase {Phase(n).name}" for n in range(Phase.OPEN)),
    *("leaving", "closed", "three steps", "again", "another coin", "looked at by one"),
    *("over THREE_OF_EACH", "over COUNT", "draw"),
)


# Mask ---------------------------------------------------------------------------------------------
@every_size
def test_moves_are_what_verdict_allows(examples: int) -> None:
    seen: Counter[str] = Counter()
    reasons: set[int] = set()

    def law(picked: Chosen, key: int, policy: str) -> None:
        for state in walk(picked, key, policy):
            note(state, seen)
            before = state.tobytes()
            answers, actions = verdicts(state), legal(state)
            assert state.tobytes() == before
            reasons.update(answers)
            assert len(actions) == len(set(actions)), "an action twice"
            assert set(actions) == {a for a, no in enumerate(answers) if no == No.OK}
            assert bool(actions) == (not state.over)
            assert actions != [int(rules_end())], "FS-A55  an end that is the only move"

    for_all(examples, law)
    assert [event for event in MET if not seen[event]] == []
    rare = {No.MUST_SKIP_ON, No.MUST_LEAVE}
    assert {No(no).name for no in set(No) - rare - reasons} == set()


def rules_end() -> int:
    return KINDS.index(Kind.END)


# The board, once more ---------------------------------------------------------------------------
class Oracle:
    """Which steps are legal, told by trying them on copies of the board, chains by recursion."""

    def __init__(self, state: Any) -> None:
        self.s, self.me = state, int(state.turn ^ state.light)
        squares = [n for n in range(64) if state.board[n] != 6]
        self.board = {n: (int(state.board[n]), int(state.coin_at[n])) for n in squares}
        self.chain, self.left = int(state.chain), int(state.steps_left)
        began = [n for i, n in enumerate(CORNERS) if state.began >> i & 1]
        self.owes = [
            n for n in began if self.threat(self.board, n) and (self.walks(n) or self.skips(n))
        ]
        self.debts = len(self.owes)

    def near(self, square: int, distance: int = 1) -> Iterator[tuple[int, int]]:
        row, column = divmod(square, 8)
        for up, right in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
            r, c = row + distance * up, column + distance * right
            if 0 <= r < 8 and 0 <= c < 8:
                yield r * 8 + c, (row + up) * 8 + column + right

    def threat(self, board: Any, square: int) -> bool:
        face = board[square][0]
        others = [board[n][0] for n, _ in self.near(square) if n in board]
        return any(o // 3 != face // 3 and (o + 1) % 3 == face % 3 for o in others)

    def walks(self, square: int) -> list[int]:
        return [n for n, _ in self.near(square) if n not in self.board]

    def skips(self, square: int, board: Any = None) -> list[tuple[int, int]]:
        """Landing squares and skipped squares."""
        board = self.board if board is None else board
        kind = board[square][0] % 3
        found = []
        for land, over in self.near(square, 2):
            if over not in board or land in board or board[over][0] % 3 != (kind + 1) % 3:
                continue
            if board[over][0] // 3 != self.me or self.s.capture_own:
                found.append((land, over))
        return found

    def after(self, board: Any, source: int, land: int, over: int = NONE) -> Any:
        kept = {n: coin for n, coin in board.items() if n not in (source, over)}
        return kept | {land: board[source]}

    def barred(self, board: Any, square: int) -> bool:
        if square not in CORNERS or self.s.corner_rule == 2:
            return False
        face, coin = board[square]
        again = face // 3 == self.me and int(self.s.entered[self.s.turn]) >> coin & 1
        return bool(again or (self.s.corner_rule == 0 and self.threat(board, square)))

    def settled(self, board: Any) -> bool:
        same = [n for n in self.owes if board.get(n) == self.board[n]]
        return len(same) < self.debts or any(not self.threat(board, n) for n in same)

    def may_settle(self, board: Any, square: int) -> bool:
        """Whether a debt is gone, or skipping on from `square` can make it go."""
        return self.settled(board) or any(
            self.may_settle(self.after(board, square, *to), to[0])
            for to in self.skips(square, board)
        )

    def legal(self) -> set[str]:
        one = self.s.multiskip_cost == 0
        pressed = (
            self.chain != NONE
            and self.debts > self.left
            and self.may_settle(self.board, self.chain)
        )
        hiding = self.chain != NONE and self.barred(self.board, self.chain)
        found = set()
        for square, (face, _) in self.board.items():
            if face // 3 != self.me and not self.s.move_any:
                continue
            for land in self.walks(square):
                after = self.after(self.board, square, land)
                free = self.debts == 0 or self.debts < self.left or self.settled(after)
                if self.left and free and not (pressed or hiding or self.barred(after, land)):
                    found.add(f"move {name(square)} to {name(land)}")
            for land, over in self.skips(square):
                after = self.after(self.board, square, land, over)
                if self.barred(after, land) and not (one and self.skips(land, after)):
                    continue
                good = self.may_settle(after, land) if one else self.settled(after)
                if square == self.chain:
                    fine = not pressed or good
                else:
                    fine = self.left > 0 and not pressed and not hiding
                    fine = fine and (self.debts == 0 or self.debts < self.left or good)
                if fine:
                    found.add(f"skip {name(square)} over {name(over)} to {name(land)}")
        if not hiding and not (self.debts and (self.left or pressed)):
            found.add("end the turn")
        return found


def name(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def small_table(chance: random.Random) -> str:
    """A few coins around one corner and its neighbour."""
    squares = [n for n in range(64) if n // 8 < 4 and n % 8 < 4] + [7, 6, 15, 14]
    kinds = ("Stone", "Sword", "Scroll")
    placed = {}
    for square in chance.sample(squares, chance.randint(3, 9)):
        placed[square] = f"{chance.choice('LD')}.{chance.choice(kinds)}"
    for corner, beside in ((0, (1, 8, 9)), (7, (6, 14, 15))):
        if chance.random() < 0.4:  # a coin that has to leave, and what threatens it
            kind = chance.randrange(3)
            placed |= {corner: f"L.{kinds[kind]}", chance.choice(beside): f"D.{kinds[kind - 1]}"}
    if chance.random() < 0.1:  # a chain that may only pass through the corner
        placed = {n: word for n, word in placed.items() if n not in (0, 16)}
        placed |= {2: "L.Stone", 1: "D.Sword", 8: "D.Sword", 9: "D.Scroll"}
    used, coin_texts = Counter[str](), []
    for square, word in placed.items():
        if used[word] < 4:
            used[word] += 1
            coin_texts.append(f"{name(square)} {word}")
    asked = [
        f"corner_rule={chance.choice(('strict', 'strict', 'no_reentry', 'off'))}",
        f"move_any={chance.choice(('false', 'false', 'true'))}",
        f"capture_own={chance.choice(('false', 'false', 'true'))}",
        f"multiskip_cost={chance.choice(('one', 'one', 'each'))}",
    ]
    hand = chance.choice(("-", "D.Stone=AXES"))
    entered = chance.choice(("", "", "L1 L2"))
    lines = {"options": asked, "board": coin_texts, "hand 1": [hand], "entered": [entered]}
    return "\n".join(f"{line}: {', '.join(parts)}" for line, parts in lines.items())


@pytest.mark.parametrize("tries", [150, pytest.param(700, marks=pytest.mark.slow)])
def test_the_board_allows_what_trying_it_out_allows(tries: int) -> None:
    chance, seen = random.Random(5), Counter[str]()
    for _ in range(tries):
        try:
            state = position.read(small_table(chance))
        except Refused:
            continue
        for _ in range(12):
            if state.over:
                break
            seen["flip only, not closed"] += bool(state.flip_only and not state.closed)
            actions = legal(state)
            answers = verdicts(state)
            assert set(actions) == {a for a, no in enumerate(answers) if no == No.OK}
            if state.phase == Phase.STEP:
                seen.update(No(no).name for no in answers)
                oracle = Oracle(state)
                seen[f"debts {oracle.debts}"] += 1
                assert {words.describe(a) for a in actions} == oracle.legal(), position.write(state)
            skips = [a for a in actions if KINDS[a] == Kind.SKIP]
            rules.play(state, chance.choice(skips if skips and chance.random() < 0.7 else actions))
    wanted = ("debts 1", "MUST_LEAVE", "LEAVE_FIRST", "CORNER_THREAT", "flip only, not closed")
    assert [event for event in wanted if not seen[event]] == []
    if tries > 500:
        assert seen["debts 2"]
        assert seen["MUST_SKIP_ON"]
        assert seen["CORNER_AGAIN"]


# Conservation -------------------------------------------------------------------------------------
def check_coins(state: Any) -> None:
    """Every coin in one place, every count true, every underside one of its set."""
    where = [int(place) for place in state.where]
    on_board = [place for place in where if place < 64]
    assert len(on_board) == len(set(on_board))
    assert sorted(on_board) == [n for n in range(64) if state.coin_at[n] != NONE]
    for coin, place in enumerate(where):
        assert 0 <= place <= 67, "a coin in no place"
        assert int(state.face[coin]) // 3 == coin // 12
        if place < 64:
            assert state.coin_at[place] == coin
            assert state.board[place] == state.face[coin]
    assert [n for n in range(64) if state.board[n] == 6] == sorted(set(range(64)) - set(on_board))
    for seat in range(2):
        assert state.hand_left[seat] == where.count(64 + seat)
        for kind in range(3):
            held = [c for c in range(24) if where[c] == 66 + seat and state.face[c] % 3 == kind]
            assert state.pile[seat, kind] == len(held)
    for face in range(6):
        held = [c for c in range(24) if where[c] < 64 and state.face[c] == face]
        assert state.on_board[face] == len(held)
        of_type = [c for c in range(24) if state.face[c] == face]
        wanted = state.coin_set.reshape(3, 6)[face % 3]
        assert len(of_type) == wanted.sum()
        shown = Counter(int(state.under[c]) for c in of_type)
        for icon in range(6):
            assert 0 <= state.bag[face // 3, face % 3, icon] == wanted[icon] - shown[icon]
    assert ((state.under != NONE) == (state.known != 0)).all()


@every_size
def test_no_coin_is_lost_or_made(examples: int) -> None:
    def law(picked: Chosen, key: int, policy: str) -> None:
        for number, state in enumerate(walk(picked, key, policy)):
            if number % 5 == 0 or state.over:
                check_coins(state)
                assert rules.sound(state)

    for_all(examples, law)


def test_a_table_with_a_wrong_coin_is_not_sound() -> None:
    *_, state = walk(chosen(), 12, "skip")
    for field in ("hand_left", "pile", "on_board", "bag", "coin_set", "where", "face", "under"):
        wrong = state.copy()
        wrong[field].flat[0] += 1
        assert not rules.sound(wrong), field
    assert rules.sound(state)


# Secrecy ------------------------------------------------------------------------------------------
def sees(state: Any, seat: int, coin: int) -> bool:
    """Whether a seat (2: a watcher) is shown what is under a coin."""
    if not state.known[coin] >> seat & 1:
        return False
    now = int(state.fresh[coin]) & 7 | int(state.fresh[coin]) >> 3
    return bool(state.show_memory or now >> seat & 1 or coin in (state.flipped, state.used))


def redealt(state: Any, seat: int, chance: random.Random) -> Any:
    """The table with all undersides that `seat` cannot see dealt anew, and with other dice."""
    other = state.copy()
    looker = 2 if seat == NOBODY else seat
    for face in range(6):
        bag = other.bag[face // 3, face % 3]
        hidden = [c for c in range(24) if state.face[c] == face and not sees(state, looker, c)]
        pool = [icon for icon in range(6) for _ in range(bag[icon])]
        pool += [int(state.under[coin]) for coin in hidden if state.under[coin] != NONE]
        chance.shuffle(pool)
        for coin in hidden:
            if state.under[coin] != NONE:
                other.under[coin] = pool.pop()
        bag[:] = np.bincount(np.array(pool, np.int64), minlength=6)
    other.key, other.block, other.ready_left = chance.getrandbits(31), 5, 0
    return other


@every_size
def test_a_seat_is_told_nothing_it_cannot_see(examples: int) -> None:
    changed = Counter[str]()

    def law(picked: Chosen, key: int, policy: str) -> None:
        chance = random.Random(key)
        for number, state in enumerate(walk(picked, key, policy)):
            if number % 11:
                continue
            for seat in (NOBODY, 0, 1):
                other, view = redealt(state, seat, chance), view_of(state, seat)
                check_coins(other)
                changed["icons"] += other.under.tobytes() != state.under.tobytes()
                for world in (other, imagined(view, number)):
                    assert view_of(world, seat).tobytes() == view.tobytes()
                if seat == state.turn:
                    check_same_answers(state, chance.choice((other, imagined(view, key))))

    for_all(examples, law)
    assert changed["icons"] > 50


def check_same_answers(real: Any, other: Any) -> None:
    """What the player on turn may do, and why not the rest, is the same on both tables."""
    assert legal(other) == legal(real)
    answers = verdicts(real)
    assert verdicts(other) == answers
    view, twin = view_of(real, int(real.turn)), view_of(other, int(real.turn))
    assert position.write_view(twin) == position.write_view(view)
    for action in range(int(real.reveals) % 13, len(ACTIONS), 13):
        if answers[action] != No.OK:
            for language in LANGUAGES:
                said = words.refuse(view, action, answers[action], language)
                assert words.refuse(twin, action, answers[action], language) == said
                assert "{" not in said
                assert said.endswith(f"({words.WORDS.rule_of(answers[action])})")
                assert said[0].isupper()


def test_neither_dice_nor_bags_are_in_a_view() -> None:
    fields = set(rules.View.dtype.names or ())
    hidden = {"key", "stream", "block", "ready", "ready_left", "bag", "reveals", "coin_at"}
    assert fields.isdisjoint(hidden)


def test_a_coin_s_number_says_nothing_about_it() -> None:
    """Numbers follow the starting squares; any coin may be of any type."""
    kinds = [set[int]() for _ in range(24)]
    for key in range(40):
        state = deal(chosen(), key)
        assert [int(n) for n in state.where] == [int(n) for n in coins.START]
        for coin in range(24):
            kinds[coin].add(int(state.face[coin]) % 3)
    assert all(found == {0, 1, 2} for found in kinds)


# Imagination --------------------------------------------------------------------------------------
@every_size
def test_an_imagined_world_looks_the_same_and_can_be_played(examples: int) -> None:
    def law(picked: Chosen, key: int, policy: str) -> None:
        for number, state in enumerate(walk(picked, key, policy)):
            if number % 17:
                continue
            for seat in (NOBODY, 0, 1):
                view = view_of(state, seat)
                world = imagined(view, 1000 * number + seat + 1)
                assert view_of(world, seat).tobytes() == view.tobytes()
                check_coins(world)
                assert rules.sound(world)
            chance = random.Random(key)
            for _ in range(20):
                if not world.over:
                    rules.play(world, choose(world, policy, chance))
            check_coins(world)

    for_all(examples, law)


LOOKED = """
board: a3 L1.Stone=AXES, c3 L2.Stone=HAND?2, e3 L3.Stone, b6 D.Sword=EYE?1, d6 D.Sword=AXES?12
hand 1: D.Scroll=HAND
hand 2: L4.Stone
phase: step
"""


def test_imagined_worlds_are_fair() -> None:
    """Player 1 knows one light Stone; what player 2 has looked at is any of the other three."""
    from scipy.stats import chisquare

    state = position.read(LOOKED)
    view, worlds = view_of(state, 0), 3000
    assert [int(view.under[coin]) for coin in (0, 1, 2)] == [Icon.AXES, NONE, NONE]
    found = [imagined(view, seed) for seed in range(worlds)]
    looked = Counter(int(world.under[1]) for world in found)
    assert set(looked) == {Icon.HAND, Icon.BOARD, Icon.WREATH}
    assert chisquare(list(looked.values())).pvalue > 0.001
    for world in found:  # a look under an unseen coin: one of the two that are left
        coins.show(world, 2, 1)
    both = Counter((int(world.under[1]), int(world.under[2])) for world in found)
    assert len(both) == 6
    assert chisquare(list(both.values())).pvalue > 0.001
    watched = {int(imagined(view_of(state, NOBODY), seed).under[12]) for seed in range(200)}
    assert watched == {Icon.BOARD, Icon.MONSTER, Icon.AXES, Icon.EYE}


def test_the_deal_is_fair() -> None:
    from scipy.stats import chisquare

    first = Counter[int]()
    under = Counter[int]()
    for key in range(1500):
        state = deal(chosen(), key)
        first[int(state.face[0])] += 1
        coins.show(state, 0, 1)
        under[int(state.under[0])] += 1
    assert chisquare([first[kind] for kind in range(3)]).pvalue > 0.001
    assert chisquare([under[icon] for icon in range(6)]).pvalue > 0.001


# Replay, positions, ends --------------------------------------------------------------------------
@every_size
def test_the_same_actions_give_the_same_bytes(examples: int) -> None:
    def law(picked: Chosen, key: int, policy: str) -> None:
        actions: list[int] = []
        marks = [state.tobytes() for state in walk(picked, key, policy, actions)]
        state = deal(picked, key)
        assert state.tobytes() == marks[0]
        for action, mark in zip(actions, marks[1:], strict=True):
            rules.play(state, action)
            assert state.tobytes() == mark

    for_all(examples // 2, law)


@every_size
def test_a_position_survives_writing_and_reading(examples: int) -> None:
    def law(picked: Chosen, key: int, policy: str) -> None:
        for number, state in enumerate(walk(picked, key, policy)):
            if number % 19 and not state.over:
                continue
            text = position.write(state)
            again = position.read(text)
            assert position.write(again) == text
            for seat in (NOBODY, 0, 1):
                assert view_of(again, seat).tobytes() == view_of(state, seat).tobytes(), text
            assert legal(again) == legal(state)

    for_all(examples, law)


@pytest.mark.parametrize(
    "text",
    [
        "board: a1 L.Stone, a1 D.Sword",
        "board: z9 L.Stone",
        "board: a1 X.Stone",
        "board: a1 L.Stone?1",
        "board: a1 L1.Stone, b1 L1.Sword",
        "board: a1 L.Stone=AXES, b1 L.Stone=AXES",
        "board: a1 L.Stone, b1 L.Stone, c1 L.Stone, d1 L.Stone, e1 L.Stone",
        "row 2: a1 L.Stone",
        "turn: 3",
        "phase: sleep",
        "idle: many",
        "no such line: 1",
        "nonsense",
        "seats: 3",
        "options: move_any=perhaps",
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        position.read(text)


@every_size
def test_play_ends_and_is_scored(examples: int) -> None:
    longest = 0

    def law(picked: Chosen, key: int, policy: str) -> None:
        nonlocal longest
        chance, state, length = random.Random(key), deal(picked, key), 0
        while not state.over:
            rules.play(state, choose(state, policy, chance))
            length += 1
            assert length < rules.most_moves(int(state.no_progress_limit))
        longest = max(longest, length)
        assert legal(state) == []
        assert set(verdicts(state)) == {No.OVER}
        points = np.full(2, 9, np.int64)
        rules.score(state, points)
        sizes = [int(state.pile[seat].sum()) for seat in range(2)]
        if state.over == Ended.THREE_OF_EACH:
            assert state.pile[state.winner].min() >= 3
        elif sizes[0] != sizes[1]:
            assert state.winner == int(sizes[1] > sizes[0])
        else:
            assert state.winner == NOBODY or picked["tie_break"] == "triples"
        assert points.sum() == 0
        assert points.max() == (0 if state.winner == NOBODY else points[state.winner])

    for_all(examples, law)
    assert longest > 100


def test_the_bound_is_that_of_the_largest_limit() -> None:
    (limit,) = (option for option in options.OPTIONS if option.name == "no_progress_limit")
    assert rules.most_moves(limit.high) == rules.LONGEST < 2**31


# Words --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_in_words_is_understood_again(language: str) -> None:
    said = [words.describe(action, language) for action in range(len(ACTIONS))]
    assert len(set(said)) == len(said)
    for action, sentence in enumerate(said):
        assert "{" not in sentence
        assert words.parse(sentence, language) == action
        assert words.parse(f"  {sentence.upper()} ".replace("'", "’"), language) == action
    for text in ("", "move", "move a1 to c9", "{coin}", "flip coin D13"):
        with pytest.raises(Refused):
            words.parse(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_there(language: str) -> None:
    catalogue = options.sentences()
    assert catalogue.missing() == []
    assert {no.name for no in No} - {"OK"} == set(catalogue.group("no"))
    for option in options.OPTIONS:
        title, text = words.WORDS.option(option.name, language)
        assert title[0].isupper()
        assert text.endswith(".")
    for name in catalogue.group("never"):
        for sentence in words.WORDS.never_sentences(name, language):
            with pytest.raises(words.Never):
                words.parse(sentence, language)


# Twins --------------------------------------------------------------------------------------------
WAYS = {
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
}
TWIN_MOVES = 80


def digest(picked: Chosen, key: int, policy: str) -> str:
    found = hashlib.sha256()
    for number, state in enumerate(walk(picked, key, policy)):
        found.update(state.tobytes())
        found.update(repr(legal(state)).encode())
        if number % 10 == 0:
            found.update(bytes([bool(rules.sound(state))]))
            for seat in (NOBODY, 0, 1):
                view = view_of(state, seat)
                found.update(view.tobytes() + imagined(view, number).tobytes())
            for action in range(number % 7, len(ROWS), 7):
                found.update(bytes([int(rules.verdict(state, ROWS[action]))]))
        if number == TWIN_MOVES:
            break
    return f"{key}, over {int(state.over)}: {found.hexdigest()}"


def twin(way: str) -> list[str]:
    """What the script prints in a process of its own; an overflow there is an error."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", str(pathlib.Path(__file__))],
        env=kept | WAYS[way],
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, f"{way}, after {done.stdout}:\n{done.stderr[-3000:]}"
    return done.stdout.splitlines()


@pytest.mark.slow
def test_twins() -> None:
    told = {way: twin(way) for way in WAYS}
    assert len(set(told["compiled"])) == len(TELLING)
    assert told["interpreted"] == told["compiled"] == told["checked"]


# PTX ----------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("make", ["playout_kernel", "look_kernel", "judge_kernel"])
def test_every_rule_compiles_for_a_gpu(make: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import test_ptx

    dispatcher = pytest.importorskip("numba.cuda.dispatcher")
    device = type("Device", (), {"compute_capability": test_ptx.CAPABILITY})()
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)
    kernel, signature = getattr(test_ptx, make)(rules)
    test_ptx.check_entry(test_ptx.compile_ptx(kernel, signature), kernel.__name__)


def main() -> None:
    for told in TELLING:
        print(digest(*told), flush=True)


if __name__ == "__main__":
    main()
