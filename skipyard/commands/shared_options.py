"""Options that several commands have."""

from __future__ import annotations

import argparse


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
