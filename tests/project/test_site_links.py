"""Links of the Markdown pages as GitHub shows them, and how they are turned for the site."""

from __future__ import annotations

import importlib.util
import pathlib
import re
import sys
from types import ModuleType

import pytest
from test_docs import PAGES, ROOT

LINK = re.compile(r"\]\(([^()\s]*)#([^()\s]+)\)")


def module(name: str) -> ModuleType:
    """A module of docs/site, which is not a package."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[name] = loaded  # for the modules beside it, and for dataclasses
    spec.loader.exec_module(loaded)
    return loaded


pages = module("pages")


def anchors(page: pathlib.Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.S | re.M)
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_anchors_in_markdown_exist(page: pathlib.Path) -> None:
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        if not target.startswith("http"):
            there = page.parent / target if target else page
            assert anchor in anchors(there), f"{target}#{anchor}"


def test_links_lead_to_where_pages_are_on_the_site() -> None:
    turned = pages.Pages()
    text = (
        "[a](../ARCHITECTURE.md), [`b`](lab.md#matches), [c](../skipyard/games/skipbo/RULES.fr.md)"
    )
    shown = "[a](architecture.md), [`b`](lab.md#matches), [c](rules/skipbo.fr.md)\n"
    assert turned.on_site(text, "docs/api.md") == shown
    assert turned.on_site("[a](docs/api.md)", "ARCHITECTURE.md") == "[a](api.md)\n"
    assert turned.on_site("[a](../people.md)", "docs/decisions/0001-bags-and-generations.md") == (
        "[a](../people.md)\n"
    )


def test_other_files_are_copied_or_on_the_web() -> None:
    turned = pages.Pages()
    text = "[a](examples/bot.py) [b](../pyproject.toml) [c](../examples/skipyard-pebbles)"
    assert turned.on_site(text, "docs/bots.md") == (
        f"[a](examples/bot.py) [b]({pages.REPOSITORY}/blob/main/pyproject.toml) "
        f"[c]({pages.REPOSITORY}/tree/main/examples/skipyard-pebbles)\n"
    )
    assert turned.assets == {"docs/examples/bot.py"}


def test_code_stays_as_it_is() -> None:
    text = "```text\n[a](lab.md)\nwords\n- no list\n```\n"
    text += "`[a](../ARCHITECTURE.md)` [b](../ARCHITECTURE.md)\n"
    shown = text.replace("[b](../ARCHITECTURE.md)", "[b](architecture.md)")
    assert pages.Pages().on_site(text, "docs/api.md") == shown


def test_a_list_under_a_paragraph_gets_the_empty_line_that_it_needs() -> None:
    text = "How:\n1. one\n   goes on\n2. two\n\nAlso:\n- a\ngoes on\n- b\n## Then\n- c\n"
    shown = "How:\n\n1. one\n   goes on\n2. two\n\nAlso:\n\n- a\ngoes on\n- b\n## Then\n- c\n"
    assert pages.Pages().on_site(text, "docs/api.md") == shown


def test_pictures_of_both_themes_follow_the_switch_of_the_site() -> None:
    text = (
        '<picture><source media="(prefers-color-scheme: dark)" srcset="pictures/home-dark.webp">'
        '<img src="pictures/home-light.webp" width="9%" alt="Home"></picture>'
    )
    assert pages.Pages().on_site(text, "docs/README.md") == (
        '<img src="pictures/home-light.webp#only-light" width="9%" alt="Home">'
        '<img src="pictures/home-dark.webp#only-dark" width="9%" alt="Home">\n'
    )


def test_a_rule_can_be_named_by_a_link() -> None:
    turned = pages.Pages().on_site(
        "- **SB-A01 Wild.** *(ruling)* Yes.", "skipyard/games/skipbo/RULES.md"
    )
    assert turned == "- **SB-A01 Wild.**{ #SB-A01 } *(ruling)* Yes.\n"


@pytest.mark.full
def test_examples_of_docstrings_become_sessions() -> None:
    text = "What.\n\n>>> 1 + 1\n2\n\nMore.\n"
    assert module("doctests").fenced(text) == "What.\n\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
