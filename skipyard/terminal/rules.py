"""`skipyard rules GAME`: prints the rulebook, one rule with its cases, or the coverage."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from skipyard.games import Game, cases, game, rulebook
from skipyard.options import Refused

SAY = {
    "en": {
        "unknown": "{title} has no rule “{rule}”; its ids are {ids}.",
        "ruling": "ruling",
        "options": "options: {names}",
        "not_played": "not played: {reason}",
        "case": "Case {number}: {name}",
        "move": "Move: {move}",
        "refused": "Refused: {said}",
        "then": "Then:",
        "accepted": "This is allowed.",
        "no_case": "No case shows this rule.",
        "coverage": "Coverage of {title}",
        "ids": "ids in the book",
        "playable": "that play can show",
        "cited": "of these, cited in code",
        "cased": "of these, shown by a case",
        "cases": "cases",
        "why_not": "Not played",
        "missing": "Missing in code or cases: {ids}",
    },
    "fr": {
        "unknown": "{title} n’a pas de règle « {rule} » ; ses numéros sont {ids}.",
        "ruling": "décision",
        "options": "options : {names}",
        "not_played": "non joué : {reason}",
        "case": "Exemple {number}",
        "move": "Coup : {move}",
        "refused": "Refusé : {said}",
        "then": "Ensuite :",
        "accepted": "C’est permis.",
        "no_case": "Aucun exemple ne montre cette règle.",
        "coverage": "Couverture de {title}",
        "ids": "numéros dans le livre",
        "playable": "que le jeu peut montrer",
        "cited": "dont cités dans le code",
        "cased": "dont montrés par un exemple",
        "cases": "exemples",
        "why_not": "Non joué",
        "missing": "Manquent dans le code ou les exemples : {ids}",
    },
}


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 1 if the coverage has a gap."""
    g = game(args.game)
    if args.coverage:
        return show_coverage(g, args)
    if args.rule:
        return show_rule(g, args)
    return show_book(g, args)


def say(args: argparse.Namespace, key: str, **values: object) -> str:
    return SAY[args.lang][key].format(**values)


def console() -> Console:
    return Console(highlight=False)


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


# The book ----------------------------------------------------------------------------------------
def show_book(g: Game, args: argparse.Namespace) -> int:
    book = rulebook.read(g, args.lang)
    if args.json:
        print_json([as_data(entry) for entry in book.entries.values()])
        return 0
    out = console()
    out.print(Text(book.title, "bold"), "", Text(book.introduction), sep="\n")
    for section, entries in book.sections.items():
        out.print("", Text(section, "bold underline"), sep="\n")
        for entry in entries:
            out.print(heading(entry, args))
            out.print(indented(entry.text))
    return 0


def heading(entry: rulebook.Rule, args: argparse.Namespace) -> Text:
    notes = [say(args, "ruling")] if entry.ruling else []
    if entry.options:
        notes.append(say(args, "options", names=", ".join(entry.options)))
    if entry.not_played:
        notes.append(say(args, "not_played", reason=entry.not_played))
    note = f" ({'; '.join(notes)})" if notes else ""
    return Text.assemble((entry.id, "bold cyan"), " ", (entry.title, "bold"), (note, "dim"))


def indented(text: str) -> Padding:
    return Padding(Text(text), (0, 0, 0, 4), expand=False)


def as_data(entry: rulebook.Rule) -> dict[str, Any]:
    return {
        "id": entry.id,
        "title": entry.title,
        "text": entry.text,
        "section": entry.section,
        "ruling": entry.ruling,
        "options": list(entry.options),
        "not_played": entry.not_played,
    }


# One rule ----------------------------------------------------------------------------------------
def find_rule(g: Game, args: argparse.Namespace) -> rulebook.Rule:
    """The rule with that id, in the game's own book or in one of its family."""
    wanted = args.rule.strip().upper()
    for member in rulebook.family(g):
        book = rulebook.read(member, args.lang)
        if wanted in book.entries:
            return book.entries[wanted]
    raise Refused(say(args, "unknown", title=g.title, rule=args.rule, ids=ranges(g)))


def ranges(g: Game) -> str:
    """The ranges of a book's ids: rules, then rulings."""
    ids = sorted(rulebook.read(g).entries)
    parts = [[i for i in ids if "-A" not in i], [i for i in ids if "-A" in i]]
    return ", ".join(f"{part[0]}..{part[-1]}" for part in parts if part)


def cases_of(g: Game, rule: str) -> Iterable[tuple[Game, cases.Case]]:
    """The cases that show a rule; the game's own, else those of its family."""
    for member in rulebook.family(g):
        pairs = [(member, case) for case in cases.load(member) if rule in case.ids]
        if pairs:
            return pairs
    return []


def show_rule(g: Game, args: argparse.Namespace) -> int:
    entry = find_rule(g, args)
    played = [(home, case, cases.run(home, case)) for home, case in cases_of(g, entry.id)]
    if args.json:
        shown = [case_data(home, case, outcome, args.lang) for home, case, outcome in played]
        print_json(as_data(entry) | {"cases": shown})
        return 0
    out = console()
    out.print(heading(entry, args))
    out.print(indented(entry.text))
    for number, (home, case, outcome) in enumerate(played, 1):
        name = case.called(args.lang)
        out.print("", Text(say(args, "case", number=number, name=name), "bold"), sep="\n")
        out.print(indented(case_text(home, case, outcome, args)))
    if not played and not entry.not_played:
        out.print("", say(args, "no_case"), sep="\n")
    return 0


def case_text(g: Game, case: cases.Case, outcome: cases.Outcome, args: argparse.Namespace) -> str:
    """A case as lines: the position, the moves, and the result or refusal."""
    lines = [start_of(case)]
    lines += [say(args, "move", move=move) for move in spoken(g, case, args.lang)]
    if outcome.said:
        lines.append(say(args, "refused", said=outcome.said[args.lang]))
    elif case.setup:
        lines.append(say(args, "accepted"))
    else:
        lines += [say(args, "then"), *(f"  {line}" for line in outcome.news)]
    return "\n".join(lines)


def start_of(case: cases.Case) -> str:
    return case.position.strip() or cases.asked_for(case)


def spoken(g: Game, case: cases.Case, language: str) -> list[str]:
    return [cases.translate(g, move, language) for move in case.played]


def case_data(g: Game, case: cases.Case, outcome: cases.Outcome, language: str) -> dict[str, Any]:
    return {
        "game": g.name,
        "name": case.called(language),
        "ids": list(case.ids),
        "before": start_of(case).splitlines(),
        "moves": spoken(g, case, language),
        "then": [] if outcome.said else outcome.news,
        "refused": outcome.said.get(language, ""),
    }


# Coverage ----------------------------------------------------------------------------------------
def show_coverage(g: Game, args: argparse.Namespace) -> int:
    cover = rulebook.cover(g, args.lang)
    if args.json:
        print_json(dataclasses.asdict(cover))
    else:
        print_coverage(g, cover, args)
    return 1 if cover.missing else 0


def print_coverage(g: Game, cover: rulebook.Coverage, args: argparse.Namespace) -> None:
    counts = Table(title=say(args, "coverage", title=g.title), show_header=False)
    counts.add_column()
    counts.add_column(justify="right")
    for name in ("ids", "playable", "cited", "cased", "cases"):
        counts.add_row(say(args, name), str(getattr(cover, name)))
    out = console()
    out.print(counts)
    out.print("", Text(say(args, "why_not"), "bold"), sep="\n")
    for rule, reason in cover.not_played.items():
        out.print(Text.assemble((rule, "cyan"), f"  {reason}"))
    if cover.missing:
        out.print("", say(args, "missing", ids=", ".join(cover.missing)), sep="\n")
