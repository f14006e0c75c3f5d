"""The exploitability of a preflop strategy on flops that it was not solved with.

The strategy before the flop stays as it is, and each of the other flops is solved with the ranges
that get there, as a player would who only has the strategy. The best response may deviate on every
street. Its winnings come from the flops that the solve left out, from remaining errors on the
other flops, and from chance: random flops favour some hands more than all flops together do.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from fifthstreet.cards import CLASS_COUNT, canonical_boards
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.preflop.flop_lines import KnownValues
from fifthstreet.solvers.search.preflop.game import PreflopGame
from fifthstreet.solvers.search.preflop.solver import PreflopSolver
from fifthstreet.solvers.search.preflop.strategy import HeldOut, PreflopStrategy

FLOP_CARDS = 3


def other_flops(game: PreflopGame, count: int, *, seed: int = 0) -> PreflopGame:
    """Return the same game with random flops instead of its own flops.

    Args:
        game: Its flops are not drawn.
        count: Number of flops, which have equal weights.
        seed: Seed of the flops.

    Raises:
        InputError: If there are fewer than `count` other flops.
    """
    boards, counts = canonical_boards(FLOP_CARDS)
    is_other = ~np.isin(boards, game.boards)
    boards, counts = boards[is_other], counts[is_other]
    if not 1 <= count <= len(boards):
        raise InputError(f"count must be 1 to {len(boards):,} other flops, got {count}")
    random = np.random.default_rng(seed)
    chosen = np.sort(random.choice(len(boards), count, replace=False, p=counts / counts.sum()))
    # Flops that come often are chosen more often, so all have the same weight.
    return PreflopGame(game.rules, boards[chosen], np.ones(count, np.int64), game.rake)


def measure_held_out(
    strategy: PreflopStrategy,
    count: int = 100,
    *,
    iterations: int = 150,
    at_once: int = 25,
    seed: int = 0,
    threads: int | None = None,
    backend: str = "auto",
    progress: Callable[[float], object] | None = None,
) -> HeldOut:
    """Return the exploitability on flops that are not in the strategy's game.

    Args:
        strategy: Its play before the flop stays as it is.
        count: Number of random flops.
        iterations: Number of iterations with which each flop is solved.
        at_once: Number of flops that are solved together, which takes memory.
        seed: Seed of the flops.
        threads: Number of threads; by default one per core.
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if the tables fit on
            one.
        progress: Called after each iteration with the share done, from 0 to 1.

    Raises:
        InputError: If there are fewer than `count` other flops.
    """
    game = other_flops(strategy.game, count, seed=seed)
    fixed = strategy.tables.averages
    found = {(line, seat): np.zeros(CLASS_COUNT) for line in game.lines for seat in (0, 1)}
    for first in range(0, count, at_once):
        some = slice(first, first + at_once)
        part = PreflopGame(game.rules, game.boards[some], game.counts[some], game.rake)
        solver = PreflopSolver(
            part, fixed=fixed, precision=strategy.record.precision, threads=threads, backend=backend
        )
        for iteration in range(iterations):
            solver.iterate(1)
            if progress is not None:
                progress((first + len(part.boards) * (iteration + 1) / iterations) / count)
        share = len(part.boards) / count
        for player in (0, 1):
            for line, values in solver.line_values(player, ValueMode.BEST_RESPONSE).items():
                found[line, player] += share * values
        del solver  # before the tables of the next flops are made
    known = {line: [KnownValues((found[line, 0], found[line, 1]))] for line in game.lines}
    whole = PreflopSolver(game, fixed=fixed, flops=known)
    return HeldOut(count, whole.exploitability())
