"""Tables and grids of a solution's node, for the terminal, files and notebooks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents import SearchDecision
from fifthstreet.cards import CLASS_NAMES, HOLE_MASKS, class_means
from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway import MultiwayNode, multiway_basis_lines
from fifthstreet.solvers.postflop import Node, Solution, basis_lines
from fifthstreet.solvers.search import LeafValueSolution
from fifthstreet.support import drawing
from fifthstreet.support.drawing import action_colours, number, player_colour
from fifthstreet.tree import (
    SEAT_NAMES,
    STREET_NAMES,
    Kind,
    amount_text,
    choice_words,
    label_words,
)
from fifthstreet.views.pictures.cards import cards_line

GRIDS = ("strategy", "ev", "equity", "reach")


def node_html(
    node: Node,
    *,
    player: int | None = None,
    kind: str | None = None,
    words: Sequence[str] | None = None,
) -> str:
    """Return a node's grid, actions and ranges as HTML, with the exploitability as their error.

    Without a player, the grid has the hands of the player who acts, or of both players if none
    acts. `words` describe the actions.
    """
    players = [node.player] if node.player >= 0 else [0, 1]
    if player is not None:
        players = [player]
    grids = [node_grid(node, seat, kind, words=words, has_legend=False) for seat in players]
    tables = [action_table(node, words)] if node.player >= 0 else []
    basis = map(drawing.note, basis_lines(node.solution))
    return drawing.block(
        drawing.heading(node_line(node)),
        drawing.beside(*grids, drawing.block(*tables, range_table(node))),
        *basis,
    )


def solution_html(solution: Solution | LeafValueSolution) -> str:
    """Return the root of a solution, and its iterations and seconds, as HTML."""
    words = choice_words(solution.spot.tree, 0, big_blind=solution.spot.rules.known_big_blind)
    root = node_html(solution.root, words=words)
    return drawing.block(root, drawing.note(f"solved in {solution.record.seconds:.2f} s"))


def search_decision_html(decision: SearchDecision) -> str:
    """Return the node of an agent's last solve, for notebooks."""
    return node_html(decision.answer.node)


# Text.


def node_line(node: Node) -> drawing.Line:
    """Return the board, street, pot, stacks and path of a node, and what happens there."""
    big_blind = node.solution.spot.rules.known_big_blind
    behind = " / ".join(amount_text(stack, big_blind) for stack in dict.fromkeys(node.stacks))
    pot = amount_text(node.pot, big_blind)
    place = f"   {STREET_NAMES[node.street]}, pot {pot}, behind {behind}   "
    return (
        *cards_line(node.board),
        drawing.Run(place),
        drawing.Run(f"{node.path}  ", is_bold=True),
        _next_run(node),
    )


def _next_run(node: Node) -> drawing.Run:
    if node.player >= 0:
        return drawing.Run(f"{SEAT_NAMES[node.player]} to act", player_colour(node.player))
    if node.kind == Kind.DEAL:
        return drawing.Run("a card is dealt")
    if node.kind == Kind.SHOWDOWN:
        return drawing.Run("showdown")
    # OOP acts first on every street, so the number of actions shows who has folded.
    street = node.path.rpartition(":n")[2] if ":n" in node.path else node.path
    return drawing.Run(f"{SEAT_NAMES[street.count(':') % 2]} wins")


# Grids.


def node_grid(
    node: Node | MultiwayNode,
    player: int,
    kind: str | None = None,
    *,
    words: Sequence[str] | None = None,
    caption: Sequence[str] = (),
    has_legend: bool = True,
) -> drawing.Picture:
    """Draw a player's hands: by default their strategy, or their reach if they do not act."""
    kind = grid_kind(node, player, kind)
    legend = []
    if kind == "strategy" and has_legend:
        legend = [
            (colour, f"{text} {number(100 * frequency, 1, '%')}")
            for colour, text, frequency in zip(
                action_colours(node.actions),
                words or label_words(node.actions),
                node.frequencies.tolist(),
                strict=True,
            )
        ]
    explanation = grid_text(node, player, kind)
    basis = (
        multiway_basis_lines(node.solution)
        if isinstance(node, MultiwayNode)
        else basis_lines(node.solution)
    )
    name = node.player_name(player)
    return drawing.grid(
        drawing.class_rows(node_cells(node, player, kind, words)),
        title=f"{node.path}: {explanation}",
        description=". ".join([f"The 169 hand classes of {name} at {node.path}", *basis]),
        caption=(*caption, explanation),
        legend=legend,
    )


def grid_kind(node: Node | MultiwayNode, player: int, kind: str | None) -> str:
    """Return the name of the grid to show; InputError for a strategy out of turn."""
    if kind is None:
        return "strategy" if node.player == player else "reach"
    if kind not in GRIDS:
        raise InputError(f"grid must be one of {', '.join(GRIDS)}, got {kind!r}")
    if kind == "strategy" and node.player != player:
        raise InputError(
            f"no strategy of {node.player_name(player)} at {node.path!r}: it is not their turn"
        )
    return kind


def grid_text(
    node: Node | MultiwayNode, player: int, kind: str, *, has_colours: bool = True
) -> str:
    """Return an explanation of a grid, in colours or in letters."""
    seat = node.player_name(player)
    others = "the other range" if len(node.reach) == 2 else "the other ranges"
    rare = "faded hands" if has_colours else "short bars"
    return {
        "strategy": f"what {seat} does with each hand; {rare} rarely get here",
        "ev": f"EV of each hand of {seat} from here on, chips",
        "equity": f"equity of each hand of {seat} against {others}, percent",
        "reach": f"how often each hand of {seat} gets here",
    }[kind]


def node_cells(
    node: Node | MultiwayNode, player: int, kind: str, words: Sequence[str] | None = None
) -> list[drawing.Cell]:
    """Return the cells of a player's 169 hand classes, for one of the `GRIDS`."""
    reach = node.reach[player]
    weights = class_reach(node, player)
    if kind == "reach":
        return drawing.weight_cells(CLASS_NAMES, weights.tolist())
    if kind == "strategy":
        shares = [_held_means(row, reach).tolist() for row in node.strategy]
        values = _held_means(node.ev[player], reach).tolist()
        notes = [
            f"EV {number(value, 2)}, here {number(100 * weight, 1, '%')} of the time"
            for value, weight in zip(values, weights.tolist(), strict=True)
        ]
        labels = words or label_words(node.actions)
        return drawing.strategy_cells(
            CLASS_NAMES, node.actions, labels, shares, weights.tolist(), notes
        )
    if kind == "equity":
        means = 100 * _held_means(node.equities[player], reach)
        return drawing.value_cells(CLASS_NAMES, means.tolist(), low=0, high=100, tip_unit="%")
    means = _held_means(node.ev[player], reach)
    high = float(np.nan_to_num(means).max())
    return drawing.value_cells(CLASS_NAMES, means.tolist(), low=0, high=high, tip_unit=" chips")


def class_reach(node: Node | MultiwayNode, player: int) -> NDArray[np.float64]:
    """Return the mean weight of each class over hands that the board does not block.  [169]"""
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in node.board)) != 0
    return np.nan_to_num(class_means(np.where(blocked, np.nan, node.reach[player])))


def _held_means(values: NDArray[np.float64], reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means over the hands of each class, weighted by reach.  [1326] -> [169]"""
    return class_means(np.where(reach > 0, values, np.nan), reach)


# Tables.


def action_table(node: Node | MultiwayNode, words: Sequence[str] | None = None) -> drawing.Table:
    """Return a table of the acting player's actions with their frequencies, combos and EVs."""
    reach = node.reach[node.player]
    rows = []
    for index, (line, step, colour, frequency) in enumerate(
        zip(
            drawing.action_lines(node.actions, words or label_words(node.actions)),
            node.actions,
            action_colours(node.actions),
            node.frequencies.tolist(),
            strict=True,
        )
    ):
        rows.append(
            (
                line,
                step,
                number(100 * frequency, 1, "%"),
                drawing.Bar(0.0 if np.isnan(frequency) else frequency, colour),
                number(float(np.nansum(reach * node.strategy[index])), 1),
                number(node.range_action_ev[index], 2),
            )
        )
    columns = (
        *drawing.text_columns("action", "path"),
        *drawing.number_columns("frequency"),
        *drawing.text_columns(""),
        *drawing.number_columns("combos", "EV"),
    )
    return drawing.Table(columns, tuple(rows))


def range_table(node: Node) -> drawing.Table:
    """Return a table of both ranges: combos, equity, EV and equity realisation (EQR)."""
    rows = []
    for player, name in enumerate(SEAT_NAMES):
        ev = node.range_ev[player]
        rows.append(
            (
                (drawing.Run(name, player_colour(player)),),
                number(node.combos[player], 1),
                number(100 * node.range_equity[player], 2, "%"),
                number(ev, 2),
                number(100 * ev / node.pot, 1, "%"),
                number(100 * node.range_eqr[player], 1, "%"),
            )
        )
    names = ("combos", "equity", "EV", "of the pot", "EQR")
    return drawing.Table(
        drawing.text_columns("range") + drawing.number_columns(*names), tuple(rows)
    )
