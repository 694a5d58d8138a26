"""The commands that let bots play, compare them and let networks learn."""

from __future__ import annotations

from typing import Any

from skipyard.cli.parser import Intermixed
from skipyard.commands.shared_options import data_options, table_options, work_options


def add(commands: Any) -> None:
    """Add them to the parser."""
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

    add_matches(commands)
    add_training(commands)
    add_puzzles(commands)


def add_matches(commands: Any) -> None:
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


def add_training(commands: Any) -> None:
    """The command that lets a network learn."""
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


def add_puzzles(commands: Any) -> None:
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


def add_studies(commands: Any) -> None:
    """The commands that print the figures and the pictures of the documentation."""
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
