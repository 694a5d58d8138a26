"""What is held, and what can be touched next; when a path is complete it gives its action."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

from skipyard.games.scene import Path


class Mark(Enum):
    """How something on the board is marked, always by its frame too, never by colour alone."""

    PLAIN = "plain"
    CAN = "can"  # it can be touched
    CURSOR = "cursor"  # Enter touches it
    HELD = "held"
    NEW = "new"  # the last move brought it here


class Touches:
    """Narrows the legal paths by what was touched, as the browser does."""

    def __init__(self, paths: Sequence[Path] = (), fresh: Collection[str] = ()) -> None:
        self.paths, self.fresh = list(paths), set(fresh)
        self.held: list[str] = []
        self.hinted: list[str] = []  # what a hint would touch
        self.cursor = ""

    @property
    def open_paths(self) -> list[Path]:
        """The paths that begin with what is held."""
        return self.starting(self.held)

    def starting(self, held: Sequence[str]) -> list[Path]:
        count = len(held)
        return [path for path in self.paths if path.touch[:count] == list(held)]

    def next(self, held: Sequence[str] | None = None) -> dict[str, list[Path]]:
        """What can be touched next, each with the paths that it continues."""
        begun = self.held if held is None else held
        found: dict[str, list[Path]] = {}
        for path in self.starting(begun):
            if len(path.touch) > len(begun):
                found.setdefault(path.touch[len(begun)], []).append(path)
        return found

    def can_touch(self, ids: Collection[str]) -> bool:
        """Whether a touch continues a path, starts another or lets go."""
        tries = range(len(self.held), -1, -1)
        return any(self.next(self.held[:kept]).keys() & set(ids) for kept in tries)

    def touch(self, ids: Collection[str]) -> int | None:
        """Touch a thing with several ids; the action, where its path is now complete.

        It continues what is held, or starts another path; touched again, it is let go.
        """
        for kept in range(len(self.held), -1, -1):
            begun = self.held[:kept]
            following = self.next(begun)
            touched = next((one for one in ids if one in following), None)
            if touched is None:
                continue
            if self.held[kept : kept + 1] == [touched]:
                self.held = begun
                return None
            self.held = [*begun, touched]
            whole = [path for path in self.open_paths if path.touch == self.held]
            if whole:
                self.held = []
                return whole[0].action
            return None
        return None

    def release(self) -> bool:
        """Let go of what was touched last; whether there was anything."""
        was_held = bool(self.held)
        self.held = self.held[:-1]
        return was_held

    def mark(self, *ids: str) -> Mark:
        """How to mark a thing that has these ids."""
        if self.cursor and self.cursor in ids:
            return Mark.CURSOR
        if any(one in self.held for one in ids):
            return Mark.HELD
        following = self.next()
        if any(one in following for one in ids):
            return Mark.CAN
        return Mark.NEW if self.fresh.intersection(ids) else Mark.PLAIN

    def effect(self, one: str) -> str:
        """What touching this would do: the move in words once it is clear, else how many moves."""
        paths = self.next().get(one, [])
        labels = {path.label for path in paths}
        return labels.pop() if len(labels) == 1 else ""
