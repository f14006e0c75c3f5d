"""Advice for a hand: plain data, and what the terminal shows."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import parse_cards
from fifthstreet.review import Advice, AdviceSource
from fifthstreet.support.drawing import Table, number, number_columns, text_columns
from fifthstreet.tree import big_blinds_text, when_words
from fifthstreet.views.pictures import cards_line, hole_line, percent
from fifthstreet.views.terminal import line_text, print_line, print_notes, print_table

_SOURCES = {
    AdviceSource.SOLVE: "a solve of the rest of the hand",
    AdviceSource.CHART: "a preflop chart",
    AdviceSource.POT_ODDS: "pot odds, the last resort",
}


def print_advice(console: Console, advice: Advice) -> None:
    """Print the actions with their probabilities, how the hand was matched, and what to trust."""
    title = Text(f"{advice.player_name} with ", style="bold")
    title.append_text(line_text(console, hole_line(advice.hand)))
    title.append(f" {when_words(advice.street)}  ")
    title.append_text(line_text(console, cards_line(parse_cards(advice.board))))
    print_line(console, title)
    print_table(console, _action_table(advice), is_framed=False)
    print_notes(console, advice_notes(advice))


def advice_notes(advice: Advice) -> list[str]:
    """Return in words how a hand was matched and how far to trust the advice."""
    place = (
        f" at {advice.path}" if advice.is_from_tree else f", answered by {_SOURCES[advice.source]}"
    )
    lines = [f"{advice.quality.value} match{place}"]
    if advice.distance is not None:
        apart = advice.distance
        lines[0] += f": pot {apart.pot:.1%}, stack {apart.stack:.1%}, SPR {apart.spr:.1%} apart"
    if len(advice.candidates) > 1:
        mixed = ", ".join(f"{share:.0%} {path}" for path, share in advice.candidates)
        lines.append(f"mixed from {mixed}")
    lines.append(advice.basis.error_text())
    if advice.error is not None:
        lines.append(f"EV differences below {advice.error:.3g} chips are within error")
    return [*lines, advice.basis.tree, *advice.notes]


def blinds_cell(chips: float, big_blind: float) -> str:
    """Return an amount of the column `bb`, a dash for none."""
    return big_blinds_text(float(chips), big_blind) if chips else "-"


def _action_table(advice: Advice) -> Table:
    rows = [
        (
            action.action,
            blinds_cell(action.real.amount, advice.big_blind),
            percent(action.probability),
            "-" if action.ev is None else number(action.ev, 2),
            ", ".join(action.tree) or "added",
        )
        for action in advice.actions
    ]
    best = max(range(len(rows)), key=lambda row: advice.actions[row].probability)
    columns = (
        *text_columns("action"),
        *number_columns("bb", "probability", "EV"),
        *text_columns("in the chart" if advice.source is AdviceSource.CHART else "in the tree"),
    )
    return Table(columns, tuple(rows), bold_rows=frozenset({best}))
