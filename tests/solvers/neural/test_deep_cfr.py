"""Deep CFR: equal to tabular CFR with a network that is a table, and convergent with others."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers import (
    Training,
    compare_algorithms,
    load_strategy,
    load_training,
    make_solver,
    save_training,
    train,
)
from fifthstreet.solvers.cfr import Strategy, exploitability, flatten
from fifthstreet.solvers.games import Kuhn, leduc, rhode_island
from fifthstreet.solvers.neural import DeepCfrOptions, DeepCfrSolver, NetworkStrategy
from fifthstreet.solvers.neural.game_tables import StateTables, TreeTables
from fifthstreet.solvers.neural.playing import regret_matching, traverse
from fifthstreet.solvers.neural.reservoir import Reservoir
from tests.solvers.cfr.small_games import RandomGame

TINY = DeepCfrOptions(seed=1, units=16, traversals=60, steps=40, strategy_steps=100, batch=64)


class TabularKuhn(Kuhn):
    """Kuhn poker with a feature for each information set: a linear layer is a table."""

    def features(self, state: Any) -> NDArray[np.float32]:
        vector = np.zeros(12, np.float32)
        vector[flatten(Kuhn()).keys.index(self.information_set(state))] = 1
        return vector


def tabular_strategy(options: DeepCfrOptions, iterations: int) -> NDArray[np.float64]:
    """Return the average strategy of linear CFR with tables instead of networks, [I, A].

    It draws the same random numbers as deep CFR.
    """
    tables = TreeTables.of(TabularKuhn(), max_nodes=1_000)
    sums = np.zeros((12, 2))
    averages = np.zeros((12, 2))
    for iteration in range(iterations):
        for player in range(2):
            current = regret_matching(sums, tables.counts)

            def policy(
                inputs: Any, counts: Any, current: NDArray[np.float64] = current
            ) -> NDArray[np.float64]:
                shares: NDArray[np.float64] = current[inputs]
                return shares

            random = np.random.default_rng([options.seed, iteration, 0, player])
            regrets, played = traverse(tables, [policy] * 2, player, options.traversals, random)
            assert regrets is not None
            assert played is not None
            np.add.at(sums, regrets.inputs, (iteration + 1) * regrets.values)
            np.add.at(averages, played.inputs, (iteration + 1) * played.values)
    shares: NDArray[np.float64] = averages / averages.sum(axis=1, keepdims=True)
    return shares


def test_with_a_table_as_network_it_is_linear_cfr_with_external_sampling() -> None:
    options = DeepCfrOptions(
        seed=4, layers=0, traversals=200, steps=600, strategy_steps=1_500, rate=0.05
    )
    solver = DeepCfrSolver(TabularKuhn(), options)
    assert isinstance(solver.tables, TreeTables)
    solver.iterate(6)
    # Each network has learnt the weighted sums of its reservoir, up to a factor of each set.
    outputs = np.zeros((12, 2))
    for player, network in enumerate(solver._networks):
        samples, rows = solver._reservoirs[player], solver.tables.tree.info_player == player
        outputs[rows] = network(solver.tables.vectors(np.flatnonzero(rows)))
        means = weighted_means(samples)[rows]
        np.testing.assert_allclose(outputs[rows], means, atol=0.06)
    average = solver.average()
    assert isinstance(average, Strategy)
    shares = average.probabilities.reshape(12, 2)
    np.testing.assert_allclose(shares, weighted_means(solver._played), atol=0.03)
    # It is as good as tabular CFR, which is drawn from the same random numbers.
    tree = flatten(Kuhn())
    tabular = exploitability(tree, Strategy(tree, tabular_strategy(options, 6).ravel()))
    assert solver.exploitability().chips == pytest.approx(tabular.chips, abs=0.05)


def weighted_means(samples: Reservoir) -> NDArray[np.float64]:
    """Return the mean of the targets at each information set, where iteration t counts t times."""
    sums, weights = np.zeros((12, 2)), np.zeros((12, 1))
    count = len(samples)
    each = samples.weights[:count, None].astype(np.float64)
    np.add.at(sums, samples.inputs[:count], each * samples.targets[:count])
    np.add.at(weights, samples.inputs[:count], each)
    means: NDArray[np.float64] = sums / np.maximum(weights, 1)
    return means


def test_it_solves_kuhn_poker() -> None:
    solver = train(
        "kuhn", "deep_cfr", iterations=25, seed=2, units=32, traversals=300, progress=False
    )
    assert solver.exploitability().chips < 0.06  # 0.458 at the start
    assert solver.average()["J|b"]["f"] > 0.95


def test_it_learns_leduc_holdem() -> None:
    solver = make_solver("leduc", "deep_cfr", seed=3, units=48, traversals=300, steps=200)
    solver.iterate(10)
    assert solver.exploitability().chips < 1.0  # 2.37 at the start


def test_it_learns_games_without_features_and_with_three_players() -> None:
    game = RandomGame(8, players=3, zero_sum=True)
    solver = DeepCfrSolver(game, replace(TINY, traversals=100))
    before = solver.exploitability().chips
    solver.iterate(8)
    assert solver.exploitability().chips < before / 2


@pytest.mark.parametrize("game", ["leduc", "rhode-island"])
def test_resuming_gives_the_same_bits(game: str, tmp_path: Path) -> None:
    # A reservoir that overflows, and reservoirs that do not.
    options = {"seed": 5, "units": 8, "steps": 10, "batch": 16, "capacity": 900}
    options |= {"traversals": 60 if game == "leduc" else 4, "strategy_steps": 20}
    training = Training(game, "deep_cfr", {}, options)
    whole, first = training.make_solver(), training.make_solver()
    whole.iterate(4)
    first.iterate(2)
    first.exploitability() if game == "leduc" else None  # checks change nothing
    save_training(first, tmp_path / "a.training", training)
    _, second = load_training(tmp_path / "a.training")
    second.iterate(2)
    mine, theirs = whole.state(), second.state()
    assert mine.keys() == theirs.keys()
    for name in mine.keys() - {"curve"}:
        np.testing.assert_array_equal(mine[name], theirs[name], err_msg=name)


def test_a_saved_training_is_opened_as_a_strategy(tmp_path: Path) -> None:
    training = Training("leduc", "deep_cfr", {}, {"units": 8, "steps": 20, "traversals": 20})
    solver = training.make_solver()
    solver.iterate(2)
    save_training(solver, tmp_path / "a.training", training)
    loaded = load_strategy(tmp_path / "a.training", leduc())
    average = solver.average()
    assert isinstance(average, Strategy)
    np.testing.assert_allclose(loaded.probabilities, average.probabilities, rtol=1e-12)


def test_games_too_large_to_flatten_are_walked() -> None:
    solver = make_solver(
        "rhode-island",
        "deep_cfr",
        units=16,
        traversals=6,
        steps=20,
        strategy_steps=50,
        response_traversals=20,
        response_deals=50,
    )
    assert isinstance(solver, DeepCfrSolver)
    assert isinstance(solver.tables, StateTables)
    assert solver.default_target is None
    solver.iterate(2)
    strategy = solver.average()
    assert isinstance(strategy, NetworkStrategy)
    game = rhode_island()
    state = game.child(game.child(game.root(), 3), 7)
    shares = strategy.at(state, game.information_set(state), 2)
    assert len(shares) == 2
    assert sum(shares) == pytest.approx(1)
    known = solver.exploitability()
    assert known.is_lower_bound
    assert known.chips > -1e-9


def test_it_takes_a_tree_and_is_compared_with_other_algorithms() -> None:
    solver = make_solver(flatten(Kuhn()), "deep_cfr", traversals=40, steps=20)
    solver.iterate(2)
    assert solver.exploitability().chips < 0.46
    runs = compare_algorithms(
        "kuhn", ["cfr+", "deep_cfr"], iterations=3, traversals=40, steps=20
    ).runs
    assert [run.points[-1].iteration for run in runs] == [3, 3]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"seed": -1}, "seed must be from 0"),
        ({"layers": 17}, "layers must be from 0 to 16, got 17"),
        ({"units": 0}, "units must be positive, got 0"),
        ({"traversals": 0}, "traversals must be positive, got 0"),
        ({"steps": -2}, "steps must be positive, got -2"),
        ({"batch": 0}, "batch must be positive, got 0"),
        ({"rate": float("nan")}, "rate must be positive, got nan"),
        ({"rate": float("inf")}, "rate must be positive, got inf"),
        ({"capacity": 0}, "capacity must be positive, got 0"),
        ({"response_deals": 0}, "response_deals must be positive, got 0"),
        ({"unit": 3}, "deep_cfr has no option 'unit'"),
        ({"units": 3.5}, "deep_cfr: units must be int, got 3.5"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make_solver("kuhn", "deep_cfr", **options)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"units": 17}, "units must be 16, got 17"),
        ({"network_0": np.zeros(3, np.float32)}, "network_0 must be float32 of shape"),
        ({"played_seen": None}, "played_seen must be a number of samples"),
        ({"played_counts": "zeros"}, "counts must be from 1 to 2"),
        ({"advantages_1_inputs": "high"}, "inputs must be information sets, from 0 to 11"),
        ({"curve": None}, "must have an iteration and a curve|damaged curve"),
    ],
)
def test_states_that_do_not_fit_are_refused(change: dict[str, Any], reason: str) -> None:
    solver = DeepCfrSolver(Kuhn(), TINY)
    solver.iterate(1)
    state = solver.state()
    for name, value in change.items():
        is_text = isinstance(value, str)
        state[name] = np.full_like(state[name], 12 * (value == "high")) if is_text else value
    with pytest.raises(InputError, match=reason):
        DeepCfrSolver(Kuhn(), TINY).restore(state)


def test_games_that_do_not_end_are_refused() -> None:
    class Endless(Kuhn):
        name = "endless"

        def player(self, state: Any) -> int:
            return 0 if len(state[0]) == 2 else -1

    with pytest.raises(InputError, match="every line must end"):
        DeepCfrSolver(Endless(), TINY)
