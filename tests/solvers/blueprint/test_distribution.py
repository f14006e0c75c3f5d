"""Trainings on workers and owners: the same bits for any number of them, and the same strategy."""

import os
import pickle
import signal
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import Training
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.blueprint.cluster_sampler import ClusterSampler, run_part
from fifthstreet.solvers.blueprint.table_owner import (
    Changes,
    OwnerAddress,
    OwnerLostError,
    TableOwner,
    pull_tables,
    push_changes,
)
from fifthstreet.support.executors import Executor, LocalExecutor, ProcessExecutor
from tests.solvers.blueprint.small_buckets import every_hand_on
from tests.solvers.blueprint.small_spots import WIDE_RIVER_SPOT, SmallGame
from tests.support.executors.contract import PackingExecutor

RECIPE = Path(__file__).parents[3] / "examples/recipes/preflop.toml"
TRAINING = Training(
    "nlhe",
    "external",
    {"stack": 10, "sizes": "a", "last_street": "preflop", "abstraction": str(RECIPE)},
    {"batch": 64},
)


def new_solver() -> BlueprintSolver:
    solver = TRAINING.make_solver()
    assert isinstance(solver, BlueprintSolver)
    return solver


def trained(executor: Executor, *, owners: int = 1, rounds: int = 3) -> BlueprintSolver:
    solver = new_solver()
    solver.distribute(
        executor, TRAINING.make_solver, parts=4, traversals_per_part=640, owners=owners
    )
    solver.iterate(rounds * 4 * 640)
    return solver


def tables(solver: BlueprintSolver) -> list[np.ndarray]:
    state = solver.state()
    return [state["regrets"], state["averages"]]


def assert_same(solver: BlueprintSolver, other: BlueprintSolver) -> None:
    assert solver.iteration == other.iteration
    for table, expected in zip(tables(solver), tables(other), strict=True):
        assert np.array_equal(table, expected)


def by_hand(rounds: int) -> list[np.ndarray]:
    """Return the tables of the same rounds and parts, played one after another in one solver."""
    solver = new_solver()
    sampler, own = solver.sampler_and_tables()
    for number in range(rounds):
        before = {name: table.copy() for name, table in own.items()}
        added = []
        for part in range(4):
            for name, table in own.items():
                table[:] = before[name]
            sampler.restart_at((number * 4 + part) * 640)
            sampler.run(10, 1)
            added.append({name: table - before[name] for name, table in own.items()})
        for name, table in own.items():
            table[:] = before[name]
            for each in added:
                table += each[name] * np.float32(1 / 4 if name == "regrets" else 1)
    return [own["regrets"], own["averages"]]


@pytest.fixture(scope="module")
def expected() -> BlueprintSolver:
    return trained(LocalExecutor())


def test_rounds_are_what_they_should_be(expected: BlueprintSolver) -> None:
    assert expected.iteration == 3 * 4 * 640
    for table, naive in zip(tables(expected), by_hand(3), strict=True):
        assert np.array_equal(table, naive)


def test_the_number_of_owners_does_not_matter(expected: BlueprintSolver) -> None:
    assert_same(trained(PackingExecutor(), owners=3), expected)


def test_trainings_are_resumed(expected: BlueprintSolver) -> None:
    half = trained(LocalExecutor(), rounds=1)
    solver = new_solver()
    solver.distribute(LocalExecutor(), TRAINING.make_solver, parts=4, traversals_per_part=640)
    solver.restore(half.state())
    solver.iterate(2 * 4 * 640)
    assert_same(solver, expected)


@pytest.mark.slow
def test_killed_owners_do_not_matter(expected: BlueprintSolver) -> None:
    with ProcessExecutor(2) as executor:
        solver = trained(executor, owners=2, rounds=1)
        solver.state()  # fetches the tables
        solver.iterate(4 * 640)
        killed = executor.hosts[1].worker
        assert killed is not None
        os.kill(killed.pid, signal.SIGKILL)
        solver.iterate(4 * 640)
        sampler = solver._sampler
        assert isinstance(sampler, ClusterSampler)
        assert sampler.losses == 1
        assert_same(solver, expected)


RIVER = SmallGame.of_spot(WIDE_RIVER_SPOT)


def river_solver() -> BlueprintSolver:
    return RIVER.solver(key=every_hand_on(RIVER.board))


@pytest.mark.slow
def test_exploitability_falls_as_in_one_process() -> None:
    """By exact best responses; docs/lab_notes/cluster.md has the figures of more traversals."""
    alone, apart = river_solver(), river_solver()
    apart.distribute(LocalExecutor(), river_solver, traversals_per_part=100_000, owners=1)
    seen = []
    for traversals in (800_000, 6_400_000):
        for solver in (alone, apart):
            solver.iterate(traversals - solver.iteration)
        seen.append([float(solver.exploitability().pot_percent) for solver in (alone, apart)])
    assert seen[1][0] < 0.15 < seen[0][0]
    assert seen[1][1] < 0.25 < seen[0][1]


def test_what_cannot_be_distributed() -> None:
    exact = Training("kuhn", "external").make_solver()
    assert not isinstance(exact, BlueprintSolver)
    small = Training("nlhe", "external", TRAINING.game_options, {"precision": "bfloat16"})
    solver = small.make_solver()
    assert isinstance(solver, BlueprintSolver)
    with pytest.raises(InputError, match="a training on a cluster requires buckets"):
        solver.distribute(LocalExecutor(), small.make_solver)
    with pytest.raises(InputError, match="parts must be a whole number of at least 1, got 0"):
        new_solver().distribute(LocalExecutor(), TRAINING.make_solver, parts=0)


def test_workers_that_make_other_solvers_are_refused() -> None:
    with pytest.raises(
        ValueError,
        match="has made another solver than the command: all machines must have the same",
    ):
        run_part(pickle.dumps(TRAINING.make_solver), "another", [], 0, 0, 0, 1)


# Owners.


def owner(parts: int) -> TableOwner:
    return TableOwner("127.0.0.1", b"secret", 10, 14, parts)


def changes(cells: list[int], value: float) -> Changes:
    numbers = np.full(len(cells), value, np.float32)
    return Changes(np.array(cells, np.int64), {"regrets": numbers, "averages": numbers})


def pulled(address: OwnerAddress, round_number: int, parts: int = 2) -> list[float]:
    """Return the averages, which are the sums of changes; regrets move by their mean."""
    whole = {name: np.zeros(20, np.float32) for name in ("regrets", "averages")}
    pull_tables(address, whole, round_number)
    assert np.array_equal(whole["averages"], parts * whole["regrets"])
    assert not whole["averages"][:10].any()
    assert not whole["averages"][14:].any()
    own: list[float] = whole["averages"][10:14].tolist()
    return own


def test_changes_count_once_and_from_the_next_round_on() -> None:
    address = owner(2).address()
    push_changes(address, 0, 1, changes([0, 3], 1.0))
    push_changes(address, 0, 1, changes([0, 3], 1.0))
    with pytest.raises(OwnerLostError, match="is gone"):
        pulled(address, 1)  # a part is missing
    push_changes(address, 0, 0, changes([3], 0.5))
    assert not any(pulled(address, 0))  # a part of this round may be run again
    assert pulled(address, 1) == [1.0, 0.0, 0.0, 1.5]
    push_changes(address, 0, 0, changes([3], 0.5))  # late
    push_changes(address, 1, 0, changes([], 0.0))
    push_changes(address, 1, 1, changes([1], 2.0))
    assert pulled(address, 2) == [1.0, 2.0, 0.0, 1.5]


def test_strangers_and_bad_changes_are_refused() -> None:
    address = owner(1).address()
    wrong = OwnerAddress(address.host, address.port, b"guess", 10, 14)
    with pytest.raises(OwnerLostError, match="is gone"):
        push_changes(wrong, 0, 0, changes([0], 1.0))
    for bad in ([4], [-1]):
        with pytest.raises(OwnerLostError, match="is gone"):
            push_changes(address, 0, 0, changes(bad, 1.0))
    push_changes(address, 0, 0, changes([2], 1.0))
    assert pulled(address, 1, parts=1) == [0.0, 0.0, 1.0, 0.0]
