"""`skipyard ladder`: bots play round robin on paired deals; results add up in a file."""

from __future__ import annotations

import itertools
import json
import pathlib
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from skipyard import extras
from skipyard.cli import interrupts, names_in, print_line, whole_number
from skipyard.games import GAMES, game
from skipyard.lab import trajectories
from skipyard.lab.ladder import page
from skipyard.lab.ladder.games import GamesOfLadder
from skipyard.lab.limits import seconds_of, seed_of
from skipyard.lab.matches import arena, pairing, players, results, rows, stats
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.progress import progress_bars
from skipyard.lab.matches.series import Series, StoppingRule
from skipyard.lab.matches.tasks import Task
from skipyard.lab.output import check_files
from skipyard.lab.sentences import say
from skipyard.lab.trajectories import Parts
from skipyard.lab.workers import places
from skipyard.options import Refused, read_settings, write_settings
from skipyard.sources import all_sources_digest
from skipyard.table.files import autosave

ALL = "all"
# Each from the weakest up; neighbours play first. Budgets are equal where searches meet.
CHAINS = (
    "random,greedy,rules,search:1s",
    "greedy,search:1s",
    "openspiel:1s,search:1s",
    "rules,search:1000",
    "openspiel:1000,search:1000",
)


def run(args: Any) -> int:
    """Play the pairs that are not stored yet, then print ratings from all stored results."""
    file = store_of(args)
    if args.page:
        return page.write(pathlib.Path(args.page), results.read(file, args.lang), args.lang)
    if args.game is None:
        raise Refused(say(args.lang, "ladder.game", games=", ".join((*GAMES, ALL))))
    names = list(GAMES) if args.game == ALL else [game(args.game, args.lang).name]
    seats = 2 if args.seats is None else whole_number(args.seats, "--seats", 2, language=args.lang)
    names = [name for name in names if fits(name, seats)] or names  # or the refusal says why not
    kinds = [(name, seats, settings_of(name, seats, args)) for name in names]
    chains, lines = chains_of(args), results.read(file, args.lang)
    seed, limit = seed_of(args.seed, None, args.lang), seconds_of(args.time_limit, args.lang)
    jobs = places.jobs_of(args.jobs, args.lang)
    places.check(args.on, args.lang)
    trajectories.check(args.trajectories, args.lang)
    data = GamesOfLadder(args.out, args.lang)
    about = {"command": "ladder", "sources": all_sources_digest()}
    parts = Parts(args.trajectories, about, args.lang) if args.trajectories else None
    every = [
        series
        for kind in kinds
        for series in series_of(kind, chains, lines, args, seed, parts.kind if parts else "")
    ]
    if any(len(series.matchup.bots) > 2 for series in every):
        extras.require("openskill", __name__)  # rates them, so look for it before the games
    check_files([str(file), args.picture], args.lang)

    def show(stopped: str) -> str:
        lines = results.read(file, args.lang)
        reports = [page.summary(lines, *kind) for kind in kinds]
        if args.json:
            told = {"stopped": stopped, "seed": seed, "ladders": reports}
            print_line(json.dumps(told, indent=2))
        else:
            print_line("\n\n".join(page.table(report, args.lang) for report in reports))
            if stopped:
                print_line(say(args.lang, f"match.{stopped}"))
            if every:
                print_line(say(args.lang, "match.seed", seed=seed))
        data.write()
        if args.picture:
            page.draw(args.picture, reports, args.lang)
        return say(args.lang, "ladder.stopped", file=file)

    def on_task(_: Series, task: Task, games: list[Played], recorded: bytes) -> None:
        rows.add(None, parts, task, games, recorded)

    with interrupts.on_stop(lambda: show("interrupted")), progress_bars(every) as advance:

        def on_result(series: Series, pairs: int) -> None:
            if pairs:
                data.add(series, series.pairs[-pairs:])
                line = results.line_of(series.matchup, series.seed, series.pairs[-pairs:])
                results.append(file, line, args.lang)
            advance(series, pairs)

        stopped = ""
        if every:
            workers = places.processes(args.on, jobs, args.lang)
            stopped = arena.run_on(workers, every, limit, on_result, on_task)
    show(stopped)
    return 0


def store_of(args: Any) -> pathlib.Path:
    """The results file asked for, or the user's own."""
    if args.store:
        return pathlib.Path(args.store)
    autosave.folder().mkdir(parents=True, exist_ok=True)
    return autosave.folder() / "ladder.jsonl"


def fits(name: str, seats: int) -> bool:
    """Whether a game can have this many seats."""
    options = game(name).options
    return bool(options.FEWEST_SEATS <= seats <= options.MOST_SEATS)


def settings_of(name: str, seats: int, args: Any) -> tuple[str, ...]:
    """The options asked for, checked by the game."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, args.settings, g.title, args.lang)
    g.options.check(seats, chosen, args.lang)
    return tuple(write_settings(g.options.OPTIONS, chosen))


def chains_of(args: Any) -> list[list[str]]:
    """The bots asked for, or the default ones that are installed."""
    if args.bots:
        return [names_in(chain) for chain in args.bots]
    default = [chain.split(",") for chain in CHAINS]
    installed = [chain for chain in default if all(map(players.is_installed, chain))]
    if installed != default:
        sys.stderr.write(extras.sentence("openspiel", "“openspiel”", args.lang) + "\n")
    return installed


def meetings(chains: Sequence[Sequence[str]], seats: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Which bots play each other, and at which stage: neighbours before the others."""
    stages: dict[tuple[str, ...], int] = {}
    for chain in chains:
        for chosen in itertools.combinations(range(len(chain)), min(seats, len(chain))):
            near = chosen[-1] - chosen[0] == len(chosen) - 1
            bots = tuple(chain[n] for n in chosen)
            stages[bots] = min(stages.get(bots, 1), 0 if near else 1)
    yield from stages.items()


def series_of(
    kind: tuple[str, int, tuple[str, ...]],
    chains: Sequence[Sequence[str]],
    lines: Sequence[dict[str, Any]],
    args: Any,
    seed: int,
    records: str = "",
) -> Iterator[Series]:
    """What is still to be played in one ladder; stored results of the same sources count."""
    pairs = whole_number(args.pairs, "--pairs", 1, language=args.lang)
    now = [line for line in lines if line["sources"] == players.sources_of(line["bots"])]
    stored = results.tallies(now, *kind)
    for bots, stage in meetings(chains, kind[1]):
        matchup = Matchup(*kind, bots)
        pairing.check(matchup, args.lang)
        known = stored.get(bots) or results.Tally(matchup)
        wanted = pairs - known.pairs
        clear = when_clear(known.scores[:, 0], 1 / len(bots))
        stopping = clear if args.until_significant else never
        if wanted > 0 and not stopping(np.zeros(0)):
            first = known.seeds[seed]
            yield Series(matchup, seed, wanted, stopping, first, stage, records, args.lang)


def never(scores: Any) -> str:
    """Play all pairs: measuring a share takes more of them than finding who is better."""
    return ""


def when_clear(before: Any, even: float) -> StoppingRule:
    """Stop when one bot is significantly better, earlier runs included."""

    def stopping(scores: Any) -> str:
        every = np.concatenate([before, scores])
        return "significant" if stats.is_sure(every, even) else ""

    return stopping
