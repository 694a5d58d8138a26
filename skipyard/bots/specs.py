"""Names of bots: `random greedy rules search search:2000 search:1s level1 … level5`.

One list of names for pages, commands, saves and the API; commands also know `policy:FILE`, which
plays a trained network (skipyard/networks), and the bots of other people: `exec:COMMAND`
(programs.py), `module:Class` and those of packages (others.py). A server's operator may give names
to such bots (server/listing.py). Nothing here needs the compiler.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from skipyard.batch.bot_numbers import NUMBERS as NUMBERS
from skipyard.bots import others, programs
from skipyard.bots.levels import LEVELS, level_of
from skipyard.catalogue import common
from skipyard.games import GAMES
from skipyard.games import game as find_game
from skipyard.options import Refused

SEARCH, POLICY = "search", "policy:"
NAMES = (*NUMBERS, SEARCH, *LEVELS)  # our own: every server seats them
DEFAULT = "greedy"  # plays where no bot was named
MOST_SIMULATIONS, MOST_MILLISECONDS = 10_000_000, 600_000
GIVEN = re.compile(r"[^\W\d_][\w.-]{0,23}")  # names that operators give to bots (server/listing.py)
BUDGET = re.compile(r"search:(?:(?P<count>\d{1,8})|(?P<time>\d{1,6})(?P<unit>ms|s))", re.ASCII)


class Spec(NamedTuple):
    """A bot as it was asked for, levels and defaults resolved."""

    name: str  # random, greedy, rules, search, or a bot of another package
    simulations: int = 0  # a move; 0: limited by time
    milliseconds: int = 0  # a move
    slips: int = 0  # percent of moves that are random

    def scaled(self, effort: float) -> Spec:
        """The same bot with a part of its budget."""
        count, time = round(self.simulations * effort), round(self.milliseconds * effort)
        return self._replace(
            simulations=max(1, count) if self.simulations else 0,
            milliseconds=max(1, time) if self.milliseconds else 0,
        )


def all_names() -> tuple[str, ...]:
    """Our own bots and those of other packages."""
    return (*NAMES, *(name for name in others.entries() if name not in NAMES))


def read(text: str, game: str, language: str = "en") -> Spec:
    """The bot that a name means in a game; Refused with a sentence if there is none."""
    if text in LEVELS:
        level = level_of(game, text)
        return read(level.bot, game, language)._replace(slips=level.slips)
    if text in NUMBERS:
        return Spec(text)
    if text == SEARCH:
        return Spec(SEARCH, find_game(game).profile.search.simulations)
    if programs.is_program(text):
        programs.read(text, language)
        return Spec(text)
    if is_policy(text):
        if text == POLICY:
            raise Refused(common().say(language, "bot.policy", name=text))
        return Spec(text)
    budget = BUDGET.fullmatch(text)
    if budget is None and not is_ours(text) and others.is_module(text):
        return Spec(text)
    if budget is None and text in others.entries():
        return Spec(text)
    if budget is None:
        names = ", ".join(all_names())
        raise Refused(common().say(language, "bot.unknown", name=text, names=names))
    count = int(budget["count"] or 0)
    time = int(budget["time"] or 0) * (1000 if budget["unit"] == "s" else 1)
    if not (1 <= count <= MOST_SIMULATIONS or 1 <= time <= MOST_MILLISECONDS):
        most, longest = f"{MOST_SIMULATIONS:_}".replace("_", " "), MOST_MILLISECONDS // 1000
        raise Refused(common().say(language, "bot.budget", name=text, most=most, longest=longest))
    return Spec(SEARCH, count, time)


def is_ours(text: str) -> bool:
    """Whether a text begins with one of our names, such as a search with a wrong budget."""
    return text.partition(":")[0] in NAMES


def may_be_seated(text: str) -> bool:
    """Whether a table's log may have a bot of this name: ours, or one that some server lists."""
    return text in NAMES or GIVEN.fullmatch(text) is not None


def check(text: str, language: str = "en") -> str:
    """The name itself; Refused with a sentence if no game has such a bot."""
    read(text, GAMES[0], language)
    return text


def display_name(name: str, language: str) -> str:
    """A bot's name for people: a level in words, any other as it is typed."""
    if name not in LEVELS:
        return name
    return common().say(language, "bot.level", number=LEVELS.index(name) + 1)


def is_policy(text: str) -> bool:
    """Whether a text names a trained network: `policy:FILE`."""
    return text.startswith(POLICY)


def outside(text: str) -> bool:
    """Whether a text names a command to run, a module to import or a file to read."""
    if BUDGET.fullmatch(text):
        return False
    return programs.is_program(text) or is_policy(text) or others.is_module(text)


def is_bot(text: object) -> bool:
    """Whether a text is the name of a bot that a save may have: none that runs a program.

    Files come from anybody, so they never say which command to run or which module to import.
    """
    if not isinstance(text, str) or outside(text):
        return False
    try:
        check(text)
    except Refused:
        return False
    return True
