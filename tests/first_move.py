"""`first_move.py URL GAME`: open a table with a bot and play until the bot has answered.

Prints the seconds of the table's opening, of the first own move and of the bot's answer, in all.
Uses the standard library only, as somebody's first script would.
"""

from __future__ import annotations

import http.cookiejar
import json
import random
import sys
import time
import urllib.request
from typing import Any

TIMEOUT = 60.0  # seconds


def main(url: str, game: str) -> None:
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    opener, dice = urllib.request.build_opener(jar), random.Random(1)

    def ask(path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": url}
        request = urllib.request.Request(url + path, data, headers)
        with opener.open(request, timeout=TIMEOUT) as answer:
            return json.loads(answer.read())

    began = time.monotonic()
    opened = ask("/api/tables", {"game": game, "chairs": ["me", "bot:greedy"], "name": "Ann"})
    path, moved, seconds = f"/api/tables/{opened['table']}", 0, time.monotonic() - began
    asked = began
    while time.monotonic() - began < TIMEOUT:
        shown = ask(path)
        paths = shown["scene"]["paths"] if shown["scene"] else []
        if moved and shown["seq"] > moved:  # by the bot: we have not moved since
            print(f"{seconds + time.monotonic() - asked:.1f}")
            return
        if paths:
            move = {"type": "move", "seq": shown["seq"], "command": f"m{shown['seq']}"}
            asked = time.monotonic()
            moved = ask(f"{path}/commands", move | {"action": dice.choice(paths)["action"]})["seq"]
        else:
            time.sleep(0.05)
    sys.exit(f"No bot answered in {game}.")


if __name__ == "__main__":
    main(*sys.argv[1:])
