"""A node of a solution: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.text import Text

from fifthstreet.cards import cards_text, hole_text, parse_hole
from fifthstreet.drawing import Table, class_rows, number, number_columns, page, text_columns
from fifthstreet.drawing.markup import Markup
from fifthstreet.drawing.table import action_letters, plain_text
from fifthstreet.solvers.postflop import Node, node_picture
from fifthstreet.solvers.postflop.node_picture import (
    SEAT_NAMES,
    action_ev,
    action_table,
    error_text,
    grid_kind,
    grid_text,
    node_cells,
    node_line,
    range_table,
)
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.tree import STREET_NAMES, label_words
from fifthstreet.views.data import error_data
from fifthstreet.views.terminal import (
    cell_grid,
    has_colours,
    line_text,
    print_notes,
    terminal_table,
    with_letters,
)

# Data.


def node_data(node: Node, player: int | None = None) -> dict[str, Any]:
    """Return a node with the hands of one player: by default of the player to act."""
    seat = _seat(node, player)
    held = np.flatnonzero(node.reach[seat]).tolist()
    return _place_data(node, seat) | {
        "actions": node.actions,
        "frequencies": node.frequencies.tolist(),
        "action_ev": [action_ev(node, action) for action in range(len(node.actions))],
        "ev": node.range_ev,
        "equity": node.range_equity,
        "eqr": node.range_eqr,
        "combos": node.combos,
        "hands": {hole_text(hole): _hole_data(node, seat, hole) for hole in held},
    }


def hand_data(node: Node, hand: str, player: int | None = None) -> dict[str, Any]:
    """Return a player's hand at a node; ValueError if the player never holds it there."""
    seat = _seat(node, player)
    hole = _held_hole(node, seat, hand)
    return _place_data(node, seat) | _hole_data(node, seat, hole) | {"hand": hand}


def _seat(node: Node, player: int | None) -> int:
    return max(node.player, 0) if player is None else player


def _place_data(node: Node, seat: int) -> dict[str, Any]:
    return {
        "path": node.path,
        "street": STREET_NAMES[node.street],
        "board": cards_text(node.board),
        "pot": node.pot,
        "stacks": node.stacks,
        "to_act": SEATS[node.player] if node.player >= 0 else None,
        "player": SEATS[seat],
        **error_data(node.exploitability),
    }


def _hole_data(node: Node, seat: int, hole: int) -> dict[str, Any]:
    data: dict[str, Any] = {
        "reach": float(node.reach[seat][hole]),
        "ev": float(node.ev[seat][hole]),
        "equity": float(node.equities[seat][hole]),
    }
    if node.player == seat:
        for name, rows in (("strategy", node.strategy), ("action_ev", node.action_ev)):
            data[name] = dict(zip(node.actions, rows[:, hole].tolist(), strict=True))
    return data


def _held_hole(node: Node, seat: int, text: str) -> int:
    hole = parse_hole(text)
    node.hand(text, seat)  # raises ValueError unless the player can hold it here
    return hole


# Pictures.


def node_svg(
    node: Node,
    player: int | None = None,
    grid: str | None = None,
    *,
    words: Sequence[str] | None = None,
) -> str:
    """Return an SVG file of a node's grid: by default the strategy of the player to act.

    `words` describe the actions.
    """
    caption = (plain_text(node_line(node)), error_text(node.exploitability))
    seat = _seat(node, player)
    return node_picture.node_grid(node, seat, grid, words=words, caption=caption).svg()


def node_html(
    node: Node,
    player: int | None = None,
    grid: str | None = None,
    *,
    words: Sequence[str] | None = None,
) -> str:
    """Return an HTML page of a node: its grid, its actions and both ranges."""
    body = node_picture.node_html(node, player=player, kind=grid, words=words)
    return page(plain_text(node_line(node)), Markup(body))


# Terminal.


def print_node(
    console: Console,
    node: Node,
    player: int | None = None,
    grid: str | None = None,
    *,
    words: Sequence[str] | None = None,
) -> None:
    """Print a node: by default the strategy of the player who acts, or what OOP holds."""
    seat = _seat(node, player)
    kind = grid_kind(node, seat, grid)
    console.print(line_text(console, node_line(node)))
    console.print()
    if node.combos[seat] > 0:
        cells = node_cells(node, seat, kind, words)
        if kind == "strategy" and not has_colours(console):
            cells = with_letters(cells, action_letters(node.actions)[::-1])
        console.print(cell_grid(console, class_rows(cells)))
        print_notes(console, [grid_text(seat, kind)])
    else:
        print_notes(console, [f"no hand of {SEAT_NAMES[seat]} gets here"])
    if node.player >= 0:
        console.print(terminal_table(console, action_table(node, words)))
    console.print(terminal_table(console, range_table(node)))
    print_notes(console, [error_text(node.exploitability)])


def print_hand(
    console: Console,
    node: Node,
    hand: str,
    player: int | None = None,
    *,
    words: Sequence[str] | None = None,
) -> None:
    """Print one hand at a node: what it does, and what each action is worth to it."""
    seat = _seat(node, player)
    data = _hole_data(node, seat, hole := _held_hole(node, seat, hand))
    console.print(line_text(console, node_line(node)))
    console.print()
    line = Text(f"{SEAT_NAMES[seat]} with {hole_text(hole)}", style="bold")
    line.append(
        f"   EV {number(data['ev'], 2)}, equity {number(100 * data['equity'], 2, '%')}, "
        f"gets here {number(100 * data['reach'], 1, '%')} of the time",
        style="not bold",
    )
    console.print(line)
    if node.player == seat:
        console.print(terminal_table(console, _hand_table(node, data, words)))
    print_notes(console, [error_text(node.exploitability)])


def _hand_table(node: Node, data: dict[str, Any], words: Sequence[str] | None) -> Table:
    best = max(data["action_ev"].values())
    rows = []
    for step, text in zip(node.actions, words or label_words(node.actions), strict=True):
        ev = data["action_ev"][step]
        frequency = number(100 * data["strategy"][step], 1, "%")
        rows.append((text, step, frequency, number(ev, 2), number(best - ev, 2)))
    columns = text_columns("action", "path") + number_columns("frequency", "EV", "EV loss")
    return Table(columns, tuple(rows))
