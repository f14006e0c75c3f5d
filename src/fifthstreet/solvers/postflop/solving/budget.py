"""The best way to solve a spot with a given amount of memory and time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import inf

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule, bytes_text
from fifthstreet.solvers.postflop.backends import PRECISIONS, Precision
from fifthstreet.solvers.postflop.solving.estimates import estimate
from fifthstreet.solvers.postflop.solving.smaller import smaller_spot
from fifthstreet.solvers.postflop.solving.time_estimate import SpotTimes, TimeEstimate
from fifthstreet.solvers.postflop.spot import RIVER, Spot

_BUCKETS = (None, 127, 63, 31, 15)  # on each river; fewer than 15 save hardly any time
_BUCKETS_OF_SMALLER = 31  # of a tree that is made smaller
_POWER = 5 / 3  # of the iterations, by which exploitability falls
_TARGET = 0.5  # percent of the pot, of the measurement that others are derived from
_GOOD = 0.3  # percent of the pot; a way that gets there is taken without timing others


@dataclass(frozen=True)
class SolveChoice:
    """How to solve a spot within a budget."""

    spot: Spot  # with a smaller tree if `left_out` is not empty
    precision: Precision
    river_buckets: int | None
    bytes: int  # of the tables and the tree
    # Exploitability when time is over, in percent of the pot; None without a limit on time
    expected_pot_percent: float | None
    left_out: tuple[str, ...] = ()  # of the tree, in words

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `fifthstreet solve` for the choice, apart from the tree."""
        options: tuple[str, ...] = ()
        if self.precision != PRECISIONS[0]:
            options += ("--precision", self.precision)
        if self.river_buckets is not None:
            options += ("--abstraction", f"river-{self.river_buckets}")
        return options

    @property
    def hands(self) -> str:
        """Which hands have strategies of their own on the river, in words."""
        if self.river_buckets is None:
            return "all hands"
        return f"{self.river_buckets} buckets of hands on each river"

    def __str__(self) -> str:
        """Return the choice in words."""
        parts = [self.hands, f"{self.precision} tables", bytes_text(self.bytes)]
        if self.expected_pot_percent is not None:
            parts.append(f"about {self.expected_pot_percent:.2g}% of the pot when time is over")
        return ", ".join(parts)


def choose_solve(
    spot: Spot,
    memory: int,
    *,
    seconds: float = inf,
    schedule: Schedule = DEFAULT_SCHEDULE,
    threads: int | None = None,
    isomorphism: bool = True,
    progress: Callable[[str], object] | None = None,
) -> SolveChoice:
    """Choose how to solve a spot: the least exploitable way that fits into memory and time.

    Ways are all hands, or buckets of hands on the river, each with 32 bits, or with 16 bits where
    that does not fit. Without a limit on time, the first that fits is chosen. Otherwise the
    convergence is measured once, and each way is timed, on parts of the spot; the exploitability at
    the end is expected from there and from what buckets add to it, which is measured on a part too.
    Fewer buckets add more, so ways that cannot be better are not timed. If none fits, the tree is
    made smaller (`smaller_spot`), with buckets. Spots with locks have no buckets.

    Args:
        spot: The spot to solve.
        memory: Available bytes.
        seconds: Available time; by default there is no limit.
        schedule: The schedule of the solve.
        threads: Number of threads; by default one per core.
        isomorphism: Whether runouts that differ only in suits are merged.
        progress: Called with what is measured next, in words, if there is a limit on time.

    Returns:
        The way, with the spot to solve, and the options of `fifthstreet solve` for it.

    Raises:
        InputError: If memory or time is not above 0.
        NotEnoughMemoryError: If even the smallest tree does not fit.

    >>> spot = Spot.of("QsJh2h", 100, 400, oop="25%", ip="30%", bets="50%, 100%", max_raises=2)
    >>> for memory in (4_000_000_000, 800_000_000, 200_000_000):
    ...     print(choose_solve(spot, memory))
    all hands, float32 tables, 1.9 GB
    127 buckets of hands on each river, float32 tables, 795 MB
    31 buckets of hands on each river, int16 tables, 110 MB
    """
    if memory < 1:
        raise InputError(f"memory must be at least 1 byte, got {memory}")
    if not seconds > 0:
        raise InputError(f"seconds must be above 0, got {seconds:g}")
    fitting = list(_fitting(spot, memory, schedule, isomorphism))
    if not fitting:
        return _smaller(spot, memory, isomorphism)
    if seconds == inf:
        return fitting[0]
    report = progress or (lambda _: None)
    report("measuring how fast the spot converges")
    times = SpotTimes(
        spot,
        target_pot_percent=_TARGET,
        schedule=schedule,
        threads=threads,
        isomorphism=isomorphism,
    )
    best, least = fitting[0], inf
    for choice in fitting:
        if choice is not fitting[0]:
            report(f"timing {choice.hands}")
        time = times.estimate(choice.precision, choice.river_buckets, max_iterations=1_000_000)
        percent = _reached(time, seconds) + time.bucket_pot_percent
        if percent < least or best.expected_pot_percent is None:
            best, least = replace(choice, expected_pot_percent=percent), percent
        if least <= max(time.bucket_pot_percent, _GOOD):
            break
    return best


def _fitting(
    spot: Spot, memory: int, schedule: Schedule, isomorphism: bool
) -> Iterator[SolveChoice]:
    """Yield the ways that fit into memory, from the least to the most exploitable."""
    for buckets in _BUCKETS:
        if buckets is not None and not _can_have_buckets(spot):
            return
        size = estimate(spot, schedule=schedule, isomorphism=isomorphism, river_buckets=buckets)
        for precision in PRECISIONS:
            needed = size.bytes[precision] + size.tree_bytes
            if needed <= memory and not size.is_lower_bound:
                yield SolveChoice(spot, precision, buckets, needed, None)
                break


def _can_have_buckets(spot: Spot) -> bool:
    return spot.street < RIVER and not spot.locks and spot.gadget is None


def _reached(time: TimeEstimate, seconds: float) -> float:
    """Return the exploitability of a solve with all hands after some seconds, in percent."""
    per_iteration = (time.seconds - time.set_up_seconds) / max(time.iterations, 1)
    iterations = max(seconds - time.set_up_seconds, 0.0) / per_iteration
    return inf if iterations < 1 else _TARGET * (time.iterations / iterations) ** _POWER


def _smaller(spot: Spot, memory: int, isomorphism: bool) -> SolveChoice:
    buckets = _BUCKETS_OF_SMALLER if _can_have_buckets(spot) else None
    found = smaller_spot(spot, memory, isomorphism=isomorphism, river_buckets=buckets)
    if found is None:
        raise NotEnoughMemoryError(
            f"not enough memory: even the smallest tree does not fit into {bytes_text(memory)}"
        )
    precision: Precision = "int16" if found.precision == "int16" else "float32"
    left_out = tuple(words for words in found.left_out if "tables:" not in words)
    return SolveChoice(found.spot, precision, buckets, found.bytes, None, left_out)
