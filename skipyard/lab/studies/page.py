"""The page of figures: for each game its picture, the book's table and what the data show."""

from __future__ import annotations

from skipyard.games import Game
from skipyard.lab.studies.conclusions import code, conclusions, listed
from skipyard.lab.studies.figures_data import Report, ways_of

DEFAULT_GAMES = 10_000  # of each kind of table
INTRODUCTION = """\
# Figures

How the five games go when greedy bots play them: who wins, how long it takes, how it ends. A greedy
bot sees what a player in its seat sees, takes the move that looks best now, and thinks no further
than the next player. All seats have the same bot, so a seat that wins more than its share owes it
to the rules. People think further: the figures show how the rules lean, not who will win.

Each variant was played {games:,} times at each number of seats. A variant is the book with one
option changed; `skipyard games GAME` explains the options. Every game ended, and no table lost a
card, a coin or a skipper on the way. The first command plays the games and writes the data files,
the pictures and this page, the same every time; the second writes the pictures and the page from
the data files, without playing:

```text
skipyard figures docs{asked}
skipyard figures docs --from-data
```

**The pictures.** A bar is all games of one kind of table, divided among the seats in order; each
part shows its share in percent, and the rest on the right was drawn. A share is bold where it
differs from an even one by more than chance explains. Under a bar, the line spans nine games in ten
and the dot is the median, in turns.

**The conclusions** are derived from the data by the same command. Intervals are 95 % (Wilson's). A
change is named only where the intervals with and without the option do not overlap; lengths are
compared by their mean, with a standard error estimated from the 90 % span. Each line names the
option with the largest change.

**The data files** have one row for each variant, number of seats and seat: wins with their share
and interval, points, draws, endings, and the length of games in moves and in turns."""


def introduction(games: int) -> str:
    asked = "" if games == DEFAULT_GAMES else f" --games {games}"
    return INTRODUCTION.format(games=games, asked=asked)


def at_a_glance(studies: list[list[Report]]) -> str:
    """All games in one table, by the book at the fewest seats."""
    lines = ["| game | seats | wins by seat, % | drawn | turns | moves |"]
    lines += ["|---|--:|---|--:|---|---|"]
    for reports in studies:
        for report in [report for report in reports if not report["variant"]][:1]:
            lines.append(f"| {report['title']} | {' | '.join(cells(report))} |")
    return "\n".join(lines)


def section(g: Game, reports: list[Report]) -> str:
    """The section about one game."""
    book = [report for report in reports if not report["variant"]]
    return "\n\n".join(
        [
            f"## {g.title}",
            f"![{g.title}: who wins by seat, and how long games are](figures/{g.name}.svg)",
            f"{facts(g, reports)} All numbers: [{g.name}.csv](figures/{g.name}.csv).",
            book_table(book),
            "\n".join(f"- {sentence}" for sentence in conclusions(reports)),
            *nothing_changed(reports),
            *not_played(g),
        ]
    )


def facts(g: Game, reports: list[Report]) -> str:
    """Who begins, and how long a game can be and was."""
    longest = max(reports, key=lambda report: int(report["moves"]["longest"]))
    asked = " with " + code(longest["variant"]) if longest["variant"] else " by the book"
    begins = g.profile.study.begins
    return (
        f"{begins} A study stops a game after {g.rules.LONGEST:,} moves; the longest of "
        f"these had {longest['moves']['longest']:,.0f}, at {longest['seats']} seats{asked}."
    )


def book_table(book: list[Report]) -> str:
    """The game by the book, one line for each number of seats."""
    lines = ["| seats | wins by seat, % | drawn | turns | moves | endings |"]
    lines += ["|--:|---|--:|---|---|---|"]
    for report in book:
        ways = ", ".join(
            f"`{way}` {count / report['games']:.1%}"
            for way, count in ways_of(report).items()
            if count
        )
        lines.append(f"| {' | '.join(cells(report))} | {ways} |")
    return "\n".join(lines)


def cells(report: Report) -> list[str]:
    """Seats, wins, draws and lengths of a kind of table."""
    return [
        str(report["seats"]),
        " · ".join(f"{100 * side['share']:.1f}" for side in report["sides"]),
        f"{report['draws'] / report['games']:.1%}",
        length(report["turns"]),
        length(report["moves"]),
    ]


def length(counts: dict[str, float]) -> str:
    """A median, and in brackets the span of nine games in ten."""
    return f"{counts['median']:.0f} ({counts['p5']:.0f} to {counts['p95']:.0f})"


def nothing_changed(reports: list[Report]) -> list[str]:
    """The variants in which every game went as it does without them."""
    seats: dict[str, list[str]] = {}
    for report in reports:
        if report["same"]:
            seats.setdefault(code(report["variant"]), []).append(str(report["seats"]))
    if not seats:
        return []
    variants = "; ".join(f"{variant} at {listed(at)}" for variant, at in seats.items())
    return [f"These variants changed no move of any game between these bots: {variants} seats."]


def not_played(g: Game) -> list[str]:
    """Why the other options are not studied, and what a star means."""
    reasons: dict[str, list[str]] = {}
    for option, why in g.profile.study.left_out.items():
        reasons.setdefault(why, []).append(f"`{option}`")
    left_out = "; ".join(f"{listed(options)} ({why})" for why, options in reasons.items())
    lines = [f"Not played: {left_out}."] if reasons else []
    if admits := g.profile.study.admits:
        lines.append(
            f"\\* in the picture: with {code(admits)} as well, because the book does not "
            "have the variant at that number of seats."
        )
    return lines
