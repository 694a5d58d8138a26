"""Keeps an unfinished game, so that leaving loses nothing; a full disk is mentioned once."""

from __future__ import annotations

from skipyard.options import Refused
from skipyard.table.files import autosave
from skipyard.table.table import Table
from skipyard.terminal.sentences import say


class Keeper:
    """Saves one table under the name that `--resume` goes on with."""

    def __init__(self, table: Table, language: str, resumed: bool = False) -> None:
        self.table, self.language = table, language
        self.owns_autosave = resumed
        self.has_warned = False

    def keep(self, leaving: bool = False) -> tuple[bool, list[str]]:
        """Save the game: whether that worked, and what there is to say.

        Who leaves is told again that it did not.
        """
        aside = None if self.owns_autosave else autosave.set_aside()
        try:
            autosave.write(self.table, self.language)
        except Refused as refusal:
            if aside:
                autosave.put_back()
            notes = [] if self.has_warned and not leaving else [str(refusal)]
            self.has_warned = True
            return False, notes
        self.owns_autosave, self.has_warned = True, False
        return True, [say(self.language, "save.aside", file=aside)] if aside else []

    def forget(self) -> None:
        """The game is over: remove its save."""
        if self.owns_autosave:
            autosave.forget()
