"""Subsets of flops of any size: made once, and kept in the user's cache folder."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.board_blocking import Progress
from fifthstreet.abstraction.choose_flops import make_flop_subset
from fifthstreet.abstraction.flop_subsets import SUBSET_SIZES, FlopSubset, flop_subset
from fifthstreet.abstraction.subset_error import SubsetError
from fifthstreet.support.storage import cache_folder, cached_arrays

_KIND = "flop subset"
_VERSION = 1  # increased when the same size gives other flops


def load_flop_subset(
    count: int, *, threads: int | None = None, progress: Progress | None = None
) -> FlopSubset:
    """Return a subset of flops that comes with the package, is in the cache, or is made now.

    Subsets of 10, 25, 49, 85 and 184 flops come with the package. Others are chosen from strengths
    alone, which takes about a minute the first time.

    Args:
        count: Number of flops, 1 to 1,755; the subset may have fewer.
        threads: Number of threads for making a subset; by default one per core.
        progress: Called with the share that is done, 0 to 1, while a subset is made.

    Raises:
        InputError: If there are not as many flops.
    """
    if count in SUBSET_SIZES:
        return flop_subset(count)

    def make() -> dict[str, NDArray[np.generic]]:
        subset = make_flop_subset(count, threads=threads, progress=progress)
        *errors, _ = astuple(subset.error)
        return {"boards": subset.boards, "counts": subset.counts, "errors": np.array(errors)}

    path = cache_folder() / "flop_subsets" / f"{count}.subset"
    arrays = cached_arrays(path, _KIND, {"count": count, "version": _VERSION}, make)
    return FlopSubset(arrays["boards"], arrays["counts"], SubsetError(*arrays["errors"].tolist()))
