"""A ladder as text, as data, as a picture, and as the section of docs/figures.md."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Any

from skipyard.games import GAMES, game
from skipyard.lab.ladder import picture
from skipyard.lab.matches import ratings, results, stats
from skipyard.lab.matches.match import milliseconds
from skipyard.lab.matches.results import Tally
from skipyard.lab.output import write_file
from skipyard.lab.sentences import say
from skipyard.lab.studies import sections
from skipyard.options import Refused

INTRODUCTION = """\
## The ladder

How strong the bots are, at two seats by the book. Every deal is played twice, with the seats
swapped: that is a pair, and intervals are over pairs. Neighbours in the list played until one was
significantly better, by a test that stays valid however often it is evaluated, or until the time
was up; then the line says “not clear”. Ratings are Elo, with greedy at 1000. `skipyard ladder all
--until-significant` plays the pairs; `skipyard ladder --page docs` writes this section from the
stored results."""


def summary(
    lines: Sequence[dict[str, Any]], name: str, seats: int, settings: tuple[str, ...]
) -> dict[str, Any]:
    """Ratings and matchups of one kind of table, ready for JSON."""
    tallies = results.tallies(lines, name, seats, settings)
    two = all(len(bots) == 2 for bots in tallies)
    rate = ratings.of_two if two else ratings.of_more
    rated = rate(list(tallies.values())) if tallies else []
    return {
        "game": name,
        "title": game(name).title,
        "seats": seats,
        "settings": list(settings),
        "ratings": [rating._asdict() | time_of(tallies, rating.bot) for rating in rated],
        "matchups": [matchup_facts(tally) for tally in tallies.values()],
    }


def time_of(tallies: dict[tuple[str, ...], Tally], bot: str) -> dict[str, Any]:
    """How long a bot's moves take, over all its games."""
    total = Tally(next(iter(tallies.values())).matchup)
    for bots, tally in tallies.items():
        for n, name in enumerate(bots):
            if name == bot:
                total.times[0] += tally.times[n]
    return total.time_of(0)


def matchup_facts(tally: Tally) -> dict[str, Any]:
    """One matchup, from the point of view of the bot that is ahead."""
    scores = tally.scores
    ahead = int(scores.mean(axis=0).argmax())
    bots = tally.matchup.bots
    return {
        "bots": list(bots),
        "ahead": bots[ahead],
        "others": [name for n, name in enumerate(bots) if n != ahead],
        "pairs": tally.pairs,
        "share": float(scores[:, ahead].mean()),
        "interval": stats.interval(scores[:, ahead]),
        "significant": stats.is_sure(scores[:, ahead], 1 / len(bots)),
    }


def table(report: dict[str, Any], language: str) -> str:
    """A ladder as plain text, 80 columns."""
    asked = f" ({', '.join(report['settings'])})" if report["settings"] else ""
    lines = [say(language, "ladder.head", title=report["title"], seats=report["seats"]) + asked]
    if not report["ratings"]:
        return "\n".join([*lines, say(language, "ladder.empty")])
    lines.append(say(language, "ladder.columns"))
    digits = 0 if all(len(m["bots"]) == 2 for m in report["matchups"]) else 1
    for rated in report["ratings"]:
        low, high = f"{rated['low']:.{digits}f}", f"{rated['high']:.{digits}f}"
        mean, tail = milliseconds(rated["mean_ms"]), milliseconds(rated["p99_ms"])
        lines.append(
            f"{rated['bot']:<20}{rated['rating']:>7.{digits}f}   {f'{low} … {high}':<18}"
            f"{mean:>12}{tail:>13}"
        )
    for matchup in report["matchups"]:
        lines.append(matchup_sentence(matchup, language))
    return "\n".join(lines)


def matchup_sentence(matchup: dict[str, Any], language: str) -> str:
    """One matchup in words."""
    low, high = matchup["interval"]
    facts = {"share": f"{matchup['share']:.1%}", "low": f"{low:.1%}", "high": f"{high:.1%}"}
    key = "ladder.clear" if matchup["significant"] else "ladder.open"
    others = ", ".join(matchup["others"])
    return say(
        language, key, ahead=matchup["ahead"], others=others, pairs=f"{matchup['pairs']:,}", **facts
    )


def draw(file: str, reports: Sequence[dict[str, Any]], language: str) -> None:
    write_file(file, picture.picture(reports, language), language)


# The page -----------------------------------------------------------------------------------------
def write(folder: pathlib.Path, lines: Sequence[dict[str, Any]], language: str) -> int:
    """Write the ladders of all games into the page of figures, and keep its other sections."""
    page = folder / "figures.md"
    if not page.exists():
        raise Refused(say(language, "ladder.page", file=page))
    sections.check(page, "ladder", language)
    reports = [summary(lines, name, 2, ()) for name in GAMES]
    (folder / "figures").mkdir(exist_ok=True)
    draw(str(folder / "figures" / "ladder.svg"), reports, "en")
    parts = [INTRODUCTION, "![Ratings of the bots in five games](figures/ladder.svg)"]
    parts += [f"```text\n{table(report, 'en')}\n```" for report in reports]
    sections.write(page, "ladder", "\n\n".join(parts), language)
    return 0
