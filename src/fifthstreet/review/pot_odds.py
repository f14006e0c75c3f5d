"""Pot odds: the last resort, where neither the tree nor a solve has a decision."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_MASKS,
    Range,
    SuitPermutation,
    cards_text,
    hole_permutation,
    hole_text,
)
from fifthstreet.cards.equity import equity
from fifthstreet.game import ActionAmount, ActionKind, State, call_amount, pot
from fifthstreet.review.advised import AdvisedAction
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.tree.strategy import BOARD_CARDS
from fifthstreet.tree.translate import Match

_ANY_HAND = "random"
_SAMPLES = 20_000  # deals for the equity of a hand against a range: half a percent of error


def by_pot_odds(
    source: StrategyAnswers,
    matched: Match,
    state: State,
    hole: int,
    board: tuple[int, ...],
    actions: tuple[AdvisedAction, ...],
) -> tuple[tuple[AdvisedAction, ...], list[str]]:
    """Return actions with a fold added, or check, call and fold if there are none, and notes.

    Args:
        source: The strategy.
        matched: The match of the hand, whose last node gives the range of the opponent.
        state: The hand.
        hole: Index of the hand held.
        board: The cards of the board.
        actions: Actions of the tree that lack a fold, or none.
    """
    to_call = call_amount(state)
    suits = source.suits(board) if all(card < CARD_COUNT for card in board) else None
    seat = state.actor_index or 0
    opposing = None if suits is None else _opposing(source, matched, seat, board, suits)
    win, range_text = _equity(opposing, state, hole, board)
    odds = float(to_call) / (float(pot(state)) + float(to_call)) if to_call else 0.0
    added = _with_fold(actions, ActionAmount(ActionKind.CALL, to_call), win >= odds)
    return added, [_odds_note(bool(actions), odds, hole, win, range_text)] if to_call else []


def _with_fold(
    actions: tuple[AdvisedAction, ...], call: ActionAmount, is_worth_it: bool
) -> tuple[AdvisedAction, ...]:
    """Return actions with a fold added, or check, call and fold if there were none.

    If a call is not worth it, calls become folds.
    """
    if not call.amount:
        check = ActionAmount(ActionKind.CHECK, call.amount)
        return (AdvisedAction("k", check, 1.0, None, ()),)
    if not actions:
        actions = (AdvisedAction("c", call, 1.0, None, ()),)
    called = sum(each.probability for each in actions if each.action == "c")
    folded = 0.0 if is_worth_it else called
    fold = AdvisedAction("f", ActionAmount(ActionKind.FOLD, 0), folded, 0.0, ())
    rest = [
        each if each.action != "c" else replace(each, probability=called - folded)
        for each in actions
    ]
    return (fold, *rest)


def _opposing(
    source: StrategyAnswers,
    matched: Match,
    seat: int,
    board: tuple[int, ...],
    suits: SuitPermutation,
) -> Range | None:
    """Return the opponent's range at the last node that fits, in the suits of the real hand."""
    strategy = source.strategy
    tree = strategy.tree
    own = matched.seats[seat]
    cards = BOARD_CARDS[int(tree.street[matched.node])]
    if tree.players != 2 or own < 0 or len(board) < cards:
        return None
    weights = strategy.reach(matched.node, source.tree_board(board, suits)[:cards])[1 - own]
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    real = np.where(blocked, 0.0, weights[hole_permutation(suits)])
    return Range(real / real.max()) if real.max() > 0 else None


def _equity(
    opposing: Range | None, state: State, hole: int, board: tuple[int, ...]
) -> tuple[float, str]:
    """Return the equity of a hand against the opponents' ranges, and a description of these."""
    opponents = sum(map(bool, state.statuses)) - 1
    known = [card for card in board if card < CARD_COUNT]
    ranges: list[Range | str] = [_ANY_HAND] * opponents
    text = "any hand"
    if opposing is not None and opponents == 1:
        left = opposing.without(int(HOLE_MASKS[hole]))
        if len(left):
            ranges, text = [left], "the range of the opponent at the last node that fits"
    result = equity(
        hole_text(hole),
        *ranges,
        board=cards_text(known),
        method="sample",
        samples=_SAMPLES,
        seed=0,
    )
    return result.players[0].equity, text


def _odds_note(is_in_tree: bool, odds: float, hole: int, win: float, range_text: str) -> str:
    added = "folding is not in the tree" if is_in_tree else "pot odds decide, as the last resort"
    return (
        f"{added}: a call needs {odds:.0%} equity, and {hole_text(hole)} has {win:.0%} "
        f"against {range_text}"
    )
