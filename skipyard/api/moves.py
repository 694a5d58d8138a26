"""A move: the number of an action, with its words."""

from __future__ import annotations

from skipyard.arguments import text_of, whole


class Move(int):
    """A legal move: an int, the number of its action, that also knows its words.

    >>> import skipyard as sy
    >>> move = sy.Table("skippity", seats=2, seed=7).legal[0]
    >>> move, move + 0, move.words
    (Move(46, 'jump e3 to e5'), 46, 'jump e3 to e5')
    """

    words: str

    def __new__(cls, action: int, words: str = "") -> Move:
        move = super().__new__(cls, whole(action, "action", low=None))
        move.words = text_of(words, "words")
        return move

    def __repr__(self) -> str:
        return f"Move({int(self)}, {self.words!r})"

    def __str__(self) -> str:
        return self.words

    def __reduce__(self) -> tuple[type[Move], tuple[int, str]]:
        return Move, (int(self), self.words)
