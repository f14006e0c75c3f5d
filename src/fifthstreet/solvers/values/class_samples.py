"""Solved flops as samples for networks at the end of preflop: shards, each from a seed.

A sample is a stack, a pair of ranges over hand classes, and what each class wins on average over
flops that were drawn at random and solved: to the end of the street with the network for the flop,
or to the end of the hand. Only what betting adds is averaged over these flops: the equity on all
flops is known exactly, so a class that the drawn flops suit does not look better than it is.

Shapes: N samples, F flops, P pairs of ranges, C = 169 classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import (
    CLASS_COUNT,
    HOLE_CLASS,
    HOLE_MASKS,
    class_sums,
    compatible_weights,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_tables import ClassHands
from fifthstreet.solvers.values.flop_arrays import NetworkOnArrays
from fifthstreet.solvers.values.flop_batch import FlopBatch, FlopBatchValues, FlopBetting
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.river_samples import check_arrays
from fifthstreet.solvers.values.river_tables import Float32Array
from fifthstreet.solvers.values.situations import (
    DEEP_SHARE_PREFLOP,
    FLOPS_UP_TO_SUITS,
    draw_class_ranges,
    draw_flops,
    draw_stack,
)
from fifthstreet.solvers.values.value_network import shipped_network
from fifthstreet.support.storage import checked_types
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import build_tree

_BOARD_CARDS = 5
_MAX_COUNT = 10_000
_SOLVES_AT_ONCE = {"native": 32, "cuda": 1024}
SAMPLE_DEPTHS = ("street", "hand")
Flops: TypeAlias = list[tuple[int, ...]]


@dataclass(frozen=True)
class ClassSampleSettings:
    """How shards of solved flops are made.

    Attributes:
        ranges: Pairs of ranges in a shard, one sample each; all have the same stack and flops.
        flops: Flops that the values of a sample are a mean over; 1,755 are all of them.
        iterations: Number of iterations with which each flop is solved.
        betting: Bet sizes on all streets after the flop is dealt.
        depth: Where solves end: `street`, with the network of the package on the turns, or `hand`,
            which takes hundreds of times as long.
    """

    ranges: int = 32
    flops: int = 24
    iterations: int = 60
    betting: LaterBetting = field(default_factory=LaterBetting)
    depth: str = "street"

    street: ClassVar[str] = "preflop"
    file_kind: ClassVar[str] = "class_samples"
    suffix: ClassVar[str] = "classes"
    unit: ClassVar[str] = "sample"

    def __post_init__(self) -> None:
        for name in ("ranges", "flops", "iterations"):
            most = FLOPS_UP_TO_SUITS if name == "flops" else _MAX_COUNT
            if not 1 <= (value := getattr(self, name)) <= most:
                raise InputError(f"{name} must be from 1 to {most:,}, got {value}")
        if self.depth not in SAMPLE_DEPTHS:
            raise InputError(f"depth must be {' or '.join(SAMPLE_DEPTHS)}, got {self.depth!r}")

    @property
    def samples(self) -> int:
        """Number of samples of a shard."""
        return self.ranges

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ClassSampleSettings:
        """Build from plain data; InputError if it has other fields or types."""
        counts = {"ranges": int, "flops": int, "iterations": int}
        types = counts | {"betting": dict, "depth": str}
        fields = checked_types(data, types)
        return cls(**fields | {"betting": LaterBetting.from_dict(fields["betting"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, the arguments of the class."""
        return asdict(self)

    def solve(self, seed: int, number: int, backend: str) -> ClassSamples:
        """Draw and solve a shard.

        Args:
            seed: Seed of all shards.
            number: Number of the shard.
            backend: `native` or `cuda`.
        """
        random = np.random.default_rng([seed, number])
        stack = draw_stack(random, deep=DEEP_SHARE_PREFLOP)
        drawn = draw_flops(random, self.flops)
        reach = draw_class_ranges(random, self.ranges)
        shares, exploitability = self.solve_flops(drawn, stack, reach, backend)
        return ClassSamples(
            np.full(self.ranges, stack, np.float32),
            reach.astype(np.float32),
            shares.astype(np.float32),
            exploitability.astype(np.float32),
        )

    def solve_flops(
        self,
        drawn: tuple[Flops, NDArray[np.int64]],
        stack: float,
        reach: NDArray[np.float64],
        backend: str,
        threads: int | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what classes win on average over flops that are solved as the fields say.

        Args:
            drawn: Flops, and how often each counts.
            stack: In pots.
            reach: Both ranges, by classes.  [P, 2, C]
            backend: `native` or `cuda`.
            threads: Number of threads; by default one per core.

        Returns:
            What classes win, in pots, less half of the pot, [P, 2, C]; and the mean exploitability,
            a share of the pot, [P].
        """
        flops, counts = drawn
        solve = self._streets if self.depth == "street" else self._hands
        parts = solve(flops, stack, reach, backend, threads)
        return _class_shares(flops, counts, reach, parts)

    def _streets(
        self,
        flops: Flops,
        stack: float,
        reach: NDArray[np.float64],
        backend: str,
        threads: int | None,
    ) -> Iterator[FlopBatchValues]:
        """Solve flops to the end of the street, in batches; see `solve_flops`."""
        network = _flop_network(backend, thread_count(threads))
        betting = FlopBetting(build_tree(self.betting.rules(stack)))
        together = max(_SOLVES_AT_ONCE[backend] // self.ranges, 1)
        for start in range(0, len(flops), together):
            part = flops[start : start + together]
            batch = FlopBatch(network, betting, part, reach[:, :, HOLE_CLASS])
            batch.run(self.iterations)
            yield batch.values()

    def _hands(
        self,
        flops: Flops,
        stack: float,
        reach: NDArray[np.float64],
        backend: str,
        threads: int | None,
    ) -> Iterator[FlopBatchValues]:
        """Solve flops to the end of the hand; see `solve_flops`."""
        rows, count = reach[:, :, HOLE_CLASS], thread_count(threads)
        for flop in flops:  # one at a time, because of their memory
            solver = RestSolver([flop], stack, self.betting, backend=backend, threads=count)
            found = [solver.solve(held[None], self.iterations) for held in rows]
            live = rows * solver.possible[0]
            yield FlopBatchValues(
                np.array([[each.shares[0] for each in found]], np.float32),
                np.array([[equities(flop, held) for held in live]], np.float32),
                np.array([[each.exploitability[0] for each in found]], np.float32),
            )


@dataclass(frozen=True, eq=False)
class ClassSamples:
    """Solved flops: what a network for hand classes reads, and what it should return."""

    stacks: Float32Array  # [N] in pots
    reach: Float32Array  # [N, 2, C]
    shares: Float32Array  # [N, 2, C] what classes win, in pots, less half of the pot
    exploitability: Float32Array  # [N] shares of the pot, mean over flops

    def arrays(self) -> dict[str, Float32Array]:
        """Return the arrays by name."""
        return dict(vars(self))

    def check(self, count: int) -> None:
        """Raise InputError unless the arrays fit each other and all numbers are possible."""
        classes = (count, 2, CLASS_COUNT)
        check_arrays(self.arrays(), count, {"reach": classes, "shares": classes})
        if not ((self.reach >= 0).all() and (self.reach <= 1).all()):
            raise InputError("reach must be from 0 to 1")


def _class_shares(
    flops: Flops,
    counts: NDArray[np.int64],
    reach: NDArray[np.float64],
    parts: Iterable[FlopBatchValues],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return means over flops of what classes win.

    Args:
        flops: Flops of three cards.
        counts: How often each flop counts.  [F]
        reach: Both ranges, by classes.  [P, 2, C]
        parts: Values of some flops after the other, in the order of `flops`.

    Returns:
        What classes win, in pots, less half of the pot, [P, 2, C]; and the mean exploitability, a
        share of the pot, [P].
    """
    won, met, exploitability = np.zeros(reach.shape), np.zeros(reach.shape), np.zeros(len(reach))
    each = ((part, at) for part in parts for at in range(len(part.shares)))
    for flop, count, (part, at) in zip(flops, counts, each, strict=True):
        possible = HOLE_MASKS & np.uint64(sum(1 << card for card in flop)) == 0
        live = reach[:, :, HOLE_CLASS] * possible
        weights = compatible_weights(live[:, ::-1]) * possible * count
        won += class_sums(weights * (part.shares[at] - part.equity[at] / 2))
        met += class_sums(weights)
        exploitability += count * part.exploitability[at]
    hands = ClassHands.of(reach)
    # A class that no drawn flop leaves a hand of has its equity.
    shares = np.divide(won, met, out=np.zeros_like(won), where=met > 0) + hands.equity / 2
    excess = (shares * hands.shares).sum(axis=(1, 2), keepdims=True)
    return shares - excess / 2, exploitability / counts.sum()


@lru_cache(maxsize=2)
def _flop_network(backend: str, threads: int) -> NetworkOnArrays:
    """Return the network of the package for the flop, with the flops that were prepared."""
    kept = FLOPS_UP_TO_SUITS if backend == "cuda" else 0
    return NetworkOnArrays(shipped_network("flop"), backend=backend, threads=threads, kept=kept)


def equities(board: tuple[int, ...], live: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return winning minus losing all-in on a board against the other range, on average.

    Args:
        board: Three or four cards.
        live: Both ranges, 0 for hands that share a card with the board.  [2, 1326]

    Returns:
        0 for hands that meet no other.  [2, 1326]
    """
    left = [card for card in range(52) if card not in board]
    runouts = [(*board, *dealt) for dealt in combinations(left, _BOARD_CARDS - len(board))]
    boards = np.array([sum(1 << card for card in runout) for runout in runouts], np.uint64)
    opposing = np.ascontiguousarray(live[::-1].T, np.float64)
    points, met = np.zeros_like(opposing), np.zeros_like(opposing)
    _native.meet_ranges(high_evaluator(), boards, opposing, points, met)
    is_met = met > 1e-9 * live.sum()
    share = np.divide(points, met, out=np.full(met.shape, 0.5), where=is_met)
    return np.asarray(2 * share.T - 1, np.float64)
