"""Refusals of networks on games, and of their features."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.solvers.neural import DeepCfrSolver, MmdSolver
from tests.refusals.rows.games import Toy, games, make, toy
from tests.refusals.table import Table, face, replaced
from tests.refusals.things import restored

dense_network = face("solvers.common.dense_network")
game_tables = face("solvers.neural.game_tables")

TINY: dict[str, Any] = {"units": 8, "batch": 8, "traversals": 4, "steps": 2, "strategy_steps": 2}


class FeaturedToy(Toy):
    """The toy game with features of its information sets."""

    def features(self, state: str) -> Any:
        return self._answer("features", state, (1.0, len(state)))


def deep_cfr(iterations: int = 1) -> Any:
    """Return a deep CFR solver of Kuhn poker."""
    solver = make("kuhn", "deep_cfr", **TINY)
    solver.iterate(iterations)
    return solver


def mmd() -> Any:
    return make("kuhn", "mmd", units=8, games=4, steps=1)


def restored_deep_cfr(**changes: Any) -> None:
    """Restore deep CFR from a state with other arrays; a number fills all of an array."""

    def change(state: dict[str, Any]) -> None:
        for name, value in changes.items():
            is_number = isinstance(value, int)
            state[name] = np.full_like(state[name], value) if is_number else value

    restored(deep_cfr(), change)


def without_curve(state: dict[str, Any]) -> None:
    del state["curve"]


def dealt(**answers: Any) -> Any:
    tables = game_tables.StateTables(toy(**answers))
    return tables.deal(tables.start(1), np.zeros(1))


def observed() -> Any:
    """Observe a state with more actions than there are on the only random line."""
    tables = game_tables.StateTables(toy(), lines=1)
    tables.game.answers["actions"] = ("a", "b", "c")
    return tables.observe(np.array(["a"], object))


TABLE: Table = {
    "solvers/games/features.py": [
        (
            "KeyFeatures.__call__",
            lambda: games.KeyFeatures(["K|", "Q|b"])("A|"),
            "key must be one of the game's, got 'A|'",
        ),
        (
            "checked_features",
            lambda: DeepCfrSolver(FeaturedToy(features=(1.0, np.nan))),
            "toy: features must be a vector of finite numbers, got array([ 1., nan]",
        ),
        (
            "checked_features",
            lambda: DeepCfrSolver(FeaturedToy(features=lambda state: (1.0,) * len(state))),
            "toy: features must be 1 numbers at every decision, got 2 at 'aa'",
        ),
    ],
    "solvers/neural/deep_cfr.py": [
        (
            "DeepCfrSolver._check",
            lambda: restored_deep_cfr(played_counts=3),
            "counts must be from 1 to 2",
        ),
        (
            "DeepCfrSolver._check",
            lambda: restored_deep_cfr(advantages_1_inputs=12),
            "inputs must be information sets, from 0 to 11",
        ),
    ],
    "solvers/common/dense_network.py": [
        (
            "DenseNetwork.__init__",
            lambda: dense_network.DenseNetwork([3, 0, 2], np.random.default_rng(0)),
            "sizes must be at least two positive numbers, got [3, 0, 2]",
        ),
    ],
    "solvers/neural/game_tables.py": [
        (
            "StateTables.deal",
            lambda: dealt(probabilities=(0.5, 0.25)),
            "toy: probabilities must add up to 1, got 0.75 at ''",
        ),
        (
            "StateTables.observe",
            observed,
            "toy: actions must be at most 2, as in random lines, got 3 at 'a'",
        ),
    ],
    "solvers/neural/mirror_descent.py": [
        (
            "MmdOptions.__post_init__",
            lambda: make("kuhn", "mmd", trace=1.5),
            "trace must be from 0 to 1, got 1.5",
        ),
        (
            "MmdSolver._restore_tables",
            lambda: restored(mmd(), lambda state: state.update(steps_taken=-1)),
            "steps_taken must be a number of steps, got -1",
        ),
    ],
    "solvers/neural/network_solver.py": [
        (
            "NetworkOptions.__post_init__",
            lambda: make("kuhn", "deep_cfr", seed=-1),
            "seed must be from 0 to 2^64 - 1, got -1",
        ),
        (
            "NetworkOptions.__post_init__",
            lambda: make("kuhn", "deep_cfr", layers=17),
            "layers must be from 0 to 16, got 17",
        ),
        (
            "check_positive",
            lambda: make("kuhn", "deep_cfr", units=0),
            "units must be positive, got 0",
        ),
        (
            "NetworkSolver.__init__",
            lambda: MmdSolver(toy(players=1)),
            "toy must have at least 2 players, got 1",
        ),
        (
            "NetworkSolver.restore",
            lambda: restored_deep_cfr(units=7.0),
            "does not fit this solver: units must be 8, got 7.0",
        ),
        (
            "NetworkSolver.restore",
            lambda: restored(deep_cfr(), without_curve),
            "the state must have an iteration and a curve",
        ),
        (
            "restored_array",
            lambda: restored_deep_cfr(network_0=np.zeros(3)),
            "network_0 must be float32 of shape (",
        ),
    ],
    "solvers/neural/playing.py": [
        (
            "_advanced",
            lambda: replaced({"solvers.neural.playing.MAX_DEPTH": 1}, deep_cfr),
            "every line must end, got one without an end after 1 actions",
        ),
    ],
    "solvers/neural/reservoir.py": [
        (
            "Reservoir.restore",
            lambda: restored_deep_cfr(played_seen=None),
            "played_seen must be a number of samples, got None",
        ),
        (
            "Reservoir.restore",
            lambda: restored_deep_cfr(played_weights=np.zeros(3, np.float32)),
            "played_weights must be float32 of shape (",
        ),
    ],
    "solvers/neural/self_play.py": [
        (
            "play_games",
            lambda: replaced({"solvers.neural.self_play.MAX_DEPTH": 1}, lambda: mmd().iterate(1)),
            "every line must end, got one without an end after 1 actions",
        ),
    ],
}
