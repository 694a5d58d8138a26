"""The commands that serve tables, and those of operators and of programs that play."""

from __future__ import annotations

from typing import Any

from skipyard.cli.parser import Intermixed
from skipyard.commands.shared_options import table_options
from skipyard.server import setting_table

PUBLIC_URL = "where people reach this server, for links and QR codes"


def add(commands: Any) -> None:
    """Add them to the parser."""
    open_here = commands.add_parser("open", help="play in the browser, on this machine")
    open_here.add_argument("--port", default=None, metavar="N", help="default: one that is free")
    open_here.add_argument("--db", metavar="FILE", help="where tables are kept; default: your own")
    open_here.add_argument(
        "--lan", action="store_true", help="let friends on your network join too"
    )
    open_here.add_argument("--public-url", default="", metavar="URL", help=PUBLIC_URL)
    open_here.add_argument("--no-browser", action="store_true", help="serve, and open nothing")
    open_here.add_argument(
        "--wait-compiled", action="store_true", help="compile everything before the first page"
    )
    open_here.set_defaults(run="skipyard.server.commands.open")

    serve = commands.add_parser("serve", help="serve tables to browsers and bots")
    setting_table.add_arguments(serve)
    serve.set_defaults(run="skipyard.server.commands.serve")

    add_admin(commands)

    bot = commands.add_parser("bot", help="let a program of yours play, here or at a server")
    bot.add_argument("program", nargs="+", help="after --: the program and its arguments")
    bot.add_argument("--game", help="to play here, with seat 1 for the program; default: the first")
    table_options(bot, "how many seats")
    bot.add_argument("--against", default="greedy", help="the bot on the other seats")
    bot.add_argument("--games", default="1", metavar="N")
    bot.add_argument("--move-time", metavar="S", help="seconds for a move; default: 10")
    bot.add_argument("--server", metavar="URL", help="to play there instead")
    bot.add_argument("--code", help="the code to join a table of the server")
    bot.add_argument("--name", default="", help="what the program is called at the table")
    bot.set_defaults(run="skipyard.server.commands.bot")

    schema = commands.add_parser("schema", help="print the JSON Schema of a table's messages")
    schema.add_argument("--typescript", action="store_true", help="as web/src/types.ts has it")
    schema.set_defaults(run="skipyard.server.commands.schema")


def add_exchange(commands: Any) -> None:
    """The commands that move records into and out of a server's database."""
    export = commands.add_parser("export", help="a table of a server's database as a record")
    export.add_argument("table", type=str.strip, help="the table's name, as in its address")
    export.add_argument("file", nargs="?", help="where to write it; left out: to the screen")
    import_record = commands.add_parser("import", help="a record into a server's database")
    import_record.add_argument("file", help="a record, or the URL of one")
    for parser_of in (export, import_record):
        parser_of.add_argument("--db", metavar="URL", help="a file, or postgresql://…")
        parser_of.set_defaults(run="skipyard.server.commands.exchange")


def add_admin(commands: Any) -> None:
    """The commands of those who run a server."""
    admin = commands.add_parser("admin", help="look after a server: tables, people, backups")
    acts = admin.add_subparsers(
        metavar="ACT", dest="subject", required=True, parser_class=Intermixed
    )

    def act(name: str, told: str, run: str = "skipyard.server.commands.admin") -> Any:
        parser = acts.add_parser(name, help=told)
        parser.add_argument("--db", metavar="URL", help="the server's database (SKIPYARD_DB)")
        parser.add_argument(
            "--admin-dir", metavar="FOLDER", help="of the server's socket (SKIPYARD_ADMIN_DIR)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")
        parser.set_defaults(run=run)
        return parser

    listed = act("list", "tables, a page at a time")
    listed.add_argument("--kind", default="", choices=["waiting", "running", "finished", "bots"])
    listed.add_argument("--game", default="", help="of this game alone")
    listed.add_argument("--after", default="", metavar="TABLE", help="go on after this one")
    listed.add_argument("--limit", type=int, default=50, metavar="N")
    act("show", "one table: who sits there, how far it is").add_argument("table")
    act("close", "end a game; nobody wins").add_argument("table")
    delete = act("delete", "delete a table or a tournament with its logs")
    delete.add_argument("table")
    prune = act("prune", "delete now what has been kept long enough (--keep-… of serve)")
    prune.add_argument("--dry-run", action="store_true", help="only count")
    forget = act("forget", "erase a person, as their own page does")
    forget.add_argument("person", help="TABLE:PLAYER, a digest or a token")
    for parser in (delete, forget):
        parser.add_argument("--yes", action="store_true", help="do it: it cannot be undone")
    ban = act("ban", "serve an address or a person no longer")
    ban.add_argument("who", help="an address, a network, TABLE:PLAYER, a digest or a token")
    ban.add_argument("--days", type=float, default=0.0, metavar="N", help="0: until it is lifted")
    ban.add_argument("--reason", default="", metavar="TEXT", help="for you; they do not see it")
    act("unban", "lift a ban").add_argument("who")
    act("bans", "the bans in force")
    act("processes", "the server's processes on this machine")
    drain = act("drain", "send everybody to other processes, before this one is stopped")
    drain.add_argument("process", nargs="?", help="its id or number; left out: the only one")
    drain.add_argument("--seconds", type=float, default=10.0, metavar="S", help="to spread it over")
    drain.add_argument("--stop", action="store_true", help="stop the process when it is drained")
    drain.add_argument("--off", action="store_true", help="serve everybody again")
    log = act("log", "what operators did, the latest first")
    log.add_argument("--limit", type=int, default=50, metavar="N")
    backups = "skipyard.server.commands.admin_backup"
    act("backup", "all rows as one file, while servers run", backups).add_argument("file")
    act("restore", "fill an empty database with a backup", backups).add_argument("file")
