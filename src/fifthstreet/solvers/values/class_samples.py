"""Solved flops as samples for networks at the end of preflop: shards, each from a seed.

A sample is a stack, a pair of ranges over hand classes, and what each class wins on average over
flops that were drawn at random and solved exactly. Only what betting adds is averaged over these
flops: the equity on all flops is known exactly, so a class that the drawn flops suit does not look
better than it is.

Shapes: N samples, F flops, C = 169 classes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, class_sums, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_tables import ClassHands
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.river_samples import check_arrays
from fifthstreet.solvers.values.river_tables import Float32Array
from fifthstreet.solvers.values.situations import draw_board, draw_class_ranges, draw_stack
from fifthstreet.support.storage import checked_types

_FLOP_CARDS, _BOARD_CARDS = 3, 5
_MAX_COUNT = 10_000


@dataclass(frozen=True)
class ClassSampleSettings:
    """How shards of solved flops are made.

    Attributes:
        ranges: Pairs of ranges in a shard, one sample each; all have the same stack and flops.
        flops: Flops that the values of a sample are a mean over.
        iterations: Number of iterations with which each flop is solved.
        betting: Bet sizes on all streets after the flop is dealt.
    """

    ranges: int = 8
    flops: int = 8
    iterations: int = 100
    betting: LaterBetting = field(default_factory=lambda: LaterBetting("100%", "", 1))

    street: ClassVar[str] = "preflop"
    file_kind: ClassVar[str] = "class_samples"
    suffix: ClassVar[str] = "classes"
    unit: ClassVar[str] = "sample"

    def __post_init__(self) -> None:
        for name in ("ranges", "flops", "iterations"):
            if not 1 <= (value := getattr(self, name)) <= _MAX_COUNT:
                raise InputError(f"{name} must be from 1 to {_MAX_COUNT:,}, got {value}")

    @property
    def samples(self) -> int:
        """Number of samples of a shard."""
        return self.ranges

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ClassSampleSettings:
        """Build from plain data; InputError if it has other fields or types."""
        types = {"ranges": int, "flops": int, "iterations": int, "betting": dict}
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
        stack = draw_stack(random)
        flops = [draw_board(random, _FLOP_CARDS) for _ in range(self.flops)]
        reach = draw_class_ranges(random, self.ranges)
        solver = RestSolver(flops, stack, self.betting, backend=backend)
        found = [_class_shares(solver, flops, row, self.iterations) for row in reach]
        return ClassSamples(
            np.full(self.ranges, stack, np.float32),
            reach.astype(np.float32),
            np.array([shares for shares, _ in found], np.float32),
            np.array([exploitability for _, exploitability in found], np.float32),
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
    solver: RestSolver, flops: list[tuple[int, ...]], reach: NDArray[np.float64], iterations: int
) -> tuple[NDArray[np.float64], float]:
    """Solve all flops for a pair of ranges.

    Returns:
        What classes win on average, in pots, less half of the pot, [2, C]; and the mean
        exploitability, a share of the pot.
    """
    held = reach[:, HOLE_CLASS].astype(np.float32)
    solved = solver.solve(np.repeat(held[None], len(flops), axis=0), iterations)
    won, met = np.zeros((2, CLASS_COUNT)), np.zeros((2, CLASS_COUNT))
    for at, flop in enumerate(flops):
        live = held * solver.possible[at]
        weights = compatible_weights(live[::-1]) * solver.possible[at]
        betting = solved.shares[at] - equities(flop, live) / 2
        won += class_sums(weights * betting)
        met += class_sums(weights)
    hands = ClassHands.of(reach[None])
    # A class that no drawn flop leaves a hand of has its equity.
    rest = np.divide(won, met, out=np.zeros_like(won), where=met > 0)
    shares = rest + hands.equity[0] / 2
    excess = (shares * hands.shares[0]).sum()
    return shares - excess / 2, float(solved.exploitability.mean())


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
