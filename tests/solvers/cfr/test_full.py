from itertools import accumulate
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.cfr.best_response import exploitability
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.full import UPDATES, FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.common.schedules import (
    SCHEDULES,
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
)
from fifthstreet.solvers.games import Game, Kuhn, leduc
from tests.oracles.cfr import Cfr, Table
from tests.solvers.cfr.small_games import RandomGame, Uneven
from tests.solvers.cfr.test_flatten import RANDOM_GAMES


@pytest.fixture(scope="module")
def kuhn() -> GameTree:
    return flatten(Kuhn())


def oracle(game: Game[Any], schedule: Schedule, updates: str) -> Cfr:
    """The schedules' rules as their papers have them."""

    def fading(exponent: float) -> Any:
        return lambda t: (t - 1) ** exponent / ((t - 1) ** exponent + 1) if t > 1 else 1

    def beta_fading(t: int) -> float:
        assert isinstance(schedule, Discounted)
        warmth = min(t / schedule.warm_up, 1) if schedule.warm_up else 1
        return float(fading(-1 + (schedule.beta + 1) * warmth)(t))

    rules: dict[type, tuple[Any, Any, Any]] = {
        Vanilla: (lambda t: 1, lambda t: 1, lambda t: 1),
        Plus: (lambda t: 1, lambda t: 0, lambda t: t ** getattr(schedule, "gamma", 0)),
        Linear: (fading(1), fading(1), lambda t: t),
        Discounted: (
            fading(getattr(schedule, "alpha", 0)),
            beta_fading,
            lambda t: t ** getattr(schedule, "gamma", 0),
        ),
    }
    rules[Predictive] = rules[Plus]
    up, down, weight = rules[type(schedule)]
    return Cfr(
        game,
        up,
        down,
        weight,
        predicts=schedule.is_predictive,
        alternating=updates == "alternating",
    )


def flat(tree: GameTree, table: Table) -> np.ndarray[Any, Any]:
    return np.array([number for key in tree.keys for number in table[key]])


def assert_same_tables(game: Game[Any], schedule: Schedule, updates: str, iterations: int) -> None:
    solver = FullSolver(game, schedule=schedule, updates=updates)
    slow = oracle(game, schedule, updates)
    for _ in range(iterations):
        slow.iterate()
    solver.iterate(iterations)
    tree = solver.tree
    np.testing.assert_allclose(solver.regrets, flat(tree, slow.regrets), atol=1e-12, rtol=1e-12)
    # Averages are kept in units of the last iteration's weight.
    averages = flat(tree, slow.averages) / slow.weight(iterations)
    np.testing.assert_allclose(solver.averages, averages, atol=1e-12, rtol=1e-12)
    current = flat(tree, slow.strategy)
    np.testing.assert_allclose(solver.current().probabilities, current, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(
    game=RANDOM_GAMES,
    schedule=st.sampled_from(
        [*SCHEDULES.values(), Discounted(1.5, 0, 2, warm_up=0), Plus(2.0), Discounted(warm_up=4)]
    ),
    updates=st.sampled_from(UPDATES),
)
def test_random_games_as_oracle(game: RandomGame, schedule: Schedule, updates: str) -> None:
    assert_same_tables(game, schedule, updates, 6)


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)
@pytest.mark.parametrize("players", [2, 3])
def test_kuhn_as_oracle(schedule: Schedule, updates: str, players: int) -> None:
    assert_same_tables(Uneven(Kuhn(players)), schedule, updates, 20 if players == 2 else 4)


@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)
def test_leduc_as_oracle(schedule: Schedule) -> None:
    assert_same_tables(Uneven(leduc()), schedule, "alternating", 3)


@pytest.mark.parametrize("schedule", [Vanilla(), Plus()], ids=["vanilla", "plus"])
@pytest.mark.parametrize(
    ("game", "name", "iterations"),
    [
        (Kuhn(), "kuhn_poker", 100),
        (Kuhn(), "kuhn_poker", 1_000),
        (Kuhn(), "kuhn_poker", 10_000),
        (leduc(), "leduc_poker", 100),
    ],
)
def test_curve_as_open_spiel(
    game: Game[Any], name: str, iterations: int, schedule: Schedule
) -> None:
    """The same order of updates and the same averages: the same exploitability."""
    peer_game = pyspiel.load_game(name)
    solvers = {Vanilla: pyspiel.CFRSolver, Plus: pyspiel.CFRPlusSolver}
    peer = solvers[type(schedule)](peer_game)
    ours = FullSolver(game, schedule=schedule)
    for _ in range(iterations):
        peer.evaluate_and_update_policy()
    ours.iterate(iterations)
    expected = pyspiel.nash_conv(peer_game, peer.average_policy())
    assert ours.exploitability().nash_conv == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)
def test_all_converge(kuhn: GameTree, schedule: Schedule, updates: str) -> None:
    solver = FullSolver(kuhn, schedule=schedule, updates=updates)
    assert solver.run(target=0.002, iterations=20_000).exploitability.chips <= 0.002
    assert solver.iteration < 20_000


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6), depth=st.integers(2, 6))
def test_random_zero_sum_games_converge(seed: int, depth: int) -> None:
    """Play of the last hundreds of iterations has no more to gain than theory allows."""
    solver = FullSolver(RandomGame(seed, depth=depth, zero_sum=True), schedule=Plus())
    assert solver.run(target=1e-3, iterations=20_000).exploitability.chips <= 1e-3


def test_three_player_kuhn() -> None:
    """No theorem says so, but CFR finds an equilibrium of this one (Risk & Szafron 2010)."""
    solver = FullSolver(Kuhn(3), schedule=Plus())
    found = solver.run(iterations=2_000).exploitability
    assert found.chips < 1e-4
    assert found.values is not None
    assert sum(found.values) == pytest.approx(0, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(
    cuts=st.lists(st.integers(0, 40), min_size=1, max_size=4),
    schedule=st.sampled_from([*SCHEDULES.values(), Discounted(1.5, 0, 2, warm_up=0)]),
    updates=st.sampled_from(UPDATES),
)
def test_resume_to_the_bit(cuts: list[int], schedule: Schedule, updates: str) -> None:
    game = RandomGame(17, players=3, depth=6)
    whole = FullSolver(game, schedule=schedule, updates=updates)
    whole.iterate(100 + sum(cuts))
    parts = FullSolver(whole.tree, schedule=schedule, updates=updates)
    for at in (*accumulate(cuts), whole.iteration):
        later = FullSolver(whole.tree, schedule=schedule, updates=updates)
        later.restore(parts.state())
        later.run(iterations=at - later.iteration)
        parts = later
    state, expected = parts.state(), whole.state()
    for name in expected.keys() - {"curve"}:
        assert np.array_equal(state[name], expected[name]), name


def test_state_is_a_copy(kuhn: GameTree) -> None:
    solver = FullSolver(kuhn)
    solver.run(iterations=10)
    state = solver.state()
    kept = state["regrets"].copy()
    solver.run(iterations=10)
    assert (state["regrets"] == kept).all()
    other = FullSolver(kuhn)
    other.restore(state)
    assert other.iteration == 10
    assert other.curve == solver.curve[: len(other.curve)]


def test_checks(kuhn: GameTree) -> None:
    solver = FullSolver(kuhn)
    solver.run(iterations=250, check_every=100)
    assert [at for at, _ in solver.curve] == [0, 100, 200, 250]
    assert solver.curve[-1][1] == exploitability(kuhn, solver.average()).chips
    free = FullSolver(kuhn)
    free.run(iterations=1000)
    assert 50 < len(free.curve) < 100


def test_refused(kuhn: GameTree) -> None:
    solver = FullSolver(kuhn)
    with pytest.raises(ValueError, match="updates is 'both'; want one of alternating, sim"):
        FullSolver(kuhn, updates="both")
    state = solver.state()
    for name, value, message in (
        ("game", "chess", "the state was made for a different game: chess; want Kuhn"),
        ("schedule", "Plus()", r"different schedule: Plus\(\); want Vanilla\(\)"),
        ("updates", "simultaneous", "different updates: simultaneous; want alternating"),
        ("regrets", np.zeros(3), "regrets of shape .*; want .24,"),
    ):
        with pytest.raises(ValueError, match=message):
            solver.restore(state | {name: value})
    del state["averages"]
    with pytest.raises(ValueError, match="the state has no averages"):
        solver.restore(state)
