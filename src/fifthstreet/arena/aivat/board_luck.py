"""The luck of board cards, by how they change the equities of the players in the hand.

The value of a state is each player's equity times the pot. It needs no strategy, so it corrects
hands that have left a betting tree. Cards after the last decision are left to all-in equity.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.game import BettingAction, BoardDealt, Ledger, State

_BOARD_CARDS = 5
_DRAWN_RUNOUTS = 500
_MAX_RUNOUTS = 1_000  # evaluated exactly; a sample above


def board_luck(state: State, start: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Return what the board cards of a hold'em hand were worth to each player, in chips.  [P]

    Its expected value is 0 given the first events, so subtracting it from results leaves their mean
    unchanged.

    Args:
        state: A finished hand with one board.
        start: Number of events before which no cards are valued.
        random: Draws runouts where there are too many.
    """
    events = state.events
    last = max((i for i, each in enumerate(events) if isinstance(each, BettingAction)), default=0)
    luck = np.zeros(state.player_count)
    hands = [sum(1 << int(card) for card in dealt_cards(state, p)) for p in range(len(luck))]
    ledger = Ledger(state.starting_stacks)
    board: list[int] = []
    for number, event in enumerate(events[:last]):
        ledger.apply(event)
        if not isinstance(event, BoardDealt):
            continue
        after = [*board, *(int(card) for card in event.cards)]
        if number >= start:
            live = [seat for seat in range(len(luck)) if seat not in ledger.folded]
            gained = _equities(hands, live, after, random) - _equities(hands, live, board, random)
            luck[live] += float(ledger.pot) * gained
        board = after
    return luck


def _equities(
    hands: list[int], live: list[int], board: list[int], random: np.random.Generator
) -> NDArray[np.float64]:
    """Return the equities of the players in the hand, over cards that no player was dealt."""
    on_board = sum(1 << card for card in board)
    taken = sum(hands) | on_board
    left = np.array([1 << card for card in range(52) if not taken >> card & 1], np.uint64)
    missing = _BOARD_CARDS - len(board)
    if comb(len(left), missing) <= _MAX_RUNOUTS:
        runouts = np.array(list(combinations(range(len(left)), missing)), np.int64)
    else:
        order = random.random((_DRAWN_RUNOUTS, len(left)))
        runouts = order.argpartition(missing, axis=1)[:, :missing]
    boards = left[runouts].sum(axis=1, dtype=np.uint64) | np.uint64(on_board)
    strengths = np.array(
        [evaluate_masks(np.full(len(boards), hands[seat], np.uint64), boards) for seat in live]
    )
    wins = strengths == strengths.max(axis=0)
    equities: NDArray[np.float64] = (wins / wins.sum(axis=0)).mean(axis=1)
    return equities
