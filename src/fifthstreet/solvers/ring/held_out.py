"""What a strategy loses to best responses on boards that its solve did not use."""

from __future__ import annotations

from collections.abc import Callable

from fifthstreet.errors import InputError
from fifthstreet.solvers.ring.certificate import RingCertificate, checked_sets
from fifthstreet.solvers.ring.leaf_values import RingLeaves
from fifthstreet.solvers.ring.solver import RingSolver
from fifthstreet.solvers.ring.strategy import RingStrategy

_SEED = 1_000_003  # added to the seed of a solve


def measure_on_other_boards(
    strategy: RingStrategy,
    leaves: RingLeaves,
    sets: int = 5,
    *,
    boards: int = 240,
    progress: Callable[[float], object] | None = None,
) -> RingCertificate:
    """Measure what each seat gains from a best response on boards that a solve did not use.

    Shares count with 8 bits, as in small files.

    Args:
        strategy: With all decisions.
        leaves: What follows the betting, as in its solve.
        sets: Number of sets of boards.
        boards: Number of boards in each set.
        progress: Called with the share of the work that is done.

    Returns:
        The EVs and gains of all seats.

    Raises:
        InputError: If there are too few sets for an interval, or too many, or if the strategy
            lacks decisions.
    """
    checked_sets(sets)
    if strategy.record.least_probability is not None:
        raise InputError("the strategy must have all decisions, got a small file's")
    rows = strategy.rounded_shares()
    source = leaves.with_boards(boards, leaves.seed + _SEED)
    solver = RingSolver(strategy.game, source, threads=leaves.threads)
    values, gains = [], []
    for number in range(sets):
        source.use_boards(number)
        solver.settle(rows, None if progress is None else _part(progress, number, sets))
        found = solver.exploitability()
        assert found.values is not None
        assert found.gains is not None
        values.append(found.values)
        gains.append(found.gains)
    return RingCertificate.of(values, gains, boards, source.seed)


def _part(
    progress: Callable[[float], object], number: int, parts: int
) -> Callable[[float], object]:
    return lambda share: progress((number + share) / parts)
