"""Solutions for other programs: JSON by node, CSV and Parquet row by row.

Only hands that reach a node are exported. CSV and Parquet have one row for each action of each hand
of the player who acts, and one row without an action for each hand of the other player.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from math import isnan
from typing import Any

import numpy as np

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.errors import InputError, MissingLibraryError
from fifthstreet.solvers.postflop import SEATS, Node, Solution, basis_data, basis_lines
from fifthstreet.support.storage import replacing

COLUMNS = (
    *("path", "kind", "board", "player", "hand"),
    *("weight", "ev", "equity", "action", "probability", "action_ev"),
)
_NUMBERS = ("weight", "ev", "equity", "probability", "action_ev")


def export_json(
    solution: Solution,
    path: str | os.PathLike[str] | None = None,
    *,
    paths: Sequence[str] | None = None,
) -> str:
    """Return nodes with both players' hands as JSON text, and write it to `path` if given.

    `paths` are the nodes to export, by default all nodes of the first street.
    """
    data = {
        **basis_data(solution),
        "record": solution.record.to_dict(),
        "nodes": [_node_data(node) for node in _nodes(solution, paths)],
    }
    text = json.dumps(data, indent=1, allow_nan=False) + "\n"
    _write(text, path)
    return text


def export_csv(
    solution: Solution,
    path: str | os.PathLike[str] | None = None,
    *,
    paths: Sequence[str] | None = None,
) -> str:
    """Return nodes as CSV text with a header line, and write it to `path` if given.

    Lines before it, which start with `#`, describe the basis of the numbers.
    """
    lines = io.StringIO()
    lines.writelines(f"# {line}\n" for line in basis_lines(solution, max_range_length=None))
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(COLUMNS)
    for node in _nodes(solution, paths):
        writer.writerows(_rows(node))
    _write(lines.getvalue(), path)
    return lines.getvalue()


def export_parquet(
    solution: Solution, path: str | os.PathLike[str], *, paths: Sequence[str] | None = None
) -> None:
    """Write nodes to a Parquet file, one row group per node; needs the `parquet` extra.

    The metadata `fifthstreet` describes the basis of the numbers, as JSON.
    """
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingLibraryError(
            "Parquet needs pyarrow: install it with pip install 'fifthstreet[parquet]'"
        ) from None
    schema = arrow.schema(
        [(name, arrow.float64() if name in _NUMBERS else arrow.string()) for name in COLUMNS],
        metadata={"fifthstreet": json.dumps(basis_data(solution))},
    )
    nodes = _nodes(solution, paths)
    with replacing(path) as file, parquet.ParquetWriter(file, schema) as writer:
        for node in nodes:
            columns = list(zip(*_rows(node), strict=True)) or [()] * len(COLUMNS)
            table = dict(zip(COLUMNS, columns, strict=True))
            writer.write_table(arrow.Table.from_pydict(table, schema))


def _nodes(solution: Solution, paths: Sequence[str] | None) -> Iterator[Node]:
    """Return the nodes to export; all paths are checked before the first node is read."""
    if not isinstance(solution, Solution):
        raise InputError(f"an export requires a solution of the whole hand, got {solution!r}")
    tree = solution.spot.tree
    if isinstance(paths, str):
        raise InputError(f"paths must be a list of paths, got the text {paths!r}")
    if paths is None:
        first_street = np.flatnonzero(tree.street == solution.spot.street)
        paths = [tree.path(int(node)) for node in first_street]
    for wanted in paths:
        tree.find(wanted)
    return map(solution.node, paths)


def _rows(node: Node) -> Iterator[tuple[str | float | None, ...]]:
    node_columns = (node.path, node.kind.name.lower(), cards_text(node.board))
    for player, seat in enumerate(SEATS):
        for hand in np.flatnonzero(node.reach[player]):
            numbers = _hand_numbers(node, player, int(hand))
            hand_columns = (*node_columns, seat, hole_text(int(hand)), *numbers)
            if player != node.player:
                yield (*hand_columns, None, None, None)
                continue
            for action, name in enumerate(node.actions):
                probability = _number(node.strategy[action, hand])
                yield (*hand_columns, name, probability, _number(node.action_ev[action, hand]))


def _node_data(node: Node) -> dict[str, Any]:
    data: dict[str, Any] = {
        "path": node.path,
        "kind": node.kind.name.lower(),
        "board": cards_text(node.board),
        "pot": node.pot,
        "stacks": list(node.stacks),
        "player": SEATS[node.player] if node.player >= 0 else None,
        "actions": {
            action: _number(frequency)
            for action, frequency in zip(node.actions, node.frequencies, strict=True)
        },
    }
    for player, seat in enumerate(SEATS):
        data[seat] = {
            "combos": _number(node.combos[player]),
            "ev": _number(node.range_ev[player]),
            "equity": _number(node.range_equity[player]),
            "hands": {
                hole_text(int(hand)): _hand_data(node, player, int(hand))
                for hand in np.flatnonzero(node.reach[player])
            },
        }
    return data


def _hand_data(node: Node, player: int, hand: int) -> dict[str, Any]:
    numbers = _hand_numbers(node, player, hand)
    data: dict[str, Any] = dict(zip(("weight", "ev", "equity"), numbers, strict=True))
    if player == node.player:
        data["actions"] = {
            name: {
                "probability": _number(node.strategy[action, hand]),
                "ev": _number(node.action_ev[action, hand]),
            }
            for action, name in enumerate(node.actions)
        }
    return data


def _hand_numbers(node: Node, player: int, hand: int) -> tuple[float | None, ...]:
    values = (node.reach[player][hand], node.ev[player][hand], node.equities[player][hand])
    return tuple(_number(value) for value in values)


def _number(value: float) -> float | None:
    """Return a number with the digits of a float32, or None for NaN."""
    return None if isnan(value) else float(f"{value:.7g}")


def _write(text: str, path: str | os.PathLike[str] | None) -> None:
    if path is not None:
        with replacing(path) as file:
            file.write(text.encode())
