"""A report over the cards of a deal: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import card_text
from fifthstreet.drawing import card_rows, page
from fifthstreet.drawing.markup import Markup
from fifthstreet.drawing.table import action_letters, plain_text
from fifthstreet.solvers.postflop import CardReport, Node, report_picture
from fifthstreet.solvers.postflop.basis import SEAT_NAMES, basis_data, basis_lines, error_lines
from fifthstreet.solvers.postflop.node_picture import node_line
from fifthstreet.solvers.postflop.report_picture import (
    CARD_NAMES,
    card_ev_cells,
    card_ev_grid,
    card_strategy_cells,
    card_strategy_grid,
    report_table,
)
from fifthstreet.tree import STREET_NAMES
from fifthstreet.views.terminal import (
    cell_grid,
    has_colours,
    line_text,
    print_notes,
    terminal_table,
    with_letters,
)


def report_data(deal: Node, cards: Sequence[CardReport]) -> dict[str, Any]:
    """Return the probability, first decision, EVs and equities of each card of a deal."""
    return {
        "path": deal.path,
        "street": STREET_NAMES[deal.street + 1],
        **basis_data(deal.solution),
        "cards": [_card_data(card) for card in cards],
    }


def _card_data(card: CardReport) -> dict[str, Any]:
    return {
        "card": card_text(card.card),
        "probability": card.probability,
        "actions": card.actions,
        "frequencies": card.frequencies,
        "ev": card.ev,
        "equity": card.equity,
    }


def report_svg(
    deal: Node, cards: Sequence[CardReport], player: int = 0, grid: str | None = None
) -> str:
    """Return an SVG file of a grid of cards: OOP's `strategy`, or the `ev` of a player."""
    caption = (plain_text(node_line(deal)), *error_lines(deal.solution))
    kind = grid or ("strategy" if cards[0].actions else "ev")
    if kind == "strategy" and cards[0].actions:
        return card_strategy_grid(cards, caption=caption).svg()
    if kind == "ev":
        return card_ev_grid(cards, player, caption=caption).svg()
    raise ValueError(f"no grid {kind!r} of cards here; want strategy, where somebody acts, or ev")


def report_html(deal: Node, cards: Sequence[CardReport], player: int = 0) -> str:
    """Return an HTML page of a report: both grids and the table."""
    line = node_line(deal)
    body = report_picture.report_html(line, cards, player, deal.solution)
    return page(plain_text(line), Markup(body))


def print_report(
    console: Console, deal: Node, cards: Sequence[CardReport], player: int = 0
) -> None:
    """Print what each card does: the first decision, and the EV of a player."""
    console.print(line_text(console, node_line(deal)))
    console.print()
    actions = cards[0].actions
    if actions:
        cells = card_strategy_cells(cards)
        if not has_colours(console):
            letters = action_letters(actions)[::-1]
            cells = dict(zip(cells, with_letters(console, cells.values(), letters), strict=True))
        console.print(Text(f"what {SEAT_NAMES[0]} does on each card", style="bold"))
        console.print(cell_grid(console, card_rows(cells, CARD_NAMES)))
    console.print(Text(f"EV of {SEAT_NAMES[player]} on each card", style="bold"))
    console.print(cell_grid(console, card_rows(card_ev_cells(cards, player), CARD_NAMES)))
    console.print(terminal_table(console, report_table(cards)))
    print_notes(console, basis_lines(deal.solution))
