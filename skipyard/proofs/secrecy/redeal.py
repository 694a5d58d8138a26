"""The same table with everything else dealt that a viewer cannot know.

Two ways, so that neither hides the other's faults: a world imagined from the viewer's own view, and
the true state with hidden things exchanged by hand, which knows nothing of views.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from skipyard.core import NOBODY, NONE
from skipyard.games import Game
from skipyard.games.flip_and_skip import coins
from skipyard.games.skip_or_trip import actions as trip_actions
from skipyard.games.skip_or_trip import board as trip_board
from skipyard.games.skip_or_trip import cards as trip_cards

EXCHANGES = 4  # pairs of cards of one number that change places
DICE = ("key", "stream", "block", "ready", "ready_left", "reveals")
MARK = 0x5EC2E700  # in the last word of the dice of every world that is not the true one


def redealt(game: Game, state: Any, viewer: int, number: int, dice: random.Random) -> Any:
    """Another world that `viewer` cannot tell from this one, with dice that are known by number."""
    other = game.rules.State.many(1)[0]
    if dice.random() < 0.5:
        view = game.rules.View()
        game.rules.observe(state, viewer, view)
        game.rules.imagine(view, other, dice.getrandbits(62))
    else:
        other.base[0] = state
        EXCHANGE[game.name](other, viewer, dice)
        for word in range(len(other.key)):
            other.key[word] = dice.getrandbits(32)
        other.block, other.ready_left = dice.randint(1, 99), 0
    other.key[0], other.key[-1] = number, MARK
    return other


@functools.cache
def beside_dice(dtype: np.dtype[Any]) -> Any:
    """Which bytes of a state say what lies on the table."""
    mask = np.zeros(dtype.itemsize, bool)
    assert dtype.fields is not None
    for name, (kind, start, *_) in dtype.fields.items():
        mask[start : start + kind.itemsize] = name not in DICE
    return mask


def same_but_dice(state: Any, other: Any) -> bool:
    """Whether two worlds differ in nothing but their dice: nothing was hidden, or it fell alike."""
    mask = beside_dice(state.dtype)
    one, two = (np.frombuffer(each.tobytes(), np.uint8)[mask] for each in (state, other))
    return bool((one == two).all())


# Things exchanged by hand -------------------------------------------------------------------------
def exchange_cards(s: Any, viewer: int, dice: random.Random) -> None:
    """Skip-Bo: others' hands among each other and with what lies face down."""
    hands, unseen, sizes = s.hand, s.unseen, s.hand_left.tolist()
    others = [seat for seat in range(s.seats) if seat != viewer]
    hidden = [face for seat in others for face in hands[seat, : sizes[seat]].tolist()]
    hidden += [face for face, count in enumerate(unseen.tolist()) for _ in range(count)]
    dice.shuffle(hidden)
    for seat in others:
        hands[seat, : sizes[seat]] = sorted(hidden.pop() for _ in range(sizes[seat]))
    unseen[:] = np.bincount(hidden, minlength=len(unseen)) if hidden else 0


def exchange_faces(s: Any, viewer: int, dice: random.Random) -> None:
    """Skip or Trip: symbols of one number among others' hands, face-down discards and the bag.

    Whoever is in the middle of a trip has the cards for it, as everybody can tell (ST-A59).
    """
    busy = int(s.turn) if not s.over and (s.step != trip_board.Step.MOVE or s.tripped) else NOBODY
    others = [seat for seat in range(s.seats) if seat != viewer]
    holders = [*(s.hand[seat] for seat in others if seat != busy), s.bag]
    holders += [s.down[seat] for seat in others]
    for number in range(trip_board.NUMBERS):
        for _ in range(EXCHANGES):
            one, two = dice.choice(holders), dice.choice(holders)
            mine, yours = (bits(int(holder[number])) for holder in (one, two))
            if mine and yours and one is not two:
                swapped = 1 << dice.choice(mine) | 1 << dice.choice(yours)
                one[number] ^= swapped
                two[number] ^= swapped
    if s.top != NONE:  # the deck is part of the bag
        number = int(trip_cards.NUMBER_OF[s.top])
        s.top = number * trip_board.FACES + dice.choice(bits(int(s.bag[number])))


def bits(faces: int) -> list[int]:
    return [face for face in range(trip_board.FACES) if faces >> face & 1]


def exchange_icons(s: Any, viewer: int, dice: random.Random) -> None:
    """Flip & Skip: icons that the viewer never saw, among like coins and with the bag."""
    looker = int(coins.LOOKER[coins.WATCHER if viewer == NOBODY else viewer])
    kinds: dict[tuple[int, int], list[int]] = {}
    for coin in range(coins.COINS):
        if s.under[coin] != NONE and not int(s.known[coin]) & looker:
            kind = int(coins.COLOUR[coin]), int(coins.TYPE_OF[s.face[coin]])
            kinds.setdefault(kind, []).append(coin)
    for kind, hidden in kinds.items():
        bag = s.bag[kind]
        icons = [int(s.under[coin]) for coin in hidden]
        icons += [icon for icon in range(coins.ICONS) for _ in range(bag[icon])]
        dice.shuffle(icons)
        bag[:] = 0
        for coin in hidden:
            s.under[coin] = icons.pop()
        for icon in icons:
            bag[icon] += 1


def exchange_nothing(s: Any, viewer: int, dice: random.Random) -> None:
    """Skippity hides nothing but its dice."""


EXCHANGE: dict[str, Callable[[Any, int, random.Random], None]] = {
    "skipbo": exchange_cards,
    "skipbo_mod": exchange_cards,
    "skip_or_trip": exchange_faces,
    "flip_and_skip": exchange_icons,
    "skippity": exchange_nothing,
}


# Moves that others cannot tell apart --------------------------------------------------------------
def alike(game: Game, state: Any, action: int) -> list[int]:
    """The moves that sound like this one to everybody else: ST-A33  skips by cards of a number."""
    actions = game.rules.ACTIONS
    kind = trip_actions.Kind.SKIP
    if game.name != "skip_or_trip" or actions[action].kind != kind or state.reveal_skipped:
        return [action]
    number, token = trip_cards.NUMBER_OF[actions[action].card], actions[action].token
    same = (actions.kind == kind) & (actions.token == token)
    same &= trip_cards.NUMBER_OF[actions.card] == number
    return [int(found) for found in same.nonzero()[0]]
