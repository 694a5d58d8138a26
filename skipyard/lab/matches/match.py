"""`skipyard match`: bots meet on paired deals; shares, intervals and Elo over pairs, or a test."""

from __future__ import annotations

import json
import math
import os
import secrets
from typing import Any

from skipyard.cli import say as put
from skipyard.cli import table_of, whole_number
from skipyard.games import game
from skipyard.lab.matches import arena, pairing, stats
from skipyard.lab.matches.pairing import Matchup
from skipyard.lab.matches.progress import watched
from skipyard.lab.matches.series import Series, Settled
from skipyard.lab.sentences import say
from skipyard.options import Refused, write_settings


def run(args: Any) -> int:
    """Play the match, then print a table or JSON."""
    g = game(args.game, args.lang)
    seats, chosen = table_of(g, args, default_seats=len(args.bots))
    settings = tuple(write_settings(g.options.OPTIONS, chosen))
    matchup = Matchup(g.name, seats, settings, tuple(args.bots))
    pairing.check(matchup, args.lang)
    pairs = whole_number(args.pairs, "--pairs", 1)
    seed = seed_of(args.seed)
    limit, jobs = seconds_of(args.time_limit, args.lang), jobs_of(args.jobs)
    series = Series(matchup, seed, pairs, rule_of(args, len(matchup.bots)))
    with watched([series]) as report:
        stopped = arena.run([series], jobs, limit, report)
    if not series.pairs:
        raise Refused(say(args.lang, "match.nothing"))
    found = summary(series, stopped, sprt_of(args.sprt, args.lang))
    put(json.dumps(found, indent=2) if args.json else table(found, args.lang))
    return 0


# What was asked -----------------------------------------------------------------------------------
def seed_of(text: str | None) -> int:
    """The seed asked for, or a fresh one, which is told so that the match can be had again."""
    return secrets.randbits(32) if text is None else whole_number(text, "--seed")


def seconds_of(text: str | None, language: str) -> float | None:
    """A time limit; none where none was asked for."""
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise Refused(say(language, "match.seconds", text=text))
    return seconds


def jobs_of(text: str | None) -> int:
    return whole_number(text, "--jobs", 1) if text is not None else os.cpu_count() or 1


def sprt_of(text: str | None, language: str) -> stats.Sprt | None:
    """The two ratings of a sequential test."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = math.nan
    if not -math.inf < low < high < math.inf:
        raise Refused(say(language, "match.sprt_form", text=text))
    return stats.Sprt(low, high)


def rule_of(args: Any, bots: int) -> Settled:
    """When it is enough, judged by the first bot's pairs."""
    test = sprt_of(args.sprt, args.lang)
    if test is not None and bots != 2:
        raise Refused(say(args.lang, "match.sprt_two"))
    if test is not None:
        return test.verdict
    if args.until_significant:
        return lambda scores: "significant" if stats.is_sure(scores, 1 / bots) else ""
    return lambda scores: ""


# What was found -----------------------------------------------------------------------------------
def summary(series: Series, stopped: str, test: stats.Sprt | None = None) -> dict[str, Any]:
    """All figures of a match, ready for JSON."""
    matchup, scores = series.matchup, series.scores
    games = [played for pair in series.pairs for played in pair]
    found: dict[str, Any] = {
        "game": matchup.game,
        "title": game(matchup.game).title,
        "seats": matchup.seats,
        "settings": list(matchup.settings),
        "seed": series.seed,
        "pairs": len(series.pairs),
        "games": len(games),
        "draws": sum(max(played.shares) < 1 for played in games),
        "stopped": series.enough or stopped,
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
        first = found["bots"][0]
        low, high = (finite(stats.elo(end)) for end in first["interval"])
        found["elo"] = {"difference": finite(stats.elo(first["share"])), "interval": [low, high]}
        found["pair_counts"] = [int(n) for n in stats.pair_counts(scores[:, 0])[1]]
    if test is not None:
        found["sprt"] = {
            "elo": list(test),
            "evidence": test.evidence(scores[:, 0]),
            "bounds": list(test.bounds),
            "verdict": test.verdict(scores[:, 0]),
        }
    return found


def finite(number: float) -> float | None:
    """A number that JSON has; nothing for an endless one."""
    return number if math.isfinite(number) else None


def table(found: dict[str, Any], language: str) -> str:
    """The figures as plain text, 80 columns."""
    asked = f" ({', '.join(found['settings'])})" if found["settings"] else ""
    facts = {name: f"{found[name]:,}" for name in ("seats", "pairs", "games", "draws")}
    lines = [f"{found['title']}{asked}: " + say(language, "match.head", **facts)]
    lines.append(say(language, "match.columns"))
    for bot in found["bots"]:
        low, high = bot["interval"]
        lines.append(
            f"{bot['bot']:<18}{bot['share']:>8.2%}   {f'{low:.2%} … {high:.2%}':<20}"
            f"{milliseconds(bot['mean_ms']):>10}{milliseconds(bot['p99_ms']):>12}"
        )
    if "elo" in found:
        low, high = (signed(end) for end in found["elo"]["interval"])
        difference = signed(found["elo"]["difference"])
        counts = " ".join(map(str, found["pair_counts"]))
        lines.append(say(language, "match.elo", difference=difference, low=low, high=high))
        lines.append(say(language, "match.counts", bot=found["bots"][0]["bot"], counts=counts))
    if "sprt" in found:
        lines.append(told_test(found, language))
    if found["stopped"] in ("time", "interrupted", "significant"):
        lines.append(say(language, f"match.{found['stopped']}"))
    return "\n".join([*lines, say(language, "match.seed", seed=found["seed"])])


def told_test(found: dict[str, Any], language: str) -> str:
    """How the sequential test came out."""
    test = found["sprt"]
    low, high = test["bounds"]
    facts = {"elo0": f"{test['elo'][0]:g}", "elo1": f"{test['elo'][1]:g}"}
    facts |= {"evidence": f"{test['evidence']:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
    return say(language, f"match.sprt_{test['verdict'] or 'open'}", **facts)


def milliseconds(number: float | None) -> str:
    return "–" if number is None else f"{number:,.3g} ms" if number < 1000 else f"{number:,.0f} ms"


def signed(number: float | None) -> str:
    return "∞" if number is None else f"{number:+.0f}"
