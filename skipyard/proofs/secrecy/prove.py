"""`skipyard prove secrecy`: nobody is sent a byte that depends on what they cannot know."""

from __future__ import annotations

import itertools
from typing import Any

from skipyard.cli import interrupts, print_line, whole_number
from skipyard.games import GAMES, game
from skipyard.proofs.secrecy.channels import OTHER, TRUE
from skipyard.proofs.secrecy.leaks import LEAKS, Leak
from skipyard.proofs.secrecy.random_tables import Trial
from skipyard.proofs.secrecy.summary import Summary, differences, excerpts
from skipyard.proofs.secrecy.world_processes import WorldProcesses, play_leaking
from skipyard.proofs.shared.progress import progress

PRINTED = 3  # violations of a game, in full
LEAKY_GAMES, AT_ONCE = 60, 4  # games played with each planted leak, at most and in one go
HEAD = f"{'game':<14}{'positions':>10}{'re-dealt':>10}{'bytes compared':>17}{'reasons':>9}"


class Tally:
    """Counts for one game, and its violations."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.positions = self.differing = self.size = self.violations = 0
        self.reasons: set[str] = set()

    def add(self, trial: Trial, true: Summary, other: Summary, processes: WorldProcesses) -> None:
        """Compare one game between both worlds."""
        self.positions += true.positions
        self.differing += other.differing
        self.size += true.size
        self.reasons |= true.reasons
        violations = differences(true, other)
        if violations and self.violations < PRINTED:
            show(trial, true, other, violations[0], processes)
        self.violations += len(violations)

    def line(self) -> str:
        of = len(game(self.name).rules.No)
        counts = f"{self.positions:>10,}{self.differing:>10,}{self.size:>17,}"
        return f"{self.name:<14}{counts}{f'{len(self.reasons)}/{of}':>9}{self.violations:>12,}"

    def show(self) -> None:
        print_line(self.line())


def run(args: Any) -> int:
    """Compare both worlds, and plant leaks if asked to; 0 if all is as promised."""
    positions = whole_number(args.positions, "--positions", len(GAMES), language=args.lang)
    seed = whole_number(args.seed, "--seed", language=args.lang)
    with WorldProcesses() as processes:
        good = compare(processes, -(-positions // len(GAMES)), seed)
        if args.mutants:
            good &= plant(processes, seed)
    return 0 if good else 1


# The proof ----------------------------------------------------------------------------------------
def compare(processes: WorldProcesses, positions: int, seed: int) -> bool:
    """Compare this many positions of every game."""
    print_line(f"{HEAD}{'violations':>12}")
    tallies = []
    for name in GAMES:
        tally = Tally(name)
        tallies.append(tally)
        trials = (Trial(name, seed, number) for number in itertools.count())
        with interrupts.on_stop(tally.show):
            for trial, true, other in processes.pairs(trials):
                tally.add(trial, true, other, processes)
                progress(f"{name}: {tally.positions:,} of {positions:,} positions")
                if tally.positions >= positions:
                    break
        progress("")
        tally.show()
    violations = sum(tally.violations for tally in tallies)
    count, size = (sum(getattr(tally, key) for tally in tallies) for key in ("positions", "size"))
    print_line(
        f"{count:,} positions, {size:,} bytes in each of two worlds, {violations:,} violations."
    )
    return violations == 0


def show(
    trial: Trial, true: Summary, other: Summary, index: int, processes: WorldProcesses
) -> None:
    """Print where the worlds differ for a viewer, and what was sent."""
    progress("")
    sent = true.sent if index < len(true.sent) else other.sent
    position, channel = sent[index][:2]
    who = "a watcher" if true.viewer < 0 else f"seat {true.viewer + 1}"
    print_line(f"{trial.game}, game {trial.number}, position {position}, to {who} ({channel}):")
    for world, text in zip(
        ("true", "other"), excerpts(*processes.contents(trial, index)), strict=True
    ):
        print_line(f"  {world:<6} …{text}…")


# Planted leaks ------------------------------------------------------------------------------------
def plant(processes: WorldProcesses, seed: int) -> bool:
    """Check that every planted leak shows in a channel that it should show in."""
    missed = 0
    for name, leak in LEAKS.items():
        progress(name)
        games = games_until_caught(processes, name, leak, seed)
        progress("")
        missed += games is None
        mark = "MISSED" if games is None else f"caught within {games} games"
        print_line(f"{name:<46}{', '.join(leak.games):<26}{mark}")
    print_line(f"{len(LEAKS) - missed} of {len(LEAKS)} planted leaks caught.")
    return not missed


def games_until_caught(processes: WorldProcesses, name: str, leak: Leak, seed: int) -> int | None:
    """How many games it took to catch a leak; None if it was missed."""
    for number in range(0, LEAKY_GAMES, AT_ONCE):
        numbers = range(number, number + AT_ONCE)
        trials = [Trial(each, seed, number) for each in leak.games for number in numbers]
        asked = processes.submit(play_leaking, name, trials)
        pairs = zip(asked[TRUE].result(), asked[OTHER].result(), strict=True)
        if any(is_seen(leak, true, other) for true, other in pairs):
            return (number + AT_ONCE) * len(leak.games)
    return None


def is_seen(leak: Leak, true: Summary, other: Summary) -> bool:
    """Whether the worlds differ in one of the leak's channels, errors aside."""
    both = min(len(true.sent), len(other.sent))
    changed = [at for at in differences(true, other) if at < both]
    return any(true.sent[at][1] == other.sent[at][1] in leak.channels for at in changed)
