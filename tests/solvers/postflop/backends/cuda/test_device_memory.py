"""Backends that share memory on the GPU do what they do alone."""

import numpy as np
import pytest

from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.postflop.backends.cuda.backend import CudaBackend
from fifthstreet.solvers.postflop.backends.cuda.device_memory import DeviceMemory
from fifthstreet.solvers.postflop.backends.tables import Tables, make_tables
from fifthstreet.solvers.postflop.spot.joined_plan import join_plans
from fifthstreet.solvers.postflop.spot.plan import Plan, make_plan

pytestmark = pytest.mark.usefixtures("gpu")
BOARDS = ("QsJh2h7c4d", "Ts9s4c4d2h")


def river(board: str, bets: str) -> Spot:
    return Spot.of(board, 40, 90, oop="AA,KQs,T9s,88:0.5", ip="QQ,AJs,KTs,55:0.3", bets=bets)


def tables_of(plan: Plan) -> tuple[Tables, Tables]:
    first, second = make_tables(plan.layouts, "float32")
    return first, second


def test_backends_that_share_memory() -> None:
    """The second has the same cards and other betting; both run in turn."""
    small, large = ([make_plan(river(board, bets)) for board in BOARDS] for bets in ("a", "50%,a"))
    joined = join_plans(small)
    plans = [joined.plan, join_plans(large, like=joined).plan]
    assert plans[0].runouts is plans[1].runouts
    memory = DeviceMemory()
    sharing = [CudaBackend(plan, tables_of(plan), 1, memory) for plan in plans]
    alone = [CudaBackend(plan, tables_of(plan), 1) for plan in plans]
    assert memory.bytes < sum(backend.scratch_bytes for backend in alone)
    discounts = DEFAULT_SCHEDULE.discounts(4).single()
    for iteration in (1, 2, 3):
        for player in (0, 1):
            for shared, single, plan in zip(sharing, alone, plans, strict=True):
                reach = plan.root_weights(1 - player)
                found, expected = (
                    each.update_through(player, iteration, discounts, reach)
                    for each in (shared, single)
                )
                counts = plan.runouts[0].seats[player].count
                for row, count in enumerate(counts.tolist()):
                    np.testing.assert_array_equal(found[row, :count], expected[row, :count])
    for shared, single in zip(sharing, alone, strict=True):
        for player in (0, 1):
            everything = slice(None)
            np.testing.assert_array_equal(
                shared.read(player, "averages", everything),
                single.read(player, "averages", everything),
            )


def test_an_array_is_copied_once() -> None:
    memory = DeviceMemory()
    array = np.arange(5, dtype=np.float32)
    assert memory.put(array) == memory.put(array) != memory.put(array.copy())
    assert memory.put(np.empty(0)) == 0
