"""Follower reports, paths that name the board, and short `repr`s."""

import random
from dataclasses import is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, State
from fifthstreet.game.actions import legal_actions
from fifthstreet.game.flow import new_state
from fifthstreet.game.ledger import Ledger
from fifthstreet.game.legality import LegalActions
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.solvers.postflop import Solver
from fifthstreet.tree import TreeRules, build_tree, translate
from fifthstreet.tree.translate import (
    Follower,
    MatchQuality,
    Policy,
    Tolerance,
    match,
    match_path,
    report,
)
from fifthstreet.tree.translate.betting_text import play_history
from tests.solvers.postflop.example_spots import TURN
from tests.thoroughness import examples
from tests.tree.translate.hands import RULES, act, hand, setups, tree

DEALT_BY_HAND = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.BOARD_DEALING, Automation.CARD_BURNING)
)


def deal(state: State, cards: str) -> None:
    state.burn_card("??")
    state.deal_board(cards)


def on_the_turn() -> State:
    """Return a hand with the board of the solved turn, a pot of 20 and stacks of 60."""
    state = NoLimitTexasHoldem.create_state(DEALT_BY_HAND, True, 0, (1, 2), 2, 70, 2, seed=1)
    state.bet_or_raise_to(10)
    state.check_or_call()
    for cards in ("AsTs4h", "7h"):
        deal(state, cards)
        if cards == "AsTs4h":
            state.check_or_call()
            state.check_or_call()
    return state


def test_the_path_of_a_match_finds_the_node_of_a_solution() -> None:
    solver = Solver(TURN)
    solver.iterate(20)
    solution = solver.solution()
    state = on_the_turn()
    matched = match(TURN.tree, state)
    assert (matched.path, matched.quality) == ("r", MatchQuality.GOOD)
    state.check_or_call()
    state.bet_or_raise_to(12)
    state.check_or_call()
    between = match(TURN.tree, state)
    assert between.path == "r:k:b12:c:n"  # the river is not known yet
    deal(state, "2s")
    state.check_or_call()
    matched = match(TURN.tree, state)
    assert matched.path == "r:k:b12:c:n2s:k"
    node = solution.node(matched.path)
    assert node.path == matched.path
    assert node.board == (*TURN.board, *parse_cards("2s"))
    assert [action.label for action in matched.children] == [*node.actions]
    state.bet_or_raise_to(20)
    near = match(TURN.tree, state)
    assert solution.node(near.path).path == near.path
    assert near.node == TURN.tree.find(near.path)[0]


def test_cards_before_the_first_street_of_a_tree_are_not_in_its_paths() -> None:
    state = on_the_turn()
    preflop = tree("heads-up, no bets")
    assert match(preflop, state).path == "r:c:k:nAsTs4h:k:k:n7h"
    flop = build_tree(TreeRules(stacks=(60, 60), pot=20, first_street=1))
    assert match(flop, state).path == "r:k:k:n7h"


def test_unknown_cards_are_not_named() -> None:
    state = NoLimitTexasHoldem.create_state(DEALT_BY_HAND, True, 0, (1, 2), 2, 70, 2, seed=1)
    state.check_or_call()
    state.check_or_call()
    preflop = tree("heads-up, no bets")
    assert match(preflop, state).path == "r:c:k:n"
    deal(state, "As??4h")
    assert match(preflop, state).path == "r:c:k:n"
    known = NoLimitTexasHoldem.create_state(DEALT_BY_HAND, True, 0, (1, 2), 2, 70, 2, seed=1)
    known.check_or_call()
    known.check_or_call()
    deal(known, "As5d4h")
    known.check_or_call()
    known.check_or_call()
    deal(known, "??")
    assert match(preflop, known).path == "r:c:k:nAs5d4h:k:k:n"


@given(
    setups(),
    st.sampled_from(sorted(RULES)),
    st.sampled_from((Policy(), Policy(Tolerance()))),
    st.integers(0, 2**32),
    st.sampled_from((None, 3)),
)
@settings(max_examples=examples(100))
def test_a_report_equals_a_new_match(
    state: State, name: str, policy: Policy, play_seed: int, seed: int | None
) -> None:
    """One follower for the whole hand reports at each decision what a new match reports."""
    betting = tree(name)
    follower = Follower(betting, policy, seed=seed, trace=True)
    rng = random.Random(play_seed)
    while True:
        follower.observe(state)
        matched = report(follower)
        assert matched == match(betting, state, policy, seed=seed)
        assert matched == report(follower, state.copy())
        assert len(repr(matched)) < 200
        assert len(repr(follower)) < 200
        for part in (matched.shadow, matched.subgame, *matched.actions, *matched.divergences):
            assert len(repr(part)) < 200
        for action in (*matched.children, *matched.candidates):
            assert len(repr(action)) < 200
        if state.actor_index is None:
            break
        act(state, rng)


def test_report_errors() -> None:
    state = hand(200)
    follower = Follower(tree("heads-up"))
    follower.begin(state)
    with pytest.raises(InputError, match=r"keep actions: use Follower\(\.\.\., trace=True\)"):
        report(follower)
    follower = Follower(tree("heads-up"), trace=True)
    with pytest.raises(InputError, match="of the real hand is missing: observe it, or pass it"):
        report(follower)
    follower.begin(state)
    state.check_or_call()
    with pytest.raises(InputError, match="player 0 is to act in the state and player 1 in the"):
        report(follower, state)


def test_reprs() -> None:
    betting = tree("heads-up")
    matched = match_path(betting, hand(40), "r:b5:c")
    assert repr(matched) == ("<Match: poor at r:b6:c:n7dAh6h, off by pot 20%, stack 2%, SPR 19%>")
    assert repr(matched.actions[0]) == (
        "<ActionReport 1: player 1 b5, translated, size 0.75 as 1, node 3>"
    )
    follower = Follower(betting)
    follower.begin(hand(40))
    assert repr(follower) == "<Follower: good at node 0 after 0 actions>"
    assert repr(Policy()) == (
        "<Policy: PseudoHarmonic(), default limits, poor_share=0.5, allin_factor=1.5>"
    )


def test_reprs_of_a_hand_are_short() -> None:
    state = play_history(new_state((2000.25, 1500.5, 180.75), 0.25), "b6:f:c/k:b8.25")
    assert state.actor_index is not None
    legal = LegalActions.of(state, state.actor_index)
    for each in [state, Ledger.of(state), legal, legal_actions(state), *state.events]:
        assert len(repr(each)) < 200
    assert repr(state.events[-1]) == (
        "<Bet: seat 2, street 1, added 8.25, total 8.25, to match 0, pot before 12.25, "
        "stack after 166.5>"
    )


def test_reports_mappings_and_policies_cannot_be_changed() -> None:
    found = [getattr(translate, name) for name in dir(translate)]
    values = [each for each in found if isinstance(each, type) and is_dataclass(each)]
    assert len(values) > 15
    assert [each for each in values if not each.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]
