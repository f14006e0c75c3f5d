"""Solve heads-up hold'em from the blinds: with flops, or up to the flop with values of hands."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from fifthstreet.errors import InputError
from fifthstreet.solvers import values
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Reporter, Schedule, run_shown
from fifthstreet.solvers.search import preflop

if TYPE_CHECKING:
    from fifthstreet.solvers.search.preflop import (
        PreflopGame,
        PreflopSolver,
        PreflopStrategy,
        PreflopStreetSolver,
    )
    from fifthstreet.solvers.values import LeafValues, ValueNetwork

_PRECISION = "int16"


def solve_preflop(
    recipe: Mapping[str, Any] | PreflopGame | None = None,
    *,
    depth: str = "hand",
    leaf_values: LeafValues | None = None,
    target_pot_percent: float = 0.5,
    max_iterations: int = 1_000,
    seconds: float = inf,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    precision: str = _PRECISION,
    threads: int | None = None,
    backend: str = "auto",
    progress: Reporter | bool | None = None,
) -> PreflopStrategy:
    """Solve heads-up hold'em from the blinds until its exploitability reaches the target.

    Args:
        recipe: The fields of a recipe (docs/reference/files.md), or a game; by default 20 big
            blinds and ten flops. Missing fields have their defaults.
        depth: `hand` to solve the flops of the recipe as well, in minutes or more; `street` to
            solve the betting before the flop only, in seconds. This is approximate: exploitability
            is measured before the flop, and the error of the leaf values adds to it. The recipe's
            flops and its bets on them are not used. It needs a game without rake.
        leaf_values: For `street`, what hands are worth where the flop is dealt; by default from the
            package's network for preflop. A game without a line to the flop, like jam or fold,
            needs none.
        target_pot_percent: Exploitability to stop at, in percent of the blinds and antes.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration; by default there is no limit.
        schedule: A schedule, or its name, like `cfr+`; for a street, not a predictive one.
        precision: Type of the entries of the flops' tables: `int16` or `float32`.
        threads: Number of threads on the flops; by default one per core.
        backend: Backend of the flops: `native`, `cuda`, `reference` or `auto`.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the solve by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.

    Returns:
        The strategy before the flop, with charts, EVs and its exploitability.

    Raises:
        InputError: If a field of the recipe or an option is invalid, or if it does not apply to the
            depth.
        NotEnoughMemoryError: If the tables of the flops do not fit into memory.

    >>> jam = {"stack": 10, "sizes": {"preflop": {"raise": "a"}}, "tree": {"removed": ["r:c"]}}
    >>> strategy = solve_preflop(jam, depth="street", target_pot_percent=0.01)
    >>> strategy.tree.actions(0), strategy.at(0, ()).frequencies.round(2).tolist()
    (('f', 'a'), [0.42, 0.58])
    """
    if depth not in preflop.PREFLOP_DEPTHS:
        raise InputError(f"depth must be {' or '.join(preflop.PREFLOP_DEPTHS)}, got {depth!r}")
    solver: PreflopSolver | PreflopStreetSolver
    if depth == "street":
        for name, given, default in (
            ("precision", precision, _PRECISION),
            ("threads", threads, None),
            ("backend", backend, "auto"),
        ):
            if given != default:
                raise InputError(f"{name}={given!r} does not apply to depth='street': omit it")
        solver = preflop_street_solver(recipe, leaf_values, schedule=schedule)
    else:
        if leaf_values is not None:
            raise InputError("leaf_values requires depth='street', got depth='hand'")
        solver = preflop.PreflopSolver(
            _game(recipe, depth),
            schedule=schedule,
            precision=precision,
            threads=threads,
            backend=backend,
        )
    run_shown(
        solver,
        progress,
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
    )
    return solver.strategy()


def preflop_street_solver(
    recipe: Mapping[str, Any] | PreflopGame | None = None,
    leaf_values: LeafValues | None = None,
    *,
    network: ValueNetwork | None = None,
    flops: int | None = None,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    option: str = "depth='{}'",
) -> PreflopStreetSolver:
    """Return a solver for the betting before the flop.

    Args:
        recipe: The fields of a recipe, or a game; by default 20 big blinds.
        leaf_values: What hands are worth where the flop is dealt; by default from a network.
        network: A network for preflop; by default the network of the package.
        flops: Size of the subset of flops over which the network's values are averaged; by default
            85.
        schedule: A schedule, or its name; not a predictive one.
        option: How the user wrote the depth, with `{}` in place of its value, for errors.

    Raises:
        InputError: If the recipe or the schedule does not fit.
    """
    street, whole = option.format("street"), option.format("hand")
    game = _game(recipe, "street")
    if game.rake.rate:
        rate = f"{game.rake.rate:g}"
        raise InputError(
            f"{street} requires a game without rake, got a rate of {rate}. Use {whole}"
        )
    if leaf_values is None and game.lines:
        used = values.shipped_network("preflop") if network is None else network
        leaf_values = values.PreflopNetworkLeaves(used, flops=flops)
    return preflop.PreflopStreetSolver(game, leaf_values, schedule=schedule)


def _game(recipe: Mapping[str, Any] | PreflopGame | None, depth: str) -> PreflopGame:
    if isinstance(recipe, preflop.PreflopGame):
        return recipe
    return preflop.game_of({} if recipe is None else recipe, depth=depth)
