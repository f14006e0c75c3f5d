"""Payoffs at the ends of a tree, compared with the rules engine and the range solver."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import STANDARD
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, BettingStructure, Opening
from fifthstreet.game.state import State
from fifthstreet.game.street import Street
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import (
    NO_RAKE,
    BettingTree,
    Kind,
    Move,
    Rake,
    Sizes,
    TreeRules,
    build_tree,
    end_payoffs,
    settle,
)
from tests.oracles.naive_hands import naive_score
from tests.oracles.sequence_form import outcome
from tests.solvers.postflop.draws import RIVER, spots
from tests.thoroughness import examples
from tests.tree.draws import tree_rules

BOARD_CARDS = (0, 3, 1, 1)
RAKES = st.sampled_from([NO_RAKE, Rake(0.05), Rake(0.05, 1.5), Rake(0.5, 0.25)])
ALL_IN = Sizes.uniform("a", raises="a")
# All-ins with stacks of different sizes, for many side pots.
SHOVES = [
    TreeRules(stacks=(10, 25, 25, 60), pot=4, first_street=3, sizes=ALL_IN),
    TreeRules(stacks=(5, 17, 9), pot=3, first_street=1, last_street=1, sizes=ALL_IN),
    TreeRules(stacks=(12, 3, 30, 8), blinds=(1, 2), first_street=0, last_street=0, sizes=ALL_IN),
    TreeRules(stacks=(9, 9, 20), blinds=(1, 2), antes=(1, 1, 1), first_street=0, sizes=ALL_IN),
]


def hand_of(rules: TreeRules, seed: int) -> State:
    """Return the engine state at the root; a pot is paid as equal antes.

    Chips are fractions, so that a split pot leaves no odd chip for the engine to assign.
    """
    streets = []
    for street in range(rules.first_street, 4):
        is_first = street == rules.first_street
        board = sum(BOARD_CARDS[: street + 1]) if is_first else BOARD_CARDS[street]
        hole = (False, False) if is_first else ()
        bet = rules.min_bet_chips
        streets.append(Street(not is_first, hole, board, False, Opening.POSITION, bet, None))
    ante = Fraction(rules.pot_chips, rules.players)
    return State(
        tuple(Automation),
        STANDARD,
        (STANDARD_HIGH,),
        tuple(streets),
        BettingStructure.NO_LIMIT,
        False,
        ante if rules.first_street else tuple(map(Fraction, rules.antes)),
        0 if rules.first_street else tuple(map(Fraction, rules.blinds)),
        0,
        [stack + ante for stack in rules.stack_chips],
        rules.players,
        seed=seed,
    )


def play(tree: BettingTree, state: State, data: st.DataObject) -> int:
    """Play a random line of the tree to its end, in the tree and in the engine; return the node."""
    node = 0
    while tree.n_children[node]:
        child = data.draw(st.sampled_from(tree.children(node)))
        if tree.kind[node] == Kind.ACTION:
            move = tree.move[child]
            if move == Move.FOLD:
                state.fold()
            elif move in (Move.CHECK, Move.CALL):
                state.check_or_call()
            else:
                # The engine requires a full raise even if nobody can call all of it.
                smallest = state.min_raise_to
                state.bet_or_raise_to(max(int(tree.amount[child]), smallest))
        node = child
    while state.actor_index is not None:  # on streets after the tree's last one
        state.check_or_call()
    assert not state.status
    return node


def strengths_of(state: State, hands: list[tuple[int, ...]]) -> list[int]:
    """Rank the hands; after a fold the board may be incomplete, and the ranks do not matter."""
    board = tuple(int(card) for cards in state.board_cards for card in cards)
    if len(board) < 5:
        return [0] * len(hands)
    scores = [naive_score("standard high", hand, board) for hand in hands]
    return [sum(other <= score for other in scores) for score in scores]


def check_hand(rules: TreeRules, seed: int, data: st.DataObject) -> None:
    tree, state = build_tree(rules), hand_of(rules, seed)
    hands = [tuple(int(card) for card in cards) for cards in state.hole_cards]
    end = play(tree, state, data)
    paid = settle(tree, end, strengths_of(state, hands))
    assert paid == pytest.approx([float(chips) * rules.chip for chips in state.payoffs], abs=1e-9)
    assert sum(paid) == pytest.approx(0, abs=1e-9)


@settings(max_examples=examples(300))
@given(tree_rules(), st.integers(0, 1 << 30), st.data())
def test_payoffs_match_the_engine(rules: TreeRules, seed: int, data: st.DataObject) -> None:
    check_hand(rules, seed, data)


@pytest.mark.parametrize("rules", SHOVES, ids=lambda rules: str(rules.stacks))
@given(seed=st.integers(0, 1 << 30), data=st.data())
def test_side_pots_match_the_engine(rules: TreeRules, seed: int, data: st.DataObject) -> None:
    check_hand(rules, seed, data)


@settings(max_examples=examples(100))
@given(tree_rules(), RAKES, st.data())
def test_payoffs_add_up_to_minus_the_rake(
    rules: TreeRules, rake: Rake, data: st.DataObject
) -> None:
    tree = build_tree(rules)
    end = data.draw(st.sampled_from(np.flatnonzero(tree.kind >= Kind.FOLD).tolist()))
    any_strengths = st.lists(st.integers(0, 3), min_size=tree.players, max_size=tree.players)
    strengths = data.draw(any_strengths)
    raked, unraked = settle(tree, end, strengths, rake), settle(tree, end, strengths)
    assert sum(unraked) == pytest.approx(0, abs=1e-9)
    taken = -sum(raked)
    assert -1e-9 <= taken <= min(rake.rate * tree.pot(end), rake.cap) + 1e-9
    for after_rake, before_rake in zip(raked, unraked, strict=True):
        assert after_rake <= before_rake + 1e-9  # nobody gains from the rake


@given(spots(RIVER, most_locks=0))
def test_two_player_payoffs_match_the_range_solver(spot: Spot) -> None:
    tree = spot.tree
    ends = np.flatnonzero(tree.kind >= Kind.FOLD).astype(np.int32)
    lead, total = end_payoffs(tree, ends, tree.kind[ends] == Kind.SHOWDOWN, spot.rake)
    for index, end in enumerate(ends.tolist()):
        for strengths, sign in (((1, 2), -1), ((1, 1), 0), ((2, 1), 1)):
            expected = [
                lead[0, index] * sign + total[0, index],
                total[1, index] - lead[1, index] * sign,
            ]
            assert settle(tree, end, strengths, spot.rake) == pytest.approx(expected)


@given(spots(RIVER, most_locks=0))
def test_two_player_payoffs_match_the_oracle(spot: Spot) -> None:
    """Folds, wins, losses and ties, as the sequence-form oracle pays them."""
    tree = spot.tree
    ends = np.flatnonzero(tree.kind >= Kind.FOLD).astype(np.int32)
    lead, total = end_payoffs(tree, ends, tree.kind[ends] == Kind.SHOWDOWN, spot.rake)
    unseen = [card for card in range(52) if card not in spot.board]
    highest, lowest = tuple(unseen[-2:]), tuple(unseen[:2])
    board = tuple(spot.board)
    scores = [naive_score("standard high", hand, board) for hand in (highest, lowest)]
    sign = (scores[0] > scores[1]) - (scores[0] < scores[1])
    for index, end in enumerate(ends.tolist()):
        expected = outcome(spot, end, board, highest, lowest).chips
        for player, side in ((0, sign), (1, -sign)):
            payoff = lead[player, index] * side + total[player, index]
            assert payoff == pytest.approx(expected[player])


def test_only_ends_pay() -> None:
    """A showdown before the river pays only if the caller says so; otherwise the runout follows."""
    tree = build_tree(TreeRules(stacks=(40, 40), pot=10, first_street=2, sizes=ALL_IN))
    nodes = np.arange(len(tree), dtype=np.int32)
    lead, total = end_payoffs(tree, nodes, np.zeros(len(tree), np.bool_), NO_RAKE)
    assert not lead.any()
    assert set(np.flatnonzero(total.any(axis=0))) == set(np.flatnonzero(tree.kind == Kind.FOLD))


@pytest.mark.parametrize(
    ("rake", "pot", "taken"),
    [
        (NO_RAKE, 100, 0),
        (Rake(0.05), 100, 5),
        (Rake(0.05, 3.0), 100, 3),
        (Rake(0.05, 3.0), 40, 2),
        (Rake(0.05, 0.0), 100, 0),
    ],
)
def test_rake(rake: Rake, pot: float, taken: float) -> None:
    assert rake.taken(np.array([pot, 0.0])).tolist() == pytest.approx([taken, 0])


@pytest.mark.parametrize("rate", [1.0, -0.01, 2.0, float("nan")])
def test_bad_rates(rate: float) -> None:
    with pytest.raises(InputError, match=r"rake\.rate must be at least 0 and below 1, like"):
        Rake(rate)


@pytest.mark.parametrize("cap", [-1.0, float("nan")])
def test_bad_caps(cap: float) -> None:
    with pytest.raises(InputError, match=r"rake\.cap must be at least 0 chips, got"):
        Rake(0.05, cap)


@pytest.mark.parametrize(
    ("strengths", "chips"),
    [
        ((3, 2, 1), (20, 0, -20)),  # the short stack wins the main pot, player 1 the side pot
        ((1, 3, 2), (-10, 30, -20)),
        ((1, 2, 3), (-10, -20, 30)),
        ((3, 3, 1), (5, 15, -20)),
        ((3, 1, 1), (20, -10, -10)),
        ((1, 1, 1), (0, 0, 0)),
    ],
)
def test_main_and_side_pot(strengths: tuple[int, ...], chips: tuple[float, ...]) -> None:
    """Stacks of 10, 20 and 20 all in: a main pot of 30 for all and a side pot of 20 for two."""
    rules = TreeRules(stacks=(10, 20, 20), pot=3, first_street=3, sizes=ALL_IN)
    tree = build_tree(rules)
    end, _ = tree.find("r:a:a:c")
    assert tree.committed[end].tolist() == [10, 20, 20]
    share = 1  # each player's part of the starting pot, which counts as their own chips
    winners = [player for player in range(3) if strengths[player] == max(strengths)]
    for player, paid in enumerate(settle(tree, end, strengths)):
        bonus = 3 / len(winners) if player in winners else 0
        assert paid == pytest.approx(chips[player] + bonus - share)


def test_an_uncalled_blind_is_returned() -> None:
    rules = TreeRules.even(2, 10, blinds=(0, 2), first_street=0, last_street=0, sizes=ALL_IN)
    tree = build_tree(rules)
    end, _ = tree.find("r:f")
    for rake in (NO_RAKE, Rake(0.1)):
        assert settle(tree, end, (1, 1), rake) == [0, 0]


def test_a_big_blind_ante_is_contested_by_all() -> None:
    rules = TreeRules.even(3, 100, blinds=(1, 2), antes=(0, 2), first_street=0, last_street=0)
    tree = build_tree(rules)
    end, _ = tree.find("r:c:c:k")
    assert settle(tree, end, (1, 2, 3)) == [-2, -4, 6]


def test_an_uncalled_bet_is_not_raked() -> None:
    tree = build_tree(TreeRules.even(3, 100, blinds=(1, 2), first_street=0, last_street=0))
    end, _ = tree.find("r:b5:f:f")
    # The house takes a tenth of the pot of 1 + 2 + 2.
    assert settle(tree, end, (1, 1, 1), Rake(0.1)) == pytest.approx([-1, -2, 2.5])


def test_only_the_order_of_the_strengths_matters() -> None:
    tree = build_tree(SHOVES[0])
    end, _ = tree.find("r:a:a:c:c")
    assert tree.committed[end].tolist() == [10, 25, 25, 25]
    for strengths in product(range(3), repeat=4):
        rescaled = [10 * strength - 7 for strength in strengths]
        assert settle(tree, end, strengths) == settle(tree, end, rescaled)
