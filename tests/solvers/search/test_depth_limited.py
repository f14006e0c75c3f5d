"""Depth-limited solving: leaf matrices against exact passes, and what continuations do."""

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from benchmarks.patched_strategies import SplitStrategy
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet import _native
from fifthstreet.abstraction import ExactCards
from fifthstreet.cards import HOLE_MASKS, compatible_weight
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, evaluate_strategy, solve
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.search.blueprint_leaves import BlueprintLeaves
from fifthstreet.solvers.search.composed import as_solution
from fifthstreet.solvers.search.continual import smallest_margin
from fifthstreet.solvers.search.continuations import CONTINUATIONS, BiasedStrategy
from fifthstreet.solvers.search.depth_limit import train_blueprint
from fifthstreet.solvers.search.depth_limited import DepthLimitedSolver, solve_depth_limited
from fifthstreet.solvers.search.depth_solution import DepthLimitedResponses
from fifthstreet.solvers.search.leaf_matrices import deal_nodes, sample_runouts
from fifthstreet.solvers.search.methods import SAFE_METHODS
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.street_game import StreetGame
from fifthstreet.solvers.search.subgame import make_subgame, solve_subgame
from fifthstreet.tree import Menu, Rake, Sizes
from fifthstreet.tree.strategy import CallingStrategy, UniformStrategy

TURN = Spot.of(
    "QsJh2h7c", 100, 300, oop="AA,KQs,T9s,88", ip="QQ,AJs,88,KTs", bets="50%", max_raises=1
)
FLOP = Spot.of("QsJh2h", 100, 150, oop="AA,T9s", ip="QQ,88", bets="50%", raises="")
TURN_BETS_ONLY = Spot.of(
    "QsJh2h7c",
    100,
    300,
    oop="AA,KQs,T9s,88",
    ip="QQ,AJs,88,KTs",
    sizes=Sizes.by_street({2: Menu.of("50%, a", "a")}),
)
EVERY_BOARD = 10_000


@cache
def rough(spot: Spot = TURN) -> Solution:
    return solve(spot, max_iterations=10, target_pot_percent=0, backend="native")


def biases(spot: Spot, player: int, *names: str) -> list[BiasedStrategy]:
    return [BiasedStrategy(rough(spot), 1 - player, name) for name in names or CONTINUATIONS]


def leaves_of(
    spot: Spot, player: int, *names: str, boards: int = EVERY_BOARD
) -> tuple[BlueprintLeaves, ...]:
    chosen = biases(spot, player, *names)
    return BlueprintLeaves.of_continuations(spot, player, chosen, boards=boards, threads=1)


def check_leaves(spot: Spot, found: BlueprintLeaves, solution: Solution, tolerance: float) -> None:
    """Values at all leaves are the same as from passes through all later streets."""
    leaves = StreetGame(spot, 1).leaves
    reach = np.array([solution.reach(leaf, spot.board) for leaf in leaves.nodes], np.float32)
    values = found.values(leaves, reach)
    for who in (0, 1):
        passes = ResponseValues(solution, who, ValueMode.AVERAGE)
        held = spot.live_ranges[who].hands()
        for at, leaf in enumerate(leaves.nodes):
            exact = passes.counterfactual(leaf, ())
            np.testing.assert_allclose(values[at, who, held], exact[held], atol=tolerance)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), st.integers(1, 4), st.integers(1, 40), st.integers(1, 40), st.integers())
def test_sums_of_products(boards: int, sequences: int, first: int, second: int, seed: int) -> None:
    random = np.random.default_rng(abs(seed))
    strengths = [
        random.integers(0, 5, (boards, hands)).astype(np.float32) for hands in (first, second)
    ]
    rows = [random.random((boards, sequences, hands), np.float32) for hands in (first, second)]
    out = np.ones((first, second), np.float32)
    _native.add_signed_products(strengths[0], strengths[1], rows[0], rows[1], 2, out)
    signs = np.sign(strengths[0][:, :, None] - strengths[1][:, None, :])
    expected = 1 + np.einsum("rij,rqi,rqj->ij", signs, *rows)
    np.testing.assert_allclose(out, expected, atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 150), st.integers(1, 90), st.booleans(), st.integers())
def test_products_with_vectors(rows: int, columns: int, is_transposed: bool, seed: int) -> None:
    random = np.random.default_rng(abs(seed))
    matrix = random.random((rows, columns), np.float32)
    vector = random.random(rows if is_transposed else columns, np.float32)
    results = []
    for threads in (1, 3):
        results.append(np.empty(columns if is_transposed else rows, np.float32))
        _native.multiply_matrix(matrix, vector, is_transposed, threads, results[-1])
    expected = vector @ matrix if is_transposed else matrix @ vector
    np.testing.assert_allclose(results[0], expected, rtol=1e-4)
    np.testing.assert_array_equal(results[0], results[1])


@pytest.mark.parametrize("player", [0, 1])
def test_leaves_have_the_values_of_passes_through_all_streets(player: int) -> None:
    """Each continuation is evaluated by the range solver, on every board."""
    for found, continuation in zip(leaves_of(TURN, player), biases(TURN, player), strict=True):
        check_leaves(TURN, found, as_solution(continuation, threads=1), 0.01)


@pytest.mark.slow
def test_leaves_of_a_flop_have_the_values_of_passes_through_all_streets() -> None:
    check_leaves(FLOP, leaves_of(FLOP, 0, "as is")[0], rough(FLOP), 0.05)


def test_samples_are_close_and_balanced() -> None:
    cards = [card for card in range(52) if card not in FLOP.board]
    runouts = sample_runouts(FLOP.board, 98, 1)
    assert len(set(runouts)) == 98
    for place in (0, 1):
        assert sorted(cards_dealt[place] for cards_dealt in runouts) == sorted(2 * cards)
    assert len(sample_runouts(FLOP.board, 20, 1)) == 20
    assert len(sample_runouts(TURN.board, 20, 1)) == 20
    assert len(sample_runouts(FLOP.board, EVERY_BOARD, 1)) == 49 * 48
    for exact, sampled in zip(*(leaves_of(TURN, 0, boards=n) for n in (48, 24)), strict=True):
        for leaf, matrix in exact.matrices.items():
            error = np.abs(sampled.matrices[leaf] - matrix).mean()
            assert 0 < error < 0.1 * TURN.tree.pot(leaf)


def test_checked_down_hands_need_no_sample() -> None:
    """What a sample says about betting is an estimate; what it says about checking is exact."""
    calling = CallingStrategy(TURN.tree, TURN.ranges, TURN.board)
    values = [BlueprintLeaves.of(TURN, calling, boards=n, threads=1) for n in (5, 48)]
    for leaf, matrix in values[1].matrices.items():
        np.testing.assert_allclose(values[0].matrices[leaf], matrix, atol=1e-3)


def test_one_value_is_that_of_the_blueprint() -> None:
    """Without betting on the first street, the search evaluates the blueprint."""
    solver = DepthLimitedSolver(TURN, 0, rough(), continuations=["as is"], boards=48)
    solver.iterate(1)
    found = solver.solution()
    expected = as_solution(SplitStrategy(found, found), threads=1)
    for player in (0, 1):
        np.testing.assert_allclose(found.root.ev[player], expected.root.ev[player], atol=0.01)


@pytest.mark.parametrize("player", [0, 1])
def test_more_continuations_never_help_the_player(player: int) -> None:
    values = []
    for count in range(1, len(CONTINUATIONS) + 1):
        solver = DepthLimitedSolver(
            TURN, player, rough(), continuations=CONTINUATIONS[:count], boards=48, threads=1
        )
        solver.run(target_pot_percent=0.1)
        values.append(solver.solution().root.range_ev[player])
    slack = 2 * 0.001 * TURN.pot
    assert all(later <= earlier + slack for earlier, later in pairwise(values))
    assert values[-1] < values[0] - 0.5


def test_choices_make_the_answer_less_exploitable() -> None:
    """The player's own part is measured: what a best response wins against it in the whole turn."""

    def conceded(*names: str) -> float:
        found = solve_depth_limited(
            TURN, 0, rough(), continuations=names, boards=48, target_pot_percent=0.1
        )
        return evaluate_strategy(found, threads=1).best_responses[1]

    assert conceded(*CONTINUATIONS) < conceded("as is") - 0.5


def test_solutions_play_the_blueprint_after_the_search() -> None:
    found = solve_depth_limited(TURN, 1, rough(), boards=12)
    later = TURN.tree.find("r:k:k:n4d:k")[0]
    board = (*TURN.board, *TURN.tree.find("r:k:k:n4d:k")[1])
    np.testing.assert_array_equal(
        found.probabilities(later, board), rough().probabilities(later, board)
    )
    held = found.root.reach[0] > 0
    np.testing.assert_allclose(found.root.strategy.sum(axis=0)[held], 1, atol=1e-5)
    choices = found.choice_shares(deal_nodes(TURN)[0])
    assert choices.shape == (4, 1326)
    np.testing.assert_allclose(choices.sum(axis=0)[held], 1, atol=1e-5)
    with pytest.raises(InputError, match="path must be before the next card, got 'r:k:k:n4d'"):
        found.node("r:k:k:n4d")
    with pytest.raises(InputError, match=r"node must be where a card is dealt .* chosen, got 0"):
        found.choice_shares(0)


def test_values_after_a_card_add_up_to_those_before() -> None:
    """What hands of the opponent win after each river, over all rivers, is what the leaf says."""
    found = solve_depth_limited(TURN, 0, rough(), boards=48, continuations=["as is", "fold"])
    leaf = deal_nodes(TURN)[0]
    child = int(TURN.tree.first_child[leaf])
    reach = found.reach(leaf, TURN.board)[0]
    responses = DepthLimitedResponses(found)
    before = responses.per_hand(leaf, (), reach)
    total = np.zeros(1326)
    weights = np.zeros(1326)
    for card in range(52):
        if card in TURN.board:
            continue
        is_free = HOLE_MASKS & np.uint64(1 << card) == 0
        left = np.where(is_free, reach, 0)
        met = compatible_weight(left) * is_free
        value = responses.per_hand(child, (card,), left)
        total += np.nan_to_num(value) * met
        weights += met
    known = ~np.isnan(before) & (weights > 0)
    assert known.any()
    np.testing.assert_allclose((total / np.maximum(weights, 1e-9))[known], before[known], atol=0.05)


@pytest.mark.parametrize("player", [0, 1])
def test_without_later_decisions_the_search_is_exact(player: int) -> None:
    """The solver agrees with the range solver where only the first street has bets."""
    spot = TURN_BETS_ONLY
    calling = CallingStrategy(spot.tree, spot.ranges, spot.board)
    found = solve_depth_limited(spot, player, calling, target_pot_percent=0.05)
    exact = solve(spot, target_pot_percent=0.05, backend="native")
    assert found.root.range_ev == pytest.approx(exact.ev, abs=0.1)
    measured = evaluate_strategy(found, threads=1)
    assert measured.chips == pytest.approx(found.exploitability.chips, abs=0.005)


@pytest.mark.parametrize("method", SAFE_METHODS[:2])
@pytest.mark.parametrize("player", [0, 1])
def test_gadgets_are_those_of_the_range_solver(player: int, method: str) -> None:
    spot = TURN_BETS_ONLY
    declined = 10 * np.random.default_rng(3).random(1326)
    weights = [range_.weights.astype(np.float64) for range_ in spot.ranges]
    task = make_subgame(
        spot.tree,
        spot.board,
        reach=(weights[0], weights[1]),
        possible=spot.ranges[1 - player],
        alternatives=declined,
        player=player,
        method=method,
        rake=spot.rake,
    )
    calling = CallingStrategy(spot.tree, spot.ranges, spot.board)
    found = solve_depth_limited(task.spot, player, calling, target_pot_percent=0.02)
    exact = solve_subgame(task, target_pot_percent=0.02, backend="native")
    assert found.exploitability.pot_percent <= 0.02
    assert found.exploitability.best_responses == pytest.approx(
        exact.solution.exploitability.best_responses, abs=0.1
    )
    if method == "maxmargin":
        assert smallest_margin(task, found) == pytest.approx(exact.margin, abs=0.1)
    with pytest.raises(InputError, match="the gadget must be the opponent's"):
        DepthLimitedSolver(task.spot, 1 - player, calling)


def test_states_resume() -> None:
    first, second = (DepthLimitedSolver(TURN, 0, rough(), boards=12, threads=n) for n in (1, 2))
    first.iterate(5)
    second.restore(first.state())
    first.iterate(5)
    second.iterate(5)
    for name, array in first.state().items():
        np.testing.assert_array_equal(second.state()[name], array)
    other = DepthLimitedSolver(TURN, 0, rough(), boards=13)
    with pytest.raises(InputError, match="different leaves"):
        other.restore(first.state())


def test_biases() -> None:
    spot = Spot.of("QsJh2h7c4d", 100, 300, oop="AA", ip="KK", bets="50%", raises="a")
    uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    facing = spot.tree.find("r:b50")[0]
    expected = {
        "as is": [1 / 3, 1 / 3, 1 / 3],
        "fold": [0.6, 0.2, 0.2],
        "call": [0.2, 0.6, 0.2],
        "raise": [0.2, 0.2, 0.6],
    }
    for name, shares in expected.items():
        biased = BiasedStrategy(uniform, 1, name, bias=3.0)
        rows = biased.probabilities(facing, spot.board)
        np.testing.assert_allclose(rows, np.repeat(np.array(shares)[:, None], 1326, axis=1))
        own = biased.probabilities(0, spot.board)
        np.testing.assert_array_equal(own, uniform.probabilities(0, spot.board))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bias": 0.0}, "bias must be more than 0, like 5, got 0"),
        ({"bias": float("nan")}, "bias must be more than 0, like 5, got nan"),
        (
            {"continuations": ["bet"]},
            "continuations must be as is, fold, call, raise, got 'bet'",
        ),
        ({"continuations": []}, r"continuations must be at least one, each once, got \("),
        ({"continuations": ["fold", "fold"]}, r"must be at least one, each once, got \("),
        ({"boards": 0}, "boards must be at least 1, got 0"),
        ({"seconds": 0}, "seconds must be more than 0, got 0"),
        ({"schedule": "predictive"}, "search does not support predictive schedules"),
    ],
)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve_depth_limited(TURN, 0, rough(), **options)


def test_trained_blueprints_are_better_with_more_boards() -> None:
    key = ExactCards.for_game(TURN.ranges, TURN.board)
    trained = [train_blueprint(TURN, boards=count, key=key, threads=1) for count in (8, 2_000)]
    measured = [evaluate_strategy(each, threads=1).chips for each in trained]
    assert measured[1] < 0.7 * measured[0]
    found = solve_depth_limited(TURN, 0, trained[1], boards=12)
    assert found.blueprint is trained[1]


def test_a_budget_that_is_spent_leaves_some_iterations() -> None:
    found = solve_depth_limited(TURN, 0, rough(), seconds=1e-6, target_pot_percent=1e-9)
    assert 0 < found.record.iterations < 1_000
    assert found.record.is_stopped_early


def test_bad_spots() -> None:
    river = Spot.of("QsJh2h7c4d", 100, 300, oop="AA", ip="KK")
    calling = CallingStrategy(river.tree, river.ranges, river.board)
    with pytest.raises(InputError, match="spot must be a flop or turn, got a river"):
        DepthLimitedSolver(river, 0, calling)
    with pytest.raises(InputError, match="must be for the spot's board, got another board"):
        DepthLimitedSolver(FLOP, 0, rough())
    other = TURN.with_rules(pot=120)
    with pytest.raises(InputError, match="the blueprint must be for the spot's tree"):
        DepthLimitedSolver(other, 0, rough())
    with pytest.raises(InputError, match=r"player must be 0 .*, got 2"):
        DepthLimitedSolver(TURN, 2, rough())
    raked = Spot.of("QsJh2h7c", 100, 300, oop="AA", ip="KK", rake=Rake(0.05))
    with pytest.raises(InputError, match="rake must be 0"):
        DepthLimitedSolver(raked, 0, CallingStrategy(raked.tree, raked.ranges, raked.board))
