"""Shorter code for a GPU, made from the text that Numba hands to NVVM, before it is compiled.

A multiprocessor of a GPU keeps about 128 KB of instructions at hand. Rules that are inlined into
one another, which is best on a CPU, come to three times that, and threads waited for instructions
up to four cycles out of five. So a long rule is compiled once and not at every call, and a record
is copied by a loop of words and not by as many instructions as it has bytes.
"""

from __future__ import annotations

import re
from collections import Counter

CALL_LINES = 10  # what stands in the place of a rule that is called
NAME = r'@("?[^"\s(]+"?)\('
FUNCTION = re.compile(rf"^define [^\n]*?{NAME}[^\n]*\n(.*?)^}}", re.S | re.M)
CALL = re.compile(rf"call [^\n]*?{NAME}")
RECORD = re.compile(r"^  (%\S+) = load \[(\d+) x i8\], \[\d+ x i8\]\* (%\S+)$", re.M)
SMALL = 64  # bytes of a record that registers may hold
WORDS = """
define linkonce_odr void @skipyard_copy(i32* %to, i32* %from, i32 %words) noinline {
start:
  br label %next
next:
  %at = phi i32 [ 0, %start ], [ %after, %next ]
  %source = getelementptr i32, i32* %from, i32 %at
  %target = getelementptr i32, i32* %to, i32 %at
  %word = load i32, i32* %source
  store i32 %word, i32* %target
  %after = add i32 %at, 1
  %done = icmp eq i32 %after, %words
  br i1 %done, label %end, label %next
end:
  ret void
}
"""
COPY = """\
  {to}.to" = bitcast [{size} x i8]* {to}" to i32*
  {to}.from" = bitcast [{size} x i8]* {source} to i32*
  call void @skipyard_copy(i32* {to}.to", i32* {to}.from", i32 {words})"""


def shorter(modules: list[str], long: int) -> list[str]:
    """The same modules, to be compiled to less code.

    A rule that is called in several places and has `long` lines or more is not inlined; 0: all are.
    """
    kept = long_functions(modules, long) if long else set()
    return [shorten(text, kept) for text in modules]


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


def shorten(text: str, kept: set[str]) -> str:
    """One module: what is inlined, and how records are copied."""

    def change(function: re.Match[str]) -> str:
        head, body = function[0].split("\n", 1)
        if function[1] in kept:
            head = head.replace("alwaysinline", "noinline")
        return f"{head}\n{copy_by_words(body)}"

    text = FUNCTION.sub(change, text)
    return text + WORDS if "@skipyard_copy" in text else text


def copy_by_words(body: str) -> str:
    """Put a loop where a record is loaded and stored whole: that would be done byte by byte."""
    for found in RECORD.finditer(body):
        name, size, source = found.groups()
        store = re.compile(rf'^  store \[{size} x i8\] {name}, \S+ x i8\]\* (%"\S+)"$', re.M)
        stored = list(store.finditer(body))
        if int(size) >= SMALL and int(size) % 4 == 0 and len(stored) == 1:
            copy = COPY.format(to=stored[0][1], size=size, source=source, words=int(size) // 4)
            body = body.replace(stored[0][0], copy).replace(found[0] + "\n", "")
    return body
