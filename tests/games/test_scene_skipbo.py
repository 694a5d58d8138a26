"""Scenes of Skip-Bo and MOD: what single moves look like, and that shown faces are true."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from skipyard.core import NOBODY
from skipyard.games import game
from skipyard.games.random_play import legal, rows, view_of
from skipyard.games.scene import Drawn, Event, Scene
from skipyard.games.skipbo.actions import Kind
from skipyard.testing.laws.scenes import NAMES, Step, events_of, every_stride, sampled, scene_of

family = pytest.mark.parametrize("name", ["skipbo", "skipbo_mod"])
KINDS = {"move", "complete", "reveal", "finish", "sink", "shed", "penalty"}
KINDS |= {"shuffle", "turn", "draw", "end"}


def position(name: str, *lines: str) -> Any:
    return game(name).position.read("\n".join(lines))


def shown(name: str, state: Any, seat: int) -> Scene:
    can = legal(name, state) if seat == state.turn else []
    return scene_of(name, view_of(name, state, seat), can)


def played(name: str, state: Any, move: str, seat: int) -> list[Event]:
    """The events of a move, as a seat saw them."""
    before = view_of(name, state, seat)
    action = game(name).words.parse(move)
    assert action in legal(name, state)
    game(name).rules.play(state, action)
    return events_of(name, before, view_of(name, state, seat), action)


def brief(events: list[Event]) -> list[tuple[str, str, str, str]]:
    return [(event.kind, event.source, event.target, event.face) for event in events]


@family
def test_all_kinds_happen_and_a_face_told_is_the_card_played(name: str) -> None:
    seen: Counter[str] = Counter()
    for step in sampled(name):
        told = step.events()
        seen.update(event.kind for event in told)
        move = rows(name)[step.action]
        if move.kind in (Kind.HAND, Kind.DISCARD):
            card = next(e for e in told if e.kind == "move" and e.source.startswith("hand"))
            true = "wild" if move.source == 0 else str(move.source)
            assert card.face == true, step.said
        check_draws(step, told)
    assert set(seen) == KINDS | ({"roll"} if name == "skipbo_mod" else set())


def check_draws(step: Step, told: list[Event]) -> None:
    """Everybody sees how many cards are drawn, only their own faces, and every shuffle."""
    kinds = Counter(event.kind for event in told)
    for event in told:
        if event.kind == "draw":
            assert (event.face == "back") == (event.seat != step.viewer)
    if not kinds["shed"]:
        sunk = (step.after.stock_left - step.before.stock_left).clip(0).sum()
        left = step.before.draw_left - kinds["draw"] - sunk
        assert kinds["shuffle"] == (left != step.after.draw_left), step.said


def test_two_equal_cards_play_the_same_action() -> None:
    state = position("skipbo", "seats: 2", "turn: 1", "hand 1: 1 1 9", "stock 1: 5 of 4")
    scene = shown("skipbo", state, 0)
    onto = [path for path in scene.paths if path.touch[-1] == "build.2"]
    assert [path.touch[0] for path in onto] == ["hand.0.0", "hand.0.1"]
    assert len({path.action for path in onto}) == 1


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    state = position("skipbo", "seats: 2", "turn: 1", "hand 1: 1 W", "stock 1: 5 of 4")
    for seat, faces in ((0, ["wild", "1"]), (1, ["back", "back"]), (NOBODY, ["back", "back"])):
        (hand,) = [zone for zone in shown("skipbo", state, seat).zones if zone.id == "hand.0"]
        assert [item.face for item in hand.items] == faces


def test_a_stock_card_is_played_and_the_next_turned_up() -> None:
    state = position("skipbo", "seats: 2", "turn: 1", "hand 1: 9 9", "stock 1: 1 of 4")
    told = played("skipbo", state, "play the stock card on pile 3", 1)
    up = told[1].face
    assert brief(told) == [
        ("move", "stock.0.top", "build.2", "1"),
        ("reveal", "stock.0", "stock.0.top", up),
    ]
    assert told[0].label == "Zoé plays a 1 from the stock on pile 3."
    assert told[1].label.startswith("Zoé turns up a")


def test_a_completed_pile_is_set_aside() -> None:
    state = position(
        "skipbo", "seats: 2", "turn: 1", "hand 1: W 9", "stock 1: 5 of 4", "piles: 11 | 0 | 0 | 0"
    )
    told = played("skipbo", state, "play Skip-Bo from hand on pile 1", 1)
    assert brief(told) == [
        ("move", "hand.0.1", "build.0", "wild"),
        ("complete", "build.0", "spent", ""),
    ]


def test_the_die_travels_before_the_card() -> None:
    lines = (
        "seats: 2",
        "turn: 1",
        "hand 1: 4 9",
        "stock 1: 5 of 4",
        "piles: 2 | 0 | 0 | 0",
        "die: 1-4",
    )
    state = position("skipbo_mod", *lines)
    scene = shown("skipbo_mod", state, 0)
    assert ["die.0", "hand.0.0", "build.0"] in [path.touch for path in scene.paths]
    told = played("skipbo_mod", state, "use the die, then play 4 from hand on pile 1", 0)
    assert brief(told) == [
        ("move", "die.0", "build.0", "low"),
        ("move", "hand.0.0", "build.0", "4"),
    ]
    (die,) = [zone.items[0] for zone in shown("skipbo_mod", state, 0).zones if zone.id == "die"]
    assert die.marks == ["used"]


def test_a_path_says_what_it_does_and_a_discard_is_quiet() -> None:
    state = position("skipbo", "seats: 2", "turn: 1", "hand 1: 1 9", "stock 1: 5 of 4")
    paths = shown("skipbo", state, 0).paths
    told = {(path.touch[0], path.quiet): path.effect for path in paths}
    assert told == {
        ("hand.0.0", False): "pile 4",
        ("hand.0.0", True): "discard",
        ("hand.0.1", True): "discard",
    }


def test_a_seat_says_how_far_its_stock_has_come() -> None:
    state = position("skipbo", "options: stock_size=20", "seats: 2", "turn: 1", "stock 1: 5 of 4")
    seat = shown("skipbo", state, 1).seats[0]
    assert (seat.left, seat.whole) == (4, 20)


def test_the_die_explains_itself_and_its_moves_are_not_quiet() -> None:
    lines = ("seats: 2", "turn: 1", "hand 1: 4 9", "stock 1: 5 of 4", "die: Discard 2")
    scene = shown("skipbo_mod", position("skipbo_mod", *lines), 0)
    (die,) = [zone.items[0] for zone in scene.zones if zone.id == "die"]
    assert die.about == "The die allows two extra discards, which do not end the turn."
    by_die = [path for path in scene.paths if path.touch[0] == "die.0"]
    assert by_die
    assert not any(path.quiet for path in by_die)


@every_stride
@family
def test_a_scene_that_is_redrawn_is_as_a_fresh_one(name: str, stride: int) -> None:
    redraw, again, all_zones = game(name).scene.redraw, 0, 0
    others = [f"{who}!" for who in NAMES]
    for step in sampled(name)[::stride]:
        old, new = step.old_scene(), step.scene()
        last = Drawn(step.before, NAMES, old.zones)
        redrawn = redraw(step.after, step.legal, NAMES, "en", last)
        assert redrawn == new
        again += sum(any(zone is each for each in old.zones) for zone in redrawn.zones)
        all_zones += len(redrawn.zones)
        renamed = redraw(step.after, step.legal, others, "en", last)
        assert renamed == redraw(step.after, step.legal, others, "en", None) != redrawn
    assert again > all_zones / 2
