"""Random and up-to-date tables of solvers, for comparing backends."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.common.schedules import SingleDiscounts
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.tables import GADGET_AVERAGES, GADGET_REGRETS
from fifthstreet.solvers.postflop.spot.gadget import GadgetRows

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Scales:
    """Magnitudes of numbers on each street, by which rounding errors are measured."""

    reach: tuple[float, ...]  # of one hand
    value: tuple[float, ...]  # of a hand against the whole opposing range

    @classmethod
    def of(cls, spot: Spot) -> "Scales":
        cards = len(spot.board)
        chances = np.cumprod([1.0] + [1 / (48 - before) for before in range(cards, 5)])
        stake = spot.pot / 2 + spot.stack
        weight = max(range_.combos for range_ in spot.live_ranges)
        return cls(tuple(chances), tuple(chances * stake * weight))


def randomise(solver: Solver, iteration: int, seed: int) -> None:
    """Fill the tables with numbers as they might be after some iterations.

    Rounding breaks ties between actions, so a hand whose regrets are all zero, or that meets no
    opposing hand, may play anything. Here every hand clearly prefers one action.
    """
    random = np.random.default_rng(seed)
    plan, scales = solver.plan, Scales.of(solver.spot)
    for player, (layout, tables) in enumerate(zip(plan.layouts, solver.tables, strict=True)):
        for street, betting in enumerate(plan.betting):
            runouts = plan.runouts[street]
            for runout in range(runouts.count):
                hands = int(runouts.seats[player].count[runout])
                stride = int(layout.stride[street][runout])
                for node in np.flatnonzero(betting.player == player).tolist():
                    part = layout.rows(street, runout, betting, node)
                    block = layout.block(street, runout, betting, node)
                    shape = int(betting.n_children[node]), stride
                    regrets = random.uniform(-1, 1, shape)
                    regrets[random.integers(shape[0]), :] = random.uniform(0.5, 1, stride)
                    drawn = {
                        "regret": regrets * scales.value[street],
                        "prediction": random.uniform(-0.25, 0.25, shape) * scales.value[street],
                        "average": random.uniform(0, 1, shape) * scales.reach[street],
                    }
                    for name, numbers in drawn.items():
                        numbers[:, hands:] = 0
                        _write(tables.arrays, name, part, block, numbers)
        if plan.gadget is not None and plan.gadget.player == player:
            _randomise_gadget(plan.gadget, tables.arrays, scales.value[0], random)
        tables.arrays["regret_stamps"][:] = iteration
        # The first player's strategy is averaged after its update, the second player's before.
        tables.arrays["average_stamps"][:] = iteration + (player == 0)
    resume_at(solver, iteration)


def _randomise_gadget(
    gadget: GadgetRows, arrays: dict[str, NDArray[Any]], scale: float, random: np.random.Generator
) -> None:
    """Fill the rows of a gadget, in which every hand clearly prefers to enter or to decline."""
    hands = len(gadget.alternative)
    drawn = random.uniform(-1, 1, (2, hands))
    drawn[random.integers(2, size=hands), np.arange(hands)] = random.uniform(0.5, 1, hands)
    averages = random.uniform(0, 1, (2, hands))
    if gadget.kind == "maxmargin":  # one row, of the hands that take part
        takes_part = gadget.reach_factor > 0
        for rows in (drawn, averages):
            rows *= np.array([takes_part, 0 * takes_part])
        drawn[0, np.flatnonzero(takes_part)[0]] = 1.0
    for name, rows in ((GADGET_REGRETS, scale * drawn), (GADGET_AVERAGES, averages)):
        arrays[name].reshape(2, -1)[:, :hands] = rows


def resume_at(solver: Solver, iteration: int) -> None:
    """Make a solver resume from the contents of its tables."""
    solver.resume_tables({"iteration": iteration, "curve": [], "seconds": 0.0, "cpu_seconds": 0.0})


def _write(
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


def _read(arrays: dict[str, NDArray[Any]], name: str, part: slice, block: int) -> Array:
    numbers: Array = arrays[name + "s"][part].astype(np.float64)
    scales = arrays.get(name + "_scales")
    return numbers if scales is None else numbers * float(scales[block])


@dataclass(frozen=True)
class Block:
    """Table entries of one decision node on one runout."""

    street: int  # 0 is that of the spot
    numbers: dict[str, Array]  # by table


def up_to_date(solver: Solver) -> list[list[Block]]:
    """Return the blocks of both players' tables, with pending discounts applied.

    A backend may skip nodes that nobody reaches and apply their discounts later.
    """
    plan = solver.plan
    discounts = solver.schedule.discounts(solver.iteration).single()
    result: list[list[Block]] = []
    for player, (layout, tables) in enumerate(zip(plan.layouts, solver.tables, strict=True)):
        arrays = tables.arrays
        blocks: list[Block] = []
        for street, betting in enumerate(plan.betting):
            for runout in range(plan.runouts[street].count):
                for node in np.flatnonzero(betting.player == player).tolist():
                    part = layout.rows(street, runout, betting, node)
                    block = layout.block(street, runout, betting, node)
                    numbers = {
                        name: _read(arrays, name, part, block)
                        for name in ("regret", "average", "prediction")
                        if name + "s" in arrays
                    }
                    _apply_discounts(numbers, arrays, block, solver.iteration, player, discounts)
                    blocks.append(Block(street, numbers))
        result.append(blocks)
    return result


def _apply_discounts(
    numbers: dict[str, Array],
    arrays: dict[str, NDArray[Any]],
    block: int,
    iteration: int,
    player: int,
    discounts: SingleDiscounts,
) -> None:
    pending = slice(int(arrays["regret_stamps"][block]) + 1, iteration + 1)
    regrets = numbers["regret"]
    positive = np.prod(discounts.positive[pending], dtype=np.float64)
    negative = np.prod(discounts.negative[pending], dtype=np.float64)
    regrets *= np.where(regrets > 0, positive, negative)
    if "prediction" in numbers and int(arrays["regret_stamps"][block]) < iteration:
        numbers["prediction"][:] = 0  # nobody reached the node, so there was no new regret
    updates = iteration if player == 0 else iteration - 1
    numbers["average"] *= np.prod(
        discounts.keep[int(arrays["average_stamps"][block]) : updates + 1], dtype=np.float64
    )


def root_values(solver: Solver, mode: ValueMode) -> list[list[Array]]:
    """Return both players' values at the root, for its street alone."""
    return [[solver.backend.root_values(player, mode).astype(np.float64)] for player in (0, 1)]


def node_values(solver: Solver, mode: ValueMode) -> list[list[Array]]:
    """Return values by player and street, for all nodes before the river and one river runout."""
    backend, rivers = solver.backend, solver.plan.runouts[-1].count
    result = []
    for player in (0, 1):
        river = backend.river_values(player, mode, rivers - 1)
        streets = backend.node_values(player, mode)
        before = streets if len(solver.plan.runouts) > 1 else []
        result.append([rows.astype(np.float64).ravel() for rows in (*before, river)])
    return result
