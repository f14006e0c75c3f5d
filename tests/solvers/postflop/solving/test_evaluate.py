"""Exact values and exploitability of any strategy on a spot's tree."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import Range, hole_index
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot, evaluate_strategy, solve, strategy_spot
from fifthstreet.tree import Menu, Rake, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import CallingStrategy, Lock, LockedStrategy, UniformStrategy
from tests.oracles.naive_hands import Cards
from tests.oracles.sequence_form import hands_of
from tests.solvers.postflop.draws import RIVER, Bounds, spots
from tests.solvers.postflop.example_spots import TURN
from tests.solvers.postflop.naive_play import Play, Strategy
from tests.thoroughness import examples, slow
from tests.tree.strategy.wrapped import RandomStrategy

SMALL_TURN = Bounds(4, 2, {2: ("", "a"), 3: ("", "a")}, ("",))
# Three suits can be swapped; there is betting on the flop and on the river.
SMALL_FLOP = Spot.of(
    "Js7s2s",
    10,
    30,
    oop="KK,T9s:0.5",
    ip="QQ:0.75,A8s",
    sizes=Sizes.by_street({1: Menu.of("a"), 3: Menu.of("100%")}),
)


def hand_by_hand(strategy: RandomStrategy) -> Strategy:
    """A strategy in the form that `Play` takes."""

    def play(node: int, dealt: Cards, hand: Cards) -> list[float]:
        rows = strategy.probabilities(node, (*strategy.board, *dealt))
        column: list[float] = rows[:, hole_index(*hand)].tolist()
        return column

    return play


def check(spot: Spot, seed: int) -> None:
    """Compare with hands played out one by one; random play tells all suits apart."""
    strategy = RandomStrategy(spot.tree, spot.ranges, spot.board, seed, spot.rake)
    result = evaluate_strategy(strategy)
    naive = Play(spot, hand_by_hand(strategy))
    tolerance = 1e-4 * (spot.pot / 2 + spot.stack)
    assert result.values is not None
    assert result.values == pytest.approx(naive.expected().chips, abs=tolerance)
    pairs = 0.0
    for one, a in hands_of(spot, 0).items():
        pairs += sum(a * b for two, b in hands_of(spot, 1).items() if not set(one) & set(two))
    for player in (0, 1):
        hands = hands_of(spot, player)
        best = sum(weight * naive.best_response(player, hand) for hand, weight in hands.items())
        assert result.best_responses[player] == pytest.approx(best / pairs, abs=tolerance)
    assert result.pot == spot.pot
    assert not result.is_lower_bound
    assert result.error == 0


@settings(max_examples=examples(25))
@given(spots(RIVER, most_locks=0), st.integers(0, 9))
def test_rivers(spot: Spot, seed: int) -> None:
    check(spot, seed)


@settings(max_examples=examples(4))
@given(spots(SMALL_TURN, most_locks=0), st.integers(0, 9))
def test_turns(spot: Spot, seed: int) -> None:
    check(spot, seed)


def test_a_turn_with_interchangeable_suits() -> None:
    """Ranges and board do not tell them apart, but the strategy does."""
    spot = Spot.of("AsTs4h7h", 20, 60, oop="AJs", ip="TT", bets="a", raises="")
    check(spot, 5)


@pytest.mark.parametrize("spot", [TURN, *slow(SMALL_FLOP), replace(TURN, rake=Rake(0.05, 2.0))])
def test_a_solution_has_the_values_that_it_reports(spot: Spot) -> None:
    solution = solve(spot, target_pot_percent=0, max_iterations=15)
    for isomorphism in (False, True):
        result = evaluate_strategy(solution, isomorphism=isomorphism)
        assert result.chips == pytest.approx(solution.exploitability.chips, abs=1e-3)
        assert result.best_responses == pytest.approx(
            solution.exploitability.best_responses, abs=1e-3
        )
        assert result.values is not None
        assert np.add(result.values, spot.pot / 2) == pytest.approx(solution.ev, abs=1e-3)


def test_a_lock_on_one_card_counts() -> None:
    """Merged runouts would miss it."""
    locks = (Lock("r:k:k:n2c", {"a": 1.0}), Lock("r", {"k": 1.0}, Range.parse("KcQc")))
    solution = solve(replace(TURN, locks=locks), target_pot_percent=0, max_iterations=15)
    result = evaluate_strategy(solution)
    assert result.values is not None
    assert np.add(result.values, TURN.pot / 2) == pytest.approx(solution.ev, abs=1e-3)
    locked = LockedStrategy(UniformStrategy(TURN.tree, TURN.ranges, TURN.board), locks)
    exact, merged = (evaluate_strategy(locked, isomorphism=merge).values for merge in (False, True))
    assert exact != pytest.approx(merged, abs=1e-3)


@pytest.mark.parametrize("make", [UniformStrategy, CallingStrategy])
def test_threads_and_merged_runouts_change_nothing(
    make: type[UniformStrategy] | type[CallingStrategy],
) -> None:
    strategy = make(SMALL_FLOP.tree, SMALL_FLOP.ranges, SMALL_FLOP.board)
    first = evaluate_strategy(strategy)
    assert evaluate_strategy(strategy, threads=2) == first
    merged = evaluate_strategy(strategy, isomorphism=True)
    assert merged.best_responses == pytest.approx(first.best_responses, abs=1e-4)
    assert merged.values == pytest.approx(first.values, abs=1e-4)


def test_the_spot_of_a_strategy() -> None:
    spot = strategy_spot(UniformStrategy(TURN.tree, TURN.ranges, TURN.board, rake=Rake(0.05)))
    assert (spot.board, spot.ranges, spot.rules) == (TURN.board, TURN.ranges, TURN.rules)
    assert spot.rake == Rake(0.05)
    assert spot.tree is TURN.tree


def test_three_players_or_no_board_are_refused() -> None:
    three = build_tree(TreeRules(stacks=(20,) * 3, pot=6, first_street=3))
    ranges = [Range.parse("AA,KK")] * 3
    with pytest.raises(InputError, match="two players and a board"):
        evaluate_strategy(UniformStrategy(three, ranges, TURN.board))
    with pytest.raises(InputError, match="two players and a board"):
        evaluate_strategy(UniformStrategy(TURN.tree, TURN.ranges))
