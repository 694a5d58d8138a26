"""A table of Pebbles as a screen shows it: a stream with frogs, the bag, spent pebbles, hands."""

from collections.abc import Sequence
from typing import Any

from pebbles import options
from pebbles.rules import COPIES, NUMBERS, TRUST
from skipyard.games import game
from skipyard.games.plain_scene import PlainScene
from skipyard.games.scene import Item, Zone

say = options.sentences().say


def pebbles(zone: str, counts: Sequence[int], language: str) -> list[Item]:
    """Pebbles that can be seen, from how many there are of each number."""
    numbers = [n + 1 for n, count in enumerate(counts) for _ in range(count)]
    labels = [say(language, "scene.pebble", number=n) for n in numbers]
    return [Item(f"{zone}.{i}", "pebble", str(numbers[i]), labels[i]) for i in range(len(numbers))]


def hidden(zone: str, count: int, language: str) -> list[Item]:
    """One item for any number of hidden pebbles."""
    label = say(language, "scene.hidden", count=count)
    return [Item(f"{zone}.top", "pebble", "back", label)] if count else []


def zones(v: Any, names: Sequence[str], language: str) -> list[Zone]:
    frogs = [Item(f"frog.{n}", "token", str(n + 1), names[n], int(v.at[n])) for n in range(v.seats)]
    spent = pebbles("spent", v.spent, language)
    left = NUMBERS * COPIES - len(spent) - int(v.hand_left.sum())
    result = [
        Zone("stream", "track", say(language, "scene.stream"), frogs, count=len(frogs)),
        Zone("bag", "pile", say(language, "scene.bag"), hidden("bag", left, language), count=left),
        Zone("spent", "row", say(language, "scene.spent"), spent, count=len(spent)),
    ]
    for seat in range(v.seats):
        held, label = int(v.hand_left[seat]), say(language, "scene.hand", name=names[seat])
        items = hidden(f"hand.{seat}", held, language)
        if seat == v.me:
            items = pebbles("mine", v.hand, language)
        result.append(Zone(f"hand.{seat}", "row", label, items, seat, held))
    return result


def touches(v: Any, action: int) -> list[str]:
    """The bag, or any of my pebbles with that number."""
    if action == TRUST:
        return ["bag"]
    return [item.id for item in pebbles("mine", v.hand, "en") if item.face == str(action + 1)]


def facts(v: Any, seat: int, language: str) -> list[str]:
    return [say(language, "scene.at", stone=int(v.at[seat]))]


PLAIN = PlainScene(game("pebbles"), zones, touches, facts)
scene, events, ways = PLAIN.scene, PLAIN.events, PLAIN.ways
