"""What one seat may see of a table."""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from skipyard.api.factory import MadeElsewhere
from skipyard.api.moves import Move
from skipyard.api.sentences import say, shown, whole
from skipyard.catalogue import common
from skipyard.games import Game
from skipyard.games.move_words import speaker
from skipyard.options import Refused
from skipyard.seats import NOBODY

if TYPE_CHECKING:
    from skipyard.api.table import Table

WATCHER = NOBODY  # the seat of somebody who only watches
IMAGINED_SEEDS = 1 << 62
WIDEST = 10_000  # pixels of a picture


class View(MadeElsewhere):
    """What one seat sees, and nothing else: what a bot gets.

    >>> import skipyard as sy
    >>> view = sy.Table("skipbo", seats=2, seed=7, stock_size=10).view(0)
    >>> view.seat, view.turn, view.legal
    (0, 1, [])
    >>> "hand 2: 5 cards" in view.text
    True
    """

    MADE_BY = "table.view(seat)"
    _game: Game
    _actions: list[int]
    record: Any
    language: str

    @classmethod
    def _of(
        cls, game: Game, record: Any, actions: Sequence[int] = (), language: str = "en"
    ) -> View:
        view = cls.__new__(cls)
        view._game, view.record, view.language = game, record, language
        view._actions = [int(action) for action in actions]
        return view

    # What it is -----------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The name of the game.

        >>> import skipyard as sy
        >>> sy.Table("skippity").view().game
        'skippity'
        """
        return self._game.name

    @property
    def seat(self) -> int:
        """The seat whose view this is; WATCHER for somebody who only watches.

        >>> import skipyard as sy
        >>> sy.Table("skippity").view(1).seat
        1
        """
        return int(self.record.me)

    @property
    def seats(self) -> int:
        """How many play.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seats=3).view(0).seats
        3
        """
        return int(self.record.seats)

    @property
    def turn(self) -> int:
        """The seat on turn.

        >>> import skipyard as sy
        >>> sy.Table("skippity", first_player="seat1").view(0).turn
        1
        """
        return int(self.record.turn)

    @property
    def over(self) -> bool:
        """Whether the round is over.

        >>> import skipyard as sy
        >>> sy.Table("skippity").view(0).over
        False
        """
        return bool(self.record.over)

    @functools.cached_property
    def legal(self) -> list[Move]:
        """The moves that this seat may make now; none if it is not on turn.

        >>> import skipyard as sy
        >>> sy.Table("skip_or_trip", seed=7).view(0).legal
        [Move(8, 'skip with 1-B'), Move(164, 'skip with 7-LD'), Move(339, 'pass')]
        """
        words = speaker(self._game, self.record)
        return [Move(action, words.describe(action, self.language)) for action in self._actions]

    @property
    def text(self) -> str:
        """All that the seat knows, as lines of text.

        >>> import skipyard as sy
        >>> print(sy.Table("skip_or_trip", seed=7).view(0).text)
        me: 1
        seats: 2
        first: 1
        turn: 1
        tokens: 0 | 0
        hand 1: 1-B 7-LD
        hand 2: 1 3
        deck: 104, top 1
        """
        return self._game.position.write_view(self.record)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<View of seat {self.seat} in {self._game.title}>"

    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """All that the seat knows, as bytes for learning (docs/observations.md).

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view(0).observation.dtype
        dtype('uint8')
        """
        out = np.zeros(self._game.features.SIZE, np.uint8)
        self._game.features.features(self.record, out)
        return out

    @property
    def mask(self) -> npt.NDArray[np.bool_]:
        """True for each action that is legal now.

        >>> import skipyard as sy
        >>> int(sy.Table("skippity", seed=7).view().mask.sum())
        8
        """
        mask = np.zeros(len(self._game.rules.ACTIONS), np.bool_)
        mask[self._actions] = True
        return mask

    # What it allows -------------------------------------------------------------------------------
    def move(self, move: object) -> Move:
        """One of the legal moves, by its number or its words; Refused for anything else.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view().move("jump e3 to e5")
        Move(46, 'jump e3 to e5')
        """
        for legal in self.legal:
            if same_move(legal, move):
                return legal
        facts = {"value": shown(move), "count": len(self.legal)}
        raise Refused(say(self.language, "api.not_legal", **facts), about="move")

    def imagine(self, seed: int = 0) -> Table:
        """A table that fits all that the seat knows, as likely as any other that does.

        >>> import skipyard as sy
        >>> view = sy.Table("skipbo", seats=2, seed=7).view()
        >>> view.imagine(seed=1).view().text == view.text
        True
        """
        from skipyard.api.table import Table

        number = whole(seed, "seed", self.language) % IMAGINED_SEEDS
        states = self._game.rules.State.many(1)
        self._game.rules.imagine(self.record, states[0], number)
        return Table._started(self._game, states[0], self.language)

    # Pictures -------------------------------------------------------------------------------------
    def svg(self, theme: str = "light") -> str:
        """A picture of what the seat sees; theme is light, dark or auto.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view(0).svg()[:4]
        '<svg'
        """
        from skipyard import pictures

        if not isinstance(theme, str) or theme not in pictures.THEMES:
            facts = {"themes": ", ".join(pictures.THEMES), "value": shown(theme)}
            raise Refused(say(self.language, "api.theme", **facts), about="theme")
        return pictures.picture(self.scene, theme)

    @property
    def scene(self) -> Any:
        """What a screen needs to draw the view: zones, items, and the paths of legal moves.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view().scene.paths[0].label
        'jump e3 to e5'
        """
        names = [
            common().say(self.language, "seat.player", player=seat + 1)
            for seat in range(self.seats)
        ]
        return self._game.scene.scene(self.record, self._actions, names, self.language)

    def png(self, file: str | pathlib.Path, theme: str = "light", width: int = 1200) -> None:
        """Write the picture as PNG; this needs resvg-py, which the extra `server` installs.

        >>> import skipyard as sy
        >>> sy.Table("skippity", seed=7).view(0).png("position.png", theme="dark")
        """
        from skipyard.pictures import png

        drawing = self.svg("light" if theme == "auto" else theme)
        content = png(drawing, whole(width, "width", self.language, 1, WIDEST))
        try:
            pathlib.Path(file).write_bytes(content)
        except (OSError, TypeError, ValueError) as why:
            said = say(self.language, "api.file", file=shown(file), why=why)
            raise Refused(said, about="file") from None

    def _repr_svg_(self) -> str:
        return self.svg("auto")


def same_move(legal: Move, asked: object) -> bool:
    """Whether a bot's answer, a number or words, means this move."""
    if isinstance(asked, str):
        return " ".join(asked.lower().split()) == legal.words.lower()
    try:
        return not isinstance(asked, bool) and whole(asked, "move", "en") == int(legal)
    except Refused:
        return False
