"""Sentences by key, in English and French; a words.toml holds both side by side."""

from __future__ import annotations

import functools
import os
import pathlib
import re
import tomllib
from typing import Any, NamedTuple

LANGUAGES = ("en", "fr")


def user_language() -> str:
    """The language of the user's environment if we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def with_firm_spaces(text: str, language: str) -> str:
    """A sentence whose French spaces beside ; : ? ! and « » are no places to break a line."""
    if language != "fr":
        return text
    return re.sub("(?<=«) | (?=[;:?!»])", "\u00a0", text)


class Told(NamedTuple):
    """What a player did, in a sentence; and in few words, where the sentence is long."""

    label: str
    brief: str = ""


class Catalogue:
    """Entries by dotted key (`move.hand`); later files add to earlier ones and override them."""

    def __init__(self, *files: pathlib.Path) -> None:
        self.entries: dict[str, dict[str, Any]] = {}
        for file in files:
            for group, entries in tomllib.loads(file.read_text("utf-8")).items():
                for name, entry in entries.items():
                    self.entries.setdefault(f"{group}.{name}", {}).update(entry)

    def say(self, language: str, key: str, **values: object) -> str:
        """The sentence for `key`, its blanks filled in."""
        return str(self.entries[key][language]).format(**values)

    def tell(self, language: str, key: str, **values: object) -> Told:
        """The sentence for `key`, and the same in few words where it is long."""
        brief = str(self.entries[key].get(f"brief_{language}", ""))
        return Told(self.say(language, key, **values), brief.format(**values))

    def about(self, key: str, what: str) -> str:
        """Another field of an entry, such as the rule it names."""
        return str(self.entries[key][what])

    def group(self, name: str) -> list[str]:
        """The names in one group."""
        return [key.split(".", 1)[1] for key in self.entries if key.startswith(name + ".")]

    def missing(self) -> list[str]:
        """Entries that one language lacks."""
        return [
            f"{key} [{language}]"
            for key, entry in self.entries.items()
            for language in LANGUAGES
            if not entry.get(language)
        ]


@functools.cache
def common() -> Catalogue:
    """The sentences that belong to no game."""
    return Catalogue(pathlib.Path(__file__).parent / "words.toml")
