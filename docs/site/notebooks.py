"""Notebooks: run as plain Python and stored with what they show, and turned into pages.

`python docs/site/notebooks.py docs/notebooks/balance.ipynb` runs one again, in a folder of its own.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
from typing import Any

Output = dict[str, Any]


def run(text: str, folder: pathlib.Path) -> str:
    """A notebook with the outputs that its cells have now; files go into the folder."""
    notebook = json.loads(text)
    names: dict[str, Any] = {"__name__": "__main__"}
    before = pathlib.Path.cwd()
    os.chdir(folder)
    try:
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(cells, 1):
            cell["execution_count"] = number
            cell["outputs"] = outputs("".join(cell["source"]), names, number)
    finally:
        os.chdir(before)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def outputs(source: str, names: dict[str, Any], number: int) -> list[Output]:
    """Run one cell: what it printed, and its last expression as a notebook shows it."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), names)
        value = eval(ast.unparse(last), names) if last is not None else None
    shown: list[Output] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(True)
        shown.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": ["<a drawing>"] if hasattr(value, "_repr_svg_") else [repr(value)]}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = value._repr_svg_().splitlines(True)
        kind = {"output_type": "execute_result", "execution_count": number}
        shown.append({**kind, "data": data, "metadata": {}})
    return shown


def as_markdown(text: str, name: str) -> str:
    """The cells in order; a picture is put into the page itself."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
        else:
            parts.append(f"```python\n{source}\n```")
            parts += [shown for output in cell["outputs"] if (shown := as_output(output))]
    first, _, rest = "\n\n".join(parts).partition("\n")
    return f'{first}\n\n<a href="{name}" download>Download the notebook</a>\n{rest}\n'


def as_output(output: Output) -> str:
    """What a cell gave: a drawing in one line of HTML, or text."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        drawing = " ".join("".join(data["image/svg+xml"]).split("\n"))
        return f'<div class="drawing">{drawing}</div>'
    words = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{words.rstrip()}\n```" if words else ""


if __name__ == "__main__":
    for file in map(pathlib.Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            file.write_text(run(file.read_text("utf-8"), pathlib.Path(folder)), "utf-8")
