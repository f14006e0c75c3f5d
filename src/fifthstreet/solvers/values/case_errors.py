"""Errors of leaf values on exact cases, overall and by stack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.solvers.values.coordinates import (
    BOARD_FEATURES,
    HAND_FEATURES,
    CoordinateNetwork,
)
from fifthstreet.solvers.values.exact_cases import ExactCase, mean_shares, met_weights
from fifthstreet.solvers.values.leaf_values import LeafValues
from fifthstreet.solvers.values.network_leaves import network_leaf_values
from fifthstreet.solvers.values.preflop_leaves import PreflopNetworkLeaves
from fifthstreet.solvers.values.river_samples import KNOTS
from fifthstreet.solvers.values.river_tables import STACK_FEATURES, Layer, TableNetwork
from fifthstreet.solvers.values.value_network import ValueNetwork

MEASURES = ("weighted", "uniform", "huber")
"""How errors are summed up: see `MeanError`."""

PUBLISHED_HUBER = 0.026  # of DeepStack's network for the turn (Moravčik et al. 2017, table S4)
_STACK_LIMITS = (0.0, 1.0, 3.0, 10.0, 30.0, inf)  # in pots


@dataclass(frozen=True)
class MeanError:
    """The mean of an error over cases, a share of the pot, and half of its 95% interval.

    The errors are `weighted`, the mean absolute error by how often hands are dealt in their ranges;
    `uniform`, the same with all possible hands alike; and `huber`, the Huber loss (delta 1) of all
    possible hands alike, which is DeepStack's.
    """

    mean: float
    interval: float | None  # None for a single case

    @classmethod
    def of(cls, errors: NDArray[np.float64]) -> MeanError:
        """Summarize the errors of cases."""
        count = len(errors)
        spread = None if count < 2 else float(1.96 * errors.std(ddof=1) / sqrt(count))
        return cls(float(errors.mean()), spread)


@dataclass(frozen=True)
class StackErrors:
    """Errors on the cases whose stacks are in a range.

    Attributes:
        stacks: Lowest and highest stack, in pots; infinite at the end, 0 at the start.
        cases: Number of cases.
        errors: Of the values that are judged, by measure.
        baseline: Of equity alone, by measure.
    """

    stacks: tuple[float, float]
    cases: int
    errors: dict[str, MeanError]
    baseline: dict[str, MeanError]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "stacks": [each if each < inf else None for each in self.stacks],
            "cases": self.cases,
            "errors": {name: asdict(each) for name, each in self.errors.items()},
            "baseline": {name: asdict(each) for name, each in self.baseline.items()},
        }


def judge(values: LeafValues, cases: Sequence[ExactCase]) -> list[StackErrors]:
    """Compare leaf values with exact ones, beside equity alone.

    Args:
        values: What is judged.
        cases: At least one, all for the same street.

    Returns:
        Errors on all cases, then by stack, without ranges of stacks that have no case.
    """
    stacks = np.array([case.situation.stack for case in cases])
    equity = _equity_leaves(cases[0].situation.street)
    found = [np.array([case_errors(each, case) for case in cases]) for each in (values, equity)]
    ranges = [(0.0, inf), *pairwise(_STACK_LIMITS)]
    rows = []
    for low, high in ranges:
        chosen = (stacks > low) & (stacks <= high)
        if chosen.any():
            errors, baseline = (
                {name: MeanError.of(each[chosen, at]) for at, name in enumerate(MEASURES)}
                for each in found
            )
            rows.append(StackErrors((low, high), int(chosen.sum()), errors, baseline))
    return rows


def with_errors(network: ValueNetwork, rows: Sequence[StackErrors]) -> ValueNetwork:
    """Return a network whose `about` states its errors.

    Args:
        network: The network.
        rows: What `judge` has found of it.

    Returns:
        The network with `error_pot_percent`, the error by reach of all cases, and `tested`.
    """
    overall, *by_stack = rows
    tested = overall.to_dict() | {"by_stack": [row.to_dict() for row in by_stack]}
    error = 100 * overall.errors["weighted"].mean
    return replace(network, about={**network.about, "error_pot_percent": error, "tested": tested})


def case_errors(values: LeafValues, case: ExactCase) -> tuple[float, float, float]:
    """Return the errors of leaf values in a case, in the order of `MEASURES`.

    Args:
        values: What is judged.
        case: A situation and its exact values.
    """
    met = met_weights(case.situation)
    errors = np.abs(mean_shares(values, case.situation) - case.shares).astype(np.float64)
    dealt = (case.situation.reach * met).astype(np.float64)
    weighted = (dealt * errors).sum() / dealt.sum()
    known = errors[met > 0]
    huber = np.where(known < 1, np.square(known) / 2, known - 0.5)
    return float(weighted), float(known.mean()), float(huber.mean())


def _equity_leaves(street: str) -> LeafValues:
    """Return leaf values of hands that win what their equity is."""
    network = _equity_network(street)
    if street == "preflop":
        return PreflopNetworkLeaves(network, flops=min(SUBSET_SIZES))
    return network_leaf_values(network, threads=1)


def _equity_network(street: str) -> ValueNetwork:
    """Return a network that adds nothing, so that hands win what their equity is."""
    if street == "turn":
        zeros = _zero_layer(STACK_FEATURES + 2 * KNOTS, 2 * KNOTS)
        return ValueNetwork(street, TableNetwork((zeros,)))
    hands = _zero_layer(HAND_FEATURES + BOARD_FEATURES, 1)
    ranges = _zero_layer(2 + STACK_FEATURES + BOARD_FEATURES, 4)
    return ValueNetwork(street, CoordinateNetwork((hands, ranges, _zero_layer(2, 4))))


def _zero_layer(inputs: int, outputs: int) -> Layer:
    return Layer(np.zeros((inputs, outputs), np.float32), np.zeros(outputs, np.float32))
