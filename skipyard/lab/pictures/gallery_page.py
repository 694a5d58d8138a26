"""The words of docs/gallery.md around the pictures; alternative texts come from the pictures."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from skipyard.games import GAMES, game
from skipyard.lab.pictures.drawing import Drawing

INTRODUCTION = """\
# Gallery

The five games in pictures: how long they last, which seat has an advantage, and what each option
changes, among greedy bots. One study is behind them, with all its games in a file, and
[figures](figures.md) has its numbers and says how they were played:

```text
skipyard figures docs --out study.parquet
skipyard gallery docs --from study.parquet
```

Without `--from` the pictures are drawn again from the data files in `docs/figures` and
`docs/gallery`.
[The notebook](notebooks/balance.ipynb) draws the study of one game from such a file."""

LENGTHS = """\
## How long games are

A wide hill is a game whose length depends on luck and play; a narrow one is a game that something
ends at about the same turn, such as a deck that runs out. A second, low hill means a second way to
end, such as a limit. [Figures](figures.md) says how often each game ends in which way."""

SEATS = """\
## Which seat wins more than its share

An even share is one divided by the number of seats, or of sides. Who begins is an advantage in one
game and a burden in the other."""

OPTIONS = """\
## What each option changes

Each option alone, beside the book, at the smallest number of seats. A bar says how much longer or
shorter games become; the dots show how the advantage of the best seat and the share of drawn games
move from the book to the option."""


def page(drawings: Mapping[str, Drawing]) -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    parts += [LENGTHS, image("lengths", drawings), SEATS, image("seats", drawings), OPTIONS]
    for name in GAMES:
        parts += [f"### {game(name).title}", image(f"{name}-options", drawings)]
    return "\n\n".join(parts) + "\n"


def image(name: str, drawings: Mapping[str, Drawing]) -> str:
    """A link to a picture, its description as the alternative text."""
    text = drawings[name]
    title = re.search(r"<title[^>]*>(.*?)</title>", text)
    told = re.search(r"<desc[^>]*>(.*?)</desc>", text)
    assert title is not None
    assert told is not None
    words = html.unescape(f"{title[1]}. {told[1]}").replace("[", "(").replace("]", ")")
    return f"![{words}](gallery/{name}.svg)"
