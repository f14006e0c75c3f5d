from itertools import accumulate
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.best_responses import exploitability
from fifthstreet.solvers.cfr.flattening import flatten
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
from tests.thoroughness import examples, slow


@pytest.fixture(scope="module")
def kuhn() -> GameTree:
    return flatten(Kuhn())


def make_oracle(game: Game[Any], schedule: Schedule, updates: str) -> Cfr:
    """An oracle with the rules of a schedule as its paper gives them."""

    def discount(exponent: float) -> Any:
        return lambda t: (t - 1) ** exponent / ((t - 1) ** exponent + 1) if t > 1 else 1

    def beta_discount(t: int) -> float:
        assert isinstance(schedule, Discounted)
        warm_share = min(t / schedule.warm_up, 1) if schedule.warm_up else 1
        return float(discount(-1 + (schedule.beta + 1) * warm_share)(t))

    rules: dict[type, tuple[Any, Any, Any]] = {
        Vanilla: (lambda t: 1, lambda t: 1, lambda t: 1),
        Plus: (lambda t: 1, lambda t: 0, lambda t: t ** getattr(schedule, "gamma", 0)),
        Linear: (discount(1), discount(1), lambda t: t),
        Discounted: (
            discount(getattr(schedule, "alpha", 0)),
            beta_discount,
            lambda t: t ** getattr(schedule, "gamma", 0),
        ),
    }
    rules[Predictive] = rules[Plus]
    positive, negative, weight = rules[type(schedule)]
    return Cfr(
        game,
        positive,
        negative,
        weight,
        predicts=schedule.is_predictive,
        alternating=updates == "alternating",
    )


def flat(tree: GameTree, table: Table) -> np.ndarray[Any, Any]:
    return np.array([number for key in tree.keys for number in table[key]])


def assert_same_tables(game: Game[Any], schedule: Schedule, updates: str, iterations: int) -> None:
    solver = FullSolver(game, schedule=schedule, updates=updates)
    oracle = make_oracle(game, schedule, updates)
    for _ in range(iterations):
        oracle.iterate()
    solver.iterate(iterations)
    tree = solver.tree
    np.testing.assert_allclose(solver.regrets, flat(tree, oracle.regrets), atol=1e-12, rtol=1e-12)
    # Averages are kept in units of the last iteration's weight.
    averages = flat(tree, oracle.averages) / oracle.weight(iterations)
    np.testing.assert_allclose(solver.averages, averages, atol=1e-12, rtol=1e-12)
    current = flat(tree, oracle.strategy)
    np.testing.assert_allclose(solver.current().probabilities, current, atol=1e-9)


@settings(max_examples=examples(60), deadline=None)
@given(
    game=RANDOM_GAMES,
    schedule=st.sampled_from([*SCHEDULES.values(), Plus(2.0), Discounted(beta=0.5, warm_up=4)]),
    updates=st.sampled_from(UPDATES),
)
def test_random_games_against_the_oracle(
    game: RandomGame, schedule: Schedule, updates: str
) -> None:
    assert_same_tables(game, schedule, updates, 6)


@pytest.mark.parametrize("updates", UPDATES)
@pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=SCHEDULES)
@pytest.mark.parametrize("players", [2, 3])
def test_kuhn_against_the_oracle(schedule: Schedule, updates: str, players: int) -> None:
    assert_same_tables(Uneven(Kuhn(players)), schedule, updates, 20 if players == 2 else 4)


@pytest.mark.parametrize(
    "name",
    [
        "predictive",
        *slow(*(name for name in SCHEDULES if name != "predictive")),
    ],
)
def test_leduc_against_the_oracle(name: str) -> None:
    assert_same_tables(Uneven(leduc()), SCHEDULES[name], "alternating", 3)


@pytest.mark.parametrize("schedule", [Vanilla(), Plus()], ids=["vanilla", "plus"])
@pytest.mark.parametrize(
    ("game", "name", "iterations"),
    [
        (Kuhn(), "kuhn_poker", 100),
        (Kuhn(), "kuhn_poker", 1_000),
        pytest.param(Kuhn(), "kuhn_poker", 10_000, marks=pytest.mark.slow),
        (leduc(), "leduc_poker", 30),
    ],
)
def test_exploitability_is_that_of_open_spiel(
    game: Game[Any], name: str, iterations: int, schedule: Schedule
) -> None:
    """The order of updates and the averages are the same, so exploitability is too."""
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
def test_every_schedule_converges(kuhn: GameTree, schedule: Schedule, updates: str) -> None:
    solver = FullSolver(kuhn, schedule=schedule, updates=updates)
    assert solver.run(target=0.002, iterations=20_000).exploitability.chips <= 0.002
    assert solver.iteration < 20_000


@settings(max_examples=examples(20), deadline=None)
@given(seed=st.integers(0, 10**6), depth=st.integers(2, 6))
def test_random_zero_sum_games_converge(seed: int, depth: int) -> None:
    solver = FullSolver(RandomGame(seed, depth=depth, zero_sum=True), schedule=Plus())
    assert solver.run(target=1e-3, iterations=20_000).exploitability.chips <= 1e-3


def test_three_player_kuhn() -> None:
    """No theorem says so, but CFR finds an equilibrium of this one (Risk & Szafron 2010)."""
    solver = FullSolver(Kuhn(3), schedule=Plus())
    result = solver.run(iterations=2_000).exploitability
    assert result.chips < 1e-4
    assert result.values is not None
    assert sum(result.values) == pytest.approx(0, abs=1e-12)


@settings(max_examples=examples(25), deadline=None)
@given(
    cuts=st.lists(st.integers(0, 40), min_size=1, max_size=4),
    schedule=st.sampled_from(list(SCHEDULES.values())),
    updates=st.sampled_from(UPDATES),
)
def test_resuming_gives_the_same_bits(cuts: list[int], schedule: Schedule, updates: str) -> None:
    game = RandomGame(17, players=3, depth=6)
    whole = FullSolver(game, schedule=schedule, updates=updates)
    whole.iterate(100 + sum(cuts))
    parts = FullSolver(whole.tree, schedule=schedule, updates=updates)
    for end in (*accumulate(cuts), whole.iteration):
        resumed = FullSolver(whole.tree, schedule=schedule, updates=updates)
        resumed.restore(parts.state())
        resumed.run(iterations=end - resumed.iteration)
        parts = resumed
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


def test_curve_has_every_check(kuhn: GameTree) -> None:
    solver = FullSolver(kuhn)
    solver.run(iterations=250, check_every=100)
    assert [iteration for iteration, _ in solver.curve] == [0, 100, 200, 250]
    assert solver.curve[-1][1] == exploitability(kuhn, solver.average()).chips
    default = FullSolver(kuhn)
    default.run(iterations=1000)
    assert 50 < len(default.curve) < 100


def test_bad_arguments_and_states_are_refused(kuhn: GameTree) -> None:
    solver = FullSolver(kuhn)
    with pytest.raises(InputError, match=r"updates must be one of alternating, sim.*, got 'both'"):
        FullSolver(kuhn, updates="both")
    state = solver.state()
    for name, value, message in (
        ("game", "chess", "the state does not fit this solver: game must be Kuhn .*, got chess"),
        ("schedule", "Plus()", r"schedule must be Vanilla\(\), got Plus\(\)"),
        ("updates", "simultaneous", "updates must be alternating, got simultaneous"),
        ("regrets", np.zeros(3), "regrets must be float64 of shape .24,.*, got .*3,"),
    ):
        with pytest.raises(InputError, match=message):
            solver.restore(state | {name: value})
    del state["averages"]
    with pytest.raises(InputError, match="the state has no averages"):
        solver.restore(state)
