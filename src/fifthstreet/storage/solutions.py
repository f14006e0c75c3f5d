"""Solutions to files and back."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias, get_args

from fifthstreet.solvers.postflop import Solution
from fifthstreet.solvers.postflop.rounding import ByteError, byte_solution
from fifthstreet.storage.atomic import replacing
from fifthstreet.storage.container import open_container, write_container
from fifthstreet.storage.stored import StoredSolution, last_stored_street, section_arrays
from fifthstreet.tree import STREET_NAMES

StoredStrategy: TypeAlias = Literal["exact", "byte"]
_STRATEGIES: tuple[StoredStrategy, ...] = get_args(StoredStrategy)
_KIND = "solution"


@dataclass(frozen=True)
class SavedSize:
    """How large a file became, and what rounding cost if there was any."""

    bytes: int
    strategy_bytes: int
    value_bytes: int
    byte_error: ByteError | None


def save_solution(
    solution: Solution,
    path: str | os.PathLike[str],
    *,
    last_street: int | None = None,
    strategy: StoredStrategy = "exact",
) -> SavedSize:
    """Write a solution; what was at `path` stays until this is complete.

    `last_street` (1 flop, 2 turn) leaves later streets out: they are solved again when they are
    asked for. "byte" rounds probabilities to shares of 255 and measures what that costs.

    >>> from tempfile import TemporaryDirectory
    >>> from fifthstreet.solvers.postflop import Spot, solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solution = solve(spot, target_pot_percent=0.1)
    >>> with TemporaryDirectory() as folder:
    ...     size = save_solution(solution, f"{folder}/river.solution")
    ...     open_solution(f"{folder}/river.solution").ev == solution.ev
    True
    """
    last_street = _checked_street(solution, last_street)
    if strategy not in _STRATEGIES:
        raise ValueError(f"no strategy {strategy!r}; want {' or '.join(_STRATEGIES)}")
    error = solution.byte_error if isinstance(solution, StoredSolution) else None
    if strategy == "byte" and error is None:
        solution, error = byte_solution(solution)
    facts = {
        "spot": solution.spot.to_dict(),
        "record": asdict(solution.record),
        "last_street": last_street,
        "byte_error": None if error is None else asdict(error),
    }
    arrays = section_arrays(solution, last_street)
    values = sum(array.nbytes for name, array in arrays.items() if "/values/" in name)
    with replacing(path) as file:
        size = write_container(file, _KIND, facts, arrays)
    return SavedSize(
        bytes=size,
        strategy_bytes=sum(array.nbytes for array in arrays.values()) - values,
        value_bytes=values,
        byte_error=error,
    )


def open_solution(
    path: str | os.PathLike[str], *, threads: int | None = None, verify: bool = False
) -> StoredSolution:
    """A solution from a file, whose tables are read as they are needed; `verify` reads all."""
    container = open_container(path, _KIND)
    if verify:
        container.verify()
    return StoredSolution(container, threads=threads)


def _checked_street(solution: Solution, last_street: int | None) -> int:
    first, last = solution.spot.street, last_stored_street(solution)
    if last_street is None:
        return last
    if not first <= last_street <= last:
        there = " or ".join(f"{s} ({STREET_NAMES[s]})" for s in range(first, last + 1))
        raise ValueError(f"last_street is {last_street}; want {there}")
    return last_street
