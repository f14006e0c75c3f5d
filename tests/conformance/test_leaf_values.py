"""One contract for all leaf values: what every `LeafValues` obeys, wherever it comes from."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest

from fifthstreet.cards import HOLE_MASKS, cards_text, hole_permutation
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.solvers.search import BiasedStrategy, BlueprintLeaves
from fifthstreet.solvers.search.street_game import StreetGame
from fifthstreet.solvers.values import (
    CardLeafValues,
    ExactLeaves,
    FlopNetworkLeaves,
    FunctionLeaves,
    LaterBetting,
    LeafValues,
    Leaves,
    NetworkLeaves,
)
from fifthstreet.tree.strategy import UniformStrategy
from tests.solvers.values.networks import (
    TURN,
    coordinate_network,
    preflop_leaves,
    random_leaves,
    random_network,
    random_reach,
)

FLOP = TURN[:3]
SUITS = (2, 0, 3, 1)


@dataclass(frozen=True)
class Source:
    """Leaf values for a board, and leaves that they are for."""

    board: tuple[int, ...]
    make: Callable[[tuple[int, ...]], LeafValues]
    leaves: Callable[[tuple[int, ...]], Leaves]
    # Of the largest value, after a permutation of suits. The strategy of a solve follows from sums
    # that rounding changes.
    suits_within: float = 2e-5


def some_leaves(board: tuple[int, ...]) -> Leaves:
    return random_leaves(1, 2, board)


def by_strength(board: tuple[int, ...], pot: float, stack: float, ranges: np.ndarray) -> np.ndarray:
    """Higher ranks take more of the pot, the more the deeper the stacks are."""
    ranks = np.zeros(1326)
    for card in range(52):
        ranks += np.where(HOLE_MASKS & np.uint64(1 << card) > 0, card // 4, 0)
    depth = stack / (pot + stack)
    shares: np.ndarray = 0.5 + (ranks / 24 - 0.5) * depth * np.array([[0.5], [0.4]])
    return shares


@cache
def spot_of(board: tuple[int, ...], hands: str) -> Spot:
    ranges = {"all": ("random", "random"), "few": ("AA,KQs,T9s,88", "QQ,AJs,88,KTs:0.5")}[hands]
    return Spot.of(
        cards_text(board), 100, 300, oop=ranges[0], ip=ranges[1], bets="50%", max_raises=1
    )


def leaves_of_spot(hands: str) -> Callable[[tuple[int, ...]], Leaves]:
    return lambda board: StreetGame(spot_of(board, hands), 1).leaves


@cache
def uniform_blueprint(board: tuple[int, ...]) -> BlueprintLeaves:
    spot = spot_of(board, "all")
    uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    raising = BiasedStrategy(uniform, 1, "raise")
    return BlueprintLeaves.of_continuations(spot, 0, [raising], boards=48, threads=1)[0]


@cache
def solved_blueprint(board: tuple[int, ...]) -> BlueprintLeaves:
    spot = spot_of(board, "few")
    blueprint = solve(spot, max_iterations=8, target_pot_percent=0, backend="native", threads=1)
    return BlueprintLeaves.of(spot, blueprint, boards=48, threads=1)


SOURCES = {
    "function": Source(TURN, lambda _: FunctionLeaves(by_strength), some_leaves),
    "network for the turn": Source(
        TURN, lambda _: NetworkLeaves(random_network(13, 32, (30,)), threads=1), some_leaves
    ),
    "network for the flop": Source(
        FLOP, lambda _: FlopNetworkLeaves(coordinate_network(7), threads=1), some_leaves
    ),
    "network for preflop": Source((), lambda _: preflop_leaves(3), some_leaves),
    "exact": Source(
        TURN,
        lambda _: ExactLeaves(
            LaterBetting(bets="100%", raises="", max_raises=1), iterations=2, threads=1
        ),
        lambda board: Leaves(board, np.array([10.0]), np.array([15.0])),
    ),
    "blueprint": Source(TURN, uniform_blueprint, leaves_of_spot("all")),
    "solved blueprint": Source(TURN, solved_blueprint, leaves_of_spot("few"), 5e-3),
}


@cache
def found(name: str) -> tuple[LeafValues, Leaves, np.ndarray, np.ndarray]:
    """Values at some leaves: the source, the leaves, the reach and the result."""
    source = SOURCES[name]
    values, leaves = source.make(source.board), source.leaves(source.board)
    reach = leaves.check_reach(random_reach(12, len(leaves)))
    return values, leaves, reach, values.values(leaves, reach)


def close(found: np.ndarray, expected: np.ndarray, within: float = 2e-5) -> None:
    scale = abs(expected).max(axis=(1, 2), keepdims=True)
    np.testing.assert_allclose(found / scale, expected / scale, atol=within)


@pytest.mark.parametrize("name", SOURCES)
def test_impossible_hands_have_no_value(name: str) -> None:
    _, leaves, _, won = found(name)
    assert won.shape == (len(leaves), 2, 1326)
    assert won.dtype == np.float32
    assert np.isfinite(won).all()
    assert not won[:, :, ~leaves.possible()].any()
    assert won.any(axis=2).all()


@pytest.mark.parametrize("name", SOURCES)
def test_values_weighted_with_reach_sum_to_zero(name: str) -> None:
    _, _, reach, won = found(name)
    chips = won.astype(np.float64) * reach
    assert (abs(chips.sum(axis=(1, 2))) < 2e-5 * abs(chips).sum(axis=(1, 2))).all()


@pytest.mark.parametrize("name", SOURCES)
def test_suits_do_not_matter(name: str) -> None:
    source, (_, _, reach, won) = SOURCES[name], found(name)
    board = tuple(card // 4 * 4 + SUITS[card % 4] for card in source.board)
    moved = np.empty_like(reach)
    moved[..., hole_permutation(SUITS)] = reach
    permuted = source.make(board).values(source.leaves(board), moved)
    close(permuted[..., hole_permutation(SUITS)], won, source.suits_within)


@pytest.mark.parametrize("name", SOURCES)
def test_chips_only_matter_relative_to_each_other(name: str) -> None:
    values, leaves, reach, won = found(name)
    larger = replace(leaves, pots=8 * leaves.pots, stacks=8 * leaves.stacks)
    close(values.values(larger, reach), 8 * won)


@pytest.mark.parametrize("name", SOURCES)
def test_reach_scales_the_values_of_the_other_player(name: str) -> None:
    values, leaves, reach, won = found(name)
    less = reach * np.array([[0.25], [1]], np.float32)
    close(values.values(leaves, less), won * np.array([[1], [0.25]], np.float32))


@pytest.mark.parametrize("name", SOURCES)
def test_the_order_of_the_board_does_not_matter(name: str) -> None:
    values, leaves, reach, won = found(name)
    close(values.values(replace(leaves, board=leaves.board[::-1]), reach), won)


@pytest.mark.parametrize("name", SOURCES)
def test_one_player_has_the_values_of_both(name: str) -> None:
    values, leaves, reach, won = found(name)
    for player in (0, 1):
        alone = values.values(leaves, reach, player=player)
        close(alone[:, [player]], won[:, [player]])


@pytest.mark.parametrize("name", SOURCES)
def test_leaves_do_not_depend_on_each_other(name: str) -> None:
    values, leaves, reach, won = found(name)
    last = len(leaves) - 1
    close(values.values(leaves.only(last), reach[last:]), won[last:])


@pytest.mark.parametrize("name", [name for name in SOURCES if "network for the" in name])
def test_values_after_all_cards_add_up(name: str) -> None:
    values, leaves, reach, won = found(name)
    assert isinstance(values, CardLeafValues)
    cards = [card for card in range(52) if card not in leaves.board]
    total = np.zeros(won.shape)
    for card in cards:
        after = values.values_after(leaves, reach, card)
        assert not after[:, :, HOLE_MASKS & np.uint64(1 << card) > 0].any()
        total += after
    close(total, won)
