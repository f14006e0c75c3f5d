"""What ends pay: as the rules engine pays it, and as counted chip by chip."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.card import Deck
from fifthstreet.game.enums import Automation, BettingStructure, Opening
from fifthstreet.game.hand_classes import StandardHighHand
from fifthstreet.game.state import State
from fifthstreet.game.street import Street
from fifthstreet.solvers.blueprint.settlement import Settlement
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import NO_RAKE, Kind, Move, Rake, TreeRules, build_tree, end_payoffs
from tests.oracles.deals import naive_payoffs
from tests.oracles.naive_hands import naive_score
from tests.solvers.blueprint.small_spots import (
    BIG_BLIND_ANTE,
    FOUR_ON_A_TURN,
    RAKED_SPOT,
    THREE_RAKED,
    THREE_TO_THE_FLOP,
    TURN_SPOT,
    SmallGame,
)
from tests.tree.draws import tree_rules

BOARD_CARDS = (0, 3, 1, 1)
GAMES = (THREE_TO_THE_FLOP, FOUR_ON_A_TURN, BIG_BLIND_ANTE, THREE_RAKED)


def hand_of(rules: TreeRules, seed: int) -> State:
    """A hand of the engine at the root, in fractions of chips; a pot is put in evenly as antes."""
    streets = []
    for street in range(rules.first_street, 4):
        opens = street == rules.first_street
        board = sum(BOARD_CARDS[: street + 1]) if opens else BOARD_CARDS[street]
        hole = (False, False) if opens else ()
        bet = rules.min_bet_chips
        streets.append(Street(not opens, hole, board, False, Opening.POSITION, bet, None))
    each = Fraction(rules.pot_chips, rules.players)
    return State(
        tuple(Automation),
        Deck.STANDARD,
        (StandardHighHand,),
        tuple(streets),
        BettingStructure.NO_LIMIT,
        False,
        each if rules.first_street else rules.antes,
        0 if rules.first_street else rules.blinds,
        0,
        [stack + each for stack in rules.stack_chips],
        rules.players,
        seed=seed,
    )


@given(tree_rules(), st.integers(0, 1 << 30), st.data())
@settings(max_examples=300, deadline=None)
def test_ends_pay_what_the_engine_pays(rules: TreeRules, seed: int, data: st.DataObject) -> None:
    tree, state, node = build_tree(rules), hand_of(rules, seed), 0
    settlement = Settlement.of(tree, NO_RAKE)
    hands: list[list[int]] = [[int(card) for card in cards] for cards in state.hole_cards]
    while tree.n_children[node]:
        child = data.draw(st.sampled_from(tree.children(node)))
        move, to = tree.move[child], int(tree.amount[child])
        if tree.kind[node] == Kind.ACTION:
            if move == Move.FOLD:
                state.fold()
            elif move in (Move.CHECK, Move.CALL):
                state.check_or_call()
            else:
                # Of a raise that the others cannot match, the engine wants the full amount.
                least = state.min_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(max(to, least))
        node = child
    while state.actor_index is not None:  # on streets behind the last one of the tree
        state.check_or_call()
    assert not state.status
    board = [int(card) for cards in state.board_cards for card in cards]
    scores = [0] * rules.players
    if tree.kind[node] == Kind.SHOWDOWN:
        found = [naive_score("standard high", tuple(cards), tuple(board)) for cards in hands]
        scores = [sum(other <= score for other in found) for score in found]
    expected = [float(payoff) * rules.chip for payoff in state.payoffs]
    assert settlement.payoffs(node, scores) == pytest.approx(expected, abs=1e-9)
    assert naive_payoffs(tree, node, scores) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
@given(st.data())
@settings(max_examples=50, deadline=None)
def test_ends_pay_chip_by_chip(game: SmallGame, data: st.DataObject) -> None:
    tree = game.tree
    settlement = Settlement.of(tree, game.rake)
    ends = np.flatnonzero(tree.kind >= Kind.FOLD).tolist()
    node = data.draw(st.sampled_from(ends))
    strength = st.integers(1, tree.players)  # often equal
    scores = data.draw(st.lists(strength, min_size=tree.players, max_size=tree.players))
    payoffs = settlement.payoffs(node, scores)
    assert payoffs == pytest.approx(naive_payoffs(tree, node, scores, game.rake), abs=1e-9)
    pot = (settlement.dead + int(settlement.bets[node].sum())) * tree.rules.chip
    taken = min(game.rake.rate * pot, game.rake.cap)
    assert sum(payoffs) == pytest.approx(-taken, abs=1e-9)


def test_side_pots_are_among_the_ends() -> None:
    for game in GAMES:
        tree, settlement = game.tree, Settlement.of(game.tree, game.rake)
        sides = 0
        for node in np.flatnonzero(tree.kind == Kind.SHOWDOWN).tolist():
            live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
            sides += len({int(settlement.bets[node, p]) for p in live}) > 1
        assert sides > 3


@pytest.mark.parametrize("spot", [TURN_SPOT, RAKED_SPOT])
def test_two_players_after_the_flop_are_paid_as_the_range_solver_pays(spot: Spot) -> None:
    tree = spot.tree
    settlement = Settlement.of(tree, spot.rake)
    ends = np.flatnonzero(tree.kind >= Kind.FOLD).astype(np.int32)
    lead, total = end_payoffs(tree, ends, tree.kind[ends] == Kind.SHOWDOWN, spot.rake)
    for at, node in enumerate(ends.tolist()):
        for scores, sign in (((1, 2), -1), ((1, 1), 0), ((2, 1), 1)):
            expected = [lead[0, at] * sign + total[0, at], total[1, at] - lead[1, at] * sign]
            assert settlement.payoffs(node, scores) == pytest.approx(expected)


def test_a_bet_that_nobody_called_is_not_raked() -> None:
    rules = TreeRules.even(3, 100, blinds=(1, 2), first_street=0, last_street=0)
    tree = build_tree(rules)
    end, _ = tree.find("r:b7:f:f")
    payoffs = Settlement.of(tree, Rake(0.1)).payoffs(end, (1, 1, 1))
    # Of the pot of 1 + 2 + 2, the house takes a tenth.
    assert payoffs == pytest.approx([-1, -2, 2.5])


def test_a_big_blind_ante_is_contested_by_all() -> None:
    rules = TreeRules.even(3, 100, blinds=(1, 2), antes=(0, 2), first_street=0, last_street=0)
    tree = build_tree(rules)
    end, _ = tree.find("r:c:c:k")
    assert Settlement.of(tree, NO_RAKE).payoffs(end, (1, 2, 3)) == [-2, -4, 6]
