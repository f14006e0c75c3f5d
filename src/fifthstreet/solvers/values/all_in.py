"""What hands win against hands if no player bets any more, over all cards to come.

Whole numbers are kept: on how many boards a hand wins, less on how many it loses. Two hands that
share no card are compared on the same number of boards, whatever they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS

Hands = NDArray[np.int64]  # indices 0 to 1325
_BOARDS_KEPT = 8  # up to 2.8 MB each
_BOARD_CARDS = 5
_SEEN_CARDS = 4  # of two hands


class AllInShowdowns:
    """Both players' hands, all-in on a board.

    The matrix of the players' hands is multiplied by the reach of all showdowns at once. The second
    player's leads are the first one's with the opposite sign, so players with the same hands share
    a matrix.
    """

    def __init__(self, board: Sequence[int], hands: tuple[Hands, Hands], threads: int) -> None:
        """Compare hands on all boards.

        Args:
            board: 3 to 5 cards.
            hands: Both players' hands, none of which has a card of the board.
            threads: Number of threads.
        """
        self.hands, self._threads = hands, threads
        self._boards = np.float32(boards_of_pair(len(board)))
        first = _native.LeadMatrix(_between(board, hands[0], hands[1], threads))
        self._matrices = (first, first)
        if not np.array_equal(hands[0], hands[1]):
            second = _native.LeadMatrix(_between(board, hands[1], hands[0], threads))
            self._matrices = (first, second)

    def won(self, player: int, reach: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what a player's hands win per chip against the other player's reach.

        Args:
            player: Whose values are needed.
            reach: The reach of the other player's hands at S showdowns.  [S, 1326]

        Returns:
            The reach that a hand beats less the reach that beats it, as the mean over all boards;
            0 for hands that the player does not have.  [S, 1326]
        """
        own, other = self.hands[player], self.hands[1 - player]
        won = np.empty((len(reach), len(own)), np.float32)
        held = np.ascontiguousarray(reach[:, other], np.float32)
        self._matrices[player].multiply(held, self._threads, won)
        values = np.zeros((len(reach), HOLE_COUNT), np.float32)
        values[:, own] = won / self._boards
        return values


def checked_down(
    board: Sequence[int], hands: tuple[Hands, Hands], threads: int
) -> NDArray[np.float32]:
    """Return the probabilities of winning minus losing, over all boards.

    Args:
        board: 3 to 5 cards.
        hands: Both players' hands, none of which has a card of the board.
        threads: Number of threads.

    Returns:
        0 for hands that share a card.  [H0, H1]
    """
    leads = _between(board, hands[0], hands[1], threads).astype(np.float32)
    return leads / np.float32(boards_of_pair(len(board)))


def boards_of_pair(cards: int) -> int:
    """Return how many boards two hands without a common card are compared on."""
    return comb(52 - _SEEN_CARDS - cards, _BOARD_CARDS - cards)


def _between(board: Sequence[int], first: Hands, second: Hands, threads: int) -> NDArray[np.int16]:
    """Return the leads of hands over hands.  [H0, H1]"""
    leads, rows = _leads(frozenset(board), threads)
    return np.ascontiguousarray(leads[np.ix_(rows[first], rows[second])])


@lru_cache(maxsize=_BOARDS_KEPT)
def _leads(board: frozenset[int], threads: int) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Return the leads of all hands beside a board, and the row of each of the 1,326 hands."""
    mask = sum(1 << card for card in board)
    is_possible = HOLE_MASKS & np.uint64(mask) == 0
    count = int(is_possible.sum())
    leads = np.empty((count, count), np.int16)
    _native.count_leads(high_evaluator(), mask, threads, leads)
    leads.setflags(write=False)
    return leads, np.cumsum(is_possible) - 1
