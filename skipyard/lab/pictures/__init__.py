"""Pictures of games that were played: for a notebook, or as SVG files.

    >>> from skipyard.lab import pictures
    >>> games = pictures.read("games.parquet")  # from `skipyard simulate … --out games.parquet`
    >>> pictures.lengths(games)  # a notebook shows it
    >>> pictures.seats(games).save("seats.svg")

`lengths` draws how long games are, `seats` who wins by seat, `options` what each option changes.
"""

from skipyard.lab.pictures.drawing import Drawing as Drawing
from skipyard.lab.pictures.games import Group as Group
from skipyard.lab.pictures.games import read as read
from skipyard.lab.pictures.lengths import lengths as lengths
from skipyard.lab.pictures.options import options as options
from skipyard.lab.pictures.seats import seats as seats

__all__ = ["Drawing", "Group", "lengths", "options", "read", "seats"]
