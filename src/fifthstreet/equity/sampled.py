"""Equities from random deals, with their error."""

from collections.abc import Callable

import numpy as np

from fifthstreet import _native
from fifthstreet.equity.matchup import Spot
from fifthstreet.equity.outcome import SHARE, SQUARE, Outcome, shares_of

_CHUNKS_AT_ONCE = 32  # between two reports of progress
_NORMAL_95 = 1.959964  # half width of the 95% interval, in standard errors


def solve(
    spot: Spot, samples: int, seed: int, threads: int, report: Callable[[float], None]
) -> Outcome:
    """Equities from at least `samples` deals, rounded up to whole chunks."""
    game = spot.game
    chunks = -(-samples // _native.CHUNK_SAMPLES)
    starts = np.cumsum([0, *(len(hands) for hands in spot.players)]).tolist()
    masks = np.concatenate([hands.masks for hands in spot.players])
    weights = np.concatenate([hands.weights for hands in spot.players])
    tallies = np.zeros((len(spot.players), 5), np.int64)
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
                spot.board,
                spot.dead,
                seed,
                first,
                count,
                threads,
                tallies,
            )
        except RuntimeError as error:
            raise ValueError(f"no deal found: {error}") from None
        report((first + count) / chunks)
    deals = chunks * _native.CHUNK_SAMPLES
    shares = shares_of(tallies.astype(np.float64), deals)
    mean = tallies[:, SHARE] / deals / _native.POT_UNITS
    mean_square = tallies[:, SQUARE] / deals / _native.POT_UNITS**2
    variance = np.maximum(mean_square - mean**2, 0.0)
    shares[:, 4] = _NORMAL_95 * np.sqrt(variance / deals)
    return Outcome("sample", shares, deals)
