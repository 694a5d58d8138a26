"""Every setting of `skipyard serve`, once: its flag, its environment variable, its help.

`--help` and the table in docs/server.md are made from SETTINGS. A flag wins over the environment.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from typing import NamedTuple

from skipyard.options import Refused
from skipyard.server.sentences import say

Value = str | int | float | bool
YES, NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")
LARGEST = 10**9


class Setting(NamedTuple):
    """One setting; the type of its default says what may be given."""

    flag: str  # without the dashes
    default: Value
    help: str
    metavar: str = ""  # empty for a switch
    lowest: float = 0
    highest: float = LARGEST
    among: tuple[str, ...] = ()
    repeated: bool = False  # whether the flag may be given several times, each with a line of it

    @property
    def name(self) -> str:
        """As an attribute."""
        return self.flag.replace("-", "_")

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return f"SKIPYARD_{self.name.upper()}"

    def read(self, text: str, source: str, language: str) -> Value:
        """The value that a text stands for; Refused with a sentence that names its source."""
        if isinstance(self.default, bool):
            if text.lower() in YES + NO:
                return text.lower() in YES
            raise Refused(say(language, "setting.switch", name=source, text=text))
        if isinstance(self.default, str):
            if self.among and text not in self.among:
                names = ", ".join(self.among)
                raise Refused(say(language, "setting.among", name=source, text=text, names=names))
            return text
        try:
            number = type(self.default)(text)
        except ValueError:
            number = math.nan
        if not self.lowest <= number <= self.highest:
            key = "setting.whole" if isinstance(self.default, int) else "setting.number"
            facts = {"name": source, "text": text, "lowest": self.lowest, "highest": self.highest}
            raise Refused(say(language, key, **facts))
        return number


LOOPBACK = "127.0.0.1,::1"
LEVELS = ("debug", "info", "warning", "error")
SETTINGS = (
    Setting("db", "", "a file, or postgresql://…; left out: a file of your own", "URL"),
    Setting("host", "127.0.0.1", "the address to listen on; 0.0.0.0 for all", "HOST"),
    Setting("port", 8000, "the port to listen on", "N", 1, 65535),
    Setting("workers", 1, "processes that share a PostgreSQL database", "N", 1, 256),
    Setting("public-url", "", "where people reach this server, for links and QR codes", "URL"),
    Setting("root-path", "", "a path prefix such as /games, which the proxy may strip", "PATH"),
    Setting("secure", False, "behind HTTPS: cookies of this host over HTTPS only, and HSTS"),
    Setting("bot-pace", 0.9, "seconds that a bot takes at least for a move", "S", 0, 60),
    Setting("bot-workers", 0, "processes for bots; 0: cores less one, at least two", "N", 0, 256),
    Setting(
        "bots",
        "",
        "a bot of yours for hosts to seat, see below; may be repeated",
        "NAME=SPEC",
        repeated=True,
    ),
    Setting("no-chances", False, "work out no winning chances: saves a process"),
    Setting("wait-compiled", False, "compile everything before the first page"),
    Setting("grace", 60.0, "seconds until a bot plays on for people of a dead process", "S", 1),
    Setting("rate", 20.0, "commands a second from one seat, twice as many at once", "N", 1),
    Setting("address-rate", 50.0, "requests a second from one address, twice at once", "N", 1),
    Setting("tables-rate", 1.0, "new tables a second from one address, twenty at once", "N", 0.01),
    Setting("keep-waiting", 14.0, "days that a table without a deal is kept; 0: for ever", "DAYS"),
    Setting(
        "keep-idle", 365.0, "days that a game nobody goes on with is kept; 0: for ever", "DAYS"
    ),
    Setting("keep-finished", 0.0, "days that a finished game is kept; 0: for ever", "DAYS"),
    Setting("keep-bots", 10.0, "days that a game of bots alone is kept; 0: for ever", "DAYS"),
    Setting("admin-dir", "", "folder of the socket for `skipyard admin`; docs/admin.md", "FOLDER"),
    Setting("trusted-proxies", LOOPBACK, "proxies whose X-Forwarded-For counts", "LIST"),
    Setting("connections", 0, "connections of a process; 0: by the limit of open files", "N"),
    Setting("address-strangers", 200, "sockets and requests at once of an address", "N", 1),
    Setting("address-seated", 1000, "the same of those at it who hold a chair", "N", 1),
    Setting("address-waiting", 100, "connections of an address without a whole request", "N", 1),
    Setting("queue", 32, "dear questions of one kind that may wait; more get 503", "N", 1),
    Setting("log-level", "info", "least important lines of the log", "LEVEL", among=LEVELS),
    Setting("access-log", False, "log each request, with the address that it came from"),
    Setting("metrics-token", "", "the bearer token for /metrics; without, only from here", "TEXT"),
    Setting("metrics-port", 0, "serve /metrics on this port of this machine alone", "N", 0, 65535),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Every setting as a flag; what is left out is None."""
    for setting in SETTINGS:
        told = f"{setting.help} ({setting.variable}{default_text(setting)})".replace("%", "%%")
        if setting.repeated:
            flag, metavar = f"--{setting.flag}", setting.metavar
            parser.add_argument(flag, metavar=metavar, action="append", help=told)
        elif setting.metavar:
            parser.add_argument(f"--{setting.flag}", metavar=setting.metavar, help=told)
        else:
            parser.add_argument(f"--{setting.flag}", action="store_const", const="yes", help=told)


def default_text(setting: Setting) -> str:
    return "" if setting.default in ("", False) else f", {setting.default}"


def read(
    args: argparse.Namespace, environment: Mapping[str, str], language: str
) -> dict[str, Value]:
    """The value of every setting: from its flag, else from the environment, else the default."""
    values: dict[str, Value] = {}
    for setting in SETTINGS:
        given, source = getattr(args, setting.name, None), f"--{setting.flag}"
        if given is None:
            given, source = environment.get(setting.variable), setting.variable
        if isinstance(given, list):
            given = "\n".join(given)
        values[setting.name] = (
            setting.default if given is None else setting.read(given, source, language)
        )
    return values


def markdown() -> str:
    """The table of docs/server.md."""
    rows = ["| flag | environment | default | what it does |", "|---|---|---|---|"]
    for setting in SETTINGS:
        flag = f"--{setting.flag} {setting.metavar}".strip()
        default = "" if setting.default in ("", False) else f"`{setting.default}`"
        rows.append(f"| `{flag}` | `{setting.variable}` | {default} | {setting.help} |")
    return "\n".join(rows) + "\n"
