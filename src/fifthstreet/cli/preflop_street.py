"""`fifthstreet preflop --depth street`: the betting before the flop only."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from fifthstreet.cli.command import Command
from fifthstreet.errors import InputError
from fifthstreet.solvers import preflop_street_solver
from fifthstreet.solvers.search.preflop import PREFLOP_DEPTHS, PreflopGame, PreflopStreetSolver
from fifthstreet.solvers.values import load_network

# Fields of the command `preflop`.
_FLOPS_ONLY = ("precision", "cluster", "resume", "save_every")
_HELD_OUT_ONLY = ("bets", "raises", "backend", "threads")


def check_depth(command: Command, depth: str, network: Path | None, held_out: int) -> None:
    """Raise InputError for options of the command `preflop` that do not apply to its depth."""
    if depth not in PREFLOP_DEPTHS:
        raise InputError(f"--depth must be {' or '.join(PREFLOP_DEPTHS)}, got {depth!r}")
    if depth == "hand":
        if network is not None:
            raise InputError("--network requires --depth street")
        return
    changed = {each.name for each in fields(command) if getattr(command, each.name) != each.default}
    for name in _FLOPS_ONLY:
        if name in changed:
            raise InputError(f"--{name.replace('_', '-')} requires --depth hand")
    for name in _HELD_OUT_ONLY:
        if name in changed and not held_out:
            raise InputError(f"--{name} requires --depth hand or --held-out")


def street_solver(
    game: PreflopGame, network: Path | None, flops: int | None
) -> PreflopStreetSolver:
    """Return a solver of the betting before the flop.

    Args:
        game: The game, without flops.
        network: File of a network for preflop; by default the network of the package.
        flops: Size of the subset over which the network's values are averaged.

    Raises:
        InputError: If there is a network or a subset for a game that never gets to a flop.
    """
    for name, given in {"network": network, "flops": flops}.items():
        if given is not None and not game.lines:
            raise InputError(f"--{name} requires a game that gets to a flop")
    chosen = None if network is None else load_network(network)
    return preflop_street_solver(game, network=chosen, flops=flops, option="--depth {}")
