"""The native loops in every build of the core that this machine can run, side by side.

A loop that is fast in one build can be slow in another without any test failing: gcc once took the
solver's vectors apart wherever they were wider than the processor's, a factor of seven on AVX2. So
each loop is timed in each build, in turns, and must not fall far behind the best build.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from benchmarks.measure import Figure, cpu_seconds
from benchmarks.multiway import HANDS, TREES, random_spot
from benchmarks.solve import CASES
from benchmarks.values import random_leaves, random_network
from benchmarks.workloads import random_hands, sampled_flop
from fifthstreet._native.builds import LOCAL, VARIABLE, usable_builds
from fifthstreet.cards import Range
from fifthstreet.cards.equity import equity
from fifthstreet.cards.hands import evaluate_cards
from fifthstreet.solvers.cfr import ExternalSampling, FullSolver, SamplingSolver, flatten
from fifthstreet.solvers.games import leduc
from fifthstreet.solvers.multiway import MultiwaySolver
from fifthstreet.solvers.postflop import Solver
from fifthstreet.solvers.values import NetworkLeaves

ROUNDS = 5  # in turns, each in a process of its own
# The most that a build may take of the best build's time. Builds for the same vectors should be
# equal; vectors of half the width may take up to 1.7 times as long, as far as memory allows.
MAX_TIMES = {LOCAL: 1.1, "v4": 1.1, "neon": 1.1, "v3": 1.7, "v2": 3.0}

Loop = tuple[Callable[[], object], float, str]  # work, its units, the name of a unit


def figures() -> Iterator[Figure]:
    """Yield each loop in each build against the best build of this machine."""
    builds = usable_builds()
    if len(builds) == 1:
        print(
            f"loops: only the build {builds[0]} is installed; compile the others with "
            f"FIFTHSTREET_BUILDS=portable,local python setup.py build_ext --inplace",
            file=sys.stderr,
        )
    rounds: dict[str, list[dict[str, float]]] = {build: [] for build in builds}
    for _ in range(ROUNDS):
        for build in builds:
            rounds[build].append(_in_process(build))
    best = builds[-1]
    for name in rounds[best][0]:
        # What else the machine does can only add to a time, so the least of all rounds counts.
        seconds = {build: min(each[name] for each in rounds[build]) for build in builds}
        for build in builds:
            yield Figure(
                f"{name}, {build}",
                seconds[build] * 1e9,
                "ns",
                best,
                seconds[best] * 1e9,
                seconds[build] / seconds[best],
                MAX_TIMES[build],
                "lower",
            )


def loops() -> dict[str, Loop]:
    """Return the work of each loop, how many units it does, and what a unit is."""
    hands = random_hands(1_000_000)
    deals = sampled_flop(threads=1)
    tree = flatten(leduc())
    full = FullSolver(tree)
    walks = SamplingSolver(tree, scheme=ExternalSampling())

    leaves = NetworkLeaves(random_network((256,) * 3), threads=1)

    def iterate(spot: str, count: int, precision: str = "float32") -> Callable[[], object]:
        solver = Solver(CASES[spot].spot, threads=1, precision=precision, backend="native")
        return partial(solver.iterate, count)

    river = CASES["river"].spot
    ranges = (Range.parse("random"), Range.parse("random"))
    every_hand = Solver(replace(river, ranges=ranges), threads=1, backend="native")
    three = MultiwaySolver(random_spot(0, HANDS, TREES["one bet size"]), threads=1)
    return {
        "river, three ranges": (partial(three.iterate, 20), 20, "iteration"),
        "river": (iterate("river", 500), 500, "iteration"),
        "river, all hands": (partial(every_hand.iterate, 100), 100, "iteration"),
        "turn": (iterate("turn", 10), 10, "iteration"),
        "turn, 16 bits": (iterate("turn", 10, "int16"), 10, "iteration"),
        "evaluation of 7 cards": (lambda: evaluate_cards(hands), len(hands), "hand"),
        "network for 8 leaves of a turn": (partial(leaves.values, *random_leaves(8)), 8, "leaf"),
        "equity of all hands on a flop": (
            lambda: equity("random", "random", board="QsJh2h", method="exact", threads=1),
            1,
            "call",
        ),
        "equity of 6 hands, sampled": (
            lambda: equity(
                *("AsKs", "QhQd", "JcTc", "9h9s", "Ad5d", "8h7h"),
                method="sample",
                samples=1 << 17,
                threads=1,
            ),
            1 << 17,
            "deal",
        ),
        "hold'em by sampled deals": (partial(deals.iterate, 10_240), 10_240, "traversal"),
        "Leduc, CFR": (partial(full.iterate, 500), 500, "iteration"),
        "Leduc, external sampling": (partial(walks.iterate, 20_000), 20_000, "iteration"),
    }


def _in_process(build: str) -> dict[str, float]:
    """Return the seconds of a unit of each loop, measured with this build."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.loops"],
        env=os.environ | {VARIABLE: build},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise ValueError(f"the loops failed with the build {build}:\n{done.stderr}")
    seconds: dict[str, float] = json.loads(done.stdout)
    return seconds


def main() -> None:
    """Print the seconds of a unit of each loop as JSON, for the build that is loaded."""
    json.dump(
        {
            f"{name}, {unit}": cpu_seconds(work, repeats=3) / units
            for name, (work, units, unit) in loops().items()
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
