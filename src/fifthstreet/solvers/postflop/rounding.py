"""Average strategies in one byte a probability, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fifthstreet.solvers.postflop.plan import Plan
from fifthstreet.solvers.postflop.tables import Tables

_WHOLE = 255  # a probability of 1


@dataclass(frozen=True)
class ByteError:
    """What rounding probabilities to bytes changed, in chips."""

    exploitability: float  # that of the bytes less that of the exact strategies
    ev: tuple[float, float]  # change of both ranges' values, OOP first


def byte_tables(plan: Plan, player: int, tables: Tables) -> Tables:
    """Return a player's averages as probabilities in shares of 255.

    Rows of zeros are hands that never got there; they are read as any other row of zeros.
    """
    averages = tables.arrays["averages"]
    layout = plan.layouts[player]
    shares = np.zeros(layout.entries, np.uint8)
    for street, betting in enumerate(plan.betting):
        rows = betting.rows[player]
        acting = np.flatnonzero(betting.player == player)
        starts, actions = betting.row[acting], betting.n_children[acting]
        for first, stride in zip(layout.table[street], layout.stride[street], strict=True):
            part = slice(int(first), int(first + rows * stride))
            # The scale of 16-bit rows is the same for a whole node and cancels out.
            weights = averages[part].reshape(rows, int(stride)).astype(np.float64)
            sums = np.add.reduceat(weights, starts, axis=0) if rows else weights
            factors = np.divide(_WHOLE, sums, out=np.zeros_like(sums), where=sums > 0)
            shares[part] = np.rint(weights * np.repeat(factors, actions, axis=0)).ravel()
    return Tables({"averages": shares})
