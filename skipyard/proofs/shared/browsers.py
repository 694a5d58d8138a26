"""A real browser: Debian's Chromium, driven through Playwright."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

from skipyard import extras
from skipyard.server.pages import assets

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def program() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


def missing() -> str:
    """What this machine lacks for browser tests, in words; empty if nothing."""
    needs = {
        f"playwright ({extras.install_command('prove')})": extras.is_installed("playwright"),
        "Chromium (Debian: apt install chromium)": program() is not None,
        "the built client (make web)": assets.page_script("table") is not None,
    }
    return ", ".join(what for what, there in needs.items() if not there)


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
