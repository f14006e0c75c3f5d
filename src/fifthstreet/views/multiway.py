"""Solutions of three players: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.filesize import decimal

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.solvers.multiway import (
    MultiwayNode,
    MultiwaySolution,
    multiway_basis_data,
    multiway_basis_lines,
    multiway_error_lines,
)
from fifthstreet.support.drawing import Markup, class_rows, page, plain_text
from fifthstreet.views import pictures, terminal
from fifthstreet.views.node import print_hand_tables


def multiway_data(solution: MultiwaySolution) -> dict[str, Any]:
    """Return the EVs, the error and the first decision of a solution, and its solve time."""
    record, root = solution.record, solution.root
    return {
        "ev": list(solution.ev),
        "equity": list(solution.equity),
        **multiway_basis_data(solution),
        "root": {"actions": list(root.actions), "frequencies": root.frequencies.tolist()},
        "seconds": record.seconds,
        "cpu_seconds": record.cpu_seconds,
        "memory_bytes": record.memory_bytes,
    }


def multiway_node_data(node: MultiwayNode, player: int | None = None) -> dict[str, Any]:
    """Return a node with the hands of one player: by default of the player to act."""
    seat = _seat_of(node, player)
    held = np.flatnonzero(node.reach[seat]).tolist()
    return _place_data(node, seat) | {
        "actions": list(node.actions),
        "frequencies": node.frequencies.tolist(),
        "action_ev": list(node.range_action_ev),
        "ev": list(node.range_ev),
        "equity": list(node.range_equity),
        "combos": list(node.combos),
        "hands": {hole_text(hole): _hand_data(node, seat, hole) for hole in held},
    }


def multiway_hand_data(node: MultiwayNode, hand: str, player: int | None = None) -> dict[str, Any]:
    """Return a player's hand, or hands such as `AQs` or `top pair`, at a node."""
    seat = _seat_of(node, player)
    held = node.held(hand, seat)
    summary = node.summary(hand, held, seat)
    data = _place_data(node, seat) | {
        "hand": hand,
        "combos": summary.combos,
        "ev": summary.ev,
        "equity": summary.equity,
        "hands": {hole_text(hole): _hand_data(node, seat, hole) for hole in held.tolist()},
    }
    if node.player == seat:
        data |= {"strategy": summary.strategy, "action_ev": summary.action_ev}
    return data


def _seat_of(node: MultiwayNode, player: int | None) -> int:
    """Return a player, by default the one who acts; the first where no player acts."""
    return max(node.player, 0) if player is None else player


def _place_data(node: MultiwayNode, seat: int) -> dict[str, Any]:
    return {
        "path": node.path,
        "board": cards_text(node.board),
        "pot": node.pot,
        "stacks": list(node.stacks),
        "to_act": node.player if node.player >= 0 else None,
        "player": seat,
        **multiway_basis_data(node.solution),
    }


def _hand_data(node: MultiwayNode, seat: int, hole: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "reach": float(node.reach[seat][hole]),
        "ev": float(node.ev[seat][hole]),
        "equity": float(node.equities[seat][hole]),
    }
    if node.player == seat:
        for name, rows in (("strategy", node.strategy), ("action_ev", node.action_ev)):
            data[name] = dict(zip(node.actions, rows[:, hole].tolist(), strict=True))
    return data


def multiway_svg(node: MultiwayNode, player: int | None = None, grid: str | None = None) -> str:
    """Return an SVG file of a node's grid: by default the strategy of the player to act."""
    words = pictures.multiway_words(node)
    caption = (plain_text(pictures.multiway_line(node)), *multiway_error_lines(node.solution))
    seat = _seat_of(node, player)
    return pictures.node_grid(node, seat, grid, words=words, caption=caption).svg()


def multiway_page(node: MultiwayNode, player: int | None = None, grid: str | None = None) -> str:
    """Return an HTML page of a node: its grid, its actions and all ranges."""
    body = pictures.multiway_html(node, player=player, kind=grid)
    return page(plain_text(pictures.multiway_line(node)), Markup(body))


def print_multiway(console: Console, solution: MultiwaySolution, notes: Sequence[str] = ()) -> None:
    """Print the root of a solution, what each player could gain, the time spent, and notes."""
    record = solution.record
    print_multiway_node(console, solution.root)
    spent = (
        f"solved in {record.seconds:.2f} s "
        f"({record.cpu_seconds:.2f} s of CPU), {decimal(record.memory_bytes)}"
    )
    terminal.print_notes(console, [spent, *notes])


def print_multiway_node(
    console: Console, node: MultiwayNode, player: int | None = None, grid: str | None = None
) -> None:
    """Print a node: by default the strategy of the player who acts, and all three ranges."""
    seat = _seat_of(node, player)
    kind = pictures.grid_kind(node, seat, grid)
    words = pictures.multiway_words(node)
    terminal.print_title(console, pictures.multiway_line(node))
    if node.combos[seat] > 0:
        cells = pictures.node_cells(node, seat, kind, words)
        if kind == "strategy":
            weights = pictures.class_reach(node, seat).tolist()
            cells = terminal.action_cells(console, cells, node.actions, weights)
        console.print(terminal.cell_grid(console, class_rows(cells)))
        text = pictures.grid_text(node, seat, kind, has_colours=terminal.has_colours(console))
        terminal.print_notes(console, [text])
    else:
        terminal.print_notes(console, [f"no hand of {node.player_name(seat)} gets here"])
    if node.actions:
        terminal.print_table(console, pictures.action_table(node, words))
    terminal.print_table(console, pictures.multiway_range_table(node))
    terminal.print_notes(console, multiway_basis_lines(node.solution))


def print_multiway_hand(
    console: Console, node: MultiwayNode, hand: str, player: int | None = None
) -> None:
    """Print a hand, or hands such as `AQs` or `top pair`, at a node: their actions and EVs."""
    seat = _seat_of(node, player)
    held = node.held(hand, seat)
    words = pictures.multiway_words(node)
    terminal.print_title(console, pictures.multiway_line(node))
    notes = print_hand_tables(console, node, hand, held, seat, words)
    terminal.print_notes(console, [*notes, *multiway_basis_lines(node.solution)])
