"""A sampler that runs traversals on the workers of an executor, in place of the native one.

Traversals are split into rounds, and rounds into parts: ranges of consecutive numbers, so that
every traversal has the same random numbers and weight as in one process. A worker pulls the tables
from their owners, runs the traversals of a part, and sends each owner the changes of its cells. So
the traversals of a part see their own changes and the changes of earlier rounds, but not the other
parts of their round: changes are late by at most one round. Tables depend on the number and length
of the parts, not on the number of workers or owners, nor on losses.

Regrets move by the mean of the parts' changes, like the weights of models in local SGD (Stich
2019): their sum would correct the same error once for each part, and diverges. The squared norm of
positive regrets is convex, so the norm of the mean is at most the mean of the parts' norms. The
bound of CFR therefore holds for at least the number of traversals of one part.
"""

from __future__ import annotations

import pickle
import secrets
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint.remote_sampler import RemoteSampler
from fifthstreet.solvers.blueprint.table_owner import (
    TABLES,
    Changes,
    OwnerAddress,
    OwnerLostError,
    TableOwner,
    load_tables,
    pull_tables,
    push_changes,
)
from fifthstreet.support.executors import Executor, Job, Placed, worker_name

_MAX_LOSSES = 4  # of owners, without a round in between


@runtime_checkable
class PartSolver(Protocol):
    """The part of a solver that a worker needs: its sampler and the sampler's arrays."""

    @property
    def digest(self) -> str:
        """Digest of everything that results depend on."""

    def sampler_and_tables(self) -> tuple[_native.BucketSampler, dict[str, NDArray[np.float32]]]:
        """Return the native sampler and the tables by name."""


MakeSolver = Callable[[], object]  # a PartSolver


class ClusterSampler(RemoteSampler):
    """A sampler whose tables are held by owners, and whose traversals run on workers."""

    def __init__(
        self,
        native: _native.BucketSampler,
        tables: dict[str, NDArray[np.float32]],
        executor: Executor,
        make: MakeSolver,
        digest: str,
        *,
        batch: int,
        parts: int,
        batches_per_part: int,
        owners: int,
    ) -> None:
        super().__init__(native)
        self._host, self._executor = tables, executor
        self._packed_make, self._digest = pickle.dumps(make), digest
        self._batch, self._parts, self._part_batches = batch, parts, batches_per_part
        self._iteration = self._fetched_at = native.iteration
        self._round = 0
        self.losses = 0  # of owners
        cells = len(tables[TABLES[0]])
        key = secrets.token_bytes(32)
        cuts = [cells * owner // owners for owner in range(owners + 1)]
        self._owners = [
            Placed(executor, TableOwner, executor.address, key, first, end, parts, cpus=0, gpus=0)
            for first, end in pairwise(cuts)
        ]
        self._addresses: list[OwnerAddress] = []
        self._load()

    def run(self, batches: int, threads: int) -> bool:
        """Run at least this number of batches, in whole rounds. Return True: there is no log."""
        self._run_to(self._iteration + batches * self._batch)
        return True

    def _run_to(self, end: int) -> None:
        """Run rounds until an iteration; if owners are lost, restart from the last local tables."""
        losses = 0
        while self._iteration < end:
            try:
                self._run_round()
                losses = 0
            except OwnerLostError:
                losses += 1
                self.losses += 1
                if losses == _MAX_LOSSES:
                    raise
                self._go_back()

    def _run_round(self) -> None:
        size = self._part_batches * self._batch
        common = (self._packed_make, self._digest, self._addresses, self._part_batches, self._round)
        starts = [self._iteration + part * size for part in range(self._parts)]
        jobs = [
            Job(f"traversals from {first}", run_part, (*common, part, first))
            for part, first in enumerate(starts)
        ]
        with closing(self._executor.run(jobs)) as finished:
            visited = sum(done.result for done in finished)
        self.rows_visited += visited
        self._iteration += self._parts * size
        self._round += 1

    def _go_back(self) -> None:
        """Send all owners the last local tables, as a new round: old changes may still arrive."""
        self._iteration = self._fetched_at
        self._round += 1
        self._load()

    def _load(self) -> None:
        """Send all owners the tables of this process."""
        self._addresses = [owner.call("address") for owner in self._owners]
        for address in self._addresses:
            load_tables(address, self._host, self._round)

    def fetch(self) -> None:
        """Copy the tables to this process if they have changed."""
        while self._fetched_at != self._iteration:
            pulled = {name: np.empty_like(table) for name, table in self._host.items()}
            try:
                for address in self._addresses:
                    pull_tables(address, pulled, self._round)
            except OwnerLostError:
                self.losses += 1
                end = self._iteration
                self._go_back()
                self._run_to(end)
                continue
            for name, table in self._host.items():
                table[:] = pulled[name]
            self._fetched_at = self._iteration
            self._native.restart_at(self._iteration)

    def close(self) -> None:
        """Fetch the tables and end the owners."""
        self.fetch()
        for owner in self._owners:
            owner.close()

    @property
    def iteration(self) -> int:
        """Number of traversals so far."""
        return self._iteration

    def restart_at(self, iteration: int) -> None:
        """Resume at an iteration, with the tables in this process."""
        self._native.restart_at(iteration)
        self._iteration = self._fetched_at = iteration
        self._load()


_SOLVERS: dict[tuple[bytes, str], PartSolver] = {}  # of a worker, for its training


def run_part(
    packed_make: bytes,
    digest: str,
    owners: list[OwnerAddress],
    batches: int,
    round_number: int,
    part: int,
    first: int,
) -> int:
    """Run the traversals of a part on this worker; return the number of rows visited."""
    key = (packed_make, digest)
    if key not in _SOLVERS:
        _SOLVERS.clear()
        _SOLVERS[key] = _equal_solver(pickle.loads(packed_make), digest)
    sampler, tables = _SOLVERS[key].sampler_and_tables()
    for owner in owners:
        pull_tables(owner, tables, round_number)
    before = {name: table.copy() for name, table in tables.items()}
    sampler.restart_at(first)
    visited = sampler.rows_visited
    sampler.run(batches, 1)
    for owner in owners:
        push_changes(owner, round_number, part, _changes(owner, before, tables))
    return int(sampler.rows_visited) - visited


def _equal_solver(make: MakeSolver, digest: str) -> PartSolver:
    """Return a new solver; InputError if its results would differ from the driver's."""
    solver = make()
    if not isinstance(solver, PartSolver) or solver.digest != digest:
        raise InputError(
            f"worker {worker_name()} has made another solver than the command: all machines must "
            "have the same version of the package and the same card abstraction"
        )
    return solver


def _changes(owner: OwnerAddress, before: dict[str, Any], after: dict[str, Any]) -> Changes:
    """Return the changes of an owner's cells, without unchanged cells."""
    own = slice(owner.first, owner.end)
    added = {name: after[name][own] - before[name][own] for name in TABLES}
    cells = np.flatnonzero(np.any([table != 0 for table in added.values()], axis=0))
    return Changes(cells.astype(np.int64), {name: table[cells] for name, table in added.items()})
