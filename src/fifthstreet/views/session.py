"""A review of a session as a file: CSV of all decisions, and one HTML page with pictures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from fifthstreet.cards import parse_cards
from fifthstreet.review import SessionReport
from fifthstreet.support.drawing import Run, Table, beside, block, heading, note, page
from fifthstreet.tree import when_words
from fifthstreet.views import pictures
from fifthstreet.views.pictures import cards_line
from fifthstreet.views.review import choice_table

_WORST = 20  # decisions that a page shows in detail
_PLAIN_COLUMNS = (
    *("label", "decision", "player", "position", "street", "pot_type", "hand_class", "board"),
    *("hole", "pot", "to_call", "stack", "action_kind", "action", "match", "reason", "node"),
    *("taken", "best", "frequency", "ev", "best_ev"),
)
_LOSS_COLUMNS = ("loss_chips", "loss_big_blinds", "loss_low", "loss_high", "within_error")
_BASIS_COLUMNS = (
    *("exploitability_pot_percent", "iterations", "target_pot_percent", "stopped_early"),
    *("range_oop", "range_ip", "tree", "file"),
)
COLUMNS = (*_PLAIN_COLUMNS, *_LOSS_COLUMNS, *_BASIS_COLUMNS)


def review_csv(report: SessionReport) -> str:
    """Return all decisions as CSV text with a header line, worst first.

    Every row has the interval of its loss in big blinds and what it rests on. Unknown values are
    empty.
    """
    return decisions_csv(report.to_dict()["decisions"])


def decisions_csv(decisions: Iterable[Mapping[str, Any]]) -> str:
    """Return the plain data of decisions (`DecisionReport.to_dict`) as `review_csv` does."""
    lines = io.StringIO()
    writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for decision in decisions:
        writer.writerow(_row(decision))
    return lines.getvalue()


def _row(decision: Mapping[str, Any]) -> dict[str, Any]:
    row = {name: decision[name] for name in _PLAIN_COLUMNS}
    if (loss := decision["ev_loss"]) is not None:
        low, high = loss["interval_big_blinds"] or (None, None)
        values = (loss["chips"], loss["big_blinds"], low, high, loss["within_error"])
        row |= dict(zip(_LOSS_COLUMNS, values, strict=True))
    if (basis := decision["basis"]) is not None:
        row |= {name: basis[name] for name in _BASIS_COLUMNS if name in basis}
        row |= {f"range_{seat}": basis["ranges"].get(seat) for seat in ("oop", "ip")}
    return row


def review_html(report: SessionReport) -> str:
    """Return one HTML page of a review, with its pictures in it: it needs no other file.

    It has the totals, the losses by street, position, pot type, action and hand class, and the
    worst decisions in detail.
    """
    data = pictures.session_data(report.to_dict())
    answered = [each for each in report.worst() if each.answer.choices]
    title = pictures.counts_text(data["hands"], len(data["decisions"]), len(answered))
    parts: list[Any] = [heading(title)]
    if data["players"]:
        parts += [pictures.totals_table(data), *map(note, pictures.session_notes(data))]
    for by, groups in pictures.valued_groups(data):
        parts.append(heading(f"Big blinds lost by {by}"))
        parts.append(
            beside(pictures.breakdown_picture(by, groups), pictures.breakdown_table(by, groups))
        )
    if answered:
        parts.append(heading("Worst decisions"))
        parts.append(pictures.worst_table([each.to_dict() for each in answered[:_WORST]]))
    for each in answered[:_WORST]:
        parts.append(_detail(each.to_dict(), choice_table(each)))
    parts += map(note, pictures.missing_notes(data))
    parts += [note(f"left out: {each['hand']}: {each['reason']}") for each in data["left_out"]]
    return page(f"Review: {title}", *parts)


def _detail(decision: dict[str, Any], choices: Table) -> str:
    line = (
        Run(f"{decision['label']}: {decision['player']} ({decision['position']})  "),
        *pictures.hole_line(decision["hole"]),
        Run(f"  {decision['action']} {when_words(decision['street'])}  "),
        *cards_line(parse_cards(decision["board"])),
        Run(f"  pot {decision['pot']:g}"),
    )
    basis = decision["basis"] or {}
    loss = f"loss in big blinds: {pictures.loss_text(decision['ev_loss'])}"
    has_assumed = decision["ev_loss"] is not None and basis.get("assumed_ranges")
    texts = [loss + pictures.ASSUMED_RANGES * bool(has_assumed)]
    texts += [] if decision["node"] is None else [f"node {decision['node']}"]
    if decision["exploitability_pot_percent"] is not None:
        texts.append(
            f"exploitability {decision['exploitability_pot_percent']:.2f}% of the starting pot"
            + (f", {basis['iterations']:,} iterations" if basis.get("iterations") else "")
            + (", stopped early" if basis.get("stopped_early") else "")
        )
    texts += [text for text in (basis.get("tree"), *(basis.get("range_names") or ())) if text]
    texts += [
        f"{seat}: {each['combos']:.1f} of {each['starting_combos']:.1f} combos: {each['hands']}"
        for seat, each in (decision["ranges"] or {}).items()
    ]
    texts += [each for each in (decision["reason"], decision["note"]) if each]
    return block(heading(line), choices, *map(note, texts))
