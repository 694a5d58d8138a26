"""Builds the documentation site: `make docs`, or `python docs/site/build.py [FOLDER]`.

The pages are the repository's own Markdown files. They are copied to build/docs with their links
turned to where the pages are on the site, and Zensical makes the site of them in build/site.
"""

from __future__ import annotations

import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tomllib
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import diagrams
import reference
from notebooks import as_markdown
from pages import ROOT, Pages, heading, shelf

HERE = pathlib.Path(__file__).parent
SHIM, SHIM_ELSEWHERE = "iframe-worker.js", "https://unpkg.com/iframe-worker/shim"
Nav = list[dict[str, Any]]


def main(site: pathlib.Path) -> int:
    if not all(map(importlib.util.find_spec, ("zensical", "mkdocstrings_handlers"))):
        print("The site needs its generator: pip install 'skipyard[docs]', or `make docs`.")
        return 2
    work = site.with_name(f"{site.name}-source")
    shutil.rmtree(work, ignore_errors=True)
    source = work / "pages"
    source.mkdir(parents=True)
    pages = Pages()
    nav = navigation(pages, source)
    for page in pages.all():
        write(source / pages.place(page), page, pages)
    for asset in sorted(pages.assets):
        copy(ROOT / asset, source / pages.place_of_asset(asset))
    for part in ("extra.css", "logo.svg", SHIM):
        copy(HERE / part, source / "site" / part)
    diagrams.provide(source, work)
    (work / "zensical.toml").write_text(configuration(nav), "utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=work, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        return done.returncode
    with_own_shim(work / "site")
    shutil.rmtree(site, ignore_errors=True)
    shutil.move(work / "site", site)
    print(f"The site is in {site}: open {site / 'index.html'}")
    return 0


def with_own_shim(site: pathlib.Path) -> None:
    """Let pages from file:// take the script for their search from the site, not from its host."""
    for page in site.rglob("*.html"):
        up = "../" * len(page.relative_to(site).parents[1:])
        text = page.read_text("utf-8").replace(SHIM_ELSEWHERE, f"{up}site/{SHIM}")
        page.write_text(text, "utf-8")


def write(target: pathlib.Path, page: str, pages: Pages) -> None:
    """A page as the site's generator wants it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    text = (ROOT / page).read_text("utf-8")
    if page.endswith(".ipynb"):
        text = as_markdown(text, pathlib.Path(page).name)
        copy(ROOT / page, target.with_suffix(".ipynb"))
    target.write_text(pages.on_site(text, page), "utf-8")


def copy(source: pathlib.Path, target: pathlib.Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def navigation(pages: Pages, source: pathlib.Path) -> Nav:
    """The sections of nav.toml; what it does not name comes last."""
    plan = tomllib.loads((HERE / "nav.toml").read_text("utf-8"))
    nav: Nav = []
    left = set(pages.all())
    for section in plan["section"]:
        named = [*section.get("pages", []), *shelf(section.get("rulebooks", []))]
        if section.get("decisions"):
            named += [page for page in pages.all() if page.startswith("docs/decisions/0")]
        entries = [entry(pages, page) for page in named if page in left]
        left -= set(named)
        if section.get("reference"):
            entries += reference.write(source, plan["reference"])
        if entries:
            alone = len(entries) == 1 and section.get("pages") == ["docs/README.md"]
            nav += [{section["title"]: "index.md"}] if alone else [{section["title"]: entries}]
    if left:
        nav.append({"More": [entry(pages, page) for page in sorted(left)]})
    return nav


def entry(pages: Pages, page: str) -> dict[str, str]:
    return {heading(page): pages.place(page)}


def configuration(nav: Nav) -> str:
    """zensical.toml with this build's folders and navigation."""
    text = (HERE / "zensical.toml").read_text("utf-8")
    ours = {
        "docs_dir": "pages",
        "site_dir": "site",
        "nav": nav,
    }
    lines = "".join(f"{name} = {toml(value)}\n" for name, value in ours.items())
    extra = {"paths": [str(ROOT)], "extensions": [str(HERE / "doctests.py")]}
    handler = "[project.plugins.mkdocstrings.handlers.python"
    text = text.replace("[project]\n", f"[project]\n{lines}", 1)
    paths, extensions = toml(extra["paths"]), toml(extra["extensions"])
    return text.replace(
        f"{handler}.options]\n",
        f"{handler}]\npaths = {paths}\n\n{handler}.options]\nextensions = {extensions}\n",
        1,
    )


def toml(value: Any) -> str:
    """Text, lists and tables in one line of TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml(name)} = {toml(it)}" for name, it in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "build" / "site"))
