"""`skipyard match`: bots play paired deals; shares, intervals and Elo, or a sequential test."""

from __future__ import annotations

import json
import math
from typing import Any

from skipyard.cli import interrupts, print_line, table_of, whole_number
from skipyard.games import game
from skipyard.lab import game_rows, trajectories
from skipyard.lab.limits import seconds_of, seed_of
from skipyard.lab.matches import arena, pairing, players, rows, stats
from skipyard.lab.matches.pairing import Matchup, Played
from skipyard.lab.matches.progress import progress_bars
from skipyard.lab.matches.series import Series, StoppingRule
from skipyard.lab.matches.tasks import Task
from skipyard.lab.sentences import say
from skipyard.lab.store import Store
from skipyard.lab.trajectories import Parts
from skipyard.lab.workers import places
from skipyard.options import Refused, write_settings


def run(args: Any) -> int:
    """Play the match, then print a table or JSON."""
    g = game(args.game, args.lang)
    seats, chosen = table_of(g, args, default_seats=len(args.bots))
    settings = tuple(write_settings(g.options.OPTIONS, chosen))
    matchup = Matchup(g.name, seats, settings, tuple(args.bots))
    pairing.check(matchup, args.lang)
    pairs = whole_number(args.pairs, "--pairs", 1, language=args.lang)
    keeping = args.out or args.trajectories
    seed = seed_of(args.seed, keeping, args.lang)
    limit, jobs = seconds_of(args.time_limit, args.lang), places.jobs_of(args.jobs, args.lang)
    rule = stopping_rule(args, len(matchup.bots))
    places.check(args.on, args.lang)
    game_rows.check(args.out, args.lang)
    trajectories.check(args.trajectories, args.lang)
    about = matchup._asdict() | {"seed": seed, "pairs": pairs}
    told = {"command": "match", **about, "trajectories": args.trajectories}
    told["players"] = players.sources_of(matchup.bots)
    store = Store(keeping, told, args.lang) if keeping else None
    parts = Parts(args.trajectories, about, args.lang) if args.trajectories else None
    records = parts.kind if parts else ""
    series = Series(matchup, seed, pairs, rule, records=records, language=args.lang)

    def show(stopped: str) -> str:
        if not series.pairs:
            key = "match.stopped_early" if stopped == "interrupted" else "match.nothing"
            raise Refused(say(args.lang, key))
        report = summary(series, stopped, sprt_of(args.sprt, args.lang))
        print_line(json.dumps(report, indent=2) if args.json else table(report, args.lang))
        if args.out:
            games = [played for pair in series.pairs for played in pair]
            game_rows.write(args.out, rows.columns_of(matchup, seed, games), args.lang)
        done = f"{len(series.pairs):,}"
        sentence = say(args.lang, "match.stopped", done=done, asked=f"{pairs:,}")
        return f"{sentence} {say(args.lang, 'store.goes_on')}" if store else sentence

    def on_task(_: Series, task: Task, games: list[Played], recorded: bytes) -> None:
        rows.add(store, parts, task, games, recorded)

    with interrupts.on_stop(lambda: show("interrupted")), progress_bars([series]) as advance:
        if store:
            advance(series, rows.restore(series, store))
        workers = places.processes(args.on, jobs, args.lang)
        stopped = arena.run_on(workers, [series], limit, advance, on_task)
    show(stopped)
    if store and stopped:
        print_line(say(args.lang, "store.goes_on"))
    elif store:
        store.remove()
    return 0


# Arguments ----------------------------------------------------------------------------------------
def sprt_of(text: str | None, language: str) -> stats.Sprt | None:
    """The sequential test asked for, or None."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = math.nan
    if not -math.inf < low < high < math.inf:
        raise Refused(say(language, "match.sprt_form", text=text))
    return stats.Sprt(low, high)


def stopping_rule(args: Any, bots: int) -> StoppingRule:
    """When to stop early, from the first bot's scores."""
    test = sprt_of(args.sprt, args.lang)
    if test is not None and bots != 2:
        raise Refused(say(args.lang, "match.sprt_two"))
    if test is not None:
        return test.verdict
    if args.until_significant:
        return lambda scores: "significant" if stats.is_sure(scores, 1 / bots) else ""
    return lambda scores: ""


# Results ------------------------------------------------------------------------------------------
def summary(series: Series, stopped: str, test: stats.Sprt | None = None) -> dict[str, Any]:
    """All figures of a match, ready for JSON."""
    matchup, scores = series.matchup, series.scores
    games = [played for pair in series.pairs for played in pair]
    report: dict[str, Any] = {
        "game": matchup.game,
        "title": game(matchup.game).title,
        "seats": matchup.seats,
        "settings": list(matchup.settings),
        "seed": series.seed,
        "pairs": len(series.pairs),
        "games": len(games),
        "draws": sum(max(played.shares) < 1 for played in games),
        "stopped": series.stopped or stopped,
        "forfeits": [played.forfeit for played in games if played.forfeit],
        "bots": [
            {
                "bot": name,
                "share": float(scores[:, bot].mean()),
                "interval": stats.interval(scores[:, bot]),
                **stats.times(series.seconds[bot]),
            }
            for bot, name in enumerate(matchup.bots)
        ],
    }
    if len(matchup.bots) == 2:
        first = report["bots"][0]
        low, high = (finite(stats.elo(end)) for end in first["interval"])
        report["elo"] = {"difference": finite(stats.elo(first["share"])), "interval": [low, high]}
        report["pair_counts"] = [int(n) for n in stats.pair_counts(scores[:, 0])[1]]
    if test is not None:
        report["sprt"] = {
            "elo": list(test),
            "evidence": test.evidence(scores[:, 0]),
            "bounds": list(test.bounds),
            "verdict": test.verdict(scores[:, 0]),
        }
    return report


def finite(number: float) -> float | None:
    """None for infinities, which JSON lacks."""
    return number if math.isfinite(number) else None


def table(report: dict[str, Any], language: str) -> str:
    """The figures as plain text, 80 columns."""
    asked = f" ({', '.join(report['settings'])})" if report["settings"] else ""
    facts = {name: f"{report[name]:,}" for name in ("seats", "pairs", "games", "draws")}
    lines = [f"{report['title']}{asked}: " + say(language, "match.head", **facts)]
    lines.append(say(language, "match.columns"))
    for bot in report["bots"]:
        low, high = bot["interval"]
        lines.append(
            f"{bot['bot']:<18}{bot['share']:>8.2%}   {f'{low:.2%} … {high:.2%}':<20}"
            f"{milliseconds(bot['mean_ms']):>10}{milliseconds(bot['p99_ms']):>12}"
        )
    if "elo" in report:
        low, high = (signed(end) for end in report["elo"]["interval"])
        difference = signed(report["elo"]["difference"])
        counts = " ".join(map(str, report["pair_counts"]))
        lines.append(say(language, "match.elo", difference=difference, low=low, high=high))
        lines.append(say(language, "match.counts", bot=report["bots"][0]["bot"], counts=counts))
    if "sprt" in report:
        lines.append(test_sentence(report, language))
    if report["forfeits"]:
        count, why = len(report["forfeits"]), report["forfeits"][0]
        lines.append(say(language, "match.forfeits", count=count, why=why))
    if report["stopped"] in ("time", "interrupted", "significant"):
        lines.append(say(language, f"match.{report['stopped']}"))
    return "\n".join([*lines, say(language, "match.seed", seed=report["seed"])])


def test_sentence(report: dict[str, Any], language: str) -> str:
    """The result of the sequential test in words."""
    test = report["sprt"]
    low, high = test["bounds"]
    facts = {"elo0": f"{test['elo'][0]:g}", "elo1": f"{test['elo'][1]:g}"}
    facts |= {"evidence": f"{test['evidence']:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
    return say(language, f"match.sprt_{test['verdict'] or 'open'}", **facts)


def milliseconds(number: float | None) -> str:
    return "–" if number is None else f"{number:,.3g} ms" if number < 1000 else f"{number:,.0f} ms"


def signed(number: float | None) -> str:
    return "∞" if number is None else f"{number:+.0f}"
