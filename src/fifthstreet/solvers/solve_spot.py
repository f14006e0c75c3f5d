"""Solve a spot of two or three players, or only its first street, with a value network."""

from __future__ import annotations

import os
from math import inf
from typing import Literal, TypedDict, Unpack, overload

from fifthstreet.errors import InputError
from fifthstreet.solvers import multiway, postflop, search
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Reporter, Schedule, run_shown, schedule_of
from fifthstreet.solvers.postflop import RIVER, Solution, Spot
from fifthstreet.tree import STREET_NAMES

# `multiway`, `search` and `values` are imported when one of their names is first used, which a
# solve of a whole hand of two players does not.
SOLVE_DEPTHS = ("hand", "street")
MULTIWAY_BACKENDS = ("auto", "native")
STREET_BACKENDS = ("auto", "native", "cuda")  # of a solve of one street


class SolveOptions(TypedDict, total=False):
    """The options of `solve` other than its depth."""

    target_pot_percent: float
    max_iterations: int
    seconds: float
    schedule: Schedule | str
    threads: int | None
    precision: str
    isomorphism: bool
    backend: str
    river_buckets: int | None
    table_folder: str | os.PathLike[str] | None
    progress: Reporter | bool | None


@overload
def solve(
    spot: Spot, *, depth: Literal["hand"] = "hand", **options: Unpack[SolveOptions]
) -> Solution: ...


@overload
def solve(
    spot: Spot, *, depth: Literal["street"], **options: Unpack[SolveOptions]
) -> search.LeafValueSolution: ...


@overload
def solve(
    spot: multiway.MultiwaySpot, *, depth: Literal["hand"] = "hand", **options: Unpack[SolveOptions]
) -> multiway.MultiwaySolution | multiway.SampledSolution: ...


@overload
def solve(
    spot: Spot, *, depth: str, **options: Unpack[SolveOptions]
) -> Solution | search.LeafValueSolution: ...


def solve(
    spot: Spot | multiway.MultiwaySpot,
    *,
    depth: str = "hand",
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    threads: int | None = None,
    precision: str = "float32",
    isomorphism: bool = True,
    backend: str = "auto",
    river_buckets: int | None = None,
    table_folder: str | os.PathLike[str] | None = None,
    progress: Reporter | bool | None = None,
) -> Solution | search.LeafValueSolution | multiway.MultiwaySolution | multiway.SampledSolution:
    """Solve a spot until its exploitability reaches the target.

    Args:
        spot: The board, the ranges and the betting to solve. With three to six ranges there is no
            guarantee of an equilibrium; the solution has what each player could gain. The options
            `depth` to `table_folder` do not apply, except `threads`, and `schedule` with three.
        depth: `hand` to solve to the end of the hand; `street` to solve the first street only, with
            values of hands after it from the package's network for the street. This is approximate:
            exploitability is measured on the street, and the error of the network adds to it. The
            spot's bets after the street are not used: the network has its own, 50%, 100% and
            all-in. It needs a flop or turn without rake and locks; on a GPU, a flop.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration; by default there is no limit.
        schedule: A schedule, or its name, like `cfr+`; for a street, not a predictive one.
        threads: Number of threads; by default one per core.
        precision: Type of the tables' entries: `float32`, or `int16`, which takes half the memory.
        isomorphism: Whether to merge runouts that differ only in suits.
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if the tables fit on
            one. For a street, `auto` is `native`.
        river_buckets: Maximum number of buckets of hands that each player has on a river. Hands of
            a bucket are played alike, which saves memory and time. Exploitability is measured with
            all hands. By default each hand has its own strategy.
        table_folder: Folder for the tables as mapped files, which may be larger than memory and
            disappear when the solve ends. The solve takes longer if they do not fit into memory.
            By default the tables are in memory.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the solve by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.

    Returns:
        The solution with its exploitability, which is above the target if a limit stopped the
        solve: a `Solution`, a `LeafValueSolution` of the street, or a `MultiwaySolution`.

    Raises:
        InputError: If an option or a lock of the spot is invalid, or if it does not apply to the
            depth or to the number of players.
        NotEnoughMemoryError: If the tables do not fit into memory, or on the disk.

    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> solve(spot, target_pot_percent=0.1).exploitability.pot_percent < 0.1
    True
    >>> street = solve(spot, depth="street", target_pot_percent=0.5)
    >>> street.root.actions, street.record.leaf_values
    (('k', 'b50'), 'network for the turn')
    """
    if depth not in SOLVE_DEPTHS:
        raise InputError(f"depth must be {' or '.join(SOLVE_DEPTHS)}, got {depth!r}")
    options: SolveOptions = {
        "target_pot_percent": target_pot_percent,
        "max_iterations": max_iterations,
        "seconds": seconds,
        "schedule": schedule,
        "threads": threads,
        "precision": precision,
        "isomorphism": isomorphism,
        "backend": backend,
        "river_buckets": river_buckets,
        "table_folder": table_folder,
        "progress": progress,
    }
    if not isinstance(spot, Spot):
        return _solve_multiway(spot, depth, options)
    return postflop.solve(spot, **options) if depth == "hand" else _solve_street(spot, options)


def _solve_multiway(
    spot: multiway.MultiwaySpot, depth: str, options: SolveOptions
) -> multiway.MultiwaySolution | multiway.SampledSolution:
    """Solve a spot of three to six players; InputError for options that do not apply."""
    kind = f"{('three', 'four', 'five', 'six')[spot.players - multiway.VECTOR_PLAYERS]} ranges"
    if depth != "hand":
        raise InputError(f"depth={depth!r} does not apply to {kind}: omit it")
    _refuse_table_options(options, MULTIWAY_BACKENDS, kind)
    if spot.players > multiway.VECTOR_PLAYERS:
        if schedule_of(options["schedule"]) != DEFAULT_SCHEDULE:
            raise InputError(f"schedule={options['schedule']!r} does not apply to {kind}: omit it")
        return multiway.solve_sampled(
            spot,
            target_pot_percent=options["target_pot_percent"],
            max_iterations=options["max_iterations"],
            seconds=options["seconds"],
            threads=options["threads"],
            progress=options["progress"],
        )
    return multiway.solve_multiway(
        spot,
        target_pot_percent=options["target_pot_percent"],
        max_iterations=options["max_iterations"],
        seconds=options["seconds"],
        schedule=options["schedule"],
        threads=options["threads"],
        progress=options["progress"],
    )


def _refuse_table_options(options: SolveOptions, backends: tuple[str, ...], kind: str) -> None:
    """Raise InputError for options that only whole hands of two players have."""
    precision, backend, buckets = options["precision"], options["backend"], options["river_buckets"]
    isomorphism, folder = options["isomorphism"], options["table_folder"]
    for is_fine, option in (
        (precision == "float32", f"precision={precision!r}"),
        (isomorphism is True, f"isomorphism={isomorphism!r}"),
        (backend in backends, f"backend={backend!r}"),
        (buckets is None, f"river_buckets={buckets!r}"),
        (folder is None, f"table_folder={str(folder)!r}"),
    ):
        if not is_fine:
            raise InputError(f"{option} does not apply to {kind}: omit it")


def _solve_street(spot: Spot, options: SolveOptions) -> search.LeafValueSolution:
    """Solve the first street of a spot; InputError for options of whole hands."""
    _refuse_table_options(options, STREET_BACKENDS, "depth='street'")
    backend = options["backend"]
    solver = street_solver(
        spot, schedule=options["schedule"], threads=options["threads"], backend=backend
    )
    run_shown(
        solver,
        options["progress"],
        target_pot_percent=options["target_pot_percent"],
        max_iterations=options["max_iterations"],
        seconds=options["seconds"],
    )
    return solver.solution()


def street_solver(
    spot: Spot,
    *,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    threads: int | None = None,
    backend: str = "auto",
    option: str = "depth='{}'",
) -> search.LeafValueSolver:
    """Return a solver for the first street of a spot, with the package's network for this street.

    Args:
        spot: A flop or turn without rake and locks.
        schedule: A schedule, or its name; not a predictive one.
        threads: Number of threads; by default one per core.
        backend: One of `STREET_BACKENDS`; `auto` is `native`.
        option: How the user wrote the depth, with `{}` in place of its value, for errors.

    Raises:
        InputError: If the spot or the schedule does not fit, or if `cuda` finds no GPU.
    """
    street, whole = option.format("street"), option.format("hand")
    name = STREET_NAMES[spot.street]
    for reason, applies in (
        ("a flop or turn, got a river", spot.street == RIVER),
        (f"a spot without rake, got a rate of {spot.rake.rate:g}", spot.rake.rate > 0),
        ("a spot without locks", bool(spot.locks)),
        (f"a flop on a GPU, got a {name}", backend == "cuda" and name != "flop"),
    ):
        if applies:
            raise InputError(f"{street} requires {reason}. Use {whole}")
    place = "cuda" if backend == "cuda" else "native"
    leaves = search.network_values(threads, streets=[name], backend=place)[spot.street]
    return search.LeafValueSolver(spot, leaves, schedule=schedule, threads=threads)
