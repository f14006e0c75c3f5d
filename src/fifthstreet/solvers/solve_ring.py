"""Solve the betting before the flop at a table of two to ten seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fifthstreet.errors import InputError
from fifthstreet.solvers import ring, values
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule
from fifthstreet.support.whole_numbers import whole

if TYPE_CHECKING:
    from fifthstreet.solvers.ring import RingGame, RingSolver
    from fifthstreet.solvers.values import ValueNetwork

AFTER = ("network", "checked-down")  # what may follow the betting before the flop


def ring_solver(
    recipe: Mapping[str, Any] | RingGame | None = None,
    *,
    after: str = "network",
    network: ValueNetwork | None = None,
    flops: int | None = None,
    boards: int | None = None,
    seed: int = 0,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    threads: int | None = None,
) -> RingSolver:
    """Return a solver for the betting before the flop at a table.

    Args:
        recipe: The fields of a recipe (docs/reference/files.md), or a table; by default six seats
            with 100 big blinds.
        after: What follows: `network`, values of a network on the flop; or `checked-down`, without
            further bets, which is faster and rough.
        network: A network for preflop; by default the network of the package.
        flops: Size of the subset of flops over which the network's values are averaged; by default
            85.
        boards: Number of sampled boards on which three and more seats compare hands; by default
            120.
        seed: Of the boards.
        schedule: A schedule, or its name; not a predictive one.
        threads: Number of threads; by default one per core.

    Raises:
        InputError: If the recipe or an option does not fit.
        NotEnoughMemoryError: If the tables do not fit into memory.
    """
    if after not in AFTER:
        raise InputError(f"after must be {' or '.join(AFTER)}, got {after!r}")
    game = recipe if isinstance(recipe, ring.RingGame) else ring.ring_game_of(recipe or {})
    heads_up = None
    if after == "network":
        chosen = values.shipped_network("preflop") if network is None else network
        heads_up = values.PreflopNetworkLeaves(chosen, flops=flops, threads=threads)
    else:
        for name, given in (("network", network), ("flops", flops)):
            if given is not None:
                raise InputError(f"{name} requires after='network', got after={after!r}")
    count = ring.BOARDS if boards is None else whole("boards", boards, minimum=1)
    seed = whole("seed", seed, minimum=0)
    leaves = ring.RingLeaves(game, heads_up, boards=count, seed=seed, threads=threads)
    return ring.RingSolver(game, leaves, schedule=schedule, threads=threads)
