"""Tables in the middle of a game, and an audit of their layout at any size of the window."""

from __future__ import annotations

import dataclasses
import pathlib
import random
import time
from typing import Any

from skipyard.games import GAMES, game

AUDIT = (pathlib.Path(__file__).parent / "layout_audit.js").read_text("utf-8").strip()
SIZES = (
    *((320, 568), (360, 640), (390, 844), (844, 390), (740, 360)),
    *((820, 1180), (1180, 820), (1366, 768), (1920, 1080), (683, 384)),
)
FEW_SIZES = ((390, 844), (844, 390))
LANGUAGES = ("en", "fr")
LONG_NAME = "Maximilien-Alexandre"  # as many letters as a name is sure to have room for
TEAMS = {"skipbo": "teams=true", "skip_or_trip": "variant=team"}
TEAM_SEATS = 4
MANY = {("skipbo_mod", seats): ["stock_size=10"] for seats in (5, 6)}  # MOD-A31
MOVES = 8  # of mine, until the middle of a game
POLL_LIMIT = 60  # seconds for bots to answer
SETTLED = """async () => {
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity;
  const ending = document.getAnimations().filter(ends);
  await Promise.all(ending.map((one) => one.finished.catch(() => 0)));
}"""


@dataclasses.dataclass(frozen=True)
class Setup:
    """A table to look at."""

    game: str
    seats: int
    language: str
    teams: bool = False

    @property
    def settings(self) -> list[str]:
        if self.teams:
            return [TEAMS[self.game]]
        return MANY.get((self.game, self.seats), [])

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}{'-teams' if self.teams else ''}-{self.language}"


def setups(name: str, full: bool) -> list[Setup]:
    """All seat counts of a game in both languages, or only the most."""
    most = game(name).options.MOST_SEATS
    counts = range(2, most + 1) if full else [most]
    languages = LANGUAGES if full else LANGUAGES[:1]
    found = [Setup(name, seats, language) for seats in counts for language in languages]
    if full and name in TEAMS:
        found += [Setup(name, TEAM_SEATS, language, teams=True) for language in languages]
    return found


def every_setup() -> list[Setup]:
    return [setup for name in GAMES for setup in setups(name, full=True)]


def open_middle(
    context: Any, url: str, setup: Setup, moves: int = MOVES, name: str = LONG_NAME, seed: int = 1
) -> str:
    """Open a table against greedy bots and play some moves through the API; the table's id."""
    body = {
        "game": setup.game,
        "chairs": ["me", *["bot:greedy"] * (setup.seats - 1)],
        "settings": setup.settings,
        "name": name,
    }
    here = {"origin": url}  # as a browser says it: what comes from elsewhere is refused
    answer = context.request.post(f"{url}/api/tables", data=body, headers=here)
    assert answer.status == 201, answer.text()
    table: str = answer.json()["table"]
    dice, played, deadline = random.Random(seed), 0, time.monotonic() + POLL_LIMIT
    while time.monotonic() < deadline:
        view = view_of(context, url, table)
        paths = (view["scene"] or {}).get("paths") or []
        if view["table"]["phase"] == "over":  # too late for the middle of a game
            return open_middle(context, url, setup, moves // 2, name, seed + 1)
        if paths and played == moves:
            return table
        if not paths:
            time.sleep(0.02)
            continue
        path = dice.choice([path for path in paths if not path["quiet"]] or paths)
        played += 1
        move = {"type": "move", "seq": view["seq"], "action": path["action"]}
        move |= {"command": f"middle-{played}"}
        commands = f"{url}/api/tables/{table}/commands"
        played_now = context.request.post(commands, data=move, headers=here)
        assert played_now.ok, played_now.text()
        deadline = time.monotonic() + POLL_LIMIT
    raise AssertionError(f"{setup}: the bots did not answer")


def view_of(context: Any, url: str, table: str) -> dict[str, Any]:
    view: dict[str, Any] = context.request.get(f"{url}/api/tables/{table}").json()
    return view


def show_table(page: Any, url: str, table: str) -> None:
    page.goto(f"{url}/t/{table}")
    page.locator("main.board .status").first.wait_for()


def resize(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


HELD_OR_PLAYED = """seq => document.querySelector('main.choosing')
    || document.querySelector('main.board').dataset.seq !== seq"""


def hold(page: Any) -> bool:
    """Take up the first thing that leads to a choice, if there is one."""
    things, nth = page.locator("main.board button.live.next"), 0
    while nth < things.count():
        seq = page.locator("main.board").get_attribute("data-seq")
        things.nth(nth).click()
        page.wait_for_function(HELD_OR_PLAYED, arg=seq)
        if page.locator("main.choosing").count():
            return True
        if not page.locator(".status.mine").count():  # it was a whole move
            return False
        nth += 1
    return False


def audit(page: Any, scene: dict[str, Any]) -> list[str]:
    """What is wrong with the layout of the board that a page shows, in sentences."""
    findings: list[str] = page.evaluate(AUDIT, scene)
    return findings
