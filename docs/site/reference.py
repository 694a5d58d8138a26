"""The pages of the API reference: a table of the public names, and pages for mkdocstrings."""

from __future__ import annotations

import inspect
import pathlib
from typing import Any

import skipyard

INTRODUCTION = """\
# The API in one table

`import skipyard as sy` has these names; each links to its description, which is made from the
docstring. [The library](../api.md) shows ten things that one does with them, and says what may
change.

| name | what it is |
|---|---|
"""


def write(source: pathlib.Path, groups: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Write the pages of all groups and the table; their entries in the navigation."""
    folder = source / "reference"
    folder.mkdir()
    rows, entries = [], [{"All names": "reference/index.md"}]
    for group in groups:
        lines = [f"# {group['title']}", "", group["about"], ""]
        for name in group["names"]:
            where = f"{skipyard.PUBLIC[name]}.{name}" if name in skipyard.PUBLIC else name
            lines += [f"::: {where}"]
            if name not in skipyard.PUBLIC:  # several have the same last name
                lines += ["    options:", "      show_root_full_path: true"]
            lines.append("")
            if name in skipyard.PUBLIC:
                rows.append(f"| [`{name}`]({group['page']}.md#{where}) | {sentence(name)} |")
        (folder / f"{group['page']}.md").write_text("\n".join(lines), "utf-8")
        entries.append({group["title"]: f"reference/{group['page']}.md"})
    missing = set(skipyard.PUBLIC) - {name for group in groups for name in group["names"]}
    if missing:
        raise SystemExit(f"docs/site/nav.toml has no group for {', '.join(sorted(missing))}.")
    for name in sorted(set(skipyard.__all__) - set(skipyard.PUBLIC)):
        rows.append(f"| `{name}` | {sentence(name)} |")
    (folder / "index.md").write_text(INTRODUCTION + "\n".join(rows) + "\n", "utf-8")
    return entries


def sentence(name: str) -> str:
    """The first line of what a public name says about itself; a constant shows its value."""
    value = getattr(skipyard, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        return (inspect.getdoc(value) or "").split("\n")[0].replace("|", "\\|")
    shown = value if isinstance(value, int | str) else list(value)
    return f"`{shown!r}`"
