"""Pages as a browser gets them: rules, lessons, reviews, the lobby, errors."""

from __future__ import annotations

import asyncio
import html.parser
import pathlib
import random
import re
import sqlite3
from typing import Any

import httpx
import pytest
from helpers.guest_tables import finished_table
from helpers.server_thread import Guest, ServerThread, running_server, send_request

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, cases, game, rulebook
from skipyard.server.pages import assets
from skipyard.server.sentences import sentences

VOID = {"source", "meta", "link", "img", "input", "br", "use", "path"}
BROWSER = {"accept": "text/html"}


class Page(html.parser.HTMLParser):
    """A page parsed strictly: every tag closed, nothing inline."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.metas: dict[str, str] = {}
        self.language = ""
        self.feed(text)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        assert tag != "style"
        assert tag != "script" or attributes.get("src", "").startswith("/static/")
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        if tag == "img":
            assert "alt" in attributes
        if tag == "html":
            self.language = attributes["lang"]
        if tag == "meta":
            self.metas[attributes.get("property") or attributes.get("name", "")] = attributes.get(
                "content", ""
            )
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links |= {attributes[name] for name in ("href", "src") if name in attributes}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def get(server: ServerThread, path: str, language: str = "en", **headers: str) -> httpx.Response:
    asked = BROWSER | {"accept-language": language} | headers
    return send_request("GET", server.url + path, headers=asked)


def page(server: ServerThread, path: str, language: str = "en", status: int = 200) -> Page:
    response = get(server, path, language)
    assert response.status_code == status, response.text
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "accept-language" in response.headers["vary"]
    read = Page(response.text)
    assert read.language == language
    return read


# Rules --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.full)])
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_its_place_and_its_examples(
    server: ServerThread, name: str, language: str
) -> None:
    text = get(server, f"/rules/{name}", language).text
    read = page(server, f"/rules/{name}", language)
    assert set(rulebook.read(game(name), language).entries) <= set(read.ids)
    shown = text.count('class="example"')
    own = {case.rule for case in cases.load(game(name))} & set(read.ids)
    assert shown == sum(case.rule in own for case in cases.load(game(name)))
    assert shown > 50


def test_pictures_of_rules_are_there_and_may_only_colour_themselves(server: ServerThread) -> None:
    links = page(server, "/rules/skippity").links
    pictures = sorted(link for link in links if ".svg" in link and link.startswith("/rules"))
    for link in random.Random(1).sample(pictures, 5):
        response = get(server, link)
        assert response.headers["content-type"] == "image/svg+xml"
        assert response.headers["content-security-policy"].startswith("default-src 'none'")
        assert "max-age" in response.headers["cache-control"]
    assert get(server, "/rules/skippity/0/during.svg").status_code == 404
    assert get(server, "/rules/skippity/99999/before.svg").status_code == 404


def test_french_pages_speak_french(server: ServerThread) -> None:
    text = get(server, "/rules/skippity", "fr").text
    assert "Interdit" in text
    assert "Not allowed" not in text
    assert sentences().missing() == []


# Lessons ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_served_and_judge_what_is_tried(server: ServerThread, name: str) -> None:
    page(server, f"/learn/{name}", "fr")
    lessons = get(server, f"/api/learn/{name}").json()
    for nth, lesson in enumerate(lessons):
        address = f"{server.url}/api/learn/{name}/{nth}"
        for path in reversed(lesson["paths"]):
            asked = {"touch": ",".join(path), "lang": "en"}
            if send_request("GET", address, params=asked).json()["kind"] == "right":
                break
        else:
            pytest.fail(f"lesson {nth} cannot be done")
    odd = get(server, f"/api/learn/{name}/0?touch=nothing,here").json()
    assert odd["kind"] == "refused"
    assert odd["sentence"]
    assert get(server, f"/api/learn/{name}/99?touch=x").status_code == 404
    assert lessons[0]["scene"]["zones"]


def test_an_example_is_served_as_scenes_that_nobody_can_touch(server: ServerThread) -> None:
    text = get(server, "/rules/skipbo").text
    numbers = re.findall(r'data-example="(\d+)"', text)
    assert len(numbers) > 20
    found = get(server, f"/api/rules/skipbo/{numbers[0]}").json()
    assert found["before"]["zones"]
    assert not found["before"]["paths"]
    assert get(server, "/api/rules/skipbo/9999").status_code == 404
    assert get(server, "/api/rules/chess/0").status_code == 404


# Looking back -------------------------------------------------------------------------------------
def test_a_finished_game_can_be_walked_through_from_every_side(server: ServerThread) -> None:
    table, _ = finished_table(server)
    last = max(map(int, re.findall(r"seq=(\d+)", str(page(server, f"/g/{table}").links))))
    assert last > 2  # somebody sat down, cards were dealt, somebody played
    for side in ("public", "0", "1", "all"):
        for seq in (0, last // 2, last):
            turn = page(server, f"/g/{table}?as={side}&seq={seq}", "fr")
            for link in [link for link in turn.links if ".svg?as" in link]:
                assert get(server, link).status_code == 200
    assert get(server, f"/g/{table}?seq=99999").status_code == 404
    assert get(server, f"/g/{table}?as=9").status_code == 400


def test_only_an_embedded_table_may_be_framed(server: ServerThread) -> None:
    table, _ = finished_table(server)
    policy = "content-security-policy"
    assert "frame-ancestors *" in get(server, f"/g/{table}/embed?as=1&seq=2").headers[policy]
    page(server, f"/g/{table}/embed?as=1&seq=2", "fr")
    for path in (f"/g/{table}", f"/t/{table}", "/", "/watch", f"/g/{table}/embed?seq=99999"):
        assert "frame-ancestors 'none'" in get(server, path).headers[policy]


def test_turns_of_a_finished_game_may_be_kept_and_those_of_a_running_one_not(
    server: ServerThread,
) -> None:
    table, _ = finished_table(server)
    assert "private" in get(server, f"/g/{table}.svg?as=1&seq=2").headers["cache-control"]
    assert "max-age=60" in get(server, f"/g/{table}.svg").headers["cache-control"]


def test_a_finished_game_is_verified_in_one_click(server: ServerThread) -> None:
    table, _ = finished_table(server)
    verified = get(server, f"/api/tables/{table}/verify").json()
    assert len(verified["right"]) >= 7
    assert verified["wrong"] == ""
    read = get(server, f"/g/{table}?verify=1").text
    assert all(sentence.split(" ")[0] in read for sentence in verified["right"])


def test_other_sides_stay_closed_while_the_game_goes_on(server: ServerThread) -> None:
    ann = Guest(server.url)
    table = ann.open_table("skipbo", ["me", "invited"], name="Ann")
    bob = Guest(server.url)
    bob.join(table["codes"]["1"], name="Bob")
    name = table["table"]

    async def deal() -> None:
        async with ann.connect(name) as line:
            await line.until(lambda m: m["type"] == "shown" and m["scene"])

    asyncio.run(deal())
    for side in ("0", "1", "all"):
        for ending in ("", ".svg"):
            assert get(server, f"/g/{name}{ending}?as={side}").status_code == 403
    assert bob.get(f"/g/{name}.svg?as=1").status_code == 200
    assert bob.get(f"/g/{name}.svg?as=1").headers["cache-control"] == "no-store"
    assert bob.get(f"/g/{name}.svg?as=0").status_code == 403
    assert bob.get(f"/g/{name}.svg").text == get(server, f"/g/{name}.svg").text
    verdict = get(server, f"/api/tables/{name}/verify").json()
    assert verdict["right"] == []
    assert verdict["wrong"]


def test_a_shared_link_shows_names_and_a_public_picture(server: ServerThread) -> None:
    ann = Guest(server.url)
    table = ann.open_table("flip_and_skip", ["me", "invited"], name="Ann")
    for path in (f"/t/{table['table']}", f"/g/{table['table']}"):
        metas = page(server, path).metas
        assert metas["og:title"] == "Flip & Skip – Ann"
        address, _, asked = metas["og:image"].partition("?")
        assert address == f"{server.url}/g/{table['table']}.png"
        assert asked == ("seq=1" if "/g/" in path else "")
        text = get(server, path).text
        assert table["codes"]["1"] not in text
        assert ann.token not in text


# The lobby, and what a browser installs -----------------------------------------------------------
def test_the_lobby_shows_open_tables_and_no_private_ones(server: ServerThread) -> None:
    ann, bob = Guest(server.url), Guest(server.url)
    public = ann.open_table("skippity", ["me", "open"], name="Ann")["table"]
    private = bob.open_table("skippity", ["me", "invited"], name="Bob")["table"]
    links = str(page(server, "/watch", "fr").links)
    assert public in links
    assert private not in links


def test_the_lobby_is_the_same_after_a_restart(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as before:
        ann = Guest(before.url)
        waiting = ann.open_table("skippity", ["me", "open"], name="Ann")["table"]
        running = ann.open_table("skippity", ["me", "open"], name="Ann")["table"]
        private = ann.open_table("skippity", ["me", "bot:greedy"], name="Ann")["table"]
        bob = {"seat": 1, "name": "Bob", "bearer": True}
        assert ann.post(f"/api/tables/{running}/sit", bob).status_code == 200
    with running_server(tmp_path) as after:
        read = page(after, "/watch")
        assert {f"table-{waiting}", f"table-{running}"} <= set(read.ids)
        assert f"table-{private}" not in read.ids


def test_a_table_of_newer_rules_says_so_and_leaves_the_lobby_alone(tmp_path: pathlib.Path) -> None:
    with running_server(tmp_path) as before:
        table = Guest(before.url).open_table("skippity", ["me", "open"], name="Ann")["table"]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE tables SET rules = 99 WHERE id = ?", (table,))
    with running_server(tmp_path) as after:
        for language in LANGUAGES:
            assert "/watch" in page(after, f"/t/{table}", language, 410).links
        assert f"table-{table}" not in page(after, "/watch").ids


def test_it_can_be_installed(server: ServerThread) -> None:
    response = get(server, "/manifest.webmanifest", "fr")
    manifest = response.json()
    assert manifest["lang"] == "fr"
    assert {"name", "start_url", "display", "icons", "theme_color"} <= manifest.keys()
    icon = get(server, manifest["icons"][0]["src"])
    assert icon.headers["content-type"] == "image/svg+xml"
    assert {"/manifest.webmanifest", "/static/install.js"} <= page(server, "/offline").links
    worker = get(server, "/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "/offline" in worker.text


# What goes wrong ----------------------------------------------------------------------------------
@pytest.mark.parametrize("path", ["/nowhere", "/t/nope", "/g/nope", "/rules/chess", "/learn/chess"])
def test_what_is_not_there_says_so_and_where_to_go(server: ServerThread, path: str) -> None:
    for language in LANGUAGES:
        read = page(server, path, language, 404)
        assert {"/", "/watch"} <= read.links


def test_programs_get_problems_as_data(server: ServerThread) -> None:
    for path in ("/nowhere", "/api/tables/nope", "/t/nope"):
        response = get(server, path, accept="application/json")
        assert response.status_code == 404
        assert response.json()["type"] == "refused"


def test_pages_lead_only_to_what_is_there(server: ServerThread) -> None:
    checked = set()
    for path in ("/", "/watch", "/offline", "/rules/skipbo", "/learn/skipbo"):
        for link in page(server, path).links:
            address = link.split("#")[0]
            of_an_example = re.search(r"/\d+/", address)  # they have a test of their own
            pixels = address.endswith(".png")  # which need a library that may be missing
            if address.startswith("/") and not of_an_example and not pixels:
                assert get(server, address).status_code == 200, address
                checked.add(address)
    assert len(checked) > 15


def test_static_scripts_hold_no_markup() -> None:
    folder = pathlib.Path(__file__).parents[2] / "skipyard/server/pages/static"
    scripts: list[Any] = [*folder.glob("*.js")]
    assert scripts
    for script in scripts:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|eval\(", script.read_text())


def test_pages_travel_compressed_and_what_seats_see_does_not(server: ServerThread) -> None:
    ann = Guest(server.url)
    table = ann.open_table("skipbo", ["me", "bot:greedy"])["table"]
    for path in ("/", f"/t/{table}", "/rules/skipbo", "/static/style.css"):
        assert send_request("GET", server.url + path).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in ann.get(f"/api/tables/{table}").headers


@pytest.mark.skipif(assets.page_script("table") is None, reason="run make web first")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_loads_the_sentences_of_its_language_before_its_script(
    server: ServerThread, language: str
) -> None:
    for path, name, sheets in (("/", "home", 1), ("/puzzle/skippity", "puzzle", 2)):
        client = assets.page_script(name, language=language)
        assert client is not None
        assert len(client.words) == sheets
        scripts = re.findall(
            r'<script type="module" src="([^"]*/app/[^"]*)"', get(server, path, language).text
        )
        assert scripts == [*client.words, client.script]
    other = assets.page_script("home", language="fr" if language == "en" else "en")
    home = assets.page_script("home", language=language)
    assert home is not None
    assert other is not None
    assert not {*home.words} & {*other.words}
