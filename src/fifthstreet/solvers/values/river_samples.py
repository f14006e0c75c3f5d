"""Solved rivers as samples for training: shards of them, each reproducible from a seed.

A sample is what a table network reads and should return: both histograms, the stack, and the
tables that fit the solved values best. Each knot's weight is the share of the range there, mixed
with the share of all hands: a search also needs the values of hands that rarely get to a leaf.

Shapes: N samples, K knots.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, ClassVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.river_tables import BoardHands, Float32Array
from fifthstreet.solvers.values.situations import draw_board, draw_ranges, draw_stack
from fifthstreet.support.storage import checked_types

KNOTS = 32
UNIFORM_SHARE = 0.3  # of all hands in the weights of knots
_MAX_BOARDS = 10_000
_ITERATIONS = {  # below a stack in pots
    "turn": ((1, 120), (10, 200), (inf, 300)),
    "flop": ((2, 45), (6, 70), (15, 100), (inf, 120)),
}
_RIDGE = 1e-4  # of a table's fit, relative to a range's whole weight


@dataclass(frozen=True)
class SampleSettings:
    """How shards of solved rivers are made.

    Attributes:
        turns: Boards of four cards in a shard; all have the same stack.
        rivers: Rivers after each of them.
        ranges: Pairs of ranges on each of them.
        betting: Bet sizes on the river.
    """

    turns: int = 16
    rivers: int = 4
    ranges: int = 6
    betting: LaterBetting = field(default_factory=LaterBetting)

    street: ClassVar[str] = "turn"
    file_kind: ClassVar[str] = "river_samples"
    suffix: ClassVar[str] = "rivers"
    unit: ClassVar[str] = "river"

    def __post_init__(self) -> None:
        for name, most in (("turns", _MAX_BOARDS), ("rivers", 48), ("ranges", _MAX_BOARDS)):
            if not 1 <= (value := getattr(self, name)) <= most:
                raise InputError(f"{name} must be from 1 to {most:,}, got {value}")

    @property
    def samples(self) -> int:
        """Number of samples of a shard."""
        return self.turns * self.rivers * self.ranges

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SampleSettings:
        """Build from plain data; InputError if it has other fields or types."""
        types = {"turns": int, "rivers": int, "ranges": int, "betting": dict}
        fields = checked_types(data, types)
        return cls(**fields | {"betting": LaterBetting.from_dict(fields["betting"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, the arguments of the class."""
        return asdict(self)

    def solve(self, seed: int, number: int, backend: str) -> RiverSamples:
        """Draw and solve a shard; see `solve_shard`."""
        return solve_shard(seed, number, self, backend=backend)


@dataclass(frozen=True, eq=False)
class RiverSamples:
    """Solved rivers: what a network reads, and what it should return."""

    stacks: Float32Array  # [N] in pots
    histograms: Float32Array  # [N, 2, K]
    tables: Float32Array  # [N, 2, K]
    weights: Float32Array  # [N, 2, K] each player's sum to 1
    exploitability: Float32Array  # [N] shares of the pot

    def arrays(self) -> dict[str, Float32Array]:
        """Return the arrays by name."""
        return dict(vars(self))

    def check(self, count: int) -> None:
        """Raise InputError unless the arrays fit each other and all numbers are possible."""
        table = (count, 2, KNOTS)
        shapes = dict.fromkeys(("histograms", "tables", "weights"), table)
        check_arrays(self.arrays(), count, shapes)
        for name in ("histograms", "weights"):
            if (getattr(self, name) < 0).any():
                raise InputError(f"{name} must be at least 0")


def check_arrays(
    arrays: Mapping[str, NDArray[Any]],
    count: int,
    shapes: Mapping[str, tuple[int, ...]],
    types: Mapping[str, DTypeLike] | None = None,
) -> None:
    """Raise InputError unless arrays of samples are finite and have their shapes.

    Args:
        arrays: The arrays by name; one of them is `stacks`.
        count: Number of samples, which is the shape of arrays without another one.
        shapes: Shapes of arrays by name.
        types: Types of arrays by name, of those that are not float32.
    """
    for name, array in arrays.items():
        shape, dtype = shapes.get(name, (count,)), np.dtype((types or {}).get(name, np.float32))
        if array.dtype != dtype or array.shape != shape:
            raise InputError(
                f"{name} must be {dtype} of shape {shape}, got {array.dtype} of shape {array.shape}"
            )
        if not np.isfinite(array).all():
            raise InputError(f"{name} must be finite")
    if not (arrays["stacks"] > 0).all():
        raise InputError("stacks must be more than 0")


def iterations_for(stack: float, street: str = "turn") -> int:
    """Return how many iterations solve the boards after a street well enough for samples.

    Rivers are solved to a fraction of a percent of the pot; turns, which take much longer, to about
    one percent.

    Args:
        stack: In pots.
        street: The street that ends: `turn` for rivers, or `flop` for turns.
    """
    return next(iterations for most, iterations in _ITERATIONS[street] if stack < most)


def solve_shard(
    seed: int, number: int, settings: SampleSettings | None = None, *, backend: str = "native"
) -> RiverSamples:
    """Draw and solve a shard of rivers.

    Args:
        seed: Seed of all shards.
        number: Number of the shard; the same seed and number give the same situations.
        settings: Sizes of the shard.
        backend: `native` or `cuda`.
    """
    sizes = settings or SampleSettings()
    random = np.random.default_rng([seed, number])
    stack = draw_stack(random)
    turns = [draw_board(random, 4) for _ in range(sizes.turns)]
    boards = [
        (*turn, int(card))
        for turn in turns
        for card in random.choice(
            [card for card in range(52) if card not in turn], sizes.rivers, replace=False
        )
    ]
    ranges = np.array([draw_ranges(random, turn, sizes.ranges) for turn in turns])
    solver = RestSolver(boards, stack, sizes.betting, backend=backend)
    parts = []
    for at in range(sizes.ranges):
        reach = np.repeat(ranges[:, at], sizes.rivers, axis=0)
        solved = solver.solve(reach, iterations_for(stack))
        hands = BoardHands.of(boards, reach)
        parts.append((*fit_tables(hands, solved.shares, KNOTS), solved.exploitability))
    columns = [np.concatenate(column).astype(np.float32) for column in zip(*parts, strict=True)]
    histograms, tables, weights, exploitability = columns
    stacks = np.full(len(histograms), stack, np.float32)
    return RiverSamples(stacks, histograms, tables, weights, exploitability)


def fit_tables(
    hands: BoardHands, shares: NDArray[np.float64], knots: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Fit tables over equity to what hands win.

    Args:
        hands: Both ranges on B boards.
        shares: What hands win, in pots, less half of the pot.  [B, 2, 1326]
        knots: Number K of knots.

    Returns:
        Histograms, tables, and weights of knots.  [B, 2, K] each
    """
    histograms = hands.histograms(knots)
    known = (hands.met > 0).astype(np.float64)
    pairs = hands.reach * hands.met
    weights = (1 - UNIFORM_SHARE) * pairs / pairs.sum(axis=2, keepdims=True)
    weights += UNIFORM_SHARE * known / known.sum(axis=2, keepdims=True)
    places = hands.places(knots)
    low = np.clip(places.astype(np.int64), 0, knots - 2)
    upper = places - low
    rest = shares - hands.equity / 2
    tables = np.empty(histograms.shape)
    knot_weights = np.empty(histograms.shape)
    for at in np.ndindex(histograms.shape[:2]):
        tables[at], knot_weights[at] = _fit_row(low[at], upper[at], weights[at], rest[at], knots)
    return histograms, tables, knot_weights


def _fit_row(
    low: NDArray[np.int64],
    upper: NDArray[np.float64],
    weights: NDArray[np.float64],
    values: NDArray[np.float64],
    knots: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the table whose interpolation is nearest to values, and the weight of each knot."""

    def sums(parts: NDArray[np.float64], shift: int = 0) -> NDArray[np.float64]:
        return np.bincount(low + shift, weights * parts, minlength=knots).astype(np.float64)

    lower = 1 - upper
    diagonal = sums(lower * lower) + sums(upper * upper, 1)
    beside = sums(lower * upper)[:-1]
    target = sums(lower * values) + sums(upper * values, 1)
    # Where there are no hands, a ridge on differences continues the table from its neighbours.
    matrix = np.diag(diagonal + 1e-9) + np.diag(beside, 1) + np.diag(beside, -1)
    steps = np.eye(knots, k=1)[:-1] - np.eye(knots)[:-1]
    table = np.linalg.solve(matrix + _RIDGE * steps.T @ steps, target).astype(np.float64)
    return table, sums(lower) + sums(upper, 1)
