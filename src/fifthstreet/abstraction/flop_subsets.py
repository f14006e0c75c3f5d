"""Weighted subsets of the 1,755 flops, for matchups that are too costly on all of them.

`flop_subset` returns one of the subsets that come with the package; `choose_flops` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.subset_error import MatchupError, SubsetError
from fifthstreet.cards import MaskArray, Range, count_matchups, parse_mask
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError

SUBSET_SIZES = (10, 25, 49, 85, 184)  # of the subsets that come with the package
_FILE = "data/flop_subsets.txt"


@dataclass(frozen=True, eq=False, repr=False)
class FlopSubset:
    """K flops, and how many of the 22,100 flops each represents."""

    boards: MaskArray  # [K]  of `canonical_boards(3)`
    counts: NDArray[np.int64]  # [K]
    error: SubsetError

    def __len__(self) -> int:
        """Return the number of flops."""
        return len(self.boards)

    def __repr__(self) -> str:
        return f"<FlopSubset: {len(self)} flops; {self.error}>"


def range_equity_error(
    subset: FlopSubset, oop: Range, ip: Range, *, threads: int | None = None
) -> tuple[float, float]:
    """Return OOP's equity, 0 to 1, on the subset and on all flops.

    Args:
        subset: Flops and how often each counts.
        oop: The range whose equity is returned.
        ip: The opponent's range.
        threads: Number of threads; by default one per core.

    Raises:
        InputError: If no two hands of the ranges are possible together on the subset's flops.
    """
    total = share = 0.0
    for board, count in zip(subset.boards.tolist(), subset.counts.tolist(), strict=True):
        first, second = oop.without(board), ip.without(board)
        weight = count * count_matchups(first.weights, second.weights)
        if weight > 0:
            result = equity(first, second, board=board, method="exact", threads=threads)
            share += weight * result.players[0].equity
            total += weight
    if not total:
        raise InputError("no two hands of the ranges are possible together on the subset's flops")
    everywhere = equity(oop, ip, method="exact", threads=threads).players[0].equity
    return share / total, everywhere


def flop_subset(count: int) -> FlopSubset:
    """Return a subset that comes with the package.

    Args:
        count: Number of flops: 10, 25, 49, 85 or 184. `make_flop_subset` makes others.

    >>> subset = flop_subset(49)
    >>> len(subset), int(subset.counts.sum())
    (49, 22100)
    """
    stored = _stored()
    if count not in stored:
        *most, last = map(str, stored)
        raise InputError(
            f"a subset must have {', '.join(most)} or {last} flops, or be made by "
            f"make_flop_subset, got {count}"
        )
    return stored[count]


def parse_subsets(text: str) -> Iterator[FlopSubset]:
    """Yield the subsets of a file, which `tools/make_flop_subsets.py` writes."""
    for part in text.split("subset ")[1:]:
        head, *lines = part.splitlines()
        matchups, flops = [], []
        for line in lines:
            word, *rest = line.split()
            if word == "matchup":
                matchups.append(MatchupError(rest[0], *map(float, rest[1:])))
            else:
                flops += [flop.split(":") for flop in (word, *rest)]
        ehs_rms, ehs_max, squared_rms, squared_max, texture_max = map(float, head.split()[1:])
        yield FlopSubset(
            np.array([parse_mask(board) for board, _ in flops], np.uint64),
            np.array([int(count) for _, count in flops], np.int64),
            SubsetError(ehs_rms, ehs_max, squared_rms, squared_max, texture_max, tuple(matchups)),
        )


@lru_cache(maxsize=1)
def _stored() -> dict[int, FlopSubset]:
    text = files("fifthstreet.abstraction").joinpath(_FILE).read_text("utf-8")
    return {len(subset): subset for subset in parse_subsets(text)}
