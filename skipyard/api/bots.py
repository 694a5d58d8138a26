"""Bots: ours by name, and anybody's objects; each sees only a view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from skipyard.api.factory import MadeElsewhere
from skipyard.api.moves import Move
from skipyard.api.sentences import language_of, say, shown, whole
from skipyard.api.table import Table
from skipyard.api.view import View
from skipyard.bots import read, seat_bot
from skipyard.bots.forfeit import Forfeit
from skipyard.games import GAMES
from skipyard.options import Refused


@runtime_checkable
class Player(Protocol):
    """Anything that chooses one of a view's legal moves, by Move, number or words."""

    def choose(self, view: View, /) -> Any: ...


AnyBot: TypeAlias = "str | Player | Callable[[View], Any]"


class Bot(MadeElsewhere):
    """A bot that chooses moves for any game and any seat; made by `bot`.

    >>> import skipyard as sy
    >>> table = sy.Table("skip_or_trip", seed=7)
    >>> sy.bot("rules").choose(table) in table.legal
    True
    """

    MADE_BY = "skipyard.bot(…)"
    player: AnyBot
    seed: int
    language: str
    _seated: dict[str, Any]  # our own bots, by game

    @classmethod
    def _of(cls, player: AnyBot, seed: int, language: str) -> Bot:
        made = cls.__new__(cls)
        made.player, made.seed, made.language, made._seated = player, seed, language, {}
        return made

    def __repr__(self) -> str:
        return f"<Bot {name_of(self.player)}>"

    def choose(self, seen: Table | View) -> Move:
        """The move that it makes for the seat on turn, from what that seat sees.

        >>> import skipyard as sy
        >>> sy.bot(lambda view: view.legal[-1]).choose(sy.Table("skip_or_trip", seed=7))
        Move(339, 'pass')

        An exception in your own `choose` comes out as it is, with a note about the seat; in a
        `match` it loses the game. An illegal answer is Refused.
        """
        view = view_of(seen, self.language)
        if isinstance(self.player, str):
            return view.move(self._choose_by_name(self.player, view))
        try:
            return chosen_by(self.player, view)
        except Forfeit:
            raise
        except Exception as why:
            facts = {"name": name_of(self.player), "seat": view.seat, "game": view._game.title}
            why.add_note(say(view.language, "api.crash_note", **facts))
            raise

    def _choose_by_name(self, name: str, view: View) -> int:
        if view.game not in self._seated:
            self._seated[view.game] = seat_bot(view.game, name, self.seed, language=self.language)
        legal = np.array(view._actions, np.int16)
        return int(self._seated[view.game].choose(view.record, legal))


def bot(player: AnyBot, seed: int = 0, language: str = "en") -> Bot:
    """A bot by its name (docs/bots.md), or any object with `choose(view)`, or a function.

    >>> import skipyard as sy
    >>> sy.bot("search:50")
    <Bot search:50>
    """
    language = language_of(language)
    return Bot._of(checked(player, language), whole(seed, "seed", language), language)


def checked(player: Any, language: str, game: str = "") -> AnyBot:
    """The bot itself; Refused with a sentence if it is none."""
    if isinstance(player, Bot):
        return player.player
    if isinstance(player, str):
        read(player, game or GAMES[0], language)
        return player
    if isinstance(player, type) or not (is_player(player) or callable(player)):
        raise Refused(say(language, "api.bot", value=shown(player)))
    done: AnyBot = player
    return done


def is_player(player: object) -> bool:
    return callable(getattr(player, "choose", None))


def name_of(player: Any) -> str:
    """What a bot is called in reports."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "name", "") or getattr(player, "__name__", type(player).__name__))


def view_of(seen: Any, language: str = "en") -> View:
    """The view of the seat on turn; Refused where there is nothing to choose."""
    if not isinstance(seen, Table | View):
        raise Refused(say(language, "api.choose", value=shown(seen)))
    view = seen.view() if isinstance(seen, Table) else seen
    if view.over:
        raise Refused(say(view.language, "api.over"))
    if not view._actions:
        key = "api.watcher" if view.seat < 0 else "api.turn"
        raise Refused(say(view.language, key, turn=view.turn, seat=view.seat))
    return view


def chosen_by(player: Any, view: View) -> Move:
    """The move that somebody's object makes; Forfeit if it is not a legal one."""
    answer = player.choose(view) if is_player(player) else player(view)
    try:
        return view.move(answer)
    except Refused:
        facts = {"name": name_of(player), "value": shown(answer), "count": len(view.legal)}
        raise Forfeit(say(view.language, "api.illegal", **facts)) from None
