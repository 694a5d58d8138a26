"""Shorter code for a GPU: a long rule is compiled once, not at every call, and loops stay loops.

A multiprocessor of a GPU keeps about 128 KB of instructions at hand. Rules that are inlined into
one another, which is best on a CPU, come to three times that, and threads wait for instructions
four cycles out of five. This works on the text that Numba hands to NVVM, before it is compiled.
"""

from __future__ import annotations

import re
from collections import Counter

LONG = 400  # lines of such text from which on a rule called in several places is not inlined
CALL_LINES = 10  # what stands in the place of such a rule
NAME = r'@("?[^"\s(]+"?)\('
FUNCTION = re.compile(rf"^define [^\n]*?{NAME}[^\n]*\n(.*?)^}}", re.S | re.M)
CALL = re.compile(rf"call [^\n]*?{NAME}")
LABEL = re.compile(r'^("[^"]+"|[\w.$-]+):')
TARGET = re.compile(r'label %("[^"]+"|[\w.$-]+)')
ROLLED = ", !llvm.loop !99001"
NOTES = '\n!99001 = distinct !{ !99001, !99002 }\n!99002 = !{ !"llvm.loop.unroll.disable" }\n'


def shorter(modules: list[str], long: int = LONG) -> list[str]:
    """The same modules, to be compiled to less code."""
    kept = long_functions(modules, long)
    return [with_notes(FUNCTION.sub(lambda found: shorten(found, kept), text)) for text in modules]


def long_functions(modules: list[str], long: int) -> set[str]:
    """What is called in several places and is long, even without the long ones that it calls."""
    bodies = {found[1]: found[2] for text in modules for found in FUNCTION.finditer(text)}
    calls = {name: CALL.findall(body) for name, body in bodies.items()}
    places = Counter(called for names in calls.values() for called in names)
    lines: dict[str, int] = {}
    kept: set[str] = set()

    def length(name: str) -> int:
        if name not in bodies:
            return 1
        if name not in lines:
            own = sum(line.startswith("  ") for line in bodies[name].split("\n"))
            lines[name] = own + sum(length(called) for called in calls[name])
            if places[name] > 1 and lines[name] >= long:
                kept.add(name)
        return CALL_LINES if name in kept else lines[name]

    for name in bodies:
        length(name)
    return kept


def shorten(function: re.Match[str], kept: set[str]) -> str:
    """One function's text: whether it is inlined, and that its loops are not unrolled."""
    head, *lines = function[0].split("\n")
    if function[1] in kept:
        head = head.replace("alwaysinline", "noinline")
    above: set[str] = set()
    for number, line in enumerate(lines):
        if label := LABEL.match(line):
            above.add(label[1].strip('"'))
        if line.startswith("  br ") and any(
            target.strip('"') in above for target in TARGET.findall(line)
        ):
            lines[number] += ROLLED
    return "\n".join([head, *lines])


def with_notes(text: str) -> str:
    return text + NOTES if ROLLED in text else text
