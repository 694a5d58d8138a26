"""Over plain http on a network browsers offer no crypto.subtle and no clipboard; play goes on."""

from __future__ import annotations

import pytest
from helpers.browser_people import People, needs_browser
from helpers.server_thread import ServerThread

pytestmark = needs_browser
INSECURE = """
Object.defineProperty(globalThis, "isSecureContext", {value: false});
Object.defineProperty(Crypto.prototype, "subtle", {value: undefined});
Object.defineProperty(Navigator.prototype, "clipboard", {value: undefined});
"""


def test_a_guest_over_plain_http_adds_to_the_dice(people: People, server: ServerThread) -> None:
    page = people.open()
    page.context.add_init_script(INSECURE)
    page.goto(people.url)
    assert page.evaluate("crypto.subtle === undefined && navigator.clipboard === undefined")
    page.locator('form[data-game="skipbo"] button[value=bots]').click()
    page.locator(".status.mine").wait_for()
    table = page.url.rpartition("/")[2].partition("?")[0]
    chair = server.app.state.seating.tables.open[table].host.chairs[0]
    assert chair.commitment
    assert chair.nonce, "it was revealed before the deal"


@pytest.mark.full
def test_a_link_is_copied_over_plain_http(people: People) -> None:
    page = people.open()
    page.context.add_init_script(INSECURE)
    facts = people.open_table(page, "skipbo")
    page.goto(f"{people.url}/t/{facts['table']}")
    page.locator(".room li button").first.click()  # a chair for one person alone
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Copied").wait_for()
