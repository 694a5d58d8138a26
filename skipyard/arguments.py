"""Checks of what Python code passes to us: numbers, texts and options, refused in a sentence."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Mapping, Sequence

from skipyard.catalogue import LANGUAGES, common
from skipyard.options import Option, Refused, Value, find

LONGEST = 80  # letters of a value that a sentence quotes


def shown(value: object) -> str:
    """A value as a refusal quotes it: its repr, not too long."""
    try:
        text = repr(value)
    except Exception:  # a stranger's __repr__ may do anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def language_of(language: object) -> str:
    """A language that we speak."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise Refused(
            common().say("en", "argument.language", value=shown(language)), about="language"
        )
    return language


def whole(
    value: object, name: str, language: str = "en", low: int | None = 0, high: int | None = None
) -> int:
    """A whole number, at least `low` and at most `high`; a bool is none."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if isinstance(value, bool):
        number = None
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        key = "argument.whole" if low is None else "argument.whole_from"
        key = key if high is None else "argument.whole_between"
        facts = {"name": name, "low": low, "high": high, "value": shown(value)}
        raise Refused(common().say(language, key, **facts), about=name)
    return number


def flag(value: object, name: str, language: str = "en") -> bool:
    """True or False, also NumPy's, and nothing else."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
        facts = {"name": name, "value": shown(value)}
        raise Refused(common().say(language, "argument.flag", **facts), about=name)
    return bool(value)


def text_of(value: object, name: str, language: str = "en") -> str:
    """A text, and nothing else."""
    if not isinstance(value, str):
        facts = {"name": name, "value": shown(value)}
        raise Refused(common().say(language, "argument.text", **facts), about=name)
    return value


def read_options(
    options: Sequence[Option], asked: object, title: str, language: str = "en"
) -> dict[str, Value]:
    """Values for all options: the defaults, changed by the given ones; None is the default."""
    chosen = {option.name: option.default for option in options}
    if asked is not None and not isinstance(asked, Mapping):
        facts = {"example": f"{{{options[0].name!r}: …}}" if options else "{}"}
        said = common().say(language, "argument.options", value=shown(asked), **facts)
        raise Refused(said, about="options")
    for name, value in (asked or {}).items():
        option = find(options, text_of(name, "option", language), title, language)
        if value is not None:
            chosen[option.name] = option.read(written(option, value), language)
    return chosen


def written(option: Option, value: object) -> str:
    """A value as the text that an option reads; nonsense as the option's refusal quotes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
        return "true" if value is True or str(value) == "True" else "false"
    with contextlib.suppress(TypeError):
        number = operator.index(value)  # type: ignore[arg-type]
        is_default = option.kind == "number" and number == option.default
        return option.write(number) if is_default else str(number)
    if option.kind == "counts" and hasattr(value, "__iter__"):
        with contextlib.suppress(TypeError):
            return ",".join(str(operator.index(one)) for one in value)
    return shown(value)
