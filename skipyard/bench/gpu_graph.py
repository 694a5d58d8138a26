"""Steps of a batch as one CUDA graph, which is how training plays: no kernel waits for Python."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

WAYS = (("step, graph", False), ("step and show, graph", True))  # with observations or without
Steps = Callable[[Any], None]
Rate = Callable[[Any, Steps, int], float]


def is_possible() -> bool:
    """Whether PyTorch is here, and can use the GPU; it is what captures the graph."""
    try:
        return bool(importlib.import_module("torch").cuda.is_available())
    except ModuleNotFoundError:
        return False


def measure(batch: Any, steps: Steps, moves: int, rate: Rate) -> list[dict[str, Any]]:
    """Moves a second of these steps, replayed on a stream of PyTorch's."""
    torch = importlib.import_module("torch")
    stream = torch.cuda.Stream()
    batch.wait()
    before, batch.stream = batch.stream, stream.cuda_stream
    rows = []
    for what, shows in WAYS:
        batch.shows = shows
        graph = captured(batch, steps, torch, stream)

        def replay(batch: Any, graph: Any = graph) -> None:
            with torch.cuda.stream(stream):
                graph.replay()

        speed = rate(batch, replay, moves)
        rows.append({"what": what, "tables": batch.tables, "speed": speed})
        del replay, graph
    batch.wait()
    batch.stream = before
    return rows


def captured(batch: Any, steps: Steps, torch: Any, stream: Any) -> Any:
    """The steps as a graph; they are taken once before, so that their kernels are loaded."""
    with torch.cuda.stream(stream):
        steps(batch)
        stream.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=stream):
            steps(batch)
    return graph
