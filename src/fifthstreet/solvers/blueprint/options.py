"""Options of hold'em by sampling."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import MEMORY_HELP, SEED_HELP, schemes, weighting_of
from fifthstreet.support.options import option
from fifthstreet.support.whole_numbers import whole

AVERAGES = ("next", "all")
PRECISIONS = ("float32", "bfloat16")
_MAX_BATCH = 1_000_000  # seconds of work


@dataclass(frozen=True, kw_only=True)
class BlueprintOptions:
    """Options of `BlueprintSolver`.

    With `tremble`, players other than the traverser take this share of their actions at random
    (external sampling): the strategy is trained against opponents who make mistakes (Selten 1975,
    "Reexamination of the perfectness concept for equilibrium points in extensive games"), and lines
    that are not played on purpose are visited. With more than two players, a traversal updates
    the averages of the next player or, with `averages="all"`, of all players but the traverser.

    With `lock_free`, threads update shared rows without waiting for each other, which is faster,
    but results differ from run to run. With `count_visits`, a row takes 8 bytes more, and
    `average().visits` counts its updates.
    """

    seed: int = option(0, SEED_HELP)
    threads: int | None = option(1, "number of threads; none for one per core")
    lock_free: bool = option(False, "threads do not wait for each other; results vary")
    batch: int | None = option(
        None, "traversals of a batch; none for 1024, chance sampling 128, public chance sampling 4"
    )
    weighting: str = option("linear", "weights of the traversals: uniform or linear")
    tremble: float = option(0.0, "share of random actions of other players, external sampling only")
    averages: str = option("next", "whose averages a traversal updates: next or all other players")
    precision: str = option("float32", "numbers of the regrets: float32 or bfloat16")
    count_visits: bool = option(False, "count the visits of each information set")
    memory_limit: int | None = option(None, MEMORY_HELP)
    table_folder: str | None = option(
        None, "folder for tables as memory-mapped files, which may be larger than memory"
    )
    response_deals: int = option(100, "deals of the local best response that measures the strategy")
    backend: str = option("native", "where boards are played: native or cuda")

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 1 << 64:
            raise InputError(f"seed must be from 0 to 2^64 - 1, got {self.seed}")
        # Ctrl-C and time limits take effect between two batches.
        batch = self.batch
        if batch is not None and not 1 <= whole("batch", batch, minimum=1) <= _MAX_BATCH:
            raise InputError(f"batch must be from 1 to {_MAX_BATCH:,} traversals, got {batch}")
        if self.precision not in PRECISIONS:
            raise InputError(f"precision must be {' or '.join(PRECISIONS)}, got {self.precision!r}")
        if not 0 <= self.tremble < 1:
            raise InputError(f"tremble must be at least 0 and below 1, got {self.tremble}")
        if self.averages not in AVERAGES:
            raise InputError(f"averages must be {' or '.join(AVERAGES)}, got {self.averages!r}")
        if self.memory_limit is not None and self.memory_limit < 1:
            raise InputError(f"memory_limit must be at least 1 byte, got {self.memory_limit}")
        if self.response_deals < 1:
            raise InputError(f"response_deals must be at least 1, got {self.response_deals}")
        if isinstance(weighting_of(self.weighting), schemes.DiscountedWeights):
            raise InputError(f"weighting must be uniform or linear, got {self.weighting!r}")


DEFAULTS = BlueprintOptions()
