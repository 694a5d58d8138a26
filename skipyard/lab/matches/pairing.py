"""Paired deals: the same deal several times, until every bot has had every seat."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from skipyard.bots.forfeit import Forfeit
from skipyard.games import game
from skipyard.lab.matches import players
from skipyard.lab.sentences import say
from skipyard.options import Refused, read_settings

if TYPE_CHECKING:
    from skipyard.batch.cpu import TableSetup
    from skipyard.lab.trajectories import Recorder

TIMED = 10  # pairs of quick bots that are played move by move, to time the moves
CHUNK = 100  # pairs of quick bots that a worker plays at a time
SEED_BITS = 62
MOST_SEATS = 8


class Matchup(NamedTuple):
    """Bots that play each other at one kind of table."""

    game: str
    seats: int
    settings: tuple[str, ...]
    bots: tuple[str, ...]  # of the sides in order

    @property
    def quick(self) -> bool:
        return all(players.is_quick(name) for name in self.bots)

    def template(self) -> Any:
        """A table of this kind before the deal."""
        g = game(self.game)
        return g.set_up(self.seats, read_settings(g.options.OPTIONS, self.settings, g.title))

    @property
    def rotations(self) -> int:
        """How often a deal is played: all rotations of the list, from three bots also reversed.

        Sitting behind a weak player helps, and rotations alone would leave the same bot there.
        """
        bots = len(self.bots)
        return bots if bots == 2 else 2 * bots

    def seating(self, sides: int, rotation: int) -> list[int]:
        """The bot of each seat, by its place in the list; partners share a bot."""
        bots = len(self.bots)
        step = 1 if rotation < bots else -1
        return [(step * (seat % sides) + rotation) % bots for seat in range(self.seats)]


class Course(NamedTuple):
    """How a game went, as data tells it."""

    seating: tuple[int, ...]  # the bot of each seat, by its place in the list
    winner: int  # side; below 0: none
    over: int  # how it ended; 0: by a bot that broke down
    moves: int
    turns: int
    points: tuple[int, ...]  # by side


class Played(NamedTuple):
    """One game: a deal with one seating."""

    pair: int
    rotation: int
    shares: tuple[float, ...]  # of a win, by bot
    seconds: tuple[tuple[float, ...], ...]  # of each move with a choice, by bot
    forfeit: str = ""  # how a bot lost by breaking down, in a sentence
    course: Course | None = None


def check(matchup: Matchup, language: str) -> int:
    """The number of sides of such a table; Refused if it is no multiple of the bots."""
    for name in matchup.bots:
        players.check(name, matchup.game, language)
    sides = int(game(matchup.game).rules.sides(matchup.template()))
    if len(matchup.bots) < 2 or sides % len(matchup.bots):
        raise Refused(say(language, "match.bots", bots=len(matchup.bots), sides=sides))
    return sides


def dice_for(seed: int, pair: int, rotation: int, seat: int) -> int:
    """The seed of a bot's dice in one game, derived from the match's seed."""
    text = b"skipyard match %d %d %d %d" % (seed, pair, rotation, seat)
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "little") >> (64 - SEED_BITS)


@functools.cache
def warm_up(matchup: Matchup, language: str = "en") -> None:
    """Let every bot move once, which compiles what a game needs; done once in a process."""
    from skipyard.core import key_from

    rules, s, view = game(matchup.game).rules, matchup.template(), game(matchup.game).rules.View()
    out = np.zeros(len(rules.ACTIONS), np.int16)
    rules.deal(s, key_from(0), 0)
    rules.observe(s, s.turn, view)
    legal = out[: rules.moves(s, out)]
    for name in set(matchup.bots):
        bot = players.seat(*matchup[:3], name, 0, language)
        with contextlib.suppress(Forfeit):  # it counts when it plays
            bot.choose(view, legal.copy())
        close([bot])
    if matchup.quick:
        play_quickly(matchup, 0, 0, 1)


# Playing ------------------------------------------------------------------------------------------
def play_game(
    matchup: Matchup,
    seed: int,
    pair: int,
    rotation: int,
    recorder: Recorder | None = None,
    language: str = "en",
) -> Played:
    """One game, move by move, with the time that each bot took."""
    warm_up(matchup, language)  # or the first move's time would include compiling
    rules, s = game(matchup.game).rules, matchup.template()
    seating = matchup.seating(int(rules.sides(s)), rotation)
    dice = [dice_for(seed, pair, rotation, seat) for seat in range(matchup.seats)]
    seated = [
        players.seat(*matchup[:3], matchup.bots[bot], own, language)
        for bot, own in zip(seating, dice, strict=True)
    ]
    try:
        return play_seated(matchup, seed, (pair, rotation), seating, seated, recorder)
    finally:
        close(seated)


def close(seated: Sequence[Any]) -> None:
    """Let bots leave what they use to the next game."""
    for bot in seated:
        if hasattr(bot, "close"):
            bot.close()


def play_seated(
    matchup: Matchup,
    seed: int,
    which: tuple[int, int],
    seating: Sequence[int],
    seated: Sequence[Any],
    recorder: Recorder | None = None,
) -> Played:
    """The game of a pair and a rotation, between bots that sit; one that breaks down loses it."""
    from skipyard.core import key_from

    pair, rotation = which
    rules, s = game(matchup.game).rules, matchup.template()
    seconds: list[list[float]] = [[] for _ in matchup.bots]
    out, length, turns, forfeit = np.zeros(len(rules.ACTIONS), np.int16), 0, 0, ""
    rules.deal(s, key_from(seed), pair)
    while not s.over:
        seat, n = int(s.turn), rules.moves(s, out)
        action, view = int(out[0]), None
        if n > 1 or recorder:
            view = rules.View()
            rules.observe(s, seat, view)
        if n > 1:  # a forced move is neither asked for nor timed
            started = time.perf_counter()
            try:
                action = seated[seat].choose(view, out[:n].copy())
            except Forfeit as why:
                forfeit = str(why)
                break
            seconds[seating[seat]].append(time.perf_counter() - started)
        if recorder:
            recorder.on_move(seat, view, out[:n].copy(), action)
        rules.play(s, action)
        length += 1
        turns += s.turn != seat or bool(s.over)
        if length > rules.LONGEST:
            raise Refused(f"Game {pair} did not end.")
    sides, points = int(rules.sides(s)), np.zeros(MOST_SEATS, np.int16)
    rules.score(s, points)
    if forfeit:
        shares = shares_without(seating[seat], len(matchup.bots))
    else:
        shares = shares_of(int(s.winner), points, sides, seating, len(matchup.bots))
    scored = tuple(int(n) for n in points[:sides])
    course = Course(tuple(seating), int(s.winner), int(s.over), length, int(turns), scored)
    return Played(pair, rotation, shares, tuple(map(tuple, seconds)), forfeit, course)


def shares_without(loser: int, bots: int) -> tuple[float, ...]:
    """Each bot's share of a win where one broke down: nothing for it, the same for the others."""
    return tuple(0.0 if bot == loser else 1 / (bots - 1) for bot in range(bots))


def play_quickly(
    matchup: Matchup,
    seed: int,
    first: int,
    pairs: int,
    on_rotation: Callable[[int, TableSetup, Any], None] = lambda rotation, setup, results: None,
) -> list[Played]:
    """Several pairs between quick bots, in the compiled loop."""
    from skipyard.batch.cpu import TableSetup
    from skipyard.bots.simulate import Result, bot_games
    from skipyard.core import key_from
    from skipyard.lab.studies.simulate import check as check_results

    g = game(matchup.game)
    chosen = read_settings(g.options.OPTIONS, matchup.settings, g.title)
    setup, run = TableSetup(g, matchup.seats, chosen), bot_games(g.name)
    sides, games = int(g.rules.sides(setup.template[0])), []
    for rotation in range(matchup.rotations):
        seating = matchup.seating(sides, rotation)
        numbers = np.array([players.number_of(matchup.bots[bot]) for bot in seating], np.int64)
        state, dice, out = setup.buffers(dice_for(seed, first, rotation, 0))
        views, results = g.rules.View.many(2), Result.many(pairs)
        run(setup.template, state, views, numbers, key_from(seed), first, results, dice, out)
        check_results(results)
        for i, result in enumerate(results):
            winner, points = int(result.winner), result.points
            shares = shares_of(winner, points, sides, seating, len(matchup.bots))
            scored = tuple(int(n) for n in points[:sides])
            numbered = int(result.over), int(result.moves), int(result.turns)
            course = Course(tuple(seating), winner, *numbered, scored)
            games.append(Played(first + i, rotation, shares, (), course=course))
        on_rotation(rotation, setup, results)
    return games


def shares_of(
    winner: int, points: Any, sides: int, seating: Sequence[int], bots: int
) -> tuple[float, ...]:
    """Each bot's share of a win; a draw is shared by the sides with most points."""
    best = max(points[side] for side in range(sides))
    winners = [winner] if winner >= 0 else [n for n in range(sides) if points[n] == best]
    shares = [0.0] * bots
    for side in winners:
        shares[seating[side]] += 1 / len(winners)
    return tuple(shares)
