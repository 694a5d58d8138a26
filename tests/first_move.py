"""`first_move.py URL GAME`: open a table with a bot, play a move, and wait until the bot answered.

Uses the standard library only, as somebody's first script would.
"""

from __future__ import annotations

import http.cookiejar
import json
import sys
import time
import urllib.request
from typing import Any

TIMEOUT = 60.0  # seconds


def main(url: str, game: str) -> None:
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener = urllib.request.build_opener(jar)

    def ask(path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": url}
        request = urllib.request.Request(url + path, data, headers)
        with opener.open(request, timeout=TIMEOUT) as answer:
            return json.loads(answer.read())

    opened = ask("/api/tables", {"game": game, "chairs": ["me", "bot:greedy"], "name": "Ann"})
    path, moved = f"/api/tables/{opened['table']}", None
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        shown = ask(path)
        paths = shown["scene"]["paths"] if shown["scene"] else []
        if paths and moved is not None and shown["seq"] > moved + 1:
            return  # the bot has moved, and it is our turn again
        if paths:
            move = {"type": "move", "seq": shown["seq"], "command": f"m{shown['seq']}"}
            moved = ask(f"{path}/commands", move | {"action": paths[-1]["action"]})["seq"]
        else:
            time.sleep(0.05)
    sys.exit(f"No bot answered in {game}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
