"""The host: a command is refused in a sentence and changes nothing, or becomes a row that folds."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from helpers.host_log import OPENED, HostLog, facts, nonce_of
from hypothesis import given, settings
from hypothesis import strategies as st

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY
from skipyard.games import GAMES
from skipyard.options import Refused
from skipyard.table import fair_dice, sentences
from skipyard.table.command import Command
from skipyard.table.database.store import NEVER, Row, Trouble
from skipyard.table.host import Host
from skipyard.table.pace import PACES
from skipyard.table.rows import offers
from skipyard.table.rows.row_kinds import ROW_KINDS
from skipyard.testing.depth import sizes

SHAPES: dict[str, dict[str, Any]] = {
    "skipbo match": {
        "name": "skipbo",
        "settings": ["stock_size=2", "match=on", "max_rounds=3"],
        "casual": True,
        "clock": "game",
        "time": 60,
        "increment": 2,
    },
    "skipbo teams": {
        "name": "skipbo",
        "settings": ["teams=on", "stock_size=3"],
        "seats": 4,
        "chairs": ["open", "invited", "open", "bot:greedy"],
        "casual": True,
    },
    "mod for three": {
        "name": "skipbo_mod",
        "settings": ["stock_size=3"],
        "seats": 3,
        "clock": "move",
        "time": 5,
        "casual": True,
    },
    "skip or trip": {
        "name": "skip_or_trip",
        "seats": 3,
        "clock": "days",
        "time": 2,
        "casual": True,
    },
    "flip and skip": {"name": "flip_and_skip", "casual": True},
    "skippity": {
        "name": "skippity",
        "settings": ["size=6", "undo=on"],
        "clock": "game",
        "time": 30,
        "casual": True,
    },
    "skippity for three": {
        "name": "skippity",
        "settings": ["size=6", "undo=on"],
        "seats": 3,
        "casual": True,
    },
}
MANY = 40
# Random commands need not hit these; each has a test below or in test_hosting.py.
RARE = {"rematch", "reveal", "stand", "remove", "reserve"}


# Random commands ----------------------------------------------------------------------------------
def some_data(kind: str, seat: int, chance: random.Random) -> dict[str, Any]:
    """Random data for a kind of command, valid or not."""
    match kind:
        case "sit":
            commitment = fair_dice.nonce_commitment(nonce_of(seat))
            return {
                "name": chance.choice(["Ann", "", "x" * 41, "\n"]),
                "kind": chance.choice(["person", "person", "bot:greedy", "bot:nobody"]),
                "nonce": chance.choice(["", commitment, commitment, "12"]),
            }
        case "reveal":
            return {"nonce": chance.choice([nonce_of(seat).hex(), nonce_of(9).hex(), "", 5])}
        case "offer" | "agree" | "decline":
            return {"what": chance.choice([*offers.WHAT, "cake"])}
        case "pace":
            return {"pace": chance.choice([*PACES, "slow", 3])}
        case "pause":
            outage: dict[str, Any] = {"since": 0, "until": 10**9, "grace": 5000}
            more: dict[str, Any] = chance.choice([{}, outage, {"until": "1"}])
            return {"ms": chance.choice([0, 500, 10**9, -1, "1"]), **more}
        case "rematch":
            return {"table": chance.choice(["t2", "", 3])}
        case _:
            return {}


def some_table(shape: str, chance: random.Random) -> HostLog:
    """A new table, mostly with people at it."""
    log = HostLog(key=chance.randrange(10**6), **SHAPES[shape])
    if chance.random() < 0.9:
        log.seat_everybody(nonces=chance.random() < 0.3)
    return log


def some_command(log: HostLog, chance: random.Random) -> tuple[int, Command]:
    """A random command from anybody; about half are well-formed."""
    host = log.host
    kinds = [*ROW_KINDS, "undo", "offer", "back"]
    if host.offers and chance.random() < 0.5:
        kinds = ["agree", "decline"]
    kind = chance.choice(kinds)
    seat = chance.randrange(len(host.chairs))
    own = ROW_KINDS[kind].asked_by == "table"
    action = chance.choice(host.legal(host.turn) or [0])
    data = some_data(kind, seat, chance)
    data |= {"by": host.host_seat, "chair": chance.choice(["invited", "open", "link", "x"])}
    data["phrases"] = chance.choice(["on", "off", "x"])
    if kind in ("agree", "decline") and host.offers:
        data["what"] = chance.choice([*host.offers, data["what"]])
    command = Command(kind, host.seq, "own:1" if own else "c1", action, data, own)
    if chance.random() < 0.5:
        return seat, command
    match chance.randrange(6):
        case 0:
            return chance.choice([NOBODY, -2, len(host.chairs), 10**6]), command
        case 1:
            return seat, command._replace(seq=chance.choice([host.seq - 1, host.seq + 1, 0, -1]))
        case 2:
            return seat, command._replace(kind=chance.choice(["dance", "", *ROW_KINDS]))
        case 3:
            return seat, command._replace(id=chance.choice(["", "a b", "bot:1", "x" * 65]))
        case 4:
            return seat, command._replace(own=not own, id="c1" if own else "own:1")
        case _:
            wild = chance.choice([-1, 1, 7, 60, 10**6])
            return host.turn, command._replace(kind="move", action=wild, own=False, id="c1")


def check_one(log: HostLog, seat: int, command: Command, seen: Counter[str]) -> None:
    """Check that checking changes nothing, and that a refusal has a sentence."""
    host, before = log.host, facts(log.host)
    try:
        entry = host.check(seat, command, log.now)
    except Refused:
        for language in LANGUAGES:
            with pytest.raises(Refused, match=r"\S"):
                host.check(seat, command, log.now, language)
        assert facts(host) == before
        seen["refused"] += 1
        return
    assert facts(host) == before
    host.apply(entry.row)
    log.rows.append(entry.row)
    assert (entry.due, entry.over, entry.free) == (host.due(), host.done, host.free)
    assert entry.row.seq == len(log.rows) == host.seq


@sizes("examples", 3, MANY)
@pytest.mark.parametrize("shape", SHAPES)
def test_any_command_is_refused_in_words_or_folds_as_it_was_played(
    shape: str, examples: int
) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=examples)
    @given(st.integers(0, 10**6))
    def law(number: int) -> None:
        chance = random.Random(number)
        log = some_table(shape, chance)
        for _ in range(300):
            log.now += chance.choice([0, 0, 10, 300, 4000 if chance.random() < 0.05 else 1])
            if chance.random() < 0.25:
                log.act(chance)
            if chance.random() < 0.4 and log.in_time:
                log.move(int(chance.choice(log.legal())))
            seat, command = some_command(log, chance)
            check_one(log, seat, command, seen)
            if chance.random() < (0.1 if log.host.phase == "over" else 0.005):
                assert facts(Host(log.host.header, log.rows)) == facts(log.host)
                seen.update(row.kind for row in log.rows)
                log = some_table(shape, chance)

    law()
    if examples == MANY:
        expected = (
            {*ROW_KINDS, "refused"} - RARE - ({"flag"} if "clock" not in SHAPES[shape] else set())
        )
        assert {kind for kind in expected if not seen[kind]} == set(), seen


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_bots_alone_needs_nobody(name: str) -> None:
    log = HostLog(name, chairs=["bot:greedy", "bot:random"])
    assert log.host.phase == "revealing"
    assert log.host.due() == OPENED
    log.deal().play_on()
    host = log.host
    assert host.result is not None
    assert host.result.how == "played"
    assert set(host.result.winners) == {
        s for s, place in enumerate(host.result.places) if place == 1
    }
    assert host.due() == NEVER
    assert facts(Host(host.header, log.rows)) == facts(host)


# What a command must have seen --------------------------------------------------------------------
def test_a_command_that_answers_an_older_position_is_refused() -> None:
    log = HostLog("skipbo", chairs=["open", "open"]).deal()
    old = log.host.seq
    log.move()
    action = log.host.legal(log.host.turn)[0]
    for seq in (old, log.host.seq + 1):
        with pytest.raises(Refused, match="moved on"):
            log.host.check(log.host.turn, Command("move", seq, "c", action), log.now)


def test_what_does_not_change_the_position_makes_no_command_stale() -> None:
    log = HostLog("flip_and_skip").deal()
    old, action = log.host.seq, log.host.legal(log.host.turn)[0]
    log.ask(1 - log.host.turn, "offer", what="draw")
    log.send(log.host.turn, Command("move", old, "c", action))
    assert log.rows[-1].kind == "move"
    assert not log.host.offers


def test_only_the_seat_on_turn_has_moves_and_watchers_have_none() -> None:
    log = HostLog("skipbo").deal()
    host, turn = log.host, log.host.turn
    assert host.legal(turn)
    assert host.legal(1 - turn) == host.legal(NOBODY) == []
    with pytest.raises(Refused, match="watching"):
        log.ask(NOBODY, "move", host.legal(turn)[0])
    with pytest.raises(Refused, match="SB-51") as refusal:
        log.ask(1 - turn, "move", host.legal(turn)[0])
    assert refusal.value.rule == "SB-51"


def test_a_person_cannot_pose_as_the_table() -> None:
    log = HostLog("skipbo").deal()
    for kind in ("flag", "bot", "back", "pause", "rematch"):
        with pytest.raises(Refused, match="by itself"):
            log.ask(0, kind)
    with pytest.raises(Refused, match="id of 1 to 64"):
        log.host.check(0, Command("resign", 0, "bot:1"), log.now)
    with pytest.raises(Refused, match="by itself"):
        log.host.check(0, Command("resign", 0, "bot:1", own=True), log.now)


# Sitting down and dice ----------------------------------------------------------------------------
def test_people_sit_stand_and_the_table_deals() -> None:
    log = HostLog("skipbo", seats=3, chairs=["open", "invited", "bot:random"])
    assert log.host.free == 1
    log.ask(0, "sit", name="Ann")
    with pytest.raises(Refused, match="Chair 1 is taken"):
        log.ask(0, "sit", name="Bob")
    with pytest.raises(Refused, match="Chair 3 is taken"):
        log.ask(2, "sit", name="Bob")
    log.ask(0, "stand")
    assert log.host.chairs[0].kind == "free"
    log.ask(0, "sit", name="Bob")
    assert log.host.phase == "gathering"
    with pytest.raises(Refused, match="No round"):
        log.ask(NOBODY, "deal", own=True)
    log.ask(1, "sit", name="Cle\N{LATIN SMALL LETTER O WITH DIAERESIS}")
    assert log.host.phase == "revealing"
    with pytest.raises(Refused, match="taken"):
        log.ask(1, "sit", name="Dan")
    log.ask(NOBODY, "deal", own=True)
    assert log.host.phase == "playing"
    with pytest.raises(Refused, match="begun"):
        log.ask(1, "stand")


def test_nonces_make_the_key_and_a_missing_one_is_waited_for() -> None:
    log = HostLog("skipbo", reveal=10)
    log.seat_everybody(nonces=True)
    assert log.host.due() == log.now + 10_000
    log.ask(0, "reveal", nonce=nonce_of(0).hex())
    with pytest.raises(Refused, match="not the nonce"):
        log.ask(1, "reveal", nonce=nonce_of(0).hex())
    with pytest.raises(Refused, match="does not deal yet"):
        log.ask(NOBODY, "deal", own=True)
    log.now += 10_000
    log.ask(NOBODY, "deal", own=True)
    key = log.host.header.key
    assert log.host.table is not None
    assert log.host.table.key == fair_dice.table_key(key, [nonce_of(0), bytes(32)])
    with pytest.raises(Refused, match="No nonce"):
        log.ask(1, "reveal", nonce=nonce_of(1).hex())


def test_every_nonce_changes_the_deal_and_the_server_key_is_committed_to() -> None:
    deals = set()
    for nonces in (False, True):
        log = HostLog("skipbo").deal(nonces)
        assert log.host.table is not None
        deals.add(log.host.table.state.tobytes())
    assert len(deals) == 2
    assert log.host.commitment == fair_dice.commitment(log.host.header.key)
    assert log.host.header.key.hex() not in log.host.commitment


# Drift and damage ---------------------------------------------------------------------------------
def test_a_drift_of_the_rules_is_noticed() -> None:
    log = HostLog("skipbo").deal().play_on(60)
    marked = [row for row in log.rows if "digest" in row.data]
    assert len(marked) == 1
    at = log.rows.index(marked[0])
    wrong = marked[0]._replace(data='{"digest":"0000000000000000"}')
    with pytest.raises(Trouble, match="another position"):
        Host(log.host.header, [*log.rows[:at], wrong])


@pytest.mark.parametrize(
    "wrong",
    [
        {"seq": 5},
        {"kind": "dance"},
        {"action": 10**6},
        {"action": -1},
        {"kind": "sit", "data": "{"},
        {"kind": "sit", "data": "{}"},
        {"kind": "agree", "data": '{"what":"draw"}'},
        {"kind": "offer", "data": '{"what":"undo","to":99}'},
        {"kind": "deal", "data": "{}"},
    ],
)
def test_a_damaged_log_is_trouble_in_a_sentence(wrong: dict[str, Any]) -> None:
    log = HostLog("skipbo", chairs=["open", "bot:greedy"]).deal()
    row = Row("t1", log.host.seq + 1, "move", 0, 0, "", "c", log.now)
    with pytest.raises(Trouble, match="t1 cannot be read on from row"):
        Host(log.host.header, [*log.rows, row._replace(**wrong)])


def test_no_row_that_was_exchanged_by_hand_is_played_unchecked() -> None:
    log = HostLog("skippity").deal().play_on(6)
    host = log.host
    illegal = next(n for n in range(len(host.game.rules.ACTIONS)) if n not in host.legal(host.turn))
    last = log.rows[-1]
    for wrong in (
        last._replace(action=illegal),
        last._replace(seat=1 - last.seat),
        last._replace(seat=7),
        last._replace(at="soon"),  # type: ignore[arg-type]
        last._replace(action="first"),  # type: ignore[arg-type]
        last._replace(data="[]"),
        last._replace(data="[" * 100_000),
        last._replace(kind="sit", data='{"kind":"bot:exec:true","name":"","nonce":""}'),
        last._replace(kind="sit", data='{"kind":"person","name":7,"nonce":""}'),
        last._replace(kind="offer", data='{"what":"dance"}'),
        last._replace(kind="offer", data='{"what":["undo"]}'),
        last._replace(kind="bot", data='{"why":"tired"}'),
        last._replace(kind="pause", data='{"ms":"long"}'),
        last._replace(kind="rematch", data='{"table":5}'),
        last._replace(kind="reserve", data='{"chair":"sofa"}'),
        last._replace(kind="deal", data='{"round":2}'),
    ):
        with pytest.raises(Trouble, match="t1 cannot be read on from row"):
            Host(host.header, [*log.rows[:-1], wrong])


def test_a_move_after_the_end_is_not_played() -> None:
    log = HostLog("skippity").deal().play_on(6)
    host = log.host
    move = Row("t1", host.seq + 2, "move", host.turn, host.legal(host.turn)[0], "", "m", log.now)
    log.ask(host.turn, "resign")
    with pytest.raises(Trouble, match="t1 cannot be read on from row"):
        Host(host.header, [*log.rows, move])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"game": "chess"}, "chess"),
        ({"rules": 99}, "version 99"),
        ({"settings": '["speed=9"]'}, "speed"),
        ({"settings": "["}, "cannot be opened"),
        ({"seats": 9}, "cannot be opened"),
        ({"policy": "[]"}, "JSON object"),
    ],
)
def test_a_header_that_cannot_be_played_is_trouble(wrong: dict[str, Any], says: str) -> None:
    header = HostLog("skipbo").host.header._replace(**wrong)
    with pytest.raises(Trouble, match=says):
        Host(header)


def test_every_kind_of_row_has_a_sentence() -> None:
    told = set(sentences.sentences().group("log"))
    variants = {f"offer_{what}" for what in offers.WHAT} | {f"pace_{name}" for name in PACES}
    variants |= {"phrases_on", "phrases_off", "reserve_open", "reserve_link", "reserve_invited"}
    assert told >= set(ROW_KINDS) - {"offer", "pace", "phrases", "reserve"} | variants


def test_both_languages_have_every_sentence() -> None:
    assert sentences.sentences().missing() == []


def test_a_row_that_another_process_wrote_is_not_taken_for_the_one_just_checked() -> None:
    log = HostLog().deal()
    host = log.host
    mine, theirs = host.legal(host.turn)[:2]
    row = host.check(host.turn, log.command("move", mine), log.now).row
    host.apply(row._replace(action=theirs, command="theirs"))
    log.rows.append(row._replace(action=theirs, command="theirs"))
    assert facts(host) == facts(Host(host.header, log.rows))
