"""Streets solved with leaf values, against exact solves of the same games."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from fifthstreet.cards import HOLE_MASKS, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import RootGadget, Solution, Solver, Spot, ValueMode, solve
from fifthstreet.solvers.search.leaf_value_solution import LeafValueResponses
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver, solve_with_leaf_values
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.street_game import StreetGame
from fifthstreet.solvers.values import ExactLeaves, FunctionLeaves, LaterBetting, Leaves
from fifthstreet.solvers.values.all_in import checked_down
from fifthstreet.solvers.values.river_tables import BoardHands
from fifthstreet.tree import Kind, Menu, Sizes

OOP, IP = "AA,KQs,T9s,76s,A5s,QTo", "QQ,AJs,88,KTs,98s,A4s"


class CheckedDown:
    """Values if no player bets any more, card by card."""

    name = "checked down"

    def values(self, leaves: Leaves, reach: np.ndarray, *, player: int | None = None) -> np.ndarray:
        """Equity over all rivers."""
        matrix = self._matrix(leaves.board)
        first, second = (np.flatnonzero(reach[:, player].any(axis=0)) for player in (0, 1))
        won = np.stack(
            [
                reach[:, 1, second] @ matrix[:, second].T,
                -reach[:, 0, first] @ matrix[first],
            ],
            axis=1,
        )
        return (won * leaves.pots[:, None, None] / 2).astype(np.float32)

    @staticmethod
    @lru_cache
    def _matrix(board: tuple[int, ...]) -> np.ndarray:
        hands = np.flatnonzero(HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0)
        matrix = np.zeros((1326, 1326), np.float32)
        matrix[np.ix_(hands, hands)] = checked_down(board, (hands, hands), 1)
        return matrix

    def values_after(self, leaves: Leaves, reach: np.ndarray, card: int) -> np.ndarray:
        """Equity on one river."""
        boards = [(*leaves.board, card)] * len(leaves)
        hands = BoardHands.of(boards, reach)
        chips = leaves.pots[:, None, None] / 2 / leaves.unseen
        return (hands.met * hands.equity * chips).astype(np.float32)


SIZES = Sizes.by_street({2: Menu.of("50%,150%", "60%,a")})
TURN = Spot.of("QsJh2h7c", 100, 250, oop=OOP, ip=IP, sizes=SIZES)


def values_at(solution: Solution, node: int) -> np.ndarray:
    """Counterfactual values of both players in an exact solution."""
    rows = [
        ResponseValues(solution, player, ValueMode.AVERAGE).counterfactual(node, ())
        for player in (0, 1)
    ]
    return np.nan_to_num(np.array(rows))


def deals_of(spot: Spot) -> list[int]:
    tree = spot.tree
    return np.flatnonzero((tree.kind == Kind.DEAL) & (tree.street == tree.street[0])).tolist()


@pytest.fixture(scope="module")
def exact() -> Solution:
    return solve(TURN, target_pot_percent=0.05)


def test_a_street_without_later_bets_has_the_values_of_an_exact_solve(exact: Solution) -> None:
    solution = solve_with_leaf_values(TURN, CheckedDown(), target_pot_percent=0.05, threads=1)
    assert solution.exploitability.pot_percent <= 0.05
    assert solution.root.range_ev == pytest.approx(exact.ev, abs=0.1)


def test_values_on_the_way_are_those_of_an_exact_solution(exact: Solution) -> None:
    """The same strategies give the same values at each node of the street."""
    game = LeafValueSolver(TURN, CheckedDown())
    for node in game.game.deciders:
        game._averages[node][...] = np.nan_to_num(exact.probabilities(node, TURN.board))
    found = game.solution()
    for node in (*game.game.deciders, *game.game.deals, *game.game.showdowns, *game.game.folds):
        for player in (0, 1):
            expected = values_at(exact, node)[player]
            won = np.nan_to_num(found.hole_values(player, node))
            held = exact.ranges[player].weights > 0
            assert won[held] == pytest.approx(expected[held], abs=0.02)


def gadget_of(spot: Spot, kind: str) -> RootGadget:
    """Alternatives around the values of an exact solution, for IP."""
    values = values_at(solve(spot, target_pot_percent=0.2), 0)[1]
    met = compatible_weights(spot.live_ranges[0].weights)
    known = np.where(met > 0, values / np.maximum(met, 1e-9) + spot.pot / 2, np.nan)
    return RootGadget(kind, 1, known + np.linspace(-8, 8, 1326))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["resolve", "maxmargin"])
def test_gadgets_are_those_of_exact_solves(kind: str) -> None:
    spot = replace(TURN, gadget=gadget_of(TURN, kind))
    exact = Solver(spot, threads=1)
    exact.run(target_pot_percent=0.1)
    found = LeafValueSolver(spot, CheckedDown(), threads=1)
    found.run(target_pot_percent=0.1, max_iterations=2_000)
    assert found.exploitability().pot_percent <= 0.1
    ours, theirs = found.exploitability(), exact.exploitability()
    assert ours.best_responses == pytest.approx(theirs.best_responses, abs=0.3)
    solution = found.solution()
    assert solution.reach(0, TURN.board)[1] == pytest.approx(
        exact.solution().root.reach[1], abs=0.15
    )


def test_values_after_cards_are_those_of_an_exact_solution(exact: Solution) -> None:
    found = solve_with_leaf_values(TURN, CheckedDown(), target_pot_percent=0.05, threads=1)
    ours, theirs = LeafValueResponses(found, 1), ResponseValues(exact, 1)
    assert ours.knows_cards
    leaf = deals_of(TURN)[0]
    node = int(TURN.tree.first_child[leaf])
    for card in (0, 30):
        reach = found.reach(node, (*TURN.board, card))[0]
        ev = ours.per_hand(node, (card,), reach)
        exact_reach = exact.reach(node, (*TURN.board, card))[0]
        known = theirs.per_hand(node, (card,), exact_reach)
        held = exact.ranges[1].weights > 0
        assert np.isfinite(ev[held]).any()
        assert ev[held] == pytest.approx(known[held], abs=1.0, nan_ok=True)


def test_exact_leaves_have_the_values_of_an_exact_solution() -> None:
    sizes = Sizes.by_street({2: Menu.of("60%"), 3: Menu.of("50%, 100%, a", "100%, a")})
    spot = Spot.of("QsJh2h7c", 100, 100, oop=OOP, ip=IP, sizes=sizes, max_raises=2, min_bet=1)
    exact = solve(spot, target_pot_percent=0.05)
    game = StreetGame(spot, 1)
    reaches = [np.array(exact.reach(leaf, spot.board), np.float32) for leaf in game.deals]
    most = int(np.argmax([reach.sum(axis=1).min() for reach in reaches]))
    leaf, leaves, reach = game.deals[most], game.leaves.only(most), reaches[most][None]
    found = ExactLeaves(LaterBetting(), iterations=60, threads=1).values(leaves, reach)[0]
    for player in (0, 1):
        held = exact.ranges[player].weights > 0
        met = compatible_weights(reach[0, 1 - player])
        error = abs(found[player] - values_at(exact, leaf)[player])[held] / met[held].clip(1e-3)
        assert np.average(error, weights=reach[0, player, held]) < 0.5  # chips of 100


def test_solves_are_the_same_bits_for_any_number_of_threads() -> None:
    tables = []
    for threads in (1, 2):
        solver = LeafValueSolver(TURN, CheckedDown(), threads=threads)
        solver.iterate(5)
        tables.append(solver.state())
    for name, array in tables[0].items():
        if isinstance(array, np.ndarray):
            assert np.array_equal(array, tables[1][name])


def test_states_resume_bit_for_bit() -> None:
    whole, first = (LeafValueSolver(TURN, CheckedDown(), threads=1) for _ in range(2))
    whole.iterate(6)
    first.iterate(3)
    second = LeafValueSolver(TURN, CheckedDown(), threads=1)
    second.restore(first.state())
    second.iterate(3)
    assert np.array_equal(
        second.solution().probabilities(0, ()),
        whole.solution().probabilities(0, ()),
        equal_nan=True,
    )


def test_leaves_have_the_chips_of_the_tree() -> None:
    leaves = LeafValueSolver(TURN, CheckedDown()).game.leaves
    assert leaves.nodes == tuple(deals_of(TURN))
    assert (leaves.pots[0], leaves.stacks[0]) == (100, 250)
    assert (leaves.pots + 2 * leaves.stacks == 600).all()


def test_leaf_values_without_cards_say_so() -> None:
    halves = FunctionLeaves(lambda *_: np.full((2, 1326), 0.5))
    solution = solve_with_leaf_values(TURN, halves, max_iterations=3)
    responses = LeafValueResponses(solution, 0)
    assert not responses.knows_cards
    with pytest.raises(InputError, match="must know values after each card"):
        responses.per_hand(int(TURN.tree.first_child[deals_of(TURN)[0]]), (0,), np.ones(1326))


def equity_leaves(board: tuple[int, ...]) -> FunctionLeaves:
    """Values of hands that are checked down, as a function of the user."""
    hands = np.flatnonzero(HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0)
    matrix = np.zeros((1326, 1326))
    matrix[np.ix_(hands, hands)] = checked_down(board, (hands, hands), 1)

    def shares(board: object, pot: float, stack: float, ranges: np.ndarray) -> np.ndarray:
        met = compatible_weights(ranges[::-1])
        won = ranges[::-1].astype(np.float64) @ matrix.T
        return np.asarray(0.5 + 0.5 * won / np.maximum(met, 1e-9))

    return FunctionLeaves(shares)


def flop_spot() -> Spot:
    sizes = Sizes.by_street({1: Menu.of("100%, a", "a")})
    return Spot.of("QsJh2h", 100, 200, oop="AA,T9s", ip="QQ,KTs", sizes=sizes, max_raises=2)


def test_flops_are_solved_with_a_function() -> None:
    spot = flop_spot()
    leaves = equity_leaves(spot.board)
    found = solve_with_leaf_values(spot, leaves, target_pot_percent=3, threads=2)
    assert found.exploitability.pot_percent <= 3
    assert sum(found.root.range_ev) == pytest.approx(100, abs=0.01)


@pytest.mark.slow
def test_a_flop_without_later_bets_has_the_values_of_an_exact_solve() -> None:
    """All-in and checked down, hands win the same on each runout."""
    spot = flop_spot()
    exact = solve(spot, target_pot_percent=0.1)
    leaves = equity_leaves(spot.board)
    found = solve_with_leaf_values(spot, leaves, target_pot_percent=0.1, threads=2)
    assert found.exploitability.pot_percent <= 0.1
    assert found.root.range_ev == pytest.approx(exact.ev, abs=0.2)
