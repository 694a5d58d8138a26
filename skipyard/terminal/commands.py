"""The commands that can be typed besides moves; each returns whether the table has changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.text import Text

from skipyard.bots import ADVISER, seat_bot
from skipyard.games.advice import as_advice
from skipyard.options import Refused
from skipyard.seats import NOBODY
from skipyard.table.files import save
from skipyard.table.result import sides_of
from skipyard.table.table import REFEREE
from skipyard.terminal import prompt
from skipyard.terminal.lookup import look_up
from skipyard.terminal.menu import Menu
from skipyard.terminal.sentences import say
from skipyard.terminal.spinner import spinner

if TYPE_CHECKING:
    from skipyard.terminal.session import Session


def help_(session: Session, seat: int, rest: str) -> bool:
    """Print what can be typed, and the penalties if the table has a referee."""
    words, language = session.table.words, session.language
    session.print_line(say(language, "help.text", rule=words.turn_rule).strip("\n"))
    if session.table.chosen.get("referee"):
        act = words.describe(example_act(session), language)
        session.print_line(say(language, "help.referee", example=act))
    sentences = session.table.game.options.sentences()
    if "help.signs" in sentences.entries:
        session.print_line(sentences.say(language, "help.signs").strip("\n"))
    return False


def example_act(session: Session) -> int:
    """An act that this table's referee may name."""
    table = session.table
    for action in session.prompt.acts:
        if table.rules.verdict(table.state, table.rules.ACTIONS[action]) == table.rules.No.OK:
            return action
    return session.prompt.acts[0]


def rules(session: Session, seat: int, rest: str) -> bool:
    """Print the rulebook or a rule; the whole book goes through a pager on a screen."""
    text = look_up(session.table.game, rest, session.language)
    if session.interactive and not rest:
        with session.console.pager():
            session.print_line(text)
    else:
        session.print_line(text)
    return False


def hint(session: Session, seat: int, rest: str) -> bool:
    """Print what the best bot would do with this seat's view, and how often that wins."""
    from skipyard.bots.playouts import Playouts  # brings numba in

    table = session.table
    legal = table.legal()
    if len(legal):
        with spinner(session.console, session.language, "hint.thinking"):
            view = table.view(seat)
            action = seat_bot(table.game.name, ADVISER, 0).choose(view, legal)
            chance = Playouts(table.game).of_move(view, seat, action, sides_of(table))
        language = session.language
        facts: dict[str, object] = {"bot": ADVISER, "percent": round(100 * chance)}
        facts["move"] = as_advice(table.game, view, action, session.journal.names, language)
        facts["typed"] = table.words.describe(action, language)
        session.print_line(say(language, "hint.move", **facts))
    return False


def undo(session: Session, seat: int, rest: str) -> bool:
    """Take back the seat's last move, or the referee's."""
    table, language = session.table, session.language
    last = table.log[-1] if table.log else None
    table.undo(REFEREE if last and last.seat == REFEREE else seat, language)
    session.journal.take_back()
    if last:
        session.notes.append(say(language, "undo.done"))
    return True


def save_to(session: Session, seat: int, rest: str) -> bool:
    """Save the game to a file."""
    if not rest:
        raise Refused(say(session.language, "save.form"))
    file = save.write(session.table, os.path.expanduser(rest), session.language)
    session.print_line(say(session.language, "save.done", file=file))
    return False


def piles(session: Session, seat: int, rest: str) -> bool:
    """Print the discard piles."""
    board = session.screen(seat)
    if not hasattr(board, "piles"):
        raise Refused(say(session.language, "prompt.no_piles"))
    session.print_line(board.piles())
    return False


def table(session: Session, seat: int, rest: str) -> bool:
    """Draw the table again."""
    if seat == NOBODY:
        session.show_table(NOBODY)
    else:
        session.show(seat)
    return False


COMMANDS = {
    prompt.HELP: help_,
    prompt.RULES: rules,
    prompt.HINT: hint,
    prompt.UNDO: undo,
    prompt.SAVE: save_to,
    prompt.PILES: piles,
    prompt.TABLE: table,
}


def list_several(session: Session, parsed: prompt.ParsedLine, menu: Menu) -> None:
    """Print the moves that some words could mean, with their numbers; the referee's have none."""
    language = session.language
    if parsed.by_referee:
        session.print_line(say(language, "prompt.referee_several", text=parsed.rest))
        lines = [session.table.words.describe(action, language) for action in parsed.several]
    else:
        session.print_line(say(language, "prompt.several", text=parsed.rest))
        numbered = [(menu.actions.index(action) + 1, action) for action in parsed.several]
        lines = [f"{number:>3} {menu.sentence(action)}" for number, action in numbered]
    session.console.print(Text("\n".join(lines)))
