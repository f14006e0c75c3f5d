"""Tables of a solver made random, and brought up to date, to compare backends by."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.common.schedules import SingleDiscounts
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.exploitability import Mode

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Scales:
    """Sizes of numbers on each street: what rounding errors have to be measured by."""

    reach: tuple[float, ...]  # of one hand
    value: tuple[float, ...]  # of a hand against all of the other's

    @classmethod
    def of(cls, spot: Spot) -> "Scales":
        cards = len(spot.board)
        chances = np.cumprod([1.0] + [1 / (48 - before) for before in range(cards, 5)])
        stake = spot.pot / 2 + spot.stack
        weight = max(range_.combos for range_ in spot.live_ranges)
        return cls(tuple(chances), tuple(chances * stake * weight))


def randomise(solver: Solver, iteration: int, seed: int) -> None:
    """Tables as they might be after some iterations.

    Ties between actions are broken by rounding, so a hand that has seen nothing but zeros, or that
    meets nobody, plays anything. Here every hand has an action that it clearly prefers.
    """
    random = np.random.default_rng(seed)
    plan, scales = solver.plan, Scales.of(solver.spot)
    for player, (layout, tables) in enumerate(zip(plan.layouts, solver.tables, strict=True)):
        for street, betting in enumerate(plan.betting):
            runouts = plan.runouts[street]
            for runout in range(runouts.count):
                hands = int(runouts.seats[player].count[runout])
                stride = int(layout.stride[street][runout])
                for at in np.flatnonzero(betting.player == player).tolist():
                    part = layout.rows(street, runout, betting, at)
                    block = layout.block(street, runout, betting, at)
                    shape = int(betting.n_children[at]), stride
                    regrets = random.uniform(-1, 1, shape)
                    regrets[random.integers(shape[0]), :] = random.uniform(0.5, 1, stride)
                    drawn = {
                        "regret": regrets * scales.value[street],
                        "prediction": random.uniform(-0.25, 0.25, shape) * scales.value[street],
                        "average": random.uniform(0, 1, shape) * scales.reach[street],
                    }
                    for name, numbers in drawn.items():
                        numbers[:, hands:] = 0
                        _put(tables.arrays, name, part, block, numbers)
        tables.arrays["regret_stamps"][:] = iteration
        # The first player's strategy is added to its average after its update, the second's before.
        tables.arrays["average_stamps"][:] = iteration + (player == 0)
    resume_at(solver, iteration)


def resume_at(solver: Solver, iteration: int) -> None:
    """Have a solver go on from what was put into its tables."""
    solver.resume_tables({"iteration": iteration, "curve": [], "seconds": 0.0, "cpu_seconds": 0.0})


def _put(
    arrays: dict[str, NDArray[Any]], name: str, part: slice, block: int, numbers: Array
) -> None:
    if name + "s" not in arrays:
        return
    table = arrays[name + "s"]
    flat = numbers.ravel()
    if name + "_scales" in arrays:
        scale = np.float32(np.abs(flat).max() / np.iinfo(table.dtype).max)
        arrays[name + "_scales"][block] = scale
        flat = np.trunc(flat / float(scale)) if scale else flat
    table[part] = flat.astype(table.dtype)


def _taken(arrays: dict[str, NDArray[Any]], name: str, part: slice, block: int) -> Array:
    numbers: Array = arrays[name + "s"][part].astype(np.float64)
    scales = arrays.get(name + "_scales")
    return numbers if scales is None else numbers * float(scales[block])


@dataclass(frozen=True)
class Block:
    """What the tables hold of one decision on one runout."""

    street: int  # 0 is the spot's own
    numbers: dict[str, Array]  # by table


def up_to_date(solver: Solver) -> list[list[Block]]:
    """Blocks of both players' tables, with the discounts that are still to come.

    A backend may leave out what nobody gets to and make up for the discounts later.
    """
    plan = solver.plan
    discounts = solver.schedule.discounts(solver.iteration).single()
    result: list[list[Block]] = []
    for player, (layout, tables) in enumerate(zip(plan.layouts, solver.tables, strict=True)):
        arrays = tables.arrays
        blocks: list[Block] = []
        for street, betting in enumerate(plan.betting):
            for runout in range(plan.runouts[street].count):
                for at in np.flatnonzero(betting.player == player).tolist():
                    part = layout.rows(street, runout, betting, at)
                    block = layout.block(street, runout, betting, at)
                    numbers = {
                        name: arrays[name + "s"][part].astype(np.float64)
                        * float(
                            arrays[name + "_scales"][block] if name + "_scales" in arrays else 1
                        )
                        for name in ("regret", "average", "prediction")
                        if name + "s" in arrays
                    }
                    _settle(numbers, arrays, block, solver.iteration, player, discounts)
                    blocks.append(Block(street, numbers))
        result.append(blocks)
    return result


def _settle(
    numbers: dict[str, Array],
    arrays: dict[str, NDArray[Any]],
    block: int,
    iteration: int,
    player: int,
    discounts: SingleDiscounts,
) -> None:
    since = slice(int(arrays["regret_stamps"][block]) + 1, iteration + 1)
    regrets = numbers["regret"]
    up = np.prod(discounts.positive[since], dtype=np.float64)
    down = np.prod(discounts.negative[since], dtype=np.float64)
    regrets *= np.where(regrets > 0, up, down)
    if "prediction" in numbers and int(arrays["regret_stamps"][block]) < iteration:
        numbers["prediction"][:] = 0  # nobody got there, so no regret was seen
    updates = iteration if player == 0 else iteration - 1
    numbers["average"] *= np.prod(
        discounts.keep[int(arrays["average_stamps"][block]) : updates + 1], dtype=np.float64
    )


def root_values(solver: Solver, mode: Mode) -> list[list[Array]]:
    """Values of both players at the root, for its street alone."""
    return [[solver.backend.root_values(player, mode).astype(np.float64)] for player in (0, 1)]


def node_values(solver: Solver, mode: Mode) -> list[list[Array]]:
    """Values by player and street: of all nodes before the river, and of one river runout's."""
    backend, rivers = solver.backend, solver.plan.runouts[-1].count
    result = []
    for player in (0, 1):
        river = backend.river_values(player, mode, rivers - 1)
        streets = backend.node_values(player, mode)
        before = streets if len(solver.plan.runouts) > 1 else []
        result.append([rows.astype(np.float64).ravel() for rows in (*before, river)])
    return result
