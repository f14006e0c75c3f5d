"""Exact equities: every deal and every board, up to suit isomorphism, or from a table of counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, isfinite

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards.card import ALL_CARDS, CARD_COUNT
from fifthstreet.cards.equity.games import HOLD_EM
from fifthstreet.cards.equity.matchup import SHARE, Matchup, MatchupOutcome, shares_of
from fifthstreet.cards.equity.preflop import PREFLOP_BOARDS, preflop_wins
from fifthstreet.cards.holes import HOLE_CARDS, HOLE_COUNT, HOLE_MASKS
from fifthstreet.cards.isomorphism import (
    SuitPermutation,
    canonical_boards,
    canonical_rows,
    hole_permutation,
    stabiliser,
)
from fifthstreet.cards.masks import MaskArray, subsets
from fifthstreet.cards.ranges import Range
from fifthstreet.errors import InputError

_MAX_DEALS = 1_000_000  # ways to deal the players' hands; they are listed in memory
_TABLE_NANOSECONDS = 100_000_000  # to read the table and to add up all pairs of hands
_SWEEP_NANOSECONDS = 25_000  # for one board and two full ranges
_LISTING_NANOSECONDS = 1_000  # to find the representative of one deal
_BOARDS_AT_ONCE = 4_096  # between progress reports
_SECONDS_AT_ONCE = 0.25  # between progress reports
_NO_DEAL = "no deal is possible: the players' hands always share a card"


def solve(
    matchup: Matchup, limit_seconds: float, threads: int, report: Callable[[float], None]
) -> MatchupOutcome | None:
    """Calculate exact equities, or return None if that would exceed the time limit."""
    limit = limit_seconds * 1e9
    if _is_in_table(matchup) and limit >= _TABLE_NANOSECONDS:
        return _look_up(matchup, report)
    sweep = _sweep_cost(matchup)
    if matchup.deals <= _MAX_DEALS and matchup.deals * _LISTING_NANOSECONDS < min(sweep, limit):
        deals = _deal_hands(matchup)
        if deals.cost <= min(sweep, limit):
            return _play_deals(matchup, deals, threads, report)
    return _sweep(matchup, threads, report) if sweep <= limit and isfinite(sweep) else None


def _is_in_table(matchup: Matchup) -> bool:
    """Whether two players of hold'em meet before the flop, and no card is known."""
    return matchup.game is HOLD_EM and len(matchup.players) == 2 and matchup.deck == ALL_CARDS


def _look_up(matchup: Matchup, report: Callable[[float], None]) -> MatchupOutcome:
    hands = []
    weights = []
    for possible in matchup.players:
        masks = HOLE_MASKS if possible.is_random else possible.masks
        hands.append(np.searchsorted(HOLE_MASKS, masks))
        # Only ratios of weights matter, and small weights cannot overflow.
        own_weights = np.ones(HOLE_COUNT) if possible.is_random else possible.weights
        weights.append(own_weights / max(1.0, float(own_weights.max())))
    met = np.where(HOLE_MASKS[hands[0]][:, None] & HOLE_MASKS[hands[1]], 0, PREFLOP_BOARDS)
    if not met.any():
        raise InputError(_NO_DEAL)
    # Boards that each player wins, both [H, G].
    wins = [preflop_wins(hands[0], hands[1]), preflop_wins(hands[1], hands[0]).T]
    ties = met - wins[0] - wins[1]
    shares = np.zeros((2, 5))
    equities = []
    for player, sums in enumerate(("hg,g->h", "hg,h->g")):
        # Not as products of matrices, whose sums depend on the number of threads.
        won, tied, total = (
            np.einsum(sums, boards, weights[1 - player]) for boards in (wins[player], ties, met)
        )
        total_weight = float((weights[player] * total).sum())
        shares[player, 1] = (weights[player] * won).sum() / total_weight
        shares[player, 2] = (weights[player] * tied).sum() / total_weight
        shares[player, 0] = shares[player, 1] + shares[player, 2] / 2
        by_hand = np.full(HOLE_COUNT, np.nan)
        can_meet = total > 0
        by_hand[hands[player][can_meet]] = (won + tied / 2)[can_meet] / total[can_meet]
        equities.append(by_hand)
    report(1.0)
    return MatchupOutcome(
        "table", shares, int(np.count_nonzero(met)) * PREFLOP_BOARDS, tuple(equities)
    )


@dataclass(frozen=True)
class _Deals:
    """All ways to deal the players' hands, and one representative of each orbit of suits."""

    rows: MaskArray  # [M, P] hands
    weights: NDArray[np.float64]  # [M]
    distinct: MaskArray  # [K, P]
    place: NDArray[np.int64]  # [M] index of the representative of each row
    cost: float  # estimated nanoseconds to evaluate them


def _deal_hands(matchup: Matchup) -> _Deals:
    rows = np.empty((1, 0), np.uint64)
    used = np.zeros(1, np.uint64)
    weights = np.ones(1)
    for hands in matchup.players:
        masks = hands.masks
        hand_weights = hands.weights
        if hands.is_random:
            masks = subsets(matchup.deck, hands.holes)
            hand_weights = np.ones(len(masks))
        # Combine every deal so far with every hand that shares no card with it.
        left, right = np.nonzero(used[:, None] & masks[None, :] == 0)
        rows = np.column_stack([rows[left], masks[right]])
        used = used[left] | masks[right]
        weights = weights[left] * hand_weights[right]
    if not len(rows):
        raise InputError(_NO_DEAL)
    distinct, place = canonical_rows(rows, stabiliser([matchup.board, matchup.dead]))
    evaluations = len(distinct) * matchup.boards * len(matchup.players)
    return _Deals(rows, weights, distinct, place, evaluations * matchup.game.evaluation_nanoseconds)


def _play_deals(
    matchup: Matchup, deals: _Deals, threads: int, report: Callable[[float], None]
) -> MatchupOutcome:
    game = matchup.game
    count, players = deals.distinct.shape
    tallies = np.zeros((count * players, 5), np.int64)
    step = max(1, int(count * _SECONDS_AT_ONCE * 1e9 / max(deals.cost, 1)))
    for first in range(0, count, step):
        hands = deals.distinct[first : first + step]
        _native.enumerate_boards(
            game.high.evaluator,
            game.low.evaluator if game.low else None,
            game.deck.mask,
            game.hole_cards,
            game.board_cards,
            hands,
            matchup.board,
            matchup.dead,
            threads,
            tallies[first * players : (first + len(hands)) * players],
        )
        report((first + len(hands)) / count)
    per_row = tallies.reshape(count, players, 5)
    total_weight = float(deals.weights.sum())
    distinct_weights = np.bincount(deals.place, deals.weights, count)
    sums = np.einsum("k,kpc->pc", distinct_weights, per_row.astype(np.float64))
    shares = shares_of(sums, total_weight * matchup.boards)
    by_hand = None
    if game.hole_cards == 2:
        equities = per_row[:, :, SHARE] / (_native.POT_UNITS * matchup.boards)  # [K, P]
        by_hand = tuple(
            _mean_by_hand(deals.rows[:, player], equities[deals.place, player], deals.weights)
            for player in range(players)
        )
    return MatchupOutcome("matchups", shares, len(deals.rows) * matchup.boards, by_hand)


def _mean_by_hand(
    masks: MaskArray, values: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weighted mean of the values for each of the 1,326 hands.

    The hand's own weight is the same in all of its deals, so the mean is over the others' hands.
    """
    hand = np.searchsorted(HOLE_MASKS, masks)
    total = np.bincount(hand, weights, HOLE_COUNT)
    summed = np.bincount(hand, weights * values, HOLE_COUNT)
    means = np.full(HOLE_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def _ranges(matchup: Matchup) -> list[Range]:
    """Return each player's hands as a range, without hands that contain a known card."""
    ranges = []
    for hands in matchup.players:
        if hands.is_random:
            ranges.append(Range(HOLE_MASKS & np.uint64(ALL_CARDS ^ matchup.deck) == 0))
        else:
            weights = np.zeros(HOLE_COUNT)
            # Only ratios of weights matter, and a range has no weight above 1.
            largest = max(1.0, float(hands.weights.max()))
            weights[np.searchsorted(HOLE_MASKS, hands.masks)] = hands.weights / largest
            ranges.append(Range(weights))
    return ranges


def _sweep_symmetry(matchup: Matchup) -> list[SuitPermutation]:
    return stabiliser([matchup.board, matchup.dead], _ranges(matchup))


def _sweep_cost(matchup: Matchup) -> float:
    """Estimate the nanoseconds that a sweep of two ranges over all boards takes."""
    if not matchup.game.is_hold_em or len(matchup.players) != 2:
        return float("inf")
    boards = comb(matchup.deck.bit_count(), matchup.to_come)
    return boards / len(_sweep_symmetry(matchup)) * _SWEEP_NANOSECONDS


def _sweep(matchup: Matchup, threads: int, report: Callable[[float], None]) -> MatchupOutcome:
    evaluator = matchup.game.high.evaluator
    assert isinstance(evaluator, _native.FreeEvaluator)
    weights = np.stack([range_.weights for range_ in _ranges(matchup)])
    held = weights > 0
    opponents = np.stack([_disjoint_hands(held[1]), _disjoint_hands(held[0])])
    pairs = int(opponents[0][held[0]].sum())
    if not pairs:
        raise InputError(_NO_DEAL)
    symmetry = _sweep_symmetry(matchup)
    runouts, counts = canonical_boards(matchup.to_come, matchup.deck, symmetry)
    boards = runouts | np.uint64(matchup.board)
    multiplicities = counts.astype(np.float64)
    results = np.zeros((2, HOLE_COUNT, 3))  # weight of opposing hands beaten, tied and met
    for first in range(0, len(boards), _BOARDS_AT_ONCE):
        part = slice(first, first + _BOARDS_AT_ONCE)
        _native.sweep_ranges(
            evaluator, boards[part], multiplicities[part], matchup.dead, weights, threads, results
        )
        report(min(1.0, (first + _BOARDS_AT_ONCE) / len(boards)))
    # Each board represents its orbit: average over the images of each hand.
    results = np.mean([results[:, hole_permutation(perm)] for perm in symmetry], axis=0)
    # Clear the rounding errors of hands that no opposing hand can meet.
    results[(opponents == 0) | ~held] = 0.0
    won, tied, total = results[..., 0], results[..., 1], results[..., 2]  # [2, 1326]
    total_weight = float((weights[0] * total[0]).sum())
    shares = np.zeros((2, 5))
    shares[:, 1] = (weights * won).sum(axis=1) / total_weight
    shares[:, 2] = (weights * tied).sum(axis=1) / total_weight
    shares[:, 0] = shares[:, 1] + shares[:, 2] / 2
    equities = np.full(total.shape, np.nan)
    np.divide(won + tied / 2, total, out=equities, where=total > 0)
    return MatchupOutcome("sweep", shares, pairs * matchup.boards, (equities[0], equities[1]))


def _disjoint_hands(held: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count, for each of the 1,326 hands, the held hands that share no card with it."""
    per_card = np.bincount(HOLE_CARDS[held].ravel(), minlength=CARD_COUNT)
    # The hand itself is subtracted twice, once for each of its cards, so add it back.
    count: NDArray[np.int64] = held.sum() - per_card[HOLE_CARDS].sum(axis=1) + held
    return count
