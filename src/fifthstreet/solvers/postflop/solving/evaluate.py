"""Exact exploitability of any strategy on the tree of a spot."""

from __future__ import annotations

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends import NativeBackend, Tables, make_tables, measure
from fifthstreet.solvers.postflop.spot import Plan, Spot, TreeSpot, make_plan
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability, TreeStrategy


def evaluate_strategy(
    strategy: TreeStrategy, *, isomorphism: bool = False, threads: int | None = None
) -> Exploitability:
    """Return the exact exploitability and values of a two-player strategy on one board.

    Every runout is evaluated, so the tree must fit into the range solver.

    Args:
        strategy: A strategy with two ranges and a board of three to five cards.
        isomorphism: Whether to merge runouts that differ only in suits, for strategies that play
            them alike.
        threads: Number of threads; by default one per core.

    Raises:
        InputError: If the strategy does not have two players and a board.

    >>> from fifthstreet.tree.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> evaluate_strategy(UniformStrategy(spot.tree, spot.ranges, spot.board)).pot_percent > 20
    True
    """
    plan = make_plan(strategy_spot(strategy), isomorphism=isomorphism)
    backend = NativeBackend(plan, to_tables(strategy, plan), thread_count(threads))
    return measure(backend, with_values=True)


def strategy_spot(strategy: TreeStrategy) -> Spot:
    """Return the spot of a strategy.

    Args:
        strategy: A strategy with two ranges and a board of three to five cards.

    Raises:
        InputError: If the strategy does not have two players and a board.
    """
    if len(strategy.ranges) != 2 or len(strategy.board) < 3:
        raise InputError("exact best responses require two players and a board of 3 to 5 cards")
    oop, ip = strategy.ranges
    return TreeSpot(
        strategy.board, (oop, ip), strategy.tree.rules, strategy.rake, given_tree=strategy.tree
    )


def to_tables(strategy: TreeStrategy, plan: Plan) -> tuple[Tables, Tables]:
    """Return a strategy as average tables of the range solver.

    Args:
        strategy: A strategy with two ranges and a board of three to five cards.
        plan: The plan of the strategy's spot; one board of each runout is read.
    """
    tables = make_tables(plan.layouts, "float32")
    for street, betting in enumerate(plan.betting):
        runouts = plan.runouts[street]
        for runout in range(runouts.count):
            board = (*strategy.board, *plan.dealt(street, runout))
            for at in np.flatnonzero(betting.player >= 0).tolist():
                player = int(betting.player[at])
                holes = runouts.seats[player].hands(runout)
                rows = strategy.probabilities(int(betting.tree_node[at]), board)
                part = plan.layouts[player].rows(street, runout, betting, at)
                averages = tables[player].arrays["averages"][part].reshape(len(rows), -1)
                averages[:, : len(holes)] = rows[:, holes]
    return tables
