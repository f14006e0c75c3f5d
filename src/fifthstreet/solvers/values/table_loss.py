"""The loss of tables, and its derivative: what training makes small.

Functions work on NumPy's arrays and on any that take NumPy's functions, such as CuPy's.

Shapes: B samples, K knots; rows are both players' tables one after the other, [B, 2K].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.values.river_samples import RiverSamples
from fifthstreet.solvers.values.river_tables import HISTOGRAM_SCALE, STACK_FEATURES, stack_features


@dataclass(frozen=True, eq=False)
class TableRows:
    """Samples as rows: what the network reads, what it should return, and weights of entries."""

    inputs: Any  # [B, 3 + 2K] float32
    targets: Any  # [B, 2K]
    weights: Any  # [B, 2K] each sample's sum to 1
    scales: Any  # [B, 1] how large the targets are

    @classmethod
    def of(cls, samples: object, convert: Any = np.asarray) -> TableRows:
        """Arrange samples as rows, each array converted, such as by `cupy.asarray`."""
        if not isinstance(samples, RiverSamples):
            raise InputError(f"samples must be rivers, got {type(samples).__name__}")
        count = len(samples.stacks)
        features = stack_features(samples.stacks.astype(np.float64)).astype(np.float32)
        histograms = samples.histograms.reshape(count, -1)
        inputs = np.concatenate([features, HISTOGRAM_SCALE * histograms], axis=1)
        targets = samples.tables.reshape(count, -1)
        weights = samples.weights.reshape(count, -1) / np.float32(2)
        scales = np.sqrt(1 + (weights * np.square(targets)).sum(axis=1, keepdims=True))
        return cls(*map(convert, (inputs, targets, weights, scales)))

    def __len__(self) -> int:
        return len(self.inputs)

    def at(self, rows: Any) -> TableRows:
        """Return some of the rows, by a slice or by their numbers."""
        return TableRows(
            self.inputs[rows], self.targets[rows], self.weights[rows], self.scales[rows]
        )

    @property
    def histograms(self) -> Any:
        """Both histograms.  [B, 2K]"""
        return self.inputs[:, STACK_FEATURES:] / np.float32(HISTOGRAM_SCALE)


def balanced(rows: TableRows, outputs: Any) -> Any:
    """Return tables that sum to zero over both ranges, as `TableNetwork.tables` does."""
    excess = (outputs * rows.histograms).sum(axis=1, keepdims=True)
    return outputs - excess / 2


def loss_and_slope(rows: TableRows, outputs: Any, beta: float) -> tuple[Any, Any]:
    """Return the mean smooth L1 loss of outputs, and its derivative by each of them.

    Errors are divided by the scale of their sample, so that deep stacks do not outweigh all others.
    An error counts by its square up to `beta`, and linearly beyond.
    """
    errors = (balanced(rows, outputs) - rows.targets) / rows.scales
    sizes = np.abs(errors)
    smooth = np.where(sizes < beta, np.square(errors) / (2 * beta), sizes - beta / 2)
    loss = (rows.weights * smooth).sum() / len(rows)
    slope = np.clip(errors / beta, -1, 1) * rows.weights / (rows.scales * len(rows))
    # An output moves all entries of both tables by half of its share of the range.
    slope -= rows.histograms * (slope.sum(axis=1, keepdims=True) / 2)
    return loss, slope


def mean_error(rows: TableRows, outputs: Any) -> Any:
    """Return the sum over samples of the weighted mean absolute error, in pots."""
    return (rows.weights * np.abs(balanced(rows, outputs) - rows.targets)).sum()
