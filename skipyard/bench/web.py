"""`skipyard bench web`: size of the pages, time until they can be used, smoothness of animations.

A first visit in Chromium, throttled like an average phone on an average connection; then, with the
processor of such a phone, the time from a click on a game to the first possible move, and how
smooth it is when several cards travel at once. The server is `skipyard serve` in its own process.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import statistics
import tempfile
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from skipyard.bench.interrupted import shown_if_stopped
from skipyard.cli import print_line
from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.proofs.shared.browsers import chromium, missing
from skipyard.proofs.shared.processes import ServerProcess

NETWORK = {
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}  # bytes a second
SLOWDOWN = 4  # of this machine's processor
PHONE = {"width": 360, "height": 740}
TIMEOUT = 300_000  # milliseconds; rules may have to be compiled
FRAME = 1000 / 60  # milliseconds
BOTS = 3  # at the busy table; they play one after another
MOVES = 6  # of ours, while frames are timed
STARTS = 3  # of each game; the fastest counts, since a bot may begin
MOST_START = 1000  # milliseconds from a click on the first page to the first possible move
LONG_TASK = 50  # milliseconds; none may take longer while cards travel
# From the click that opens a table to the first thing that can be touched there, over two pages.
START_WATCH = """
const now = () => performance.timeOrigin + performance.now();
addEventListener("click", () => { sessionStorage.clicked = now(); }, true);
const look = () => {
  if (document.querySelector("main.board .live.next")) {
    window.started = now() - Number(sessionStorage.clicked);
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
# When the page first had something usable, by its own clock.
STOPWATCH = """
const look = () => {
  const found = document.querySelector(USABLE);
  if (found && document.readyState !== "loading") window.usable = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
# The time between frames while something moves, and the tasks that block the page meanwhile.
FRAMES = """() => {
  window.frames_ms = [];
  window.tasks_ms = [];
  window.most = 0;
  let last = performance.now();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks_ms.push(duration);
  }).observe({ type: "longtask" });
  const count = (now) => {
    const travelling = document.querySelectorAll(".traveller").length;
    window.most = Math.max(window.most, travelling);
    if (travelling) window.frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""


def run(args: Any) -> int:
    """Measure and print."""
    if missing():
        raise Refused(f"Measuring pages needs {missing()}.")
    report: dict[str, Any] = {"load": os.getloadavg()[0], "pages": [], "starts": []}

    def print_report() -> None:
        if args.json:
            print_line(json.dumps(report, indent=2))
        else:
            show(report)

    stopped = shown_if_stopped(print_report, lambda: report["pages"], args.lang)
    with stopped, tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(f"{folder}/tables.db", pathlib.Path(folder) / "server.log")
        with server.started(), chromium() as browser:
            for page in pages():
                report["pages"].append(visit(browser, server.url, *page))
            for game in GAMES:
                tries = [measure_start(browser, server.url, game) for _ in range(STARTS)]
                report["starts"].append({"game": game, "start_ms": min(tries)})
            report["motion"] = measure_motion(browser, server.url, MOVES)
    print_report()
    return 0


def pages() -> Iterator[tuple[str, str]]:
    """The pages of a first visit, and the element that makes each usable; PLAY opens a table."""
    yield "/", "form[data-game] button"
    for game in GAMES:
        yield f"PLAY {game}", "main.board .live.next"
    yield f"/rules/{GAMES[0]}", ".rule"
    yield f"/learn/{GAMES[0]}", "#stage .live.next"


# Visiting -----------------------------------------------------------------------------------------
def visit(browser: Any, url: str, path: str, usable: str) -> dict[str, Any]:
    """One page, with nothing in the browser's cache."""
    context = browser.new_context(viewport=PHONE, locale="en", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    kind, _, game = path.partition(" ")
    if game:
        body = {"game": game, "chairs": ["me", "bot:greedy"]}
        opened = context.request.post(f"{url}/api/tables", data=body).json()
        path = f"/t/{opened['table']}"
        wait_for_turn(context, url, opened["table"])
    finished: list[Any] = []
    page.on("requestfinished", lambda request: finished.append(request))
    wire = throttle(context, page)
    page.add_init_script(STOPWATCH.replace("USABLE", json.dumps(usable)))
    page.goto(url + path, wait_until="load")
    page.wait_for_function("() => window.usable")
    page.wait_for_load_state("networkidle")
    bodies = [request.response().body() for request in finished]
    figures = {
        "page": f"/t/… {game}" if kind == "PLAY" else path,
        "requests": len(bodies),
        "wire_kb": sum(wire) / 1024,
        "gzip_kb": sum(len(gzip.compress(body)) for body in bodies) / 1024,
        "usable_ms": page.evaluate("window.usable"),
    }
    context.close()
    return figures


def wait_for_turn(context: Any, url: str, table: str) -> None:
    """Wait until it is our turn, so that the page is usable at once."""
    while True:
        scene = context.request.get(f"{url}/api/tables/{table}").json()["scene"]
        if scene and scene["paths"]:
            return


def throttle(context: Any, page: Any) -> list[int]:
    """Throttle the page; return a list that collects the size of each response."""
    wire: list[int] = []
    session = context.new_cdp_session(page)
    session.on("Network.loadingFinished", lambda done: wire.append(done["encodedDataLength"]))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    return wire


# Starting a game ----------------------------------------------------------------------------------
def measure_start(browser: Any, url: str, game: str) -> float:
    """From the click on a game's button to the first possible move, by the pages' own clocks."""
    context = browser.new_context(viewport=PHONE, locale="en", reduced_motion="no-preference")
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.add_init_script(START_WATCH)
    page.goto(url, wait_until="networkidle")
    slow_down(context, page)
    page.locator(f'form[data-game="{game}"] button[value=bots]').click()
    page.wait_for_function("() => window.started")
    started: float = page.evaluate("window.started")
    context.close()
    return started


def slow_down(context: Any, page: Any) -> None:
    """Give a page the processor of a phone."""
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


# Motion -------------------------------------------------------------------------------------------
def measure_motion(browser: Any, url: str, moves: int) -> dict[str, float]:
    """Frame times on a phone at a busy table, where three bots play one after another."""
    how = {"locale": "en", "reduced_motion": "no-preference", "viewport": PHONE}
    context = browser.new_context(**how)
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    body = {"game": GAMES[0], "chairs": ["me", *["bot:greedy"] * BOTS]}
    opened = context.request.post(f"{url}/api/tables", data=body).json()
    page.goto(f"{url}/t/{opened['table']}")
    page.locator("main.board .live.next").first.wait_for()
    slow_down(context, page)
    page.evaluate(FRAMES)
    for _ in range(moves):
        page.locator("main.board .live.next").first.click()
        while page.locator("main.choosing").count():
            page.locator("main.board .live.next").first.click()
        page.locator("main.board .live.next").first.wait_for()
    taken = sorted(page.evaluate("window.frames_ms"))
    most = page.evaluate("window.most")
    tasks = page.evaluate("window.tasks_ms")  # those over 50 ms, as browsers count them
    context.close()
    if not taken:
        raise Refused("Nothing travelled over the table: its motion could not be measured.")
    middle = statistics.median(taken)
    slow = taken[len(taken) * 95 // 100]
    dropped = sum(max(0, round(each / FRAME) - 1) for each in taken)
    return {
        "frames": len(taken),
        "fps": 1000 / middle,
        "slow_frame_ms": slow,
        "dropped": dropped,
        "travelling": most,
        "long_tasks": len(tasks),
        "longest_task_ms": max(tasks, default=0),
    }


# Printing -----------------------------------------------------------------------------------------
def show(report: dict[str, Any]) -> None:
    title = f"First visit: {SLOWDOWN} times slower processor, 1.6 Mbit/s, 150 ms"
    table = Table("page", "requests", "on the line", "gzip", "usable after", title=title)
    for page in report["pages"]:
        weights = (f"{page['wire_kb']:.0f} KB", f"{page['gzip_kb']:.0f} KB")
        table.add_row(page["page"], str(page["requests"]), *weights, f"{page['usable_ms']:.0f} ms")
    console = Console()
    console.print(table)
    title = (
        f"From the click on a game to the first possible move, {SLOWDOWN} times slower processor"
    )
    starts = Table("game", "after", "at most", title=title)
    for start in report["starts"]:
        starts.add_row(start["game"], f"{start['start_ms']:.0f} ms", f"{MOST_START} ms")
    console.print(starts)
    if "motion" not in report:  # interrupted before
        return
    motion = report["motion"]
    console.print(
        f"While up to {motion['travelling']:.0f} things travel, {SLOWDOWN} times slower processor:"
        f" {motion['fps']:.0f} frames a second in the middle,"
        f" 95 % of {motion['frames']:.0f} frames within {motion['slow_frame_ms']:.0f} ms,"
        f" {motion['dropped']:.0f} dropped; {motion['long_tasks']:.0f} tasks over {LONG_TASK} ms,"
        f" of which there should be none (longest {motion['longest_task_ms']:.0f} ms);"
        f" load of the machine before: {report['load']:.1f}."
    )
