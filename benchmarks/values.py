"""Values of leaves from networks: time for each leaf, which has 48 rivers and all hands, and of
decisions on the flop and on the turn.

A search evaluates the leaves of its tree together, once in each iteration. Weights are random,
since they do not change the time.
"""

import time
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import numpy as np

from benchmarks.depth_limited import flop_decision, turn_decision
from benchmarks.measure import (
    Figure,
    at_most,
    cpu_in_turns,
    cpu_seconds,
    faster_than,
    wall_seconds,
)
from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import parse_cards
from fifthstreet.solvers.search import LeafValueSolver
from fifthstreet.solvers.values import (
    Layer,
    Leaves,
    NetworkLeaves,
    TableNetwork,
    ValueNetwork,
    network_leaf_values,
    shipped_network,
)
from fifthstreet.solvers.values.river_tables import STACK_FEATURES, BoardHands
from fifthstreet.solvers.values.situations import draw_ranges

KNOTS = 32
WIDTHS = {
    "3 layers of 256": (256,) * 3,
    "2 layers of 512": (512,) * 2,
    "3 layers of 512": (512,) * 3,
}
LEAVES = 8
MAX_MILLISECONDS = 1.2  # of CPU time for each leaf
MIN_SPEEDUP = 10  # over the readable version in NumPy
TURN_CPU_SECONDS = 0.8
TURN_SECONDS = 0.5
FLOP_SECONDS = 0.15
FLOP_DECISION = 1.0  # seconds
FLOPS = ("QsJh2h", "Ts9d4c", "AcAd7h", "8s7s6s", "Kh5d2c")
MAX_ITERATIONS = 80
MAX_TIMES = 1.1  # the CPU time of one thread, with two
TURN = tuple(parse_cards("QsJh2h7c"))


def figures() -> Iterator[Figure]:
    """Yield times for each leaf: by network, with two threads, and by number of leaves."""
    for name, hidden in WIDTHS.items():
        network = random_network(hidden)
        one, two = (NetworkLeaves(network, threads=threads) for threads in (1, 2))
        leaves, reach = random_leaves(LEAVES)
        works = [partial(each.values, leaves, reach) for each in (one, two)]
        per_leaf, shared = (1e3 * seconds / LEAVES for seconds in cpu_in_turns(works, repeats=21))
        yield at_most(f"{name}, {LEAVES} leaves", per_leaf, MAX_MILLISECONDS, "ms/leaf")
        started = time.process_time()
        _readable(network, Leaves(TURN, leaves.pots[:1], leaves.stacks[:1]), reach[:1])
        readable = 1e3 * (time.process_time() - started)
        yield faster_than(
            f"{name}, {LEAVES} leaves", per_leaf, "NumPy", readable, "ms/leaf", MIN_SPEEDUP
        )
        yield Figure(
            f"{name}, 2 threads",
            *(shared, "ms/leaf", "1 thread", per_leaf, shared / per_leaf, MAX_TIMES, "lower"),
        )
    network_leaves = NetworkLeaves(random_network(WIDTHS["3 layers of 256"]), threads=1)
    for count in (1, 5, 9):
        (seconds,) = cpu_in_turns(
            [partial(network_leaves.values, *random_leaves(count))], repeats=21
        )
        limit = MAX_MILLISECONDS * (1 if count > 1 else 3)
        yield at_most(f"3 layers of 256, {count} leaves", 1e3 * seconds / count, limit, "ms/leaf")
    yield from decision_figures()


def decision_figures() -> Iterator[Figure]:
    """Yield times of decisions to 1% of the pot, and of comparing all hands on a flop."""
    name = "turn decision, 200 bb, all hands"
    one, two = (partial(solved_turn, threads) for threads in (1, 2))
    yield at_most(f"{name}, 1 thread", cpu_seconds(one), TURN_CPU_SECONDS, "CPU s")
    yield at_most(f"{name}, 2 threads", wall_seconds(two), TURN_SECONDS, "s")
    yield at_most(name, one().iteration, MAX_ITERATIONS, "iterations")
    flops = [wall_seconds(partial(solved_flop, board), repeats=1) for board in FLOPS]
    latest = float(np.percentile(flops, 95))
    yield at_most("flop decisions, 200 bb, all hands, 2 threads, 95%", latest, FLOP_DECISION, "s")
    flop, leads = sum(1 << card for card in TURN[:3]), np.empty((1176, 1176), np.int16)
    compare = partial(_native.count_leads, high_evaluator(), flop, 2, leads)
    yield at_most("all hands all-in on a flop, 2 threads", wall_seconds(compare), FLOP_SECONDS, "s")


def solved_turn(threads: int) -> LeafValueSolver:
    """Return the solver of a turn decision after it has reached 1% of the pot."""
    leaves = NetworkLeaves(shipped_network("turn"), threads=threads)
    solver = LeafValueSolver(turn_decision(), leaves, threads=threads)
    solver.run(target_pot_percent=1.0)
    solver.solution()
    return solver


def solved_flop(board: str) -> LeafValueSolver:
    """Return the solver of a flop decision after it has reached 1% of the pot, with two threads."""
    leaves = network_leaf_values(shipped_network("flop"), threads=2)
    solver = LeafValueSolver(flop_decision(board), leaves, threads=2)
    solver.run(target_pot_percent=1.0)
    return solver


def random_network(hidden: tuple[int, ...]) -> ValueNetwork:
    """Return a network with random weights."""
    random = np.random.default_rng(0)
    layers = [
        Layer(
            (random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32),
            np.zeros(columns, np.float32),
        )
        for rows, columns in pairwise((STACK_FEATURES + 2 * KNOTS, *hidden, 2 * KNOTS))
    ]
    return ValueNetwork("turn", TableNetwork(tuple(layers)))


def random_leaves(count: int) -> tuple[Leaves, np.ndarray]:
    """Return leaves of a turn, and ranges as they occur there."""
    random = np.random.default_rng(count)
    stacks = np.exp(random.normal(0, 1, count))
    return Leaves(TURN, np.ones(count), stacks), draw_ranges(random, TURN, count)


def _readable(network: ValueNetwork, leaves: Leaves, reach: np.ndarray) -> np.ndarray:
    assert isinstance(network.model, TableNetwork)
    rivers = [(*TURN, card) for card in range(52) if card not in TURN]
    stacks = np.repeat(leaves.stacks / leaves.pots, len(rivers))
    hands = BoardHands.of(rivers, reach[0].astype(np.float64))
    values: np.ndarray = (hands.met * network.model.shares(stacks, hands)).sum(axis=0)
    return values
