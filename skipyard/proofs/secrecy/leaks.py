"""Leaks to plant: what a careless change might let out. Each must be caught by the proof.

A leak changes a running program, in a process of its own: a function that the server uses is
replaced by one that tells too much.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from skipyard.batch.cpu import one_table
from skipyard.games.flip_and_skip.actions import Kind
from skipyard.games.scene import Scene, Zone
from skipyard.options import Refused
from skipyard.proofs.secrecy.scripted_chance import stage_of, written
from skipyard.seats import NOBODY
from skipyard.server.api import replays, why_not
from skipyard.server.live.presenter import Presenter
from skipyard.server.workers import bot_workers
from skipyard.table.files import record
from skipyard.table.host import Host
from skipyard.table.table import LoggedAction, Table


class Leak(NamedTuple):
    """A way to tell too much."""

    plant: Callable[[], None]
    games: tuple[str, ...]  # where it is tried
    channels: tuple[str, ...]  # where it must be seen: one of these


LEAKS: dict[str, Leak] = {}
SHOWN = ("shown", "shown again", "changed")


def leak(*games: str, by: tuple[str, ...]) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Enter a leak under its function's name."""

    def enter(plant: Callable[[], None]) -> Callable[[], None]:
        LEAKS[plant.__name__.replace("_", " ")] = Leak(plant, games, by)
        return plant

    return enter


def around(owner: Any, name: str, leaky: Callable[..., Any]) -> None:
    """Replace a function by one that gets the old one first, then what it was called with."""
    was = getattr(owner, name)
    setattr(owner, name, lambda *given, **named: leaky(was, *given, **named))


def anothers_card(host: Host, viewer: int) -> int:
    """The first card of somebody else's hand, at a table of Skip-Bo."""
    assert host.table is not None
    return int(host.table.state.hand[(viewer + 1) % host.header.seats, 0])


# Views --------------------------------------------------------------------------------------------
def views_tell(name: str, tell: Callable[[Any, int, Any], None]) -> None:
    """Let every view of a game hold more: those of tables, and those that worlds are made from."""

    def observe(was: Any, state: Any, seat: int, view: Any) -> None:
        was(state, seat, view)
        tell(state, seat, view)

    def observe_at(was: Any, states: Any, seat: int, views: Any) -> None:
        was(states, seat, views)
        tell(states[0], seat, views[0])

    around(stage_of(name), "observe", observe)
    written(name, "observe_at")
    around(one_table(name), "observe_at", observe_at)


@leak("skipbo", by=("bot",))
def a_view_holds_a_card_of_the_next_hand() -> None:
    def tell(state: Any, seat: int, view: Any) -> None:
        view.drew[0] = state.hand[(seat + 1) % state.seats, 0]

    views_tell("skipbo", tell)


@leak("flip_and_skip", by=SHOWN)
def a_view_remembers_what_others_looked_at() -> None:
    """Imagined worlds keep what a view tells: only things exchanged by hand find this one."""

    def tell(state: Any, seat: int, view: Any) -> None:
        view.under[:] = state.under

    views_tell("flip_and_skip", tell)


@leak("skipbo", "skip_or_trip", by=SHOWN)
def a_watcher_is_the_last_seat() -> None:
    def view(was: Any, host: Host, viewer: int) -> Any:
        return was(host, host.header.seats - 1 if viewer == NOBODY else viewer)

    around(Host, "view", view)


# Scenes and events --------------------------------------------------------------------------------
def with_backs(scene: Scene, **changed: Any) -> Scene:
    """A scene with something else told of every card that lies face down in a hand."""

    def zone(each: Zone) -> Zone:
        items = [
            msgspec.structs.replace(item, **changed) if item.face == "back" else item
            for item in each.items
        ]
        return msgspec.structs.replace(each, items=items)

    return msgspec.structs.replace(scene, zones=[zone(each) for each in scene.zones])


@leak("skipbo", "skipbo_mod", by=SHOWN)
def a_label_names_a_hidden_card() -> None:
    def scene(was: Any, presenter: Presenter, viewer: int, language: str) -> Any:
        found = was(presenter, viewer, language)
        if found is None:
            return None
        return with_backs(found, label=f"not a {anothers_card(presenter.host, viewer)}")

    around(Presenter, "scene", scene)


@leak("skipbo", by=SHOWN)
def an_id_tells_cards_apart() -> None:
    def scene(was: Any, presenter: Presenter, viewer: int, language: str) -> Any:
        found = was(presenter, viewer, language)
        if found is None:
            return None
        return with_backs(found, id=f"card.{anothers_card(presenter.host, viewer)}")

    around(Presenter, "scene", scene)


@leak("skipbo", by=SHOWN)
def a_cache_remembers_a_hidden_card() -> None:
    """In one process both worlds would share the cache and look alike."""
    kept: dict[str, int] = {}

    def scene(was: Any, presenter: Presenter, viewer: int, language: str) -> Any:
        found = was(presenter, viewer, language)
        if found is None:
            return None
        card = kept.setdefault(presenter.host.header.table, anothers_card(presenter.host, viewer))
        return with_backs(found, face=f"back {card}")

    around(Presenter, "scene", scene)


@leak("skipbo", by=("shown",))
def an_event_names_a_drawn_card() -> None:
    def events(
        was: Any, presenter: Presenter, row: Any, before: Any, after: Any, *more: Any
    ) -> Any:
        return [
            msgspec.structs.replace(event, face=str(anothers_card(presenter.host, after.me)))
            if event.kind == "draw"
            else event
            for event in was(presenter, row, before, after, *more)
        ]

    around(Presenter, "events", events)


# Sentences ----------------------------------------------------------------------------------------
@leak("skip_or_trip", by=("shown",))
def everybody_hears_the_symbols_of_a_skip() -> None:
    def heard(was: Any, host: Host, viewer: int, action: int, language: str = "en") -> str:
        assert host.table is not None
        return host.table.describe(LoggedAction(host.turn, action), language)

    around(Host, "heard", heard)


@leak("flip_and_skip", by=("shown",))
def everybody_is_told_what_a_look_found() -> None:
    def events(was: Any, presenter: Presenter, row: Any, *more: Any) -> Any:
        first, *others = was(presenter, row, *more)
        table = presenter.host.table
        if row.kind != "move" or table is None:
            return [first, *others]
        move = table.rules.ACTIONS[row.action]
        found = table.state.under[move.coin] if move.kind == Kind.LOOK else ""
        return [msgspec.structs.replace(first, face=str(found)), *others]

    around(Presenter, "events", events)


@leak("skipbo", by=("answer",))
def a_refusal_hangs_on_anothers_hand() -> None:
    def check(was: Any, table: Table, seat: int, action: int, language: str = "en") -> None:
        try:
            was(table, seat, action, language)
        except Refused as refusal:
            if table.state.hand[(seat + 1) % len(table.seats), 0] == 0:
                raise Refused(f"{refusal} Beware.", refusal.rule) from None
            raise

    around(Table, "check", check)


@leak("skipbo", by=("why",))
def the_reason_against_a_touch_hangs_on_the_deck() -> None:
    def reason(was: Any, table: Table, *given: Any) -> tuple[str, str]:
        found: tuple[str, str] = was(table, *given)
        return ("", "") if table.state.unseen[1] % 2 else found

    around(why_not, "reason", reason)


@leak("skipbo", by=("answer",))
def an_undo_is_refused_by_the_deck() -> None:
    def check_undo(was: Any, table: Table, seat: int, language: str = "en") -> None:
        if table.state.unseen[1] % 2:
            raise Refused("Not now.")
        was(table, seat, language)

    around(Table, "check_undo", check_undo)


# Moves and bots -----------------------------------------------------------------------------------
@leak("skipbo", by=("bot", "shown"))
def the_order_of_moves_follows_the_deck() -> None:
    def legal(was: Any, host: Host, viewer: int) -> list[int]:
        found: list[int] = was(host, viewer)
        return found[::-1] if host.table and host.table.state.unseen[1] % 2 else found

    around(Host, "legal", legal)


@leak("skip_or_trip", by=("bot", "shown"))
def a_move_is_left_out_when_the_deck_says_so() -> None:
    def legal(was: Any, host: Host, viewer: int) -> list[int]:
        found: list[int] = was(host, viewer)
        return found[:-1] if host.table and int(host.table.state.top) % 2 else found

    around(Host, "legal", legal)


@leak("skippity", "skipbo_mod", by=("bot",))
def a_bot_gets_the_whole_state() -> None:
    def question(was: Any, host: Host, seat: int) -> Any:
        name, bot, seed, _, legal = was(host, seat)
        assert host.table is not None
        return name, bot, seed, host.table.state.tobytes(), legal

    around(bot_workers, "question", question)


# Facts of the table -------------------------------------------------------------------------------
def with_fact(name: str, fact: Callable[[Host], Any]) -> None:
    def facts(was: Any, presenter: Presenter, *given: Any) -> Any:
        found = was(presenter, *given)
        setattr(found, name, fact(presenter.host))
        return found

    around(Presenter, "facts", facts)


@leak("skippity", by=SHOWN)
def the_key_is_out_before_the_end() -> None:
    with_fact("key", lambda host: host.header.key.hex())


@leak("skip_or_trip", by=SHOWN)
def the_digest_of_the_position_is_out() -> None:
    with_fact("rematch", lambda host: host.digest() if host.table else "")


@leak("skipbo_mod", by=SHOWN)
def the_dice_are_out() -> None:
    with_fact("round", lambda host: int(host.table.state.key[1]) if host.table else 0)


# Records and replays ------------------------------------------------------------------------------
@leak("skip_or_trip", by=("record",))
def a_record_has_the_numbers_of_others_moves() -> None:
    def part_entry(was: Any, host: Host, row: Any, viewer: int) -> Any:
        return was(host, row, viewer) | {"action": row.action}

    around(record, "part_entry", part_entry)


@leak("flip_and_skip", by=("record",))
def a_record_has_digests() -> None:
    def part_entry(was: Any, host: Host, row: Any, viewer: int) -> Any:
        return was(host, row, viewer) | {"data": json.loads(row.data or "{}")}

    around(record, "part_entry", part_entry)


@leak("skipbo", by=("record",))
def a_record_is_whole_before_the_end() -> None:
    def about(was: Any, host: Host) -> Any:
        return was(host) | {"server_key": host.header.key.hex()}

    around(record, "about", about)


@leak("skip_or_trip", "skipbo", by=("replay",))
def a_replay_shows_every_seat() -> None:
    def viewers(was: Any, host: Host, own: list[int], wanted: str) -> list[int]:
        return list(range(host.header.seats))

    around(replays, "viewers", viewers)


@leak("skipbo", by=("replay",))
def a_replay_shows_whichever_seat_is_asked_for() -> None:
    def viewers(was: Any, host: Host, own: list[int], wanted: str) -> Any:
        return was(host, list(range(host.header.seats)), wanted)

    around(replays, "viewers", viewers)
