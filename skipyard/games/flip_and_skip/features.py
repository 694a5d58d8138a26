"""What a Flip & Skip seat sees, as a vector (games/feature_layout.py).

Players and faces are mine first; coins and squares are numbered as in actions, for both seats.
"""

from typing import Any

from skipyard.core import NOBODY, NONE, rule, wide
from skipyard.games.feature_layout import firsts, lay_out, mark, mark_bits, size_of, steps_to
from skipyard.games.flip_and_skip.coins import (
    BOX,
    COINS,
    COLOUR,
    COLOURS,
    FACES,
    HANDS,
    ICONS,
    LOOKER,
    PILES,
    SET,
    SQUARES,
    TYPE_OF,
    TYPES,
    WATCHER,
)
from skipyard.games.flip_and_skip.view import View

CORNERS, PHASES, MOST_STEPS, BYTE, THREE = 4, 6, 3, 256, 3
ON_BOARD, IN_HAND, IN_PILE = 0, 1, 3  # places of a coin: the board, two hands, two piles
PLACES = 5

FEATURES = lay_out(
    ("me", COLOURS, 1, "my seat"),
    ("turn", COLOURS, 1, "whose turn it is"),
    ("won", COLOURS, 1, "who has won"),
    ("over", 1, 1, "the game is over"),
    ("light", COLOURS, 1, "whose coins are light"),
    ("board", SQUARES * FACES, 1, "by square: my stone, sword, scroll, then theirs"),
    ("place", COINS * PLACES, 1, "by coin: on the board, in my hand, theirs, my pile, theirs"),
    ("square", COINS, SQUARES, "by coin: its square, from 1; 0 where it is off the board"),
    ("type", COINS * TYPES, 1, "by coin: stone, sword or scroll on top"),
    ("icon", COINS * ICONS, 1, "by coin: the icon underneath, where I see it"),
    ("known", COINS * COLOURS, 1, "by coin: I have looked underneath; they have"),
    ("fresh", COINS * COLOURS * 2, 1, "from memory, by coin: I looked this turn, last; they did"),
    ("watched", COINS, 1, "by coin: watchers have seen what is underneath"),
    ("pile", COLOURS * TYPES, SET, "by player: coins of each type in the victory pile"),
    ("phase", PHASES, 1, "what is waited for: take, keep, flip, act, place, step"),
    ("again", 1, 1, "a wreath asks for a further flip"),
    ("flipped", COINS, 1, "the coin flipped"),
    ("used", COINS, 1, "the other coin whose action is used"),
    ("action", ICONS, 1, "the action that is taken"),
    ("picked", COINS, 1, "the coin picked for it"),
    ("steps_left", 1, MOST_STEPS, "steps left in this turn"),
    ("chain", SQUARES, 1, "the square of the coin that may skip on"),
    ("skipped", COINS, 1, "by coin: it has been skipped before"),
    ("progress", 1, 1, "a coin was skipped for the first time in this turn"),
    ("began", CORNERS, 1, "corners whose coin began this turn threatened"),
    ("entering", COINS, 1, "by coin: it entered a corner in this turn"),
    ("entered", COLOURS * COINS, 1, "by player and coin: it did so in their last turn"),
    ("flip_only", 1, 1, "the board is closed in this turn"),
    ("closed", 1, 1, "the board is closed for good"),
    ("idle", 2, BYTE - 1, "turns without progress: how many times 256, and the rest"),
    ("quiet", 2, BYTE - 1, "flip-only turns in a row, likewise"),
    ("no_progress_limit", 2, BYTE - 1, "option, likewise"),
    ("coin_set", TYPES * ICONS, SET, "option: coins of one colour by type and icon"),
    ("setup_pick", 1, 1, "option: random"),
    ("move_any", 1, 1, "option"),
    ("capture_own", 1, 1, "option"),
    ("flip_optional", 1, 1, "option"),
    ("alt_action", THREE, 1, "option: revealed, none, any"),
    ("action_optional", 1, 1, "option"),
    ("show_memory", 1, 1, "option"),
    ("return_square", 1, 1, "option: dark_only"),
    ("multiskip_cost", 1, 1, "option: each"),
    ("corner_rule", THREE, 1, "option: strict, no_reentry, off"),
    ("literal_no_flip", 1, 1, "option"),
    ("tie_break", 1, 1, "option: triples"),
)
SIZE = size_of(FEATURES)
At = firsts(FEATURES)


@rule
def features(v: View, out: Any) -> None:
    """Fill a zeroed vector with what a view tells."""
    mark_seats(v, out)
    for coin in range(COINS):
        mark_coin(v, coin, out)
    mark_turn(v, out)
    mark_options(v, out)


@rule
def mark_seats(v: View, out: Any) -> None:
    """The seats, and what is in their piles."""
    if v.me != NOBODY:
        mark(out, At.ME, v.me)
    mark(out, At.TURN, steps_to(v.me, v.turn, COLOURS))
    mark(out, At.LIGHT, steps_to(v.me, v.light, COLOURS))
    out[At.OVER] = v.over != 0
    for seat in range(COLOURS):
        step = steps_to(v.me, seat, COLOURS)
        out[At.WON + step] = v.over != 0 and v.winner == seat
        for kind in range(TYPES):
            out[At.PILE + TYPES * step + kind] = v.pile[seat, kind]
        mark_bits(out, At.ENTERED + COINS * step, v.entered[seat], COINS)


@rule
def mark_coin(v: View, coin: int, out: Any) -> None:
    """A coin's place and type, and who has seen its underside."""
    place = wide(v.where[coin])
    if place < SQUARES:
        out[At.PLACE + PLACES * coin + ON_BOARD] = 1
        out[At.SQUARE + coin] = place + 1
        owner = steps_to(v.me, COLOUR[coin] ^ v.light, COLOURS)
        mark(out, At.BOARD + FACES * place + TYPES * owner, TYPE_OF[v.face[coin]])
    elif place < PILES:
        mark(out, At.PLACE + PLACES * coin + IN_HAND, steps_to(v.me, place - HANDS, COLOURS))
    elif place < BOX:
        mark(out, At.PLACE + PLACES * coin + IN_PILE, steps_to(v.me, place - PILES, COLOURS))
    if v.face[coin] != NONE:
        mark(out, At.TYPE + TYPES * coin, TYPE_OF[v.face[coin]])
    if v.under[coin] != NONE:
        mark(out, At.ICON + ICONS * coin, v.under[coin])
    for seat in range(COLOURS):
        at = COLOURS * coin + steps_to(v.me, seat, COLOURS)
        out[At.KNOWN + at] = v.known[coin] & LOOKER[seat] != 0
        out[At.FRESH + 2 * at] = v.fresh[coin] & LOOKER[seat] != 0
        out[At.FRESH + 2 * at + 1] = v.fresh[coin] >> 3 & LOOKER[seat] != 0
    out[At.WATCHED + coin] = v.known[coin] & LOOKER[WATCHER] != 0
    out[At.FLIPPED + coin], out[At.USED + coin] = coin == v.flipped, coin == v.used
    out[At.PICKED + coin] = coin == v.picked


@rule
def mark_turn(v: View, out: Any) -> None:
    """Where the turn and the game have got to."""
    if v.phase < PHASES:
        mark(out, At.PHASE, v.phase)
    if v.icon != NONE:
        mark(out, At.ACTION, v.icon)
    if v.chain != NONE:
        mark(out, At.CHAIN, v.chain)
    mark_bits(out, At.SKIPPED, v.skipped, COINS)
    mark_bits(out, At.ENTERING, v.entering, COINS)
    mark_bits(out, At.BEGAN, v.began, CORNERS)
    out[At.AGAIN], out[At.STEPS_LEFT], out[At.PROGRESS] = v.again, v.steps_left, v.progress
    out[At.FLIP_ONLY], out[At.CLOSED] = v.flip_only, v.closed
    split(out, At.IDLE, v.idle)
    split(out, At.QUIET, v.quiet)


@rule
def split(out: Any, at: int, number: int) -> None:
    """A number that may not fit into a byte, as two features."""
    out[at], out[at + 1] = wide(number) // BYTE, wide(number) % BYTE


@rule
def mark_options(v: View, out: Any) -> None:
    split(out, At.NO_PROGRESS_LIMIT, v.no_progress_limit)
    for i in range(TYPES * ICONS):
        out[At.COIN_SET + i] = v.coin_set[i]
    mark(out, At.ALT_ACTION, v.alt_action)
    mark(out, At.CORNER_RULE, v.corner_rule)
    out[At.SETUP_PICK], out[At.MOVE_ANY] = v.setup_pick, v.move_any
    out[At.CAPTURE_OWN], out[At.FLIP_OPTIONAL] = v.capture_own, v.flip_optional
    out[At.ACTION_OPTIONAL], out[At.SHOW_MEMORY] = v.action_optional, v.show_memory
    out[At.RETURN_SQUARE], out[At.MULTISKIP_COST] = v.return_square, v.multiskip_cost
    out[At.LITERAL_NO_FLIP], out[At.TIE_BREAK] = v.literal_no_flip, v.tie_break
