"""A Ray cluster of two small nodes on this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

NODE = {"num_cpus": 1, "object_store_memory": 100_000_000}


class TwoNodes:
    """Two nodes with a core each; the first has the cluster's head."""

    def __init__(self, client_port: int | None = None) -> None:
        module = pytest.importorskip(
            "ray.cluster_utils", reason="Ray is not installed: pip install 'skipyard[ray]'"
        )
        head: dict[str, Any] = NODE | {"include_dashboard": False}
        if client_port is not None:
            head["ray_client_server_port"] = client_port
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
def two_nodes(client_port: int | None = None) -> Iterator[TwoNodes]:
    nodes = TwoNodes(client_port)
    try:
        yield nodes
    finally:
        nodes.close()
