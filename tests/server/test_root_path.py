"""Below a path prefix nothing leads out of it: pages, assets, redirects, cookies, the client."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from helpers.browser_moves import chromium, take_turns
from helpers.browser_people import EXPECTED_MESSAGES, PAGE_TIMEOUT, needs_browser
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard.options import Refused
from skipyard.server.commands.serve import root_path

ROOT = "/games"
CLIENT = pathlib.Path(__file__).parents[2] / "web" / "src"
OWN_ADDRESS = re.compile(r'\b(?:href|src|srcset|action)="(/[^"#?]*)')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    folder = tmp_path_factory.mktemp("prefix")
    with running_server(folder, root_path=ROOT) as running:
        yield running


def get(server: ServerThread, path: str, **more: Any) -> Any:
    return send_request("GET", server.url + path, headers={"accept": "text/html"}, **more)


def test_pages_and_all_that_they_load_are_below_the_prefix(server: ServerThread) -> None:
    guest = Guest(server.url + ROOT)
    table = guest.open_table("skippity", ["me", "bot:greedy"])["table"]
    checked = set()
    pages = ("/", "/watch", "/me", "/offline", "/learn/skippity", "/puzzle", "/join", "/nowhere")
    for path in (*pages, "/tournaments/new", f"/t/{table}", f"/g/{table}", f"/g/{table}/embed"):
        text = get(server, ROOT + path).text
        addresses = OWN_ADDRESS.findall(text)
        addresses += re.findall(r'data-sprites="([^" ]+)', text)
        assert addresses
        for address in addresses:
            assert address.startswith(f"{ROOT}/"), (path, address)
            checked.add(address)
    for address in checked:
        if not re.search(r"\.png$|/record$|/again$|\.svg$", address):  # those need a library
            assert get(server, address).status_code == 200, address
    assert len(checked) > 30


def test_the_prefix_may_be_removed_by_the_proxy(server: ServerThread) -> None:
    for path in ("/", "/healthz", "/api/games", "/static/style.css"):
        assert get(server, path).text == get(server, ROOT + path).text
    assert get(server, ROOT).headers["location"] == f"{ROOT}/"
    moved = get(server, f"{ROOT}/tournaments")
    assert moved.headers["location"] == f"{ROOT}/tournaments/new"


def test_what_a_browser_installs_is_below_the_prefix(server: ServerThread) -> None:
    manifest = get(server, f"{ROOT}/manifest.webmanifest").json()
    addresses = [manifest[name] for name in ("id", "start_url", "scope")]
    addresses += [icon["src"] for icon in manifest["icons"]]
    addresses += [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert all(address.startswith(f"{ROOT}/") for address in addresses)
    assert get(server, f"{ROOT}/sw.js").status_code == 200


@pytest.mark.parametrize("secure", [False, True])
def test_cookies_are_for_the_prefix_alone(tmp_path: pathlib.Path, secure: bool) -> None:
    with running_server(tmp_path, root_path=ROOT, secure=secure) as server:
        body = {"game": "skippity", "chairs": ["me", "bot:greedy"]}
        origin = {"origin": server.url}
        url = f"{server.url}{ROOT}"
        opened = send_request("POST", f"{url}/api/tables", json=body, headers=origin)
        cookie = opened.headers["set-cookie"]
        assert f"Path={ROOT};" in f"{cookie};"
        assert cookie.startswith("__Secure-") == secure
        sent = {"cookie": cookie.partition(";")[0]}
        own = send_request("GET", f"{url}/api/tables", headers=sent)
        assert len(own.json()["mine"]) == 1
        chosen = send_request("GET", f"{url}/?lang=fr")
        assert f"Path={ROOT};" in f"{chosen.headers['set-cookie']};"
        gone = send_request("POST", f"{url}/api/me/forget", json={"sure": True}, headers=sent)
        assert gone.status_code == 403  # a cookie without an Origin
        sent |= origin
        gone = send_request("POST", f"{url}/api/me/forget", json={"sure": True}, headers=sent)
        dropped = gone.headers.get_list("set-cookie")
        assert dropped
        assert all(f"Path={ROOT};" in f"{each};" for each in dropped)


def test_previews_lead_to_the_public_address(tmp_path: pathlib.Path) -> None:
    public = "https://play.example.org"
    with running_server(tmp_path, root_path=ROOT, public_url=public) as server:
        table = Guest(server.url + ROOT).open_table("skippity", ["me", "bot:greedy"])["table"]
        text = get(server, f"{ROOT}/t/{table}").text
        assert f'og:url" content="{public}{ROOT}/t/{table}"' in text
        assert f'og:image" content="{public}{ROOT}/g/{table}.png' in text
        assert f'data-origin="{public}{ROOT}"' in text
        assert f"{public}{ROOT}/g/{table}?as=" in get(server, f"{ROOT}/g/{table}").text
        assert f'og:image" content="{public}{ROOT}/puzzle/' in get(
            server, f"{ROOT}/puzzle/skippity"
        ).text.replace("&amp;", "&")


@pytest.mark.parametrize("text", ["games", "/t", "/api/x", "/a b", "/a//b", "/a/../b", "//host"])
def test_what_is_no_prefix_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"--root-path"):
        root_path(text, "en")


@pytest.mark.parametrize(
    ("text", "root"), [("", ""), ("/", ""), ("/games/", ROOT), ("/a/b", "/a/b")]
)
def test_a_prefix_has_no_slash_at_its_end(text: str, root: str) -> None:
    assert root_path(text, "en") == root


def test_the_client_writes_no_path_without_the_prefix() -> None:
    """Links, redirects and requests of the client go through urlOf, or get and post, which do."""
    wrong = []
    for file in sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]):
        if file.name.endswith(".test.ts"):
            continue
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            direct = re.search(r"(?:fetch|location\.(?:assign|replace)|register)\(\s*[\"'`]/", line)
            if direct or re.search(r"""(?:href|src|action)\s*=\s*\{?["'`]/""", line):
                wrong.append(f"{file.relative_to(CLIENT)}:{number}: {line.strip()}")
    assert wrong == []


@pytest.mark.full
@needs_browser
def test_people_play_below_a_prefix(server: ServerThread) -> None:
    asked: list[str] = []
    messages: list[str] = []
    finished, _ = finished_table(server)
    with chromium() as browser:
        context = browser.new_context()
        context.set_default_timeout(PAGE_TIMEOUT)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
        page.on("console", lambda message: messages.append(message.text))
        page.goto(f"{server.url}{ROOT}/")
        page.locator('form[data-game="skippity"] button').first.click()
        page.wait_for_url(f"{server.url}{ROOT}/t/*")
        take_turns(page, 2)
        page.goto(f"{server.url}{ROOT}/g/{finished}")
        page.locator("#review").wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        page.goto(f"{server.url}{ROOT}/rules/skippity")
        page.goto(f"{server.url}{ROOT}/me")
        page.evaluate("navigator.serviceWorker.ready")
        scope = page.evaluate("navigator.serviceWorker.ready.then(worker => worker.scope)")
        context.set_offline(True)
        page.goto(f"{server.url}{ROOT}/watch")
        assert page.locator("main").count()
        context.close()
    assert scope == f"{server.url}{ROOT}/"
    assert [url for url in asked if not url.startswith((f"{server.url}{ROOT}/", "data:"))] == []
    assert [m for m in messages if not any(known in m for known in EXPECTED_MESSAGES)] == []
