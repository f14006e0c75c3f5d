"""A report over the cards of a deal: plain data, pictures, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import card_text, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    SEATS,
    CardReport,
    Report,
    basis_data,
    basis_lines,
    error_lines,
)
from fifthstreet.support.drawing import Markup, card_rows, page, plain_text
from fifthstreet.tree import SEAT_NAMES, STREET_NAMES
from fifthstreet.views import pictures, terminal
from fifthstreet.views.node_table import tree_action_rows


def report_data(report: Report) -> dict[str, Any]:
    """Return the probability, decision, EVs and equities on each card of a report, and the means.

    `cards` of an entry are the cards of deals that the line does not name; `card` is the last.
    """
    return {
        "path": report.path,
        "street": STREET_NAMES[report.street],
        "player": SEATS[report.player] if report.player >= 0 else None,
        **basis_data(report.solution),
        "actions": _actions(report),
        "mean": _card_data(report.mean),
        "cards": [_card_data(card) for card in report],
    }


def _actions(report: Report) -> list[dict[str, Any]]:
    """Return the actions of the decision with words and colours, and their mean frequencies."""
    tree = report.solution.tree
    node, _ = tree.find(report.path)
    if not report.mean.actions:
        return []
    return tree_action_rows(tree, node, report.mean.frequencies)


def _card_data(card: CardReport) -> dict[str, Any]:
    return {
        "cards": cards_text(card.cards),
        "card": card_text(card.card) if card.cards else None,
        "probability": card.probability,
        "actions": card.actions,
        "frequencies": card.frequencies,
        "ev": card.ev,
        "equity": card.equity,
    }


def report_svg(report: Report, player: int | None = None, grid: str | None = None) -> str:
    """Return an SVG file of a grid of cards: the `strategy`, or the `ev` of a player."""
    caption = (plain_text(pictures.report_line_text(report)), *error_lines(report.solution))
    shown = pictures.shown_cards(report)
    kind = grid or ("strategy" if report[0].actions else "ev")
    if kind == "strategy" and report[0].actions:
        return pictures.card_strategy_grid(shown, caption=caption).svg()
    if kind == "ev":
        return pictures.card_ev_grid(shown, _seat(report, player), caption=caption).svg()
    raise InputError(f"grid must be strategy, where a player acts, or ev, got {kind!r}")


def report_html(report: Report, player: int | None = None) -> str:
    """Return an HTML page of a report: both grids and the table."""
    body = pictures.report_html(report, _seat(report, player))
    return page(plain_text(pictures.report_line_text(report)), Markup(body))


def print_report(console: Console, report: Report, player: int | None = None) -> None:
    """Print what happens on each card: the decision, and the EV of a player.

    Over two deals, these are the means by the first card.
    """
    seat = _seat(report, player)
    shown = pictures.shown_cards(report)
    terminal.print_title(console, pictures.report_line_text(report))
    actions = report[0].actions
    if actions:
        cells = pictures.card_strategy_cells(shown)
        lettered = terminal.action_cells(console, cells.values(), actions)
        cells = dict(zip(cells, lettered, strict=True))
        console.print(Text(f"what {SEAT_NAMES[report.player]} does on each card", style="bold"))
        console.print(terminal.cell_grid(console, card_rows(cells, pictures.CARD_NAMES)))
    console.print(Text(f"EV of {SEAT_NAMES[seat]} on each card", style="bold"))
    values = pictures.card_ev_cells(shown, seat)
    console.print(terminal.cell_grid(console, card_rows(values, pictures.CARD_NAMES)))
    terminal.print_table(console, pictures.report_table(shown))
    over = []
    if shown is not report:
        over = [f"means over {len(report):,} runouts by their first card; --json has them all"]
    terminal.print_notes(console, [*over, *basis_lines(report.solution)])


def _seat(report: Report, player: int | None) -> int:
    return max(report.player, 0) if player is None else player
