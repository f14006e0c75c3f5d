"""Flops on workers: the same bits as in this process, also if a worker is killed."""

import os
import signal
from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.cards import parse_mask
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopSolver
from fifthstreet.support.executors import Executor, LocalExecutor, ProcessExecutor
from fifthstreet.tree import Menu, Sizes, TreeRules
from tests.support.executors.contract import PackingExecutor
from tests.thoroughness import slow

# Limps and jams, and one bet on the flop.
RULES = TreeRules(
    stacks=(6.0, 6.0),
    blinds=(0.5, 1.0),
    first_street=0,
    sizes=Sizes.by_street({0: Menu.of("", raises="a"), 1: Menu.of("a", raises="")}),
    chip=0.5,
)
FLOPS = np.array([parse_mask(text) for text in ("2c2d2h", "7c7d7h", "QcQdQh")], np.uint64)
GAME = PreflopGame(RULES, FLOPS, np.array((1, 3, 2), np.int64))


def solved(executor: Executor | None, iterations: int = 3) -> PreflopSolver:
    solver = PreflopSolver(GAME, threads=1, executor=executor)
    solver.iterate(iterations)
    return solver


def assert_same(solver: PreflopSolver, other: PreflopSolver) -> None:
    for node, rows in solver.average().items():
        assert np.array_equal(rows, other.average()[node])
    assert solver.exploitability() == other.exploitability()
    for player in (0, 1):
        lines = solver.line_values(player, ValueMode.AVERAGE)
        for line, row in other.line_values(player, ValueMode.AVERAGE).items():
            assert np.array_equal(row, lines[line])


@pytest.fixture(scope="module")
def expected() -> PreflopSolver:
    return solved(None)


@pytest.mark.parametrize("workers", [3, *slow(1, 2)])
def test_the_number_of_shards_does_not_matter(workers: int, expected: PreflopSolver) -> None:
    solver = solved(PackingExecutor(workers))
    assert solver.workers == workers
    assert_same(solver, expected)
    assert solver.memory_bytes == expected.memory_bytes
    with pytest.raises(InputError, match="the tables of flops are on workers"):
        solver.state()


def test_a_game_without_flops() -> None:
    rules = replace(RULES, removed=("r:c",))
    solver = PreflopSolver(replace(GAME, rules=rules), executor=LocalExecutor())
    solver.iterate(2)
    assert solver.memory_bytes == 0


@pytest.mark.slow
def test_killed_workers_do_not_matter(expected: PreflopSolver) -> None:
    with ProcessExecutor(3) as executor:
        solver = solved(executor, 1)
        assert solver.workers == 3
        killed = executor.hosts[1].worker
        assert killed is not None
        os.kill(killed.pid, signal.SIGKILL)
        solver.iterate(2)
        assert solver.lost == 1
        assert_same(solver, expected)
