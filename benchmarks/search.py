"""Decisions of a searching player, and what a root gadget costs.

A decision is a safe re-solve with all hands on both sides, 200 big blinds deep, from the betting
tree to the strategy. Times are wall-clock seconds of all threads, at the 95th percentile of random
boards.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from benchmarks.measure import Figure, at_most, cpu_in_turns
from fifthstreet.cards import Range, cards_text
from fifthstreet.solvers.postflop import Solver, Spot, solve
from fifthstreet.solvers.postflop.spot.gadget import GADGET_KINDS, RootGadget
from fifthstreet.solvers.search.subgame import make_subgame, solve_subgame
from fifthstreet.tree import Sizes, build_tree

BOARDS = 11  # random ones, of which the second slowest is the 95th percentile
TARGET = 0.5  # percent of the pot
BIG_BLIND, POT, STACK = 2.0, 12.0, 394.0
RIVER_SECONDS, TURN_SECONDS = 0.2, 5.0
GADGET_COST = 1.05  # of an iteration, at most
SIZES = Sizes.uniform("50%, 100%, a", raises="a")


def figures() -> Iterator[Figure]:
    """Yield the cost of gadgets and the times of decisions."""
    yield from _gadget_costs()
    for name, cards, seconds in (("river", 5, RIVER_SECONDS), ("turn", 4, TURN_SECONDS)):
        times = sorted(_decision_seconds(cards))
        yield at_most(f"{name} decision, 200 bb, all hands", times[-2], seconds, "s")


def _gadget_costs() -> Iterator[Figure]:
    """Compare iterations with and without a gadget that every hand enters."""
    for name, board, count in (("river", "QsJh2h7c4d", 100), ("turn", "QsJh2h7c", 4)):
        spot = Spot.of(board, 100, 400, oop="random", ip="random", bets="50%, a")
        declined = np.full(1326, -1000.0)
        gadgets = [None, *(RootGadget(kind, 1, declined) for kind in GADGET_KINDS)]
        solvers = [
            Solver(replace(spot, gadget=gadget), threads=1, backend="native") for gadget in gadgets
        ]
        for solver in solvers:
            solver.iterate(3)
        works = [partial(solver.iterate, count) for solver in solvers]
        plain, *others = cpu_in_turns(works)
        for kind, seconds in zip(GADGET_KINDS, others, strict=True):
            yield at_most(f"{name}, iteration with {kind}", seconds / plain, GADGET_COST, "x")


def _decision_seconds(cards: int) -> list[float]:
    """Return the seconds of re-solves on random boards, of which the opponent may check hands down.

    That is what each of their hands is allowed to win: values of the right size, without a solve of
    the street before.
    """
    random = np.random.default_rng(cards)
    everything = Range(np.ones(1326, np.float32))
    weights = everything.weights.astype(np.float64)
    seconds = []
    for _ in range(BOARDS):
        board = cards_text(random.permutation(52)[:cards].tolist())
        passive = Spot.of(board, POT, STACK, oop=everything, ip=everything, bets="", raises="")
        checked_down = solve(passive, max_iterations=1).root.ev[1] - POT / 2
        rules = replace(passive.rules, sizes=SIZES, min_bet=BIG_BLIND, max_raises=2)
        started = time.perf_counter()
        task = make_subgame(
            build_tree(rules),
            passive.board,
            reach=(weights, weights),
            possible=everything,
            alternatives=checked_down,
            player=0,
            method="resolve",
            rake=passive.rake,
        )
        resolved = solve_subgame(task, target_pot_percent=TARGET)
        seconds.append(time.perf_counter() - started)
        assert resolved.solution.exploitability.pot_percent <= TARGET
    return seconds
