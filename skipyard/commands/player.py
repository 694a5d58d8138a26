"""The commands of players, and of records of their games."""

from __future__ import annotations

from typing import Any

from skipyard.commands.shared_options import table_options


def add(commands: Any) -> None:
    """Add them to the parser."""
    games = commands.add_parser("games", help="list the games, or one game's options")
    games.add_argument("game", nargs="?")
    games.add_argument("--json", action="store_true")
    games.set_defaults(run="skipyard.terminal.games")

    play = commands.add_parser("play", help="play in the terminal")
    play.add_argument("game", nargs="?", help="a game of `skipyard games`; asked for if left out")
    table_options(play, "a number, or a list such as you,bot,level3 (the bots: docs/bots.md)")
    play.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game"
    )
    play.add_argument("--lines", action="store_true", help="in lines, as in a pipe: no full screen")
    play.add_argument("--pace", metavar="S", help="seconds a bot's move takes at least; 0.5")
    play.add_argument("--theme", choices=("dark", "light"), help="of the full screen")
    play.set_defaults(run="skipyard.terminal.play")

    rules = commands.add_parser("rules", help="read a rulebook, or check that it is all there")
    rules.add_argument("game")
    rules.add_argument("--id", dest="rule", metavar="ID", help="one rule with its played case")
    rules.add_argument("--coverage", action="store_true", help="count ids, code and cases")
    rules.add_argument("--json", action="store_true")
    rules.set_defaults(run="skipyard.terminal.rules")

    position = commands.add_parser("position", help="a table as a few lines of text, and back")
    position.add_argument("game")
    position.add_argument("file", nargs="?", help="a position to read; - for standard input")
    table_options(position, "how many seats to deal")
    position.add_argument("--view", metavar="N", help="what player N sees; 0 is a watcher")
    position.add_argument("--moves", action="store_true", help="list the legal moves")
    position.set_defaults(run="skipyard.terminal.position")


def add_records(commands: Any) -> None:
    """The commands that read and check records."""
    replay = commands.add_parser("replay", help="read a recorded game, move by move")
    replay.add_argument("file", help="a record, or the URL of one")
    replay.add_argument(
        "--as",
        dest="viewer",
        default="public",
        metavar="WHO",
        help="through whose eyes: a player's number, public or all",
    )
    replay.add_argument("--turn", metavar="N", help="stop after move N and show the table")
    replay.set_defaults(run="skipyard.terminal.replay")

    verify = commands.add_parser("verify", help="check a record: keys, dice, every move, result")
    verify.add_argument("file", help="a record, or the URL of one")
    verify.set_defaults(run="skipyard.terminal.verify")
