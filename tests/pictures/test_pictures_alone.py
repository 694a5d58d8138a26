"""Pictures of a scene need nothing but the library: no server, no template engine."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import sys
for name in ("starlette", "uvicorn", "jinja2", "markupsafe", "resvg_py", "rich", "psycopg"):
    sys.modules[name] = None  # importing it fails, as where it is not installed
from skipyard import pictures
from skipyard.core import key_from
from skipyard.games import GAMES, game
from skipyard.options import read_settings
from skipyard.table.table import Table

for name in GAMES:
    g = game(name)
    table = Table(g, ["you", "bot"], read_settings(g.options.OPTIONS, [], g.title), bytes(32))
    view = table.view(0)
    scene = g.scene.scene(view, [], ["Ann & Bob", "<Cy>"], "en")
    drawing = pictures.picture(scene)
    assert drawing.startswith("<svg") and "Ann &amp; Bob" in drawing and "<Cy>" not in drawing
assert "skipyard.server" not in sys.modules
"""


def test_every_game_is_drawn_without_the_server_extra() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
