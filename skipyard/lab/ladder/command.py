"""`skipyard ladder`: bots meet round robin until their order is clear; ratings that add up."""

from __future__ import annotations

import itertools
import json
import pathlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from skipyard.cachedir import sources_digest
from skipyard.cli import say as put
from skipyard.cli import whole_number
from skipyard.games import GAMES, game
from skipyard.lab.ladder import page
from skipyard.lab.matches import arena, pairing, players, results, stats
from skipyard.lab.matches.match import jobs_of, seconds_of, seed_of
from skipyard.lab.matches.pairing import Matchup
from skipyard.lab.matches.progress import watched
from skipyard.lab.matches.series import Series, Settled
from skipyard.lab.sentences import say
from skipyard.options import Refused, read_settings, write_settings
from skipyard.table.files import autosave

ALL = "all"
# Each from the weakest up; neighbours meet first. Budgets are equal where searches meet.
CHAINS = (
    "random,greedy,rules,search:1s",
    "greedy,search:1s",
    "openspiel:1s,search:1s",
    "rules,search:1000",
    "openspiel:1000,search:1000",
)
QUICK = 20  # times as many pairs, where nobody thinks


def run(args: Any) -> int:
    """Play what is not clear yet, then print ratings of all that is stored."""
    file = store_of(args)
    if args.page:
        return page.write(pathlib.Path(args.page), results.read(file, args.lang), args.lang)
    if args.game is None:
        raise Refused(say(args.lang, "ladder.game", games=", ".join((*GAMES, ALL))))
    names = list(GAMES) if args.game == ALL else [game(args.game, args.lang).name]
    seats = 2 if args.seats is None else whole_number(args.seats, "--seats", 2)
    names = [name for name in names if fits(name, seats)] or names  # or be told why not
    kinds = [(name, seats, settings_of(name, seats, args)) for name in names]
    chains, lines = chains_of(args), results.read(file, args.lang)
    every = [s for kind in kinds for s in series_of(kind, chains, lines, args)]
    with watched(every) as move_on:

        def report(series: Series, pairs: int) -> None:
            move_on(series, pairs)
            if pairs:
                line = results.line_of(series.matchup, series.seed, series.pairs[-pairs:])
                results.append(file, line, args.lang)

        limit, jobs = seconds_of(args.time_limit, args.lang), jobs_of(args.jobs)
        stopped = arena.run(every, jobs, limit, report) if every else ""
    lines = results.read(file, args.lang)
    reports = [page.summary(lines, *kind) for kind in kinds]
    if args.picture:
        page.draw(args.picture, reports, args.lang)
    if args.json:
        put(json.dumps({"stopped": stopped, "ladders": reports}, indent=2))
    else:
        put("\n\n".join(page.table(report, args.lang) for report in reports))
        if stopped:
            put(say(args.lang, f"match.{stopped}"))
    return 0


def store_of(args: Any) -> pathlib.Path:
    """The file of results that was asked for, or the user's own."""
    if args.store:
        return pathlib.Path(args.store)
    autosave.folder().mkdir(parents=True, exist_ok=True)
    return autosave.folder() / "ladder.jsonl"


def fits(name: str, seats: int) -> bool:
    """Whether so many can play a game."""
    options = game(name).options
    return bool(options.FEWEST_SEATS <= seats <= options.MOST_SEATS)


def settings_of(name: str, seats: int, args: Any) -> tuple[str, ...]:
    """The options asked for, checked by the game."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, args.settings, g.title, args.lang)
    g.options.check(seats, chosen, args.lang)
    return tuple(write_settings(g.options.OPTIONS, chosen))


def chains_of(args: Any) -> list[list[str]]:
    """The bots asked for, or the usual ones as far as they are installed."""
    if args.bots:
        return [[name.strip() for name in chain.split(",")] for chain in args.bots]
    usual = [chain.split(",") for chain in CHAINS]
    here = [chain for chain in usual if all(map(players.is_installed, chain))]
    if here != usual:
        sys.stderr.write(say(args.lang, "player.openspiel", name="openspiel") + "\n")
    return here


def meetings(chains: Sequence[Sequence[str]], seats: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Who meets whom at a table of so many, and at which stage: neighbours before the others."""
    found: dict[tuple[str, ...], int] = {}
    for chain in chains:
        for chosen in itertools.combinations(range(len(chain)), min(seats, len(chain))):
            near = chosen[-1] - chosen[0] == len(chosen) - 1
            bots = tuple(chain[n] for n in chosen)
            found[bots] = min(found.get(bots, 1), 0 if near else 1)
    yield from found.items()


def series_of(
    kind: tuple[str, int, tuple[str, ...]],
    chains: Sequence[Sequence[str]],
    lines: Sequence[dict[str, Any]],
    args: Any,
) -> Iterator[Series]:
    """What is still to be played of one ladder; results of these sources count already."""
    pairs = whole_number(args.pairs, "--pairs", 1)
    now = [line for line in lines if line["sources"] == sources_digest()]
    stored, seed = results.tallies(now, *kind), seed_of(args.seed)
    for bots, stage in meetings(chains, kind[1]):
        matchup = Matchup(*kind, bots)
        pairing.check(matchup, args.lang)
        known = stored.get(bots) or results.Tally(matchup)
        wanted = pairs * (QUICK if matchup.quick else 1) - known.pairs
        settled = never if args.all_pairs else clear(known.scores[:, 0], 1 / len(bots))
        if wanted > 0 and not settled(np.zeros(0)):
            yield Series(matchup, seed, wanted, settled, known.seeds[seed], stage)


def never(scores: Any) -> str:
    """All pairs are wanted: how large a share is takes more of them than who is better."""
    return ""


def clear(before: Any, even: float) -> Settled:
    """Enough is played when one is significantly better, earlier runs included."""

    def settled(scores: Any) -> str:
        every = np.concatenate([before, scores])
        return "significant" if stats.is_sure(every, even) else ""

    return settled
