"""A review: plain data, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

from fifthstreet.review import DecisionReport, Loss, SessionReport, SolveEstimate, seat_names
from fifthstreet.solvers.postflop import seconds_text
from fifthstreet.support.drawing import Table, number, number_columns, text_columns
from fifthstreet.tree import STREET_NAMES, when_words
from fifthstreet.views import pictures
from fifthstreet.views.pictures import cards_line
from fifthstreet.views.terminal import line_text, print_line, print_notes, print_table

_PARTIAL = "interrupted: this report is partial; hands that are missing are left out below"
_MAX_LEFT_OUT = 8  # lines about hands left out; the others are counted


def review_data(report: SessionReport) -> dict[str, Any]:
    """Return the decisions, worst first, and the totals, each with its error (exploitability)."""
    return pictures.session_data(report.to_dict())


def solve_estimate_text(size: SolveEstimate) -> str:
    """Return what the solves of a review need, in a line.

    >>> solve_estimate_text(SolveEstimate(3, 1, 90, (60, 130), 460_000_000, 690_000_000))
    '3 spots to solve: about 90 s (60 to 130 s), 460.0 MB of memory, 690.0 MB on disk; 1 is stored'
    """
    spots = f"{size.spots:,} spot{'s' * (size.spots != 1)} to solve"
    stored = (
        f"; {size.stored:,} {'is' if size.stored == 1 else 'are'} stored" if size.stored else ""
    )
    if not size.spots:
        return f"{spots}{stored}"
    disk = f"{decimal(size.disk_bytes)} on disk" if size.disk_bytes else "not kept on disk"
    time = seconds_text(size.seconds, *size.seconds_range)
    return f"{spots}: about {time}, {decimal(size.memory_bytes)} of memory, {disk}{stored}"


def print_review(console: Console, report: SessionReport, worst: int) -> None:
    """Print the worst decisions in detail, totals and breakdowns, and the hands left out."""
    answered = [each for each in report.worst() if each.answer.choices]
    for rank, decision in enumerate(answered[:worst], 1):
        print_line(console, _title(console, rank, decision))
        _print_answer(console, decision)
        console.print()
    counts = pictures.counts_text(report.hands, len(report.decisions), len(answered))
    console.print(Text(counts, style="bold"))
    if report.is_partial:
        console.print(Text(_PARTIAL, style="bold"))
    if report.players:
        data = review_data(report)
        print_table(console, pictures.totals_table(data))
        print_notes(console, pictures.session_notes(data))
        for by, groups in pictures.valued_groups(data):
            console.print()
            print_table(console, pictures.breakdown_table(by, groups))
        print_notes(console, pictures.missing_notes(data))
    for each in report.left_out[:_MAX_LEFT_OUT]:
        print_notes(console, [f"left out: {each.label}: {each.reason}"])
    if (more := len(report.left_out) - _MAX_LEFT_OUT) > 0:
        print_notes(console, [f"left out: {more} more"])


def _title(console: Console, rank: int, report: DecisionReport) -> Text:
    data, decision = report.to_dict(), report.decision
    line = Text(f"{rank}. {report.label}: {decision.name} ", style="bold")
    line.append_text(line_text(console, pictures.hole_line(data["hole"])))
    line.append(f" {decision.words}", style="bold")
    line.append(f" {when_words(STREET_NAMES[decision.street])}  ", style="not bold")
    line.append_text(line_text(console, cards_line(decision.board)))
    to_call = f", {decision.to_call:g} to call" if decision.to_call else ""
    return line.append(f"  pot {decision.pot:g}{to_call}, behind {decision.stack:g}", "not bold")


def _print_answer(console: Console, report: DecisionReport) -> None:
    answer = report.answer
    note = f"{answer.path}  {answer.quality.value} match"
    if answer.distance is not None:
        apart = answer.distance
        shares = {"pot": apart.pot, "stack": apart.stack, "SPR": apart.spr}
        words = ", ".join(f"{name} {share:.1%}" for name, share in shares.items() if share)
        note += f", {words} apart" if words else ", the same chips"
    notes = [] if answer.path is None else [note]
    if answer.basis is not None:
        notes += [answer.basis.error_text(), answer.basis.tree]
        if answer.basis.range_names:
            notes.append(f"ranges: {'; '.join(answer.basis.range_names)}")
        if answer.basis.file is not None:
            notes.append(f"fifthstreet show {answer.basis.file} {answer.path}")
    names = seat_names(len(answer.ranges))
    notes += [each.line(name) for name, each in zip(names, answer.ranges, strict=True)]
    notes += [each for each in (answer.reason, answer.note) if each]
    print_notes(console, [f"   {text}" for text in notes])
    print_table(console, choice_table(report), is_framed=False)
    if report.loss is not None:
        has_assumed = answer.basis is not None and answer.basis.has_assumed_ranges
        print_line(console, Text(f"   {_loss_line(report.loss, has_assumed)}"))


def _loss_line(loss: Loss, has_assumed_ranges: bool) -> str:
    error = "" if loss.error is None else f" ± {number(loss.error, 2)}"
    size = f"{number(loss.big_blinds, 2)}{error} big blinds"
    if error and has_assumed_ranges:
        size += pictures.ASSUMED_RANGES
    if loss.is_within_error:
        return f"within error: {size}; the exploitability allows this much"
    return f"lost {number(loss.chips, 2)} chips: {size}, {number(loss.pot_percent, 1)}% of the pot"


def choice_table(report: DecisionReport) -> Table:
    """Return the choices at the node of a decision, the one taken in bold."""
    answer = report.answer
    best = None if report.best is None else answer.choices[report.best].ev
    rows = []
    for index, choice in enumerate(answer.choices):
        loss = None if best is None or choice.ev is None else best - choice.ev
        rows.append(
            (
                ">" if index == answer.taken else "",
                choice.action,
                choice.real or "-",
                pictures.percent(choice.frequency),
                pictures.percent(choice.range_frequency),
                _chips(choice.ev),
                _chips(loss),
            )
        )
    columns = (
        *number_columns("   "),
        *text_columns("tree", "here"),
        *number_columns("hand", "range", "EV", "EV loss"),
    )
    taken = () if answer.taken is None else (answer.taken,)
    return Table(columns, tuple(rows), bold_rows=frozenset(taken))


def _chips(value: float | None) -> str:
    return "-" if value is None else number(value, 2)
