"""Leaf values of flops: features, coordinates and native sums against readable ones."""

from itertools import combinations

import numpy as np
import pytest

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_MASKS, compatible_weights, parse_cards
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    FlopNetworkLeaves,
    Layer,
    Leaves,
    PartialLeafValues,
    ValueNetwork,
    load_network,
    network_leaf_values,
    shipped_network,
)
from fifthstreet.solvers.values.coordinates import HAND_FEATURES, BoardFeatures
from fifthstreet.solvers.values.leaf_values import next_cards
from fifthstreet.solvers.values.river_tables import BoardHands
from tests.solvers.values.networks import coordinate_network, only, random_leaves, random_reach

FLOP = tuple(parse_cards("QsJh2h"))


def readable_features(board: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of all hands, one river after the other, and of the board."""
    knots = HAND_FEATURES - 10
    every = np.ones((2, 1326))
    left = [card for card in range(52) if card not in board]
    rivers = [(*board, *dealt) for dealt in combinations(left, 5 - len(board))]
    compared = BoardHands.of(rivers, every)
    features = np.zeros((1326, HAND_FEATURES))
    suits = [sum(card % 4 == suit for card in board) for suit in range(4)]
    ranks = [sum(card // 4 == rank for card in board) for rank in range(13)]
    cards = [(low, high) for high in range(52) for low in range(high)]
    for hand, (low, high) in enumerate(cards):
        if {low, high} & set(board):
            continue
        lives = [at for at, river in enumerate(rivers) if not {low, high} & set(river)]
        equity = compared.equity[lives, 0, hand]
        places = compared.places(knots)[lives, 0, hand]
        for place in places:
            below = min(int(place), knots - 2)
            features[hand, below] += 4 * (1 - (place - below)) / len(lives)
            features[hand, below + 1] += 4 * (place - below) / len(lives)
        features[hand, knots : knots + 2] = equity.mean(), 2 * equity.std()
        first, second = suits[high % 4], suits[low % 4]
        if low // 4 == high // 4:
            first, second = max(first, second), min(first, second)
        features[hand, knots + 2 :] = (
            *(high // 4 / 12, low // 4 / 12, first / 2, second / 2),
            *(ranks[high // 4], ranks[low // 4], low // 4 == high // 4, low % 4 == high % 4),
        )
    possible = features.any(axis=1)
    pooled = features[possible, : knots + 2].mean(axis=0)
    kinds = [max(suits) == count for count in (2, 3, 4)]
    others = [suits.count(2) == 2, sum(count > 0 for count in ranks) / 4]
    return features, np.array(
        [*pooled, *kinds, *others, *[*sorted(c // 4 / 12 for c in board), 0][:4]]
    )


@pytest.mark.parametrize("board", ["QsJh2h7c", "AsKsQsJs", "2c2d2h2s", "8c8d9h9s", "Td6c5d4c"])
def test_features_are_the_readable_ones(board: str) -> None:
    cards = tuple(parse_cards(board))
    found = BoardFeatures.of([cards])
    hands, boards = readable_features(cards)
    assert abs(found.hands[0] - hands).max() < 2e-5
    assert abs(found.boards[0] - boards).max() < 2e-5
    assert (found.possible[0] == hands.any(axis=1)).all()


def test_features_of_flops_are_means_over_turns() -> None:
    """A hand has as many rivers after each turn that it leaves."""
    cards, knots = tuple(parse_cards("9s8s3d")), HAND_FEATURES - 10
    flop = BoardFeatures.of([cards])
    turns = BoardFeatures.of([(*cards, turn) for turn in range(52) if turn not in cards])
    live = turns.possible.sum(axis=0)
    assert (live[flop.possible[0]] == 47).all()
    means = turns.hands.sum(axis=0) / 47
    np.testing.assert_allclose(flop.hands[0, :, : knots + 1], means[:, : knots + 1], atol=1e-4)
    spread = np.square(turns.hands[:, :, knots + 1] / 2) + np.square(turns.hands[:, :, knots])
    variance = spread.sum(axis=0) / 47 - np.square(means[:, knots])
    found = np.square(flop.hands[0, :, knots + 1] / 2)
    np.testing.assert_allclose(found, variance, atol=1e-4)
    pooled = flop.hands[0, flop.possible[0], : knots + 2].mean(axis=0)
    of_cards = [0, 0, 0, 0, 3 / 4, 1 / 12, 6 / 12, 7 / 12, 0]
    of_cards[0] = 1  # two cards of a suit
    np.testing.assert_allclose(flop.boards[0], [*pooled, *of_cards], atol=1e-5)


def test_the_first_feature_of_strength_is_right() -> None:
    """A set of queens beats almost everything; its mean equity is near 1."""
    features = BoardFeatures.of([tuple(parse_cards("QsJh2h7c"))]).hands[0]
    equity = features[:, HAND_FEATURES - 10]
    assert equity[only("QdQc") > 0][0] > 0.85
    assert equity[only("4d3c") > 0][0] < -0.6
    river = np.array([sum(1 << card for card in parse_cards("QsJh2h7c8d"))], np.uint64)
    strengths = strengths_on_boards(HOLE_MASKS, river, np.float32)[0]
    live = features.any(axis=1) & (strengths > 0)
    assert np.corrcoef(equity[live], np.argsort(np.argsort(strengths[live])))[0, 1] > 0.8


def readable_values(network: ValueNetwork, leaves: Leaves, reach: np.ndarray) -> np.ndarray:
    """Return the mean over turns of equity and what the network says, leaf by leaf."""
    model = network.model
    assert isinstance(model, CoordinateNetwork)
    turns = [(*leaves.board, card) for card in range(52) if card not in leaves.board]
    features = BoardFeatures.of(turns)
    coordinates = model.coordinates(features)
    values = np.zeros(reach.shape)
    for turn, board in enumerate(turns):
        possible = features.possible[turn]
        rivers = [(*board, card) for card in range(52) if card not in board]
        for at, (pot, stack) in enumerate(zip(leaves.pots, leaves.stacks, strict=True)):
            live = reach[at : at + 1].astype(np.float64) * possible
            beside = model.shares(stack / pot, features.boards[turn], coordinates[turn], live)
            met = compatible_weights(live[:, ::-1]) * possible
            compared = BoardHands.of(rivers, live[0])
            equity = (compared.met * compared.equity).sum(axis=0) / 44
            values[at] += (met * beside)[0] * pot + equity * pot / 2
    return values / leaves.unseen


@pytest.mark.parametrize(("count", "width"), [(0, 1), (1, 5), (3, 32), (9, 7)])
def test_native_values_are_the_readable_ones(count: int, width: int) -> None:
    network = coordinate_network(count, width, (6, 40) if count > 1 else ())
    leaves, reach = random_leaves(count, count, FLOP), random_reach(count, count)
    possible = leaves.check_reach(reach)
    found = [FlopNetworkLeaves(network, threads=n).values(leaves, reach) for n in (1, 2)]
    assert found[0].tobytes() == found[1].tobytes()
    scale = leaves.pots[:, None] * possible[:, ::-1].sum(axis=2)
    expected = readable_values(network, leaves, possible)
    assert (abs(found[0] - expected).max(axis=2) <= 3e-5 * scale).all()


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_the_mean_over_parts_is_the_value(street: str) -> None:
    values = network_leaf_values(shipped_network(street), threads=1)
    assert isinstance(values, PartialLeafValues)
    board = FLOP if street == "flop" else (*FLOP, 0)
    leaves, reach = random_leaves(4, 3, board), random_reach(4, 3)
    whole = values.values(leaves, reach)
    for player in (None, 0, 1):
        parts = [
            values.values_of_part(leaves, reach, part, player=player)
            for part in range(values.parts)
        ]
        mean = np.mean(parts, axis=0)
        seats = [0, 1] if player is None else [player]
        assert abs(mean - whole)[:, seats].max() <= 1e-5 * abs(whole).max()
        assert player is None or not mean[:, 1 - player].any()
    cards = [next_cards(board, part, values.parts) for part in range(values.parts)]
    assert len({len(part) for part in cards}) == 1
    assert sorted(card for part in cards for card in part) == sorted(set(range(52)) - set(board))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (only("AsKs"), only("AsKs")),  # no pair of hands can be dealt
        (only("AsKs"), only("AsKs", "AhKh")),
        (only("QsJh"), only("AcAd")),  # blocked by the board
        (only(), only("AcAd")),
        (1e30 * only("AsKs", "3c3d"), 1e-30 * only("AhKh", "4c4d")),
    ],
)
def test_narrow_and_extreme_ranges(first: np.ndarray, second: np.ndarray) -> None:
    reach = np.array([[first, second]], np.float32)
    leaves = Leaves(FLOP, np.array([10.0]), np.array([30.0]))
    values = FlopNetworkLeaves(shipped_network("flop"), threads=1).values(leaves, reach)
    assert np.isfinite(values).all()
    possible = leaves.check_reach(reach)
    won = (values.astype(np.float64) * possible).sum(axis=2)[0]
    assert abs(won.sum()) <= 1e-5 * (abs(values).astype(np.float64) * possible).sum() + 1e-30
    nothing = compatible_weights(possible[:, ::-1]) == 0
    assert not values[nothing & (possible[:, ::-1].sum(axis=2) == 0)[:, :, None]].any()


def test_a_network_needs_a_flop() -> None:
    leaves = FlopNetworkLeaves(coordinate_network(1), threads=1)
    turn = random_leaves(1, 1)
    with pytest.raises(InputError, match="the network is for the flop, got a board of 4 cards"):
        leaves.values(turn, random_reach(1, 1))
    with pytest.raises(InputError, match="the network must be for the flop, got one for the turn"):
        FlopNetworkLeaves(shipped_network("turn"))


def test_files_of_networks(tmp_path: object) -> None:
    path = f"{tmp_path}/my.values"
    network = coordinate_network(4, 6, (8, 7))
    network.save(path)
    loaded = load_network(path)
    assert isinstance(loaded.model, CoordinateNetwork)
    assert loaded.model.sizes == network.model.sizes
    assert loaded.model.width == 6
    for mine, other in zip(loaded.model.layers, network.model.layers, strict=True):
        assert (mine.weights == other.weights).all()
        assert (mine.bias == other.bias).all()


def test_layers_that_do_not_fit() -> None:
    layers = coordinate_network(1).model.layers
    with pytest.raises(InputError, match="layers must be for hands, then for ranges"):
        CoordinateNetwork(layers[:2])
    with pytest.raises(InputError, match="ends of layers must be"):
        CoordinateNetwork((*layers[:-1], Layer(layers[-1].weights[:-1], layers[-1].bias)))


def test_native_arguments_are_checked() -> None:
    model = FlopNetworkLeaves(coordinate_network(1), threads=1)._native
    flop = sum(1 << card for card in FLOP)
    with pytest.raises(ValueError, match="a turn card must be"):
        model.coordinates(high_evaluator(), flop, [FLOP[0]], 1)
    with pytest.raises(ValueError, match="three cards"):
        model.coordinates(high_evaluator(), 1, [5], 1)
    rows = np.zeros((1, 1326, HAND_FEATURES), np.float32)
    with pytest.raises(ValueError, match="three or four cards"):
        _native.board_features(
            high_evaluator(), np.array([3], np.uint64), 1, rows, np.zeros((1, 23), np.float32)
        )
