"""Classes whose objects are made by another call."""

from __future__ import annotations

from typing import ClassVar

from skipyard.api.sentences import say
from skipyard.options import Refused


class MadeElsewhere:
    """A class that refuses to be called, and says what to call instead."""

    MADE_BY: ClassVar[str]  # that call, as a user would write it

    def __init__(self, *given: object, **named: object) -> None:
        raise Refused(say("en", "api.made", name=type(self).__name__, call=self.MADE_BY))
