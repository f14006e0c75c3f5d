"""Equities from random deals, with confidence intervals."""

from collections.abc import Callable

import numpy as np

from fifthstreet import _native
from fifthstreet.cards.equity.matchup import SHARE, SQUARE, Matchup, MatchupOutcome, shares_of
from fifthstreet.errors import InputError

_CHUNKS_AT_ONCE = 32  # between progress reports
_NORMAL_95 = 1.959964  # half the width of a 95% confidence interval, in standard errors


def solve(
    matchup: Matchup, samples: int, seed: int, threads: int, report: Callable[[float], None]
) -> MatchupOutcome:
    """Calculate equities from at least `samples` deals, rounded up to whole chunks."""
    game = matchup.game
    chunks = -(-samples // _native.CHUNK_SAMPLES)
    starts = np.cumsum([0, *(len(hands) for hands in matchup.players)]).tolist()
    masks = np.concatenate([hands.masks for hands in matchup.players])
    weights = np.concatenate([hands.weights for hands in matchup.players])
    tallies = np.zeros((len(matchup.players), 5), np.int64)
    for first in range(0, chunks, _CHUNKS_AT_ONCE):
        count = min(_CHUNKS_AT_ONCE, chunks - first)
        try:
            _native.sample_deals(
                game.high.evaluator,
                game.low.evaluator if game.low else None,
                game.deck.mask,
                game.hole_cards,
                game.board_cards,
                masks,
                weights,
                starts,
                matchup.board,
                matchup.dead,
                seed,
                first,
                count,
                threads,
                tallies,
            )
        except RuntimeError as error:
            raise InputError(f"no possible deal was found: {error}") from None
        report((first + count) / chunks)
    deals = chunks * _native.CHUNK_SAMPLES
    shares = shares_of(tallies.astype(np.float64), deals)
    mean = tallies[:, SHARE] / deals / _native.POT_UNITS
    mean_square = tallies[:, SQUARE] / deals / _native.POT_UNITS**2
    variance = np.maximum(mean_square - mean**2, 0.0)
    shares[:, 4] = _NORMAL_95 * np.sqrt(variance / deals)
    return MatchupOutcome("sample", shares, deals)
