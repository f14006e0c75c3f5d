"""Features of hands from a few iterations of the range solver.

Hands that gain the same from each action, at each decision, may be played alike. A few iterations
of the range solver give these gains roughly. They depend on the ranges and bets of the spot, unlike
features of the cards alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import NotEnoughMemoryError
from fifthstreet.solvers.common import available_bytes, bytes_text
from fifthstreet.solvers.postflop import ACTION, Plan, Solver, Spot, ValueMode
from fifthstreet.solvers.postflop.backends import Backend

ITERATIONS = 50
_FEATURE_BYTES = 12  # a number, and its copy of 8 bytes while gains are limited


def warm_up_features(
    spot: Spot, *, iterations: int = ITERATIONS
) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """Return features of the hands of both players on each street: [R, 1326, D] each.

    A feature is the counterfactual gain of an action over the mean of a decision's actions: in
    chips times the opponent's reach, and limited by `limited_gains`. Runouts are in the order of
    `spot_boards`; hands that are blocked or not in the range have zeros.

    Args:
        spot: It is solved without abstraction, on one thread.
        iterations: Number of iterations after which gains are measured.

    Raises:
        NotEnoughMemoryError: If the features do not fit into memory.
    """
    solver = Solver(spot, isomorphism=False, threads=1, backend="native")
    _check_memory(solver.plan)
    solver.iterate(iterations)
    result = []
    for street in range(len(solver.plan.betting)):
        first, second = (
            limited_gains(_gains(solver.backend, solver.plan, street, player)) for player in (0, 1)
        )
        result.append((first, second))
    return result


def _check_memory(plan: Plan) -> None:
    numbers = HOLE_COUNT * sum(
        runouts.count * sum(betting.rows)
        for betting, runouts in zip(plan.betting, plan.runouts, strict=True)
    )
    free = available_bytes()
    if free is not None and numbers * _FEATURE_BYTES > free:
        raise NotEnoughMemoryError(
            f"not enough memory: features of warm-up need {bytes_text(numbers * _FEATURE_BYTES)}, "
            f"{bytes_text(free)} available. Use another method or fewer bet sizes."
        )


def _gains(backend: Backend, plan: Plan, street: int, player: int) -> NDArray[np.float32]:
    """Return the gain of each action of each of the player's decisions.  [R, 1326, D]"""
    betting, runouts = plan.betting[street], plan.runouts[street]
    seat = runouts.seats[player]
    own = np.flatnonzero((betting.kind == ACTION) & (betting.player == player))
    result = np.zeros((runouts.count, HOLE_COUNT, betting.rows[player]), np.float32)
    for runout, values in enumerate(_values(backend, plan, street, player)):
        holes = seat.hands(runout)
        for at in own.tolist():
            first, row = int(betting.first_child[at]), int(betting.row[at])
            count = int(betting.n_children[at])
            actions = values[first : first + count, : len(holes)]
            result[runout, holes, row : row + count] = (actions - actions.mean(axis=0)).T
    return result


def _values(backend: Backend, plan: Plan, street: int, player: int) -> list[NDArray[np.float32]]:
    """Return the values of all nodes of a street, by runout.  [N, stride] each"""
    betting, strides = plan.betting[street], plan.layouts[player].stride[street]
    if street == len(plan.betting) - 1:
        return [
            backend.river_values(player, ValueMode.AVERAGE, runout)
            for runout in range(len(strides))
        ]
    ends = np.cumsum(strides * len(betting.kind))
    parts = np.split(backend.node_values(player, ValueMode.AVERAGE)[street], ends[:-1])
    return [part.reshape(len(betting.kind), -1) for part in parts]


def limited_gains(gains: NDArray[np.float32]) -> NDArray[np.float32]:
    """Limit gains g to tanh(g / d) * sqrt(d), with d the deviation over hands with gains.

    A good action is taken no matter how much it gains, so large gains are limited; squared
    distances are in chips. Each action, the last axis, has its own deviation.
    """
    rows = gains.reshape(-1, gains.shape[-1])
    deviations = rows[rows.any(axis=1)].std(axis=0, dtype=np.float64)
    scale = np.where(deviations > 0, deviations, 1.0)
    limited: NDArray[np.float64] = np.tanh(gains / scale) * np.sqrt(scale)
    return limited.astype(np.float32)
