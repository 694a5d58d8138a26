"""Checks the command line before anything slow is imported."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from skipyard.bots import DEFAULT, all_names, is_bot
from skipyard.games import GAMES, Game, game
from skipyard.options import Refused, Value, read_settings
from skipyard.terminal.sentences import say

YOU, BOT = "you", "bot"
SEATS = f"{YOU},{BOT}"
KINDS = {YOU: YOU, BOT: DEFAULT}
SEED_DIGITS = 30


@dataclass(frozen=True)
class NewTable:
    """What a new table is dealt from."""

    game: Game
    seats: tuple[str, ...]
    chosen: dict[str, Value]
    seed: int | None


def read_arguments(args: argparse.Namespace, g: Game) -> NewTable:
    """The table that the arguments ask for, or Refused with a sentence."""
    chosen = read_settings(g.options.OPTIONS, args.settings, g.title, args.lang)
    text = SEATS if args.seats is None else str(args.seats)
    g.options.check(count_seats(text), chosen, args.lang)
    return NewTable(g, read_seats(text, args.lang), chosen, read_seed(args.seed, args.lang))


def whole_number(text: str, digits: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= digits


def count_seats(text: str) -> int:
    """The number of seats asked for, checked before thousands of names are listed."""
    return int(text) if whole_number(text.strip(), 9) else text.count(",") + 1


def read_seats(text: str, language: str = "en") -> tuple[str, ...]:
    """The player of each seat; a number N means you and N - 1 bots."""
    if whole_number(text.strip(), 9):
        return (YOU,) + (KINDS[BOT],) * (int(text) - 1)
    words = [word.strip().lower() for word in text.split(",")]
    if not all(word in KINDS or is_bot(word) for word in words):
        kinds = ", ".join((*KINDS, *all_names()))
        raise Refused(say(language, "setup.seats", kinds=kinds, text=text))
    return tuple(KINDS.get(word, word) for word in words)


def read_seed(text: str | None, language: str = "en") -> int | None:
    """The seed of the key; None for a secret random key."""
    if text is None:
        return None
    if not whole_number(text.strip(), SEED_DIGITS):
        raise Refused(say(language, "setup.seed", digits=SEED_DIGITS, text=text))
    return int(text)


def choose_game(
    ask: Callable[[str], str], show: Callable[[str], None], language: str = "en"
) -> Game:
    """Ask until one of the games is named."""
    titles = [game(name).title for name in GAMES]
    show("\n".join(f"  {n} {title}" for n, title in enumerate(titles, 1)))
    while True:
        text = ask(say(language, "setup.which") + " ").strip()
        for n, name in enumerate(GAMES, 1):
            if text.lower() in (str(n), name, titles[n - 1].lower()):
                return game(name)
        show(say(language, "setup.no_such", text=text, last=len(GAMES)))


def check_resume(args: argparse.Namespace) -> None:
    """Refuse arguments that a saved game already has."""
    given = {
        "GAME": args.game,
        "--seats": args.seats,
        "--set": args.settings,
        "--seed": args.seed,
    }
    extra = [name for name, value in given.items() if value]
    if extra:
        raise Refused(say(args.lang, "setup.resume_alone", what=", ".join(extra)))
