"""Preflop solves with leaf values: against exact solves, and what must not change anything."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.cards import (
    CLASS_COUNT,
    CLASS_SIZES,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_COUNT,
    HOLE_MASKS,
    canonical_boards,
    class_means,
)
from fifthstreet.cards.equity import preflop_class_matrices
from fifthstreet.cards.equity.preflop import preflop_matrix
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.preflop import (
    PreflopGame,
    PreflopSolver,
    PreflopStreetSolver,
    class_matrices,
    game_of,
    measure_held_out,
    open_preflop,
)
from fifthstreet.solvers.values import FunctionLeaves, Leaves
from fifthstreet.solvers.values.leaf_values import HoleRows
from fifthstreet.tree import Kind, Rake, Sizes, TreeRules

JAM_OR_FOLD: dict[str, Any] = {
    "sizes": {"preflop": {"raise": "a"}},
    "tree": {"removed": ["r:c"]},
}
# With bets on the flop, so that strategies there are not trivial.
ON_FLOPS: dict[str, Any] = {
    "stack": 12,
    "flops": ["2c2d2h"],
    "sizes": {"preflop": {"raise": "2.5x, a"}, "flop": {"bet": "a"}},
    "tree": {"max_raises": [2, 1, 0, 0]},
}


def equities(
    board: tuple[int, ...], pot: float, stack: float, ranges: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the equity of each hand against a random one, as if all hands were checked down."""
    share = (1 + preflop_matrix().sum(axis=1) / 1225) / 2
    return np.array([share, share])


CHECKED_DOWN = FunctionLeaves(equities)


class SolvedFlops:
    """Leaf values of an exact solve's average strategies on its flops.

    The solve counts pairs of hands by the flops that leave both, leaf values count all pairs.
    """

    name = "solved flops"

    def __init__(self, solver: PreflopSolver) -> None:
        self.solver = solver

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        rows = np.zeros(reach.shape, np.float32)
        for at, line in enumerate(leaves.nodes):
            for player in (0, 1):
                opposing = class_means(reach[at, 1 - player].astype(np.float64))
                met = np.maximum(self.solver._pairs @ opposing, 1e-9)  # 0 for 22 on 222
                often = preflop_class_matrices()[0] @ opposing / met
                for group in self.solver.flops[line]:
                    won = group.values(player, ValueMode.AVERAGE, opposing) * often / CLASS_SIZES
                    rows[at, player] += won[HOLE_CLASS].astype(np.float32)
        return rows


class ShownDown:
    """Leaf values of hands that are shown down without any betting."""

    name = "showdowns"

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        won = reach[:, ::-1] @ preflop_matrix().T
        return (won * leaves.pots[:, None, None] / 2).astype(np.float32)


SHOWN_DOWN = ShownDown()


def exact_solver(iterations: int) -> PreflopSolver:
    solver = PreflopSolver(game_of(ON_FLOPS))
    solver.run(target_pot_percent=0.5, max_iterations=iterations)
    return solver


@pytest.mark.parametrize("stack", [5, 10, 20])
def test_jam_or_fold_is_exact(stack: float) -> None:
    """Without leaves, the strategy is as good in the game with all flops."""
    street = PreflopStreetSolver(game_of({"stack": stack} | JAM_OR_FOLD, depth="street"))
    street.run(target_pot_percent=0.02)
    whole = PreflopGame(street.game.rules, *canonical_boards(3))
    judged = PreflopSolver(whole, fixed=street.average())
    found, known = judged.exploitability(), street.exploitability()
    assert found.best_responses == pytest.approx(known.best_responses, abs=1e-6)
    solved = PreflopSolver(whole)
    solved.run(target_pot_percent=0.02)
    error = known.chips + solved.exploitability().chips
    strategies = [street.strategy().blind_values[0], solved.strategy().blind_values[0]]
    assert strategies[0] == pytest.approx(strategies[1], abs=2 * error)
    assert street.strategy().record.leaf_values is None


def test_all_cards_are_dealt_like_all_flops() -> None:
    boards, counts = canonical_boards(3)
    pairs, won = class_matrices(*every_card(), preflop_matrix())
    whole_pairs, whole_won = class_matrices(boards, counts / counts.sum(), preflop_matrix())
    left = 17_296 / 22_100  # of the flops, with four cards known
    np.testing.assert_allclose(whole_pairs, left * pairs, rtol=1e-9)
    np.testing.assert_allclose(whole_won, left * won, atol=1e-6)
    aces = HOLE_CLASS[0]
    expected = sum(
        bool(HOLE_MASKS[first] & HOLE_MASKS[second] == 0)
        for first in np.flatnonzero(aces == HOLE_CLASS)
        for second in range(HOLE_COUNT)
    )
    assert pairs[aces].sum() == expected


def every_card() -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    game = game_of({}, depth="street")
    return game.boards, game.weights


def test_values_of_an_exact_solve() -> None:
    """With the values of its own flops, an exact solve has the same values before the flop.

    So once it is an equilibrium, it is one before the flop as well.
    """
    exact = exact_solver(3)
    street = PreflopStreetSolver(exact.game, SolvedFlops(exact))
    for node, rows in exact._averages.items():
        street._averages[node][...] = rows
    found, known = street.exploitability(), exact.exploitability()
    for player in (0, 1):
        won = street._chips(player, ValueMode.AVERAGE)
        assert won == pytest.approx(exact._chips(player, ValueMode.AVERAGE), abs=1e-5)
        assert won - 1e-5 <= found.best_responses[player] <= known.best_responses[player] + 1e-5


def test_flops_of_the_game_deal_hands_to_leaves_as_well() -> None:
    """Leaf values count like folds, whether or not the game has flops.

    They used to count a quarter too much in a game with flops.
    """
    most = FunctionLeaves(lambda board, pot, stack, ranges: [[0.7] * 1326, [0.3] * 1326])
    for game in (game_of(ON_FLOPS), game_of(ON_FLOPS, depth="street")):
        solver = PreflopStreetSolver(game, most)
        called = game.lines[0]  # both players limp with all hands
        reach = {line: np.ones(CLASS_COUNT) for line in game.lines}
        won = solver._flop_values(0, ValueMode.BEST_RESPONSE, reach)[called]
        expected = 0.2 * game.tree.pot(called) * solver._pairs.sum(axis=1)
        np.testing.assert_allclose(won, expected, rtol=1e-5)


def test_a_solve_finds_the_value_of_an_exact_one() -> None:
    exact = exact_solver(200)
    street = PreflopStreetSolver(exact.game, SolvedFlops(exact))
    street.run(target_pot_percent=0.5, max_iterations=200)
    error = street.exploitability().chips + exact.exploitability().chips
    expected = exact._chips(1, ValueMode.AVERAGE)
    assert street.strategy().blind_values[1] == pytest.approx(expected, abs=2 * error)


def test_leaves_are_the_lines_to_the_flop() -> None:
    solver = PreflopStreetSolver(game_of({"stack": 20}, depth="street"), CHECKED_DOWN)
    tree, leaves = solver.game.tree, solver.leaves
    assert leaves.board == ()
    assert [tree.path(node) for node in leaves.nodes] == ["r:c:k", "r:b2:c", "r:c:b2:c"]
    assert leaves.pots.tolist() == [2, 4, 4]
    assert leaves.stacks.tolist() == [19, 18, 18]


def test_all_leaves_are_evaluated_with_both_ranges() -> None:
    calls = []

    def watched(
        board: tuple[int, ...], pot: float, stack: float, ranges: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        calls.append((pot, ranges.copy()))
        return equities(board, pot, stack, ranges)

    solver = PreflopStreetSolver(game_of({"stack": 20}, depth="street"), FunctionLeaves(watched))
    solver.iterate(7)
    strategy = solver.strategy()  # evaluates the averages last
    for line, (pot, ranges) in zip(strategy.flop_lines, calls[-3:], strict=True):
        assert strategy.tree.pot(line) == pot
        for found, range_ in zip(ranges, strategy.entering_ranges(line), strict=True):
            np.testing.assert_allclose(found, range_.weights, atol=1e-6)


@pytest.mark.parametrize("stack", [5, 20, 100])
def test_values_sum_to_zero(stack: float) -> None:
    solver = PreflopStreetSolver(game_of({"stack": stack}, depth="street"), CHECKED_DOWN)
    solver.run(target_pot_percent=0.1)
    assert sum(solver.strategy().blind_values) == pytest.approx(0, abs=1e-6)
    known = solver.exploitability()
    for player, won in enumerate(known.best_responses):
        assert won >= solver.strategy().blind_values[player] - 1e-9
    assert known.pot_percent <= 0.1


def test_a_flop_that_is_checked_down_is_worth_an_all_in() -> None:
    """The values of a leaf with showdowns are the products of classes that all-ins have."""
    solver = PreflopStreetSolver(game_of({"stack": 20}, depth="street"), SHOWN_DOWN)
    solver.iterate(3)
    _, won = class_matrices(*every_card(), preflop_matrix())
    for player in (0, 1):
        reach = solver._reach(player, ValueMode.AVERAGE)
        found = solver._flop_values(player, ValueMode.AVERAGE, reach)
        for line in solver.game.lines:
            expected = won @ reach[line] * solver.game.tree.pot(line) / 2
            scale = max(abs(expected).max(), 1.0)
            np.testing.assert_allclose(found[line] / scale, expected / scale, atol=1e-5)


def in_chips(big_blind: float) -> dict[str, Any]:
    sizes = {"preflop": {"raise": "2.5x, a"}}
    blinds = [big_blind / 2, big_blind]
    tree = {"max_raises": 2, "chip": big_blind / 100}
    return {"stack": 20 * big_blind, "blinds": blinds, "sizes": sizes, "tree": tree}


@pytest.mark.parametrize("factor", [2, 50])
def test_chips_are_relative(factor: int) -> None:
    first, second = (
        PreflopStreetSolver(
            game_of(in_chips(scale), depth="street"),
            CHECKED_DOWN,
        )
        for scale in (1, factor)
    )
    for solver in (first, second):
        solver.iterate(12)
    for one, other in zip(first.average().values(), second.average().values(), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)
    assert second.exploitability().chips == pytest.approx(
        factor * first.exploitability().chips, rel=1e-3
    )


def test_suits_do_not_matter() -> None:
    """Values that favour one suit are averaged over hands of a class, whichever suit it is."""

    def favouring(suit: int) -> FunctionLeaves:
        held = np.isin(HOLE_CARDS % 4, suit).sum(axis=1) * 0.1

        def shares(*given: Any) -> NDArray[np.float64]:
            shares: NDArray[np.float64] = equities(*given) + held
            return shares

        return FunctionLeaves(shares)

    game = game_of({"stack": 20}, depth="street")
    solvers = [PreflopStreetSolver(game, favouring(suit)) for suit in (0, 3)]
    for solver in solvers:
        solver.iterate(10)
    for one, other in zip(*(solver.average().values() for solver in solvers), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-4)


def test_a_state_is_resumed_bit_for_bit() -> None:
    game = game_of({"stack": 20}, depth="street")
    whole, first, second = (PreflopStreetSolver(game, CHECKED_DOWN) for _ in range(3))
    whole.iterate(5)
    first.iterate(2)
    second.restore(first.state())
    second.iterate(3)
    for name, value in whole.state().items():
        np.testing.assert_array_equal(second.state()[name], value, err_msg=name)
    with pytest.raises(InputError, match="different values"):
        PreflopStreetSolver(game, SolvedFlops(None)).restore(first.state())  # type: ignore[arg-type]


def test_files_say_where_values_are_from(tmp_path: Path) -> None:
    class Measured(FunctionLeaves):
        error_pot_percent = 2.5

    solver = PreflopStreetSolver(game_of({"stack": 20}, depth="street"), Measured(equities))
    solver.run(target_pot_percent=1)
    strategy = solver.strategy()
    assert strategy.record.leaf_error_pot_percent == 2.5
    strategy.save(tmp_path / "street.preflop")
    read = open_preflop(tmp_path / "street.preflop")
    assert read.record == strategy.record
    assert read.flops_text == "function equities (error 2.5% of the pot)"
    assert read.blind_values == strategy.blind_values
    for node in strategy.decisions:
        np.testing.assert_array_equal(read.shares(node), strategy.shares(node))
    damaged = replace(strategy.record, leaf_values=None, leaf_error_pot_percent=None)
    strategy.record = damaged
    strategy.save(tmp_path / "damaged.preflop")
    with pytest.raises(DamagedFileError, match="flops must be at least 1 without leaf values"):
        open_preflop(tmp_path / "damaged.preflop")


def test_measured_on_flops_with_the_later_bets() -> None:
    """The bets after the flop in the recipe are what a best response has on other flops."""
    recipe = ON_FLOPS | {"tree": {"max_raises": [1, 0, 0, 0]}}
    solver = PreflopStreetSolver(game_of(recipe, depth="street"), CHECKED_DOWN)
    solver.run(target_pot_percent=0.5)
    found = measure_held_out(solver.strategy(), 1, iterations=10)
    assert found.flops == 1
    assert found.exploitability.chips > solver.exploitability().chips


def rules(**changes: Any) -> TreeRules:
    terms: dict[str, Any] = {"stacks": (10.0, 10.0), "blinds": (0.5, 1.0), "first_street": 0}
    return TreeRules(**terms, sizes=Sizes.uniform("", raises="a"), chip=0.5, **changes)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: PreflopStreetSolver(PreflopGame(rules(), rake=Rake(0.05, 1)), CHECKED_DOWN),
            "rake must be 0 with leaf values, got 0.05",
        ),
        (lambda: PreflopStreetSolver(PreflopGame(rules())), "leaf_values must be given"),
        (lambda: PreflopSolver(PreflopGame(rules())), "must have flops, got none"),
        (
            lambda: PreflopStreetSolver(PreflopGame(rules()), CHECKED_DOWN, schedule="predictive"),
            "does not support predictive schedules",
        ),
        (lambda: game_of({}, depth="flop"), "depth must be hand or street, got 'flop'"),
    ],
)
def test_bad_input(call: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_exits_of_the_tree_are_dealt() -> None:
    game = game_of({"stack": 20}, depth="street")
    assert all(game.tree.kind[line] == Kind.DEAL for line in game.lines)
    assert len(game.boards) == len(game.counts) == 0
