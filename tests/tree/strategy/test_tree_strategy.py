"""Reach and frequencies that `TreeStrategy` derives from probabilities alone."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fifthstreet.cards import HOLE_CARDS, Range, parse_cards, parse_hole
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution, Spot, solve
from fifthstreet.tree import NO_RAKE, Kind, Rake, Sizes, TreeRules, build_tree
from fifthstreet.tree.strategy import HoleArray, NodeStrategy, TreeStrategy, UniformStrategy
from fifthstreet.tree.strategy.tree_strategy import board_cards, range_frequencies
from tests.solvers.postflop.example_spots import FLOP, TURN
from tests.thoroughness import examples
from tests.tree.draws import tree_rules
from tests.tree.strategy.wrapped import Bare, RandomStrategy

NODES = [
    (TURN, "r", ""),
    (TURN, "r:k", ""),
    (TURN, "r:k:b12", ""),
    (TURN, "r:k:k:n", "2c"),
    (TURN, "r:k:k:n:k", "2d"),
    (TURN, "r:k:b12:c:n:k", "Ks"),
    (FLOP, "r:k:k:n:k", "2c"),
    (FLOP, "r:b10:c:n:k:k:n:k", "AsAd"),
]
THREE = TreeRules.even(3, 12, blinds=(1, 2), first_street=0, sizes=Sizes.uniform("a", raises="a"))
RANGES = (Range.parse("AA,KQs:0.5,T9s"), Range.parse("QQ,AJs:0.25"), Range.parse("KK,A5s,72o:0.1"))


def cards(text: str) -> tuple[int, ...]:
    return tuple(int(card) for card in parse_cards(text))


@cache
def solved(spot: Spot) -> Solution:
    return solve(spot, target_pot_percent=0, max_iterations=30)


def node_and_board(spot: Spot, path: str, runout: str) -> tuple[int, tuple[int, ...]]:
    return spot.tree.find(path)[0], (*spot.board, *cards(runout))


def naive_reach(
    strategy: TreeStrategy, node: int, board: tuple[int, ...], player: int, hole: int
) -> float:
    """Return the weight of one hand, multiplied up action by action."""
    if set(HOLE_CARDS[hole].tolist()) & set(board):
        return 0.0
    tree = strategy.tree
    weight = float(strategy.ranges[player].weights[hole])
    for before, after in pairwise(tree.line(node)):
        if tree.kind[before] == Kind.ACTION and tree.player[before] == player:
            seen = board[: (0, 3, 4, 5)[int(tree.street[before])]]
            action = list(tree.children(before)).index(after)
            weight *= float(strategy.probabilities(before, seen)[action, hole])
    return weight


def held(strategy: TreeStrategy, player: int) -> list[int]:
    return np.flatnonzero(strategy.ranges[player].weights).tolist()


@pytest.mark.parametrize(("spot", "path", "runout"), NODES)
def test_reach_matches_a_naive_walk(spot: Spot, path: str, runout: str) -> None:
    solution = solved(spot)
    node, board = node_and_board(spot, path, runout)
    reach = Bare(solution).reach(node, board)
    assert len(reach) == 2
    for player in (0, 1):
        for hole in held(solution, player):
            expected = naive_reach(solution, node, board, player, hole)
            assert reach[player][hole] == pytest.approx(expected, rel=1e-9)
        np.testing.assert_allclose(reach[player], solution.reach(node, board)[player], rtol=1e-9)
        np.testing.assert_allclose(
            reach[player], solution.node(path_of(spot, path, runout)).reach[player]
        )


def path_of(spot: Spot, path: str, runout: str) -> str:
    return spot.tree.path(spot.tree.find(path)[0], cards(runout))


@settings(max_examples=examples(40))
@given(tree_rules(max_nodes=150), st.integers(0, 9), st.data())
def test_reach_in_any_tree(rules: TreeRules, seed: int, data: st.DataObject) -> None:
    """Any number of players, any first street."""
    tree = build_tree(rules)
    board = cards("AsTs4h7h2d")
    ranges = tuple(RANGES[player % 3] for player in range(tree.players))
    start = board[: board_cards(tree, 0)]
    strategy = RandomStrategy(tree, ranges, start, seed)
    decisions = np.flatnonzero(tree.kind == Kind.ACTION).tolist()
    assume(decisions)
    node = data.draw(st.sampled_from(decisions))
    seen = board[: board_cards(tree, node)]
    reach = strategy.reach(node, seen)
    assert len(reach) == tree.players
    for player in range(tree.players):
        assert (reach[player][strategy.ranges[player].weights == 0] == 0).all()
        for hole in held(strategy, player):
            expected = naive_reach(strategy, node, seen, player, hole)
            assert reach[player][hole] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("spot", "path", "runout"), NODES)
def test_the_base_class_matches_the_methods_of_a_solution(
    spot: Spot, path: str, runout: str
) -> None:
    solution = solved(spot)
    node, board = node_and_board(spot, path, runout)
    own, plain = solution.at(node, board), Bare(solution).at(node, board)
    assert plain.action_ev is None
    assert own.action_ev is not None
    player = int(spot.tree.player[node])
    free = ~blocked(board) & (spot.ranges[player].weights > 0)
    np.testing.assert_array_equal(plain.strategy[:, free], own.strategy[:, free])
    np.testing.assert_array_equal(np.isnan(plain.strategy), np.isnan(own.strategy))
    np.testing.assert_allclose(plain.reach, own.reach, rtol=1e-9)
    np.testing.assert_allclose(plain.frequencies, own.frequencies, rtol=1e-6)
    assert plain.frequencies.sum() == pytest.approx(1)


def blocked(board: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([bool(set(pair) & set(board)) for pair in HOLE_CARDS.tolist()])


def naive_frequencies(
    strategy: TreeStrategy, node: int, board: tuple[int, ...], at_node: NodeStrategy
) -> HoleArray:
    """Return how often each action is taken, summed over all pairs of hands."""
    player = int(strategy.tree.player[node])
    reach = strategy.reach(node, board)
    total = np.zeros(len(at_node.strategy))
    for own in np.flatnonzero(reach[player]).tolist():
        for other in np.flatnonzero(reach[1 - player]).tolist():
            if not set(HOLE_CARDS[own].tolist()) & set(HOLE_CARDS[other].tolist()):
                total += reach[player][own] * reach[1 - player][other] * at_node.strategy[:, own]
    frequencies: HoleArray = total / total.sum()
    return frequencies


@pytest.mark.parametrize(("spot", "path", "runout"), NODES[:6])
def test_frequencies_match_a_sum_over_pairs_of_hands(spot: Spot, path: str, runout: str) -> None:
    strategy = RandomStrategy(spot.tree, spot.ranges, spot.board, 3)
    node, board = node_and_board(spot, path, runout)
    at_node = strategy.at(node, board)
    np.testing.assert_allclose(
        at_node.frequencies, naive_frequencies(strategy, node, board, at_node), rtol=1e-9
    )


def test_frequencies_of_an_empty_range() -> None:
    nothing = np.zeros(1326)
    rows = np.full((2, 1326), 0.5)
    frequencies = range_frequencies(rows, (nothing, RANGES[0].weights.astype(np.float64)), 0)
    assert np.isnan(frequencies).all()


def test_impossible_hands_have_no_strategy() -> None:
    strategy = RandomStrategy(TURN.tree, TURN.ranges, TURN.board)
    at_node = strategy.at(0, TURN.board)
    has_strategy = ~np.isnan(at_node.strategy[0])
    assert (has_strategy == (TURN.ranges[0].weights > 0)).all()
    assert at_node.reach[parse_hole("AsJs")] == 0  # the ace is on the board
    assert repr(at_node).startswith("<NodeStrategy: frequencies [")


def test_defaults_of_the_base_class() -> None:
    strategy = Bare(solved(TURN))
    assert strategy.rake == NO_RAKE
    assert strategy.exploitability is None
    assert solved(TURN).exploitability is not None
    raked = Spot.of("QsJh2h7c4d", 10, 20, oop="AA", ip="KK", bets="a", rake=Rake(0.05))
    assert solve(raked, max_iterations=1).rake == Rake(0.05)


@pytest.mark.parametrize(
    ("first_street", "board", "is_for_any_board"),
    [(0, "", False), (1, "", True), (1, "QsJh2h", False), (3, "", True), (3, "QsJh2h7c4d", False)],
)
def test_any_board(first_street: int, board: str, is_for_any_board: bool) -> None:
    rules = TreeRules(
        stacks=(20, 20),
        pot=4,
        blinds=(1, 2) if first_street == 0 else (),
        first_street=first_street,
    )
    strategy = UniformStrategy(build_tree(rules), RANGES[:2], cards(board))
    assert strategy.is_for_any_board == is_for_any_board


def test_a_strategy_for_any_board_takes_the_whole_board() -> None:
    rules = TreeRules(stacks=(20, 20), pot=4, first_street=1)
    strategy = UniformStrategy(build_tree(rules), RANGES[:2])
    assert strategy.at(0, cards("QsJh2h")).reach[parse_hole("AsAh")] == 1
    assert strategy.at(0, cards("As5d2h")).reach[parse_hole("AsAh")] == 0


@pytest.mark.parametrize(
    ("node", "board", "message"),
    [
        ("r:k:k", "AsTs4h7h", "node must be a decision, got"),
        ("r:a:f", "AsTs4h7h", "node must be a decision, got"),
        (-1, "AsTs4h7h", "node must be a decision, got -1"),
        (10**6, "AsTs4h7h", "node must be a decision, got 1000000"),
        ("r", "AsTs4h", "board must be 4 different cards, got 'AsTs4h"),
        ("r", "AsTs4h7h2c", "board must be 4 different cards, got 'AsTs4h"),
        ("r:k:k:n", "AsTs4h7h", "board must be 5 different cards, got 'AsTs4h7h"),
        ("r", "AsTs4h7d", "AsTs4h7d"),
        ("r:k:k:n", "AsTs4h2c7h", "AsTs4h2c7h"),
    ],
)
def test_bad_nodes_and_boards(node: str | int, board: str, message: str) -> None:
    strategy = Bare(solved(TURN))
    index = node if isinstance(node, int) else TURN.tree.find(node)[0]
    with pytest.raises(InputError, match=message) as error:
        strategy.at(index, cards(board))
    assert "\n" not in str(error.value)


def test_a_board_with_a_repeated_card() -> None:
    node, _ = TURN.tree.find("r:k:k:n")
    with pytest.raises(InputError, match="board must be 5 different cards, got 'AsTs4h7h"):
        Bare(solved(TURN)).at(node, (*TURN.board, TURN.board[0]))
