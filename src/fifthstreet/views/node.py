"""A node of a solution: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.cards.hands import DRAWS, MADE_HANDS
from fifthstreet.solvers.postflop import (
    SEATS,
    HandSummary,
    Node,
    NodeHands,
    basis_data,
    basis_lines,
    error_lines,
)
from fifthstreet.support.drawing import (
    Markup,
    Table,
    class_rows,
    number,
    number_columns,
    page,
    plain_text,
    text_columns,
)
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES, label_words
from fifthstreet.views import pictures, terminal

_MAX_COMBOS = 40  # shown in the terminal

# Data.


def node_data(node: Node, player: int | None = None) -> dict[str, Any]:
    """Return a node with the hands of one player: by default of the player to act."""
    seat = seat_of(node, player)
    held = np.flatnonzero(node.reach[seat]).tolist()
    return place_data(node, seat) | {
        "actions": node.actions,
        "frequencies": node.frequencies.tolist(),
        "action_ev": list(node.range_action_ev),
        "ev": node.range_ev,
        "equity": node.range_equity,
        "eqr": node.range_eqr,
        "combos": node.combos,
        "hands": {hole_text(hole): _hole_data(node, seat, hole) for hole in held},
    }


def hand_data(node: Node, hand: str, player: int | None = None) -> dict[str, Any]:
    """Return a player's hand, or hands such as `AQs` or `top pair`, at a node.

    `reach` is given for a single hand; `hands` has all of them. InputError if the player never
    holds any of them there.
    """
    seat = seat_of(node, player)
    held = node.held(hand, seat)
    summary = node.summary(hand, held, seat)
    data = place_data(node, seat) | {
        "hand": hand,
        "combos": summary.combos,
        "ev": summary.ev,
        "equity": summary.equity,
    }
    if node.player == seat:
        data |= {"strategy": summary.strategy, "action_ev": summary.action_ev}
    if len(held) == 1:
        data["reach"] = float(node.reach[seat][held[0]])
    hands = {hole_text(hole): _hole_data(node, seat, hole) for hole in held.tolist()}
    return data | {"hands": hands}


def seat_of(node: Node, player: int | None) -> int:
    """Return a player, by default the one who acts; OOP where no player acts."""
    return max(node.player, 0) if player is None else player


def place_data(node: Node, seat: int) -> dict[str, Any]:
    """Return where a node is, whose hands are shown, and the exploitability of the solution."""
    return {
        "path": node.path,
        "street": STREET_NAMES[node.street],
        "board": cards_text(node.board),
        "pot": node.pot,
        "stacks": node.stacks,
        "big_blind": node.solution.spot.rules.known_big_blind,
        "to_act": SEATS[node.player] if node.player >= 0 else None,
        "player": SEATS[seat],
        **basis_data(node.solution),
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
    caption = (plain_text(pictures.node_line(node)), *error_lines(node.solution))
    seat = seat_of(node, player)
    return pictures.node_grid(node, seat, grid, words=words, caption=caption).svg()


def node_html(
    node: Node,
    player: int | None = None,
    grid: str | None = None,
    *,
    words: Sequence[str] | None = None,
) -> str:
    """Return an HTML page of a node: its grid, its actions and both ranges."""
    body = pictures.node_html(node, player=player, kind=grid, words=words)
    return page(plain_text(pictures.node_line(node)), Markup(body))


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
    seat = seat_of(node, player)
    kind = pictures.grid_kind(node, seat, grid)
    terminal.print_title(console, pictures.node_line(node))
    if node.combos[seat] > 0:
        cells = pictures.node_cells(node, seat, kind, words)
        if kind == "strategy":
            weights = pictures.class_reach(node, seat).tolist()
            cells = terminal.action_cells(console, cells, node.actions, weights)
        console.print(terminal.cell_grid(console, class_rows(cells)))
        terminal.print_notes(
            console,
            [pictures.grid_text(node, seat, kind, has_colours=terminal.has_colours(console))],
        )
    else:
        terminal.print_notes(console, [f"no hand of {SEAT_NAMES[seat]} gets here"])
    if node.player >= 0:
        terminal.print_table(console, pictures.action_table(node, words))
    terminal.print_table(console, pictures.range_table(node))
    terminal.print_notes(console, basis_lines(node.solution))


def print_hand(
    console: Console,
    node: Node,
    hand: str,
    player: int | None = None,
    *,
    words: Sequence[str] | None = None,
) -> None:
    """Print a hand, or hands such as `AQs` or `top pair`, at a node: their actions and EVs."""
    seat = seat_of(node, player)
    held = node.held(hand, seat)
    terminal.print_title(console, pictures.node_line(node))
    notes = print_hand_tables(console, node, hand, held, seat, words)
    terminal.print_notes(console, [*notes, *basis_lines(node.solution)])


def print_hand_tables(
    console: Console,
    node: NodeHands,
    hand: str,
    held: NDArray[np.int64],
    seat: int,
    words: Sequence[str] | None,
) -> list[str]:
    """Print the actions and EVs of a player's hands, under a name; return notes about them."""
    summary = node.summary(hand, held, seat)
    is_one = len(held) == 1
    name = hole_text(int(held[0])) if is_one else terminal.shown_text(console, hand)
    line = Text(f"{node.player_name(seat)} with {name}", style="bold")
    reach = (
        f"gets here {number(100 * float(node.reach[seat][held[0]]), 1, '%')} of the time"
        if is_one
        else f"{number(summary.combos, 1)} combos get here"
    )
    line.append(
        f"   EV {number(summary.ev, 2)}, equity {number(100 * summary.equity, 2, '%')}, {reach}",
        style="not bold",
    )
    console.print(line)
    if node.player == seat:
        terminal.print_table(console, _hand_table(node, summary, words))
    if is_one:
        return []
    terminal.print_table(console, _combo_table(node, held, seat))
    more = len(held) - _MAX_COMBOS
    return [f"{more:,} more hands; --json has them all"] if more > 0 else []


def _hand_table(node: NodeHands, hands: HandSummary, words: Sequence[str] | None) -> Table:
    best = max(hands.action_ev.values())
    rows = []
    for step, text in zip(node.actions, words or label_words(node.actions), strict=True):
        ev = hands.action_ev[step]
        frequency = number(100 * hands.strategy[step], 1, "%")
        rows.append((text, step, frequency, number(ev, 2), number(best - ev, 2)))
    columns = text_columns("action", "path") + number_columns("frequency", "EV", "EV loss")
    return Table(columns, tuple(rows))


def _combo_table(node: NodeHands, held: NDArray[np.int64], seat: int) -> Table:
    """Return a table of single hands, the most frequent first."""
    order = held[np.argsort(-node.reach[seat][held], kind="stable")][:_MAX_COMBOS]
    actions = node.actions if node.player == seat else ()
    rows = [
        (
            hole_text(hole),
            MADE_HANDS[node.classes.made[hole]],
            DRAWS[node.classes.draw[hole]],
            number(100 * float(node.reach[seat][hole]), 1, "%"),
            *(number(100 * float(node.strategy[at, hole]), 1, "%") for at in range(len(actions))),
            number(float(node.ev[seat][hole]), 2),
            number(100 * float(node.equities[seat][hole]), 1, "%"),
        )
        for hole in order.tolist()
    ]
    columns = (
        *text_columns("hand", "made hand", "draw"),
        *number_columns("gets here", *actions, "EV", "equity"),
    )
    return Table(columns, tuple(rows))
