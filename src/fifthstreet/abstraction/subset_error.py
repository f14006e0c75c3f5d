"""How far means over a weighted subset of flops are from the means over all flops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.board_texture import board_textures
from fifthstreet.abstraction.flop_strength_tables import FlopStrengths
from fifthstreet.abstraction.solved_flops import SolvedFlops
from fifthstreet.cards import RANKS, MaskArray

SUIT_COLUMNS = 6  # of `texture_columns`


@dataclass(frozen=True)
class MatchupError:
    """The errors of a matchup that was solved on all flops.

    EVs are shares of the pot: of the hand classes of both players, which count by how often they
    are dealt, and of a whole range. Bets are by OOP first to act and by IP after a check.
    """

    name: str
    ev_rms: float
    ev_max: float
    range_ev: float
    bet_max: float

    def __str__(self) -> str:
        return (
            f"{self.name.replace('_', '-')} pot, the EV of a hand class by "
            f"{100 * self.ev_rms:.2f}% of the pot (RMS), at most {100 * self.ev_max:.2f}%, the EV "
            f"of a range by {100 * self.range_ev:.2f}%, and the frequency of a bet by at most "
            f"{100 * self.bet_max:.2f} points"
        )


@dataclass(frozen=True)
class SubsetError:
    """How far means over a subset are from the means over all flops.

    The expected hand strength (EHS) and the expected square of the hand strength (EHS²) are of the
    169 hand classes, which count by their combos. Textures are suits, pairs, high cards and
    how many cards one straight can have. All errors are shares of 1. There are matchups if the
    subset was compared with solved flops.
    """

    ehs_rms: float
    ehs_max: float
    ehs_squared_rms: float
    ehs_squared_max: float
    texture_max: float
    matchups: tuple[MatchupError, ...] = ()

    def __str__(self) -> str:
        strength = (
            f"the mean strength of a hand class is off by {100 * self.ehs_rms:.2f} percentage "
            f"points (RMS), at most {100 * self.ehs_max:.2f}, and the share of flops with a "
            f"texture by at most {100 * self.texture_max:.2f}"
        )
        return "; ".join([strength, *(f"in a {matchup}" for matchup in self.matchups)])


@dataclass(frozen=True, eq=False)
class FlopMeans:
    """Q quantities on F flops, whose means over all flops a subset should have."""

    counts: NDArray[np.float64]  # [F]  number of flops that each represents
    weights: NDArray[np.float64]  # [F, Q]  of each flop in the mean
    values: NDArray[np.float64]  # [F, Q]

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """The total weight of each quantity.  [Q]"""
        return self.counts @ self.weights

    @cached_property
    def deviations(self) -> NDArray[np.float64]:
        """The part of each flop in the error of a subset, for each time it is counted.  [F, Q]

        It leaves out that a subset may have too little or too much of the total weight.
        """
        totals = np.where(self.totals > 0, self.totals, 1)
        shares = self.weights / totals
        return shares * (self.values - self.counts @ (shares * self.values))

    def errors(self, flops: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the errors of the means over weighted flops; 0 if none has any weight.  [Q]"""
        shares = counts @ self.weights[flops] / np.where(self.totals > 0, self.totals, 1)
        errors = counts @ self.deviations[flops]
        return np.divide(errors, shares, out=np.zeros_like(errors), where=shares > 0)


def strength_means(strengths: FlopStrengths) -> FlopMeans:
    """Return the means of EHS, and then of EHS², of all hand classes.  Q = 2 C"""
    features = strengths.features()
    hands = strengths.hands.astype(np.float64)
    return FlopMeans(
        strengths.counts.astype(np.float64),
        np.concatenate([hands, hands], axis=1),
        np.concatenate([features[:, :, 0], features[:, :, 1]], axis=1),
    )


def ev_means(solved: SolvedFlops, counts: NDArray[np.int64]) -> FlopMeans:
    """Return the means of the EVs of both players' hand classes, in pots.  Q = 2 C"""
    rows = (len(solved), -1)
    return FlopMeans(
        counts.astype(np.float64),
        solved.weights.reshape(rows).astype(np.float64),
        solved.ev.reshape(rows).astype(np.float64) / solved.pot,
    )


def line_means(solved: SolvedFlops, counts: NDArray[np.int64]) -> FlopMeans:
    """Return the means of OOP's EV, in pots, and of the bets of OOP and IP.  Q = 3

    IP's bets count as often as OOP checks.
    """
    weights = solved.weights[:, 0].astype(np.float64)
    matchups = weights.sum(axis=1)
    ev = (weights * solved.ev[:, 0]).sum(axis=1) / np.where(matchups > 0, matchups, 1)
    bets = solved.bets.astype(np.float64)
    return FlopMeans(
        counts.astype(np.float64),
        np.stack([matchups, matchups, matchups * (1 - bets[:, 0])], axis=1),
        np.stack([ev / solved.pot, bets[:, 0], bets[:, 1]], axis=1),
    )


def subset_error(
    strengths: FlopStrengths,
    flops: NDArray[np.int64],
    counts: NDArray[np.int64],
    solved: Sequence[SolvedFlops] = (),
) -> SubsetError:
    """Return the error of weighted flops, given as rows of `strengths`."""
    errors = strength_means(strengths).errors(flops, counts).reshape(2, -1)
    sizes = strengths.hands.max(axis=0)  # of the classes
    rms = np.sqrt(np.square(errors) @ sizes / sizes.sum())
    most = np.abs(errors).max(axis=1)
    kinds = texture_columns(strengths.boards)
    shares = counts @ kinds[flops] - strengths.counts @ kinds
    return SubsetError(
        ehs_rms=float(rms[0]),
        ehs_max=float(most[0]),
        ehs_squared_rms=float(rms[1]),
        ehs_squared_max=float(most[1]),
        texture_max=float(np.abs(shares).max() / strengths.counts.sum()),
        matchups=tuple(
            matchup_error(matchup, strengths.counts, flops, counts) for matchup in solved
        ),
    )


def matchup_error(
    solved: SolvedFlops,
    all_counts: NDArray[np.int64],
    flops: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> MatchupError:
    """Return the error of weighted flops for a matchup; `all_counts` is for all flops."""
    evs = ev_means(solved, all_counts)
    errors = evs.errors(flops, counts)
    range_ev, *bets = np.abs(line_means(solved, all_counts).errors(flops, counts)).tolist()
    return MatchupError(
        name=solved.name,
        ev_rms=float(np.sqrt(np.square(errors) @ evs.totals / evs.totals.sum())),
        ev_max=float(np.abs(errors).max()),
        range_ev=range_ev,
        bet_max=max(bets),
    )


def texture_columns(boards: MaskArray) -> NDArray[np.float64]:
    """Return which kinds of suits, pairs, straights and high cards flops have, as 0 and 1.  [F, 22]

    The first `SUIT_COLUMNS` columns are suits and pairs.
    """
    textures = board_textures(boards)
    columns = [
        textures.num_suits[:, None] == np.arange(1, 4),
        textures.most_of_a_rank[:, None] == np.arange(1, 4),
        textures.straightness[:, None] == np.arange(1, 4),
        textures.high_card_rank[:, None] == np.arange(len(RANKS)),
    ]
    return np.concatenate(columns, axis=1).astype(np.float64)
