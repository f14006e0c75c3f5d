"""Trainings, games and algorithms: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

from fifthstreet.solvers import Training, registry
from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr import StateSamplingSolver, Strategy, TreeSolver
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.neural import NetworkSolver
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.support.options import Named
from fifthstreet.tree.strategy import Exploitability
from fifthstreet.views.curve import curve_plot
from fifthstreet.views.pictures import exploitability_curve
from fifthstreet.views.terminal import print_line, print_notes, print_table

UNIT = "chips per player"  # of exploitability
# What strategies lose to a local best response that only folds and calls, in mbb/hand, heads-up
# with 200 big blinds (Lisy & Bowling 2017).
PUBLISHED_RESPONSES = {"Slumbot 2016": 522}
_PLOT_WIDTH = 70  # characters, if the terminal is wide enough

# Data.


def training_data(
    solver: IterativeSolver,
    training: Training,
    known: Exploitability,
    *,
    iterations_per_second: float,
    path: Path | None = None,
) -> dict[str, Any]:
    """Return the values, exploitability and curve of a training, in chips of the game."""
    pot = training.starting_pot
    # Values that come with a lower bound are rough samples.
    values = None if known.is_lower_bound or known.values is None else list(known.values)
    data: dict[str, Any] = {
        "game": solver.game_name,
        "algorithm": training.algorithm,
        "options": training.options,
        "value": None if values is None else values[0],
        "values": values,
        "exploitability": known.chips,
        "exploitability_unit": UNIT,
        "exploitability_pot_percent": 100 * known.chips / pot if pot else None,
        "exploitability_error": known.error,
        "nash_conv": known.nash_conv,
        "exploitability_by": _responder(solver, known),
        "curve": [list(point) for point in solver.curve],
        "iterations": solver.iteration,
        "iterations_per_second": iterations_per_second,
        "file": None if path is None else str(path),
    }
    if isinstance(solver, BlueprintSolver | StateSamplingSolver):
        data |= {"information_sets": solver.information_sets, "memory": solver.memory_bytes}
    if "abstraction" in training.game_options:
        data["abstraction"] = training.game_options["abstraction"]
    if isinstance(solver, BlueprintSolver) and (blind := max(solver.tree.rules.blinds, default=0)):
        data["exploitability_mbb"] = 1000 * known.chips / float(blind)
        data["exploitability_mbb_error"] = 1000 * (known.error or 0.0) / float(blind)
        data["exploitability_mbb_published"] = (
            PUBLISHED_RESPONSES if solver.tree.players == 2 else {}
        )
    if isinstance(solver, BlueprintSolver) and solver.iterating_seconds:
        data["rows_per_second"] = solver.rows_visited / solver.iterating_seconds
    return data


def _responder(solver: IterativeSolver, known: Exploitability) -> str:
    if not known.is_lower_bound:
        starts = solver.start_boards if isinstance(solver, BlueprintSolver) else None
        if starts is None or starts.is_complete:
            return "best response"
        return f"best response on {len(starts.boards):,} random boards"
    if isinstance(solver, StateSamplingSolver | NetworkSolver):
        return "learning player"
    if isinstance(solver, BlueprintSolver) and solver.responder_menu == "calls":
        return "local best response that only folds and calls"
    return "local best response"


def strategy_data(solver: IterativeSolver) -> dict[str, dict[str, float]]:
    """Return the average strategy by information set; for hold'em, the first decision by hand.

    Networks on games too large to flatten have no list of information sets.
    """
    if isinstance(solver, TreeSolver | StateSamplingSolver):
        return dict(solver.average())
    if isinstance(solver, NetworkSolver):
        strategy = solver.average()
        return strategy.to_dict() if isinstance(strategy, Strategy) else {}
    assert isinstance(solver, BlueprintSolver)
    return solver.average().first_decision()


def visit_data(solver: IterativeSolver) -> dict[str, int]:
    """Return how often each information set of `strategy_data` was visited, if that is counted."""
    if isinstance(solver, TreeSolver | StateSamplingSolver):
        return solver.visit_counts()
    if isinstance(solver, NetworkSolver):
        return {}
    assert isinstance(solver, BlueprintSolver)
    return solver.average().first_visits() if solver.options.count_visits else {}


def catalogue_data() -> dict[str, dict[str, Any]]:
    """Return games and algorithms by name, with a summary and their options."""
    return {
        kind: {
            name: {"summary": entry.summary, "options": list(entry.options)}
            for name, entry in entries.items()
        }
        for kind, entries in _catalogue().items()
    }


def _catalogue() -> dict[str, Mapping[str, Named[Any]]]:
    return {"games": registry.GAMES, "algorithms": registry.ALGORITHMS}


# Pictures.


def training_svg(solver: IterativeSolver, training: Training) -> str:
    """Return an SVG file of the exploitability by iteration."""
    return exploitability_curve(solver.curve, training.algorithm, solver.game_name).svg()


# Terminal.


def print_training(
    console: Console,
    data: Mapping[str, Any],
    curve: Sequence[tuple[int, float]],
    notes: Sequence[str] = (),
) -> None:
    """Print the result of `training_data`, and the curve."""
    rows = [
        ("iterations", f"{data['iterations']:,}"),
        ("iterations per second", f"{data['iterations_per_second']:,.0f}"),
    ]
    if data["values"] is not None:
        rows += [
            (f"value of player {player}", f"{value:.6f} chips")
            for player, value in enumerate(data["values"])
        ]
    error = data["exploitability_error"]
    interval = f" ± {error:.2g}" if error else ""
    lost = f"{data['exploitability']:.3g}{interval} {UNIT}"
    if data["exploitability_pot_percent"] is not None:
        lost += f", {data['exploitability_pot_percent']:.3g}% of the pot"
    by = data["exploitability_by"]
    if by.startswith("best response"):
        measured = "exploitability in the full game" if "abstraction" in data else "exploitability"
        rows.append((measured + by.removeprefix("best response"), lost))
    else:
        rows.append((f"loses to a {by}", f"at least {lost}"))
    if data.get("exploitability_mbb") is not None:
        mbb, mbb_error = data["exploitability_mbb"], data["exploitability_mbb_error"]
        rows.append(("the same per hand", f"{mbb:,.0f} ± {mbb_error:,.0f} mbb"))
        rows += [
            (f"{name} lost, with 200 big blinds", f"{lost:,} mbb")
            for name, lost in data["exploitability_mbb_published"].items()
        ]
    if data.get("evaluations"):
        rows += [_evaluation_row(result) for result in data["evaluations"][-1]["against"]]
    if "information_sets" in data:
        rows.append(("information sets", f"{data['information_sets']:,}"))
        rows.append(("memory", decimal(data["memory"])))
    columns = text_columns(data["algorithm"]) + number_columns("")
    print_line(console, Text(data["game"], style="bold"))
    print_table(console, Table(columns, tuple(rows)))
    if plot := curve_plot(curve, width=min(console.width, _PLOT_WIDTH)):
        console.print(f"exploitability in {UNIT}, by iteration")
        console.print(plot)
    print_notes(console, notes)


def _evaluation_row(result: Mapping[str, Any]) -> tuple[str, str]:
    won, error = result["mbb"]["mean"], result["mbb"]["half_width"]
    interval = "" if error is None else f" ± {error:,.0f}"
    return (
        f"wins per hand from {result['opponent']}",
        f"{won:+,.0f}{interval} mbb over {result['hands']:,} hands",
    )


def print_catalogue(console: Console) -> None:
    """Print the available games and algorithms, with their options."""
    for kind, entries in _catalogue().items():
        rows = [(name, entry.summary, ", ".join(entry.options)) for name, entry in entries.items()]
        columns = text_columns(kind.removesuffix("s"), "what", "options")
        print_table(console, Table(columns, tuple(rows)))
