"""`skipyard bench gpu`: batches on this machine's GPU, checked against the CPU, with Pgx beside.

Each game, and each try of other kernel settings, has a process of its own: they compile and check
in parallel, then measure in turn. A failure in one is reported and does not affect the others.
"""

from __future__ import annotations

import functools
import importlib
import json
import multiprocessing
import os
import pathlib
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from skipyard import extras
from skipyard.batch.kernel_settings import KernelSettings, settings_for
from skipyard.bench import gpu_graph
from skipyard.bench.interrupted import shown_if_stopped
from skipyard.bench.sentences import sentence
from skipyard.cli import interrupts, print_line
from skipyard.games import GAMES, game
from skipyard.games.profile import Kind
from skipyard.lab.studies import sections
from skipyard.options import Refused, Value, read_settings

CHECK_TABLES, CHECK_STEPS, CHECK_RUN, CHECK_BOTS = 1000, 60, 300, 20
SIZES = (1 << 14, 1 << 17, 1 << 20)
WARM_UP, MOVES, STEPS, ROUNDS = 300, 500, 40, 3
PEERS = ("sparrow_mahjong", "backgammon", "connect_four")
PEER_SIZES, PEER_STEPS = (1 << 14, 1 << 17), 100
TITLE = "Many tables on a GPU"
INTRODUCTION = """\
Tables of two seats by the book on one NVIDIA H200, and Pgx on the same GPU in the same run. `run`
plays random moves, deal after deal, without leaving the GPU; `step` takes one action for each
table, chosen at random; `step and show` also writes masks and observations, as Pgx does; `graph`
replays forty such steps as one CUDA graph, so that none waits for Python, as training does. The
figures are the best of three rounds, in million moves a second and as multiples of Pgx's
sparrow_mahjong."""
ANSWER_TIMEOUT = 420  # seconds for one answer of a process


# Equal bytes ----------------------------------------------------------------------------------
def kinds(name: str) -> list[tuple[int, dict[str, Value]]]:
    """The seats and options of the tables to check: the book's, and those in the profile."""
    g = game(name)
    checked = [Kind(g.options.FEWEST_SEATS, ()), *g.profile.checked]
    return [
        (kind.seats, read_settings(g.options.OPTIONS, kind.settings, g.title)) for kind in checked
    ]


def check(name: str) -> list[dict[str, Any]]:
    """Step and run the same tables on CPU and GPU; report which arrays differ after which part."""
    from skipyard.batch import cpu, gpu
    from skipyard.bots.registry import player_module

    reports = []
    for number, (seats, options) in enumerate(kinds(name)):
        arguments: dict[str, Any] = {"key": 7 + number, "seed": 3, "player": player_module(name)}
        one = cpu.Batch(name, seats, CHECK_TABLES, options, **arguments)
        two = gpu.Batch(name, seats, CHECK_TABLES, options, **arguments)
        differ = {"deal": differing(one, two)}
        for _ in range(CHECK_STEPS):
            one.step(one.choose_randomly())
            two.step(two.choose_randomly())
        differ["step"] = differing(one, two)
        one.run(CHECK_RUN)
        two.run(CHECK_RUN)
        differ["run"] = differing(one, two)
        two.block = two.settings.block  # as with many tables
        one.run(CHECK_RUN)
        two.run(CHECK_RUN)
        differ["run in large blocks"] = differing(one, two)
        if not (one.play_out() == two.play_out().copy_to_host()).all():
            differ["play_out"] = ["results"]
        one.run_bots(CHECK_BOTS, seats * [0])
        two.run_bots(CHECK_BOTS, seats * [0])
        differ["bots"] = differing(one, two)
        wrong = {part: arrays for part, arrays in differ.items() if arrays}
        reports.append({"seats": seats, "options": options, "differ": wrong})
    return reports


def differing(one: Any, two: Any) -> list[str]:
    """The arrays of two batches that differ in their bytes."""
    return [
        name
        for name in one.arrays._fields[3:]
        if np.ascontiguousarray(getattr(one.arrays, name)).tobytes()
        != np.ascontiguousarray(getattr(two.arrays, name).copy_to_host()).tobytes()
    ]


# Shared memory --------------------------------------------------------------------------------
def share(name: str) -> dict[str, str]:
    """Whether other libraries share the memory of a batch."""
    from skipyard.batch import gpu

    batch = gpu.Batch(name, 2, 256, key=1)
    batch.wait()
    report = {}
    for library, look in (("cupy", in_cupy), ("torch", in_torch), ("jax", in_jax)):
        for array in ("observations", "masks", "turns", "rewards"):
            shared = getattr(batch, array)
            try:
                wanted, seen = shared.copy_to_host(), look(shared)
                same = seen["pointer"] == shared.__cuda_array_interface__["data"][0]
                equal = bool((np.asarray(seen["host"]) == wanted).all())
                report[f"{library} {array}"] = f"same memory: {same}, same values: {equal}"
            except Exception as problem:
                report[f"{library} {array}"] = f"{type(problem).__name__}: {problem}"
    return report


def in_cupy(shared: Any) -> dict[str, Any]:
    cupy = importlib.import_module("cupy")
    array = cupy.asarray(shared)
    return {"pointer": array.data.ptr, "host": array.get()}


def in_torch(shared: Any) -> dict[str, Any]:
    torch = importlib.import_module("torch")
    tensor = torch.from_dlpack(shared)
    return {"pointer": tensor.data_ptr(), "host": tensor.cpu().numpy()}


def in_jax(shared: Any) -> dict[str, Any]:
    jax = importlib.import_module("jax")
    array = jax.dlpack.from_dlpack(shared)
    return {"pointer": array.unsafe_buffer_pointer(), "host": np.asarray(array)}


# Speed ----------------------------------------------------------------------------------------
def measure(name: str) -> list[dict[str, Any]]:
    """Moves a second: whole games on the GPU, and step by step with and without observations.

    The same steps are replayed as a CUDA graph too, where PyTorch can capture one.
    """
    rows = []
    for tables in SIZES:
        batch = random_batch(settings_for(name), name, tables)
        speed = rate(batch, run_moves, tables * MOVES)
        rows.append({"what": "run", "tables": tables, "speed": speed})
        for what, shows in (("step", False), ("step and show", True)):
            batch.shows = shows
            speed = rate(batch, many_steps, tables * STEPS)
            rows.append({"what": what, "tables": tables, "speed": speed})
        if gpu_graph.is_possible():
            rows += gpu_graph.measure(batch, many_steps, tables * STEPS, rate)
    return rows


def measure_try(changes: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Moves a second of whole games with other kernel settings."""
    settings = settings_for(name)._replace(**changes)
    speed = rate(random_batch(settings, name, SIZES[-1]), run_moves, SIZES[-1] * MOVES)
    what = " ".join(f"{part}={value}" for part, value in changes.items())
    return [{"what": what, "tables": SIZES[-1], "speed": speed}]


def random_batch(settings: KernelSettings, name: str, tables: int) -> Any:
    """Tables in the middle of their games."""
    from skipyard.batch import gpu
    from skipyard.bots.registry import player_module

    # The player that `check` uses, so that its kernels are compiled already.
    batch = gpu.Batch(
        name, 2, tables, key=1, player=player_module(name), shows=False, settings=settings
    )
    batch.run(WARM_UP)
    return batch


def prepare(name: str) -> None:
    """Compile what `measure` needs, if `check` has not."""
    batch = random_batch(settings_for(name), name, SIZES[0])
    many_steps(batch)
    batch.wait()


def prepare_try(changes: Mapping[str, Any], name: str) -> None:
    """Compile what `measure_try` needs."""
    random_batch(settings_for(name)._replace(**changes), name, SIZES[0]).wait()


def run_moves(batch: Any) -> None:
    batch.run(MOVES)


def many_steps(batch: Any) -> None:
    for _ in range(STEPS):
        batch.step(batch.choose_randomly(), unchecked=True)


def rate(batch: Any, work: Callable[[Any], None], moves: int) -> float:
    """The best of a few rounds, in moves a second."""
    work(batch)
    batch.wait()
    best = 0.0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work(batch)
        batch.wait()
        best = max(best, moves / (time.perf_counter() - start))
    return best


def measure_peer(name: str) -> list[dict[str, Any]]:
    """Pgx as in its own benchmark: random legal actions, auto-reset, a scan of steps."""
    jax, jnp, pgx = (importlib.import_module(part) for part in ("jax", "jax.numpy", "pgx"))
    wrappers = importlib.import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(wrappers.auto_reset(env.step, env.init))

    def body(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, logits, axis=1)
        keys = jax.random.split(chance, action.shape[0])
        return (step(state, action, keys), key), None

    def scan(state: Any, key: Any) -> Any:
        return jax.lax.scan(body, (state, key), None, length=PEER_STEPS)[0]

    many = jax.jit(scan)
    rows = []
    for tables in PEER_SIZES:
        state = jax.jit(init)(jax.random.split(jax.random.PRNGKey(0), tables))
        carry = jax.block_until_ready(many(state, jax.random.PRNGKey(1)))
        best = 0.0
        for _ in range(ROUNDS):
            start = time.perf_counter()
            carry = jax.block_until_ready(many(*carry))
            best = max(best, tables * PEER_STEPS / (time.perf_counter() - start))
        rows.append({"what": "step and show", "tables": tables, "speed": best})
    return rows


# Processes ------------------------------------------------------------------------------------
def serve_requests(pipe: Any, name: str) -> None:
    """The body of a worker process: runs the functions that come through the pipe."""
    interrupts.end_with_parent()
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    for work in iter(pipe.recv, None):
        start = time.perf_counter()
        try:
            answer = {"found": work(name)}
        except Exception:
            answer = {"trouble": traceback.format_exc(limit=-3)}
        pipe.send({**answer, "seconds": round(time.perf_counter() - start, 1)})


class Worker:
    """A worker process."""

    def __init__(self, name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = name
        self.pipe, child = context.Pipe()
        self.process = context.Process(target=serve_requests, args=(child, name), daemon=True)
        with interrupts.starting_workers():
            self.process.start()
        child.close()

    def ask(self, work: Callable[[str], Any]) -> None:
        self.pipe.send(work)

    def answer(self) -> dict[str, Any]:
        try:
            if self.pipe.poll(ANSWER_TIMEOUT):
                answer: dict[str, Any] = self.pipe.recv()
                return answer
        except EOFError:
            return {"trouble": "the process has died"}
        return {"trouble": f"no answer within {ANSWER_TIMEOUT} seconds"}

    def do(self, work: Callable[[str], Any]) -> dict[str, Any]:
        self.ask(work)
        return self.answer()

    def close(self) -> None:
        self.process.kill()


def run(args: Any) -> int:
    """Check, share and measure; print a table, or all of it as JSON."""
    extras.require("numba_cuda", "`skipyard bench gpu`")
    if args.page:
        sections.check(pathlib.Path(args.page) / "figures.md", "gpu", args.lang)
    say_what_is_left_out(args.lang)
    games = args.games.split(",") if args.games else list(GAMES)
    tries = [read_try(text) for text in args.tries.split(",") if text]
    report: dict[str, Any] = {"games": {name: {} for name in games}, "peers": {}}

    def show() -> None:
        print_line(json.dumps(report, indent=1) if args.json else table(report))

    with shown_if_stopped(show, lambda: any(report["games"].values()), args.lang):
        measure_all(games, tries, args, report)
    show()
    if args.page:
        write(pathlib.Path(args.page), report, args.lang)
    return 0


def say_what_is_left_out(language: str) -> None:
    """Say that graphs are not measured, where PyTorch cannot capture them."""
    if not gpu_graph.is_possible():
        install = extras.PIP.format(extra="train")
        sys.stderr.write(sentence(language, "gpu.no_graph", install=install) + "\n")


def measure_all(
    games: list[str], tries: list[dict[str, int]], args: Any, report: dict[str, Any]
) -> None:
    """Fill the report, part by part."""
    workers = {name: Worker(name) for name in games}
    try_workers = [(Worker(name), changes) for name in games for changes in tries]
    for try_worker, changes in try_workers:
        try_worker.ask(functools.partial(prepare_try, changes))
    for worker in workers.values():
        worker.ask(check if args.checks else prepare)
    for try_worker, _ in try_workers:
        try_worker.answer()
    for name, worker in workers.items():
        report["games"][name]["check"] = log(worker, "check", worker.answer())
    if args.checks:
        share_worker = Worker(games[0])
        report["share"] = log(share_worker, "share", share_worker.do(share))
        share_worker.close()
    for name, worker in workers.items():
        rows = log(worker, "measure", worker.do(measure))
        for try_worker, changes in try_workers:
            if try_worker.name == name:
                tried = log(
                    try_worker, "try", try_worker.do(functools.partial(measure_try, changes))
                )
                rows["found"] = [*rows.get("found", ()), *tried.get("found", ())]
                try_worker.close()
        report["games"][name]["measure"] = rows
        worker.close()
    for name in PEERS if args.peers else ():
        worker = Worker(name)
        report["peers"][name] = log(worker, "measure", worker.do(measure_peer))
        worker.close()


def write(folder: pathlib.Path, report: Mapping[str, Any], language: str) -> None:
    """Write the figures into the page of figures."""
    command = f"skipyard bench gpu {'' if 'share' in report else '--no-checks '}--page docs"
    text = sections.section(TITLE, INTRODUCTION, command, table(report))
    sections.write(folder / "figures.md", "gpu", text, language)


def read_try(text: str) -> dict[str, int]:
    """Read settings to try, such as `registers=80 deal_fraction=8`."""
    changes = {}
    for word in text.split():
        part, _, value = word.partition("=")
        if part not in KernelSettings._fields or not value.isdigit():
            raise Refused(
                f"“{word}” is not one of {', '.join(KernelSettings._fields)}, “=” and a number."
            )
        changes[part] = int(value)
    return changes


def log(worker: Worker, part: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Write a worker's answer to standard error as a line of JSON, to show progress."""
    sys.stderr.write(json.dumps({"of": worker.name, "part": part, **answer}) + "\n")
    sys.stderr.flush()
    return answer


def table(report: Mapping[str, Any]) -> str:
    """The figures as plain text, 80 columns."""
    best = max(
        (row["speed"] for row in report["peers"].get(PEERS[0], {}).get("found", ())), default=0
    )
    lines = []
    for name, parts in report["games"].items():
        checked = parts.get("check", {})
        kinds = checked.get("found") or []
        equal = bool(kinds) and not any(kind["differ"] for kind in kinds)
        if kinds or "trouble" in checked:
            lines.append(f"{name}: CPU and GPU byte-equal in {len(kinds)} kinds of table: {equal}")
    for name, said in report.get("share", {}).get("found", {}).items():
        lines.append(f"{name}: {said}")
    lines.append(f"{'game':<16}{'what':<28}{'tables':>8}{'M moves/s':>12}  sparrow")
    for name, parts in [*report["games"].items(), *report["peers"].items()]:
        rows = parts.get("measure", parts).get("found", [])
        for row in rows:
            times = f"{row['speed'] / best:8.1f}" if best else ""
            line = f"{name:<16}{row['what']:<28}{row['tables']:>8}"
            lines.append(f"{line}{row['speed'] / 1e6:>12.1f}{times}")
        trouble = parts.get("measure", parts).get("trouble")
        if trouble and not rows:
            lines.append(f"{name}: {trouble}")
    return "\n".join(lines)
