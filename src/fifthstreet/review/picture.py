"""A review as tables, made from its plain data (`SessionReport.to_dict`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import nan
from typing import Any

from fifthstreet.cards import hole_cards, parse_cards, parse_hole
from fifthstreet.cards.picture import cards_line
from fifthstreet.drawing import (
    Entry,
    Line,
    Run,
    Table,
    block,
    heading,
    note,
    number,
    number_columns,
    text_columns,
)

MATCHES = ("good", "poor", "lost", "outside")
ERROR_NOTE = "error: exploitability of the strategies, percent of the pot they start with"
_MOST_DECISIONS = 10  # shown in a notebook


def mean_exploitability(
    decisions: Iterable[Mapping[str, Any]], player: str, street: str | None = None
) -> float | None:
    """Return the mean exploitability of the strategies that valued a player's decisions, if known.

    It is in percent of each strategy's starting pot. This is the error of the losses: smaller ones
    mean nothing.
    """
    errors = [
        float(decision["exploitability_pot_percent"])
        for decision in decisions
        if decision["player"] == player
        and street in (None, decision["street"])
        and decision["ev_loss"] is not None
        and decision["exploitability_pot_percent"] is not None
    ]
    return sum(errors) / len(errors) if errors else None


def session_data(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain data of a review with the error of each total added."""
    decisions = data["decisions"]
    players = {
        name: {
            **total,
            "exploitability_pot_percent": mean_exploitability(decisions, name),
            "streets": {
                street: {
                    **part,
                    "exploitability_pot_percent": mean_exploitability(decisions, name, street),
                }
                for street, part in total["streets"].items()
            },
        }
        for name, total in data["players"].items()
    }
    return {**data, "players": players}


def totals_table(data: Mapping[str, Any]) -> Table:
    """Return a table of each player's decisions, matches and losses, also by street."""
    rows: list[tuple[Entry, ...]] = []
    bold = set()
    for name, total in data["players"].items():
        bold.add(len(rows))
        rows.append(_total_row(name, total))
        rows += [
            _total_row(f"  {street}", part)
            for street, part in total["streets"].items()
            if part["outside"] < part["decisions"]
        ]
    names = ("all", *MATCHES, "valued", "bb lost", "mean", "error")
    return Table(
        text_columns("player") + number_columns(*names), tuple(rows), bold_rows=frozenset(bold)
    )


def worst_table(decisions: Sequence[Mapping[str, Any]]) -> Table:
    """Return a table with a row per decision: the action, the best one, and the loss."""
    rows = [
        (
            decision["label"],
            decision["player"],
            hole_line(decision["hole"]),
            cards_line(parse_cards(decision["board"])) if decision["board"] else "-",
            f"{decision['pot']:g}",
            decision["action"],
            decision["best"] or "-",
            percent(decision["frequency"]),
            number(_loss(decision), 2),
            number(_or_nan(decision["exploitability_pot_percent"]), 2, "%"),
        )
        for decision in decisions
    ]
    texts = ("decision", "player", "hand", "board")
    columns = (
        *text_columns(*texts),
        *number_columns("pot"),
        *text_columns("done", "best"),
        *number_columns("frequency", "bb lost", "error"),
    )
    return Table(columns, tuple(rows))


def session_html(data: Mapping[str, Any]) -> str:
    """Return totals and the worst decisions as HTML; `data` has all decisions, worst first."""
    data = session_data(data)
    answered = [decision for decision in data["decisions"] if decision["actions"]]
    title = counts_text(data["hands"], len(data["decisions"]), len(answered))
    parts: list[str | Table] = [heading(title)]
    if data["players"]:
        parts.append(totals_table(data))
    if answered:
        parts.append(worst_table(answered[:_MOST_DECISIONS]))
    if data["players"]:
        parts.append(note(ERROR_NOTE))
    if data["left_out"]:
        parts.append(note(f"{_count(len(data['left_out']), 'hand')} left out"))
    return block(*parts)


def counts_text(hands: int, decisions: int, answered: int) -> str:
    """Return the size of a review in words.

    >>> counts_text(1, 4, 2)
    '1 hand, 4 decisions, 2 of them answered'
    """
    return f"{_count(hands, 'hand')}, {_count(decisions, 'decision')}, {answered} of them answered"


def hole_line(hole: str | None) -> Line:
    """Return the cards of a hand, the higher first."""
    if hole is None:
        return (Run("(cards unknown)"),)
    return cards_line(hole_cards(parse_hole(hole))[::-1])


def percent(share: float | None) -> str:
    """Return a share in percent, a dash if it is unknown."""
    return number(100 * _or_nan(share), 1, "%")


def _total_row(name: str, total: Mapping[str, Any]) -> tuple[Entry, ...]:
    is_valued = total["valued"] > 0
    return (
        name,
        str(total["decisions"]),
        *(str(total[match]) for match in MATCHES),
        str(total["valued"]),
        number(total["ev_loss_big_blinds"], 2) if is_valued else "-",
        number(_or_nan(total["mean_ev_loss_big_blinds"]), 2),
        number(_or_nan(total["exploitability_pot_percent"]), 2, "%"),
    )


def _loss(decision: Mapping[str, Any]) -> float:
    return nan if decision["ev_loss"] is None else float(decision["ev_loss"]["big_blinds"])


def _or_nan(value: float | None) -> float:
    return nan if value is None else value


def _count(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
