"""Solved turns as samples for networks at the end of the flop: shards, each from a seed.

A sample is a turn before its betting, a stack, a pair of ranges, and what each hand wins beside its
equity all-in. A network for the flop values single turns, so every solve is a sample of its own.
Weights of hands are stored in steps of 1/255, and solved as they are stored.

Shapes: N samples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_samples import equities
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.river_samples import check_arrays, iterations_for
from fifthstreet.solvers.values.river_tables import Float32Array
from fifthstreet.solvers.values.situations import draw_board, draw_ranges, draw_stack
from fifthstreet.support.storage import checked_types

WEIGHT_STEPS = 255  # of a hand's weight
MIN_MET = 1e-5  # share of the opposing range that a hand must meet to have a value
_TURN_CARDS = 4
_MAX_COUNT = 10_000


@dataclass(frozen=True)
class TurnSampleSettings:
    """How shards of solved turns are made.

    Attributes:
        boards: Turns of a shard; all have the same stack.
        ranges: Pairs of ranges on each of them.
        iterations: Number of iterations with which each turn is solved; 0 for as many as the stack
            needs, see `iterations_for`.
        betting: Bet sizes on the turn and the river.
    """

    boards: int = 12
    ranges: int = 8
    iterations: int = 0
    betting: LaterBetting = field(default_factory=LaterBetting)

    street: ClassVar[str] = "flop"
    file_kind: ClassVar[str] = "turn_samples"
    suffix: ClassVar[str] = "turns"
    unit: ClassVar[str] = "turn"

    def __post_init__(self) -> None:
        for name, least in (("boards", 1), ("ranges", 1), ("iterations", 0)):
            if not least <= (value := getattr(self, name)) <= _MAX_COUNT:
                raise InputError(f"{name} must be from {least} to {_MAX_COUNT:,}, got {value}")

    @property
    def samples(self) -> int:
        """Number of samples of a shard."""
        return self.boards * self.ranges

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TurnSampleSettings:
        """Build from plain data; InputError if it has other fields or types."""
        types = {"boards": int, "ranges": int, "iterations": int, "betting": dict}
        fields = checked_types(data, types)
        return cls(**fields | {"betting": LaterBetting.from_dict(fields["betting"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, the arguments of the class."""
        return asdict(self)

    def solve(self, seed: int, number: int, backend: str) -> TurnSamples:
        """Draw and solve a shard.

        Args:
            seed: Seed of all shards.
            number: Number of the shard.
            backend: `native` or `cuda`.
        """
        random = np.random.default_rng([seed, number])
        stack = draw_stack(random)
        boards = [draw_board(random, _TURN_CARDS) for _ in range(self.boards)]
        drawn = np.array([draw_ranges(random, board, self.ranges) for board in boards])
        steps = np.round(drawn * WEIGHT_STEPS).astype(np.uint8)  # [boards, ranges, 2, 1326]
        reach = steps.astype(np.float32) / np.float32(WEIGHT_STEPS)
        solver = RestSolver(boards, stack, self.betting, backend=backend)
        iterations = self.iterations or iterations_for(stack, self.street)
        shares, exploitability = np.empty(reach.shape), np.empty(reach.shape[:2])
        for at in range(self.ranges):
            solved = solver.solve(reach[:, at], iterations)
            shares[:, at], exploitability[:, at] = solved.shares, solved.exploitability
        targets = np.array(
            [
                [_beside_equity(board, *each) for each in zip(*pairs, strict=True)]
                for board, *pairs in zip(boards, reach, shares, strict=True)
            ]
        )
        return TurnSamples(
            np.full(self.samples, stack, np.float32),
            np.repeat(np.array(boards, np.uint8), self.ranges, axis=0),
            steps.reshape(-1, 2, HOLE_COUNT),
            targets.reshape(-1, 2, HOLE_COUNT).astype(np.float16),
            exploitability.ravel().astype(np.float32),
        )


@dataclass(frozen=True, eq=False)
class TurnSamples:
    """Solved turns: what a network for the flop reads of each, and what it should return.

    Samples on the same board follow each other.
    """

    stacks: Float32Array  # [N] in pots
    boards: NDArray[np.uint8]  # [N, 4]
    reach: NDArray[np.uint8]  # [N, 2, 1326] steps of 1/255
    targets: NDArray[np.float16]  # [N, 2, 1326] what hands win beside their equity, in pots
    exploitability: Float32Array  # [N] shares of the pot

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name."""
        return dict(vars(self))

    def check(self, count: int) -> None:
        """Raise InputError unless the arrays fit each other and all numbers are possible."""
        rows = (count, 2, HOLE_COUNT)
        shapes = {"boards": (count, _TURN_CARDS), "reach": rows, "targets": rows}
        types = {"boards": np.uint8, "reach": np.uint8, "targets": np.float16}
        check_arrays(self.arrays(), count, shapes, types)
        ordered = np.sort(self.boards, axis=1)
        if ordered.max() > 51 or (ordered[:, 1:] == ordered[:, :-1]).any():
            raise InputError("boards must be 4 different cards from 0 to 51")


def _beside_equity(
    board: tuple[int, ...], reach: NDArray[np.floating], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what hands win beside their equity; 0 for hands that meet almost nothing.  [2, 1326]

    Args:
        board: Four cards.
        reach: Both ranges, 0 for impossible hands.  [2, 1326]
        shares: What hands win, in pots, less half of the pot; 0 for impossible hands.  [2, 1326]
    """
    met = compatible_weights(reach[None, ::-1])[0]
    is_possible = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
    is_met = (met > MIN_MET * reach[::-1].sum(axis=1, keepdims=True)) & is_possible
    return np.where(is_met, shares - equities(board, reach) / 2, 0)
