"""Names of bots: `random greedy rules search search:2000 search:1s level1 … level5`.

`policy` plays the shipped network of a game, and `champion` searches with it. `search-v1` is the
search without a network; its settings stay as they are, so that others can be measured by it.

One list of names for pages, commands, saves and the API; commands also know `policy:FILE`, which
plays a trained network (skipyard/networks), `search:2000+policy:FILE`, which searches with it, and
the bots of other people: `exec:COMMAND` (programs.py), `module:Class` and those of packages
(others.py). A server's operator may give names to such bots (server/listing.py). Nothing here needs
the compiler.
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

SEARCH, SEARCH_V1, CHAMPION = "search", "search-v1", "champion"
POLICY, FILE = "policy", "policy:"
GUIDED = f"+{POLICY}"  # after the budget of a search: it uses a network
SHIPPED = "shipped"  # stands for the network that is shipped for a game
SEARCHES = (SEARCH, SEARCH_V1, CHAMPION)
# Our own: every server seats them.
NAMES = (*NUMBERS, SEARCH, SEARCH_V1, POLICY, CHAMPION, *LEVELS)
DEFAULT = "greedy"  # plays where no bot was named
MOST_SIMULATIONS, MOST_MILLISECONDS = 10_000_000, 600_000
GIVEN = re.compile(r"[^\W\d_][\w.-]{0,23}")  # names that operators give to bots (server/listing.py)
BUDGET = re.compile(
    r"(?:search|search-v1|champion):(?:(?P<count>\d{1,8})|(?P<time>\d{1,6})(?P<unit>ms|s))",
    re.ASCII,
)


class Spec(NamedTuple):
    """A bot as it was asked for, levels and defaults resolved."""

    name: str  # random, greedy, rules, search, policy, or a bot of another package
    simulations: int = 0  # a move; 0: limited by time
    milliseconds: int = 0  # a move
    slips: int = 0  # percent of moves that are random
    network: str = ""  # of a guided search: its file, or SHIPPED

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
    if text in NUMBERS or text == POLICY:
        return Spec(text)
    if text in SEARCHES:
        return search_by_default(text, game)
    if programs.is_program(text):
        programs.read(text, language)
        return Spec(text)
    if is_policy(text):
        check_file(text, text, language)
        return Spec(text)
    if is_guided(text):
        return read_guided(text, game, language)
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
    return Spec(SEARCH, count, time, network=SHIPPED if text.startswith(CHAMPION) else "")


def search_by_default(name: str, game: str) -> Spec:
    """A search without a budget: the one in the game's profile."""
    profile = find_game(game).profile
    if name == CHAMPION:
        return Spec(SEARCH, profile.champion.simulations, network=SHIPPED)
    return Spec(SEARCH, profile.search.simulations)


def is_guided(text: str) -> bool:
    """Whether a text names a search with a network: `search:2000+policy:FILE`."""
    return text.startswith(SEARCH) and GUIDED in text


def read_guided(text: str, game: str, language: str) -> Spec:
    """The search before the first `+policy`, with the network after it."""
    search, _, rest = text.partition(GUIDED)
    named = POLICY + rest
    if search.partition(":")[0] != SEARCH or (rest and not is_policy(named)):
        raise Refused(common().say(language, "bot.policy", name=text))
    if rest:
        check_file(named, text, language)
    return read(search, game, language)._replace(
        network=named.removeprefix(FILE) if rest else SHIPPED
    )


def check_file(named: str, text: str, language: str) -> None:
    """Refuse `policy:` without a file."""
    if named == FILE:
        raise Refused(common().say(language, "bot.policy", name=text))


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
    """Whether a text names a network's file: `policy:FILE`."""
    return text.startswith(FILE)


def network_file(text: str) -> str:
    """The file of the network in a bot's name; empty if it names none."""
    if is_guided(text):
        text = POLICY + text.partition(GUIDED)[2]
    return text.removeprefix(FILE) if is_policy(text) else ""


def outside(text: str) -> bool:
    """Whether a text names a command to run, a module to import or a file to read."""
    if BUDGET.fullmatch(text):
        return False
    return programs.is_program(text) or bool(network_file(text)) or others.is_module(text)


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
