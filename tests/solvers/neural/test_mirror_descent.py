"""Magnetic mirror descent: its gradients, the paper's closed form, and equilibria of games."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers import Training, load_training, make_solver, save_training
from fifthstreet.solvers.common import Adam, DenseNetwork
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.solvers.neural import MmdOptions, MmdSolver
from fifthstreet.solvers.neural.game_tables import StateTables, TreeTables
from fifthstreet.solvers.neural.mirror_descent import Lessons, action_values, merged, policy_slope
from fifthstreet.solvers.neural.playing import softmax
from fifthstreet.solvers.neural.self_play import PlayedGames, TableDecisions, play_games, returns
from tests.solvers.cfr.small_games import RandomGame

TINY = MmdOptions(seed=1, units=16, games=60, steps=4)


def example_lessons(random: np.random.Generator) -> Lessons:
    """Return lessons about seven information sets with one to three actions."""
    counts = np.array([3, 2, 3, 1, 2, 3, 3])
    played = softmax(random.standard_normal((7, 3)), counts)
    weights = random.random(7)
    return Lessons(
        np.arange(7),
        counts,
        weights / weights.sum(),
        random.standard_normal((7, 3)),
        played,
        played / 7,
        np.zeros((7, 3)),
    )


def policy_loss(outputs: NDArray[Any], lessons: Lessons, temperature: float, step: float) -> float:
    """Return what a step of the policy lowers, written from the paper."""
    total = 0.0
    for row, count in enumerate(lessons.counts):
        weights = np.exp(outputs[row, :count])
        policy, played = weights / weights.sum(), lessons.policy[row, :count]
        value = policy @ lessons.values[row, :count]
        from_uniform = policy @ np.log(policy * count)
        from_played = policy @ np.log(policy / played)
        cost = -value + temperature * from_uniform + from_played / step
        total += lessons.weights[row] * cost
    return total


def test_the_slope_of_the_policy_is_that_of_finite_differences() -> None:
    random = np.random.default_rng(2)
    lessons = example_lessons(random)
    network = DenseNetwork([4, 6, 3], random, dtype=np.float64)
    network.parameters[...] = random.standard_normal(len(network.parameters))
    inputs = random.standard_normal((7, 4))
    activations = network.forward(inputs)
    gradient = network.backward(activations, policy_slope(activations.output, lessons, 0.3, 0.7))
    step = 1e-6
    for index in range(len(network.parameters)):
        before = network.parameters[index]
        network.parameters[index] = before + step
        above = policy_loss(network(inputs), lessons, 0.3, 0.7)
        network.parameters[index] = before - step
        below = policy_loss(network(inputs), lessons, 0.3, 0.7)
        network.parameters[index] = before
        assert gradient[index] == pytest.approx((above - below) / (2 * step), rel=1e-4, abs=1e-7)


def test_steps_lead_to_the_closed_form_of_the_paper() -> None:
    """The minimum is at probabilities like (played * exp(step * value)) ^ (1 / (1 + step * t))."""
    lessons = example_lessons(np.random.default_rng(3))
    temperature, step = 0.4, 0.9
    outputs = np.zeros(21)
    optimizer = Adam(outputs)
    for _ in range(3_000):
        slope = policy_slope(outputs.reshape(7, 3), lessons, temperature, step)
        optimizer.step(slope.ravel(), 0.01)
    logits = (np.log(np.maximum(lessons.policy, 1e-30)) + step * lessons.values) / (
        1 + step * temperature
    )
    expected = softmax(logits, lessons.counts)
    np.testing.assert_allclose(softmax(outputs.reshape(7, 3), lessons.counts), expected, atol=1e-3)


def test_estimates_of_actions_are_unbiased_whatever_the_critic_guesses() -> None:
    random = np.random.default_rng(4)
    shares, true = np.array([[0.2, 0.5, 0.3]]), random.standard_normal(3)
    guesses = random.standard_normal((1, 3))
    mean = sum(
        shares[0, action] * action_values(guesses, shares, np.array([action]), true[[action]])
        for action in range(3)
    )
    np.testing.assert_allclose(mean, [true])


def decision(at: int, player: int) -> TableDecisions:
    """Return a decision of one table."""
    return TableDecisions(
        np.array([at]),
        np.array([player], np.int8),
        np.array([0]),
        np.array([2]),
        np.array([0]),
        np.full((1, 2), 0.5),
    )


def test_returns_are_computed_from_the_end() -> None:
    # At table 0, player 0 decides, then 1, then 0; at table 1, player 1 decides once.
    steps = (decision(0, 0), decision(0, 1), decision(0, 0), decision(1, 1))
    games = PlayedGames(steps, np.array([[5.0, -5.0], [2.0, -2.0]]))
    values = [np.array([each]) for each in (9.0, 7.0, 3.0, 1.0)]
    found = [float(each[0]) for each in returns(games, values, 0.75)]
    assert found == [0.75 * 5 + 0.25 * 3, -5.0, 5.0, -2.0]


def test_games_are_played_to_the_end_by_the_policy() -> None:
    tables = TreeTables.of(Kuhn(), max_nodes=1_000)

    def policy(inputs: Any, counts: Any) -> NDArray[np.float64]:
        return np.tile([0.25, 0.75], (len(inputs), 1))

    games = play_games(tables, policy, 20_000, np.random.default_rng(5))
    first = games.steps[0]
    assert first.players.tolist() == [0] * 20_000
    assert first.actions.mean() == pytest.approx(0.75, abs=0.02)
    # A pass and a pass: the game ends after two decisions, else there may be a third.
    both_passed = (first.actions == 0) & (games.steps[1].actions == 0)
    assert len(games.steps) == 3
    third = np.zeros(20_000, np.bool_)
    third[games.steps[2].at] = True
    np.testing.assert_array_equal(third, (first.actions == 0) & ~both_passed)
    np.testing.assert_allclose(games.payoffs.sum(axis=1), 0, atol=1e-12)


def test_merged_decisions_give_the_gradient_of_all() -> None:
    random = np.random.default_rng(6)
    rows = random.integers(0, 5, 40)
    policy = softmax(random.standard_normal((5, 3)), np.full(5, 3))
    decisions = (
        np.full(40, 3),
        policy[rows],
        random.standard_normal((40, 3)),
        random.integers(0, 3, 40),
        random.standard_normal(40),
    )
    few = merged(rows, *decisions)
    all_of_them = merged(rows[:, None].astype(np.float32), *decisions)
    assert (len(few.inputs), len(all_of_them.inputs)) == (5, 40)
    outputs = random.standard_normal((5, 3))
    summed = np.zeros((5, 3))
    np.add.at(summed, rows, policy_slope(outputs[rows], all_of_them, 0.2, 0.5))
    np.testing.assert_allclose(policy_slope(outputs, few, 0.2, 0.5), summed, atol=1e-12)
    errors = np.zeros((5, 3))
    np.add.at(errors, rows, all_of_them.drawn * (outputs[rows] - all_of_them.returns))
    np.testing.assert_allclose(few.drawn * (outputs - few.returns), errors, atol=1e-12)


def test_it_solves_kuhn_poker() -> None:
    solver = make_solver("kuhn", "mmd", seed=2, units=32, games=500)
    solver.iterate(300)
    assert solver.exploitability().chips < 0.06  # 0.458 at the start
    assert solver.average()["J|b"]["f"] > 0.95


def test_steps_temperature_and_learning_rates_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    pulls = []

    def noted(
        outputs: NDArray[Any], lessons: Lessons, temperature: float, step_size: float
    ) -> NDArray[np.float64]:
        pulls.append((temperature, step_size))
        return policy_slope(outputs, lessons, temperature, step_size)

    monkeypatch.setattr("fifthstreet.solvers.neural.mirror_descent.policy_slope", noted)
    options = replace(TINY, temperature=0.2, step_size=0.5, decay_start=10)
    moved = []
    for iteration in (0, 990):
        solver = MmdSolver(Kuhn(), options)
        solver.restore({**solver.state(), "iteration": iteration})
        before = solver.state()
        solver.iterate(1)
        after = solver.state()
        moved.append([np.abs(after[name] - before[name]).mean() for name in ("actor", "critic")])
    assert pulls[0] == (0.2, 0.5)
    assert pulls[-1] == pytest.approx((0.02, 0.05))  # (1 + 990 / 10) ** -0.5 is a tenth
    np.testing.assert_allclose(moved[1], np.array(moved[0]) / 10, rtol=0.3)


def test_it_learns_games_without_features_and_with_three_players() -> None:
    solver = MmdSolver(RandomGame(8, players=3, zero_sum=True), replace(TINY, games=300))
    before = solver.exploitability().chips
    solver.iterate(60)
    assert solver.exploitability().chips < before / 2


@pytest.mark.parametrize("game", ["leduc", "rhode-island"])
def test_resuming_gives_the_same_bits(game: str, tmp_path: Path) -> None:
    options = {"seed": 5, "units": 8, "games": 40 if game == "leduc" else 6, "steps": 3}
    training = Training(game, "mmd", {}, options)
    whole, first, other = training.make_solver(), training.make_solver(), training.make_solver()
    whole.iterate(4)
    first.iterate(2)
    first.exploitability() if game == "leduc" else None  # checks change nothing
    save_training(first, tmp_path / "a.training", training)
    _, second = load_training(tmp_path / "a.training")
    second.iterate(2)
    other.iterate(4)
    mine, theirs, again = whole.state(), second.state(), other.state()
    assert mine.keys() == theirs.keys()
    for name in mine.keys() - {"curve"}:
        np.testing.assert_array_equal(mine[name], theirs[name], err_msg=name)
        np.testing.assert_array_equal(mine[name], again[name], err_msg=name)


def test_large_games_are_walked_and_small_ones_flattened() -> None:
    walked = MmdSolver(Kuhn(), TINY)
    walked.tables = StateTables(Kuhn())
    flattened = MmdSolver(Kuhn(), TINY)
    walked.iterate(3)
    flattened.iterate(3)
    # The same games, but sums in another order.
    np.testing.assert_allclose(
        walked.state()["actor"], flattened.state()["actor"], rtol=0, atol=1e-4
    )


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"games": 0}, "games must be positive, got 0"),
        ({"steps": -2}, "steps must be positive, got -2"),
        ({"rate": float("nan")}, "rate must be positive, got nan"),
        ({"temperature": 0}, "temperature must be positive, got 0"),
        ({"step_size": float("inf")}, "step_size must be positive, got inf"),
        ({"decay_start": 0}, "decay_start must be positive, got 0"),
        ({"trace": 1.5}, "trace must be from 0 to 1, got 1.5"),
        ({"capacity": 5}, "mmd has no option 'capacity'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make_solver("kuhn", "mmd", **options)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"units": 17}, "units must be 16, got 17"),
        ({"actor": np.zeros(3, np.float32)}, "actor must be float32 of shape"),
        ({"critic_second": None}, "critic_second must be float32 of shape"),
        ({"steps_taken": -1}, "steps_taken must be a number of steps, got -1"),
    ],
)
def test_states_that_do_not_fit_are_refused(change: dict[str, Any], reason: str) -> None:
    solver = MmdSolver(leduc(ranks=2, max_bets=1), TINY)
    solver.iterate(1)
    with pytest.raises(InputError, match=reason):
        MmdSolver(leduc(ranks=2, max_bets=1), TINY).restore({**solver.state(), **change})
