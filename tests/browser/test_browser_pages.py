"""Every page besides the boards fits every window: nothing overlaps, is cut or too small."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.browser_people import People, needs_browser
from helpers.layout_audit import FEW_SIZES, LANGUAGES, SIZES, resize
from helpers.server_thread import ServerThread, running_server
from helpers.shown_pages import FAULTS, PAGES, page_audit

pytestmark = needs_browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    """A server that others reach, so that pages show QR codes."""
    public = "https://play.example.org"
    with running_server(tmp_path_factory.mktemp("pages"), public_url=public) as running:
        yield running


def findings(
    people: People, name: str, language: str, windows: tuple[tuple[int, int], ...]
) -> list[str]:
    page = PAGES[name](people, {"locale": language})
    found = []
    for size in windows:
        resize(page, size)
        found += [f"{size[0]}x{size[1]}: {finding}" for finding in page_audit(page)]
    return found


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_fits_every_window(people: People, name: str, language: str) -> None:
    found = findings(people, name, language, SIZES)
    assert not found, "\n".join([f"{len(found)} findings", *found])


def test_a_long_form_in_french_fits_a_phone(people: People) -> None:
    found = findings(people, "tournament form", "fr", FEW_SIZES)
    assert not found, "\n".join(found)


@pytest.mark.full
def test_the_audit_of_pages_notices_planted_faults(people: People) -> None:
    page = people.open()
    resize(page, (390, 844))
    for fault, (script, words) in FAULTS.items():
        page.goto(f"{people.url}/tournaments/new")
        assert not page_audit(page)
        page.evaluate(f"() => {{ {script} }}")
        found = page_audit(page)
        assert any(words in finding for finding in found), (fault, found)
