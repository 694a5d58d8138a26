"""The laws of scenes, checked over random games with random options."""

from __future__ import annotations

import dataclasses
import functools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.core import NOBODY, NONE
from skipyard.games import game
from skipyard.games.law_data import law_data
from skipyard.games.move_words import speaker
from skipyard.games.random_options import some_options
from skipyard.games.random_play import Table, imagined, legal, referee_actions, rows, view_of
from skipyard.games.scene import Event, Scene, Zone
from skipyard.games.unpack import reader
from skipyard.options import Refused
from skipyard.testing.depth import sizes
from skipyard.testing.selection import selected_games
from skipyard.testing.worlds import every_game, watchers

SHOWN = [name for name in selected_games() if (game(name).folder / "scene.py").exists()]
HOARD = "hoard"  # the policy of tables on which rare things happen
NAMES = ("Zoé", "{card}", "Ÿ & <b>", "Bo", "Player 5", "Ünal")
ITEMLESS_ZONES = {"buttons", "action", "symbols", "steps"}  # zones without items that move
MOVES = 160  # of one game
every_scene = pytest.mark.parametrize("name", SHOWN)
every_stride = sizes("stride", 3, 1)  # one in so many moves is looked at


# Tables and games ---------------------------------------------------------------------------------
def some_table(name: str, seats: int, key: int) -> Table:
    """A table of this size with `key` options changed, or the book's if none fits."""
    dice = random.Random(f"{name} {seats} {key}")
    chosen = some_options(game(name), seats, dice, key, law_data(name).VALUES)
    return Table(name, seats, chosen, key, "")


def seat_counts(name: str) -> range:
    return range(game(name).options.FEWEST_SEATS, game(name).options.MOST_SEATS + 1)


def possible(name: str, seats: int, key: int) -> list[Table]:
    try:
        return [some_table(name, seats, key)]
    except Refused:
        return []


def all_tables(name: str) -> list[Table]:
    """Tables of all sizes, by the book and changed, and those on which rare things happen."""
    keys = (0, 3)  # so many options are changed
    tables = [table for n in seat_counts(name) for key in keys for table in possible(name, n, key)]
    return [*tables, *law_data(name).scene_tables(name)]


@dataclasses.dataclass
class Step:
    """One move as one viewer saw it."""

    table: Table
    viewer: int
    before: Any
    after: Any
    said: dict[str, str]
    legal: list[int]
    was_legal: list[int]
    action: int
    turn: int

    @property
    def name(self) -> str:
        return self.table.name

    def scene(self, language: str = "en") -> Scene:
        return scene_of(self.name, self.after, self.legal, language)

    def old_scene(self, language: str = "en") -> Scene:
        return scene_of(self.name, self.before, self.was_legal, language)

    def events(self, language: str = "en") -> list[Event]:
        return events_of(self.name, self.before, self.after, self.action, language)


def scene_of(name: str, view: Any, legal: list[int], language: str = "en") -> Scene:
    scene: Scene = game(name).scene.scene(view, legal, NAMES, language)
    return scene


def events_of(name: str, before: Any, after: Any, action: int, language: str = "en") -> list[Event]:
    events: list[Event] = game(name).scene.events(before, after, action, NAMES, language)
    return events


def choose(table: Table, state: Any, chance: random.Random) -> int:
    """A legal move: any, or one of the first or last kind, so that games differ."""
    name, actions = table.name, legal(table.name, state)
    if getattr(state, "referee", 0) and chance.random() < 0.1:
        verdict = game(name).rules.verdict
        given = [
            act for act in sorted(referee_actions(name)) if verdict(state, rows(name)[act]) == 0
        ]
        actions = given or actions
    kinds = game(name).rules.ACTIONS.kind
    wanted = max if table.policy == HOARD else chance.choice((min, max, None, None))
    if wanted:
        kind = wanted(kinds[action] for action in actions)
        actions = [action for action in actions if kinds[action] == kind]
    return chance.choice(actions)


def describe(words: Any, view: Any, action: int, language: str) -> str:
    return str(words.describe(action, language))


def steps(table: Table, most: int = MOVES) -> Iterator[Step]:
    """The moves of a game as the mover, the next player or anyone saw them; the last as all did."""
    name, rules = table.name, table.game.rules
    state, chance = table.deal(), random.Random(table.key)
    for _ in range(most):
        if state.over:
            return
        turn, was_legal, action = int(state.turn), legal(name, state), choose(table, state, chance)
        before = {seat: view_of(name, state, seat) for seat in watchers(state)}
        words = speaker(table.game, state)
        tell = getattr(words, "tell", functools.partial(describe, words))
        said = {language: tell(before[NOBODY], action, language) for language in LANGUAGES}
        rules.play(state, action)
        now = int(state.turn)
        can = [] if state.over else legal(name, state)
        one = chance.choice((now, turn, chance.choice(watchers(state))))
        for seat in watchers(state) if state.over else [one]:
            yield Step(
                table,
                seat,
                before[seat],
                view_of(name, state, seat),
                said,
                can if seat == now else [],
                was_legal if seat == turn else [],
                action,
                turn,
            )


@functools.cache
def sampled(name: str) -> list[Step]:
    return [step for table in all_tables(name) for step in steps(table)]


# Every scene --------------------------------------------------------------------------------------
def item_zones(scene: Scene) -> list[Zone]:
    return [zone for zone in scene.zones if zone.id not in ITEMLESS_ZONES]


def ids_of(scene: Scene) -> dict[str, str]:
    """The zone of every id."""
    zones = {zone.id: zone.id for zone in scene.zones}
    return zones | {item.id: zone.id for zone in scene.zones for item in zone.items}


@every_stride
@every_scene
def test_ids_are_unique_and_counts_are_what_lies_there(name: str, stride: int) -> None:
    for step in sampled(name)[::stride]:
        scene = step.scene()
        ids = [zone.id for zone in scene.zones]
        ids += [item.id for zone in scene.zones for item in zone.items]
        assert len(ids) == len(set(ids))
        for zone in item_zones(scene):
            shown = [item for item in zone.items if item.kind not in ("square", "stone")]
            assert zone.count >= len(shown), zone.id
            assert zone.count == 0 or zone.items, zone.id
        assert scene.me == step.viewer
        assert [seat.seat for seat in scene.seats] == list(range(len(scene.seats)))


@every_stride
@every_scene
def test_paths_are_the_legal_actions(name: str, stride: int) -> None:
    for step in sampled(name)[::stride]:
        scene = step.scene()
        assert {path.action for path in scene.paths} == set(step.legal)
        known = ids_of(scene)
        touches = {tuple(path.touch) for path in scene.paths}
        assert len(touches) == len(scene.paths), "two actions by one path"
        for touch in touches:
            assert all(thing in known for thing in touch), touch
            shorter = {touch[:length] for length in range(len(touch))}
            assert not shorter & touches, f"{touch} goes on where another path ends"
        touched = {thing for touch in touches for thing in touch}
        buttons = {item.id for zone in scene.zones if zone.id == "buttons" for item in zone.items}
        assert buttons <= touched


PLAIN = (str, int, bool)
TEXTS = ("label", "brief", "status", "facts", "effect", "about")


def texts(whole: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Every text that people read; everything else must be plain numbers and codes."""
    if isinstance(whole, dict):
        for key, value in whole.items():
            yield from texts(value, key)
    elif isinstance(whole, list):
        for value in whole:
            yield from texts(value, where)
    else:
        assert type(whole) in PLAIN, (where, type(whole))
        if where in ("label", "status", "facts"):
            yield where, whole


def codes(whole: Any) -> Any:
    """A scene or an event without its texts."""
    if isinstance(whole, dict):
        return {key: codes(value) for key, value in whole.items() if key not in TEXTS}
    return [codes(value) for value in whole] if isinstance(whole, list) else whole


@functools.cache
def alike(name: str) -> set[str]:
    """Texts that are the same in both languages."""
    entries = game(name).options.sentences().entries.values()
    return {entry["en"] for entry in entries if entry.get("en") == entry.get("fr")}


@every_stride
@every_scene
def test_scenes_and_events_are_plain_and_speak_one_language(name: str, stride: int) -> None:
    """No text is empty or the same in both languages, except numbers, names and signs."""
    assert game(name).options.sentences().missing() == []
    for step in sampled(name)[:: 3 * stride]:
        spoken = []
        for language in LANGUAGES:
            scene = msgspec.to_builtins(step.scene(language))
            told = [msgspec.to_builtins(event) for event in step.events(language)]
            whole = {"scene": scene, "events": told}
            assert json.loads(json.dumps(whole)) == whole
            spoken.append((whole, list(texts(scene)), list(texts(told))))
        (english, scene_en, told_en), (french, scene_fr, told_fr) = spoken
        assert codes(english) == codes(french)
        assert all(text for _, text in scene_en + scene_fr)
        for (_, one), (_, other) in zip(scene_en + told_en, scene_fr + told_fr, strict=True):
            if one == other:
                bare = [word for word in re.split(r"[\s,;:]+", one) if word not in alike(name)]
                assert one in NAMES or one in alike(name) or not re.search(r"[a-z]{3}", str(bare))


@every_stride
@every_scene
def test_a_scene_is_made_from_the_view_alone(name: str, stride: int) -> None:
    """When everything a seat cannot see is changed, its scene and events stay the same."""
    for number, step in enumerate(sampled(name)[:: 7 * stride]):
        other = dataclasses.replace(
            step,
            before=view_of(name, imagined(name, step.before, number), step.viewer),
            after=view_of(name, imagined(name, step.after, number + 1), step.viewer),
        )
        assert other.scene() == step.scene()
        assert other.events() == step.events()


# Events -------------------------------------------------------------------------------------------
@every_stride
@every_scene
def test_nothing_is_lost_between_two_scenes(name: str, stride: int) -> None:
    for step in sampled(name)[::stride]:
        held = [sum(zone.count for zone in item_zones(s)) for s in (step.old_scene(), step.scene())]
        assert held[0] == held[1], step.said["en"]


@every_stride
@every_scene
def test_events_tell_every_change(name: str, stride: int) -> None:
    """Events begin with the move, name existing items, and mention every changed zone."""
    for step in sampled(name)[::stride]:
        told, old, new = step.events(), step.old_scene(), step.scene()
        assert told[0].kind == "move"
        assert told[0].label
        was, now = ids_of(old), ids_of(new)
        for event in told:
            assert not event.source or event.source in was | now, event
            assert not event.target or event.target in now, event
            assert NOBODY <= event.seat < len(new.seats)
        named = {was.get(event.source, now.get(event.source)) for event in told}
        named |= {now.get(event.target) for event in told}
        counts = {zone.id: zone.count for zone in item_zones(old)}
        for zone in item_zones(new):
            if counts.pop(zone.id, 0) != zone.count:
                assert zone.id in named, (step.said["en"], zone.id, told)
        assert not any(counts.values())
        assert [event.kind for event in told].count("end") == int(new.over and not old.over)
        if old.turn != new.turn and not new.over:
            assert [event.seat for event in told if event.kind == "turn"] == [new.turn]


@every_stride
@every_scene
def test_the_first_move_is_the_mover_s_unless_a_referee_s(name: str, stride: int) -> None:
    for step in sampled(name)[::stride]:
        by_referee = step.action in referee_actions(name)
        assert step.events()[0].seat == (NOBODY if by_referee else step.turn), step.said["en"]


@every_scene
def test_a_deal_is_told(name: str) -> None:
    for seats in seat_counts(name):
        for table in possible(name, seats, 0):
            state = table.deal()
            for seat in watchers(state):
                view = view_of(name, state, seat)
                scene, told = scene_of(name, view, []), events_of(name, None, view, NONE)
                assert told[0].label
                known = ids_of(scene)
                assert all(event.target in known for event in told if event.target)
                assert [event.seat for event in told if event.kind == "turn"] == [scene.turn]


@every_stride
@every_scene
def test_the_end_names_winners_and_places(name: str, stride: int) -> None:
    ended = 0
    for step in sampled(name)[::stride]:
        scene = step.scene()
        places = [seat.place for seat in scene.seats]
        if not scene.over:
            assert scene.winners == []
            assert set(places) == {0}
            continue
        ended += 1
        assert scene.paths == []
        assert 1 in places
        assert all(places)
        assert all(places[seat] == 1 for seat in scene.winners)
        assert step.events()[-1].label == scene.status
    assert ended


# Records as plain numbers -------------------------------------------------------------------------
@every_game
def test_a_plain_view_has_the_numbers_of_its_record(name: str) -> None:
    state = some_table(name, seat_counts(name)[0], 0).deal()
    view = view_of(name, state, 0)
    plain = reader(game(name).rules.View)(view)
    assert set(plain._fields) == set(view.dtype.names)
    for field in plain._fields:
        flat = getattr(plain, field)
        numbers = [flat] if isinstance(flat, int) else list(flat)
        assert numbers == view[field].ravel().tolist(), field
