"""The commands of developers: compile, check golden games, measure, prove."""

from __future__ import annotations

import argparse
from typing import Any

from skipyard.cli.parser import Intermixed

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


def add(commands: Any) -> None:
    """Add them to the parser."""
    golden = commands.add_parser("golden", help="check the golden games, or write them anew")
    golden.add_argument("game", nargs="?")
    golden.add_argument("--write", action="store_true")
    golden.set_defaults(run="skipyard.lab.golden")

    compile_games = commands.add_parser("compile", help="compile games ahead of their use")
    compile_games.add_argument("games", nargs="*", metavar="GAME", help="left out: all of them")
    compile_games.add_argument(
        "--gpu",
        metavar="9.0",
        help="the kernels for GPUs of this compute capability, which takes no GPU",
    )
    compile_games.set_defaults(run="skipyard.compiling.command")

    add_bench(commands)
    add_prove(commands)


def add_bench(commands: Any) -> None:
    """The commands that measure speed."""
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


def add_prove(commands: Any) -> None:
    """The command that tries out promises."""
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
