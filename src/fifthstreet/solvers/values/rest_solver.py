"""Exact solves of what follows a leaf: whole streets, with all hands of both players.

Boards are solved in groups with the same chips, for one pair of ranges each at a time: on a GPU
side by side, on a CPU one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import (
    JoinedPlan,
    SideBySide,
    Solver,
    Spot,
    ValueMode,
    join_plans,
    make_plan,
)
from fifthstreet.support.storage import checked_types
from fifthstreet.tree import Sizes, TreeRules

POT = 100.0  # chips; bets are at least 1
_FLOP_CARDS = 3
_MIN_WEIGHT = 1e-6  # of a hand in a solve


@dataclass(frozen=True)
class LaterBetting:
    """The bet sizes of the streets after a leaf."""

    bets: str = "50%, 100%, a"
    raises: str = "100%, a"
    max_raises: int = 2

    def rules(self, stack: float) -> TreeRules:
        """Return the rules of the betting with a stack in pots."""
        chips = max(round(stack * POT), 1)
        return TreeRules(
            stacks=(chips, chips),
            pot=POT,
            min_bet=1,
            sizes=Sizes.uniform(self.bets, raises=self.raises),
            max_raises=self.max_raises,
        )

    def to_dict(self) -> dict[str, str | int]:
        """Return plain data, the arguments of the class."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> LaterBetting:
        """Build from plain data; InputError if it has other fields or types."""
        return cls(**checked_types(data, {"bets": str, "raises": str, "max_raises": int}))


@dataclass(frozen=True, eq=False)
class RestValues:
    """What hands win after a leaf, on each of N boards."""

    shares: NDArray[np.float64]  # [N, 2, 1326] of the pot, less half of it; 0 for impossible hands
    exploitability: NDArray[np.float64]  # [N] shares of the pot


class RestSolver:
    """Solves a group of boards with the same chips, for any ranges.

    >>> solver = RestSolver([(0, 5, 10, 15, 20)], 1.0, backend="native")
    >>> found = solver.solve(np.ones((1, 2, 1326), np.float32), 60)
    >>> bool(found.exploitability[0] < 0.02)
    True
    """

    def __init__(
        self,
        boards: Sequence[tuple[int, ...]],
        stack: float,
        betting: LaterBetting | None = None,
        *,
        backend: str = "native",
        threads: int = 1,
    ) -> None:
        """Prepare to solve.

        Args:
            boards: Boards of 3, 4 or 5 cards, all of the same length.
            stack: Chips behind, in pots.
            betting: Bet sizes.
            backend: `native` or `cuda`.
            threads: Number of threads on a CPU.
        """
        if backend not in ("native", "cuda"):
            raise InputError(f"backend must be native or cuda, got {backend!r}")
        self.boards, self.stack = list(boards), stack
        self.rules = (betting or LaterBetting()).rules(stack)
        self.backend, self.threads = backend, threads
        masks = np.array([sum(1 << card for card in board) for board in boards], np.uint64)
        self.possible = HOLE_MASKS & masks[:, None] == 0  # [N, 1326]
        self._group: SideBySide | None = None
        if backend == "cuda":
            every = Range(np.ones(HOLE_COUNT, np.float32))
            plans = [
                make_plan(Spot(board, (every, every), self.rules), isomorphism=False)
                for board in self.boards
            ]
            self._group = SideBySide(join_plans(plans), DEFAULT_SCHEDULE, "float32", threads)

    def solve(self, reach: NDArray[np.floating], iterations: int) -> RestValues:
        """Solve every board of the group.

        Args:
            reach: Weights of both players' hands at the start of the street, at most 1.
                [N, 2, 1326]
            iterations: Number of iterations.
        """
        # Hands of no weight need values as well, with the strategies that they would have.
        rows = np.maximum(reach, _MIN_WEIGHT) * self.possible[:, None]
        rows = rows.astype(np.float32)
        if self._group is not None:
            won, best = self._solve_group(self._group, rows, iterations)
        else:
            won, best = self._solve_each(rows, iterations)
        met = compatible_weights(rows[:, ::-1]) * self.possible[:, None]
        shares = np.divide(won, met * POT, out=np.zeros(rows.shape), where=met > 0)
        pairs = (rows * met).sum(axis=(1, 2)) / 2
        return RestValues(shares, (rows * best).sum(axis=(1, 2)) / 2 / (pairs * POT))

    def _solve_group(
        self, group: SideBySide, rows: NDArray[np.float32], iterations: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        joined: JoinedPlan = group.joined
        holes = [joined.plan.runouts[0].seats[player].holes for player in (0, 1)]
        weights = [_listed(rows[:, player], holes[player]) for player in (0, 1)]
        group.restart((weights[0], weights[1]))
        group.iterate_to(iterations)
        won, best = np.zeros(rows.shape), np.zeros(rows.shape)
        for player in (0, 1):
            for out, mode in ((won, ValueMode.AVERAGE), (best, ValueMode.BEST_RESPONSE)):
                values = group.backend.all_root_values(player, mode)
                for at, held in enumerate(holes[player]):
                    is_hand = held >= 0
                    out[at, player, held[is_hand]] = values[at, : len(held)][is_hand]
        return won, best

    def _solve_each(
        self, rows: NDArray[np.float32], iterations: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        won, best = np.zeros(rows.shape), np.zeros(rows.shape)
        for at, board in enumerate(self.boards):
            first, second = (Range(each) for each in rows[at])
            spot = Spot(board, (first, second), self.rules)
            is_flop = len(board) == _FLOP_CARDS  # where suits save most of the work
            solver = Solver(spot, backend="native", threads=self.threads, isomorphism=is_flop)
            solver.iterate(iterations)
            for player in (0, 1):
                held = solver.plan.runouts[0].seats[player].hands(0)
                for out, mode in ((won, ValueMode.AVERAGE), (best, ValueMode.BEST_RESPONSE)):
                    out[at, player, held] = solver.backend.root_values(player, mode)
        return won, best


def _listed(rows: NDArray[np.float32], holes: NDArray[np.int16]) -> NDArray[np.float32]:
    """Return weights of hands in the order of rows of a plan.  [N, W]"""
    listed = np.take_along_axis(rows, np.maximum(holes, 0).astype(np.intp), axis=1)
    return np.where(holes >= 0, listed, np.float32(0))
