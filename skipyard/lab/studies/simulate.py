"""`skipyard simulate`: bots play many games on all cores; wins with intervals, endings, lengths."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from skipyard.bots.intervals import wilson
from skipyard.catalogue import common
from skipyard.cli import bots_of, interrupts, print_line, table_of, whole_number
from skipyard.games import Game, game
from skipyard.lab import game_rows, trajectories
from skipyard.lab.limits import seconds_of, seed_of
from skipyard.lab.sentences import say
from skipyard.lab.store import Store
from skipyard.lab.studies.chunks import Kind, Run, TimeIsUp
from skipyard.lab.trajectories import Parts
from skipyard.lab.workers import places
from skipyard.options import Refused, write_settings

interval = wilson  # of a share of games


def run(args: Any) -> int:
    """Play, then print a table or JSON; if stopped, of the games that were finished."""
    g = game(args.game, args.lang)
    seats, chosen = table_of(g, args)
    names = bots_of(args.bots, seats, args.lang)
    games = whole_number(args.games, "--games", 1, language=args.lang)
    keeping = args.out or args.trajectories
    seed = seed_of(args.seed, keeping, args.lang)
    limit, jobs = seconds_of(args.time_limit, args.lang), places.jobs_of(args.jobs, args.lang)
    places.check(args.on, args.lang)
    game_rows.check(args.out, args.lang)
    trajectories.check(args.trajectories, args.lang)
    kind = games_of(g, seats, chosen, names, games, seed)
    about = {"command": "simulate", **kind._asdict(), "trajectories": args.trajectories}
    store = Store(keeping, about, args.lang) if keeping else None
    parts = Parts(args.trajectories, kind._asdict(), args.lang) if args.trajectories else None

    def show(results: Any, numbers: Sequence[int], stopped: bool) -> None:
        report = summary(g, seats, chosen, names, results)
        report |= {"seed": seed, "asked": games, "stopped": stopped}
        report["forfeit"] = chunks.playing[kind].first_forfeit()
        print_line(json.dumps(report, indent=2) if args.json else table(report, args.lang))
        if args.out:
            rows = game_rows.columns_of(g, report, results, numbers)
            game_rows.write(args.out, rows, args.lang)

    def show_finished() -> str:
        playing = chunks.playing.get(kind)
        results, numbers = playing.finished_with_numbers() if playing else ((), [])
        if not len(results):
            return common().say(args.lang, "stop.no_game")
        check(results)
        show(results, numbers, stopped=True)
        done = common().say(args.lang, "stop.games", done=f"{len(results):,}", asked=f"{games:,}")
        return f"{done} {say(args.lang, 'store.goes_on')}" if store else done

    workers = places.threads(args.on, jobs, args.lang)
    chunks = Run(workers, store, parts, limit, args.lang)
    try:
        with interrupts.on_stop(show_finished):
            try:
                results = play(kind, f"{g.title}, {seats} seats", chunks)
            except TimeIsUp:
                print_line(f"{say(args.lang, 'match.time')} {show_finished()}")
                return 0
        show(results, range(len(results)), stopped=False)
    finally:
        workers.close()
    if store:
        store.remove()
    return 0


def games_of(g: Game, seats: int, chosen: Any, names: Sequence[str], games: int, seed: int) -> Kind:
    """Games that are not begun yet."""
    settings = tuple(write_settings(g.options.OPTIONS, chosen))
    return Kind(g.name, seats, settings, tuple(names), seed, games)


def play(kind: Kind, title: str, chunks: Run | None = None) -> Any:
    """The results of all games of a kind, with a progress bar; on all cores of this machine."""
    if chunks is None:
        workers = places.threads(places.LOCAL, None, "en")
        try:
            return play(kind, title, Run(workers))
        finally:
            workers.close()
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(title, total=kind.games)
        chunks.on_chunk = lambda: bar.update(task, completed=chunks.played[kind])
        results = chunks.results(kind)
    check(results)
    return results


def check(results: Any) -> None:
    """Refuse results in which a table was unsound or a game did not end."""
    if results["unsound"].any():
        raise Refused(f"Game {int(results['unsound'].argmax())} lost count of its cards.")
    if (results["over"] == 0).any():
        raise Refused(f"Game {int((results['over'] == 0).argmax())} did not end.")


def summary(g: Game, seats: int, chosen: Any, names: list[str], results: Any) -> dict[str, Any]:
    """All figures of a study, ready for JSON."""
    games = len(results)
    state = g.set_up(seats, chosen)
    sides = int(g.rules.sides(state))
    wins = np.bincount(results["winner"] + 1, minlength=sides + 1)
    return {
        "game": g.name,
        "title": g.title,
        "seats": seats,
        "settings": write_settings(g.options.OPTIONS, chosen),
        "bots": names,
        "games": games,
        "sides": [
            {
                "seats": [seat + 1 for seat in range(side, seats, sides)],
                "bot": names[side],
                "wins": int(wins[side + 1]),
                "share": wins[side + 1] / games,
                "interval": interval(int(wins[side + 1]), games),
                "points": float(results["points"][:, side].mean()),
            }
            for side in range(sides)
        ],
        "draws": int(wins[0]) - int(((results["winner"] < 0) & (results["forfeit"] > 0)).sum()),
        "forfeits": int((results["forfeit"] > 0).sum()),
        "blocked": int((results["over"] == 2).sum()),
        "endings": endings(g, results),
        "moves": lengths(results["moves"]),
        "turns": lengths(results["turns"]),
    }


def endings(g: Game, results: Any) -> dict[str, int]:
    """How many games ended in each way, if the game's rules name the ways."""
    ways = [way for way in getattr(g.rules, "Ended", ()) if way]
    return {way.name.lower(): int((results["over"] == way).sum()) for way in ways}


def lengths(counts: Any) -> dict[str, float]:
    low, median, high = np.percentile(counts, [5, 50, 95])
    return {
        "mean": float(counts.mean()),
        "p5": float(low),
        "median": float(median),
        "p95": float(high),
        "longest": int(counts.max()),
    }


def table(report: dict[str, Any], language: str = "en") -> str:
    """The figures as plain text, 80 columns."""
    games = report["games"]
    asked = ", ".join(report["settings"])
    lines = [
        f"{report['title']}, {report['seats']} seats, {games:,} games" + f" ({asked})" * bool(asked)
    ]
    lines.append(
        f"{'seat':<8}{'bot':<9}{'wins':>9}{'share':>9}   {'95 % interval':<17}{'points':>7}"
    )
    for side in report["sides"]:
        seats = "+".join(map(str, side["seats"]))
        low, high = side["interval"]
        lines.append(
            f"{seats:<8}{side['bot']:<9}{side['wins']:>9,}{side['share']:>9.2%}"
            f"   {low:.2%} to {high:.2%}{side['points']:>9.1f}"
        )
    ways = report["endings"] or {"blocked": report["blocked"]}
    shares = "".join(f", {name} {count / games:.2%}" for name, count in ways.items())
    lines.append(f"drawn {report['draws'] / games:.2%}{shares}")
    for what in ("moves", "turns"):
        n = report[what]
        lines.append(
            f"{what}: mean {n['mean']:.1f}, median {n['median']:.0f}, "
            f"90 % between {n['p5']:.0f} and {n['p95']:.0f}, longest {n['longest']}"
        )
    if report["forfeits"]:
        count, why = report["forfeits"], report["forfeit"]
        lines.append(say(language, "match.forfeits", count=count, why=why))
    if report["stopped"]:
        lines.append(f"stopped after {games:,} of {report['asked']:,} games")
    return "\n".join([*lines, say(language, "match.seed", seed=report["seed"])])
