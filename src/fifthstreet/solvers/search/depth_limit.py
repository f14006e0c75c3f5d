"""Depth limits of a search: strategies that value the streets after the flop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from fifthstreet.abstraction import CardAbstraction, ExactCards, load_abstraction
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr import PublicChanceSampling
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.blueprint_leaves import DEFAULT_BOARDS
from fifthstreet.solvers.search.continuations import (
    CONTINUATIONS,
    DEFAULT_BIAS,
    check_continuations,
)
from fifthstreet.solvers.search.depth_limited import MIN_SECONDS, solve_depth_limited
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution
from fifthstreet.tree.strategy import TreeStrategy

TRAINING_BOARDS = 2_000
TRAINING_RECIPE = "small"
_FLOP = 1


def train_blueprint(
    spot: Spot,
    *,
    boards: int = TRAINING_BOARDS,
    key: CardAbstraction | ExactCards | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> TreeStrategy:
    """Return a quick blueprint of a spot, trained on sampled boards with buckets of hands.

    A flop with all hands, two sizes and one on later streets takes about two CPU milliseconds a
    board.

    Args:
        spot: The spot to train on.
        boards: Number of sampled boards.
        key: The buckets, by default of the recipe `small`, which are built once; or exact cards.
        seed: Seed of the boards.
        threads: Number of threads; by default one per core.

    >>> spot = Spot.of("QsJh2h", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%", max_raises=1)
    >>> key = ExactCards.for_game(spot.ranges, spot.board)  # few hands need no buckets
    >>> train_blueprint(spot, boards=100, key=key).kind
    'blueprint'
    """
    solver = BlueprintSolver(
        spot.tree,
        spot.ranges,
        BlueprintOptions(seed=seed, threads=threads),
        board=spot.board,
        key=key or load_abstraction(TRAINING_RECIPE),
        rake=spot.rake,
        scheme=PublicChanceSampling(),
    )
    solver.iterate(boards)
    return solver.average()


@dataclass(frozen=True)
class DepthLimit:
    """How to solve flops no further than to their next card.

    `blueprint` returns the strategy for the rest of a spot, whose later streets have the bet sizes
    of the spot; the other fields are the options of `DepthLimitedSolver`.
    """

    blueprint: Callable[[Spot], TreeStrategy] = train_blueprint
    continuations: tuple[str, ...] = CONTINUATIONS
    bias: float = DEFAULT_BIAS
    boards: int = DEFAULT_BOARDS
    seed: int = 0

    def __post_init__(self) -> None:
        check_continuations(self.continuations)
        if self.boards < 1:
            raise InputError(f"boards must be at least 1, got {self.boards}")

    def applies_to(self, spot: Spot) -> bool:
        """Return whether a spot is solved up to the end of its street only."""
        return spot.street == _FLOP

    def is_for_both(self, spot: Spot) -> bool:
        """Return whether a solve is for both players."""
        return False

    def solve(
        self,
        spot: Spot,
        player: int,
        *,
        target_pot_percent: float,
        max_iterations: int,
        seconds: float,
        threads: int | None,
    ) -> DepthLimitedSolution:
        """Solve the first street of a spot for a player; the blueprint's time is part of it."""
        started = time.perf_counter()
        blueprint = self.blueprint(spot)
        left = seconds - (time.perf_counter() - started)
        return solve_depth_limited(
            spot,
            player,
            blueprint,
            continuations=self.continuations,
            bias=self.bias,
            boards=self.boards,
            seed=self.seed,
            target_pot_percent=target_pot_percent,
            max_iterations=max_iterations,
            seconds=max(left, MIN_SECONDS),
            threads=threads,
        )
