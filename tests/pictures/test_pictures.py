"""Pictures of tables: every case of every book, in both languages and all colours."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from skipyard import pictures
from skipyard.core import NOBODY
from skipyard.games import GAMES, cases, game, played_cases
from skipyard.games.random_play import Table, defaults, imagined, legal, view_of
from skipyard.games.scene import Scene
from skipyard.pictures import colours
from skipyard.testing.depth import sizes
from skipyard.testing.worlds import redealt

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: str) -> ET.Element:
    """A picture, parsed; it defines every part that it uses and has a description."""
    root = ET.fromstring(drawing)
    defined = {element.get("id") for element in root.iter(f"{SVG}symbol")}
    used = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
    assert used == defined
    assert root.get("role") == "img"
    assert all(root.findtext(f"{SVG}{part}") for part in ("title", "desc"))
    assert not re.search(r"<script|<image|<foreignObject|style=|\son\w+=|url\(", drawing)
    return root


@sizes("stride", 3, 1)  # one in so many cases
@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.full)])
@pytest.mark.parametrize("name", GAMES)
def test_every_case_is_drawn(name: str, language: str, stride: int) -> None:
    g, drawn = game(name), 0
    for number, case in list(enumerate(cases.load(g)))[::stride]:
        example = played_cases.show(g, number, language)
        assert bool(case.setup or case.match) == (example.before is None)
        assert bool(case.refused) == bool(example.said)
        if example.before is None:
            continue
        theme = pictures.THEMES[number % len(pictures.THEMES)]
        for moment in pictures.MOMENTS if example.after else pictures.MOMENTS[:2]:
            drawing = pictures.of_example(example, moment, theme, narrow=number % 2 == 1)
            parsed(drawing)
            assert ("var(" in drawing) == (theme == pictures.AUTO)
            drawn += 1
    assert drawn > 100 // stride


@pytest.mark.parametrize("name", GAMES)
def test_a_move_is_pointed_at(name: str) -> None:
    pointed = 0
    for number in range(len(cases.load(game(name)))):
        example = played_cases.show(game(name), number, "en")
        if example.before and example.touch:
            boxes = pictures.boxes(example.before, example.after or example.before)
            on_table = [thing for thing in example.touch if thing in boxes]
            pointed += bool(on_table)
            before = pictures.of_example(example, pictures.BEFORE)
            start = pictures.of_example(example, pictures.START)
            assert (before != start) == bool(on_table)
    assert pointed > 50


def public_scene(name: str, state: Any) -> Scene:
    names = ["Ann", "Bob", "Cid", "Dora"][: int(state.seats)]
    drawn: Scene = game(name).scene.scene(view_of(name, state, NOBODY), [], names, "en")
    return drawn


@pytest.mark.parametrize("name", GAMES)
def test_a_public_picture_holds_nothing_that_is_hidden(name: str) -> None:
    state = Table(name, 2, defaults(name), 5, "").deal()
    chance, compared, pictured = random.Random(5), 0, set()
    for turn in range(120):
        if state.over:
            break
        if turn % 10 == 0:
            drawn = pictures.picture(public_scene(name, state))
            pictured.add(drawn)
            other = redealt(name, state, NOBODY, chance)
            dream = imagined(name, view_of(name, state, NOBODY), turn + 1)
            assert drawn == pictures.picture(public_scene(name, other))
            assert drawn == pictures.picture(public_scene(name, dream))
            compared += 1
        game(name).rules.play(state, chance.choice(legal(name, state)))
    assert compared >= 3
    assert len(pictured) > 1


def test_names_are_text() -> None:
    state = Table("skipbo", 2, defaults("skipbo"), 1, "").deal()
    hostile = ["<script>alert(1)</script>", '"><g onload=x>']
    view = view_of("skipbo", state, NOBODY)
    scene = game("skipbo").scene.scene(view, [], hostile, "en")
    root = ET.fromstring(pictures.picture(scene))
    assert not [one for one in root.iter() if one.tag == "script" or "onload" in one.attrib]


def test_the_colours_are_those_of_the_style_sheet() -> None:
    light, dark = (colours.themes()[theme] for theme in (colours.LIGHT, colours.DARK))
    assert light.keys() == dark.keys()
    assert (light["table"].lower(), dark["table"].lower()) == ("#ecdcc0", "#202b35")
    assert all("light-dark" not in value for value in (*light.values(), *dark.values()))


def test_a_picture_by_itself_may_only_colour_itself() -> None:
    assert pictures.POLICY.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in pictures.POLICY


def test_a_picture_becomes_pixels() -> None:
    drawn = pictures.png(pictures.waiting("Skip-Bo", "Nothing is dealt yet.", colours.LIGHT))
    assert drawn.startswith(b"\x89PNG")
    assert int.from_bytes(drawn[16:20], "big") == pictures.PREVIEW
