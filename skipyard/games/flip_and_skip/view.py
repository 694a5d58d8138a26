"""What a seat may see of a table: a record of its own, filled field by field.

Everybody sees tops, places and who has looked where. Only those who have seen an icon get it.
"""

from typing import Any

from skipyard.core import NOBODY, NONE, copy, i8, rule, seed_dice
from skipyard.games.flip_and_skip import coins
from skipyard.games.flip_and_skip.coins import Open, Options, State


class View(Open):
    """What one seat knows."""

    me = i8()
    under = i8(coins.COINS)  # the icon underneath; NONE if I may not know it


@rule
def copy_options(source: Options, target: Options) -> None:
    target.seats, target.light_seat = source.seats, source.light_seat
    copy(source.coin_set, target.coin_set, coins.TYPES * coins.ICONS)
    target.setup_pick, target.move_any = source.setup_pick, source.move_any
    target.capture_own, target.flip_optional = source.capture_own, source.flip_optional
    target.alt_action, target.action_optional = source.alt_action, source.action_optional
    target.show_memory, target.return_square = source.show_memory, source.return_square
    target.multiskip_cost, target.corner_rule = source.multiskip_cost, source.corner_rule
    target.no_progress_limit = source.no_progress_limit
    target.literal_no_flip, target.tie_break = source.literal_no_flip, source.tie_break


@rule
def copy_open(source: Any, target: Any) -> None:
    """Copy what everybody sees or has seen happen."""
    copy_options(source, target)
    target.turn, target.over, target.winner = source.turn, source.over, source.winner
    target.light, target.phase, target.again = source.light, source.phase, source.again
    target.flipped, target.used, target.icon = source.flipped, source.used, source.icon
    target.picked, target.steps_left = source.picked, source.steps_left
    target.chain, target.skipped = source.chain, source.skipped
    target.progress = source.progress
    target.flip_only, target.closed = source.flip_only, source.closed
    target.idle, target.quiet, target.began = source.idle, source.quiet, source.began
    target.entering = source.entering
    copy(source.entered, target.entered, coins.COLOURS)
    copy(source.where, target.where, coins.COINS)
    copy(source.face, target.face, coins.COINS)
    copy(source.known, target.known, coins.COINS)
    copy(source.fresh, target.fresh, coins.COINS)
    copy(source.board, target.board, coins.SQUARES + 1)
    copy(source.hand_left, target.hand_left, coins.COLOURS)
    copy(source.on_board, target.on_board, coins.FACES)
    for seat in range(coins.COLOURS):
        copy(source.pile[seat], target.pile[seat], coins.TYPES)  # FS-A37


@rule
def is_shown(s: State, looker: int, coin: int) -> bool:
    """FS-A13 FS-A21 FS-A50  Whether the icon under a coin is shown to somebody."""
    if s.known[coin] & coins.LOOKER[looker] == 0:
        return False
    if s.show_memory or coin == s.flipped or coin == s.used:
        return True
    return (s.fresh[coin] | s.fresh[coin] >> 3) & coins.LOOKER[looker] != 0


@rule
def observe(s: State, seat: int, v: View) -> None:
    """Fill a zeroed view with what `seat` knows; NOBODY is a watcher."""
    v.me = seat
    copy_open(s, v)
    looker = coins.WATCHER if seat == NOBODY else seat
    for coin in range(coins.COINS):
        v.under[coin] = s.under[coin] if is_shown(s, looker, coin) else NONE


@rule
def imagine(v: View, s: State, seed: int) -> None:
    """Fill a zeroed state with one that looks like `v`, as likely as any other."""
    seed_dice(s, seed)
    copy_options(v, s)
    coins.lay_out(s)
    copy_open(v, s)
    for coin in range(coins.COINS):
        if v.where[coin] < coins.SQUARES:
            s.coin_at[v.where[coin]] = coin
            s.squares[v.face[coin]] |= coins.SQUARE_BIT[v.where[coin]]
        if v.where[coin] != coins.BOX and v.under[coin] != NONE:
            s.under[coin] = v.under[coin]
            s.bag[coins.COLOUR[coin], coins.TYPE_OF[v.face[coin]], v.under[coin]] -= 1
    for coin in range(coins.COINS):  # others have seen it: it has an icon, any that is left
        if v.known[coin] != 0 and v.under[coin] == NONE:
            coins.draw_icon(s, coin)
