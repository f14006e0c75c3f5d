"""Small objects that many rows need, each made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.refusals.table import face, new_path

fs = face("")
solvers = face("solvers")
storage = face("support.storage")


@cache
def river_spot() -> Any:
    """Return a spot on the river, with one bet size."""
    return fs.Spot.of("Td9d6hQc2s", 20, 40, oop="AA,KK,55", ip="QQ,JJ,44", bets="50%")


@cache
def turn_spot() -> Any:
    """Return a spot on the turn, with one bet size."""
    return fs.Spot.of("Td9d6hQc", 20, 40, oop="AA,KK,55", ip="QQ,JJ,44", bets="50%")


def solved(spot: Any) -> Any:
    """Return a rough solution of a spot."""
    solver = fs.Solver(spot, threads=1)
    solver.run(10)
    return solver.solution()


@cache
def river() -> Any:
    """Return a rough solution of the spot on the river."""
    return solved(river_spot())


@cache
def turn() -> Any:
    """Return a rough solution of the spot on the turn."""
    return solved(turn_spot())


@cache
def river_file() -> Path:
    """Return the file of the solution on the river; rows must not change it."""
    path = new_path("river.solution")
    river().save(path)
    return path


@cache
def kuhn_training() -> Path:
    """Return the file of a short training of Kuhn poker."""
    path = new_path("kuhn.training")
    training = solvers.Training("kuhn", "cfr")
    solver = training.make_solver()
    solver.iterate(2)
    solvers.save_training(solver, path, training)
    return path


def rewritten(
    path: Path,
    change: Callable[[dict[str, Any]], object] = bool,
    *,
    drop: str = "",
    square: str = "",
    cut: str = "",
) -> Path:
    """Write a container again, with other facts or with another section.

    The first section whose name contains `drop` is left out, with `square` it has two dimensions,
    and with `cut` it is one number shorter.
    """
    container = storage.open_container(path, None)
    facts = dict(container.facts)
    change(facts)
    arrays = {name: container.read(name) for name in container.sections}
    for name in arrays:
        if drop and drop in name:
            del arrays[name]
            break
        if square and square in name:
            arrays[name] = arrays[name].reshape(1, -1)
            break
        if cut and cut in name:
            arrays[name] = arrays[name][:-1].copy()
            break
    changed = new_path(path.name)
    with changed.open("wb+") as file:
        storage.write_container(file, container.kind, facts, arrays)
    return changed


def restored(solver: Any, change: Callable[[dict[str, Any]], object]) -> None:
    """Restore a solver from its own state after a change."""
    state = dict(solver.state())
    change(state)
    solver.restore(state)
