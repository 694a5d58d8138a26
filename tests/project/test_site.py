"""The documentation site, built: its links, its order, and reading it from files in Chromium."""

from __future__ import annotations

import html.parser
import pathlib
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from typing import Any

import pytest
from test_docs import ROOT

from skipyard.proofs.shared.browsers import chromium

pytestmark = pytest.mark.full
HOSTS_OF_LINKS = ("https://github.com/skipyard/skipyard", "https://zensical.org/")
WAIT = 60_000  # milliseconds, on a busy machine


class Page(html.parser.HTMLParser):
    """What a page of the site has: anchors, links, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.without_words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        self.ids |= {of[name] or "" for name in ("id", "name") if of.get(name)}
        if tag == "a" and of.get("href"):
            self.links.append(of["href"] or "")
        if tag == "img" and not of.get("alt"):
            self.without_words.append(of.get("src") or "")
        leads = tag == "link" and of.get("rel") in ("prev", "next", "canonical", "edit")
        for name in ("src", "srcset", "data", "poster", "href"):
            if (value := of.get(name)) and tag not in ("a", "use") and not leads:
                self.loaded.append(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: pathlib.Path) -> dict[pathlib.Path, Page]:
    return {file: Page(file.read_text("utf-8")) for file in site.rglob("*.html")}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


def test_every_link_leads_to_a_page_and_an_anchor(
    site: pathlib.Path, pages: dict[pathlib.Path, Page]
) -> None:
    broken = []
    for file, page in pages.items():
        if file.name == "404.html":
            continue  # its links are from the root of a server
        for link in [*page.links, *page.loaded]:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            there = (
                (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            )
            anchor = urllib.parse.unquote(parts.fragment)
            is_known = there.is_file() and (
                not anchor
                or anchor.startswith("only-")
                or (there in pages and anchor in pages[there].ids)
            )
            if not is_known:
                broken.append(f"{file.relative_to(site)}: {link}")
    assert broken == []


def test_no_page_loads_anything_from_another_host(pages: dict[pathlib.Path, Page]) -> None:
    loaded = {link for page in pages.values() for link in page.loaded}
    assert [link for link in loaded if "//" in link and not link.startswith("data:")] == []
    links = {link for page in pages.values() for link in page.links if "//" in link}
    assert [link for link in links if not link.startswith(HOSTS_OF_LINKS)] == []


def test_every_picture_has_words(pages: dict[pathlib.Path, Page]) -> None:
    assert {link for page in pages.values() for link in page.without_words} <= {
        "site/logo.svg",
        "../site/logo.svg",
    }


def test_every_page_has_its_place_in_the_order_for_readers(site: pathlib.Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    assert "More" not in [text.strip() for text in home.replace("<", ">").split(">")], (
        "A page is in no section of docs/site/nav.toml."
    )


def test_public_names_are_described(site: pathlib.Path) -> None:
    import skipyard

    texts = "".join(file.read_text("utf-8") for file in site.glob("reference/*.html"))
    for name, where in skipyard.PUBLIC.items():
        assert f'id="{where}.{name}"' in texts, name


def test_it_is_read_offline(site: pathlib.Path, browser: Any) -> None:
    asked: list[str] = []
    page = browser.new_context(color_scheme="light").new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"file://{site}/index.html")
    for door in ("Play", "Run a server", "Write a bot", "Research"):
        page.locator(".grid.cards a", has_text=door).first.wait_for(timeout=WAIT)

    page.keyboard.press("Control+k")
    page.wait_for_timeout(500)  # until it has opened and the keyboard is in its field
    page.keyboard.type("SB-14")
    page.locator("a", has_text="The series").first.wait_for(timeout=WAIT)
    page.keyboard.press("Escape")

    page.goto(f"file://{site}/architecture.html")
    if (site / "site" / "mermaid.min.js").exists():
        page.wait_for_function(
            "() => [...document.querySelectorAll('div.mermaid')].every(it => it.shadowRoot || "
            "it.clientHeight > 200) && !document.querySelector('pre.mermaid')",
            timeout=WAIT,
        )
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_the_switch_of_themes_works_offline(site: pathlib.Path, browser: Any) -> None:
    page = browser.new_context(color_scheme="light").new_page()
    page.goto(f"file://{site}/index.html")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    shown = {page.evaluate(colour)}
    for _ in range(3):  # from the system's theme to light, to dark, and back
        page.locator("label[for^='__palette']:visible").first.click()
        page.wait_for_timeout(300)
        shown.add(page.evaluate(colour))
    assert len(shown) == 2
    images = page.locator("article img[alt^='A table of Skip-Bo']")
    assert images.count() == 2
    assert [images.nth(n).is_visible() for n in range(2)].count(True) == 1
