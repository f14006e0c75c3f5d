"""The basis of a solution's results: its exploitability, iterations, ranges and tree.

Every view, export and page of a solution includes it, so that no number looks too certain.
"""

from __future__ import annotations

from math import inf
from typing import Any, Protocol

from fifthstreet.solvers.postflop.solution.solve_record import SolveRecord
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES
from fifthstreet.tree.strategy import Exploitability

_MAX_RANGE = 120  # characters of a range in a line


class Solved(Protocol):
    """The part of a solution that its basis needs."""

    spot: Spot
    record: SolveRecord


def error_text(error: Exploitability | None) -> str:
    """Return exploitability, the error of a solution's values and frequencies, in words."""
    if error is None:
        return "exploitability unknown"
    return f"exploitability {error.pot_percent:.3f}% of the starting pot ({error.chips:.3g} chips)"


def error_lines(solution: Solved) -> list[str]:
    """Return exploitability and iterations, and a warning if the solve was stopped early.

    Args:
        solution: A solution, or another object with its spot and record.
    """
    record, street = solution.record, STREET_NAMES[solution.spot.street]
    where = "" if record.leaf_values is None else f" on the {street}"
    lines = [f"{error_text(record.exploitability)}{where}, {record.iterations:,} iterations"]
    if record.leaf_values is not None:
        known = record.leaf_error_pot_percent
        error = "unknown" if known is None else f"{known:.3g}% of the pot"
        lines.append(
            f"approximate: only the {street} was solved; the spot's bets after it are not used. "
            f"Values of hands after it are from the {record.leaf_values}, whose error is {error}"
        )
    if record.river_buckets is not None:
        lines.append(
            f"on each river, hands share {record.river_buckets} buckets for each player; "
            "exploitability is measured with all hands"
        )
    if record.is_stopped_early:
        goal = ""
        if record.target_pot_percent is not None:
            goal = f" of {record.target_pot_percent:.3g}% of the pot"
        lines.append(f"stopped early, before the target{goal}: EVs and frequencies may be far off")
    return lines


def spot_lines(spot: Spot, *, max_range_length: int | None = _MAX_RANGE) -> list[str]:
    """Return the ranges and the tree of a spot in words.

    Combos count hands that are possible on the board.

    Args:
        spot: The spot to describe.
        max_range_length: Number of characters after which ranges are cut; None for whole ranges.
    """
    lines = []
    for name, range_, live in zip(SEAT_NAMES, spot.ranges, spot.live_ranges, strict=True):
        text = range_.text()
        if max_range_length is not None and len(text) > max_range_length:
            text = f"{text[:max_range_length].rpartition(',')[0]},..."
        lines.append(f"{name} {text} ({live.combos:g} combos)")
    return [*lines, tree_line(spot)]


def tree_line(spot: Spot) -> str:
    """Return the pot, the stack and the bet sizes of a spot, its rake and its locks in words.

    Args:
        spot: The spot, whose tree is built if it is not yet.
    """
    parts = [f"tree: pot {spot.pot:g}, stack {spot.stack:g}, {len(spot.tree):,} nodes"]
    sizes = spot.rules.sizes
    for street in range(spot.street, len(STREET_NAMES)):
        menus = [str(sizes.menu(player, street)) for player in (0, 1)]
        if menus[0] == menus[1]:
            parts.append(f"{STREET_NAMES[street]} {menus[0]}")
        else:
            parts += [
                f"{STREET_NAMES[street]} {seat} {menu}"
                for seat, menu in zip(SEAT_NAMES, menus, strict=True)
            ]
    if spot.rake.rate:
        cap = "" if spot.rake.cap == inf else f" up to {spot.rake.cap:g}"
        parts.append(f"rake {100 * spot.rake.rate:g}%{cap}")
    if spot.locks:
        parts.append(f"locked: {', '.join(lock.path for lock in spot.locks)}")
    return "; ".join(parts)


def basis_lines(solution: Solved, *, max_range_length: int | None = _MAX_RANGE) -> list[str]:
    """Return exploitability, iterations, ranges and tree of a solution in words.

    Args:
        solution: A solution, or another object with its spot and record.
        max_range_length: Number of characters after which ranges are cut; None for whole ranges.
    """
    return [*error_lines(solution), *spot_lines(solution.spot, max_range_length=max_range_length)]


def basis_data(solution: Solved) -> dict[str, Any]:
    """Return exploitability, iterations, ranges and tree of a solution as plain data.

    If only the first street was solved, the source and the error of the values after it are added.

    Args:
        solution: A solution, or another object with its spot and record.
    """
    record, spot = solution.record, solution.spot
    known = record.exploitability
    approximation: dict[str, Any] = {}
    if record.leaf_values is not None:
        approximation = {
            "leaf_values": record.leaf_values,
            "leaf_error_pot_percent": record.leaf_error_pot_percent,
        }
    return {
        "exploitability": known.chips,
        "exploitability_pot_percent": known.pot_percent,
        "iterations": record.iterations,
        "river_buckets": record.river_buckets,
        "target_pot_percent": record.target_pot_percent,
        "stopped_early": record.is_stopped_early,
        **approximation,
        "spot": spot.to_dict(),
    }
