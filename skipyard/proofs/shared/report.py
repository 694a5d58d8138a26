"""The report of a proof: one printed line for each check."""

from __future__ import annotations


class Report:
    """Prints what was checked; one bad line makes the whole report bad."""

    def __init__(self) -> None:
        self.good = True

    def line(self, good: bool, what: str, result: str) -> None:
        self.good &= good
        print(f"{'ok  ' if good else 'FAIL'}  {what:<49} {result}")
