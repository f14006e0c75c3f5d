"""Sampling by walking over states: the same numbers as on the flattened tree, for any size."""

import _thread
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import (
    STATE_ALGORITHMS,
    Baseline,
    ChanceSampling,
    DiscountedWeights,
    ExternalSampling,
    LinearWeights,
    OutcomeSampling,
    PublicChanceSampling,
    SamplingSolver,
    StateSamplingSolver,
    Strategy,
    Uniform,
    exploitability,
    flatten,
    sampled_response,
)
from fifthstreet.solvers.cfr.flattening import TreeTooLargeError, estimate_nodes
from fifthstreet.solvers.cfr.schemes import Scheme, Weighting
from fifthstreet.solvers.cfr.state_table import StateTable
from fifthstreet.solvers.games import Game, Kuhn, leduc, rhode_island
from fifthstreet.solvers.registry import make_solver
from tests.thoroughness import slow

SCHEMES = [OutcomeSampling(0.4), ExternalSampling(), ChanceSampling()]
WEIGHTINGS: list[Weighting] = [Uniform(), LinearWeights(), DiscountedWeights(every=10)]
GAMES = [Kuhn(players=3), leduc(), rhode_island(ranks=2, suits=2)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name.partition(":")[0])
@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
@pytest.mark.parametrize("iterations", [30, *slow(120)])
def test_states_and_trees_give_the_same_numbers(
    game: Game[Any], scheme: Scheme, iterations: int
) -> None:
    tree = flatten(game)
    for weighting in WEIGHTINGS:
        flat = SamplingSolver(tree, scheme, seed=3, weighting=weighting, precision="float64")
        walked = StateSamplingSolver(game, scheme, seed=3, weighting=weighting)
        flat.iterate(iterations)
        walked.iterate(iterations)
        visits, walked_visits = flat.visit_counts(), walked.visit_counts()
        # The tables are those of the information sets met, and no others.
        met = {key for key, count in visits.items() if count}
        assert {key for key, count in walked_visits.items() if count} == met
        regrets, average, walked_average = flat.regrets, flat.average(), walked.average()
        for info, key in enumerate(tree.keys):
            if key not in met:
                continue
            assert visits[key] == walked_visits[key]
            row = walked.table.rows[key]
            own = walked.table.regrets[walked.table.first[row] : walked.table.first[row + 1]]
            expected = regrets[tree.first_action[info] : tree.first_action[info + 1]]
            assert list(own) == expected.tolist()  # bit for bit
            assert walked_average[key] == pytest.approx(average[key], abs=1e-12)


@pytest.mark.parametrize(("iterations", "chips"), [(5_000, 0.03), *slow((20_000, 0.02))])
def test_the_average_converges(iterations: int, chips: float) -> None:
    solver = StateSamplingSolver(Kuhn(), ExternalSampling(), seed=2)
    solver.iterate(iterations)
    strategy = Strategy.from_dict(tree := flatten(Kuhn()), solver.average())
    assert exploitability(tree, strategy).chips < chips


@pytest.mark.parametrize("iterations", [500, *slow(0, 1_500)])
def test_a_lower_bound_is_below_the_exact_exploitability(iterations: int) -> None:
    solver = StateSamplingSolver(leduc(), ExternalSampling(), seed=4)
    flat = SamplingSolver(flatten(leduc()), ExternalSampling(), seed=4, precision="float64")
    solver.iterate(iterations)
    flat.iterate(iterations)
    bound, exact = solver.exploitability(), flat.exploitability()
    assert bound.is_lower_bound
    assert 0 < bound.error < 0.2
    assert exact.chips * 0.4 < bound.chips < exact.chips + 1.5 * bound.error


def test_nothing_is_won_from_an_equilibrium() -> None:
    solver = make_solver("kuhn", "cfr+")
    solver.iterate(2_000)
    average = solver.average()

    class Solved:
        def at(self, state: Any, key: str, count: int) -> list[float]:
            return list(average[key].values())

    bound = sampled_response(Kuhn(), Solved(), traversals=2_000, deals=4_000)
    assert abs(bound.chips) < 1.5 * bound.error
    assert bound.values is not None
    assert bound.values[0] == pytest.approx(-1 / 18, abs=0.06)


# Games that are too large to flatten.


def test_rhode_island_in_full() -> None:
    game = rhode_island()
    with pytest.raises(TreeTooLargeError, match="nodes"):
        flatten(game, max_nodes=10_000)
    solver = make_solver("rhode-island", "external", seed=1, response_traversals=50)
    assert isinstance(solver, StateSamplingSolver)
    progress = solver.run(iterations=60)
    assert solver.information_sets > 1_000
    assert progress.exploitability.is_lower_bound
    assert len(solver.average()) == len(solver.visit_counts()) == solver.information_sets
    assert solver.memory_bytes > 200 * solver.information_sets


@pytest.mark.parametrize("name", STATE_ALGORITHMS)
def test_every_algorithm_walks_a_large_game(name: str) -> None:
    solver = make_solver("two_one_one", name, seed=3, weighting="linear")
    assert isinstance(solver, StateSamplingSolver)
    solver.iterate(3)
    assert solver.iteration == 3
    assert solver.information_sets > 0


@pytest.mark.parametrize("name", ["cfr+", "public-chance"])
def test_algorithms_that_need_the_tree_say_so_at_once(name: str) -> None:
    with pytest.raises(
        ValueError, match=rf"{name.replace('+', '.')} needs the whole tree, .* Use "
    ):
        make_solver("rhode-island", name)


def test_schemes_walk_a_large_game() -> None:
    solver = make_solver(rhode_island(), OutcomeSampling(0.3), seed=1)
    assert isinstance(solver, StateSamplingSolver)
    assert isinstance(make_solver(leduc(), OutcomeSampling(0.3)), SamplingSolver)


@pytest.mark.parametrize(
    ("game", "nodes"), [(Kuhn(), 58), (leduc(), 9_457), (rhode_island(), 6_705_372_545)]
)
def test_estimated_sizes(game: Game[Any], nodes: int) -> None:
    estimates = [estimate_nodes(game, seed=seed) for seed in range(20)]
    assert np.mean(estimates) == pytest.approx(nodes, rel=0.25)


def test_a_tree_that_is_larger_than_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fifthstreet.solvers.registry.MAX_NODES", 5_000)
    monkeypatch.setattr("fifthstreet.solvers.registry.estimate_nodes", lambda game: 4_000.0)
    assert isinstance(make_solver("leduc", "external"), StateSamplingSolver)
    with pytest.raises(TreeTooLargeError):
        make_solver("leduc", "cfr+")


# Runs, memory and states.


def test_memory_limit() -> None:
    solver = StateSamplingSolver(rhode_island(), ExternalSampling(), memory_limit=2_000_000)
    with pytest.raises(
        MemoryError, match=r"not enough memory: .*higher memory_limit or a smaller game"
    ):
        solver.iterate(100_000)
    assert 2_000_000 < solver.memory_bytes < 3_000_000
    same = StateSamplingSolver(rhode_island(), ExternalSampling())
    same.iterate(solver.iteration)
    assert same.table.regrets == solver.table.regrets


def test_an_interrupt_comes_between_two_iterations() -> None:
    solver = StateSamplingSolver(leduc(), ExternalSampling(), seed=6)
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        solver.iterate(10_000_000)
    timer.join()
    whole = StateSamplingSolver(leduc(), ExternalSampling(), seed=6)
    whole.iterate(solver.iteration)
    assert whole.table.regrets == solver.table.regrets
    assert whole.table.averages == solver.table.averages


@pytest.mark.parametrize("weighting", WEIGHTINGS, ids=repr)
def test_a_resumed_solver_continues_bit_for_bit(weighting: Weighting) -> None:
    whole, first, second = (
        StateSamplingSolver(leduc(), ExternalSampling(), seed=2, weighting=weighting)
        for _ in range(3)
    )
    whole.iterate(170)
    first.iterate(70)
    second.restore(first.state())
    second.iterate(100)
    assert second.iteration == 170
    expected, resumed = whole.state(), second.state()
    assert expected.keys() == resumed.keys()
    assert expected.pop("action_sets") == resumed.pop("action_sets")
    for name, value in expected.items():
        np.testing.assert_array_equal(value, resumed[name], err_msg=name)


def test_states_that_do_not_fit() -> None:
    solver = StateSamplingSolver(leduc(), ExternalSampling(), seed=2)
    solver.iterate(10)
    state = solver.state()
    for other in (
        StateSamplingSolver(leduc(), ExternalSampling(), seed=3),
        StateSamplingSolver(Kuhn(), ExternalSampling(), seed=2),
        StateSamplingSolver(leduc(), ChanceSampling(), seed=2),
    ):
        with pytest.raises(InputError, match="the state does not fit this solver"):
            other.restore(state)
    for name in ("keys", "key_ends", "regrets", "visits", "action_set"):
        with pytest.raises(InputError, match=r"state must be a result of .*, got damaged tables"):
            solver.restore(state | {name: state[name][:-1]})
    with pytest.raises(InputError, match=r"state must be a result of .*, got damaged tables"):
        solver.restore(state | {"keys": np.full_like(state["keys"], 255)})


@pytest.mark.parametrize(
    ("scheme", "options", "message"),
    [
        (PublicChanceSampling(), {}, "got PublicChanceSampling, which needs the whole tree"),
        (OutcomeSampling(0.5, Baseline()), {}, "scheme must have no baseline"),
        ("external", {}, "scheme must be one like ExternalSampling"),
        (ExternalSampling(), {"seed": -1}, "seed must be from 0 to .*, got -1"),
        (ExternalSampling(), {"memory_limit": 0}, "memory_limit must be at least 1, got 0"),
        (ExternalSampling(), {"response_deals": 0}, "response_deals must be at least 1, got 0"),
    ],
)
def test_bad_arguments(scheme: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        StateSamplingSolver(leduc(), scheme, **options)


# Mistakes in games are noticed while walking.


@dataclass(frozen=True)
class Broken:
    """Kuhn poker with one method replaced."""

    method: str
    result: Any
    players = 2
    name = "broken"

    def __getattr__(self, method: str) -> Any:
        if method == self.method:
            return lambda state: self.result
        return getattr(Kuhn(), method)


@pytest.mark.parametrize(
    ("method", "result", "message"),
    [
        ("probabilities", (0.5, 0.6), "must be non-negative and add up to 1"),
        ("probabilities", (), "must be non-negative and add up to 1"),
        ("payoffs", (1.0,), "must be a number for each of 2 players"),
        ("payoffs", (float("nan"), 1.0), "must be a number for each of 2 players"),
        ("information_set", "same", "must be of one player, got 0 and 1"),
    ],
)
def test_mistakes_of_a_game(method: str, result: Any, message: str) -> None:
    solver = StateSamplingSolver(Broken(method, result), ExternalSampling())
    with pytest.raises(InputError, match=message):
        solver.iterate(50)


def test_a_table_refuses_other_actions() -> None:
    table = StateTable()
    table.row("K|", 0, ("k", "b"))
    with pytest.raises(InputError, match=r"must have the same actions at all of its states, got"):
        table.row("K|", 0, ("k", "b", "f"))
    with pytest.raises(InputError, match="actions must be different, at least one"):
        table.row("Q|", 0, ("k", "k"))
