"""Leaks to plant, such as careless changes might cause. The proof must catch each of them.

A leak replaces a function of the server by one that tells too much, in a process of its own.
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
from skipyard.proofs.secrecy.scripted_chance import original_rule, replaceable_rules
from skipyard.seats import NOBODY
from skipyard.server.access import past_turns
from skipyard.server.live.presenter import Presenter
from skipyard.server.workers import bot_workers
from skipyard.table import why_not
from skipyard.table.files import record
from skipyard.table.host import Host
from skipyard.table.table import LoggedAction, Table


class Leak(NamedTuple):
    """One planted leak."""

    plant: Callable[[], None]
    games: tuple[str, ...]  # that it is tried with
    channels: tuple[str, ...]  # it must show in one of these


LEAKS: dict[str, Leak] = {}
SHOWN = ("shown", "shown again", "changed")


def leak(*games: str, by: tuple[str, ...]) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Register a leak under its function's name."""

    def enter(plant: Callable[[], None]) -> Callable[[], None]:
        LEAKS[plant.__name__.replace("_", " ")] = Leak(plant, games, by)
        return plant

    return enter


def wrap(owner: Any, name: str, leaky: Callable[..., Any]) -> None:
    """Replace a function by one that is given the original and then its arguments."""
    was = getattr(owner, name)
    setattr(owner, name, lambda *given, **named: leaky(was, *given, **named))


def anothers_card(host: Host, viewer: int) -> int:
    """The first card of somebody else's hand, at a table of Skip-Bo."""
    assert host.table is not None
    return int(host.table.state.hand[(viewer + 1) % host.header.seats, 0])


# Views --------------------------------------------------------------------------------------------
def leak_into_views(name: str, tell: Callable[[Any, int, Any], None]) -> None:
    """Add something to every view of a game: views of tables, and views to imagine worlds from."""

    def observe(was: Any, state: Any, seat: int, view: Any) -> None:
        was(state, seat, view)
        tell(state, seat, view)

    def observe_at(was: Any, states: Any, seat: int, views: Any) -> None:
        was(states, seat, views)
        tell(states[0], seat, views[0])

    wrap(replaceable_rules(name), "observe", observe)
    original_rule(name, "observe_at")
    wrap(one_table(name), "observe_at", observe_at)


@leak("skipbo", by=("bot",))
def a_view_holds_a_card_of_the_next_hand() -> None:
    def tell(state: Any, seat: int, view: Any) -> None:
        view.drew[0] = state.hand[(seat + 1) % state.seats, 0]

    leak_into_views("skipbo", tell)


@leak("flip_and_skip", by=SHOWN)
def a_view_remembers_what_others_looked_at() -> None:
    """Imagined worlds keep what a view holds, so only the game's redeal.py catches this one."""

    def tell(state: Any, seat: int, view: Any) -> None:
        view.under[:] = state.under

    leak_into_views("flip_and_skip", tell)


@leak("skipbo", "skip_or_trip", by=SHOWN)
def a_watcher_is_the_last_seat() -> None:
    def view(was: Any, host: Host, viewer: int) -> Any:
        return was(host, host.header.seats - 1 if viewer == NOBODY else viewer)

    wrap(Host, "view", view)


# Scenes and events --------------------------------------------------------------------------------
def with_backs(scene: Scene, **changed: Any) -> Scene:
    """A scene with some fields of all face-down cards changed."""

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
        true_scene = was(presenter, viewer, language)
        if true_scene is None:
            return None
        return with_backs(true_scene, label=f"not a {anothers_card(presenter.host, viewer)}")

    wrap(Presenter, "scene", scene)


@leak("skipbo", by=SHOWN)
def an_id_tells_cards_apart() -> None:
    def scene(was: Any, presenter: Presenter, viewer: int, language: str) -> Any:
        true_scene = was(presenter, viewer, language)
        if true_scene is None:
            return None
        return with_backs(true_scene, id=f"card.{anothers_card(presenter.host, viewer)}")

    wrap(Presenter, "scene", scene)


@leak("skipbo", by=SHOWN)
def a_cache_remembers_a_hidden_card() -> None:
    """In one process both worlds would share the cache, and look alike."""
    cards: dict[str, int] = {}

    def scene(was: Any, presenter: Presenter, viewer: int, language: str) -> Any:
        true_scene = was(presenter, viewer, language)
        if true_scene is None:
            return None
        card = cards.setdefault(presenter.host.header.table, anothers_card(presenter.host, viewer))
        return with_backs(true_scene, face=f"back {card}")

    wrap(Presenter, "scene", scene)


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

    wrap(Presenter, "events", events)


# Sentences ----------------------------------------------------------------------------------------
@leak("skip_or_trip", by=("shown",))
def everybody_hears_the_symbols_of_a_skip() -> None:
    def events(was: Any, presenter: Presenter, row: Any, *more: Any) -> Any:
        first, *others = was(presenter, row, *more)
        table = presenter.host.table
        if row.kind != "move" or table is None:
            return [first, *others]
        label = table.describe(LoggedAction(row.seat, row.action))
        return [msgspec.structs.replace(first, label=label), *others]

    wrap(Presenter, "events", events)


@leak("flip_and_skip", by=("shown",))
def everybody_is_told_what_a_look_found() -> None:
    def events(was: Any, presenter: Presenter, row: Any, *more: Any) -> Any:
        first, *others = was(presenter, row, *more)
        table = presenter.host.table
        if row.kind != "move" or table is None:
            return [first, *others]
        move = table.rules.ACTIONS[row.action]
        icon = table.state.under[move.coin] if move.kind == Kind.LOOK else ""
        return [msgspec.structs.replace(first, face=str(icon)), *others]

    wrap(Presenter, "events", events)


@leak("skipbo", by=("answer",))
def a_refusal_hangs_on_anothers_hand() -> None:
    def check(was: Any, table: Table, seat: int, action: int, language: str = "en") -> None:
        try:
            was(table, seat, action, language)
        except Refused as refusal:
            if table.state.hand[(seat + 1) % len(table.seats), 0] == 0:
                raise Refused(f"{refusal} Beware.", refusal.rule) from None
            raise

    wrap(Table, "check", check)


@leak("skipbo", by=("why",))
def the_reason_against_a_touch_hangs_on_the_deck() -> None:
    def reason(was: Any, table: Table, *given: Any) -> tuple[str, str]:
        answer: tuple[str, str] = was(table, *given)
        return ("", "") if table.state.unseen[1] % 2 else answer

    wrap(why_not, "reason", reason)


@leak("skipbo", by=("answer",))
def an_undo_is_refused_by_the_deck() -> None:
    def undo_barrier(was: Any, table: Table, seat: int) -> str:
        barrier: str = was(table, seat)
        return "undo.turn" if table.state.unseen[1] % 2 else barrier

    wrap(Table, "undo_barrier", undo_barrier)


# Moves and bots -----------------------------------------------------------------------------------
@leak("skipbo", by=("bot", "shown"))
def the_order_of_moves_follows_the_deck() -> None:
    def legal(was: Any, host: Host, viewer: int) -> list[int]:
        actions: list[int] = was(host, viewer)
        return actions[::-1] if host.table and host.table.state.unseen[1] % 2 else actions

    wrap(Host, "legal", legal)


@leak("skip_or_trip", by=("bot", "shown"))
def a_move_is_left_out_when_the_deck_says_so() -> None:
    def legal(was: Any, host: Host, viewer: int) -> list[int]:
        actions: list[int] = was(host, viewer)
        return actions[:-1] if host.table and int(host.table.state.top) % 2 else actions

    wrap(Host, "legal", legal)


@leak("skippity", "skipbo_mod", by=("bot",))
def a_bot_gets_the_whole_state() -> None:
    def question(was: Any, host: Host, seat: int) -> Any:
        name, bot, seed, _, legal = was(host, seat)
        assert host.table is not None
        return name, bot, seed, host.table.state.tobytes(), legal

    wrap(bot_workers, "question", question)


# Facts of the table -------------------------------------------------------------------------------
def with_fact(name: str, fact: Callable[[Host], Any]) -> None:
    def facts(was: Any, presenter: Presenter, *given: Any) -> Any:
        true_facts = was(presenter, *given)
        setattr(true_facts, name, fact(presenter.host))
        return true_facts

    wrap(Presenter, "facts", facts)


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

    wrap(record, "part_entry", part_entry)


@leak("flip_and_skip", by=("record",))
def a_record_has_digests() -> None:
    def part_entry(was: Any, host: Host, row: Any, viewer: int) -> Any:
        return was(host, row, viewer) | {"data": json.loads(row.data or "{}")}

    wrap(record, "part_entry", part_entry)


@leak("skipbo", by=("record",))
def a_record_is_whole_before_the_end() -> None:
    def about(was: Any, host: Host) -> Any:
        return was(host) | {"server_key": host.header.key.hex()}

    wrap(record, "about", about)


@leak("skip_or_trip", "skipbo", by=("replay",))
def a_replay_shows_every_seat() -> None:
    def viewers(was: Any, host: Host, own: list[int], wanted: str) -> list[int]:
        return list(range(host.header.seats))

    wrap(past_turns, "viewers", viewers)


@leak("skipbo", by=("replay",))
def a_replay_shows_whichever_seat_is_asked_for() -> None:
    def viewers(was: Any, host: Host, own: list[int], wanted: str) -> Any:
        return was(host, list(range(host.header.seats)), wanted)

    wrap(past_turns, "viewers", viewers)
