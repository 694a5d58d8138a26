"""A puzzle as its solver sees it, and what becomes of a try.

Scenes and events are made from the view of the seat that is to move. The right moves and their
chances are told only to somebody who has tried, or who asks for the solution.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import msgspec

from skipyard.games import Game, cases, hint_reasons, played_cases, puzzles
from skipyard.games.advice import as_advice
from skipyard.games.move_words import speaker
from skipyard.games.puzzles import Puzzle
from skipyard.games.scene import Event, Scene
from skipyard.options import Refused
from skipyard.server.sentences import say

CACHED = 256
MOST_LISTED = 4  # moves beside their chances
MOST_TRIED = 40  # moves checked for one question


class MoveChance(msgspec.Struct):
    """A move with its winning chance in per cent."""

    sentence: str
    chance: int
    right: bool


class Answer(msgspec.Struct):
    """What became of a move: whether it is right, what it is worth, and the table then."""

    right: bool
    sentence: str
    chance: int
    best: int
    reason: str  # why the best move is; empty until the solution may be known
    moves: list[MoveChance]  # the best ones; empty until the solution may be known
    touch: list[str]  # the things that the move touches
    scene: Scene
    events: list[Event]


@functools.lru_cache(CACHED)
def scene(g: Game, number: int, language: str) -> Scene:
    """The table of a puzzle; a turn of several moves is played one at a time."""
    state = puzzles.state_of(g, puzzles.load(g, number))
    seat = int(state.turn)
    whole = played_cases.scene_of(g, state, seat, played_cases.legal(g, state, seat), language)
    return msgspec.structs.replace(whole, chains=[])


def answer(g: Game, number: int, action: int, language: str) -> Answer:
    """What becomes of a move; Refused with a sentence if it is illegal."""
    puzzle = puzzles.load(g, number)
    before, state = puzzles.state_of(g, puzzle), puzzles.state_of(g, puzzle)
    seat = int(before.turn)
    check(g, before, action, language)
    g.rules.play(state, action)
    view, then = cases.seen_by(g, before, seat), cases.seen_by(g, state, seat)
    names = played_cases.names_of(int(state.seats), language)
    after = played_cases.scene_of(g, state, seat, [], language)
    touch = [path.touch for path in scene(g, number, language).paths if path.action == action]
    right = action in puzzle.right
    return Answer(
        right=right,
        sentence=as_advice(g, view, action, names, language),
        chance=puzzle.chance(action),
        best=max(puzzle.chances),
        reason=reason(g, puzzle, before, action, language) if right else "",
        moves=listed(g, puzzle, view, action, language) if right else [],
        touch=touch[0] if touch else [],
        scene=after,
        events=g.scene.events(view, then, action, names, language),
    )


def solution(g: Game, number: int, language: str) -> Answer:
    """The best move as if it had been played."""
    return answer(g, number, puzzles.load(g, number).right[0], language)


def listed(g: Game, puzzle: Puzzle, view: Any, action: int, language: str) -> list[MoveChance]:
    """The right move that was played, then the best of the others."""
    order, names = [action, *puzzle.others], played_cases.names_of(int(view.seats), language)
    return [
        MoveChance(
            as_advice(g, view, one, names, language), puzzle.chance(one), one in puzzle.right
        )
        for one in order[:MOST_LISTED]
    ]


def reason(g: Game, puzzle: Puzzle, state: Any, action: int, language: str) -> str:
    """What is obvious of the best move, and its chance beside the next best one's."""
    seat = int(state.turn)
    view, legal = cases.seen_by(g, state, seat), played_cases.legal(g, state, seat)
    obvious = hint_reasons.reason(g, view, action, legal, language)
    facts = {"percent": puzzle.chance(action), "other": puzzle.chance(puzzle.others[0])}
    chances = say(language, "hint.better", **facts)
    return say(language, "puzzle.because", reason=obvious, chances=chances) if obvious else chances


# Refusals -----------------------------------------------------------------------------------------
def check(g: Game, state: Any, action: int, language: str) -> None:
    """Refuse an illegal move in a sentence."""
    if not 0 <= action < len(g.rules.ACTIONS):
        raise Refused(say(language, "puzzle.action"))
    no = g.rules.No(g.rules.verdict(state, g.rules.ACTIONS[action]))
    if no != g.rules.No.OK:
        words, view = speaker(g, state), cases.seen_by(g, state, int(state.turn))
        raise Refused(words.refuse(view, action, no, language), words.rule_of(no))


def why_not(
    g: Game, number: int, held: list[str], touched: list[str], language: str
) -> tuple[str, str]:
    """Why touches begin no legal move: the sentence and the rule of most of those they could be."""
    state = puzzles.state_of(g, puzzles.load(g, number))
    view, reasons = cases.seen_by(g, state, int(state.turn)), Counter[tuple[str, str]]()
    meant = [
        way.action
        for way in g.scene.ways(view, language)
        if len(way.touch) > len(held)
        and way.touch[: len(held)] == held
        and way.touch[len(held)] in touched
    ]
    for action in meant[:MOST_TRIED]:
        try:
            check(g, state, action, language)
        except Refused as refused:
            reasons[str(refused), refused.rule] += 1
    return reasons.most_common(1)[0][0] if reasons else ("", "")
