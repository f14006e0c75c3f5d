"""The first street of a solve says what the whole solution says."""

from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.search import cut_subgame
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.street_solution import StreetResponses, StreetSolution
from fifthstreet.tree import Rake

OOP, IP = "AA,KQs,T9s,AJs,88,7h6h:0.5", "QQ,AJs,88,KTs,65s:0.25"
TURN = Spot.of("QsJh2h7c", 100, 130, oop=OOP, ip=IP, bets="50%", raises="a")
FLOP = Spot.of("QsJs2s", 10, 20, oop="AA,KQs", ip="QQ,T9s", bets="a", raises="", max_raises=1)


def solved(spot: Spot) -> Solver:
    solver = Solver(spot)
    solver.iterate(12)
    return solver


@pytest.fixture(scope="module")
def turn() -> Solver:
    return solved(TURN)


@pytest.mark.parametrize("kind", ["turn", "flop", "rake", "gadget"])
def test_the_street_is_that_of_the_solution(turn: Solver, kind: str) -> None:
    solver = turn
    if kind == "flop":
        solver = solved(FLOP)
    elif kind == "rake":
        solver = solved(replace(TURN, rake=Rake(0.05, 3)))
    elif kind == "gadget":
        solver = solved(cut_subgame(turn.solution(), "r:k", player=1, method="resolve").spot)
    whole, street = solver.solution(), StreetSolution(solver)
    assert street.exploitability == whole.exploitability
    board = solver.spot.board
    for path in whole.paths():
        node, _ = whole.tree.find(path)
        for found, expected in zip(
            street.reach(node, board), whole.reach(node, board), strict=True
        ):
            np.testing.assert_allclose(found, expected, atol=1e-6)
        found_node, expected_node = street.node(path), whole.node(path)
        np.testing.assert_allclose(found_node.strategy, expected_node.strategy, atol=1e-6)
        for player in (0, 1):
            np.testing.assert_allclose(
                found_node.ev[player], expected_node.ev[player], atol=1e-3 * solver.spot.pot
            )
        np.testing.assert_allclose(
            found_node.action_ev, expected_node.action_ev, atol=1e-3 * solver.spot.pot
        )


@pytest.mark.parametrize("player", [0, 1])
def test_responses_after_a_card(turn: Solver, player: int) -> None:
    """On the street itself, and where the next one begins; some cards are merged up to suits."""
    whole, street = turn.solution(), StreetSolution(turn)
    expected, found = ResponseValues(whole, player), StreetResponses(street, player)
    for path in ("r", "r:k", "r:k:k:n4d", "r:b50:c:n2d", "r:b50:c:n2s", "r:k:b50:c:nAs"):
        node, cards = whole.tree.find(path)
        opposing = whole.reach(node, (*TURN.board, *cards))[1 - player]
        np.testing.assert_allclose(
            found.per_hand(node, cards, opposing),
            expected.per_hand(node, cards, opposing),
            atol=1e-3 * TURN.pot,
        )


def test_nodes_of_later_streets_are_refused(turn: Solver) -> None:
    street = StreetSolution(turn)
    with pytest.raises(InputError, match="path must be before the next card, got 'r:k:k:n4d'"):
        street.node("r:k:k:n4d")
    node, _ = street.tree.find("r:k:k:n4d")
    with pytest.raises(InputError, match="node must be on the first street, got 8"):
        street.probabilities(node, (*TURN.board, 1))
    river = Spot.of("QsJh2h7c4d", 100, 30, oop=OOP, ip=IP, bets="50%")
    with pytest.raises(InputError, match="first_street requires a flop or turn"):
        StreetSolution(solved(river))
