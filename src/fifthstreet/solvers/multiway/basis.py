"""The basis of a multiway solution's results: what each player could gain, ranges and tree."""

from __future__ import annotations

from math import inf
from typing import Any, Protocol

from fifthstreet.solvers.multiway.spot import MultiwaySpot
from fifthstreet.solvers.postflop import RIVER, SolveRecord
from fifthstreet.tree import STREET_NAMES, player_name

_MAX_RANGE = 120  # characters of a range in a line
_NO_GUARANTEE = (
    "with three players there is no guarantee of an equilibrium: exploitability is what one player "
    "gains by a best response while the others keep their strategies"
)


class MultiwaySolved(Protocol):
    """The part of a multiway solution that its nodes and its basis use."""

    spot: MultiwaySpot
    record: SolveRecord


def multiway_error_lines(solution: MultiwaySolved) -> list[str]:
    """Return what each player could gain, and a warning if the solve was stopped early.

    Args:
        solution: A solution, or another object with its spot and record.
    """
    record, tree = solution.record, solution.spot.tree
    known = record.exploitability
    mean = f"exploitability {known.pot_percent:.3f}% of the starting pot ({known.chips:.3g} chips)"
    lines = [f"{mean} per player, {record.iterations:,} iterations"]
    gains = ", ".join(
        f"{player_name(tree, player)} {100 * gain / solution.spot.pot:.3f}%"
        for player, gain in enumerate(known.gains or ())
    )
    lines += [gains, _NO_GUARANTEE]
    if record.method is not None:
        lines.append(f"solved with {record.method}")
    if record.is_stopped_early:
        goal = ""
        if record.target_pot_percent is not None:
            goal = f" of {record.target_pot_percent:.3g}% of the pot"
        lines.append(f"stopped early, before the target{goal}: EVs and frequencies may be far off")
    return lines


def multiway_basis_lines(solution: MultiwaySolved) -> list[str]:
    """Return gains, iterations, ranges and tree of a solution in words.

    Args:
        solution: A solution, or another object with its spot and record.
    """
    spot, lines = solution.spot, multiway_error_lines(solution)
    for player, (range_, live) in enumerate(zip(spot.ranges, spot.live_ranges, strict=True)):
        text = range_.text()
        if len(text) > _MAX_RANGE:
            text = f"{text[:_MAX_RANGE].rpartition(',')[0]},..."
        lines.append(f"{player_name(spot.tree, player)} {text} ({live.combos:g} combos)")
    stacks = ", ".join(f"{stack:g}" for stack in spot.rules.stacks)
    parts = [f"tree: pot {spot.pot:g}, stacks {stacks}, {len(spot.tree):,} nodes"]
    parts += _menu_texts(spot)
    if spot.rake.rate:
        cap = "" if spot.rake.cap == inf else f" up to {spot.rake.cap:g}"
        parts.append(f"rake {100 * spot.rake.rate:g}%{cap}")
    if spot.locks:
        parts.append(f"locked: {', '.join(lock.path for lock in spot.locks)}")
    return [*lines, "; ".join(parts)]


def _menu_texts(spot: MultiwaySpot) -> list[str]:
    """Return the sizes of a spot: once if they are the same on all streets or for all players."""
    rows = {
        STREET_NAMES[street]: [
            str(spot.rules.sizes.menu(player, street)) for player in range(spot.players)
        ]
        for street in range(spot.street, RIVER + 1)
    }
    if len({tuple(menus) for menus in rows.values()}) == 1:
        rows = {"": rows[STREET_NAMES[RIVER]]}
    parts = []
    for street, menus in rows.items():
        name = f"{street} " if street else ""
        if len(set(menus)) == 1:
            parts.append(f"{name}{menus[0]}")
        else:
            parts += [
                f"{name}{player_name(spot.tree, player)} {menu}"
                for player, menu in enumerate(menus)
            ]
    return parts


def multiway_basis_data(solution: MultiwaySolved) -> dict[str, Any]:
    """Return gains, iterations, ranges and tree of a solution as plain data.

    Args:
        solution: A solution, or another object with its spot and record.
    """
    record, known = solution.record, solution.record.exploitability
    return {
        "exploitability": known.chips,
        "exploitability_pot_percent": known.pot_percent,
        "gains": list(known.gains or ()),
        "is_equilibrium_guaranteed": False,
        "method": record.method,
        "iterations": record.iterations,
        "target_pot_percent": record.target_pot_percent,
        "stopped_early": record.is_stopped_early,
        "spot": solution.spot.to_dict(),
    }
