"""What the figures of one game show, as sentences; a change is named only where it is clear.

Clear means that the 95 % intervals with and without an option do not overlap. Seats are compared
by their share of the decided games, so that more draws alone do not look like a worse seat.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from skipyard.bots.intervals import Z
from skipyard.bots.intervals import wilson as interval
from skipyard.games import game
from skipyard.lab.studies.figures_data import Report, ways_of

SPAN = 2 * 1.644854  # standard deviations between the 5th and the 95th percentile, if normal
ENDINGS = {
    "stock_gone": "an empty stock",
    "blocked": "nobody able to play",
    "at_goal": "a token on square 100",
    "last_left": "a last player left",
    "all_quit": "everybody out",
    "three_of_each": "three coins of each kind",
    "count": "a count of the victory piles",
    "no_jump": "no jump left",
    "all_passed": "everybody passing",
}


class Estimate(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def overlaps(self, other: Estimate) -> bool:
        return self.low <= other.high and other.low <= self.high


class Change(NamedTuple):
    """One figure of a table with an option, and of the table without it, its reference."""

    report: Report
    reference: Report
    what: str
    before: Estimate
    after: Estimate

    @property
    def is_clear(self) -> bool:
        return not self.before.overlaps(self.after)

    @property
    def difference(self) -> float:
        return self.after.value - self.before.value

    @property
    def ratio(self) -> float:
        return self.after.value / self.before.value

    @property
    def even(self) -> float:
        return 1 / len(self.report["sides"])

    @property
    def toward_even(self) -> float:
        """How much closer to an even share a seat has come; 0 if all seats together have not."""
        closer = abs(self.before.value - self.even) - abs(self.after.value - self.even)
        narrower = spread(self.reference) - spread(self.report)
        return closer if closer * narrower > 0 else 0.0


# Figures ------------------------------------------------------------------------------------------
def share(count: float, games: float) -> Estimate:
    return Estimate(count / games, *interval(count, games))


def seat_shares(report: Report) -> dict[str, Estimate]:
    """Each side's share of the games that somebody won."""
    decided = report["games"] - report["draws"]
    return {
        "+".join(map(str, side["seats"])): share(side["wins"], decided)
        for side in (report["sides"] if decided else ())
    }


def spread(report: Report) -> float:
    """How far the best and the worst seat are apart."""
    shares = [estimate.value for estimate in seat_shares(report).values()]
    return max(shares) - min(shares)


def drawn(report: Report) -> Estimate:
    return share(report["draws"], report["games"])


def ending_shares(report: Report) -> dict[str, Estimate]:
    return {way: share(count, report["games"]) for way, count in ways_of(report).items()}


def mean_turns(report: Report) -> Estimate:
    """The mean length; its standard error is estimated from the 90 % span."""
    turns = report["turns"]
    deviation = max(turns["p95"] - turns["p5"], 1) / SPAN
    half = Z * deviation / math.sqrt(report["games"])
    return Estimate(turns["mean"], turns["mean"] - half, turns["mean"] + half)


# Comparing ----------------------------------------------------------------------------------------
def pairs(reports: list[Report]) -> Iterator[tuple[Report, Report]]:
    """Each table with an option, and the table that it is compared with."""
    known = {(r["seats"], frozenset(r["settings"])): r for r in reports}
    for report in reports:
        if report["variant"] and not report["same"]:
            settings = frozenset(report["compared_with"])
            admits = frozenset(game(report["game"]).profile.study.admits)
            for wanted in (
                settings,
                settings - admits,
            ):  # an option that admits a table does not change play
                reference = known.get((report["seats"], wanted))
                if reference and reference is not report:
                    yield report, reference
                    break


def changes(reports: list[Report]) -> dict[str, list[Change]]:
    """All clear changes, by kind of figure."""
    by_kind: dict[str, list[Change]] = {"seats": [], "turns": [], "draws": [], "endings": []}
    for report, reference in pairs(reports):
        if len(report["sides"]) == len(reference["sides"]):
            before, after = seat_shares(reference), seat_shares(report)
            by_kind["seats"] += [
                Change(report, reference, seat, before[seat], after[seat])
                for seat in before
                if seat in after
            ]
        by_kind["turns"].append(
            Change(report, reference, "", mean_turns(reference), mean_turns(report))
        )
        by_kind["draws"].append(Change(report, reference, "", drawn(reference), drawn(report)))
        before, after = ending_shares(reference), ending_shares(report)
        by_kind["endings"] += [
            Change(report, reference, way, before[way], after[way]) for way in before
        ]
    return {kind: [c for c in some if c.is_clear] for kind, some in by_kind.items()}


def most(changes: Iterable[Change], measure: Callable[[Change], float]) -> list[Change]:
    """The change with the largest measure, if any is above zero."""
    above = [change for change in changes if measure(change) > 0]
    # Rounded, because the two seats of one table change by the same amount.
    ordered = sorted(above, key=lambda c: (-round(measure(c), 9), c.report["seats"], c.what))
    return ordered[:1]


# Sentences ----------------------------------------------------------------------------------------
def conclusions(reports: list[Report]) -> list[str]:
    """All sentences about one game."""
    clear = changes(reports)
    book = [report for report in reports if not report["variant"]]
    sentences = [*best_seat(book), *even_seats(book)]
    for lead, measure in (
        ("Fairer seats", lambda c: c.toward_even),
        ("Less fair seats", lambda c: -c.toward_even),
    ):
        sentences += [seat_sentence(lead, change) for change in most(clear["seats"], measure)]
    for lead, measure in (
        ("Longer games", lambda c: c.ratio - 1),
        ("Shorter games", lambda c: 1 / c.ratio - 1),
    ):
        sentences += [turns_sentence(lead, change) for change in most(clear["turns"], measure)]
    for lead, measure in (
        ("More draws", lambda c: c.difference),
        ("Fewer draws", lambda c: -c.difference),
    ):
        sentences += [draws_sentence(lead, change) for change in most(clear["draws"], measure)]
    sentences += [ending_sentence(c) for c in most(clear["endings"], lambda c: abs(c.difference))]
    return sentences + no_clear_change(reports, clear)


def best_seat(book: list[Report]) -> list[str]:
    """The seat with the largest clear lead by the book, compared with an even share."""
    leads = [
        Change(report, report, seat, Estimate(even, even, even), estimate)
        for report in book
        for even in [1 / len(report["sides"])]
        for seat, estimate in seat_shares(report).items()
    ]
    return [
        f"**Best seat by the book.** {seat_of(c).capitalize()} wins {with_interval(c.after)} "
        f"of the decided games; an even share is {c.even:.1%}."
        for c in most((lead for lead in leads if lead.is_clear), lambda c: c.ratio - 1)
    ]


def even_seats(book: list[Report]) -> list[str]:
    """The numbers of seats at which no seat's share differs clearly from an even one."""
    even = [
        str(report["seats"])
        for report in book
        if all(s.low <= 1 / len(report["sides"]) <= s.high for s in seat_shares(report).values())
    ]
    if not even:
        return []
    return [f"**Even seats by the book.** At {listed(even)} seats, no seat has a clear advantage."]


def seat_sentence(lead: str, c: Change) -> str:
    return (
        f"**{lead}.** {setting_of(c)}: {seat_of(c)} wins {with_interval(c.after)} "
        f"of the decided games instead of {with_interval(c.before)}; an even share is {c.even:.1%}."
    )


def turns_sentence(lead: str, c: Change) -> str:
    return (
        f"**{lead}.** {setting_of(c)}: {c.after.value:.1f} turns on average instead of "
        f"{c.before.value:.1f} at {c.report['seats']} seats ({c.ratio - 1:+.0%})."
    )


def draws_sentence(lead: str, c: Change) -> str:
    return (
        f"**{lead}.** {setting_of(c)}: {with_interval(c.after)} of the games are drawn instead of "
        f"{with_interval(c.before)} at {c.report['seats']} seats."
    )


def ending_sentence(c: Change) -> str:
    return (
        f"**Other endings.** {setting_of(c)}: {with_interval(c.after)} of the games end with "
        f"{ENDINGS[c.what]} instead of {with_interval(c.before)} at {c.report['seats']} seats."
    )


def no_clear_change(reports: list[Report], clear: dict[str, list[Change]]) -> list[str]:
    """The variants that were played differently, but with no clear change in any figure."""
    played = dict.fromkeys(code(report["variant"]) for report, _ in pairs(reports))
    changed = {code(c.report["variant"]) for some in clear.values() for c in some}
    quiet = [variant for variant in played if variant not in changed]
    if not quiet:
        return []
    return [f"**No clear change** in any of these figures: {listed(quiet)}."]


# Words --------------------------------------------------------------------------------------------
def setting_of(c: Change) -> str:
    """The option that changes something, and what it was compared with, if not the book."""
    without, always = c.report["compared_with"], game(c.report["game"]).profile.study.always
    own = [setting for setting in c.report["variant"] if setting not in without]
    beside = [setting for setting in without if setting not in always]
    return code(own) + (f" (in games with {code(beside)})" if beside else "")


def seat_of(c: Change) -> str:
    """A seat, or the seats of a team: seat 2 of 4."""
    seats = c.what.split("+")
    return f"seat{'s' * (len(seats) > 1)} {listed(seats)} of {c.report['seats']}"


def with_interval(e: Estimate) -> str:
    """A share with its interval."""
    return f"{e.value:.1%} ({100 * e.low:.1f} to {100 * e.high:.1f})"


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def code(settings: Iterable[str]) -> str:
    return "`" + ", ".join(settings) + "`"
