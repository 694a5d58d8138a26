"""`skipyard bench gpu` on a fake GPU: the steps that a CUDA graph replays."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from helpers import fake_cuda

from skipyard.batch import gpu
from skipyard.bench import gpu as bench
from skipyard.bench import gpu_graph
from skipyard.bots.registry import player_module

HANDLE = 77  # of the stream


class Torch(types.ModuleType):
    """What PyTorch does with a stream and a graph: a replay runs what was captured again."""

    def __init__(self) -> None:
        super().__init__("torch")
        self.told: list[str] = []
        self.batch: Any = None
        self.cuda = types.SimpleNamespace(
            is_available=lambda: True,
            Stream=lambda: types.SimpleNamespace(
                cuda_stream=HANDLE, synchronize=lambda: self.told.append("wait")
            ),
            stream=self.on,
            CUDAGraph=lambda: types.SimpleNamespace(replay=self.replay),
            graph=self.capture,
        )

    @contextlib.contextmanager
    def on(self, stream: Any) -> Iterator[None]:
        assert stream.cuda_stream == HANDLE
        self.told.append("on the stream")
        yield

    @contextlib.contextmanager
    def capture(self, graph: Any, stream: Any) -> Iterator[None]:
        assert stream.cuda_stream == HANDLE
        assert self.batch.stream == HANDLE  # else the graph would be empty
        self.told.append("capture")
        yield
        self.told.append("captured")

    def replay(self) -> None:
        self.told.append("replay")
        bench.many_steps(self.batch)


@pytest.fixture
def torch(monkeypatch: pytest.MonkeyPatch) -> Torch:
    torch = Torch()
    monkeypatch.setitem(sys.modules, "torch", torch)
    return torch


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch, torch: Torch) -> Any:
    monkeypatch.setattr(gpu, "cuda", fake_cuda)
    monkeypatch.setattr(gpu, "random_moves", fake_cuda.random_moves)
    monkeypatch.setattr(bench, "STEPS", 2)
    gpu.kernels_for.cache_clear()
    torch.batch = gpu.Batch("skippity", 2, 3, key=1, player=player_module("skippity"), shows=False)
    yield torch.batch
    gpu.kernels_for.cache_clear()


def test_steps_are_captured_on_a_stream_and_replayed(batch: Any, torch: Torch) -> None:
    assert gpu_graph.is_possible()
    shown, before = [], batch.stream

    def rate(batch: Any, work: Any, moves: int) -> float:
        shown.append(batch.shows)
        work(batch)
        assert batch.stream == HANDLE
        return float(moves)

    rows = gpu_graph.measure(batch, bench.many_steps, 6, rate)
    assert [row["what"] for row in rows] == ["step, graph", "step and show, graph"]
    assert all(row["tables"] == 3 and row["speed"] == 6 for row in rows)
    once = ["on the stream", "wait", "capture", "captured", "on the stream", "replay"]
    assert torch.told == 2 * once
    assert shown == [False, True]
    assert batch.stream == before


def test_the_rows_are_beside_the_others(
    batch: Any, torch: Torch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "SIZES", (3,))
    monkeypatch.setattr(bench, "random_batch", lambda settings, name, tables: batch)
    monkeypatch.setattr(bench, "MOVES", 2)
    rows = bench.measure("skippity")
    assert [row["what"] for row in rows] == ["run", "step", "step and show", *whats()]
    text = bench.table({"games": {"skippity": {"measure": {"found": rows}}}, "peers": {}})
    assert all(f"skippity        {what} " in text for what in whats())
    assert max(map(len, text.splitlines())) <= 80
    torch.cuda.is_available = lambda: False
    assert len(bench.measure("skippity")) == 3


def whats() -> list[str]:
    return [what for what, _ in gpu_graph.WAYS]


@pytest.mark.parametrize(("language", "sentence"), [("en", "are left out"), ("fr", "sont omises")])
def test_without_pytorch_a_sentence_says_what_is_left_out(
    language: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert not gpu_graph.is_possible()
    bench.say_what_is_left_out(language)
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_with_pytorch_nothing_is_said(torch: Torch, capsys: pytest.CaptureFixture[str]) -> None:
    bench.say_what_is_left_out("en")
    assert capsys.readouterr().err == ""
