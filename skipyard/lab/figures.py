"""`skipyard figures`: every game, seat count and variant played by greedy bots, as a page."""

from __future__ import annotations

import pathlib
from typing import Any

from skipyard.cli import say, whole_number
from skipyard.games import GAMES, Game, game
from skipyard.lab import simulate
from skipyard.lab.picture import win_shares
from skipyard.options import Refused, read_settings

SEED = 1
VARIANTS: dict[str, tuple[tuple[str, ...], ...]] = {  # settings; each at every number of seats
    "skipbo": (
        (),
        ("stock_size=10",),
        ("teams=true",),
        ("wild_on_wild=false", "wild_as_12=false"),
        ("discard_wild=false",),
        ("must_play=when_no_draw",),
        ("on_block=draw",),
        ("on_block=recycle_discards",),
        ("on_block=shed_bottom",),
    ),
    "skipbo_mod": (
        (),
        ("short_game=true",),
        ("teams=true", "short_game=true"),
        ("redraw_after_discard=true",),
    ),
    "skip_or_trip": (
        (),
        ("mercy=on",),
        ("variant=advanced",),
        ("variant=team",),
        ("symbol_set=quintet",),
        ("symbol_set=quartet",),
        ("endgame_reading=mover",),
    ),
    "flip_and_skip": (
        (),
        ("multiskip_cost=each",),
        ("alt_action=none",),
        ("corner_rule=off",),
        ("move_any=true",),
        ("capture_own=true",),
        ("literal_no_flip=true",),
    ),
    "skippity": (
        (),
        ("opening_holes=corners1",),
        ("opening_holes=corners2",),
        ("seeding=rows",),
        ("seeding=alternate",),
        ("scoring=hundred",),
        ("size=6",),
    ),
}


def run(args: Any) -> int:
    """Play everything, then write the page and a picture for each game."""
    folder = pathlib.Path(args.folder)
    games = whole_number(args.games, "--games", 1)
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    page = [
        "# Figures",
        "",
        f"Greedy bots, {games:,} games of every variant at every number of seats, as",
        "`skipyard figures docs` printed them. Every game ended and every table was whole.",
    ]
    for name in GAMES:
        reports = studies(game(name), games)
        (folder / f"figures-{name}.svg").write_text(win_shares(reports), "utf-8")
        page += ["", f"## {game(name).title}", ""]
        page += [f"![Who wins at {game(name).title}, by seat](figures-{name}.svg)"]
        for report in reports:
            page += ["", "```text", simulate.table(report), "```"]
    (folder / "figures.md").write_text("\n".join(page) + "\n", "utf-8")
    return 0


def studies(g: Game, games: int) -> list[dict[str, Any]]:
    """A report for each variant and number of seats that the game's options allow."""
    found = []
    for settings in VARIANTS[g.name]:
        chosen = read_settings(g.options.OPTIONS, settings, g.title)
        for seats in range(g.options.FEWEST_SEATS, g.options.MOST_SEATS + 1):
            try:
                g.options.check(seats, chosen)
            except Refused:
                continue
            names = ["greedy"] * seats
            results = simulate.play(g, seats, chosen, names, games, SEED)
            found.append(simulate.summary(g, seats, chosen, names, results))
            say(simulate.table(found[-1]) + "\n")
    return found
