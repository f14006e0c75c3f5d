"""Solve hold'em from the blinds: heads-up with flops, or any table up to the flop."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from fifthstreet.errors import InputError
from fifthstreet.solvers import values
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Reporter, Schedule, run_shown
from fifthstreet.solvers.ring import RingGame, RingStrategy, is_ring_recipe
from fifthstreet.solvers.search import preflop
from fifthstreet.solvers.solve_ring import ring_solver

if TYPE_CHECKING:
    from fifthstreet.solvers.ring import RingSolver
    from fifthstreet.solvers.search.preflop import (
        PreflopGame,
        PreflopSolver,
        PreflopStrategy,
        PreflopStreetSolver,
    )
    from fifthstreet.solvers.values import LeafValues, ValueNetwork

_PRECISION = "int16"


def solve_preflop(
    recipe: Mapping[str, Any] | PreflopGame | RingGame | None = None,
    *,
    depth: str | None = None,
    leaf_values: LeafValues | None = None,
    target_pot_percent: float = 0.5,
    max_iterations: int = 1_000,
    seconds: float = inf,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    precision: str = _PRECISION,
    threads: int | None = None,
    backend: str = "auto",
    after: str = "network",
    seed: int = 0,
    progress: Reporter | bool | None = None,
) -> PreflopStrategy | RingStrategy:
    """Solve hold'em from the blinds until its exploitability reaches the target.

    Heads-up, a recipe has equal stacks and flops. With a number of `seats` (or `stacks`, or
    `payouts`) it is a table of two to ten seats, whose betting before the flop is solved.

    Args:
        recipe: The fields of a recipe (docs/reference/files.md), or a game; by default two players
            with 20 big blinds and ten flops. Missing fields have their defaults.
        depth: `hand`, the default heads-up, to solve the recipe's flops as well, in minutes or
            more; `street` for the betting before the flop only, in seconds. This is approximate:
            the error of the leaf values adds to exploitability. Heads-up, it needs no rake.
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
        after: With a number of seats, what follows the betting before the flop: `network`, or
            `checked-down`, which is faster and rough.
        seed: With a number of seats, of the boards on which three and more compare hands.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the solve by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.

    Returns:
        The strategy before the flop, with charts, EVs and its exploitability: a `RingStrategy` for
        a table, else a `PreflopStrategy`.

    Raises:
        InputError: If a field of the recipe or an option is invalid, or if it does not apply to the
            depth.
        NotEnoughMemoryError: If the tables of the flops do not fit into memory.

    >>> jam = {"stack": 10, "sizes": {"preflop": {"raise": "a"}}, "tree": {"removed": ["r:c"]}}
    >>> strategy = solve_preflop(jam, depth="street", target_pot_percent=0.01)
    >>> strategy.tree.actions(0), strategy.at(0, ()).frequencies.round(2).tolist()
    (('f', 'a'), [0.42, 0.58])
    """
    if depth not in (None, *preflop.PREFLOP_DEPTHS):
        raise InputError(f"depth must be {' or '.join(preflop.PREFLOP_DEPTHS)}, got {depth!r}")
    solver: PreflopSolver | PreflopStreetSolver | RingSolver
    if isinstance(recipe, RingGame) or (isinstance(recipe, Mapping) and is_ring_recipe(recipe)):
        changed = _changed(precision=precision, backend=backend)
        changed["depth"] = None if depth == "street" else depth
        _check_unused("a table of seats", {**changed, "leaf_values": leaf_values})
        solver = ring_solver(recipe, after=after, seed=seed, schedule=schedule, threads=threads)
    elif after != "network" or seed:
        raise InputError("after and seed require a recipe with a number of seats")
    else:
        options = (schedule, precision, threads, backend)
        solver = _heads_up_solver(recipe, depth, leaf_values, *options)
    run_shown(
        solver,
        progress,
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
    )
    return solver.strategy()


def _heads_up_solver(
    recipe: Mapping[str, Any] | PreflopGame | None,
    depth: str | None,
    leaf_values: LeafValues | None,
    schedule: Schedule | str,
    precision: str,
    threads: int | None,
    backend: str,
) -> PreflopSolver | PreflopStreetSolver:
    if depth == "street":
        changed = _changed(precision=precision, threads=threads, backend=backend)
        _check_unused("depth='street'", changed)
        return preflop_street_solver(recipe, leaf_values, schedule=schedule)
    if leaf_values is not None:
        raise InputError("leaf_values requires depth='street', got depth='hand'")
    return preflop.PreflopSolver(
        _game(recipe, "hand"),
        schedule=schedule,
        precision=precision,
        threads=threads,
        backend=backend,
    )


def _changed(**options: object) -> dict[str, object]:
    """Return options with None for those that have their default."""
    defaults = {"precision": _PRECISION, "backend": "auto"}
    return {name: None if given == defaults.get(name) else given for name, given in options.items()}


def _check_unused(kind: str, options: Mapping[str, object]) -> None:
    """Raise InputError for an option that was given but does not apply; None was not given."""
    for name, given in options.items():
        if given is not None:
            shown = "" if name == "leaf_values" else f"={given!r}"
            raise InputError(f"{name}{shown} does not apply to {kind}: omit it")


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
