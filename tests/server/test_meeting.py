"""People meet at a table by one link; its host invites, keeps chairs, removes and hands over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from helpers.guest_tables import table_for_two, wait_for_deal
from helpers.host_log import nonce_of
from helpers.server_thread import Guest, ServerThread, running_server

from skipyard.options import Refused
from skipyard.server.access import seating
from skipyard.server.commands.serve import public_url
from skipyard.table.fair_dice import nonce_commitment, table_key
from skipyard.table.files import verify

FACE = "012321"


@pytest.fixture
def guests(server: ServerThread) -> list[Guest]:
    return [Guest(server.url) for _ in range(3)]


def sit(guest: Guest, table: str, seat: int, **more: Any) -> httpx.Response:
    """Sit down by the table's link."""
    response = guest.post(f"/api/tables/{table}/sit", {"seat": seat, "bearer": True, **more})
    guest.token = response.json().get("token", guest.token)
    return response


def table_by_link(host: Guest, seats: int = 3, **more: Any) -> str:
    chairs = ["me"] + ["link"] * (seats - 1)
    return str(host.open_table("skipbo", chairs, name="Nora", **more)["table"])


def chairs_of(guest: Guest, table: str) -> list[dict[str, Any]]:
    chairs: list[dict[str, Any]] = guest.get(f"/api/tables/{table}").json()["table"]["chairs"]
    return chairs


def test_whoever_has_the_link_sits_down_and_the_lobby_lists_nothing(guests: list[Guest]) -> None:
    ann, bob, cleo = guests
    table = table_by_link(ann, face=FACE)
    assert table not in [each["table"] for each in bob.get("/api/tables").json()["open"]]
    assert sit(bob, table, 2, name="nora").status_code == 200
    chairs = chairs_of(cleo, table)
    assert [chair["name"] for chair in chairs] == ["Nora", "", "nora 2"]
    assert [chair["face"] for chair in chairs] == [FACE, "", ""]
    taken = sit(cleo, table, 2)
    assert (taken.status_code, "choose a free one" in taken.text) == (409, True)
    assert sit(cleo, table, 7).status_code == 404
    assert sit(cleo, table, 1, face="999999").status_code == 400
    assert sit(cleo, table, 1).status_code == 200
    full = sit(Guest(cleo.url), table, 1)
    assert (full.status_code, "all chairs are taken" in full.text) == (409, True)


def test_only_the_host_invites_fills_removes_and_hands_over(guests: list[Guest]) -> None:
    ann, bob, eve = guests
    table = table_by_link(ann)
    sit(bob, table, 1, name="Bob")
    for path in ("fill", "invite", "release", "remove", "host"):
        for guest in (bob, eve):
            answer = guest.post(f"/api/tables/{table}/{path}", {"seat": 2})
            assert answer.status_code == 403, path
    assert ann.post(f"/api/tables/{table}/host", {"seat": 1}).status_code == 200
    assert bob.get(f"/api/tables/{table}").json()["table"]["host"] == 1
    assert ann.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 403
    assert bob.post(f"/api/tables/{table}/fill", {"seat": 2}).status_code == 200


def test_a_removed_guest_is_told_and_holds_no_seat(guests: list[Guest]) -> None:
    ann, bob, _ = guests
    table = table_by_link(ann)
    sit(bob, table, 1, name="Bob")

    async def play() -> None:
        async with bob.connect(table) as b:
            await b.until("shown")
            assert b.shown["viewer"] == 1
            assert ann.post(f"/api/tables/{table}/remove", {"seat": 1}).status_code == 200
            await b.until(lambda m: m["type"] == "shown" and m["viewer"] == -1)
            assert b.shown["heard"] == ["The host removes Bob from the table."]

    asyncio.run(play())
    assert bob.get(f"/api/tables/{table}").json()["viewer"] == -1
    assert chairs_of(ann, table)[1]["kind"] == "free"


def test_a_removed_guest_sits_down_again_only_when_the_host_invites_them(
    guests: list[Guest],
) -> None:
    ann, bob, eve = guests
    table = table_by_link(ann)
    sit(bob, table, 1, name="Bob")
    assert ann.post(f"/api/tables/{table}/remove", {"seat": 1}).status_code == 200
    for seat in (1, 2):
        again = bob.post(f"/api/tables/{table}/sit", {"seat": seat})
        assert again.status_code == 403
        assert "removed you from this table" in again.json()["sentence"]
    other = str(eve.open_table("skipbo", ["me", "link"])["table"])
    assert bob.post(f"/api/tables/{other}/sit", {"seat": 1}).status_code == 200
    code = code_for(ann, table, 2)
    assert bob.post("/api/join", {"code": code}).json()["seat"] == 2


def test_standing_up_is_not_being_removed(guests: list[Guest]) -> None:
    ann, bob, _ = guests
    table = table_by_link(ann)
    sit(bob, table, 1)
    seq = bob.get(f"/api/tables/{table}").json()["seq"]
    body = {"type": "stand", "command": "up", "seq": seq}
    assert bob.post(f"/api/tables/{table}/commands", body).status_code == 200
    assert bob.post(f"/api/tables/{table}/sit", {"seat": 1}).status_code == 200


def test_joiners_are_told_that_the_server_alone_makes_the_dice(guests: list[Guest]) -> None:
    ann, bob, _ = guests
    table = table_by_link(ann, policy={"reveal": 0})
    told = bob.post("/api/invitation", {"code": code_for(ann, table, 1)}).json()
    assert any("Only the server makes the dice" in line for line in told["agreed"])
    agreed = bob.get(f"/api/tables/{table}").json()["table"]["agreed"]
    assert any("Only the server makes the dice" in line for line in agreed)


# Codes --------------------------------------------------------------------------------------------
def code_for(host: Guest, table: str, seat: int) -> str:
    return str(host.post(f"/api/tables/{table}/invite", {"seat": seat}).json()["code"])


def refusal(guest: Guest, code: str) -> tuple[int, str]:
    """What the page of a link says, and that joining by it says the same."""
    asked = guest.post("/api/invitation", {"code": code})
    assert guest.post("/api/join", {"code": code}).json() == asked.json()
    return asked.status_code, asked.json()["sentence"]


def test_a_kept_chair_belongs_to_its_newest_code(guests: list[Guest]) -> None:
    ann, bob, eve = guests
    table = table_by_link(ann)
    old, new = code_for(ann, table, 1), code_for(ann, table, 1)
    kept = sit(eve, table, 1)
    assert (kept.status_code, "kept for one person" in kept.text) == (403, True)
    status, sentence = refusal(bob, old)
    assert (status, "newest link" in sentence) == (410, True)
    assert bob.join(new, name="Bob")["seat"] == 1
    status, sentence = refusal(eve, new)
    assert (status, "has been used" in sentence) == (410, True)
    given_back = code_for(ann, table, 2)
    assert ann.post(f"/api/tables/{table}/release", {"seat": 2}).status_code == 200
    assert refusal(eve, given_back)[0] == 410
    assert sit(eve, table, 2).status_code == 200


def test_every_wrong_code_has_its_own_sentence(
    guests: list[Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, eve = guests
    table = table_by_link(ann)
    status, sentence = refusal(eve, "2345")
    assert (status, "got lost" in sentence) == (404, True)
    status, sentence = refusal(eve, "2345678923456789")
    assert (status, "unknown" in sentence) == (404, True)
    with monkeypatch.context() as short:
        short.setattr(seating, "JOIN_CODE_LIFETIME", -1)
        expired = code_for(ann, table, 1)
    status, sentence = refusal(eve, expired)
    assert (status, "expired" in sentence) == (410, True)
    code, other = code_for(ann, table, 1), code_for(ann, table, 2)
    ann.post(f"/api/tables/{table}/fill", {"seat": 1})
    status, sentence = refusal(eve, code)
    assert (status, "by now" in sentence) == (410, True)
    ann.post(f"/api/tables/{table}/fill", {"seat": 2})
    status, sentence = refusal(eve, other)
    assert (status, "has begun" in sentence) == (410, True)
    eve.language = "fr"
    assert "sans vous" in refusal(eve, other)[1]


def test_a_code_for_another_device_says_whose_seat_it_is(guests: list[Guest]) -> None:
    ann, phone, _ = guests
    table = table_by_link(ann, policy={"grace": 5})
    code = ann.post(f"/api/tables/{table}/device", {}).json()["code"]
    told = phone.post("/api/invitation", {"code": code}).json()
    assert (told["kind"], told["name"]) == ("device", "Nora")
    assert told["agreed"] == ["A bot plays on for whoever is away for 5\xa0s"]


# At the table -------------------------------------------------------------------------------------
def test_phrases_can_be_switched_off(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)

    async def play() -> None:
        async with ann.connect(table) as a, bob.connect(table) as b:
            await wait_for_deal(a, b)
            assert (await b.command("phrases", phrases="off"))["type"] == "refused"
            assert (await a.command("phrases", phrases="off"))["type"] == "done"
            await b.until(lambda m: m["type"] == "shown" and not m["table"]["phrases"])
            assert b.shown["heard"] == ["Ann switches phrases off at this table."]
            await b.send(type="say", phrase="hello")
            refused = await b.until("refused")
            assert "switched phrases off" in refused["sentence"]

    asyncio.run(play())


def test_watchers_are_counted_for_everybody(server: ServerThread, ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob)
    eve, mallory = Guest(server.url), Guest(server.url)

    async def play() -> None:
        async with ann.connect(table) as a:
            async with eve.connect(table) as e, mallory.connect(table):
                await a.until(lambda m: m["type"] == "shown" and m["table"]["watchers"] == 2)
                await e.until(lambda m: m["type"] == "shown" and m["table"]["watchers"] == 2)
            await a.until(lambda m: m["type"] == "shown" and m["table"]["watchers"] == 0)

    asyncio.run(play())


def test_a_rematch_keeps_the_host_and_the_score(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob, face=FACE)

    async def again(name: str) -> str:
        async with ann.connect(name) as a, bob.connect(name) as b:
            await wait_for_deal(a, b)
            await a.command("resign")
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            await b.command("offer", what="rematch")
            await a.until(lambda m: m["type"] == "shown" and m["table"]["offers"])
            await a.command("agree", what="rematch")
            await a.until(lambda m: m["type"] == "shown" and m["table"]["rematch"])
            return str(a.shown["table"]["rematch"])

    assert ann.get(f"/api/tables/{table}").json()["table"]["series"] == []
    ann.post(f"/api/tables/{table}/host", {"seat": 1})
    second = asyncio.run(again(table))
    facts = bob.get(f"/api/tables/{second}").json()["table"]
    assert (facts["series"], facts["host"], facts["chairs"][0]["face"]) == ([0, 1], 1, FACE)
    third = asyncio.run(again(second))
    assert bob.get(f"/api/tables/{second}").json()["table"]["series"] == [0, 2]
    assert bob.get(f"/api/tables/{third}").json()["table"]["series"] == [0, 2]


def test_in_a_rematch_players_have_a_share_in_the_dice_as_before(ann: Guest, bob: Guest) -> None:
    first = table_for_two(ann, bob)
    nonces = [nonce_of(seat) for seat in range(2)]
    promises = [nonce_commitment(nonce) for nonce in nonces]

    async def play() -> dict[str, Any]:
        async with ann.connect(first) as a, bob.connect(first) as b:
            await wait_for_deal(a, b)
            await a.command("resign")
            await b.until(lambda m: m["type"] == "shown" and m["table"]["result"])
            await b.send(type="offer", command="bad", seq=0, what="rematch", commitment="x")
            assert "commitment" in (await b.until("refused"))["sentence"]
            await b.command("offer", what="rematch", commitment=promises[1])
            await a.until(lambda m: m["type"] == "shown" and m["table"]["offers"])
            assert promises[1] not in str(a.shown)
            await a.command("agree", what="rematch", commitment=promises[0])
            await a.until(lambda m: m["type"] == "shown" and m["table"]["rematch"])
            second = a.shown["table"]["rematch"]
        async with ann.connect(second) as a, bob.connect(second) as b:
            for seat, line in enumerate((a, b)):
                await line.until("shown")
                assert line.shown["table"]["phase"] == "revealing"
                assert [c["commitment"] for c in line.shown["table"]["chairs"]] == promises
                done = await line.command("reveal", nonce=nonces[seat].hex())
                assert done["type"] == "done"
            await wait_for_deal(a, b)
            await a.command("resign")
        record: dict[str, Any] = bob.get(f"/api/tables/{second}/record").json()
        return record

    record = asyncio.run(play())
    assert [seat["nonce"] for seat in record["seats"]] == [nonce.hex() for nonce in nonces]
    key = table_key(bytes.fromhex(record["server_key"]), nonces)
    assert record["key"] == key.hex()
    assert list(verify.read(json.dumps(record).encode(), "en").checks())


def test_a_match_shows_where_it_stands_from_its_first_round(ann: Guest, bob: Guest) -> None:
    table = table_for_two(ann, bob, settings=["match=true"])

    async def play() -> None:
        async with ann.connect(table) as a:
            await a.until(lambda m: m["type"] == "shown" and m["scene"])
            assert (a.shown["table"]["round"], a.shown["table"]["totals"]) == (1, [0, 0])

    asyncio.run(play())


def test_when_the_host_goes_before_the_deal_the_next_person_hosts(guests: list[Guest]) -> None:
    ann, bob, _ = guests
    table = table_by_link(ann, policy={"grace": 0})
    sit(bob, table, 1, name="Bob")

    async def play() -> None:
        async with bob.connect(table) as b:
            await b.until(lambda m: m["type"] == "shown" and m["table"]["host"] == 1)
            assert b.shown["heard"] == ["You are the host now."]

    asyncio.run(play())


def test_six_players_lower_the_stock_by_themselves(ann: Guest) -> None:
    chairs = ["me"] + ["bot:greedy"] * 5
    table = ann.open_table("skipbo_mod", chairs)["table"]
    assert ann.get(f"/api/tables/{table}").json()["table"]["settings"] == ["short_game=true"]
    body = {"game": "skipbo_mod", "chairs": chairs, "settings": ["stock_size=15"]}
    assert ann.post("/api/tables", body).status_code == 409


# Addresses ----------------------------------------------------------------------------------------
@pytest.fixture
def public_server(tmp_path: Any) -> Iterator[ServerThread]:
    with running_server(tmp_path, public_url="https://play.example.org") as running:
        yield running


def test_links_and_previews_name_the_public_address(public_server: ServerThread) -> None:
    ann = Guest(public_server.url)
    table = table_by_link(ann)
    page = ann.get(f"/t/{table}").text
    assert f'property="og:url" content="https://play.example.org/t/{table}"' in page
    assert f'content="https://play.example.org/g/{table}.png"' in page
    assert 'data-origin="https://play.example.org"' in page


def test_behind_a_proxy_our_own_pages_have_the_public_address(public_server: ServerThread) -> None:
    for origin, status in (("https://play.example.org", 201), ("https://example.org", 403)):
        body = {"game": "skipbo", "chairs": ["me", "link"]}
        answer = Guest(public_server.url).post("/api/tables", body, headers={"origin": origin})
        assert answer.status_code == status


def test_a_public_address_is_checked() -> None:
    assert public_url("", "en") == ""
    assert public_url("https://play.example.org/", "en") == "https://play.example.org"
    assert public_url("http://[::1]:8000", "en") == "http://[::1]:8000"
    wrong = ["play.example.org", "ftp://x", "https://", "https://x/path", "https://u:p@x"]
    for text in [*wrong, "https://x:port", "https://x?a=b", "https://[::1"]:
        with pytest.raises(Refused, match="--public-url"):
            public_url(text, "en")
