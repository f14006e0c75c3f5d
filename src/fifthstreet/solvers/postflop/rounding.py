"""Average strategies with one byte per probability, and the error of this rounding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fifthstreet.solvers.postflop.plan import Plan
from fifthstreet.solvers.postflop.tables import Tables

_WHOLE = 255  # a probability of 1


@dataclass(frozen=True)
class ByteError:
    """The error of rounding probabilities to bytes, in chips."""

    exploitability: float  # of the rounded strategies minus that of the exact ones
    ev: tuple[float, float]  # change of both ranges' EVs, OOP first


def byte_tables(plan: Plan, player: int, tables: Tables) -> Tables:
    """Return a player's averages as probabilities in units of 1/255.

    All entries of a hand that never reaches a node are zero; as in other tables, that means a
    uniform strategy.
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
            # The scale of 16-bit entries is the same for a whole node and cancels out.
            weights = averages[part].reshape(rows, int(stride)).astype(np.float64)
            sums = np.add.reduceat(weights, starts, axis=0) if rows else weights
            factors = np.divide(_WHOLE, sums, out=np.zeros_like(sums), where=sums > 0)
            shares[part] = np.rint(weights * np.repeat(factors, actions, axis=0)).ravel()
    return Tables({"averages": shares})
