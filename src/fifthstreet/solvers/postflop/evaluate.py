"""Ways to play hold'em spots, and what the range solver's exact best responses say of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.exploitability import (
    Exploitability,
    Mode,
    expected_chips,
    measure,
)
from fifthstreet.solvers.postflop.problem import Problem, prepare
from fifthstreet.solvers.postflop.solution import Solution
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import Tables, make_tables
from fifthstreet.threads import thread_count
from fifthstreet.tree import Move


class Policy(Protocol):
    """How both players play a spot."""

    @property
    def spot(self) -> Spot:
        """The spot that is played."""

    @property
    def first_board(self) -> tuple[int, ...]:
        """Cards of the board that are there from the start: the spot's, or none."""

    def probabilities(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """How often each hand takes each action at a node of the betting tree, [A, 1326].

        `board` has the cards seen there, in order. What stands where the board blocks a hand does
        not matter.
        """


@dataclass(frozen=True, eq=False)
class SolutionPlay:
    """The average strategies of a solved spot."""

    solution: Solution

    @property
    def spot(self) -> Spot:
        """The spot that was solved."""
        return self.solution.spot

    @property
    def first_board(self) -> tuple[int, ...]:
        """The spot's board."""
        return self.spot.board

    def probabilities(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """What the solution says at the node."""
        dealt = board[len(self.first_board) :]
        return self.solution.node(self.spot.tree.path(node, dealt)).strategy


@dataclass(frozen=True, eq=False)
class UniformPlay:
    """Every action as often as every other."""

    spot: Spot

    @property
    def first_board(self) -> tuple[int, ...]:
        """The spot's board."""
        return self.spot.board

    def probabilities(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """The same for all."""
        actions = int(self.spot.tree.n_children[node])
        return np.full((actions, HOLE_COUNT), 1 / actions)


@dataclass(frozen=True, eq=False)
class CallingPlay:
    """Always check or call."""

    spot: Spot

    @property
    def first_board(self) -> tuple[int, ...]:
        """The spot's board."""
        return self.spot.board

    def probabilities(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """All on the one action."""
        tree = self.spot.tree
        moves = tree.move[list(tree.children(node))]
        chosen = (moves == Move.CHECK) | (moves == Move.CALL)
        return np.repeat(chosen.astype(np.float64)[:, None], HOLE_COUNT, axis=1)


def to_tables(policy: Policy, problem: Problem) -> tuple[Tables, Tables]:
    """A policy as averages of the range solver, for a problem that `prepare` made of its spot."""
    if policy.first_board != policy.spot.board:
        raise ValueError("the range solver knows no sampled flops; want a policy of one board")
    plan = problem.plan
    first, second = (make_tables(layout, "float32", predictive=False) for layout in plan.layouts)
    tables = (first, second)
    for street, betting in enumerate(plan.betting):
        runouts = plan.runouts[street]
        for runout in range(runouts.count):
            board = (*policy.spot.board, *plan.dealt(street, runout))
            for at in np.flatnonzero(betting.player >= 0).tolist():
                player = int(betting.player[at])
                seat, layout = runouts.seats[player], plan.layouts[player]
                holes = seat.holes[runout, : seat.count[runout]]
                rows = policy.probabilities(int(betting.tree_node[at]), board)
                part = layout.rows(street, runout, betting, at)
                averages = tables[player].arrays["averages"][part].reshape(len(rows), -1)
                averages[:, : len(holes)] = rows[:, holes]
    return tables


@dataclass(frozen=True)
class Verdict:
    """What exact passes over a whole spot say of a policy."""

    exploitability: Exploitability
    ev: tuple[float, float]  # chips of both ranges from the pot
    best_responses: tuple[float, float]  # chips won by each player's best response


def judge(policy: Policy, *, threads: int | None = None) -> Verdict:
    """Exact exploitability and values of a policy, for spots that the range solver can hold."""
    problem = prepare(policy.spot)
    backend = NativeBackend(problem, to_tables(policy, problem), thread_count(threads))
    (first, best_first), (second, best_second) = (
        [expected_chips(backend, player, mode) for mode in (Mode.AVERAGE, Mode.BEST_RESPONSE)]
        for player in (0, 1)
    )
    half = policy.spot.pot / 2
    return Verdict(measure(backend), (half + first, half + second), (best_first, best_second))
