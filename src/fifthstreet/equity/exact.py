"""Exact equities: every deal and every board, up to the naming of suits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, isfinite

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import (
    ALL_CARDS,
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    MaskArray,
    Range,
    SuitPermutation,
    canonical_boards,
    canonical_rows,
    hole_permutation,
    stabiliser,
    subsets,
)
from fifthstreet.equity.matchup import Spot
from fifthstreet.equity.outcome import SHARE, Outcome, shares_of

_MOST_MATCHUPS = 1_000_000  # ways to deal the players in that are listed at once
_SWEEP_NANOSECONDS = 25_000  # one board against two full ranges
_LISTING_NANOSECONDS = 1_000  # finding out which deal stands for one of them
_BOARDS_AT_ONCE = 4_096  # swept between two reports of progress
_SECONDS_AT_ONCE = 0.25  # of matchups between two reports of progress


def solve(
    spot: Spot, limit_seconds: float, threads: int, report: Callable[[float], None]
) -> Outcome | None:
    """Exact equities, or None if the cheapest way is estimated to cost more than the limit."""
    limit = limit_seconds * 1e9
    sweep = _sweep_cost(spot)
    if spot.deals <= _MOST_MATCHUPS and spot.deals * _LISTING_NANOSECONDS < min(sweep, limit):
        matchups = _matchups(spot)
        if matchups.cost <= min(sweep, limit):
            return _play_matchups(spot, matchups, threads, report)
    return _sweep(spot, threads, report) if sweep <= limit and isfinite(sweep) else None


@dataclass(frozen=True)
class _Matchups:
    """Ways to deal the players in, and the distinct ones among them up to suits."""

    rows: MaskArray  # [M, P] hands
    weights: NDArray[np.float64]  # [M]
    distinct: MaskArray  # [K, P]
    place: NDArray[np.int64]  # [M] which distinct row stands for each
    cost: float  # nanoseconds to play them all out


def _matchups(spot: Spot) -> _Matchups:
    rows = np.empty((1, 0), np.uint64)
    used = np.zeros(1, np.uint64)
    weights = np.ones(1)
    for hands in spot.players:
        masks = hands.masks
        hand_weights = hands.weights
        if hands.is_random:
            masks = subsets(spot.deck, hands.holes)
            hand_weights = np.ones(len(masks))
        # Join every deal so far with every hand that shares no card with it.
        left, right = np.nonzero(used[:, None] & masks[None, :] == 0)
        rows = np.column_stack([rows[left], masks[right]])
        used = used[left] | masks[right]
        weights = weights[left] * hand_weights[right]
    if not len(rows):
        raise ValueError("no deal is possible: the players' hands always share a card")
    distinct, place = canonical_rows(rows, spot.suit_permutations)
    evaluations = len(distinct) * spot.boards * len(spot.players)
    return _Matchups(rows, weights, distinct, place, evaluations * spot.game.evaluation_nanoseconds)


def _play_matchups(
    spot: Spot, matchups: _Matchups, threads: int, report: Callable[[float], None]
) -> Outcome:
    game = spot.game
    count, players = matchups.distinct.shape
    tallies = np.zeros((count * players, 5), np.int64)
    step = max(1, int(count * _SECONDS_AT_ONCE * 1e9 / max(matchups.cost, 1)))
    for first in range(0, count, step):
        hands = matchups.distinct[first : first + step]
        _native.enumerate_boards(
            game.high.evaluator,
            game.low.evaluator if game.low else None,
            game.deck.mask,
            game.hole_cards,
            game.board_cards,
            hands,
            spot.board,
            spot.dead,
            threads,
            tallies[first * players : (first + len(hands)) * players],
        )
        report((first + len(hands)) / count)
    per_row = tallies.reshape(count, players, 5)
    total_weight = float(matchups.weights.sum())
    distinct_weights = np.bincount(matchups.place, matchups.weights, count)
    sums = np.einsum("k,kpc->pc", distinct_weights, per_row.astype(np.float64))
    shares = shares_of(sums, total_weight * spot.boards)
    by_hand = None
    if game.hole_cards == 2:
        equities = per_row[:, :, SHARE] / (_native.POT_UNITS * spot.boards)  # [K, P]
        by_hand = tuple(
            _mean_by_hand(matchups.rows[:, p], equities[matchups.place, p], matchups.weights)
            for p in range(players)
        )
    return Outcome("matchups", shares, len(matchups.rows) * spot.boards, by_hand)


def _mean_by_hand(
    masks: MaskArray, values: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weighted mean of the values at each of the 1,326 hole hands.

    The hand's own weight is in all of its deals alike, so the mean is over what the others hold.
    """
    hand = np.searchsorted(HOLE_MASKS, masks)
    total = np.bincount(hand, weights, HOLE_COUNT)
    summed = np.bincount(hand, weights * values, HOLE_COUNT)
    means = np.full(HOLE_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def _ranges(spot: Spot) -> list[Range]:
    """Each player's hands as a range, without hands that hold a known card."""
    ranges = []
    for hands in spot.players:
        if hands.is_random:
            ranges.append(Range(HOLE_MASKS & np.uint64(ALL_CARDS ^ spot.deck) == 0))
        else:
            weights = np.zeros(HOLE_COUNT)
            # Only the ratios of a player's weights matter, and a range has none above 1.
            largest = max(1.0, float(hands.weights.max()))
            weights[np.searchsorted(HOLE_MASKS, hands.masks)] = hands.weights / largest
            ranges.append(Range(weights))
    return ranges


def _sweep_symmetry(spot: Spot) -> list[SuitPermutation]:
    return stabiliser([spot.board, spot.dead], _ranges(spot))


def _sweep_cost(spot: Spot) -> float:
    """Nanoseconds that sweeping two ranges over all boards would take."""
    if not spot.game.is_hold_em or len(spot.players) != 2:
        return float("inf")
    boards = comb(spot.deck.bit_count(), spot.to_come)
    return boards / len(_sweep_symmetry(spot)) * _SWEEP_NANOSECONDS


def _sweep(spot: Spot, threads: int, report: Callable[[float], None]) -> Outcome:
    evaluator = spot.game.high.evaluator
    assert isinstance(evaluator, _native.FreeEvaluator)
    weights = np.stack([range_.weights for range_ in _ranges(spot)])
    held = weights > 0
    opponents = np.stack([_disjoint_hands(held[1]), _disjoint_hands(held[0])])
    pairs = int(opponents[0][held[0]].sum())
    if not pairs:
        raise ValueError("no deal is possible: the players' hands always share a card")
    symmetry = _sweep_symmetry(spot)
    runouts, counts = canonical_boards(spot.to_come, spot.deck, symmetry)
    boards = runouts | np.uint64(spot.board)
    multiplicities = counts.astype(np.float64)
    met = np.zeros((2, HOLE_COUNT, 3))
    for first in range(0, len(boards), _BOARDS_AT_ONCE):
        part = slice(first, first + _BOARDS_AT_ONCE)
        _native.sweep_ranges(
            evaluator, boards[part], multiplicities[part], spot.dead, weights, threads, met
        )
        report(min(1.0, (first + _BOARDS_AT_ONCE) / len(boards)))
    # A board stands for its images, and what a hand meets there its image meets here.
    met = np.mean([met[:, hole_permutation(perm)] for perm in symmetry], axis=0)
    # Hands without an opponent are left with rounding errors instead of zeros.
    met[(opponents == 0) | ~held] = 0.0
    won, tied, total = met[..., 0], met[..., 1], met[..., 2]  # [2, 1326]
    everything = float((weights[0] * total[0]).sum())
    shares = np.zeros((2, 5))
    shares[:, 1] = (weights * won).sum(axis=1) / everything
    shares[:, 2] = (weights * tied).sum(axis=1) / everything
    shares[:, 0] = shares[:, 1] + shares[:, 2] / 2
    equities = np.full(total.shape, np.nan)
    np.divide(won + tied / 2, total, out=equities, where=total > 0)
    return Outcome("sweep", shares, pairs * spot.boards, (equities[0], equities[1]))


def _disjoint_hands(held: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each of the 1,326 hands, how many of the held ones share no card with it."""
    per_card = np.bincount(HOLE_CARDS[held].ravel(), minlength=CARD_COUNT)
    # The hand itself is taken away twice, once for each of its cards.
    count: NDArray[np.int64] = held.sum() - per_card[HOLE_CARDS].sum(axis=1) + held
    return count
