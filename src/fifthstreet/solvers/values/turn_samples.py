"""Solved turns as samples for networks at the end of the flop: shards, each from a seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

import numpy as np

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.board_samples import WEIGHT_STEPS, TurnSamples, beside_equity
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.river_samples import iterations_for
from fifthstreet.solvers.values.situations import draw_board, draw_ranges, draw_stack
from fifthstreet.support.storage import checked_types

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
        boards = [draw_board(random, TurnSamples.cards) for _ in range(self.boards)]
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
                [beside_equity(board, *each) for each in zip(*pairs, strict=True)]
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
