"""docs/observations.md, written from the games' features: `python -m skipyard.lab.observations`."""

from __future__ import annotations

from skipyard.cli import print_line
from skipyard.games import GAMES, game
from skipyard.games.feature_layout import observation_digest

HEAD = """# Observations as arrays

What a seat sees, as a vector of bytes: the layout of every game, written by `python -m
skipyard.lab.observations` from the `FEATURES` that the compiled code reads its places from. A
vector is made from the seat's View and nothing else.

- Each feature is a whole number from 0 to its block's `high`; a block of `high` 1 holds marks.
  `values / highs(FEATURES)` (`skipyard.games.feature_layout`) are the same from 0 to 1.
  Bytes and not floats: counts stay exact, CPU and GPU agree to the bit, and a memory of past
  positions takes a quarter of the room.
- *By player* means the viewer first, then the others clockwise; places without a player are 0.
  `me` tells the seat itself, for actions name players and sides by number. A watcher looks from
  the first seat and has no `me`.
- The vector is as long for every table of a game, whatever its seats and options; options are
  part of it, so that one learner can play them all.
- Together with the vectors and moves before it, a vector tells all that the seat knows. A game
  says under its table what it leaves to that history.
- A game's *digest* changes with the places of its features, the numbers of its actions, its rules'
  `VERSION` and `skipyard.OBSERVATIONS`. Store `skipyard.observation_digest(game)` beside a network
  and compare it before you use the network again.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for name in GAMES:
        features = game(name).features
        parts.append(f"\n## {game(name).title}: {features.SIZE} features\n")
        parts.append(f"Digest `{observation_digest(name)}`.\n")
        parts.append("| block | first | length | high | meaning |\n|---|---|---|---|---|")
        parts += [
            f"| `{b.name}` | {b.first} | {b.length} | {b.high} | {b.meaning} |"
            for b in features.FEATURES
        ]
        if hasattr(features, "HISTORY"):
            parts.append(f"\nLeft to the history: {features.HISTORY}.")
    return "\n".join(parts)


if __name__ == "__main__":
    print_line(page())
