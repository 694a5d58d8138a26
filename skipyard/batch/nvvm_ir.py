"""Rewrites the NVVM IR of kernels so that they compile to less code.

A GPU's multiprocessor caches about 128 KB of instructions. Rules inlined into one another, which is
best on a CPU, come to three times that, and threads waited for instructions up to four cycles out
of five. So a long rule is compiled once instead of at every call, and a record is copied by a loop
over words instead of an instruction for each byte.
"""

from __future__ import annotations

import re
from collections import Counter

CALL_LINES = 10  # of a call, where a rule is not inlined
NAME = r'@("?[^"\s(]+"?)\('
FUNCTION = re.compile(rf"^define [^\n]*?{NAME}[^\n]*\n(.*?)^}}", re.S | re.M)
CALL = re.compile(rf"call [^\n]*?{NAME}")
RECORD = re.compile(r"^  (%\S+) = load \[(\d+) x i8\], \[\d+ x i8\]\* (%\S+)$", re.M)
SMALL = 64  # bytes; smaller records stay in registers
COPY_FUNCTION = """
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
COPY_CALL = """\
  {to}.to" = bitcast [{size} x i8]* {to}" to i32*
  {to}.from" = bitcast [{size} x i8]* {source} to i32*
  call void @skipyard_copy(i32* {to}.to", i32* {to}.from", i32 {words})"""


def shorten_all(modules: list[str], long: int) -> list[str]:
    """The same modules, rewritten to compile to less code.

    A rule that is called in several places and has `long` lines or more is not inlined; 0: all are.
    """
    not_inlined = long_functions(modules, long) if long else set()
    return [shorten(text, not_inlined) for text in modules]


def long_functions(modules: list[str], long: int) -> set[str]:
    """Functions that are called in several places and are long, not counting long callees."""
    functions = [match for text in modules for match in FUNCTION.finditer(text)]
    bodies = {match[1]: match[2] for match in functions}
    calls = {name: CALL.findall(body) for name, body in bodies.items()}
    places = Counter(called for names in calls.values() for called in names)
    lines: dict[str, int] = {}
    not_inlined: set[str] = set()

    def length(name: str) -> int:
        if name not in bodies:
            return 1
        if name not in lines:
            own = sum(line.startswith("  ") for line in bodies[name].split("\n"))
            lines[name] = own + sum(length(called) for called in calls[name])
            if places[name] > 1 and lines[name] >= long:
                not_inlined.add(name)
        return CALL_LINES if name in not_inlined else lines[name]

    for name in bodies:
        length(name)
    return not_inlined


def shorten(text: str, not_inlined: set[str]) -> str:
    """One module with long rules not inlined and records copied by words."""

    def change(function: re.Match[str]) -> str:
        head, body = function[0].split("\n", 1)
        if function[1] in not_inlined:
            head = head.replace("alwaysinline", "noinline")
        return f"{head}\n{copy_by_words(body)}"

    text = FUNCTION.sub(change, text)
    return text + COPY_FUNCTION if "@skipyard_copy" in text else text


def copy_by_words(body: str) -> str:
    """Copy a record by a loop where it is loaded and stored whole, which would go byte by byte."""
    for load in RECORD.finditer(body):
        name, size, source = load.groups()
        store = re.compile(rf'^  store \[{size} x i8\] {name}, \S+ x i8\]\* (%"\S+)"$', re.M)
        stores = list(store.finditer(body))
        if int(size) >= SMALL and int(size) % 4 == 0 and len(stores) == 1:
            to, words = stores[0][1], int(size) // 4
            copy = COPY_CALL.format(to=to, size=size, source=source, words=words)
            body = body.replace(stores[0][0], copy).replace(load[0] + "\n", "")
    return body
