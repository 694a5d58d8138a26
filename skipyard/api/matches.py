"""Matches between any bots on paired deals."""

from __future__ import annotations

import math
import secrets
from typing import Any, NamedTuple

from skipyard.api.agreed import agreed, game_of
from skipyard.api.bots import AnyBot, checked, chosen_by, name_of
from skipyard.api.factory import MadeElsewhere
from skipyard.api.sentences import language_of, say, shown, whole
from skipyard.api.view import View
from skipyard.bots.forfeit import Forfeit
from skipyard.games import game as find_game
from skipyard.lab.matches import arena, pairing, players, stats
from skipyard.lab.matches.match import summary, table
from skipyard.lab.matches.pairing import Matchup
from skipyard.lab.matches.series import Series
from skipyard.options import Refused, Value, write_settings


class Share(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} … {self.high:.3g})"


class MatchResult(MadeElsewhere):
    """The result of a match: shares with their intervals, Elo, forfeits; `print` shows a table.

    >>> import skipyard as sy
    >>> result = sy.match("skip_or_trip", "rules", "greedy", pairs=20, seed=1)
    >>> result.share.low < result.share.value < result.share.high, result.elo.value > 0
    (True, True)
    """

    MADE_BY = "skipyard.match(…)"
    report: dict[str, Any]  # that of `skipyard match --json`
    language: str

    @classmethod
    def _of(cls, report: dict[str, Any], language: str) -> MatchResult:
        result = cls.__new__(cls)
        result.report, result.language = report, language
        return result

    @property
    def share(self) -> Share:
        """The first bot's share of the wins.

        >>> import skipyard as sy
        >>> result = sy.match("skip_or_trip", "rules", "greedy", pairs=20, seed=1)
        >>> print(result.share)
        0.775 (0.633 … 0.873)
        """
        return self.shares[0]

    @property
    def shares(self) -> list[Share]:
        """Each bot's share of the wins.

        >>> import skipyard as sy
        >>> result = sy.match("skip_or_trip", "rules", "greedy", pairs=20, seed=1)
        >>> round(sum(share.value for share in result.shares), 6)
        1.0
        """
        return [Share(bot["share"], *bot["interval"]) for bot in self.report["bots"]]

    @property
    def elo(self) -> Share:
        """How much stronger the first bot is than the second; infinite where all was won.

        >>> import skipyard as sy
        >>> result = sy.match("skip_or_trip", "rules", "greedy", pairs=20, seed=1)
        >>> print(result.elo)
        215 (94.4 … 335)
        """
        return Share(*(stats.elo(end) if end is not None else math.nan for end in self.share))

    @property
    def pairs(self) -> int:
        """How many pairs were played.

        >>> import skipyard as sy
        >>> sy.match("skip_or_trip", "greedy", "random", pairs=3, seed=1).pairs
        3
        """
        return int(self.report["pairs"])

    @property
    def forfeits(self) -> list[str]:
        """How bots lost games by breaking down: a sentence for each game.

        >>> import skipyard as sy
        >>> sy.match("skip_or_trip", lambda view: "fly", "random", pairs=1, seed=1).forfeits[0]
        "The bot <lambda> chose 'fly', which is not one of its 3 legal moves."
        """
        return list(self.report["forfeits"])

    def __str__(self) -> str:
        return table(self.report, self.language)

    def __repr__(self) -> str:
        names = " – ".join(bot["bot"] for bot in self.report["bots"])
        return f"<MatchResult {names}: {self.share}, {self.pairs} pairs>"


def match(
    game: str,
    *bots: AnyBot,
    pairs: int = 100,
    seats: int | None = None,
    seed: int | None = None,
    jobs: int = 1,
    language: str = "en",
    **options: Value | list[int] | None,
) -> MatchResult:
    """Let bots meet on paired deals: each deal is played until every bot has had every seat.

    >>> import skipyard as sy
    >>> class First:
    ...     def choose(self, view):
    ...         return view.legal[0]
    >>> sy.match("skip_or_trip", First(), "rules", pairs=5, seed=1).pairs
    5

    A bot is a name, or an object with `choose(view)`; it gets a View and never the table. An
    illegal move loses the game. `jobs` processes play bots with names.
    """
    language = language_of(language)
    g = game_of(game, language)
    every = [checked(one, language, g.name) for one in bots]
    seated_at, chosen = agreed(g, len(bots) if seats is None else seats, options, language)
    many = whole(jobs, "jobs", language, 1)
    if many > 1 and not all(isinstance(one, str) for one in every):
        raise Refused(say(language, "api.jobs", value=shown(jobs)), about="jobs")
    number = secrets.randbits(32) if seed is None else whole(seed, "seed", language)
    with seated(every, language) as names:
        settings = tuple(write_settings(g.options.OPTIONS, chosen))
        matchup = Matchup(g.name, seated_at, settings, tuple(names))
        pairing.check(matchup, language)
        count = whole(pairs, "pairs", language, 1)
        series = Series(matchup, number, count, language=language)
        arena.run([series], many)
        return MatchResult._of(summary(series, ""), language)


class seated:
    """Gives objects names for as long as a match lasts, so that its workers find them."""

    def __init__(self, every: list[AnyBot], language: str) -> None:
        self.every, self.language, self.given = every, language, list[str]()

    def __enter__(self) -> list[str]:
        names: list[str] = []
        for player in self.every:
            if isinstance(player, str):
                names.append(player)
                continue
            name = unused(name_of(player), {*names, *players.OBJECTS})
            players.OBJECTS[name] = Seat(player, self.language)
            self.given.append(name)
            names.append(name)
        return names

    def __exit__(self, *why: object) -> None:
        for name in self.given:
            players.OBJECTS.pop(name)
        pairing.warm_up.cache_clear()  # it may have met an object of the same name


def unused(name: str, taken: set[str]) -> str:
    """A name that no bot in the match has."""
    own = f"{name}()"
    number = 2
    while own in taken:
        own, number = f"{name}()#{number}", number + 1
    return own


class Seat:
    """Somebody's object at a seat: it gets a View."""

    def __init__(self, player: Any, language: str) -> None:
        self.player, self.language = player, language

    def choose(self, game: str, record: Any, legal: Any) -> int:
        view = View._of(find_game(game), record, legal, self.language)
        try:
            return int(chosen_by(self.player, view))
        except Forfeit:
            raise
        except Exception as why:  # whatever goes wrong in there, the game is lost and told why
            facts = {"name": name_of(self.player), "why": f"{type(why).__name__}: {why}"}
            raise Forfeit(say(self.language, "api.crashed", **facts)) from why
