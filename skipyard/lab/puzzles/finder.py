"""Looks for a puzzle in one game between bots: a rough look first, then ever more playouts."""

from __future__ import annotations

import threading
from typing import Any

from skipyard.bots import seat_bot
from skipyard.bots.playouts import Playouts
from skipyard.games import Game
from skipyard.games.move_words import speaker
from skipyard.games.puzzles import Puzzle, Source, by_chance
from skipyard.lab.puzzles.bot_game import BotGame, Moment
from skipyard.lab.puzzles.evaluation import MOST_RIGHT, Evaluation, Split, Z
from skipyard.lab.puzzles.rough import Rough

STAGES = ((16, 1.0), (40, 0.7), (100, 0.0))  # worlds; standard errors that a gap may still grow
LAST_STAGE = 256  # fresh worlds, which decide: those of earlier stages favour what was chosen
OTHERS = 24  # worlds for the moves that looked poor from the start
MOST_COMPARED = 6  # moves
WINDOW = 0.15  # moves this far behind the best are not compared again
LEAST_OTHER = 0.05  # chance of the best move that is not right: not all others lose at once
LOWEST = 0.1  # chance of the best move: the game is not lost already
SEARCH_SHARE = 10  # part of the budget of the bot `search`, which must find a right move
MOST_LOOKED_AT = 12  # positions of a game that are played out
SEED_BITS = 20  # worlds of one purpose


class Finder:
    """Finds puzzles of one game; threads share it."""

    def __init__(self, g: Game, seed: int) -> None:
        self.g, self.seed, self.playouts = g, seed, Playouts(g)
        self.gap = g.profile.puzzle_gap / 100
        self.local = threading.local()

    def rough(self) -> Rough:
        """This thread's own."""
        if not hasattr(self.local, "rough"):
            self.local.rough = Rough(self.g)
        rough: Rough = self.local.rough
        return rough

    def searched(self, view: Any, legal: Any, seed: int) -> int:
        """What the bot `search` plays with a part of its budget; one for each number of seats."""
        seats, budget = int(view.seats), self.g.profile.search.simulations // SEARCH_SHARE
        bots = self.local.__dict__.setdefault("bots", {})
        if seats not in bots:
            bots[seats] = seat_bot(self.g.name, f"search:{max(1, budget)}", 0)
        bots[seats].reseed(seed)
        return int(bots[seats].choose(view, legal))

    def search(self, number: int) -> Puzzle | None:
        """The first puzzle in a game between bots, in random order of its positions."""
        game, left = BotGame(self.g, self.seed, number), MOST_LOOKED_AT
        for moment in game.moments():
            legal = [int(action) for action in moment.legal]
            dice = (number << 32) + moment.move
            ranked = self.rough().ranked(moment.view, legal, moment.greedy, MOST_RIGHT, dice)
            if not ranked:
                continue
            source = Source(self.seed, number, moment.move, game.moves)
            puzzle = self.confirm(moment, ranked, source)
            left -= 1
            if puzzle is not None or not left:
                return puzzle
        return None

    def confirm(self, moment: Moment, ranked: list[int], source: Source) -> Puzzle | None:
        """The puzzle at this moment, if playouts and the bot `search` agree about the best move."""
        text = self.g.position.write(moment.state[0])
        state = self.g.position.read(text)
        view = self.g.rules.View.many(1)
        self.g.rules.observe(state, int(state.turn), view[0])
        if view[0].tobytes() != moment.view.tobytes():
            return None  # something of this table is not in its text
        dice = (source.seed << 56) + (source.game << 32) + (source.move << SEED_BITS)
        sides = int(self.g.rules.sides(state))
        first = Evaluation(self.playouts, view[0], sides, dice)
        compared = list(dict.fromkeys([*ranked[:MOST_COMPARED], moment.greedy]))
        for worlds, hope in STAGES:
            first.measure(compared, worlds)
            split = first.split()
            if split.gap + hope * split.error < self.gap or moment.greedy in split.right:
                return None
            compared = self.worth_comparing(first, split)
        if self.searched(view[0], moment.legal, source.game) not in split.right:
            return None
        last = Evaluation(self.playouts, view[0], sides, dice + (1 << SEED_BITS - 1))
        last.measure(compared, LAST_STAGE)
        if not self.is_clear(last, moment):
            return None
        self.measure_others(first, last, [action for action in ranked if action not in compared])
        if not self.is_clear(last, moment):
            return None
        split = last.split()
        known = {**first.shares, **last.shares}
        return Puzzle(
            best=str(speaker(self.g, state).describe(split.right[0], "en")),
            right=split.right,
            chances=by_chance({action: float(known[action].mean()) for action in known}),
            rules=moment.rules in split.right,
            source=source,
            position=text,
        )

    def worth_comparing(self, evaluation: Evaluation, split: Split) -> list[int]:
        """The right moves, two others, and what is not far behind."""
        order = evaluation.ranked()
        least = evaluation.chance(order[0]) - WINDOW
        near = [action for action in order if evaluation.chance(action) >= least]
        return order[: max(len(split.right) + 2, len(near))]

    def measure_others(self, first: Evaluation, last: Evaluation, others: list[int]) -> None:
        """Measure all other moves roughly, and well those that seem near the right ones."""
        first.measure([action for action in others if action not in first.shares], OTHERS)
        nearly = last.chance(last.split().right[-1]) - self.gap
        near = [action for action in others if first.chance(action) > nearly]
        if near:
            last.done = 0  # in the same worlds
            last.measure(near, LAST_STAGE)

    def is_clear(self, last: Evaluation, moment: Moment) -> bool:
        """Whether the gap is wide and sure, and the answer is neither obvious nor a detail."""
        split, order = last.split(), last.ranked()
        return (
            split.gap >= self.gap
            and split.gap - Z * split.error >= self.gap / 3
            and moment.greedy not in split.right
            and 2 * len(split.right) < len(moment.legal)
            and last.chance(order[len(split.right)]) >= LEAST_OTHER
            and last.chance(order[0]) >= LOWEST
        )
