"""P(final hand | class now), by exact enumeration.

All 2,598,960 sets of five cards, 134,459 up to suits, are completed with every two of the other 47
cards. The five are a hand on the flop, with one of the two a hand on the turn, and the board if the
two are a hand before the flop. So one pass counts the final hands from every street.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.agents.prediction import classes
from fifthstreet.agents.prediction.combination import (
    FINAL_HANDS,
    FINAL_OF_PAIR,
    FINAL_SF,
    combine_factors,
)
from fifthstreet.cards import canonical_boards
from fifthstreet.errors import InputError
from fifthstreet.support.storage import cache_folder, cached_arrays
from fifthstreet.support.threads import thread_count

FloatArray: TypeAlias = NDArray[np.float64]
Street: TypeAlias = Literal["preflop", "flop", "turn"]

STREETS: tuple[Street, ...] = ("preflop", "flop", "turn")
_TABLES_VERSION = 1  # of the counting; the names of the classes are compared as well
_CELLS = (len(classes.SF_CLASSES), len(classes.K_CLASSES))
_FINALS = (len(FINAL_SF), len(classes.K_CLASSES))
_TURN_ORDERS = 6  # each of a turn hand's six cards can be the one that was added to the other five


@dataclass(frozen=True, eq=False, repr=False)
class PredictionTables:
    """Counts of the deals from each class to each final hand, and their probabilities.

    Before the flop a hand has one class, of 5; on the flop and the turn it has two, SF and K. A
    final hand is a pair of what the two factors made, `FINAL_SF` and `K_CLASSES`.
    """

    preflop: NDArray[np.int64]  # [5, 4, 6]
    flop: NDArray[np.int64]  # [21, 6, 4, 6]
    turn: NDArray[np.int64]  # [21, 6, 4, 6]

    def __post_init__(self) -> None:
        for street, shape in _shapes().items():
            if self.counts(street).shape != shape:
                raise InputError(
                    f"{street} must have shape {shape}, got {self.counts(street).shape}"
                )

    def __repr__(self) -> str:
        cells = [int((self.frequency(street) > 0).sum()) for street in ("flop", "turn")]
        return f"<PredictionTables: {cells[0]} cells on the flop, {cells[1]} on the turn>"

    def counts(self, street: Street) -> NDArray[np.int64]:
        """Return the number of deals from each class to each final hand."""
        if street not in STREETS:
            raise InputError(f"street must be one of {', '.join(STREETS)}, got {street!r}")
        counts: NDArray[np.int64] = getattr(self, street)
        return counts

    def frequency(self, street: Street) -> FloatArray:
        """Return how often each class occurs: [5] preflop, [21, 6] on the flop and the turn."""
        deals = self.counts(street).sum(axis=(-2, -1))
        shares: FloatArray = deals / deals.sum()
        return shares

    def sf(self, street: Street) -> FloatArray:
        """Return P(final SF | SF now): [21, 4], or [5, 4] from the preflop classes."""
        counts = self.counts(street).sum(axis=-1)
        return _rows(counts if street == "preflop" else counts.sum(axis=1))

    def k(self, street: Street) -> FloatArray:
        """Return P(final K | K now): [6, 6], or [5, 6] from the preflop classes."""
        counts = self.counts(street).sum(axis=-2)
        return _rows(counts if street == "preflop" else counts.sum(axis=0))

    def joint(self, street: Street) -> FloatArray:
        """Return the exact P(final hand | SF and K now): [21, 6, 9], or [5, 9] preflop.

        The probabilities of cells that do not occur are NaN.
        """
        return _rows(np.tensordot(self.counts(street), FINAL_OF_PAIR, axes=2))

    def factored(self, street: Street) -> FloatArray:
        """Return the probabilities of `joint` if the factors were independent, for all cells."""
        sf, k = self.sf(street), self.k(street)
        if street == "preflop":
            return np.array([combine_factors(*rows) for rows in zip(sf, k, strict=True)])
        return np.array([[combine_factors(sf_row, k_row) for k_row in k] for sf_row in sf])

    @cached_property
    def final_hands(self) -> FloatArray:
        """Distribution of the final hand of seven random cards.  [9]"""
        deals = np.tensordot(self.preflop.sum(axis=0), FINAL_OF_PAIR, axes=2)
        return _rows(deals)

    def to_dict(self) -> dict[str, Any]:
        """Return the probabilities by name of street and class, for JSON."""
        return {street: self._street_dict(street) for street in STREETS}

    def _street_dict(self, street: Street) -> dict[str, Any]:
        joint = self.joint(street)
        if street == "preflop":
            names = [str(number) for number in classes.PREFLOP_CLASSES]
            return {
                "sf": _named(names, self.sf(street), FINAL_SF),
                "k": _named(names, self.k(street), classes.K_CLASSES),
                "joint": _named(names, joint, FINAL_HANDS),
            }
        occurs = np.argwhere(self.frequency(street) > 0)
        names = [f"{classes.SF_CLASSES[sf]}, {classes.K_CLASSES[k]}" for sf, k in occurs]
        return {
            "sf": _named(classes.SF_CLASSES, self.sf(street), FINAL_SF),
            "k": _named(classes.K_CLASSES, self.k(street), classes.K_CLASSES),
            "joint": _named(names, joint[occurs[:, 0], occurs[:, 1]], FINAL_HANDS),
        }


def build_tables(*, threads: int | None = None) -> PredictionTables:
    """Count the final hands of all hands, in 2 seconds of one core.

    Args:
        threads: Number of threads; by default one per core. The counts do not depend on it.

    Returns:
        The counts by class, for each street before the river.
    """
    return PredictionTables(**_count(thread_count(threads)))


@lru_cache(maxsize=1)
def prediction_tables() -> PredictionTables:
    """Return the tables; they are built once and then read from the user's cache folder.

    >>> prediction_tables()
    <PredictionTables: 46 cells on the flop, 80 on the turn>
    """
    facts = {
        "version": _TABLES_VERSION,
        "preflop_classes": classes.PREFLOP_CLASS_OF_HOLE.tolist(),
        "sf_classes": list(classes.SF_CLASSES),
        "k_classes": list(classes.K_CLASSES),
    }
    path = cache_folder() / "prediction.5th"
    arrays = cached_arrays(path, "prediction", facts, lambda: _count(thread_count(None)))
    return PredictionTables(**{street: arrays[street] for street in STREETS})


def _shapes() -> dict[Street, tuple[int, ...]]:
    return {
        "preflop": (len(classes.PREFLOP_CLASSES), *_FINALS),
        "flop": (*_CELLS, *_FINALS),
        "turn": (*_CELLS, *_FINALS),
    }


def _count(threads: int) -> dict[str, NDArray[np.int64]]:
    fives, multiplicities = canonical_boards(5)
    counts = {street: np.empty(shape, np.int64) for street, shape in _shapes().items()}
    final_count = len(FINAL_SF) * len(classes.K_CLASSES)
    _native.count_final_hands(
        fives,
        np.ascontiguousarray(multiplicities, np.int64),
        classes.PREFLOP_CLASS_OF_HOLE - np.uint8(1),
        threads,
        *(counts[street].reshape(-1, final_count) for street in STREETS),
    )
    counts["turn"] //= _TURN_ORDERS
    return {str(street): array for street, array in counts.items()}


def _rows(counts: NDArray[Any]) -> FloatArray:
    """Divide rows by their sums; rows of zeros become NaN."""
    sums = counts.sum(axis=-1, keepdims=True)
    shares = np.full(counts.shape, np.nan)
    np.divide(counts, sums, out=shares, where=sums > 0)
    return shares


def _named(
    names: tuple[str, ...] | list[str], rows: FloatArray, columns: tuple[str, ...]
) -> Mapping[str, Mapping[str, float]]:
    return {
        name: dict(zip(columns, row, strict=True))
        for name, row in zip(names, rows.tolist(), strict=True)
    }
