"""What a task costs beside its work, and what a record of every move costs.

`python -m skipyard.lab.overhead` prints it for this machine; `--on ray` for a cluster.
"""

from __future__ import annotations

import argparse
import operator
import statistics
import time
from collections.abc import Callable

from skipyard.cli import print_line
from skipyard.games import GAMES
from skipyard.lab.studies import chunks
from skipyard.lab.studies.chunks import Kind, Task
from skipyard.lab.workers import Workers, places
from skipyard.lab.workers.local import Processes, Threads

TASKS, ROUNDS = 400, 5
FORMATS = ("", ".parquet", ".arrow")
GAMES_PLAYED = 500


def milliseconds_of(workers: Workers) -> tuple[float, float]:
    """How long a task takes that does nothing: one alone, and one of many."""
    workers.submit(operator.neg, 0).result()  # which starts a process
    alone, many = [], []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for n in range(TASKS // 10):
            workers.submit(operator.neg, n).result()
        alone.append((time.perf_counter() - started) / (TASKS // 10))
        started = time.perf_counter()
        for future in [workers.submit(operator.neg, n) for n in range(TASKS)]:
            future.result()
        many.append((time.perf_counter() - started) / TASKS)
    return 1000 * statistics.median(alone), 1000 * statistics.median(many)


def moves_a_second(name: str, ending: str) -> tuple[float, float]:
    """Moves of greedy bots by processor time on one core, recorded or not; bytes of each."""
    task = Task(Kind(name, 2, (), ("greedy", "greedy"), 1, GAMES_PLAYED), 0, ending)
    speeds = []
    for n in range(ROUNDS):
        started = time.process_time()
        chunk = chunks.play(task)
        if n:  # the first one loads compiled code
            moves = int(chunk.results["moves"].sum())
            speeds.append(moves / (time.process_time() - started))
    return statistics.median(speeds), len(chunk.trajectories) / moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", default=places.LOCAL)
    place = parser.parse_args().on
    makers: dict[str, Callable[[], Workers]] = {
        "threads": lambda: Threads(2),
        "processes": lambda: Processes(2),
    }
    if place != places.LOCAL:
        makers = {place: lambda: places.cluster(place, None, "en")}
    print_line(f"{'a task':<12}{'alone':>12}{'of many':>12}")
    for name, make in makers.items():
        workers = make()
        alone, many = milliseconds_of(workers)
        workers.close()
        print_line(f"{name:<12}{alone:>9.3f} ms{many:>9.3f} ms")
    if place == places.LOCAL:
        print_line(
            f"\n{'moves/s':<16}{'played':>12}{'parquet':>12}{'arrow':>12}{'bytes a move':>16}"
        )
        for name in GAMES:
            found = [moves_a_second(name, ending) for ending in FORMATS]
            speeds = "".join(f"{speed:>12,.0f}" for speed, _ in found)
            print_line(f"{name:<16}{speeds}{found[1][1]:>16.0f}")


if __name__ == "__main__":
    main()
