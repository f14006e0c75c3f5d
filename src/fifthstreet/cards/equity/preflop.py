"""Exact results of any two hold'em hands that are all-in before the flop.

The counts are in a file of the package, because they take most of a second to compute. A hand
without a flush is as strong as its ranks, and no board allows flushes of two suits. So the number
of boards that one hand wins against another is the sum of five entries of two tables:

- `by_ranks`, by the ranks of both hands: the boards that it would win if there were no flushes;
- `by_suit`, for each suit, by the kinds of cards of both hands: what flushes of the suit change.
  The kind of a card in a suit is its rank, plus 13 if it is of the suit.

>>> preflop_equity("AsAh", "KdKc")
PreflopEquity(win=0.8106..., tie=0.0038..., lose=0.1855...)
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import CARD_COUNT, RANKS, SUITS
from fifthstreet.cards.holes import (
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    class_sums,
    hole_text,
    parse_hole,
)
from fifthstreet.errors import InputError

PREFLOP_BOARDS = comb(CARD_COUNT - 4, 5)  # 1,712,304, once four hole cards are dealt

KIND = "preflop_wins"  # of the file
_FILE = "data/preflop_wins.5th"


class PreflopWins(NamedTuple):
    """The two tables of counts."""

    by_ranks: NDArray[np.int32]  # [91, 91] by pairs of ranks
    by_suit: NDArray[np.int32]  # [351, 351] by pairs of kinds


class PreflopEquity(NamedTuple):
    """The probabilities of the results of a hand against another."""

    win: float
    tie: float
    lose: float


def _pairs(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number the unordered pairs in the last axis."""
    low, high = numbers.min(axis=-1), numbers.max(axis=-1)
    pairs: NDArray[np.int64] = high * (high + 1) // 2 + low
    return pairs


_ranks, _suits = np.divmod(HOLE_CARDS.astype(np.int64), len(SUITS))  # [1326, 2]
_RANK_PAIRS = _pairs(_ranks)  # [1326]
_KIND_PAIRS = [_pairs(_ranks + len(RANKS) * (_suits == suit)) for suit in range(len(SUITS))]


@cache
def load_preflop_wins() -> PreflopWins:
    """Read the tables that come with the package; the arrays are read-only."""
    # Imported here, because it takes twice as long as the rest of this package.
    from fifthstreet.support.storage import open_container

    with as_file(files("fifthstreet.cards.equity").joinpath(_FILE)) as path:
        container = open_container(path, KIND)
        return PreflopWins(*map(container.array, PreflopWins._fields))


def preflop_wins(hands: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int32]:
    """Count the boards on which each hand beats each other hand.

    There are 1,712,304 boards; boards that neither hand wins are ties.

    Args:
        hands: Indices from 0 to 1325.  [H]
        others: Indices of the opponent's hands.  [G]

    Returns:
        The numbers; 0 if two hands share a card.  [H, G]
    """
    tables = load_preflop_wins()

    def entries(table: NDArray[np.int32], pairs: NDArray[np.int64]) -> NDArray[np.int32]:
        # Columns first: their gathering is the slower step, and the table has fewer rows.
        return table.take(pairs[others], axis=1).take(pairs[hands], axis=0)

    wins = entries(tables.by_ranks, _RANK_PAIRS)
    for pairs in _KIND_PAIRS:
        wins += entries(tables.by_suit, pairs)
    wins[HOLE_MASKS[hands][:, None] & HOLE_MASKS[others] != 0] = 0
    return wins


@cache
def preflop_matrix() -> NDArray[np.float32]:
    """Return what each hand wins from each other hand, per chip that both put in.  [1326, 1326]

    An entry is the probability of winning minus the probability of losing, so the matrix is
    antisymmetric. Entries of hands that share a card are 0, so that they do not count in sums over
    ranges. The array is shared and read-only.

    >>> matrix = preflop_matrix()
    >>> aces, kings = parse_hole("AsAh"), parse_hole("KdKc")
    >>> round(float(matrix[aces, kings]), 4), round(float(matrix[kings, aces]), 4)
    (0.6251, -0.6251)
    """
    every_hand = np.arange(HOLE_COUNT)
    wins = preflop_wins(every_hand, every_hand)
    matrix: NDArray[np.float32] = ((wins - wins.T) / PREFLOP_BOARDS).astype(np.float32)
    matrix.flags.writeable = False
    return matrix


@cache
def preflop_class_matrices() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how often hand classes meet, and what the first wins all-in.  [169, 169] each

    Entries of the first matrix are numbers of pairs of hands that share no card, entries of the
    second sums over these pairs: the probability of winning minus the probability of losing. The
    arrays are shared and read-only.

    >>> pairs, won = preflop_class_matrices()
    >>> from fifthstreet.cards import class_index
    >>> aces, kings = class_index("AA"), class_index("KK")
    >>> float(pairs[aces, kings]), round(float((won / pairs)[aces, kings]), 4)
    (36.0, 0.6389)
    """
    met = HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0
    pairs, won = (class_pair_sums(matrix.astype(np.float64)) for matrix in (met, preflop_matrix()))
    for matrix in (pairs, won):
        matrix.flags.writeable = False
    return pairs, won


def class_pair_sums(by_hand: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums of a matrix of pairs of hands over pairs of classes.  [169, 169]

    Args:
        by_hand: An entry for each pair of hands.  [1326, 1326]
    """
    return class_sums(class_sums(by_hand).T).T


def preflop_equity(hand: str | int, other: str | int) -> PreflopEquity:
    """Return the probabilities that a hand wins, ties and loses against another, before the flop.

    Args:
        hand: Two cards, like `AsKh`, or the index of a hand, 0 to 1325.
        other: The opponent's hand, given in the same way.

    Raises:
        InputError: If a hand cannot be read, or the hands share a card.

    >>> preflop_equity("AsKs", "QdQh")
    PreflopEquity(win=0.4601..., tie=0.0039..., lose=0.5358...)
    """
    indices = [_index(hand), _index(other)]
    if HOLE_MASKS[indices[0]] & HOLE_MASKS[indices[1]]:
        texts = " and ".join(map(hole_text, indices))
        raise InputError(f"two hands must not share a card, got {texts}")
    both = np.array(indices)
    wins = preflop_wins(both, both)
    won, lost = int(wins[0, 1]), int(wins[1, 0])
    counts = (won, PREFLOP_BOARDS - won - lost, lost)
    return PreflopEquity(*(count / PREFLOP_BOARDS for count in counts))


def _index(hand: str | int) -> int:
    if isinstance(hand, str):
        return parse_hole(hand)
    if not 0 <= hand < HOLE_COUNT:
        raise InputError(f"the index of a hand must be from 0 to {HOLE_COUNT - 1}, got {hand}")
    return hand
