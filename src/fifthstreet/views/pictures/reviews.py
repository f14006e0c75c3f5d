"""A review as tables, made from its plain data (`SessionReport.to_dict`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan
from typing import Any

from fifthstreet.cards import hole_cards, parse_cards, parse_hole
from fifthstreet.review import SessionReport
from fifthstreet.support import drawing
from fifthstreet.views.pictures.cards import cards_line

_FOLLOWED = ("good", "poor", "lost")  # matches of decisions that are not outside the tree
ASSUMED_RANGES = " (± of the solve, not of the assumed ranges)"  # after an error
RANGES_NOTE = (
    "±: the error of the solves, not of the ranges by position, which are assumptions: how far "
    "these are off is not known"
)
ERROR_NOTE = (
    "within error: losses smaller than the error that the strategies' exploitability allows; "
    "not counted as lost"
)
EXPLOITABILITY_NOTE = (
    "expl.: mean exploitability of the strategies, percent of the pot they start with"
)
_MAX_DECISIONS = 10  # shown in a notebook


def mean_exploitability(
    decisions: Iterable[Mapping[str, Any]], player: str, street: str | None = None
) -> float | None:
    """Return the mean exploitability of the strategies that valued a player's decisions, if known.

    It is in percent of each strategy's starting pot.
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
    """Return the plain data of a review with the mean exploitability behind each total added."""
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


def totals_table(data: Mapping[str, Any]) -> drawing.Table:
    """Return a table of each player's decisions, matches and losses, also by street."""
    rows: list[tuple[drawing.Entry, ...]] = []
    bold = set()
    for name, total in data["players"].items():
        bold.add(len(rows))
        rows.append(_total_row(name, total))
        rows += [
            _total_row(f"  {street}", part)
            for street, part in total["streets"].items()
            if part["outside"] < part["decisions"]
        ]
    names = ("all", *_FOLLOWED, "valued", "within error", "bb lost", "±", "mean", "expl.")
    return drawing.Table(
        drawing.text_columns("player") + drawing.number_columns(*names),
        tuple(rows),
        bold_rows=frozenset(bold),
    )


def breakdown_table(by: str, totals: Mapping[str, Mapping[str, Any]]) -> drawing.Table:
    """Return a table of the losses of groups of decisions, as given: worst first."""
    rows = []
    for group, total in totals.items():
        _, all_, *_, valued, within, lost, error, mean = _total_row(group, total)[:-1]
        rows.append((group, all_, valued, within, lost, error, mean))
    names = ("all", "valued", "within error", "bb lost", "±", "mean")
    return drawing.Table(drawing.text_columns(by) + drawing.number_columns(*names), tuple(rows))


def breakdown_picture(by: str, totals: Mapping[str, Mapping[str, Any]]) -> drawing.Picture:
    """Return bars of the losses of groups of decisions with their intervals, as given."""
    rows = [
        drawing.BarRow(
            group,
            total["ev_loss_big_blinds"],
            _pair(total["ev_loss_interval_big_blinds"]),
            f"of {drawing.count_text(total['valued'], 'decision')}",
        )
        for group, total in totals.items()
        if total["valued"]
    ]
    return drawing.bar_picture(rows, f"big blinds lost by {by}", unit=" bb")


def worst_table(decisions: Sequence[Mapping[str, Any]]) -> drawing.Table:
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
            loss_text(decision["ev_loss"]),
            drawing.number(_or_nan(decision["exploitability_pot_percent"]), 2, "%"),
        )
        for decision in decisions
    ]
    texts = ("decision", "player", "hand", "board")
    columns = (
        *drawing.text_columns(*texts),
        *drawing.number_columns("pot"),
        *drawing.text_columns("done", "best"),
        *drawing.number_columns("frequency", "bb lost", "expl."),
    )
    return drawing.Table(columns, tuple(rows))


def session_html(report: SessionReport) -> str:
    """Return the totals of the players and the worst decisions, for notebooks."""
    return session_block(report.to_dict())


def session_block(data: Mapping[str, Any]) -> str:
    """Return the same from the plain data of a review, whose decisions begin with the worst."""
    data = session_data(data)
    answered = [decision for decision in data["decisions"] if decision["actions"]]
    title = counts_text(data["hands"], len(data["decisions"]), len(answered))
    parts: list[str | drawing.Table] = [drawing.heading(title)]
    if data["players"]:
        parts.append(totals_table(data))
    if answered:
        parts.append(worst_table(answered[:_MAX_DECISIONS]))
    if data["players"]:
        parts += [drawing.note(text) for text in session_notes(data)]
    if data["left_out"]:
        parts.append(drawing.note(f"{drawing.count_text(len(data['left_out']), 'hand')} left out"))
    return drawing.block(*parts)


def counts_text(hands: int, decisions: int, answered: int) -> str:
    """Return the size of a review in words.

    >>> counts_text(1, 4, 2)
    '1 hand, 4 decisions, 2 of them answered'
    """
    counts = f"{drawing.count_text(hands, 'hand')}, {drawing.count_text(decisions, 'decision')}"
    return f"{counts}, {answered} of them answered"


def hole_line(hole: str | None) -> drawing.Line:
    """Return the cards of a hand, the higher first."""
    if hole is None:
        return (drawing.Run("(cards unknown)"),)
    return cards_line(hole_cards(parse_hole(hole))[::-1])


def percent(share: float | None) -> str:
    """Return a share in percent, a dash if it is unknown."""
    return drawing.number(100 * _or_nan(share), 1, "%")


def session_notes(data: Mapping[str, Any]) -> list[str]:
    """Return notes about the totals: the errors, and solutions that were stopped early."""
    notes = [ERROR_NOTE, EXPLOITABILITY_NOTE]
    if any((each.get("basis") or {}).get("assumed_ranges") for each in data["decisions"]):
        notes.append(RANGES_NOTE)
    if stopped := sum(total["stopped_early"] for total in data["players"].values()):
        notes.append(
            f"{drawing.count_text(stopped, 'decision')} valued by a solution that was stopped "
            "early, before its target: these losses may be far off"
        )
    return notes


def valued_groups(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each breakdown with its groups, without groups that have no decision of known cost."""
    for by, totals in data["breakdowns"].items():
        if groups := {group: total for group, total in totals.items() if total["valued"]}:
            yield by, groups


def missing_notes(data: Mapping[str, Any]) -> list[str]:
    """Return why decisions have no answer, a note for each reason."""
    missing: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for decision in data["decisions"]:
        if not decision["actions"]:
            missing.setdefault(decision["reason"], set()).add(decision["label"])
            counts[decision["reason"]] += 1
    return [
        f"not answered: {drawing.count_text(counts[reason], 'decision')} in "
        f"{drawing.count_text(len(labels), 'hand')}: {reason}"
        for reason, labels in missing.items()
        if reason
    ]


def loss_text(loss: Mapping[str, Any] | None) -> str:
    """Return a loss in big blinds with its error; a dash if it is unknown.

    >>> loss_text({"big_blinds": 1.5, "interval_big_blinds": [1.0, 2.0], "within_error": False})
    '1.50 ± 0.50'
    >>> loss_text({"big_blinds": 0.25, "interval_big_blinds": [0, 0.75], "within_error": True})
    'within error: 0.25 ± 0.50'
    """
    if loss is None:
        return "-"
    lost, interval = loss["big_blinds"], loss["interval_big_blinds"]
    error = "" if interval is None else f" ± {drawing.number(interval[1] - lost, 2)}"
    return f"{'within error: ' if loss['within_error'] else ''}{drawing.number(lost, 2)}{error}"


def _total_row(name: str, total: Mapping[str, Any]) -> tuple[drawing.Entry, ...]:
    is_valued = total["valued"] > 0
    lost, interval = total["ev_loss_big_blinds"], total["ev_loss_interval_big_blinds"]
    return (
        name,
        str(total["decisions"]),
        *(str(total[match]) for match in _FOLLOWED),
        str(total["valued"]),
        str(total["within_error"]) if is_valued else "-",
        drawing.number(lost, 2) if is_valued else "-",
        "-" if interval is None or not is_valued else drawing.number(interval[1] - lost, 2),
        drawing.number(_or_nan(total["mean_ev_loss_big_blinds"]), 2),
        drawing.number(_or_nan(total.get("exploitability_pot_percent")), 2, "%"),
    )


def _pair(interval: Sequence[float] | None) -> tuple[float, float] | None:
    return None if interval is None else (interval[0], interval[1])


def _or_nan(value: float | None) -> float:
    return nan if value is None else value
