"""Depth-limited solving: the first street of a spot with all hands, the rest by continuations.

A flop with all hands is too large for a CPU because of the 2,352 turns and rivers after it. Here
its street alone is solved. Where the next card is dealt the search ends: the player who searches
follows a blueprint from there on, and the opponent chooses a continuation for each of their hands,
by regret matching like any other decision (Brown, Sandholm & Amos 2018). With one continuation a
leaf has a single value, which an opponent can exploit; it serves for comparison.

An iteration is some products of matrices with vectors, milliseconds instead of a second.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import blake2b
from math import inf
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Reporter, Schedule, in_turn
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.blueprint_leaves import DEFAULT_BOARDS, BlueprintLeaves
from fifthstreet.solvers.search.continuations import (
    CONTINUATIONS,
    DEFAULT_BIAS,
    BiasedStrategy,
    check_continuations,
)
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver
from fifthstreet.solvers.search.subgame import check_player
from fifthstreet.tree.strategy import TreeStrategy

MIN_SECONDS = 0.1  # of iterations, however long it took to prepare them


class DepthLimitedSolver(LeafValueSolver):
    """Solves the first street of a flop or turn for one player.

    `blueprint` is a strategy for the tree of the spot, of which only the later streets count. Its
    values are means over at most `boards` runouts. Exploitability is for the depth-limited
    game, where the opponent can do no more than choose a continuation.

    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> spot = Spot.of("QsJh2h", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> checks_down = CallingStrategy(spot.tree, spot.ranges, spot.board)
    >>> solver = DepthLimitedSolver(spot, 0, checks_down)
    >>> solver.run(target_pot_percent=0.1).exploitability.pot_percent < 0.1
    True
    >>> solver.solution().root.actions
    ('k', 'b50')
    """

    _first_check = 10
    _sparsest = 2  # a check costs an iteration
    _least_spacing = 2

    def __init__(
        self,
        spot: Spot,
        player: int,
        blueprint: TreeStrategy,
        *,
        continuations: Sequence[str] = CONTINUATIONS,
        bias: float = DEFAULT_BIAS,
        boards: int = DEFAULT_BOARDS,
        seed: int = 0,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
    ) -> None:
        started, cpu_started = time.perf_counter(), time.process_time()
        self.player, self.blueprint = check_player(player), blueprint
        if spot.gadget is not None and spot.gadget.player == player:
            raise InputError("the gadget must be the opponent's, got the searching player's")
        self.continuations = [
            BiasedStrategy(blueprint, 1 - player, name, bias=bias)
            for name in check_continuations(continuations)
        ]
        self.leaves = BlueprintLeaves.of_continuations(
            spot, player, self.continuations, boards=boards, seed=seed, threads=threads
        )
        super().__init__(spot, self.leaves, chooser=1 - player, schedule=schedule, threads=threads)
        self._cpu_started = cpu_started
        self.preparing_seconds = time.perf_counter() - started

    def __repr__(self) -> str:
        return f"<DepthLimitedSolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def values_name(self) -> str:
        """The blueprint, and how the opponent may deviate from it."""
        names = [each.continuation for each in self.continuations]
        return f"{self.blueprint.kind}, opponent's bias {' or '.join(names)}"

    @property
    def memory_bytes(self) -> int:
        """Memory of the matrices and the tables."""
        return super().memory_bytes + sum(each.bytes for each in self.leaves)

    def average(self) -> DepthLimitedSolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self) -> DepthLimitedSolution:
        """Return the current average strategies; later iterations do not change them."""
        return DepthLimitedSolution(self.game, self.choices, self.continuations, **self._found())

    def _facts(self) -> dict[str, Any]:
        leaves = blake2b()
        for each in self.leaves:
            for matrix in each.matrices.values():
                leaves.update(matrix.data)
        return super()._facts() | {"player": self.player, "leaves": leaves.hexdigest()}


def solve_depth_limited(
    spot: Spot,
    player: int,
    blueprint: TreeStrategy,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    progress: Reporter | None = None,
    **options: Any,
) -> DepthLimitedSolution:
    """Solve the first street of a spot for one player.

    Args:
        spot: A spot on the flop or turn.
        player: For whom it is solved: 0 for OOP, 1 for IP.
        blueprint: A strategy for the tree of the spot, of which only the later streets count.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration. It includes the values of the leaves, which are computed however
            long it takes.
        progress: Called with a `Progress` after each exploitability check; stops the solve by
            returning False.
        **options: Options of `DepthLimitedSolver`.

    Returns:
        The solution of the first street.

    Raises:
        InputError: If the blueprint does not fit the spot, or if an option is invalid.
    """
    if not seconds > 0:
        raise InputError(f"seconds must be more than 0, got {seconds:g}")
    solver = DepthLimitedSolver(spot, player, blueprint, **options)
    solver.run(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=max(seconds - solver.preparing_seconds, MIN_SECONDS),
        progress=progress,
    )
    return solver.solution()
