"""Ray clusters of several nodes on this machine, for tests and benchmarks."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from psutil import NoSuchProcess, Process

_STORE_BYTES = 80_000_000  # the object store of a node, which jobs do not need


@dataclass(frozen=True)
class LocalCluster:
    """A cluster of nodes on this machine."""

    address: str
    raylets: list[int]  # process ids of the nodes that are alive

    def kill_node(self) -> None:
        """Kill the last node: its raylet and all processes that it has started, at once."""
        raylet = Process(self.raylets.pop())
        for process in (*raylet.children(recursive=True), raylet):
            with suppress(NoSuchProcess):
                process.kill()


@contextmanager
def local_cluster(nodes: int, cpus: int = 1) -> Iterator[LocalCluster]:
    """Start a head that runs no jobs, and nodes with `cpus` each; end them after the block."""
    from ray.cluster_utils import Cluster

    from fifthstreet.support.executors.ray_cluster import import_ray

    import_ray()
    os.environ.setdefault("RAY_worker_niceness", "0")  # other programs would slow workers down
    options = {"object_store_memory": _STORE_BYTES, "include_dashboard": False}
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **options})
    try:
        started = [
            cluster.add_node(num_cpus=cpus, object_store_memory=_STORE_BYTES) for _ in range(nodes)
        ]
        cluster.wait_for_nodes()
        raylets = [node.all_processes["raylet"][0].process.pid for node in started]
        yield LocalCluster(cluster.address, raylets)
    finally:
        cluster.shutdown()
