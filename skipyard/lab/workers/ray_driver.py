"""The child process that talks to Ray: tasks come in, results go out, in any order."""

from __future__ import annotations

import functools
import importlib
import os
import pickle
import socket
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from skipyard.cli import interrupts
from skipyard.sources import all_sources_digest

CORES, DONE, FAILED, OTHER_VERSION = "cores", "done", "failed", "other version"
TRIES = 3  # to connect, where Ray stumbles over its own processes
PASSING = "psutil."  # in such an error: one of them ended while Ray looked at it
RETRIES = 20  # of a task whose node or process was lost
CORES_EVERY = 2.0  # seconds between two looks at how many cores the cluster has


def run(connection: Connection, address: str, digest: str) -> None:
    """Serve tasks until the parent process closes the connection or ends."""
    interrupts.end_with_parent()
    be_quiet()
    lock = threading.Lock()

    def send(*message: object) -> None:
        with lock:
            connection.send(message)

    try:
        driver = Driver(address, digest, send)
    except Exception as problem:
        send(FAILED, reason(problem))
        return
    threading.Thread(target=driver.watch, daemon=True).start()
    while True:
        try:
            number, payload = connection.recv()
        except EOFError:
            os._exit(0)
        driver.begin(number, payload)


def be_quiet() -> None:
    """Ray logs to the terminal that it has lost a node, and the like; the command says it."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nothing, stream)


def reason(problem: BaseException) -> str:
    """What went wrong, in a line; of a traceback the last one."""
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    is_traceback = any(line.startswith("Traceback") for line in lines)
    return (lines[-is_traceback] if lines else type(problem).__name__).rstrip(".: ")


class Driver:
    """A connection to a cluster."""

    def __init__(self, address: str, digest: str, send: Any) -> None:
        ray: Any = importlib.import_module("ray")
        self.ray, self.digest, self.send = ray, digest, send
        found = address or os.environ.get("RAY_ADDRESS") or "auto"
        for tries_left in reversed(range(TRIES)):
            try:
                ray.init(address=found, log_to_driver=False, logging_level="ERROR")
                break
            except Exception as problem:
                if not tries_left or PASSING not in str(problem):
                    raise
                time.sleep(1)
        self.remote = ray.remote(num_cpus=1, max_retries=RETRIES)(do)
        send(CORES, self.cores())

    def cores(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 0))

    def watch(self) -> None:
        """Tell how many cores there are; end when the cluster does not answer any more."""
        while True:
            time.sleep(CORES_EVERY)
            try:
                self.send(CORES, self.cores())
            except Exception:
                os._exit(1)

    def begin(self, number: int, payload: bytes) -> None:
        future = self.remote.remote(payload, self.digest).future()
        future.add_done_callback(lambda done: self.end(number, done))

    def end(self, number: int, done: Any) -> None:
        problem = done.exception()
        if isinstance(problem, self.ray.exceptions.LocalRayletDiedError | ConnectionError):
            os._exit(1)  # the parent process says that the cluster is gone
        if problem is not None:
            self.send(FAILED, number, reason(problem))
            return
        kind, value = done.result()
        self.send(kind, number, value)


# On the nodes -------------------------------------------------------------------------------------
def do(payload: bytes, digest: str) -> tuple[str, Any]:
    """Do a task on a node, unless it has other sources: their results would be others."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    if own_digest() != digest:
        return OTHER_VERSION, socket.gethostname()
    try:
        work, what = pickle.loads(payload)
        return DONE, pickle.dumps((True, work(what)))
    except Exception as problem:
        return DONE, pickle.dumps((False, problem))


@functools.cache
def own_digest() -> str:
    return all_sources_digest()
