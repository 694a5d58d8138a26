"""Takes the pictures of the full-screen client for the docs: `make terminal-pictures`."""

from __future__ import annotations

import asyncio
import os
import pathlib
import re
import sys
import tempfile

from skipyard.bots import seat_bot
from skipyard.games import game
from skipyard.options import read_settings
from skipyard.table.table import Table
from skipyard.terminal.screen.app import PlayApp

FOLDER = pathlib.Path(__file__).parent.parent / "docs" / "pictures"
KEY = bytes(range(32))
LARGEST = 150_000  # bytes of one picture
BOT = "level3"
# Players, moves before the picture, columns, lines, theme, and keys that are pressed then.
TABLES = {
    "skipbo": (3, 40, 148, 40, "dark", ["a"]),
    "skipbo_mod": (4, 36, 80, 24, "light", ["enter"]),
    "skip_or_trip": (3, 24, 112, 40, "light", ["right", "enter"]),
    "flip_and_skip": (2, 22, 148, 40, "dark", ["enter"]),
    "skippity": (3, 18, 80, 24, "dark", ["right", "right", "enter"]),
}
WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)  # asks another server for letters

COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)


def main() -> str | None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home
        os.environ.pop("NO_COLOR", None)
        for name in TABLES:
            asyncio.run(shoot(name))
    large = [file.name for file in FOLDER.glob("terminal-*.svg") if file.stat().st_size > LARGEST]
    return f"too large: {large}" if large else None


def table_of(name: str, seats: int, moves: int) -> Table:
    """A table in the middle of a game, with the first player on turn."""
    g = game(name)
    chosen = read_settings(g.options.OPTIONS, [], g.title)
    table = Table(g, ["you"] + [BOT] * (seats - 1), chosen, KEY)
    bot = seat_bot(name, "greedy", 1)
    while len(table.log) < moves or table.turn != 0 or len(table.legal()) < 3:
        table.play(table.turn, bot.choose(table.view(table.turn), table.legal()))
    return table


async def shoot(name: str) -> None:
    seats, moves, columns, lines, theme, keys = TABLES[name]
    app = PlayApp(table_of(name, seats, moves), "en", False, theme, 0)
    try:
        async with app.run_test(size=(columns, lines)) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            while app.is_analysing and app.advice is None:
                await pilot.pause(0.1)
            await pilot.pause()
            svg = app.export_screenshot(title=f"skipyard play {name}")
    finally:
        app.thinker.stop()
    svg = COMMENT.sub("", WEB_FONT.sub("", svg)).replace("Fira Code", "DejaVu Sans Mono")
    (FOLDER / f"terminal-{name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    sys.exit(main())
