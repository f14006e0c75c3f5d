"""Ranges at a node by class and by percentile: data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from fifthstreet.solvers.postflop import (
    SEATS,
    Node,
    basis_lines,
    error_lines,
    range_breakdown,
    range_distribution,
)
from fifthstreet.support.drawing import beside, block, heading, note, page, plain_text
from fifthstreet.tree import SEAT_NAMES, label_words
from fifthstreet.views import pictures
from fifthstreet.views.node import place_data, seat_of
from fifthstreet.views.pictures import node_line
from fifthstreet.views.terminal import print_notes, print_table, print_title


def breakdown_data(node: Node, player: int | None = None) -> dict[str, Any]:
    """Return a player's range at a node by made hand and by draw."""
    seat = seat_of(node, player)
    parts = range_breakdown(node, seat)
    return place_data(node, seat) | {
        "actions": node.actions if node.player == seat else (),
        "total": asdict(parts.total),
        "made": [asdict(row) for row in parts.made],
        "draws": [asdict(row) for row in parts.draws],
    }


def breakdown_html(
    node: Node, player: int | None = None, *, words: Sequence[str] | None = None
) -> str:
    """Return an HTML page with the tables of made hands and draws of a player."""
    seat = seat_of(node, player)
    tables = pictures.breakdown_tables(
        range_breakdown(node, seat), node.actions, words or label_words(node.actions)
    )
    line = node_line(node)
    basis = map(note, basis_lines(node.solution))
    body = block(heading(line), note(_range_title(seat)), beside(*tables), *basis)
    return page(plain_text(line), body)


def print_breakdown(
    console: Console,
    node: Node,
    player: int | None = None,
    *,
    words: Sequence[str] | None = None,
) -> None:
    """Print a player's range at a node by made hand and by draw."""
    seat = seat_of(node, player)
    print_title(console, node_line(node))
    if not node.combos[seat] > 0:
        print_notes(console, [f"no hand of {SEAT_NAMES[seat]} gets here"])
        return
    for table in pictures.breakdown_tables(
        range_breakdown(node, seat), node.actions, words or label_words(node.actions)
    ):
        print_table(console, table)
    print_notes(console, [_range_title(seat), *basis_lines(node.solution)])


def _range_title(seat: int) -> str:
    return f"the range of {SEAT_NAMES[seat]} by class; each hand counts once in each table"


# Percentiles.


def distribution_data(node: Node, kind: str = "equity") -> dict[str, Any]:
    """Return the percentiles, 0 to 100, of both players' equity or EV at a node."""
    spread = range_distribution(node, kind)
    return place_data(node, seat_of(node, None)) | {
        "kind": kind,
        "percentiles": spread.percentiles.tolist(),
        "values": {
            seat: values.tolist() for seat, values in zip(SEATS, spread.values, strict=True)
        },
    }


def distribution_svg(node: Node, kind: str = "equity") -> str:
    """Return an SVG file with the curves of both players' equity or EV by percentile."""
    return pictures.distribution_picture(range_distribution(node, kind), _caption(node, kind)).svg()


def distribution_html(node: Node, kind: str = "equity") -> str:
    """Return an HTML page with the curves and a table of both players' equity or EV."""
    spread = range_distribution(node, kind)
    picture = pictures.distribution_picture(spread, _caption(node, kind))
    line = node_line(node)
    basis = map(note, basis_lines(node.solution))
    body = block(heading(line), beside(picture, pictures.distribution_table(spread)), *basis)
    return page(plain_text(line), body)


def print_distribution(console: Console, node: Node, kind: str = "equity") -> None:
    """Print every tenth percentile of both players' equity or EV."""
    print_title(console, node_line(node))
    print_table(console, pictures.distribution_table(range_distribution(node, kind)))
    explanation = "each range from its worst hand (0%) to its best (100%)"
    print_notes(console, [explanation, *basis_lines(node.solution)])


def _caption(node: Node, kind: str) -> str:
    known = error_lines(node.solution)
    return f"{node.path}: {pictures.KIND_TITLES[kind]}, by percentile; {'; '.join(known)}"
