"""Errors of predictions: independent factors against the exact joint, chances against equity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.agents.prediction.classes import K_CLASSES, PREFLOP_CLASSES, SF_CLASSES
from fifthstreet.agents.prediction.combination import FINAL_HANDS
from fifthstreet.agents.prediction.predictor import HandPredictor
from fifthstreet.agents.prediction.tables import (
    FloatArray,
    PredictionTables,
    Street,
    prediction_tables,
)
from fifthstreet.cards import CARD_COUNT, cards_text
from fifthstreet.cards.equity import hand_strength
from fifthstreet.errors import InputError
from fifthstreet.support.pictured import Pictured

_BOARD_CARDS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
_EXACT_SECONDS = 0.2  # for an exact equity: enough on the flop against one opponent, not preflop
_SAMPLES = 20_000


@dataclass(frozen=True, repr=False)
class CellError:
    """A cell of the classes, and its final hands by independent factors and exactly."""

    name: str  # "SO4&F3, pair", or "class 2" preflop
    share: float  # of all hands
    factored: tuple[float, ...]  # [9]
    exact: tuple[float, ...]  # [9]

    def __repr__(self) -> str:
        return (
            f"<CellError {self.name}: {self.share:.3%} of hands, "
            f"total variation {self.total_variation:.4f}>"
        )

    @property
    def total_variation(self) -> float:
        """Half the sum of the absolute differences."""
        return sum(abs(a - b) for a, b in zip(self.factored, self.exact, strict=True)) / 2


@dataclass(frozen=True, repr=False)
class PredictionReport(Pictured):
    """The error of combining factors as if they were independent, cell by cell.

    Means are weighted by how often each cell occurs.
    """

    street: Street
    cells: tuple[CellError, ...]  # only cells that occur

    def __repr__(self) -> str:
        return (
            f"<PredictionReport {self.street}: {len(self.cells)} cells, total variation "
            f"{self.mean_total_variation:.4f} mean, {self.worst.total_variation:.4f} worst>"
        )

    @property
    def mean_total_variation(self) -> float:
        """Mean total variation between factored and exact distributions."""
        return sum(cell.share * cell.total_variation for cell in self.cells)

    @property
    def worst(self) -> CellError:
        """Cell with the largest total variation."""
        return max(self.cells, key=lambda cell: cell.total_variation)

    @property
    def bias(self) -> tuple[float, ...]:
        """Mean of factored minus exact probability of each final hand.  [9]"""
        return tuple(
            sum(cell.share * (cell.factored[hand] - cell.exact[hand]) for cell in self.cells)
            for hand in range(len(FINAL_HANDS))
        )

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return {
            "street": self.street,
            "mean_total_variation": self.mean_total_variation,
            "worst_total_variation": self.worst.total_variation,
            "worst_cell": self.worst.name,
            "bias": dict(zip(FINAL_HANDS, self.bias, strict=True)),
            "cells": [
                {
                    "name": cell.name,
                    "share": cell.share,
                    "total_variation": cell.total_variation,
                    "factored": dict(zip(FINAL_HANDS, cell.factored, strict=True)),
                    "exact": dict(zip(FINAL_HANDS, cell.exact, strict=True)),
                }
                for cell in self.cells
            ],
        }


def compare_factors(
    street: Street = "flop", *, tables: PredictionTables | None = None
) -> PredictionReport:
    """Compare the factored model with the exact joint, from one street to the end.

    Args:
        street: `preflop`, `flop` or `turn`.
        tables: The counts to compare; by default `prediction_tables()`.

    Returns:
        Both distributions of the final hand for each cell that occurs.

    >>> compare_factors("flop")
    <PredictionReport flop: 46 cells, total variation 0.0209 mean, 0.0686 worst>
    """
    used = prediction_tables() if tables is None else tables
    share, factored, exact = used.frequency(street), used.factored(street), used.joint(street)
    if street == "preflop":
        names = [f"class {number}" for number in PREFLOP_CLASSES]
    else:
        names = [f"{sf}, {k}" for sf in SF_CLASSES for k in K_CLASSES]
    rows = zip(
        names,
        share.ravel().tolist(),
        factored.reshape(-1, len(FINAL_HANDS)).tolist(),
        exact.reshape(-1, len(FINAL_HANDS)).tolist(),
        strict=True,
    )
    return PredictionReport(
        street,
        tuple(
            CellError(name, cell_share, tuple(product), tuple(joint))
            for name, cell_share, product, joint in rows
            if cell_share > 0
        ),
    )


@dataclass(frozen=True, repr=False)
class WinReport:
    """Win probabilities from classes compared with the equities of the same random hands."""

    street: str
    opponents: int
    predicted: FloatArray  # [N]
    equity: FloatArray  # [N]
    equity_error: float  # mean half width of the 95% intervals; 0 if all equities are exact

    def __repr__(self) -> str:
        plural = "" if self.opponents == 1 else "s"
        return (
            f"<WinReport {self.street}, {self.opponents} opponent{plural}, "
            f"{len(self.equity)} hands: "
            f"mean error {self.mean_absolute_error:.3f}, bias {self.bias:+.3f}, "
            f"correlation {self.correlation:.3f}>"
        )

    @property
    def mean_absolute_error(self) -> float:
        """Mean distance between win probability and equity."""
        return float(np.abs(self.predicted - self.equity).mean())

    @property
    def worst_error(self) -> float:
        """Largest distance between win probability and equity."""
        return float(np.abs(self.predicted - self.equity).max())

    @property
    def bias(self) -> float:
        """Mean of win probability minus equity."""
        return float((self.predicted - self.equity).mean())

    @property
    def correlation(self) -> float:
        """Correlation of win probability and equity."""
        return float(np.corrcoef(self.predicted, self.equity)[0, 1])

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, for JSON."""
        return {
            "street": self.street,
            "opponents": self.opponents,
            "hands": len(self.equity),
            "mean_absolute_error": self.mean_absolute_error,
            "worst_error": self.worst_error,
            "bias": self.bias,
            "correlation": self.correlation,
            "equity_error": self.equity_error,
        }


def compare_with_equity(
    street: str = "flop",
    *,
    opponents: int = 1,
    hands: int = 100,
    exact: bool = False,
    seed: int = 0,
    predictor: HandPredictor | None = None,
) -> WinReport:
    """Compare `HandPredictor.win_probability` with equities of random hands on random boards.

    The equities are exact where that is quick, and otherwise sampled with 20,000 deals each.

    Args:
        street: `preflop`, `flop`, `turn` or `river`.
        opponents: Number of opponents with random hands.
        hands: Number of hands, at least 2.
        exact: Whether to predict from the exact joint instead of independent factors.
        seed: For drawing hands and boards.
        predictor: By default one with the tables of the package.

    Returns:
        Both numbers for each hand, from which its properties calculate errors and correlation.
    """
    if street not in _BOARD_CARDS:
        raise InputError(f"street must be one of {', '.join(_BOARD_CARDS)}, got {street!r}")
    if hands < 2:
        raise InputError(f"hands must be at least 2, got {hands}")
    used = HandPredictor() if predictor is None else predictor
    random = np.random.default_rng(seed)
    predicted, equity, errors = np.empty(hands), np.empty(hands), np.empty(hands)
    for index in range(hands):
        cards = random.permutation(CARD_COUNT)[: 2 + _BOARD_CARDS[street]].tolist()
        hole, board = cards[:2], cards[2:]
        predicted[index] = used.win_probability(hole, board, opponents=opponents, exact=exact)
        strength = hand_strength(
            cards_text(hole),
            board,
            opponents=opponents,
            exact_seconds=_EXACT_SECONDS,
            samples=_SAMPLES,
            seed=index,
        )
        equity[index], errors[index] = strength.equity, strength.error
    return WinReport(street, opponents, predicted, equity, float(errors.mean()))
