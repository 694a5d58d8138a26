"""The page of figures: what a reader has to know, and for each game its picture and tables."""

from __future__ import annotations

from typing import Any

from skipyard.games import Game
from skipyard.lab.studies import simulate

USUAL = 10_000  # games of each kind of table, unless asked otherwise
INTRODUCTION = """\
# Figures

How the five games go when greedy bots play them: who wins, how long it takes, how it ends. A greedy
bot sees what a player in its seat sees, takes the move that looks best now, and thinks no further
than the next player. All seats have the same bot, so a seat that wins more than its share owes it
to the rules. People think further: the figures tell how the rules lean, not who will win.

There are {games:,} games of each variant at each number of seats. A variant is the book with one
option changed; `skipyard games GAME` tells what the option means. Every game ended, and no table
lost a card, a coin or a skipper on the way. This command makes the page, and the same page again:

```text
skipyard figures docs{asked}
```

How to read a picture: a bar is all games of one kind of table, divided among the seats in order,
and each part tells its share in percent. What is left at the right end was drawn. A share is bold
where it differs from an even one by more than chance explains (95 % interval). Under a bar, the
line spans nine games in ten and the dot is the median, in turns."""


def introduction(games: int) -> str:
    asked = "" if games == USUAL else f" --games {games}"
    return INTRODUCTION.format(games=games, asked=asked)


def section(g: Game, reports: list[dict[str, Any]]) -> str:
    """All about one game: the picture, the book in full, the variants in short and in full."""
    book = [report for report in reports if not report["variant"]]
    others = [report for report in reports if report["variant"] and not report["same"]]
    return "\n\n".join(
        [
            f"## {g.title}",
            f"![{g.title}: who wins by seat, and how long games are](figures-{g.name}.svg)",
            facts(g, reports),
            "### By the book",
            *map(printed, book),
            "### Variants",
            summary(others),
            *nothing_changed(reports),
            *left_out(g),
            "<details><summary>The tables of all variants, as printed</summary>",
            *map(printed, others),
            "</details>",
        ]
    )


def facts(g: Game, reports: list[dict[str, Any]]) -> str:
    """Who begins, and how long a game can be and was."""
    longest = max(reports, key=lambda report: int(report["moves"]["longest"]))
    asked = " with " + code(longest["variant"]) if longest["variant"] else " by the book"
    begins = g.profile.study.begins
    return (
        f"{begins} The bound that a study holds a game to is {g.rules.LONGEST:,} moves; "
        f"the longest of these had {longest['moves']['longest']:,}, at {longest['seats']} "
        f"seats{asked}."
    )


def printed(report: dict[str, Any]) -> str:
    return f"```text\n{simulate.table(report)}\n```"


def summary(reports: list[dict[str, Any]]) -> str:
    """A line for each kind of table."""
    lines = ["| variant | seats | wins by seat, % | drawn | turns | longest, moves |"]
    lines += ["|---|---|---|--:|---|--:|"]
    for report in reports:
        turns = report["turns"]
        wins = " · ".join(f"{side['share']:.1%}".rstrip("%") for side in report["sides"])
        lines.append(
            f"| {code(report['variant'])} | {report['seats']}{'*' * report['admitted']} | {wins} "
            f"| {report['draws'] / report['games']:.1%} "
            f"| {turns['median']:.0f} ({turns['p5']:.0f} to {turns['p95']:.0f}) "
            f"| {report['moves']['longest']:,} |"
        )
    return "\n".join(lines)


def nothing_changed(reports: list[dict[str, Any]]) -> list[str]:
    """The variants in which every game went as it does without them."""
    seats: dict[str, list[str]] = {}
    for report in reports:
        if report["same"]:
            seats.setdefault(code(report["variant"]), []).append(str(report["seats"]))
    if not seats:
        return []
    told = "; ".join(f"{variant} at {', '.join(at)}" for variant, at in seats.items())
    return [f"Some variants changed no move of any game between these bots: {told} seats."]


def left_out(g: Game) -> list[str]:
    """Why the other options are not here, and what a star means."""
    options = [f"`{option}` {why}" for option, why in g.profile.study.left_out.items()]
    told = [f"Not played: {'; '.join(options)}."]
    if admits := g.profile.study.admits:
        told.append(f"\\* with {code(admits)} as well: by the book, not at so many seats.")
    return told


def code(settings: tuple[str, ...]) -> str:
    return "`" + ", ".join(settings) + "`"
