"""A node as columns of numbers, for surfaces that draw it themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import card_text
from fifthstreet.solvers.postflop import SEATS, Node, is_unreached
from fifthstreet.support.drawing import action_colours, css
from fifthstreet.tree import BettingTree, Kind, Move, action_size, choice_words
from fifthstreet.tree.strategy import HoleArray
from fifthstreet.views.node import place_data, seat_of


def node_columns(node: Node) -> dict[str, Any]:
    """Return a node with the hands of both players as NumPy columns, and the line that leads there.

    `players` has, for each player, the indices of the hands that get there (`hands`) and columns
    of `reach`, `hand_ev` and `hand_equity`; for the player to act also rows of `strategy` and
    `action_ev`, one for each action. `made` and `draw` are the classes of all 1,326 hands.
    """
    tree = node.solution.spot.tree
    data = place_data(node, seat_of(node, None))
    del data["player"]
    at, _ = tree.find(node.path)
    rows = tree_action_rows(tree, at, node.frequencies.tolist()) if node.actions else []
    return data | {
        "kind": node.kind.name.lower(),
        "is_unreached": is_unreached(node),
        "line": line_data(tree, node.path),
        "actions": [row | {"ev": ev} for row, ev in zip(rows, node.range_action_ev, strict=True)],
        "players": [_player_columns(node, seat) for seat in (0, 1)],
        "made": node.classes.made,
        "draw": node.classes.draw,
    }


def action_rows(
    steps: Sequence[str], words: Sequence[str], frequencies: Sequence[float]
) -> list[dict[str, Any]]:
    """Return the actions of a decision with their words, colours and frequencies."""
    colours = map(css, action_colours(steps))
    return [
        {"step": step, "words": text, "colour": colour, "frequency": frequency}
        for step, text, colour, frequency in zip(steps, words, colours, frequencies, strict=True)
    ]


def tree_action_rows(
    tree: BettingTree, node: int, frequencies: Sequence[float]
) -> list[dict[str, Any]]:
    """Return the actions of a decision of a tree, with their sizes as well."""
    rows = action_rows(tree.actions(node), choice_words(tree, node), frequencies)
    return [row | {"size": size} for row, size in zip(rows, _sizes(tree, node), strict=True)]


def _sizes(tree: BettingTree, node: int) -> list[dict[str, Any]]:
    return [action_size(tree, child)._asdict() for child in tree.children(node)]


def line_data(tree: BettingTree, path: str) -> list[dict[str, Any]]:
    """Return the nodes on the way to a path, each with its actions and the one taken."""
    node, cards = tree.find(path)
    line = tree.line(node)
    rows: list[dict[str, Any]] = []
    dealt = 0
    for place, at in enumerate(line):
        dealt += int(tree.move[at]) == Move.DEAL
        here = cards[:dealt]
        kind = Kind(int(tree.kind[at]))
        player = int(tree.player[at]) if kind == Kind.ACTION else -1
        taken = line[place + 1] if place + 1 < len(line) else None
        row: dict[str, Any] = {
            "path": tree.path(at, here),
            "kind": kind.name.lower(),
            "street": int(tree.street[at]),
            "player": SEATS[player] if player >= 0 else None,
            "pot": tree.pot(at),
            "stacks": list(tree.stacks(at)),
            "steps": list(tree.actions(at)) if player >= 0 else [],
            "words": choice_words(tree, at) if player >= 0 else [],
            "sizes": _sizes(tree, at) if player >= 0 else [],
            "taken": None,
        }
        if taken is not None:
            row["taken"] = tree.label(taken) if player >= 0 else card_text(cards[dealt])
        rows.append(row)
    return rows


def _player_columns(node: Node, seat: int) -> dict[str, Any]:
    held = np.flatnonzero(node.reach[seat])
    columns: dict[str, Any] = {
        "player": SEATS[seat],
        "combos": node.combos[seat],
        "ev": node.range_ev[seat],
        "equity": node.range_equity[seat],
        "eqr": node.range_eqr[seat],
        "hands": held,
        "weights": (node.reach[seat] * node.opposing_reach[seat])[held].astype(np.float32),
        "reach": _column(node.reach[seat], held),
        "hand_ev": _column(node.ev[seat], held),
        "hand_equity": _column(node.equities[seat], held),
    }
    if node.player == seat:
        columns["strategy"] = [_column(row, held) for row in node.strategy]
        columns["action_ev"] = [_column(row, held) for row in node.action_ev]
    return columns


def _column(values: HoleArray, held: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the values of hands that are held, as float32."""
    return values[held].astype(np.float32)
