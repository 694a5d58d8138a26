"""`skipyard prove secrecy`: nobody is sent a byte that hangs on what they cannot know."""

from __future__ import annotations

import itertools
from typing import Any

from skipyard.cli import say, whole_number
from skipyard.games import GAMES, game
from skipyard.proofs.secrecy.channels import OTHER, TRUE
from skipyard.proofs.secrecy.leaks import LEAKS, Leak
from skipyard.proofs.secrecy.random_tables import Plan
from skipyard.proofs.secrecy.summary import Summary, differences, excerpts
from skipyard.proofs.secrecy.world_processes import Rooms, play_leaking
from skipyard.proofs.shared.progress import progress

SHOWN = 3  # violations of a game that are printed in full
LEAKY_GAMES, AT_ONCE = 60, 4  # games played with each planted leak, at most and at once
HEAD = f"{'game':<14}{'positions':>10}{'re-dealt':>10}{'bytes compared':>17}{'reasons':>9}"


class Tally:
    """What was found in one game."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.positions = self.differing = self.size = self.violations = 0
        self.reasons: set[str] = set()

    def add(self, plan: Plan, true: Summary, other: Summary, rooms: Rooms) -> None:
        """Compare one game in both worlds."""
        self.positions += true.positions
        self.differing += other.differing
        self.size += true.size
        self.reasons |= true.reasons
        found = differences(true, other)
        if found and self.violations < SHOWN:
            show(plan, true, other, found[0], rooms)
        self.violations += len(found)

    def line(self) -> str:
        of = len(game(self.name).rules.No)
        counts = f"{self.positions:>10,}{self.differing:>10,}{self.size:>17,}"
        return f"{self.name:<14}{counts}{f'{len(self.reasons)}/{of}':>9}{self.violations:>12,}"


def run(args: Any) -> int:
    """Compare both worlds, then plant leaks if asked to; 0 if all is as promised."""
    positions = whole_number(args.positions, "--positions", len(GAMES))
    seed = whole_number(args.seed, "--seed")
    with Rooms() as rooms:
        good = compare(rooms, -(-positions // len(GAMES)), seed)
        if args.mutants:
            good &= plant(rooms, seed)
    return 0 if good else 1


# The proof ----------------------------------------------------------------------------------------
def compare(rooms: Rooms, positions: int, seed: int) -> bool:
    """So many positions of every game."""
    say(f"{HEAD}{'violations':>12}")
    tallies = []
    for name in GAMES:
        tally = Tally(name)
        tallies.append(tally)
        plans = (Plan(name, seed, number) for number in itertools.count())
        for plan, true, other in rooms.pairs(plans):
            tally.add(plan, true, other, rooms)
            progress(f"{name}: {tally.positions:,} of {positions:,} positions")
            if tally.positions >= positions:
                break
        progress("")
        say(tally.line())
    found = sum(tally.violations for tally in tallies)
    count, size = (sum(getattr(tally, key) for tally in tallies) for key in ("positions", "size"))
    say(f"{count:,} positions, {size:,} bytes in each of two worlds, {found:,} violations.")
    return found == 0


def show(plan: Plan, true: Summary, other: Summary, index: int, rooms: Rooms) -> None:
    """Where a viewer was sent something else, and what."""
    progress("")
    sent = true.sent if index < len(true.sent) else other.sent
    position, channel = sent[index][:2]
    who = "a watcher" if true.viewer < 0 else f"seat {true.viewer + 1}"
    say(f"{plan.game}, game {plan.number}, position {position}, to {who} ({channel}):")
    for world, text in zip(("true", "other"), excerpts(*rooms.contents(plan, index)), strict=True):
        say(f"  {world:<6} …{text}…")


# Planted leaks ------------------------------------------------------------------------------------
def plant(rooms: Rooms, seed: int) -> bool:
    """Every leak must be seen in what is sent, in the way it is planted for."""
    missed = 0
    for name, leak in LEAKS.items():
        progress(name)
        games = games_until_caught(rooms, name, leak, seed)
        progress("")
        missed += games is None
        mark = "MISSED" if games is None else f"caught within {games} games"
        say(f"{name:<46}{', '.join(leak.games):<26}{mark}")
    say(f"{len(LEAKS) - missed} of {len(LEAKS)} planted leaks caught.")
    return not missed


def games_until_caught(rooms: Rooms, name: str, leak: Leak, seed: int) -> int | None:
    """How many games were played with a leak until it was seen; None where it never was."""
    for number in range(0, LEAKY_GAMES, AT_ONCE):
        numbers = range(number, number + AT_ONCE)
        plans = [Plan(each, seed, number) for each in leak.games for number in numbers]
        asked = rooms.ask(play_leaking, name, plans)
        pairs = zip(asked[TRUE].result(), asked[OTHER].result(), strict=True)
        if any(is_seen(leak, true, other) for true, other in pairs):
            return (number + AT_ONCE) * len(leak.games)
    return None


def is_seen(leak: Leak, true: Summary, other: Summary) -> bool:
    """Whether the worlds differ where the leak shows, and not just by going wrong."""
    both = min(len(true.sent), len(other.sent))
    found = [at for at in differences(true, other) if at < both]
    return any(true.sent[at][1] == other.sent[at][1] in leak.channels for at in found)
