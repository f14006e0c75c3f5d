"""What a strategy loses to best responses on boards that its solve did not use."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fifthstreet.solvers.ring.certificate import RingCertificate, checked_sets
from fifthstreet.solvers.ring.leaf_values import BOARDS
from fifthstreet.solvers.ring.solver import RingSolver

_SEED = 1_000_003  # added to the seed of a solve


def measure_on_other_boards(
    solved: RingSolver,
    sets: int = 4,
    *,
    boards: int = BOARDS,
    progress: Callable[[float], object] | None = None,
) -> RingCertificate:
    """Measure what each seat gains from a best response on boards that a solve did not use.

    Ends of three and more seats that the others hardly get to, with less than a twentieth of all
    pots together, keep the estimates of the solve.

    Args:
        solved: A solver that has run.
        sets: Number of sets of boards.
        boards: Number of boards in each set.
        progress: Called with the share of the work that is done.

    Returns:
        The EVs and gains of all seats.

    Raises:
        InputError: If there are too few sets for an interval, or too many.
    """
    checked_sets(sets)
    source = solved.leaf_source.with_boards(boards, solved.leaf_source.seed + _SEED)
    solver = RingSolver(solved.game, source, threads=solved.threads)
    solver.settle_like(solved)
    rows = []
    for number in range(sets):
        source.use_boards(number)
        rows.append(solver.many_rows(_part(progress, number, sets) if progress else None))
    total = np.sum(rows, axis=0)
    without = [solver.measure_with((total - each) / (sets - 1)) for each in rows]
    whole = solver.measure_with(total / sets)
    return RingCertificate.of(whole, without, boards, source.seed)


def _part(
    progress: Callable[[float], object], number: int, parts: int
) -> Callable[[float], object]:
    return lambda share: progress((number + share) / parts)
