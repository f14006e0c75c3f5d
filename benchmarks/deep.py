"""Methods with networks beside tables and beside OpenSpiel's deep CFR: exploitability by CPU time.

Every run has one thread and the same CPU seconds, without checks of the exploitability, which is
exact. OpenSpiel's deep CFR (PyTorch) is measured if it can be imported, on games that OpenSpiel
has. Writes benchmarks/results/deep.json and docs/images/deep-cfr.svg.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import Any

import pyspiel

from benchmarks.measure import Figure, at_most
from fifthstreet.solvers import make_solver
from fifthstreet.solvers.games import Game, Kuhn, leduc, rhode_island
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.views import curve_svg

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks/results/deep.json"
PICTURE = ROOT / "docs/images/deep-cfr.svg"
OPEN_SPIEL = "OpenSpiel deep_cfr"
ALGORITHMS = ("cfr+", "external", "deep_cfr", "mmd")
SEEDS = (1, 2)
SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of a run's seconds, at which it is checked
DRAWN = "leduc"


@dataclass(frozen=True)
class DeepGame:
    """A game, its name in OpenSpiel, CPU seconds of each run, and what ours must reach."""

    make: Callable[[], Game[Any]]
    theirs: str | None
    seconds: float
    target: float  # exploitability of the better method with networks, in chips


GAMES = {
    "kuhn": DeepGame(Kuhn, "kuhn_poker", 8.0, 0.05),
    "leduc": DeepGame(leduc, "leduc_poker", 16.0, 0.35),
    "rhode island, ten cards": DeepGame(
        partial(rhode_island, ranks=5, suits=2, max_bets=1), None, 16.0, 4.0
    ),
}

Point = tuple[int, float, float]  # iterations, CPU seconds, exploitability in chips


def figures() -> Iterator[Figure]:
    """Run all algorithms and seeds on all games, and yield what the best method reaches."""
    algorithms = [*ALGORITHMS, OPEN_SPIEL] if _has_peer() else [*ALGORITHMS]
    tasks = [
        (game, algorithm, seed)
        for game in GAMES
        for algorithm in algorithms
        for seed in (SEEDS[:1] if algorithm == "cfr+" else SEEDS)
        if algorithm != OPEN_SPIEL or GAMES[game].theirs
    ]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        runs = list(pool.map(run, *zip(*tasks, strict=True)))
    curves: dict[str, dict[str, list[list[Point]]]] = {name: {} for name in GAMES}
    for (game, algorithm, _), points in zip(tasks, runs, strict=True):
        curves[game].setdefault(algorithm, []).append(points)
    RESULTS.write_text(json.dumps(curves, indent=1) + "\n", encoding="utf-8")
    PICTURE.write_text(picture(curves[DRAWN]), encoding="utf-8")
    for name, chosen in GAMES.items():
        last = {algorithm: last_mean(found) for algorithm, found in curves[name].items()}
        best = min(("deep_cfr", "mmd"), key=last.__getitem__)
        title = f"{name}, {best} in {chosen.seconds:g} CPU s, exploitability"
        yield at_most(title, last[best], chosen.target, "chips")
        if OPEN_SPIEL in last:
            peer = last[OPEN_SPIEL]
            yield Figure(
                title, last[best], "chips", OPEN_SPIEL, peer, peer / last[best], 1, "higher"
            )


def last_mean(runs: list[list[Point]]) -> float:
    """Return the mean exploitability at the end of runs."""
    return mean(points[-1][2] for points in runs)


def picture(runs: dict[str, list[list[Point]]]) -> str:
    """Return a picture of exploitability over CPU milliseconds, of the first seed.

    CFR+ is left out, because it ends at a millionth of the others.
    """
    curves = {
        name: [(max(1, round(1_000 * seconds)), chips) for _, seconds, chips in found[0]]
        for name, found in runs.items()
        if name != "cfr+"
    }
    return curve_svg(curves, f"CPU milliseconds; exploitability in chips, {DRAWN}")


def run(game: str, algorithm: str, seed: int) -> list[Point]:
    """Return the checks of one run.

    Args:
        game: Name in `GAMES`.
        algorithm: Name of one of our algorithms, or `OPEN_SPIEL`.
        seed: Seed of the run.
    """
    chosen = GAMES[game]
    with one_blas_thread():
        if algorithm == OPEN_SPIEL:
            iterate, check = _peer(chosen, seed)
        else:
            options = {} if algorithm == "cfr+" else {"seed": seed}
            solver = make_solver(chosen.make(), algorithm, **options)
            iterate, check = solver.iterate, lambda: solver.exploitability().chips
        return _points(iterate, check, chosen.seconds)


def _points(
    iterate: Callable[[int], None], check: Callable[[], float], seconds: float
) -> list[Point]:
    """Iterate for some CPU seconds, and check at `SHARES` of them."""
    points: list[Point] = []
    spent, done, count = 0.0, 0, 1
    for share in SHARES:
        while spent < share * seconds:
            start = time.process_time()
            iterate(count)
            took = time.process_time() - start
            spent, done = spent + took, done + count
            # Calls of at most about a fiftieth of the run, so that checks are on time.
            count = 2 * count if took < seconds / 100 else max(1, count // 2)
        is_new = not points or points[-1][0] < done
        points.append((done, spent, check()) if is_new else points[-1])
    return points


def _has_peer() -> bool:
    try:
        import_module("open_spiel.python.pytorch.deep_cfr")
    except ImportError as error:
        print(f"{OPEN_SPIEL} is not measured: {error}", file=sys.stderr)
        return False
    return True


def _peer(game: DeepGame, seed: int) -> tuple[Callable[[int], None], Callable[[], float]]:
    """Return functions that run iterations of OpenSpiel's deep CFR, and that check it.

    Networks, traversals and steps are as many as ours; the learning rate is from its example.
    """
    deep_cfr = import_module("open_spiel.python.pytorch.deep_cfr")
    policies = import_module("open_spiel.python.policy")
    import_module("torch").set_num_threads(1)
    rules = pyspiel.load_game(game.theirs)
    solver = deep_cfr.DeepCFRSolver(
        rules,
        policy_network_layers=(64, 64),
        advantage_network_layers=(64, 64),
        num_traversals=500,
        learning_rate=1e-3,
        batch_size_advantage=256,
        batch_size_strategy=256,
        memory_capacity=200_000,
        policy_network_train_steps=1_000,
        advantage_network_train_steps=300,
        seed=seed,
    )

    def iterate(count: int) -> None:
        # The loop of its `solve`, which cannot be resumed.
        for _ in range(count):
            for player in range(rules.num_players()):
                for _ in range(500):
                    solver._traverse_game_tree(solver._root_node, player)
                solver._reinitialize_advantage_network(player)
                solver._learn_advantage_network(player)
            solver._iteration += 1

    def check() -> float:
        solver._reinitialize_policy_network()
        solver._learn_strategy_network()
        average = policies.tabular_policy_from_callable(rules, solver.action_probabilities)
        return float(
            pyspiel.exploitability(rules, policies.python_policy_to_pyspiel_policy(average))
        )

    return iterate, check
