"""Leaf values from networks: native sums against the readable ones."""

import numpy as np
import pytest

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.values import (
    Leaves,
    NetworkLeaves,
    TableNetwork,
    ValueNetwork,
    load_network,
    shipped_network,
)
from fifthstreet.solvers.values.river_tables import BoardHands
from tests.solvers.values.networks import (
    TURN,
    only,
    random_leaves,
    random_network,
    random_reach,
)


def readable_values(network: ValueNetwork, leaves: Leaves, reach: np.ndarray) -> np.ndarray:
    """Return the mean over rivers of what `TableNetwork` says, leaf by leaf."""
    assert isinstance(network.model, TableNetwork)
    rivers = [(*leaves.board, card) for card in range(52) if card not in leaves.board]
    values = np.zeros(reach.shape)
    for at, (pot, stack) in enumerate(zip(leaves.pots, leaves.stacks, strict=True)):
        hands = BoardHands.of(rivers, reach[at].astype(np.float64))
        shares = network.model.shares(np.full(len(rivers), stack / pot), hands)
        values[at] = (hands.met * shares).sum(axis=0) * pot / leaves.unseen
    return values


def check_against_readable(network: ValueNetwork, leaves: Leaves, reach: np.ndarray) -> None:
    found = [NetworkLeaves(network, threads=threads).values(leaves, reach) for threads in (1, 2)]
    assert found[0].tobytes() == found[1].tobytes()
    possible = leaves.check_reach(reach)
    expected = readable_values(network, leaves, possible)
    # Chips that a hand would win of the whole opposing range.
    scale = leaves.pots[:, None] * possible[:, ::-1].sum(axis=2)
    assert (abs(found[0] - expected).max(axis=2) <= 3e-5 * scale).all()


@pytest.mark.parametrize("count", [0, 1, 3, 8, 9, 17])
def test_native_values_are_the_readable_ones(count: int) -> None:
    leaves, reach = random_leaves(count, count), random_reach(count, count)
    check_against_readable(random_network(count, 32, (40, 30)), leaves, reach)


@pytest.mark.parametrize(
    ("knots", "hidden"), [(2, ()), (3, (1,)), (7, (5, 100, 3)), (64, (33,)), (20, (256, 256, 256))]
)
def test_networks_of_any_size(knots: int, hidden: tuple[int, ...]) -> None:
    network = random_network(knots, knots, hidden)
    check_against_readable(network, random_leaves(1, 2), random_reach(2, 2))


@pytest.mark.parametrize("board", ["AsKsQsJs", "2c2d2h2s", "8c8d8h9s", "5c6d7h8s"])
def test_boards_on_which_many_hands_tie(board: str) -> None:
    leaves = random_leaves(3, 2, tuple(parse_cards(board)))
    check_against_readable(random_network(4, 16, (20,)), leaves, random_reach(5, 2))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (only("AsKs"), only("AsKs")),  # no pair of hands can be dealt
        (only("AsKs"), only("AsKs", "AhKh")),
        (only("AsKs", "7h7d"), only("QcQd")),
        (only("QsJh"), only("AcAd")),  # blocked by the board
        (only(), only("AcAd")),
        (only("AsAc"), only(*(f"A{suit}{rank}d" for suit in "hd" for rank in "3456"))),
        (1e30 * only("AsKs", "3c3d"), 1e-30 * only("AhKh", "4c4d")),
    ],
)
def test_ranges_of_few_hands(first: np.ndarray, second: np.ndarray) -> None:
    reach = np.stack([np.stack([first, second]), np.stack([second, first])])
    check_against_readable(random_network(6, 32, (20,)), random_leaves(7, 2), reach)


def test_values_of_a_leaf_do_not_depend_on_the_others() -> None:
    network = NetworkLeaves(random_network(8, 16, (50,)))
    leaves, reach = random_leaves(9, 19), random_reach(10, 19)
    together = network.values(leaves, reach)
    for at in (0, 7, 18):
        alone = Leaves(TURN, leaves.pots[at : at + 1], leaves.stacks[at : at + 1])
        assert network.values(alone, reach[at : at + 1]).tobytes() == together[at].tobytes()


@pytest.mark.parametrize("count", [1, 7, 17])
def test_values_of_one_player_are_those_of_both(count: int) -> None:
    network = NetworkLeaves(random_network(18, 32, (40,)))
    leaves, reach = random_leaves(19, count), random_reach(20, count)
    both = network.values(leaves, reach)
    for player in (0, 1):
        found = network.values(leaves, reach, player=player)
        assert found[:, player].tobytes() == both[:, player].tobytes()
        assert not found[:, 1 - player].any()


@pytest.mark.parametrize(("board", "cards"), [("QsJh2h", 3), ("", 0)])
def test_boards_of_other_streets_are_refused(board: str, cards: int) -> None:
    leaves = Leaves(tuple(parse_cards(board)), np.ones(1), np.ones(1))
    network = NetworkLeaves(random_network(0))
    with pytest.raises(
        InputError, match=f"the network is for the turn, got a board of {cards} cards"
    ):
        network.values(leaves, np.ones((1, 2, 1326), np.float32))


def test_the_package_has_a_network_or_says_that_it_has_none() -> None:
    try:
        network = shipped_network("turn")
    except InputError as error:
        assert str(error) == "this build of the package has no network for the turn"  # noqa: PT017
    else:
        assert network.street == "turn"
        assert load_network("turn").model.sizes == network.model.sizes
    with pytest.raises(InputError, match="street must be preflop or flop or turn, got 'river'"):
        shipped_network("river")
