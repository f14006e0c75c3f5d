"""Keys of information sets.

An information set of hold'em is a node of the betting tree plus a key of the cards that its player
sees. Hands with the same key on a street share one row of a strategy's table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_MASKS,
    Range,
    SuitPermutation,
    cards_text,
    hole_permutation,
    stabiliser,
)

_CARD_BITS, _HAND_BITS = 6, 11  # sizes of the fields of an exact key
_FLOP_CARDS = 3


class CardKey(ABC):
    """Which hands on which boards a player can distinguish."""

    @abstractmethod
    def keys(self, board: tuple[int, ...]) -> NDArray[np.uint64]:
        """Return the key of each of the 1,326 hands on a board; arbitrary for blocked hands."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything that the key depends on, as plain data."""


@dataclass(frozen=True)
class ExactCards(CardKey):
    """Exact cards, up to suit permutations that leave the ranges and the known cards unchanged.

    The order of the flop cards does not matter; turn and river stay apart. `known` cards are on the
    board in every deal, so keys leave them out.

    >>> key = ExactCards.for_game([Range("AA,KK"), Range("QQ+")])
    >>> len(set(key.keys(()).tolist()))  # one per hand class
    169
    """

    known: tuple[int, ...]
    symmetry: tuple[SuitPermutation, ...]

    @classmethod
    def for_game(
        cls, ranges: Sequence[Range], board: Sequence[int] = (), runout: Sequence[int] = ()
    ) -> ExactCards:
        """Return the key for ranges on a board, and a runout if the cards to come are known."""
        # Cards dealt one at a time must each stay the same; board cards may swap places.
        fixed = [sum(1 << card for card in board), *(1 << card for card in runout)]
        return cls((*board, *runout), tuple(stabiliser(fixed, ranges)))

    def __repr__(self) -> str:
        known = cards_text(self.known) or "none"
        return f"<ExactCards: known cards {known}, {len(self.symmetry)} suit permutations>"

    def keys(self, board: tuple[int, ...]) -> NDArray[np.uint64]:
        """Return the key of each of the 1,326 hands on a board."""
        keys = np.full(len(HOLE_MASKS), np.iinfo(np.uint64).max, np.uint64)
        for perm in self.symmetry:
            images = [card // 4 * 4 + perm[card % 4] for card in board]
            images[: len(self.known)] = [0] * min(len(self.known), len(images))
            images[:_FLOP_CARDS] = sorted(images[:_FLOP_CARDS])
            board_key = 0
            for card in images:
                board_key = board_key << _CARD_BITS | card
            hands = hole_permutation(perm).astype(np.uint64)
            keys = np.minimum(keys, np.uint64(board_key << _HAND_BITS) | hands)
        return keys

    def to_dict(self) -> dict[str, Any]:
        """Return everything that the key depends on, as plain data."""
        return {
            "kind": "exact cards",
            "known": cards_text(self.known),
            "symmetry": [list(perm) for perm in self.symmetry],
        }
