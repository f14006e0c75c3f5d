"""Decisions of a searching player on a GPU, and what a root gadget costs there.

A hand starts on a random flop with all hands on both sides, 200 big blinds deep, and is followed
to the river: check, bet, call on every street. A decision is everything from the tree to the
strategy, with the values of the street before. Times are wall-clock seconds at the 95th percentile;
the first hand, which compiles kernels, is left out. Run as `python -m benchmarks decisions`.

Flop decisions to the end of the street, with the network of the package, are timed on the GPU and
on all cores, each on a flop that is new to both.
"""

import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.depth_limited import flop_decision
from benchmarks.measure import Figure, at_most
from fifthstreet.cards import cards_text
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.spot.gadget import GADGET_KINDS, RootGadget
from fifthstreet.solvers.search import ContinualSolver, LeafValueSolver, SearchSettings, Solve
from fifthstreet.solvers.values import (
    GpuFlopLeaves,
    LeafValues,
    network_leaf_values,
    shipped_network,
)
from fifthstreet.tree import STREET_NAMES, Menu, Sizes

HANDS = 21
TARGET = 0.5  # percent of the pot
POT, STACK, BIG_BLIND = 12.0, 394.0, 2.0
RAISES = (0, 2, 2, 2)
SECONDS = {"flop": 1.5, "turn": 0.3, "river": 0.05}
SIZES = Sizes.by_street(
    {
        1: Menu.of("66%", raises="66%"),
        2: Menu.of("50%, 100%, a", raises="a"),
        3: Menu.of("50%, 100%, a", raises="a"),
    }
)
STREET_FLOPS = 21
STREET_TARGET = 1.0  # percent of the pot
STREET_SECONDS = 0.2
GADGET_COST = 1.05  # of an iteration, at most


def figures(method: str = "resolve") -> Iterator[Figure]:
    """Yield the times of decisions on all streets, and the cost of gadgets."""
    times = decision_times(method)
    for street, seconds in times.items():
        late = float(np.percentile(seconds, 95))
        name = f"{street} decision on a GPU, {method}, median {np.median(seconds):.3f} s"
        yield at_most(name, late, SECONDS[street], "s")
    yield from street_figures()
    yield from _gadget_costs()


def street_figures() -> Iterator[Figure]:
    """Yield times of flop decisions to the end of the street, and of their parts on the GPU."""
    random = np.random.default_rng(1)
    boards = [cards_text(random.permutation(52)[:3].tolist()) for _ in range(STREET_FLOPS)]
    network = shipped_network("flop")
    kinds: dict[str, LeafValues] = {
        "all cores": network_leaf_values(network),
        "a GPU": GpuFlopLeaves(network),
    }
    seconds: dict[str, list[float]] = {name: [] for name in kinds}
    parts: dict[str, list[float]] = {"setting up": [], "an iteration": []}
    for board in boards:
        for name, leaves in kinds.items():
            started = time.perf_counter()
            solver = LeafValueSolver(flop_decision(board), leaves)
            prepared = time.perf_counter()
            solver.run(target_pot_percent=STREET_TARGET)
            solver.solution()
            seconds[name].append(time.perf_counter() - started)
        parts["setting up"].append(prepared - started)
        started, count = time.perf_counter(), 50
        solver.iterate(count)
        parts["an iteration"].append((time.perf_counter() - started) / count)
    for name, found in seconds.items():
        rest = found[1:]  # the first compiles kernels
        title = f"flop decision to the end of the street, {name}, median {np.median(rest):.3f} s"
        yield at_most(title, float(np.percentile(rest, 95)), STREET_SECONDS, "s")
    texts = [f"{name} {1000 * np.median(found[1:]):.2f} ms" for name, found in parts.items()]
    share = float(np.median(parts["setting up"][1:]) / np.median(seconds["a GPU"][1:]))
    yield at_most(f"the same on a GPU: {', '.join(texts)}", share, 1, "of the time is set-up")


def decision_times(method: str) -> dict[str, list[float]]:
    """Return the seconds of each street's decisions in hands that bet and call on every street."""
    settings = SearchSettings(
        SIZES,
        method=method,
        target_pot_percent=TARGET,
        backend="cuda",
        options={"max_raises": RAISES, "min_bet": BIG_BLIND},
    )
    random = np.random.default_rng(0)
    found: dict[str, list[float]] = {street: [] for street in SECONDS}
    for hand in range(HANDS):
        cards = random.permutation(52)[:5].tolist()
        board, turn, river = cards_text(cards[:3]), cards_text(cards[3:4]), cards_text(cards[4:])
        menus = settings.rules_from(1)
        spot = Spot.of(board, POT, STACK, oop="random", ip="random", **menus)
        solves: list[Solve] = []
        solver = ContinualSolver(spot, 1, settings, report=solves.append)
        path = f"r:k:b8:c:n{turn}"
        bet = next(action for action in solver.at(path + ":k").actions if action.startswith("b"))
        path += f":k:{bet}:c:n{river}"
        solver.at(path + ":k")
        if hand:
            for street, solve in zip(found, solves, strict=True):
                found[street].append(solve.seconds)
                if solve.solution.exploitability.pot_percent > TARGET:
                    raise ValueError(f"the {street} on {board} ended above {TARGET}% of the pot")
    return found


def _gadget_costs() -> Iterator[Figure]:
    """Compare iterations with and without a gadget that every hand enters."""
    for street, board, count in ((3, "QsJh2h7c4d", 400), (2, "QsJh2h7c", 100), (1, "QsJh2h", 20)):
        spot = Spot.of(board, 100, 400, oop="random", ip="random", bets="66%", max_raises=2)
        declined = np.full(1326, -1000.0)
        gadgets = [None, *(RootGadget(kind, 1, declined) for kind in GADGET_KINDS)]
        pace = []
        for gadget in gadgets:
            solver = Solver(replace(spot, gadget=gadget), backend="cuda")
            solver.iterate(count)
            tries = []
            for _ in range(5):
                started = time.perf_counter()
                solver.iterate(count)
                tries.append((time.perf_counter() - started) / count)
            pace.append(float(np.median(tries)))
            del solver
        for kind, seconds in zip(GADGET_KINDS, pace[1:], strict=True):
            name = (
                f"{STREET_NAMES[street]} on a GPU, iteration with {kind}, {1000 * seconds:.2f} ms"
            )
            yield at_most(name, seconds / pace[0], GADGET_COST, "x")


if __name__ == "__main__":
    for chosen in ("resolve", "maxmargin"):
        for figure in figures(chosen):
            print(figure, flush=True)
