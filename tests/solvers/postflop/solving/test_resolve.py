"""Re-solving after a lock from a solution or a checkpoint, and comparisons of the two."""

from functools import cache

import pytest

from fifthstreet.cards import Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    Solver,
    Spot,
    compare_actions,
    compare_nodes,
    resolve,
    solve,
    with_lock,
)
from fifthstreet.tree.strategy import Lock

TURN = Spot.of("AsTs4h7h", 20, 40, oop="AA,AJs,KQs,T9s,87s:0.5", ip="TT,ATs,KJs,98s", bets="60%")


@cache
def solver() -> Solver:
    made = Solver(TURN)
    made.run(target_pot_percent=0.2)
    return made


LOCKS = [
    Lock("r:k", {"k": 1.0}),
    Lock("r:k:b12", {"f": 1.0}, Range("AhXh")),  # distinguishes suits
    Lock("r:k:k:n:k", {"k": 0.5, "b12": 0.5}),
]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.path)
@pytest.mark.parametrize("with_regrets", [False, True])
def test_the_result_is_that_of_a_new_solve(lock: Lock, with_regrets: bool) -> None:
    spot = with_lock(TURN, lock)
    start = solver() if with_regrets else solver().solution()
    again = resolve(start, spot, target_pot_percent=0.1)
    assert again.spot == spot
    assert again.exploitability.pot_percent <= 0.1
    assert not again.record.is_stopped_early
    fresh = solve(spot, target_pot_percent=0.1)
    assert again.ev == pytest.approx(fresh.ev, abs=0.004 * TURN.pot)


def test_regrets_make_a_small_change_cheap() -> None:
    spot = with_lock(TURN, Lock("r:k:b12", {"f": 1.0}, Range("AhXh")))
    again = resolve(solver(), spot, target_pot_percent=0.2)
    fresh = solve(spot, target_pot_percent=0.2)
    assert again.record.iterations < fresh.record.iterations


def test_strategies_that_still_reach_the_target_are_kept() -> None:
    solution = solver().solution()
    node = solution.root
    lock = Lock("r", {"k": 1.0}, Range("2c2d"))  # a hand that OOP does not have
    again = resolve(solution, with_lock(TURN, lock), target_pot_percent=0.3)
    assert again.record.iterations == 0
    assert again.root.frequencies.tolist() == pytest.approx(node.frequencies.tolist())


def test_a_limit_stops_early() -> None:
    spot = with_lock(TURN, Lock("r:k", {"k": 1.0}))
    stopped = resolve(solver().solution(), spot, target_pot_percent=0.001, max_iterations=2)
    assert stopped.record.is_stopped_early
    assert stopped.record.iterations <= 10


def test_another_tree_is_refused() -> None:
    with pytest.raises(InputError, match="must differ only in locks and rake"):
        resolve(solver().solution(), TURN.with_rules(pot=30))


# Comparisons.


def test_comparison_of_two_solutions() -> None:
    solution = solver().solution()
    locked = resolve(solution, with_lock(TURN, Lock("r:k", {"k": 1.0})), target_pot_percent=0.2)
    for player in (0, 1):
        result = compare_nodes(solution.root, locked.root, player)
        assert result.total.ev == (solution.ev[player], locked.ev[player])
        assert result.total.ev_difference == locked.ev[player] - solution.ev[player]
        by_hand = {row.name: row for row in result.hands}
        for name, row in by_hand.items():
            assert row.ev == (
                solution.root.hand(name, player).ev,
                locked.root.hand(name, player).ev,
            )
        gaps = [abs(row.ev_difference) for row in result.hands]
        assert gaps == sorted(gaps, reverse=True)
        assert sum(row.combos[0] for row in result.made) == pytest.approx(
            solution.root.combos[player]
        )
    checked = compare_nodes(solution.node("r:k"), locked.node("r:k")).total
    assert checked.frequencies[1] == {"k": 1.0, "b12": 0.0}


def test_comparison_of_two_actions() -> None:
    node = solver().solution().root
    result = compare_actions(node, "k", "b12")
    for row in result.hands:
        hand = node[row.name]
        assert row.ev == (hand.action_ev["k"], hand.action_ev["b12"])
        assert row.frequencies == ({"k": hand.strategy["k"]}, {"b12": hand.strategy["b12"]})
    assert result.total.combos == (node.combos[0], node.combos[0])
    with pytest.raises(InputError, match=r"action at 'r' must be one of k, b12.*, got 'b5'"):
        compare_actions(node, "k", "b5")


def test_nodes_on_different_boards_are_refused() -> None:
    solution = solver().solution()
    with pytest.raises(InputError, match="the nodes must have the same board"):
        compare_nodes(solution.node("r:k:k:n2c"), solution.node("r:k:k:n2d"))
