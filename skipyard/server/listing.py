"""The bots that an operator lists for hosts to seat: `--bots NAME=SPEC`.

Logs, records and requests have the NAME alone. What a server runs for it is in its settings and
nowhere else, so nobody can ask a server to run a command, import a module or read a file.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import pathlib
import re
import shutil
from collections.abc import Mapping
from typing import NamedTuple

from skipyard.bots import programs, specs
from skipyard.games import GAMES, game
from skipyard.networks import file as networks
from skipyard.options import Refused
from skipyard.server.sentences import say

# Several are separated by semicolons or line breaks, but not by those in quotes.
ONE = re.compile(r"""(?:[^;\n'"]|'[^']*'|"[^"]*"|['"])+""")


class Listed(NamedTuple):
    """A bot that hosts may seat."""

    spec: str  # exec:COMMAND, module:Class, policy:FILE or any other name that commands take
    game: str = ""  # the only one that it plays; empty: any

    def plays(self, game_name: str) -> bool:
        return self.game in ("", game_name)

    @property
    def outside(self) -> bool:
        """Whether it is somebody else's code or data rather than one of our own bots."""
        return specs.read(self.spec, GAMES[0]).name not in (*specs.NUMBERS, specs.SEARCH)


Listing = Mapping[str, Listed]


def read(text: str, language: str = "en") -> Listing:
    """The bots in a setting, by their names; Refused with a sentence where one is wrong."""
    found: dict[str, Listed] = {}
    for part in filter(None, (part.strip() for part in ONE.findall(text))):
        name, _, spec = (piece.strip() for piece in part.partition("="))
        if not spec or not specs.GIVEN.fullmatch(name):
            raise Refused(say(language, "listing.form", text=part))
        if name in specs.NAMES or name in found:
            key = "listing.twice" if name in found else "listing.ours"
            raise Refused(say(language, key, name=name))
        specs.read(spec, GAMES[0], language)
        file = specs.network_file(spec)
        found[name] = Listed(spec, game_of(file, language) if file else "")
    return found


def game_of(file: str, language: str) -> str:
    """The game that a network was trained for."""
    return str(networks.contents(pathlib.Path(file), language)[0].get("game"))


def is_here(module: str) -> bool:
    """Whether a module can be found, in the working folder too; it is not imported."""
    try:
        found = importlib.util.find_spec(module)
    except ValueError:  # a module without a specification, such as __main__
        found = None
    return bool(found or importlib.machinery.PathFinder.find_spec(module, [os.getcwd()]))


def check(listing: Listing, language: str = "en") -> None:
    """Refuse bots that surely cannot play: no such program, module or game. Nothing is run."""
    for name, listed in listing.items():
        if programs.is_program(listed.spec):
            program = programs.read(listed.spec).words[0]
            if shutil.which(program) is None:
                raise Refused(say(language, "listing.program", name=name, program=program))
        elif specs.network_file(listed.spec):
            game(listed.game, language)
        elif listed.outside and ":" in listed.spec:
            module = listed.spec.partition(":")[0].partition(".")[0]
            if not is_here(module):
                raise Refused(say(language, "listing.module", name=name, module=module))
