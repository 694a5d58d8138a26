"""`skipyard bench web`: size of the pages, time until they can be used, smoothness of animations.

A first visit in Chromium, throttled like an average phone on an average connection; the server is
`skipyard serve` in its own process.
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
SEATS = "4"  # at the busy table: three bots play one after another
MOVES = 6  # of ours, while frames are timed
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
  let last = performance.now();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.tasks_ms.push(duration);
  }).observe({ type: "longtask" });
  const count = (now) => {
    if (document.querySelector(".traveller")) window.frames_ms.push(now - last);
    last = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""


def run(args: Any) -> int:
    """Measure and print."""
    if missing():
        raise Refused(f"Measuring pages needs {missing()}.")
    report: dict[str, Any] = {"load": os.getloadavg()[0], "pages": []}

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
            report["motion"] = measure_motion(browser, server.url)
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


# Motion -------------------------------------------------------------------------------------------
def measure_motion(browser: Any, url: str) -> dict[str, float]:
    """Frame times at a busy table, where three bots play one after another."""
    context = browser.new_context(locale="en", reduced_motion="no-preference")
    context.set_default_timeout(TIMEOUT)
    page = context.new_page()
    page.goto(url)
    form = page.locator(f'form[data-game="{GAMES[0]}"]')
    form.locator("[data-opens=setup]").click()
    form.locator("select[name=players]").select_option(SEATS)
    form.locator("button[value=play]").click()
    page.locator("main.board .live.next").first.wait_for()
    page.evaluate(FRAMES)
    for _ in range(MOVES):
        page.locator("main.board .live.next").first.click()
        while page.locator("main.choosing").count():
            page.locator("main.board .live.next").first.click()
        page.locator("main.board .live.next").first.wait_for()
    taken = sorted(page.evaluate("window.frames_ms"))
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
    if "motion" not in report:  # interrupted before
        return
    motion = report["motion"]
    console.print(
        f"While things travel: {motion['fps']:.0f} frames a second in the middle,"
        f" 95 % of {motion['frames']:.0f} frames within {motion['slow_frame_ms']:.0f} ms,"
        f" {motion['dropped']:.0f} dropped; {motion['long_tasks']:.0f} tasks over 50 ms"
        f" (longest {motion['longest_task_ms']:.0f} ms);"
        f" load of the machine before: {report['load']:.1f}."
    )
