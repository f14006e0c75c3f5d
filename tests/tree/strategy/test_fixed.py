"""Fixed strategies: uniform, calling, and another strategy with locks."""

from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.cards import Range, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import evaluate_strategy, solve
from fifthstreet.tree import NO_RAKE, Kind, Rake, TreeRules, build_tree
from fifthstreet.tree.strategy import (
    CallingStrategy,
    HoleArray,
    Lock,
    LockedStrategy,
    TreeStrategy,
    UniformStrategy,
)
from tests.solvers.postflop.example_spots import TURN
from tests.tree.strategy.wrapped import RandomStrategy

LOCKS = (
    Lock("r", {"k": 0.25, "a": 0.75}),
    Lock("r", {"b12": 1.0}, Range.parse("AJs")),
    Lock("r:k:k:n", {"k": 1.0}, Range.parse("88,AJs")),
    Lock("r:k:k:n2c", {"a": 1.0}),
    Lock("r:k:k:n:k", {"k": 0.5, "b12": 0.5}),
)


def cards(text: str) -> tuple[int, ...]:
    return tuple(int(card) for card in parse_cards(text))


def test_uniform() -> None:
    strategy = UniformStrategy(TURN.tree, TURN.ranges, TURN.board)
    for node in np.flatnonzero(TURN.tree.kind == Kind.ACTION).tolist():
        rows = strategy.probabilities(node, TURN.board)
        actions = len(TURN.tree.actions(node))
        assert rows.shape == (actions, 1326)
        assert (rows == 1 / actions).all()
    assert (strategy.kind, strategy.rake) == ("uniform", NO_RAKE)
    assert (strategy.tree, strategy.ranges, strategy.board) == (TURN.tree, TURN.ranges, TURN.board)


def test_calling() -> None:
    strategy = CallingStrategy(TURN.tree, TURN.ranges, TURN.board, rake=Rake(0.05))
    assert (strategy.kind, strategy.rake) == ("calling", Rake(0.05))
    for node in np.flatnonzero(TURN.tree.kind == Kind.ACTION).tolist():
        rows = strategy.probabilities(node, TURN.board)
        for action, row in zip(TURN.tree.actions(node), rows, strict=True):
            assert (row == float(action in "kc")).all()


def test_calling_strategies_check_down() -> None:
    """With no bets, the players win their equity in the pot."""
    result = evaluate_strategy(CallingStrategy(TURN.tree, TURN.ranges, TURN.board))
    assert result.values is not None
    assert sum(result.values) == pytest.approx(0, abs=1e-3)
    equity = solve(TURN, max_iterations=0).equity
    assert result.values[0] == pytest.approx((equity[0] - 0.5) * TURN.pot, abs=1e-3)


def test_more_than_two_players() -> None:
    tree = build_tree(TreeRules.even(4, 20, blinds=(1, 2), first_street=0, last_street=0))
    ranges = [Range.parse("22+,A2s+")] * 4
    for strategy_type in (UniformStrategy, CallingStrategy):
        strategy = strategy_type(tree, ranges)
        assert strategy.at(0, ()).frequencies.sum() == pytest.approx(1)
        assert len(strategy.reach(0, ())) == 4


@pytest.mark.parametrize("count", [1, 3])
def test_wrong_number_of_ranges(count: int) -> None:
    with pytest.raises(InputError, match=f"ranges must be 2, one per player, got {count}"):
        UniformStrategy(TURN.tree, [TURN.ranges[0]] * count)


# Locks.


@pytest.fixture(scope="module")
def base() -> TreeStrategy:
    return solve(TURN, target_pot_percent=0, max_iterations=20)


@pytest.fixture(scope="module")
def locked(base: TreeStrategy) -> LockedStrategy:
    return LockedStrategy(base, LOCKS)


def is_locked(path: str, card: str) -> HoleArray:
    """Return 1 for each hand that one of `LOCKS` locks at the node, else 0."""
    hands = np.zeros(1326)
    for lock in LOCKS:
        if lock.path in (path, path.replace(":n", f":n{card}")):
            hands = np.maximum(hands, 1.0 if lock.hands is None else lock.hands.weights > 0)
    return hands


@pytest.mark.parametrize("path", ["r", "r:k", "r:b12", "r:k:k:n", "r:k:k:n:k", "r:b12:c:n"])
@pytest.mark.parametrize("card", ["2c", "2d", "Ks", "Td"])
def test_locks_match_a_solution_with_the_same_locks(
    path: str, card: str, base: TreeStrategy, locked: LockedStrategy
) -> None:
    solved = solve(replace(TURN, locks=LOCKS), target_pot_percent=0, max_iterations=20)
    node, _ = TURN.tree.find(path)
    board = (*TURN.board, *cards(card)) if ":n" in path else TURN.board
    rows = locked.probabilities(node, board)
    player = int(TURN.tree.player[node])
    held = TURN.live_ranges[player].weights > 0
    held &= ~np.isnan(solved.probabilities(node, board)[0])
    with_locks = held & (is_locked(path, card) > 0)
    np.testing.assert_array_equal(
        rows[:, with_locks], solved.probabilities(node, board)[:, with_locks]
    )
    without_locks = held & (is_locked(path, card) == 0)
    np.testing.assert_array_equal(
        rows[:, without_locks], base.probabilities(node, board)[:, without_locks]
    )


def test_the_example_locks_some_hands_but_not_all(locked: LockedStrategy) -> None:
    for path, card, expected in (("r", "", 1.0), ("r:k:k:n", "2d", None), ("r:k", "", 0.0)):
        held = TURN.live_ranges[0 if path != "r:k" else 1].weights > 0
        share = float(is_locked(path, card)[held].mean())
        assert share == expected if expected is not None else 0 < share < 1
    assert len(locked.locks) == len(LOCKS)


def test_a_lock_changes_the_reach_below_it(base: TreeStrategy) -> None:
    """If the first player always checks, all of their hands reach the node after the check."""
    checked = LockedStrategy(base, [Lock("r", {"k": 1.0})])
    node, _ = TURN.tree.find("r:k")
    np.testing.assert_array_equal(
        checked.reach(node, TURN.board)[0], TURN.live_ranges[0].weights.astype(np.float64)
    )
    assert checked.reach(TURN.tree.find("r:b12")[0], TURN.board)[0].sum() == 0


def test_values_match_a_solution_with_the_same_locks() -> None:
    """Values depend only on the probabilities, not on the class they come from."""
    solved = solve(replace(TURN, locks=LOCKS), target_pot_percent=0, max_iterations=20)
    relocked = LockedStrategy(solved, LOCKS)
    first, second = evaluate_strategy(relocked), evaluate_strategy(solved)
    assert first.values == pytest.approx(second.values, abs=1e-4)
    assert first.values is not None
    assert np.add(first.values, TURN.pot / 2) == pytest.approx(solved.ev, abs=1e-3)


def test_the_last_lock_wins() -> None:
    base = RandomStrategy(TURN.tree, TURN.ranges, TURN.board)
    both = LockedStrategy(base, [Lock("r", {"k": 1.0}), Lock("r", {"a": 1.0})])
    row = TURN.tree.actions(0).index("a")
    assert (both.probabilities(0, TURN.board)[row] == 1).all()


def test_properties_of_a_locked_strategy(locked: LockedStrategy, base: TreeStrategy) -> None:
    assert (locked.kind, locked.base) == ("locked", base)
    assert (locked.tree, locked.ranges, locked.board) == (base.tree, base.ranges, base.board)
    assert locked.rake == base.rake
    assert locked.exploitability is None  # the base's belongs to a different strategy
    assert repr(locked).startswith("<LockedStrategy: 5 locks over <Solution on AsTs4h7h")


@pytest.mark.parametrize(
    ("lock", "message"),
    [
        (Lock("r:b77", {"f": 1.0}), "the step after 'r' must be one of k, b12, a, got 'b77'"),
        (Lock("r:k:k", {"k": 1.0}), "lock path must lead to a decision, got 'r:k:k'"),
        (Lock("r", {"b77": 1.0}), "lock 'r': actions must be k, b12, a, got 'b77'"),
        (Lock("r:k:k:nAs", {"k": 1.0}), "lock 'r:k:k:nAs': As is on the board"),
    ],
)
def test_locks_that_do_not_fit_the_tree(lock: Lock, message: str, base: TreeStrategy) -> None:
    with pytest.raises(InputError, match=message):
        LockedStrategy(base, [lock])
