"""A Skip-Bo MOD position as text: the lines of Skip-Bo, and the die."""

import functools

from skipyard.games.skipbo import position

read = functools.partial(position.read, name="skipbo_mod")
write = functools.partial(position.write, name="skipbo_mod")
write_view = functools.partial(position.write_view, name="skipbo_mod")
