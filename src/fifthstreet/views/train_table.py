"""What `fifthstreet train` prints of games, algorithms and strategies."""

import json
from collections.abc import Mapping
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import ALGORITHMS, TreeSolver
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.common.named import Named
from fifthstreet.solvers.registry import FAMILIES, GAMES, SPOT_ALGORITHMS


def list_all(as_json: bool) -> None:
    """The games and algorithms that there are, with their options."""
    games = GAMES | {f"{word}:...": family for word, family in FAMILIES.items()}
    algorithms = ALGORITHMS | {f"{name} (holdem)": made for name, made in SPOT_ALGORITHMS.items()}
    if as_json:
        typer.echo(json.dumps({"games": _facts(games), "algorithms": _facts(algorithms)}))
        return
    console = Console(highlight=False)
    for title, entries in (("game", games), ("algorithm", algorithms)):
        table = Table()
        for column in (title, "what", "options"):
            table.add_column(column)
        for name, entry in entries.items():
            table.add_row(name, entry.summary, ", ".join(entry.options))
        console.print(table)


def strategy_of(solver: IterativeSolver) -> dict[str, dict[str, float]]:
    """The average strategy by information set; of a hold'em spot, the first decision by hand."""
    if isinstance(solver, TreeSolver):
        return solver.average().to_dict()
    assert isinstance(solver, BlueprintSolver)
    return solver.average().first_decision()


def _facts(entries: Mapping[str, Named[Any]]) -> dict[str, object]:
    return {
        name: {"summary": entry.summary, "options": list(entry.options)}
        for name, entry in entries.items()
    }
