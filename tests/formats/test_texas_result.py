"""Results of TexasSolver: strategies that can be measured, and damaged files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

from fifthstreet.cards import parse_hole
from fifthstreet.errors import InputError
from fifthstreet.formats import (
    TexasStrategy,
    parse_texas_parameters,
    parse_texas_result,
    read_texas_result,
    texas_result_text,
)
from fifthstreet.solvers.postflop import Spot, evaluate_strategy, solve
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import UniformStrategy
from tests.formats.same_trees import assert_same_betting
from tests.solvers.postflop.draws import RIVER, TURN, spots
from tests.thoroughness import examples

DATA = Path(__file__).parent / "data"
PARAMETERS = DATA / "texas_turn.txt"
RESULT = DATA / "texas_turn.json"
SPOT = Spot.of(
    *("QsJh2h7c", 100, 200),
    oop="AA,KQs:0.3,76s",
    ip="QQ,T9s,A5s",
    bets="50%",
    raises="a",
)


def test_the_exploitability_of_a_result_is_that_of_the_solution() -> None:
    solution = solve(SPOT, target_pot_percent=0.5)
    strategy = TexasStrategy(SPOT, parse_texas_result(texas_result_text(solution)))
    assert_same_betting(strategy.tree, SPOT.tree)
    measured = evaluate_strategy(strategy)
    assert measured.pot_percent == pytest.approx(solution.exploitability.pot_percent, rel=1e-4)
    expected = solution.exploitability.best_responses
    assert measured.nash_conv == pytest.approx(solution.exploitability.nash_conv, rel=1e-4)
    assert sum(measured.best_responses) == pytest.approx(sum(expected), rel=1e-4)


@given(spots(RIVER, most_locks=0) | spots(TURN, most_locks=0))
@settings(max_examples=examples(24), deadline=None)
def test_any_strategy_comes_back(spot: Spot) -> None:
    # TexasSolver's trees have every check, call and fold.
    assume(all(path.rpartition(":")[2][0] in "ba" for path in spot.rules.removed))
    uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    text = texas_result_text(uniform)
    strategy = TexasStrategy(spot, parse_texas_result(text))
    assert_same_betting(strategy.tree, spot.tree)
    assert texas_result_text(strategy) == text


def test_hands_actions_and_boards_keep_their_places() -> None:
    """Every decision of a strategy in which all numbers differ."""
    strategy = Distinct(SPOT.tree, SPOT.ranges, SPOT.board)
    back = TexasStrategy(SPOT, parse_texas_result(texas_result_text(strategy)))
    for node in np.flatnonzero(SPOT.tree.kind == Kind.ACTION).tolist():
        board = SPOT.board if SPOT.tree.street[node] == 2 else (*SPOT.board, 30)
        held = SPOT.ranges[SPOT.tree.player[node]].without(sum(1 << card for card in board))
        hands = held.hands()
        expected = strategy.probabilities(node, board)[:, hands]
        np.testing.assert_allclose(back.probabilities(node, board)[:, hands], expected)


class Distinct(UniformStrategy):
    """Shares that depend on the node, the board, the hand and the action."""

    def probabilities(self, node: int, board: tuple[int, ...]) -> np.ndarray[Any, Any]:
        generator = np.random.default_rng([node, *board])
        rows = generator.random((int(self.tree.n_children[node]), 1326))
        return np.asarray(rows / rows.sum(axis=0))


def test_a_small_file_in_the_form_of_texassolver() -> None:
    imported = parse_texas_parameters(PARAMETERS.read_text(encoding="utf-8"))
    strategy = read_texas_result(RESULT, imported.spot)
    assert strategy.rounds == 1
    assert strategy.tree.actions(0) == ("k", "b5")
    shares = strategy.hand_probabilities(0, strategy.board, parse_hole("AsAh"))
    assert shares.tolist() == pytest.approx([0.25, 0.75])
    node, _ = strategy.tree.find("b5")
    assert strategy.tree.actions(node) == ("f", "c", "b20")
    # The file has FOLD last, as TexasSolver does.
    king = strategy.hand_probabilities(node, strategy.board, parse_hole("KhQh"))
    assert king.tolist() == pytest.approx([0.1, 0.6, 0.3])


@pytest.mark.parametrize("pot", [2, 4, 6])
def test_bets_of_few_chips_are_not_taken_for_moves(pot: int) -> None:
    """Moves are numbers too: a call is 3."""
    spot = Spot.of("QsJh2h7c4d", pot, 20, oop="AA", ip="KK", bets="50%, 100%", raises="50%")
    strategy = Distinct(spot.tree, spot.ranges, spot.board)
    back = TexasStrategy(spot, parse_texas_result(texas_result_text(strategy)))
    for node in np.flatnonzero(spot.tree.kind == Kind.ACTION).tolist():
        hand = spot.ranges[spot.tree.player[node]].hands()[0]
        expected = strategy.probabilities(node, spot.board)[:, hand]
        np.testing.assert_allclose(back.probabilities(node, spot.board)[:, hand], expected)


def test_streets_that_were_not_dumped() -> None:
    strategy = read_texas_result(RESULT, small_spot())
    river = strategy.tree.find("r:k:k:n")[0]
    assert strategy.tree.actions(river) == ("k", "b5")  # as in the parameters
    with pytest.raises(InputError, match=r"'r:k:k:n2c' in the result: no strategy: dump it"):
        strategy.probabilities(river, (*strategy.board, 0))
    with pytest.raises(InputError, match="no strategy"):
        evaluate_strategy(strategy)


def test_a_result_of_another_spot() -> None:
    root = parse_texas_result(RESULT.read_text(encoding="utf-8"))
    spot = small_spot()
    with pytest.raises(InputError, match="bets that are not legal in this spot: r:b5"):
        TexasStrategy(spot.with_rules(stacks=(3, 3)), root)
    other = Spot.of("Kd7h2s3c", 10, 95, oop="QQ", ip="JJ", bets="50%")
    strategy = TexasStrategy(other, root)
    with pytest.raises(InputError, match=r"'r' in the result: the strategy of Q.Q. is missing"):
        strategy.probabilities(0, strategy.board)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda root: root.pop("actions"), "not a result of TexasSolver: its root is not"),
        (lambda root: root.update(childrens=[]), "'childrens' is not a JSON object"),
        (lambda root: root["childrens"].update(CHECK=5), "'CHECK' is not a JSON object"),
        (lambda root: root.update(strategy=[1]), "'strategy' is not a JSON object"),
        (lambda root: root["strategy"].update(strategy="x"), "'strategy' is not a JSON object"),
        (lambda root: root.update(actions=5), "a node has no list of actions"),
        (
            lambda root: root["actions"].append("JUMP"),
            "an action must be CHECK, CALL, .*, got 'JUMP'",
        ),
        (
            lambda root: root.update(actions=["CHECK", "BET x"]),
            "an action must be CHECK, CALL, .*, got 'BET x'",
        ),
        (lambda root: root["strategy"].clear(), "'r' in the result: no strategy"),
        (lambda root: root.update(player=0), "'r' in the result: the decision must be"),
        (
            lambda root: root["strategy"]["strategy"].update(AsAh=[0.5]),
            "'r' in the result: bad frequencies of 'AsAh'",
        ),
        (
            lambda root: root["strategy"]["strategy"].update(AsAh=[0.5, 0.1]),
            "'r' in the result: the strategy of AsAh adds up to 0.6",
        ),
        (
            lambda root: root["strategy"]["strategy"].update(XX=[0.5, 0.5]),
            "'r' in the result: bad frequencies of 'XX'",
        ),
        (
            lambda root: root["strategy"]["strategy"].pop("AsAh"),
            "'r' in the result: the strategy of AsAh is missing",
        ),
    ],
)
def test_damaged_results(change: Any, message: str) -> None:
    root = json.loads(RESULT.read_text(encoding="utf-8"))
    change(root)
    with pytest.raises(InputError, match=message) as caught:
        first_strategy(root)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: not a JSON object"),
        ("[" * 100_000, "nested too deeply|not JSON"),
    ],
)
def test_other_files(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_texas_result(text)


def first_strategy(root: dict[str, Any]) -> np.ndarray[Any, Any]:
    strategy = TexasStrategy(small_spot(), root)
    return strategy.probabilities(0, strategy.board)


def small_spot() -> Spot:
    return parse_texas_parameters(PARAMETERS.read_text(encoding="utf-8")).spot
