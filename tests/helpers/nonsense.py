"""Nonsense for every argument, and what a refusal of it has to say."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skipyard.arguments import LONGEST, shown
from skipyard.options import Refused

# It begins and ends like a sentence, and is not a page.
FORM = re.compile(r"\S.{18,900}[.)»”]", re.DOTALL)
RULE = re.compile(r"\([A-Z]{2}-\w+\)")
# The ways in which our sentences say what would be right.
RIGHT = re.compile(
    r"\bis (a|an|one|for|True|what|from|“|the turn|made by|0 or more|named|none of|written in)\b|"
    r"\bare (values|names|numbers|for|one|whole|the|of|fixed|0)\b|\bare: |\bthey are \d|"
    r"\bfrom -?\d|\d to \d|\bbelow \d|\bor more\b|\bbetween\b|\bone (of|for each)\b|"
    r"\bsuch as\b|\bwould be\b|\bmay have\b|\bas they have to be\b|\bwrite more of it\b|"
    r"[Ll]eave (it|them|the others) out|\badd it\b|\bbegin before\b|\bask for\b|\btakes?\b|"
    r"\bmade by\b|\bhas to\b|\bneed to\b|\bwrote\b|\bwhat `save` returned\b|\bthese do\b|"
    r"\bthe (agents|bots|games|options) are\b|\bthe first is\b|\bequal lengths\b|"
    r"\bchooses for a\b|\bthere is no move\b|\bcannot be seated: "
)
WORDS = ["skipbo", "skippity", "en", "rules", "search:", "policy:", "policy:x", "a:b", "cpu", "no"]
NESTED = st.recursive(
    st.none() | st.integers(-5, 300) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
NUMPY: Any = st.one_of(
    st.integers(-5, 300).map(np.int64),
    st.integers(0, 255).map(np.uint8),
    st.floats(width=32).map(np.float32),
    st.booleans().map(np.bool_),
    st.lists(st.integers(-5, 200), max_size=6).map(np.array),
    st.sampled_from([np.zeros((2, 2)), np.array("skippity"), np.array(["a", "b"]), np.array(3)]),
    st.sampled_from([np.datetime64("2026-01-01"), np.array([None, {}], object), np.zeros(0)]),
)
ANYTHING: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(-5, 300),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(WORDS),
    st.binary(max_size=8),
    st.lists(st.integers(-5, 200), max_size=6),
    st.tuples(st.integers(0, 3), st.text(max_size=2)),
    NESTED,
    NUMPY,
    st.sampled_from([object(), int, len, ..., 1j, NotImplemented, range(3)]),
)


def fuzz(examples: int, *kinds: Any) -> Callable[[Callable[..., None]], None]:
    """Run a function, at once, with so many examples of these kinds."""

    def run(work: Callable[..., None]) -> None:
        checks = list(HealthCheck)
        bounds = settings(max_examples=examples, deadline=None, suppress_health_check=checks)
        decorate: Any = given(*kinds)
        bounds(decorate(work))()

    return run


def answers(call: Any, *given: Any, about: tuple[str, ...] = (), **named: Any) -> Any:
    """The answer, or the sentence of a refusal; anything else that is raised fails the test.

    The sentence names an argument, one of `about`, or quotes a value that was given.
    """
    try:
        return call(*given, **named)
    except Refused as why:
        told, subject = str(why), why.about
    told_short = f"{told!r} about {subject!r} for {given!r:.300} {named!r:.300}"
    assert FORM.fullmatch(told), told_short
    assert "Traceback" not in told, told_short
    if RULE.search(told):  # of a game: it says what is legal, and the book has the rest
        return told
    assert names_something(told, [*named, *about], [*given, *named.values()]), told_short
    assert RIGHT.search(told), told_short
    return told


def names_something(told: str, names: list[str], values: list[Any]) -> bool:
    """Whether a sentence names one of the arguments or quotes one of the values."""
    if any(re.search(rf"\b{re.escape(name)}\b", told) for name in names):
        return True
    quoted = [*map(shown, values), *(str(value).strip()[:LONGEST] for value in values)]
    return any(text and text in told for text in quoted)
