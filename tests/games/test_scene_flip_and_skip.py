"""Scenes and events of Flip & Skip: moving coins, undersides for those who know them."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from helpers.random_steps import NAMES, Step, events_of, labels, play_words, random_steps, scene_of

from skipyard.core import NOBODY, NONE
from skipyard.games import game
from skipyard.games.flip_and_skip.coins import COINS, HANDS, PILES, SQUARES, Icon, Phase
from skipyard.games.flip_and_skip.words import square_name
from skipyard.games.random_play import legal, view_of
from skipyard.games.scene import Item, Scene, Zone
from skipyard.testing.depth import sizes

GAME = "flip_and_skip"
TABLES: tuple[tuple[str, ...], ...] = (
    (),
    ("move_any=true", "capture_own=true", "alt_action=any", "no_progress_limit=20"),
    ("show_memory=false", "setup_pick=random", "light_seat=1", "multiskip_cost=each"),
    ("flip_optional=true", "action_optional=true", "corner_rule=off", "return_square=dark_only"),
)
every_number = sizes("games", 1, 3)
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: " ".join(table) or "book")


def zone(scene: Scene, name: str) -> Zone:
    return next(zone for zone in scene.zones if zone.id == name)


def item(scene: Scene, coin: int) -> Item:
    return next(item for zone in scene.zones for item in zone.items if item.id == f"coin.{coin}")


@functools.cache
def steps(table: tuple[str, ...], games: int) -> list[Step]:
    return [step for key in range(games) for step in random_steps(GAME, 2, key + 1, *table)]


def place(where: int) -> str:
    """The id of the square or zone where a coin lies."""
    if where < SQUARES:
        return f"square.{square_name(where)}"
    return f"hand.{where - HANDS}" if where < PILES else f"pile.{where - PILES}"


def position(text: str) -> Any:
    return game(GAME).position.read(text)


# Coins on the move --------------------------------------------------------------------------------
@every_number
@every_table
def test_coins_go_where_the_events_say(table: tuple[str, ...], games: int) -> None:
    met = set()
    for step in steps(table, games):
        before = {f"coin.{coin}": place(int(step.before[0].where[coin])) for coin in range(COINS)}
        after = {f"coin.{coin}": place(int(step.after[0].where[coin])) for coin in range(COINS)}
        for event in events_of(GAME, step, 0):
            met.add(event.kind)
            if event.source in before and event.target != event.source:
                before[event.source] = event.target
        assert before == after
    assert {"take", "keep", "flip", "score", "step", "skip", "capture", "turn"} - met <= {"take"}


@every_number
@every_table
def test_a_coin_lies_in_one_zone(table: tuple[str, ...], games: int) -> None:
    for step in steps(table, games)[::7]:
        scene = scene_of(GAME, step, 1)
        coins = [item for zone in scene.zones for item in zone.items if item.kind == "coin"]
        assert {coin.id for coin in coins} == {f"coin.{coin}" for coin in range(COINS)}
        for name in ("board", "hand.0", "hand.1", "pile.0", "pile.1"):
            lying = [item for item in zone(scene, name).items if item.kind == "coin"]
            assert zone(scene, name).count == len(lying)
        on_board = [coin for coin in coins if coin.place >= 0]
        assert len({coin.place for coin in on_board}) == len(on_board) == zone(scene, "board").count


def test_a_skip_passes_over_what_it_captures() -> None:
    state = position(
        "turn: 1\nrow 3: b3 L3.Stone\nrow 4: c4 D1.Sword\nrow 8: a8 D2.Sword, h8 L4.Stone"
    )
    step = play_words(GAME, state, "skip b3 over c4 to d5")
    told, skip, capture = events_of(GAME, step, 1)[:3]
    assert (skip.kind, skip.places) == ("skip", [17, 26, 35])
    assert told.places == skip.places  # all that is told again after a reload
    assert (capture.kind, capture.target) == ("capture", "hand.0")
    assert told.label == "Ann skips a light Stone over a dark Sword and captures it."
    french = "Vous sautez avec une Pierre claire et capturez une Épée foncée."
    assert events_of(GAME, step, 0, "fr")[0].label == french


# Undersides ---------------------------------------------------------------------------------------
@every_number
@every_table
def test_undersides_are_told_to_those_who_know(table: tuple[str, ...], games: int) -> None:
    """Neither labels, marks nor events name an icon that the view does not show."""
    looks = 0
    for step in steps(table, games):
        for seat, view in step.after.items():
            scene = scene_of(GAME, step, seat)
            for coin in range(COINS):
                known = [mark for mark in item(scene, coin).marks if mark.startswith("known:")]
                icon = int(view.under[coin])
                assert known == ([] if icon == NONE else [f"known:{Icon(icon).name}"])
            for event in events_of(GAME, step, seat):
                if event.kind == "look":
                    looks += 1
                    assert (event.face != "") == (event.seat == seat)
                    assert (event.seat == seat) == (event.label != "")
                    assert event.face.capitalize() in event.label
    assert looks > 0


def test_an_eye_shows_one_player_what_the_others_do_not_see() -> None:
    state = position(
        "turn: 1\nhand 1: D5.Scroll=EYE\nrow 1: a1 L1.Stone\nrow 8: a8 D2.Sword, h8 D3.Stone"
    )
    step = play_words(GAME, state, "flip coin D5")
    told = [event.label for event in events_of(GAME, step, 1) if event.label]
    assert told == ["Ann flips a dark Scroll: the Eye.", "The Eye looks under a coin."]
    assert scene_of(GAME, step, 1).status == "Ann uses a power: Eye."
    assert [icon.face for icon in zone(scene_of(GAME, step, 0), "action").items] == ["EYE"]
    step = play_words(GAME, state, "look under coin D2")
    icon = Icon(step.after[0].under[13]).name
    assert labels(events_of(GAME, step, 0))[0] == f"You find the {icon.capitalize()}."
    for other in (1, NOBODY):
        assert events_of(GAME, step, other)[0].label == "Ann looks under a dark Sword."
        assert item(scene_of(GAME, step, other), 13).marks == ["seen:0"]
    own = item(scene_of(GAME, step, 0), 13)
    assert (own.face, own.marks) == ("dark.sword", [f"known:{icon}"])
    assert own.label == f"a8: dark Sword D2, underneath {icon.title()}, known to you alone"


def test_an_action_at_once_is_said() -> None:
    board = "\nrow 1: a1 L1.Stone\nrow 8: a8 D2.Sword, h8 D3.Stone"
    state = position("turn: 1\nhand 1: D5.Stone=AXES" + board)
    step = play_words(GAME, state, "flip coin D5")
    assert labels(events_of(GAME, step, 1)) == [
        "The Axes give three steps in this turn instead of two."
    ]
    state = position("turn: 1\nhand 1: D5.Stone=WREATH D6.Stone" + board)
    step = play_words(GAME, state, "flip coin D5")
    assert labels(events_of(GAME, step, 1))[0] == "The Wreath asks for another coin to be flipped."
    state = position("turn: 1\nhand 1: D6.Stone=HAND" + board)
    step = play_words(GAME, state, "flip coin D6")
    assert labels(events_of(GAME, step, 1))[0] == "The Hand has nothing to act on."


def test_coins_and_powers_explain_themselves() -> None:
    state = position(
        "turn: 1\nhand 1: D5.Scroll=EYE\nrow 1: a1 L1.Stone\nrow 8: a8 D2.Sword, h8 D3.Stone"
    )
    step = play_words(GAME, state, "flip coin D5")
    mine = scene_of(GAME, step, 0)
    assert item(mine, 16).about == "Eye underneath. A secret look under one coin."
    assert item(mine, 13).about == "Nobody has seen what is underneath."
    assert zone(mine, "action").items[0].about == "A secret look under one coin."
    assert [one.about for one in zone(mine, "skips").items] == [
        "Sword skips Scroll",
        "Scroll skips Stone",
        "Stone skips Sword",
    ]
    assert {one.face for one in zone(mine, "powers").items} == {icon.name for icon in Icon}
    french = scene_of(GAME, step, 0, "fr")
    assert item(french, 16).about == "Dessous : Œil. Un regard secret sous une pièce."
    step = play_words(GAME, state, "look under coin D2")
    assert item(scene_of(GAME, step, 0), 13).about.startswith(
        f"{Icon(step.after[0].under[13]).name.title()} underneath, and only you know."
    )
    assert item(scene_of(GAME, step, 1), 13).about == "Ann knows what is underneath."


def test_a_skip_says_what_it_takes_and_a_seat_what_it_lacks() -> None:
    state = position(
        "turn: 1\npile 1: D4.Scroll D6.Scroll\n"
        "row 3: b3 L3.Stone\nrow 4: c4 D1.Sword\nrow 8: a8 D2.Sword, h8 L4.Stone"
    )
    view = view_of(GAME, state, 0)
    scene = game(GAME).scene.scene(view, legal(GAME, state), NAMES[:2], "en")
    skips = [path for path in scene.paths if path.effect]
    assert [(path.effect, path.lands) for path in skips] == [("+1", "coin.12")]
    assert [path.touch for path in scene.paths if path.quiet] == [["button.end"]]
    assert [(seat.left, seat.whole) for seat in scene.seats] == [(7, 9), (9, 9)]
    assert (zone(scene, "steps").count, zone(scene, "steps").columns) == (2, 2)


# What may be touched ------------------------------------------------------------------------------
@every_number
@every_table
def test_a_path_is_a_coin_a_square_or_both(table: tuple[str, ...], games: int) -> None:
    for step in steps(table, games)[::3]:
        if step.after[NOBODY].over:
            continue
        seat = int(step.after[NOBODY].turn)
        paths = scene_of(GAME, step, seat).paths
        assert [path.action for path in paths] == step.legal
        touched = [tuple(path.touch) for path in paths]
        assert len(set(touched)) == len(touched)
        for touch in touched:
            assert not any(other[: len(touch)] == touch for other in touched if other != touch)
        if step.after[seat].phase == Phase.PLACE:
            assert all(touch[0].startswith("square.") for touch in touched)
        assert scene_of(GAME, step, 1 - seat).paths == []


def test_the_deal_names_the_light_player() -> None:
    step = next(random_steps(GAME, 2, 1, "light_seat=1", "setup_pick=random"))
    told = game(GAME).scene.events(None, step.before[0], NONE, NAMES[:2], "en")
    assert [event.kind for event in told] == ["deal", *4 * ["take"], "turn"]
    assert told[0].label == "The coins are laid out; Bob has the light ones."


def test_a_won_game_is_said_to_both() -> None:
    pile = "D1.Stone D2.Stone D3.Stone D4.Sword D5.Sword D6.Sword D7.Scroll D8.Scroll"
    board = "row 1: a1 L1.Stone\nrow 8: a8 D12.Sword"
    state = position(f"turn: 1\nhand 1: D9.Scroll=WREATH\npile 1: {pile}\n{board}")
    step = play_words(GAME, state, "flip coin D9")
    assert events_of(GAME, step, 0)[-1].label == "You have three of each and win."
    assert events_of(GAME, step, 1)[-1].label == "Ann has three of each and wins."
    scene = scene_of(GAME, step, 1)
    assert (scene.winners, [seat.place for seat in scene.seats]) == ([0], [1, 2])
