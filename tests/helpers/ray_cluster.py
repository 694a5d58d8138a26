"""A Ray cluster of two small nodes on this machine."""

from __future__ import annotations

import contextlib
import importlib
import pathlib
import socket
from collections.abc import Iterator
from typing import Any

NODE = {"num_cpus": 1, "object_store_memory": 100_000_000}


class TwoNodes:
    """Two nodes with a core each; the first has the cluster's head."""

    def __init__(self, with_client: bool) -> None:
        module = importlib.import_module("ray.cluster_utils")
        head: dict[str, Any] = NODE | {"include_dashboard": False}
        if with_client:
            self.client_port = free_port()
            head["ray_client_server_port"] = self.client_port
        self.cluster = module.Cluster(initialize_head=True, head_node_args=head)
        self.second = self.cluster.add_node(**NODE)
        self.cluster.wait_for_nodes()

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def lose_second(self) -> None:
        """Kill the second node with everything that runs there."""
        self.cluster.remove_node(self.second, allow_graceful=False)

    def close(self) -> None:
        self.cluster.shutdown()


@contextlib.contextmanager
def two_nodes(with_client: bool = False) -> Iterator[TwoNodes]:
    nodes = TwoNodes(with_client)
    try:
        yield nodes
    finally:
        nodes.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def die_once(marker: pathlib.Path) -> str:
    """Code that kills its process the first time, and leaves a word the second."""
    return f"""
import os, pathlib
marker = pathlib.Path({str(marker)!r})
if not marker.exists():
    marker.touch()
    os.kill(os.getpid(), 9)
marker.write_text("done")
"""
