"""The betting before the flop, solved with leaf values: time to 0.5% and 0.1% of the blinds.

Values where the flop is dealt are from a function, which gives each hand its equity against a
random hand, or from a network with random weights. A usual tree has one size of raises and all-in,
four raises at most; a large one has two sizes.
"""

import time
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Figure, at_most
from fifthstreet.cards.equity import preflop_class_matrices, preflop_matrix
from fifthstreet.solvers.search.preflop import PreflopStreetSolver, game_of
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    FunctionLeaves,
    Layer,
    LeafValues,
    PreflopNetworkLeaves,
    ValueNetwork,
)
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, HAND_FEATURES
from fifthstreet.solvers.values.river_tables import STACK_FEATURES

STACKS = (5, 20, 100, 200)  # big blinds
MENUS = {"usual": "2.5x, a", "large": "2x, 3x, a"}
MAX_SECONDS = {"usual": 5.0, "large": 20.0}  # of CPU time, to 0.1% of the blinds
TARGETS = (0.5, 0.1)  # percent of the blinds
MAX_ITERATIONS = 2_000


def figures() -> Iterator[Figure]:
    """Yield CPU seconds of solves, by tree, leaf values and stack."""
    preflop_class_matrices()  # once in a process
    for menu, sizes in MENUS.items():
        for values in (equities(), random_network()):
            for stack in STACKS:
                yield from _solve_figures(menu, sizes, values, stack)


def _solve_figures(menu: str, sizes: str, values: LeafValues, stack: int) -> Iterator[Figure]:
    recipe = {"stack": stack, "sizes": {"preflop": {"raise": sizes}}, "tree": {"max_raises": 4}}
    start = time.process_time()
    solver = PreflopStreetSolver(game_of(recipe, depth="street"), values)
    for target in TARGETS:
        state = solver.run(target_pot_percent=target, max_iterations=MAX_ITERATIONS)
        seconds = time.process_time() - start
        found = state.exploitability.pot_percent
        name = (
            f"{stack} bb, {menu} tree ({len(solver.game.lines)} lines), {values.name}: to "
            f"{found:.2g}% in {state.iteration} iterations"
        )
        yield at_most(name, seconds, MAX_SECONDS[menu], "CPU s")


def equities() -> FunctionLeaves:
    """Return leaf values that give each hand its equity against a random hand."""
    share = (1 + preflop_matrix().sum(axis=1) / 1225) / 2

    def equity(
        board: tuple[int, ...], pot: float, stack: float, ranges: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        return np.array([share, share])

    return FunctionLeaves(equity)


def random_network() -> PreflopNetworkLeaves:
    """Return a network whose values differ by some percent of the pot from equities."""
    random = np.random.default_rng(0)
    width, hidden, factors = 32, 128, 2 * 33
    sizes = (
        (HAND_FEATURES + BOARD_FEATURES, hidden, hidden, width),
        (2 * width + STACK_FEATURES + BOARD_FEATURES, 2 * hidden, 2 * hidden, factors),
        (2 * width, factors),
    )
    layers = [
        Layer(
            (random.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32),
            np.zeros(columns, np.float32),
        )
        for part in sizes
        for rows, columns in pairwise(part)
    ]
    layers[-1] = Layer(layers[-1].weights * np.float32(0), layers[-1].bias)
    layers[-2] = Layer(layers[-2].weights * np.float32(0.02), layers[-2].bias)
    return PreflopNetworkLeaves(ValueNetwork("preflop", CoordinateNetwork(tuple(layers))))
