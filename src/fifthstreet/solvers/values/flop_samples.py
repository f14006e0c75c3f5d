"""Solved flops as samples for networks at the end of preflop: shards, each from a seed.

Flops are solved to the end of the street with the network for the flop, side by side, or to the end
of the hand. Ranges are over hand classes, as before the flop.

Shapes: F flops, P pairs of ranges, C = 169 classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_CLASS, HOLE_COUNT, HOLE_MASKS
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.board_samples import (
    WEIGHT_STEPS,
    FlopSamples,
    beside_equity,
    equities,
)
from fifthstreet.solvers.values.flop_arrays import NetworkOnArrays
from fifthstreet.solvers.values.flop_batch import FlopBatch, FlopBatchValues, FlopBetting
from fifthstreet.solvers.values.rest_solver import LaterBetting, RestSolver
from fifthstreet.solvers.values.situations import (
    DEEP_SHARE_PREFLOP,
    FLOPS_UP_TO_SUITS,
    draw_class_ranges,
    draw_flop,
    draw_stack,
)
from fifthstreet.solvers.values.value_network import shipped_network
from fifthstreet.support.storage import checked_types
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import build_tree

_MAX_COUNT = 10_000
_SOLVES_AT_ONCE = {"native": 32, "cuda": 1024}
SAMPLE_DEPTHS = ("street", "hand")
Flops: TypeAlias = list[tuple[int, ...]]


@dataclass(frozen=True)
class FlopSampleSettings:
    """How shards of solved flops are made.

    Attributes:
        flops: Flops of a shard; all have the same stack.
        ranges: Pairs of ranges, the same on each of them.
        iterations: Number of iterations with which each flop is solved.
        betting: Bet sizes on all streets after the flop is dealt.
        depth: Where solves end: `street`, with the network of the package on the turns, or `hand`,
            which takes hundreds of times as long.
    """

    flops: int = 24
    ranges: int = 32
    iterations: int = 60
    betting: LaterBetting = field(default_factory=LaterBetting)
    depth: str = "street"

    street: ClassVar[str] = "preflop"
    file_kind: ClassVar[str] = "flop_samples"
    suffix: ClassVar[str] = "flops"
    unit: ClassVar[str] = "flop"

    def __post_init__(self) -> None:
        for name in ("flops", "ranges", "iterations"):
            if not 1 <= (value := getattr(self, name)) <= _MAX_COUNT:
                raise InputError(f"{name} must be from 1 to {_MAX_COUNT:,}, got {value}")
        if self.depth not in SAMPLE_DEPTHS:
            raise InputError(f"depth must be {' or '.join(SAMPLE_DEPTHS)}, got {self.depth!r}")

    @property
    def samples(self) -> int:
        """Number of samples of a shard."""
        return self.flops * self.ranges

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FlopSampleSettings:
        """Build from plain data; InputError if it has other fields or types."""
        counts = {"flops": int, "ranges": int, "iterations": int}
        fields = checked_types(data, counts | {"betting": dict, "depth": str})
        return cls(**fields | {"betting": LaterBetting.from_dict(fields["betting"])})

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, the arguments of the class."""
        return asdict(self)

    def solve(self, seed: int, number: int, backend: str) -> FlopSamples:
        """Draw and solve a shard.

        Args:
            seed: Seed of all shards.
            number: Number of the shard.
            backend: `native` or `cuda`.
        """
        random = np.random.default_rng([seed, number])
        stack = draw_stack(random, deep=DEEP_SHARE_PREFLOP)
        flops = [draw_flop(random) for _ in range(self.flops)]
        classes = draw_class_ranges(random, self.ranges)
        steps = np.round(classes * WEIGHT_STEPS).astype(np.uint8)[:, :, HOLE_CLASS]
        reach = steps / WEIGHT_STEPS
        targets: list[list[NDArray[np.floating]]] = []
        exploitability: list[NDArray[np.float32]] = []
        for values in self.solve_flops(flops, stack, reach, backend):
            exploitability.extend(values.exploitability)
            for shares, equity in zip(values.shares, values.equity, strict=True):
                live = reach * possible_on(flops[len(targets)])
                rows = zip(live, shares, equity, strict=True)
                targets.append([beside_equity(flops[len(targets)], *each) for each in rows])
        held = np.array([steps * possible_on(flop) for flop in flops], np.uint8)
        return FlopSamples(
            np.full(self.samples, stack, np.float32),
            np.repeat(np.array(flops, np.uint8), self.ranges, axis=0),
            held.reshape(-1, 2, HOLE_COUNT),
            np.array(targets, np.float16).reshape(-1, 2, HOLE_COUNT),
            np.array(exploitability, np.float32).ravel(),
        )

    def solve_flops(
        self,
        flops: Flops,
        stack: float,
        reach: NDArray[np.float64],
        backend: str,
        threads: int | None = None,
    ) -> Iterator[FlopBatchValues]:
        """Solve flops as the settings say.

        Args:
            flops: Flops of three cards.
            stack: In pots.
            reach: Both ranges, on all flops.  [P, 2, 1326]
            backend: `native` or `cuda`.
            threads: Number of threads; by default one per core.

        Returns:
            Values of some flops after the other, in the order of `flops`.
        """
        solve = self._streets if self.depth == "street" else self._hands
        return solve(flops, stack, reach, backend, thread_count(threads))

    def _streets(
        self, flops: Flops, stack: float, reach: NDArray[np.float64], backend: str, threads: int
    ) -> Iterator[FlopBatchValues]:
        """Solve flops to the end of the street, in batches; see `solve_flops`."""
        network = _flop_network(backend, threads)
        betting = FlopBetting(build_tree(self.betting.rules(stack)))
        together = max(_SOLVES_AT_ONCE[backend] // len(reach), 1)
        for start in range(0, len(flops), together):
            batch = FlopBatch(network, betting, flops[start : start + together], reach)
            batch.run(self.iterations)
            yield batch.values()

    def _hands(
        self, flops: Flops, stack: float, reach: NDArray[np.float64], backend: str, threads: int
    ) -> Iterator[FlopBatchValues]:
        """Solve flops to the end of the hand; see `solve_flops`."""
        for flop in flops:  # one at a time, because of their memory
            solver = RestSolver([flop], stack, self.betting, backend=backend, threads=threads)
            found = [solver.solve(held[None], self.iterations) for held in reach]
            live = reach * solver.possible[0]
            yield FlopBatchValues(
                np.array([[each.shares[0] for each in found]], np.float32),
                np.array([[equities(flop, held) for held in live]], np.float32),
                np.array([[each.exploitability[0] for each in found]], np.float32),
            )


def possible_on(board: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which hands share no card with a board.  [1326]"""
    possible: NDArray[np.bool_] = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
    return possible


@lru_cache(maxsize=2)
def _flop_network(backend: str, threads: int) -> NetworkOnArrays:
    """Return the network of the package for the flop, with the flops that were prepared."""
    kept = FLOPS_UP_TO_SUITS if backend == "cuda" else 0
    return NetworkOnArrays(shipped_network("flop"), backend=backend, threads=threads, kept=kept)
