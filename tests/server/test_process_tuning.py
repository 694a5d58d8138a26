"""The garbage collector runs when nobody waits, or when there is too much garbage."""

from __future__ import annotations

import gc
import os
import platform
import sys
import threading
import weakref
from collections.abc import Iterator

import pytest
from helpers.systems import on_linux

from skipyard.server.workers import process_tuning


@pytest.fixture
def tuned() -> Iterator[None]:
    switch = sys.getswitchinterval()
    process_tuning.tune()
    gc.collect()
    yield
    sys.setswitchinterval(switch)
    gc.unfreeze()
    gc.enable()


class Thing:
    """An object that can refer to another."""

    other: Thing


def held(count: int) -> list[list[int]]:
    return [[] for _ in range(count)]


@pytest.mark.usefixtures("tuned")
def test_little_is_left_alone_and_enough_is_collected() -> None:
    assert not gc.isenabled()
    assert not process_tuning.collect_garbage(full=False)
    objects = held(2 * process_tuning.THRESHOLD)  # other threads may free some meanwhile
    assert process_tuning.collect_garbage(full=False)
    assert not process_tuning.collect_garbage(full=False)
    assert len(objects) > process_tuning.THRESHOLD


@pytest.mark.usefixtures("tuned")
@pytest.mark.parametrize("full", [False, True])
def test_things_that_hold_each_other_are_found(full: bool) -> None:
    first, second = Thing(), Thing()
    first.other, second.other = second, first
    alive = weakref.ref(first)
    del first, second
    objects = held(2 * process_tuning.THRESHOLD)
    assert alive() is not None
    assert process_tuning.collect_garbage(full)
    assert alive() is None
    assert len(objects) > process_tuning.THRESHOLD


@pytest.mark.usefixtures("tuned")
def test_a_full_collection_finds_what_outlived_others() -> None:
    first, second = Thing(), Thing()
    first.other, second.other = second, first
    objects = held(2 * process_tuning.THRESHOLD)
    assert process_tuning.collect_garbage(full=False)
    alive = weakref.ref(first)
    del first, second
    objects += held(2 * process_tuning.THRESHOLD)
    assert process_tuning.collect_garbage(full=False)
    assert alive() is not None
    assert process_tuning.collect_garbage(full=True)  # although little is new
    assert alive() is None
    assert not process_tuning.collect_garbage(full=True)
    assert len(objects) > process_tuning.THRESHOLD


def test_where_python_collects_by_itself_nobody_else_does() -> None:
    assert gc.isenabled()
    objects = held(2 * process_tuning.THRESHOLD)
    assert not process_tuning.collect_garbage(full=True)
    assert len(objects) > process_tuning.THRESHOLD


def test_other_systems_are_not_asked_for_short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.delattr("os.sched_getscheduler", raising=False)  # as it is there
    assert not process_tuning.request_short_slices(threading.get_native_id())


@on_linux
def test_a_thread_in_a_hurry_is_as_nice_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    niceness: list[tuple[bool, int, int]] = []

    def work() -> None:
        thread = threading.get_native_id()
        heard = process_tuning.request_short_slices(thread)
        nice = os.getpriority(os.PRIO_PROCESS, thread)
        niceness.append((heard, nice, os.sched_getscheduler(thread)))

    def ask() -> tuple[bool, int, int]:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        return niceness.pop()

    nice = os.getpriority(os.PRIO_PROCESS, 0)
    known = platform.machine() in process_tuning.SCHED_SETATTR
    assert ask() == (known, nice, os.SCHED_OTHER)
    monkeypatch.setattr("platform.machine", lambda: "abacus")
    assert ask() == (False, nice, os.SCHED_OTHER)
