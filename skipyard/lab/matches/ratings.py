"""Ratings from results: Bradley-Terry between two, Plackett-Luce between more."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from skipyard import extras
from skipyard.bots.intervals import Z
from skipyard.lab.matches import stats
from skipyard.lab.matches.results import Tally

ANCHOR, ANCHORED = "greedy", 1000.0  # ratings are relative, so one is fixed
SCALE = math.log(10) / 400  # of Elo
DRAWS, SEED = 400, 1  # of the bootstrap
ROUNDS, FLAT = 60, 1e-6  # of Newton's method; ridge, tolerance and smoothing


class Rating(NamedTuple):
    """A bot's strength with its 95 % interval."""

    bot: str
    rating: float
    low: float
    high: float


def of_two(every: Sequence[Tally]) -> list[Rating]:
    """Elo by maximum likelihood; intervals by a Bayesian bootstrap over the pairs.

    Each matchup gets two made-up pairs, one lost and one won, so that a bot that has won
    everything does not get an infinite rating.
    """
    names = sorted({name for tally in every for name in tally.matchup.bots})
    ends = np.array([[names.index(name) for name in tally.matchup.bots] for tally in every])
    counts = [stats.pair_counts(tally.scores[:, 0])[1] + [1, 0, 0, 0, 1] for tally in every]
    weights, rng = np.array([count.sum() for count in counts]), np.random.default_rng(SEED)
    values = np.linspace(0, 1, 5)
    middle = fit(len(names), ends, np.array([c @ values / c.sum() for c in counts]), weights)
    drawn = np.array(
        [
            fit(
                len(names),
                ends,
                np.array([rng.dirichlet(c + FLAT) @ values for c in counts]),
                weights,
            )
            for _ in range(DRAWS)
        ]
    )
    base = names.index(ANCHOR) if ANCHOR in names else 0
    middle, drawn = middle - middle[base], drawn - drawn[:, base : base + 1]
    low, high = np.percentile(drawn, [2.5, 97.5], axis=0)
    rated = [
        Rating(name, *(float(ANCHORED + n[i]) for n in (middle, low, high)))
        for i, name in enumerate(names)
    ]
    return sorted(rated, key=lambda rating: -rating.rating)


def fit(count: int, ends: Any, shares: Any, weights: Any) -> Any:
    """The strengths, in Elo, that fit the shares of the matchups best (Newton's method)."""
    strength = np.zeros(count)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strength[ends[:, 1]] - strength[ends[:, 0]]))
        pull = weights * (shares - chance)
        bend = weights * chance * (1 - chance)
        gradient, curve = -FLAT * strength, np.eye(count) * FLAT
        for (a, b), p, c in zip(ends, pull, bend, strict=True):
            gradient[a] += p
            gradient[b] -= p
            curve[a, a] += c
            curve[b, b] += c
            curve[a, b] -= c
            curve[b, a] -= c
        step = np.linalg.solve(curve, gradient)
        strength = strength + np.clip(step, -1, 1)
        if abs(step).max() < FLAT:
            break
    return strength / SCALE


def of_more(every: Iterable[Tally]) -> list[Rating]:
    """Skill by openskill's Plackett-Luce model, with winners ranked above the others."""
    with extras.needed_by(__name__):
        from openskill.models import PlackettLuce

    model, games = PlackettLuce(), []
    for tally in every:
        for outcome, count in tally.outcomes.items():
            games += [(tally.matchup.bots, shares) for shares in outcome] * count
    ratings = {name: model.rating(name=name) for bots, _ in games for name in bots}
    order = np.random.default_rng(SEED).permutation(len(games))  # results have no date
    for n in order:
        bots, shares = games[n]
        if len(set(bots)) < len(bots):
            continue  # a bot that plays itself tells nothing
        teams = model.rate([[ratings[name]] for name in bots], ranks=[-share for share in shares])
        ratings.update({name: team[0] for name, team in zip(bots, teams, strict=True)})
    rated = [
        Rating(name, skill.mu, skill.mu - Z * skill.sigma, skill.mu + Z * skill.sigma)
        for name, skill in ratings.items()
    ]
    return sorted(rated, key=lambda rating: -rating.rating)
