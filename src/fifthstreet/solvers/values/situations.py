"""Random situations where a street ends: boards, stacks, and ranges as they occur.

Ranges that reach a leaf were formed by decisions: hands of some preflop strength were played, and
of these the ones that suited the boards of each street. So a range is drawn as a product of
filters over the hands' ranks, before the flop and on boards, with noise for what filters do not
tell apart. Some filters keep strong hands, some weak ones, some both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    CLASS_COUNT,
    CLASS_SIZES,
    HOLE_CLASS,
    HOLE_COUNT,
    HOLE_MASKS,
    canonical_boards,
    cards_of,
    class_sums,
    preflop_order,
)
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.solvers.values.leaf_values import LEAF_STREETS
from fifthstreet.solvers.values.river_tables import MAX_STACK

FLOPS_UP_TO_SUITS = 1755
_BOARD_CARDS = 5
_COMPLETIONS = 12  # random boards on which the hands of an incomplete one are ranked
_LOWEST_STACK, _HIGHEST_USUAL_STACK = 0.15, 30.0  # in pots
_DEEP_SHARE = 0.05  # of situations, with up to the highest stack
DEEP_SHARE_PREFLOP = 0.25  # because pots before the flop are small
_MIN_HANDS = 12.0  # of a range, as a sum of weights


@dataclass(frozen=True, eq=False)
class Situation:
    """A public state where a street ends, and both ranges there.

    Attributes:
        board: No cards, 3 or 4.
        stack: The smaller stack behind, in pots.
        reach: Both players' hands, 0 for impossible ones.  [2, 1326]
    """

    board: tuple[int, ...]
    stack: float
    reach: NDArray[np.float32]

    @property
    def street(self) -> str:
        """The street that ends."""
        return LEAF_STREETS[len(self.board)]


def draw_situation(random: np.random.Generator, cards: int) -> Situation:
    """Draw a board, a stack, and both ranges.

    Args:
        random: Draws everything.
        cards: Number of cards on the board: 0, 3 or 4. Without a board, ranges are over classes.

    Returns:
        The situation.
    """
    if not cards:
        stack = draw_stack(random, deep=DEEP_SHARE_PREFLOP)
        reach = draw_class_ranges(random, 1)[0][:, HOLE_CLASS]
        return Situation((), stack, reach.astype(np.float32))
    board = draw_board(random, cards)
    return Situation(board, draw_stack(random), draw_ranges(random, board, 1)[0])


def draw_board(random: np.random.Generator, cards: int) -> tuple[int, ...]:
    """Draw a board, all of them equally likely; the cards of the flop are sorted."""
    dealt = [int(card) for card in random.choice(52, cards, replace=False)]
    return (*sorted(dealt[:3], reverse=True), *dealt[3:])


def draw_flop(random: np.random.Generator) -> tuple[int, ...]:
    """Draw a flop, all of them equally likely, and name its suits as in the list of 1,755 flops."""
    masks, counts = _flops_up_to_suits()
    drawn = np.searchsorted(np.cumsum(counts), random.integers(counts.sum()), side="right")
    return tuple(reversed(cards_of(int(masks[drawn]))))


def draw_flops(
    random: np.random.Generator, count: int
) -> tuple[list[tuple[int, ...]], NDArray[np.int64]]:
    """Draw flops that differ in more than their suits, spread over high and low ones.

    Args:
        random: Draws everything.
        count: Number of flops, at most 1,755, which are all of them.

    Returns:
        The flops, and how often each counts.
    """
    masks, counts = _flops_up_to_suits()
    if count < FLOPS_UP_TO_SUITS:
        # Each flop is drawn as often as it occurs, and counts as often as the others.
        places = (random.random() + np.arange(count)) / count * counts.sum()
        chosen = np.searchsorted(np.cumsum(counts), places, side="right")
        chosen, repeats = np.unique(chosen, return_counts=True)
        masks, counts = masks[chosen], repeats
    flops = [tuple(reversed(cards_of(int(mask)))) for mask in masks]
    return flops, counts


def draw_stack(random: np.random.Generator, *, deep: float = _DEEP_SHARE) -> float:
    """Draw a stack in pots: its logarithm is uniform, with a share of very deep ones.

    Args:
        random: Draws everything.
        deep: The share of very deep stacks.
    """
    low, high = _LOWEST_STACK, _HIGHEST_USUAL_STACK
    if random.random() < deep:
        low, high = high, MAX_STACK
    return float(np.exp(random.uniform(np.log(low), np.log(high))))


def draw_ranges(
    random: np.random.Generator, board: tuple[int, ...], count: int
) -> NDArray[np.float32]:
    """Draw pairs of ranges on a board.

    The largest weight of each range is 1; a range that filters leave almost nothing of is drawn
    again, so that each has several hands.

    Args:
        random: Draws everything.
        board: 3 or 4 cards.
        count: Number of pairs.

    Returns:
        Weights of both players' hands, 0 for impossible ones.  [count, 2, 1326]
    """
    ranks = _board_ranks(random, board)
    possible = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
    rows = np.zeros((2 * count, HOLE_COUNT))
    todo = np.arange(2 * count)
    while len(todo):
        rows[todo] = _draw_rows(random, ranks, len(todo)) * possible
        rows[todo] /= rows[todo].max(axis=1, keepdims=True)
        rows[rows < 1e-4] = 0  # as in a solve, where such hands are folded
        todo = todo[rows[todo].sum(axis=1) < _MIN_HANDS]
    return rows.reshape(count, 2, HOLE_COUNT).astype(np.float32)


def draw_class_ranges(random: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Draw pairs of ranges at the end of preflop, over hand classes.

    As for `draw_ranges`, without the filters on boards.

    Args:
        random: Draws everything.
        count: Number of pairs.

    Returns:
        How often each class is in both ranges; the largest number of each is 1.  [count, 2, 169]
    """
    rows = np.zeros((2 * count, CLASS_COUNT))
    todo = np.arange(2 * count)
    while len(todo):
        filters = class_sums(_preflop_filters(random, len(todo))) / CLASS_SIZES
        spread = 1.2 * random.random((len(todo), 1)) ** 2
        drawn = filters * np.exp(spread * random.standard_normal(filters.shape))
        rows[todo] = drawn / drawn.max(axis=1, keepdims=True)
        rows[rows < 1e-4] = 0
        todo = todo[rows[todo] @ CLASS_SIZES < _MIN_HANDS]
    return rows.reshape(count, 2, CLASS_COUNT)


def _draw_rows(
    random: np.random.Generator, ranks: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    """Draw weights of hands: filters times noise.  [count, 1326]"""
    weights = _preflop_filters(random, count)
    for _ in range(2):
        # Means over one board or several, as at decisions with fewer or more cards to come.
        sizes = random.integers(1, 4, count)
        picked = np.argsort(random.random((count, len(ranks))), axis=1) < sizes[:, None]
        means = (picked / sizes[:, None]) @ ranks
        filters = _board_filters(random, means)
        is_used = random.random(count) < 0.7
        weights *= np.where(is_used[:, None], filters, 1.0)
    spread = 1.2 * random.random((count, 1)) ** 2
    by_class = random.standard_normal((count, CLASS_COUNT))[:, HOLE_CLASS]
    by_hand = random.standard_normal((count, HOLE_COUNT))
    weights *= np.exp(spread * (by_class + 0.5 * by_hand))
    return weights


def _preflop_filters(random: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Return filters by the order of hands before the flop: a share of the best, perhaps capped."""
    ranks = _preflop_ranks()
    played = random.random((count, 1)) ** 1.5 * 0.95 + 0.05
    width = np.exp(random.uniform(np.log(0.01), np.log(0.2), (count, 1)))
    filters = _sigmoid((played - ranks) / width)
    capped = random.random((count, 1)) * played * 0.6
    capped_filters = _sigmoid((ranks - capped) / width)
    is_capped = random.random((count, 1)) < 0.4
    result: NDArray[np.float64] = filters * np.where(is_capped, capped_filters, 1.0)
    return result


def _board_filters(random: np.random.Generator, ranks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return filters by ranks on a board: of strong hands, of weak ones, of both, or of neither."""
    count = len(ranks)
    width = np.exp(random.uniform(np.log(0.02), np.log(0.3), (count, 1)))
    edge = random.random((count, 1))
    strong = _sigmoid((ranks - edge) / width)
    second = edge * random.random((count, 1))
    weak = _sigmoid((second - ranks) / width)
    kind = random.choice(4, (count, 1), p=[0.45, 0.2, 0.2, 0.15])
    filters = np.choose(kind, [strong, 1 - strong, np.maximum(strong, weak), 1 - strong - weak])
    floor = random.choice([0.0, 0.03, 0.15, 0.4], (count, 1))
    result: NDArray[np.float64] = floor + (1 - floor) * np.clip(filters, 0, 1)
    return result


def _board_ranks(random: np.random.Generator, board: tuple[int, ...]) -> NDArray[np.float64]:
    """Return ranks of hands, 0 to 1 for the best, on random completions of a board.  [N, 1326]"""
    left = [card for card in range(52) if card not in board]
    masks = []
    for _ in range(_COMPLETIONS):
        dealt = random.choice(left, _BOARD_CARDS - len(board), replace=False)
        masks.append(sum(1 << int(card) for card in (*board, *dealt)))
    strengths = strengths_on_boards(HOLE_MASKS, np.array(masks, np.uint64), np.float32)
    strengths += 0.5 * random.random(strengths.shape)  # an order of hands that are equal
    order = np.argsort(strengths, axis=1)
    ranks = np.empty(strengths.shape)
    np.put_along_axis(ranks, order, np.linspace(0, 1, HOLE_COUNT)[None], axis=1)
    return ranks


@lru_cache(maxsize=1)
def _flops_up_to_suits() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return masks of all flops, in the order of their highest cards, and how often each occurs."""
    return canonical_boards(3)


@lru_cache(maxsize=1)
def _preflop_ranks() -> NDArray[np.float64]:
    """Return the place of each hand in the order before the flop, 0 for the best, to 1.  [1326]"""
    places = np.empty(CLASS_COUNT)
    places[[index for index, _ in preflop_order()]] = np.linspace(0, 1, CLASS_COUNT)
    ranks: NDArray[np.float64] = places[HOLE_CLASS]
    return ranks


def _sigmoid(values: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = 0.5 * (1 + np.tanh(values / 2))
    return result
