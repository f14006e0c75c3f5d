"""Values where the second street of a plan begins, from those at all of its nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.plan import Plan


def entered_rows(
    plan: Plan, player: int, runouts: Sequence[NDArray[np.float32]]
) -> NDArray[np.float32]:
    """Return [runouts, entries, row] from rows of all nodes, [nodes, stride] for each runout."""
    entries = plan.betting[1].entry_start[:-1]
    counts = plan.runouts[1].seats[player].count.tolist()
    out = np.zeros((len(counts), len(entries), max(counts)), np.float32)
    for rows, count, into in zip(runouts, counts, out, strict=True):
        into[:, :count] = rows[entries, :count]
    return out
