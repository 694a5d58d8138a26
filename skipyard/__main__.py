"""The command `skipyard`. A subcommand imports what it needs when it runs, so help is instant."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Sequence
from typing import Any

from skipyard import __version__, extras
from skipyard.catalogue import LANGUAGES, common, user_language, with_firm_spaces
from skipyard.cli import interrupts
from skipyard.cli.parser import BadArguments, Command, Intermixed, Parser, language_in
from skipyard.options import Refused
from skipyard.server import setting_table

PROOFS = (
    "durability",
    "secrecy",
    "concurrency",
    "security",
    "restart",
    "outage",
    "upgrade",
    "soak",
)
PUBLIC_URL = "where people reach this server, for links and QR codes"
OLD_NAME = re.compile("-[A-Za-z0-9_-]{11}")  # of a table
SERVERS = ("open", "serve")  # commands whose server handles signals


def table_options(parser: argparse.ArgumentParser, seats: str) -> None:
    """Options of every command that deals a table."""
    parser.add_argument("--seats", default=None, metavar="SEATS", help=seats)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="an option of the game (skipyard games GAME lists them); may be repeated",
    )
    parser.add_argument("--seed", default=None, metavar="N", help="a whole number: the same deals")


def work_options(parser: argparse.ArgumentParser, jobs: bool = True) -> None:
    """Options of commands whose tasks other machines can do."""
    parser.add_argument(
        "--on",
        default="local",
        metavar="WHERE",
        help="local, ray (the cluster of RAY_ADDRESS or this machine) or ray://HOST:PORT",
    )
    if jobs:
        parser.add_argument("--jobs", default=None, metavar="N", help="tasks at a time; all cores")
        parser.add_argument("--time-limit", default=None, metavar="S", help="stop after S seconds")


def data_options(parser: argparse.ArgumentParser) -> None:
    """Options of commands that write their games as data."""
    parser.add_argument(
        "--out", metavar="FILE", help="a row for each game: .csv, .parquet or .arrow"
    )
    parser.add_argument(
        "--trajectories",
        metavar="FOLDER",
        help="a row for each move, in a folder named like such a file",
    )


def lab_commands(commands: Any) -> None:
    """The commands that compare bots."""
    match = commands.add_parser("match", help="let bots meet on paired deals, and compare them")
    match.add_argument("game")
    match.add_argument("bots", nargs="+", metavar="BOT", help="two or more, one for each side")
    table_options(match, "how many seats; as many as bots if left out")
    match.add_argument("--pairs", default="100", metavar="N", help="deals, each from every seat")
    work_options(match)
    data_options(match)
    enough = match.add_mutually_exclusive_group()
    enough.add_argument("--sprt", metavar="ELO0,ELO1", help="stop when one of two ratings is clear")
    enough.add_argument("--until-significant", action="store_true", help="stop when one is better")
    match.add_argument("--json", action="store_true")
    match.set_defaults(run="skipyard.lab.matches.match")

    ladder = commands.add_parser("ladder", help="round robin of bots, with ratings that add up")
    ladder.add_argument("game", nargs="?", help="a game, or all of them: all")
    table_options(ladder, "how many seats; 2 if left out")
    ladder.add_argument(
        "--bots",
        action="append",
        metavar="BOT,BOT,…",
        help="from the weakest up, neighbours meet first; may be repeated",
    )
    ladder.add_argument("--pairs", default="100", metavar="N", help="deals of each meeting")
    ladder.add_argument(
        "--until-significant", action="store_true", help="end a meeting when one bot is better"
    )
    work_options(ladder)
    data_options(ladder)
    ladder.add_argument("--store", metavar="FILE", help="where results add up; default: your own")
    ladder.add_argument("--picture", metavar="FILE.svg", help="draw the ratings")
    ladder.add_argument(
        "--page",
        metavar="FOLDER",
        help="print what is stored into FOLDER/figures.md, and play none",
    )
    ladder.add_argument("--json", action="store_true")
    ladder.set_defaults(run="skipyard.lab.ladder.command")

    analyse = commands.add_parser("analyse", help="winning chances and costly moves of a record")
    analyse.add_argument("file", metavar="RECORD", help="a record, or the URL of one")
    effort = analyse.add_mutually_exclusive_group()
    effort.add_argument("--sims", default="200", metavar="N", help="games played out a chance")
    effort.add_argument("--seconds", metavar="S", help="as many as fit into so many seconds")
    work_options(analyse, jobs=False)
    analyse.add_argument("--seed", default="1", metavar="N", help="a whole number: the same dice")
    analyse.add_argument(
        "--as",
        dest="viewer",
        default="mover",
        metavar="WHO",
        help="by whose knowledge: mover, or all (the whole table)",
    )
    analyse.add_argument("--bot", metavar="NAME", help="add what this bot would have played")
    analyse.add_argument("--picture", metavar="FILE.svg", help="draw the chances")
    analyse.add_argument("--json", action="store_true")
    analyse.set_defaults(run="skipyard.lab.analysis.analyse")
    train = commands.add_parser("train", help="let a network learn a game by playing itself")
    train.add_argument("game")
    train.add_argument("--out", required=True, metavar="FOLDER", help="goes on where it has a run")
    train.add_argument(
        "--begin", default="", metavar="CHECKPOINT", help="begin with the weights of another run"
    )
    train.add_argument(
        "--student",
        default="",
        metavar="LAYERS",
        help="a small network, such as 512,256,256, learns from the one that --begin names",
    )
    train.add_argument("--samples", default="1000000000", metavar="N", help="moves to learn from")
    train.add_argument("--seconds", default=None, metavar="S", help="length of the run, instead")
    train.add_argument("--time-limit", default=None, metavar="S", help="stop after S seconds")
    train.add_argument("--device", default="", choices=("", "cuda", "cpu"), help="a GPU if there")
    train.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="a setting of the recipe (docs/train.md); may be repeated",
    )
    train.set_defaults(run="skipyard.learn.train")
    puzzle_commands(commands)


def puzzle_commands(commands: Any) -> None:
    """The commands that find and verify the puzzles of every day."""
    puzzles = commands.add_parser("puzzles", help="find the daily puzzles, or verify them")
    tasks = puzzles.add_subparsers(
        metavar="TASK", dest="subject", required=True, parser_class=Intermixed
    )
    find = tasks.add_parser("find", help="look for puzzles in games between bots")
    find.add_argument("game")
    find.add_argument("--count", default="366", metavar="N", help="puzzles in the file at the end")
    find.add_argument("--seed", default="1", metavar="N", help="a whole number: the same games")
    find.add_argument("--jobs", default=None, metavar="N", help="threads; all cores")
    find.add_argument("--out", required=True, metavar="FILE", help="goes on where it has some")
    find.set_defaults(run="skipyard.lab.puzzles.find")
    verify = tasks.add_parser("verify", help="measure the right moves again, in other worlds")
    verify.add_argument("games", nargs="*", metavar="GAME", help="left out: all of them")
    verify.add_argument("--sample", default=None, metavar="N", help="so many of each game only")
    verify.add_argument(
        "--worlds", default="1600", metavar="N", help="games played out a move, at most"
    )
    verify.add_argument("--seed", default="2", metavar="N", help="which worlds, and which sample")
    verify.add_argument("--jobs", default=None, metavar="N", help="threads; all cores")
    verify.add_argument("--file", default=None, metavar="FILE", help="of one game, not its own")
    verify.set_defaults(run="skipyard.lab.puzzles.verify")


def admin_commands(commands: Any) -> None:
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


def build_parser() -> Parser:
    parser = Parser(prog="skipyard", description="Five tabletop games, exact and fast.")
    parser.add_argument("--version", action="version", version=f"skipyard {__version__}")
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=user_language(), help="English or French"
    )
    parser.set_defaults(run="skipyard.terminal.greeting")  # without a command
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", parser_class=Command)

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

    admin_commands(commands)

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

    export = commands.add_parser("export", help="a table of a server's database as a record")
    export.add_argument("table", type=str.strip, help="the table's name, as in its address")
    export.add_argument("file", nargs="?", help="where to write it; left out: to the screen")
    import_record = commands.add_parser("import", help="a record into a server's database")
    import_record.add_argument("file", help="a record, or the URL of one")
    for parser_of in (export, import_record):
        parser_of.add_argument("--db", metavar="URL", help="a file, or postgresql://…")
        parser_of.set_defaults(run="skipyard.server.commands.exchange")

    golden = commands.add_parser("golden", help="check the golden games, or write them anew")
    golden.add_argument("game", nargs="?")
    golden.add_argument("--write", action="store_true")
    golden.set_defaults(run="skipyard.lab.golden")

    simulate = commands.add_parser("simulate", help="let bots play many games on all cores")
    simulate.add_argument("game")
    table_options(simulate, "how many seats")
    simulate.add_argument(
        "--bots", default="greedy", help="one name, or one a seat: greedy,rules,search:2000"
    )
    simulate.add_argument("--games", default="1000", metavar="N")
    work_options(simulate)
    data_options(simulate)
    simulate.add_argument("--json", action="store_true")
    simulate.set_defaults(run="skipyard.lab.studies.simulate")

    compile_games = commands.add_parser("compile", help="compile games ahead of their use")
    compile_games.add_argument("games", nargs="*", metavar="GAME", help="left out: all of them")
    compile_games.add_argument(
        "--gpu",
        metavar="9.0",
        help="the kernels for GPUs of this compute capability, which takes no GPU",
    )
    compile_games.set_defaults(run="skipyard.compiling.command")

    lab_commands(commands)

    figures = commands.add_parser("figures", help="play every variant and write docs/figures.md")
    figures.add_argument("folder", help="where the page goes; its data and pictures go below it")
    figures.add_argument("--games", default="10000", metavar="N")
    figures.add_argument("--only", metavar="GAME", help="one game; the others' figures stay")
    work_options(figures)
    data_options(figures)
    figures.add_argument(
        "--from-data", action="store_true", help="write the page from the data files, play nothing"
    )
    figures.set_defaults(run="skipyard.lab.studies.figures")

    gallery = commands.add_parser("gallery", help="draw the pictures of docs/gallery.md")
    gallery.add_argument("folder", help="where the page goes; FOLDER/figures has the data")
    gallery.add_argument(
        "--from",
        dest="files",
        nargs="+",
        metavar="FILE",
        help="games that figures --out has left; without it, the data files are drawn again",
    )
    gallery.set_defaults(run="skipyard.lab.pictures.gallery")

    bench = commands.add_parser("bench", help="measure speed on this machine")
    subjects = bench.add_subparsers(
        metavar="WHAT", dest="subject", required=True, parser_class=Intermixed
    )
    bench_rules = subjects.add_parser("rules", help="moves a second of every game on one core")
    bench_rules.add_argument(
        "--peers", action="store_true", help="beside OpenSpiel, in the same run"
    )
    bench_rules.add_argument("--json", action="store_true")
    bench_rules.set_defaults(run="skipyard.bench.rules")
    bench_batch = subjects.add_parser(
        "batch", help="batches on the CPU, with masks and observations"
    )
    bench_batch.add_argument("--peers", action="store_true", help="beside EnvPool's backgammon")
    bench_batch.add_argument("--json", action="store_true")
    bench_batch.add_argument("--page", metavar="FOLDER", help="put it into its page of figures too")
    bench_batch.set_defaults(run="skipyard.bench.batch")
    bench_spiel = subjects.add_parser(
        "openspiel", help="decisions a second in Python, beside OpenSpiel's own Python game"
    )
    bench_spiel.add_argument("--json", action="store_true")
    bench_spiel.add_argument("--page", metavar="FOLDER", help="put it into its page of figures too")
    bench_spiel.set_defaults(run="skipyard.bench.spiel")
    bench_gpu = subjects.add_parser("gpu", help="batches on this GPU, checked, beside Pgx")
    bench_gpu.add_argument("--json", action="store_true")
    bench_gpu.add_argument("--page", metavar="FOLDER", help="put it into its page of figures too")
    bench_gpu.add_argument("--games", default="", metavar="A,B", help="these games only")
    bench_gpu.add_argument("--no-checks", dest="checks", action="store_false")
    bench_gpu.add_argument("--no-peers", dest="peers", action="store_false")
    bench_gpu.add_argument(
        "--tries",
        default="",
        metavar="PART=N …,…",
        help="other kernel settings: registers=80, deal_fraction=8 inline_lines=1500, …",
    )
    bench_gpu.set_defaults(run="skipyard.bench.gpu")
    bench_server = subjects.add_parser("server", help="durable moves a second of a served table")
    bench_server.add_argument("--tables", default="1000", metavar="N", help="two sockets each")
    bench_server.add_argument("--seconds", default="3", metavar="S", help="of each round of a load")
    bench_server.add_argument(
        "--db", metavar="URL", help="a file, or postgresql://…, which keeps the tables of the test"
    )
    bench_server.add_argument(
        "--workers", default="1", metavar="N", help="processes, on a PostgreSQL of their own"
    )
    bench_server.add_argument("--json", action="store_true")
    bench_server.set_defaults(run="skipyard.bench.server")
    bench_web = subjects.add_parser("web", help="weight, readiness and motion of the pages")
    bench_web.add_argument("--json", action="store_true")
    bench_web.set_defaults(run="skipyard.bench.web")

    bench_compare = subjects.add_parser("compare", help="is this tree slower than that commit?")
    bench_compare.add_argument("commit", metavar="COMMIT", help="or a folder with another tree")
    bench_compare.add_argument(
        "games", nargs="*", default=[], metavar="GAME", help="of rules and batches: these only"
    )
    bench_compare.add_argument(
        "--what", choices=["rules", "batch", "server"], help="left out: all three"
    )
    bench_compare.add_argument("--rounds", default="10", metavar="N", help="trees take turns")
    bench_compare.add_argument(
        "--seconds", metavar="S", help="of each turn; 0.5 if left out, 1.5 of a server's loads"
    )
    bench_compare.add_argument("--json", action="store_true")
    bench_compare.set_defaults(run="skipyard.bench.compare")

    prove = commands.add_parser("prove", help="try out what the table promises")
    prove.add_argument("what", choices=PROOFS)
    prove.add_argument("--db", choices=["sqlite", "postgres", "all"], default="all")
    prove.add_argument("--kills", default="200", metavar="N", help="kill -9 so often a database")
    prove.add_argument("--cuts", default="500", metavar="N", help="power cuts; 0 for none")
    prove.add_argument("--seconds", default="20", metavar="N", help="how long crowds play")
    prove.add_argument("--games", default="200", metavar="N", help="bot games to restart amid")
    prove.add_argument("--restarts", default="6", metavar="N", help="how often to restart")
    prove.add_argument("--tries", default="100000", metavar="N", help="mutated messages to read")
    prove.add_argument(
        "--positions", default="100000", metavar="N", help="of secrecy, over the five games"
    )
    prove.add_argument(
        "--mutants",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="of secrecy: plant leaks as well",
    )
    prove.add_argument("--minutes", default="60", metavar="N", help="of a soak")
    prove.add_argument("--idle", default="0", metavar="N", help="of a soak: sockets beside it")
    prove.add_argument("--picture", default="soak.svg", metavar="FILE", help="of a soak")
    prove.add_argument("--seed", default="1", metavar="N", help="a whole number: the same dice")
    prove.set_defaults(run="skipyard.proofs")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; without `argv`, this process is the command's."""
    if argv is None:
        interrupts.watch(user_language())
    try:
        status = run_command(argv)
    except KeyboardInterrupt:
        if argv is None:
            interrupts.end()
        interrupts.say()
        return interrupts.INTERRUPTED
    return status


def with_names(words: Sequence[str]) -> list[str]:
    """The arguments, with a table's name that begins with “-” not taken for an option.

    Tables of older versions may have such names; argparse takes nothing with a space for one.
    """
    exports = "export" in words
    return [f" {word}" if exports and OLD_NAME.fullmatch(word) else word for word in words]


def run_command(argv: Sequence[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    try:
        args = build_parser().parse_args(with_names(words))
    except BadArguments as bad:
        language = language_in(words)
        sys.stderr.write(f"{with_firm_spaces(bad.sentence(language), language)}\n")
        raise SystemExit(2) from None
    interrupts.begin(args.lang)
    if args.command in SERVERS and argv is None:
        interrupts.leave_to_server(common().say(args.lang, "stop.server"))
    try:
        status = int(importlib.import_module(args.run).run(args))
    except Refused as refusal:
        sys.stderr.write(f"{with_firm_spaces(str(refusal), args.lang)}\n")
        return 2
    except ModuleNotFoundError as missing:
        extra = extras.extra_for(missing, args.run)
        if extra is None:
            raise
        words = ["skipyard", args.command, getattr(args, "subject", "")]
        what = f"`{' '.join(words).strip()}`"
        told = with_firm_spaces(extras.sentence(extra, what, args.lang), args.lang)
        sys.stderr.write(f"{told}\n")
        return 2
    except BrokenPipeError:  # the reader of our output has closed the pipe
        sys.stderr.close()
        return 1
    if interrupts.Process.is_noted:  # by a server, which has stopped and returned
        raise KeyboardInterrupt
    return status


if __name__ == "__main__":
    sys.exit(main())
