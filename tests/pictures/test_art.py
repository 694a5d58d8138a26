"""Drawings are well-formed, use the theme's colours, and exist for every face in a scene."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

from skipyard.art import brand, miniature, sprite
from skipyard.games import GAMES, game
from skipyard.games.random_play import Table, defaults, legal, view_of

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [name for name in GAMES if sprite.symbols(name)]
WORDS_ONLY = {"button"}  # things that are shown as words


def shown(name: str, key: int) -> set[str]:
    """The drawings that the scenes of a random game need."""
    state = Table(name, 2, defaults(name), key, "").deal()
    faces, chance = set(), random.Random(key)
    for _ in range(300):
        if state.over:
            break
        view, actions = view_of(name, state, state.turn), legal(name, state)
        scene = game(name).scene.scene(view, actions, ["Ann", "Bob"], "en")
        for zone in scene.zones:
            faces |= {f"{one.kind}-{one.face}" for one in zone.items if one.kind not in WORDS_ONLY}
            if zone.needs:
                faces.add(f"numeral-{zone.needs}")
        game(name).rules.play(state, chance.choice(list(actions)))
    return faces


@pytest.mark.parametrize("name", DRAWN)
def test_every_face_of_a_scene_is_drawn(name: str) -> None:
    asked = shown(name, 1) | shown(name, 2)
    assert asked <= sprite.symbols(name).keys()


@pytest.mark.parametrize("name", sprite.NAMES)
def test_a_sprite_is_svg_whose_symbols_have_the_ids_they_are_known_by(name: str) -> None:
    root = ET.fromstring(sprite.sprite(name))
    symbols = [one.attrib for one in root.iter(f"{SVG}symbol")]
    assert [one["id"] for one in symbols] == list(sprite.symbols(name))
    assert all(one["viewBox"] for one in symbols)


@pytest.mark.parametrize("name", sprite.NAMES)
def test_a_sprite_is_drawn_by_us_and_obeys_a_strict_policy(name: str) -> None:
    text = sprite.sprite(name).decode()
    assert not re.search(r"<text|<image|<style|<script|style=|href=\"[^#]", text)


def test_a_sprites_address_is_that_of_its_content() -> None:
    assert sprite.digest("skipbo") in sprite.address("skipbo")
    assert sprite.address("skipbo") != sprite.address("skippity")


@pytest.mark.parametrize("name", GAMES)
def test_a_miniature_is_made_of_its_games_drawings(name: str) -> None:
    assert {thing.symbol for thing in miniature.box(name)} <= sprite.symbols(name).keys()


def test_the_icon_stands_alone() -> None:
    assert "var(" not in brand.icon()
    assert ET.fromstring(brand.icon()).tag == f"{SVG}svg"
