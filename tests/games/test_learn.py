"""Lessons are made of cases, playable by touch, and answer wrong tries with their rule."""

from __future__ import annotations

import random
import re
import tomllib

import pytest

from skipyard.catalogue import LANGUAGES
from skipyard.games import GAMES, cases, game, rulebook
from skipyard.server.pages import lessons

SOME = 25  # tries of a lesson
RULE = re.compile(r"\(([A-Z]+-A?\d\d)\)$")


def tries(name: str, number: int, language: str) -> dict[tuple[str, ...], tuple[str, str]]:
    """The answers to some random touches."""
    ids = sorted(lessons.touches(name, number, language))
    some = random.Random(number).sample(ids, min(SOME, len(ids)))
    return {touch: lessons.outcome(name, number, touch, language) for touch in some}


@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_cases_told_in_every_language(name: str) -> None:
    told = tomllib.loads((game(name).folder / "learn.toml").read_text("utf-8"))["step"]
    names = [case.name for case in cases.load(game(name))]
    assert 8 <= len(told) <= 15
    for step in told:
        assert names.count(step["case"]) == 1
        assert step.keys() == {"case", *LANGUAGES}
        assert all(step[language] for language in LANGUAGES)
    assert any(lesson["refused"] for lesson in lessons.lessons(name, "en"))
    assert len({step["case"] for step in told}) == len(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_can_be_done_by_touching_what_is_there(name: str, language: str) -> None:
    for step, lesson in zip(lessons.steps(name), lessons.lessons(name, language), strict=True):
        scene = lesson["scene"]
        there = {zone.id for zone in scene.zones}
        there |= {item.id for zone in scene.zones for item in zone.items}
        can = [tuple(path) for path in lesson["paths"]]
        assert there.issuperset(thing for path in can for thing in path)
        outcomes = [lessons.outcome(name, step.number, path, language)[0] for path in can]
        assert "right" in outcomes
        assert tuple(lesson["touch"]) in can
        assert all(item.label for zone in scene.zones for item in zone.items if item.id in can)


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_ends_with_the_events_that_play_would_show(name: str) -> None:
    for lesson in lessons.lessons(name, "en"):
        assert bool(lesson["events"]) == (lesson["after"] is not None)
        if lesson["after"]:
            assert not lesson["after"].paths
            assert [event.label for event in lesson["events"] if event.label] == lesson["told"]


def test_a_touch_may_mean_a_thing_or_the_place_where_it_lies() -> None:
    lesson = lessons.lesson("skipbo", 0, "en")
    number = lessons.steps("skipbo")[0].number
    held, last = lesson["touch"][:-1], lesson["touch"][-1]
    asked = [",".join([*held, "no.such.thing"]), ",".join([*held, last])]
    assert lessons.first_known("skipbo", number, asked, "en")[0] == "right"
    assert lessons.first_known("skipbo", number, asked[:1], "en")[0] == "refused"


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_try_is_answered_with_its_rule(name: str) -> None:
    rules = {
        entry for member in rulebook.family(game(name)) for entry in rulebook.read(member).entries
    }
    refused = 0
    for step in lessons.steps(name)[::2]:
        for kind, sentence in tries(name, step.number, "en").values():
            if kind == "refused":
                rule = RULE.search(sentence)
                assert rule, sentence
                assert rule[1] in rules
                refused += 1
    assert refused > 10


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_that_is_done_says_what_happened(name: str) -> None:
    for lesson in lessons.lessons(name, "fr"):
        assert bool(lesson["after"]) != lesson["refused"]
        assert lesson["move"]
        assert lesson["status"]
