"""The errors of a matchup's means over subsets of flops, compared with all flops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fifthstreet.abstraction import SUBSET_SIZES, flop_subset
from fifthstreet.cards import cards_of, cards_text
from fifthstreet.solvers.postflop.flops.flops import (
    ALL_FLOPS,
    FlopGroup,
    FlopResult,
    Weighted,
    group_flops,
)


@dataclass(frozen=True)
class SubsetMeans:
    """The largest errors of means over a subset of flops."""

    flops: int
    ev: float  # chips, of either range
    frequency: float  # of an action at the reported decisions: the first, and lines

    def text(self, pot: float) -> str:
        """Return the errors in words."""
        return (
            f"{self.flops} flops: EV {100 * self.ev / pot:.2f}% of the pot, "
            f"frequencies {100 * self.frequency:.2f} points"
        )


def subset_means(solved: list[Weighted]) -> list[SubsetMeans]:
    """Return the errors of all subsets of flops; an empty list unless all 22,100 are solved.

    One solved matchup is compared with itself, so the errors of the solutions, which have their own
    exploitability, are not included.

    Args:
        solved: Solved flops, each after the number of flops that it represents.

    >>> subset_means([])
    []
    """
    results = {result.board: result for _, result in solved}
    chosen = {size: _subset(size, results) for size in SUBSET_SIZES}
    if sum(count for count, _ in solved) < ALL_FLOPS or not all(chosen.values()):
        return []
    on_all = group_flops(solved)[0]
    return [_errors(size, group_flops(flops)[0], on_all) for size, flops in chosen.items()]


def _subset(size: int, results: Mapping[str, FlopResult]) -> list[Weighted]:
    """Return the flops of a subset; an empty list if one of them has no result."""
    subset = flop_subset(size)
    boards = [cards_text(tuple(reversed(cards_of(mask)))) for mask in subset.boards.tolist()]
    if any(board not in results for board in boards):
        return []
    counts = subset.counts.tolist()
    return [(count, results[board]) for count, board in zip(counts, boards, strict=True)]


def _errors(size: int, on_subset: FlopGroup, on_all: FlopGroup) -> SubsetMeans:
    pairs = [*zip(on_subset.frequencies, on_all.frequencies, strict=True)]
    for path, line in on_all.lines.items():
        pairs += zip(on_subset.lines[path].frequencies, line.frequencies, strict=True)
    return SubsetMeans(
        flops=size,
        ev=max(abs(a - b) for a, b in zip(on_subset.ev, on_all.ev, strict=True)),
        frequency=max(abs(a - b) for a, b in pairs),
    )
