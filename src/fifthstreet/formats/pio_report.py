"""PioSOLVER's aggregation reports: CSV with a flop in each row.

The columns are `Flop`, `Global %`, equity, EV and EQR of both players, and a frequency for each
first action, like `BET 152 freq`. EQR is the EV in percent of what the equity would win of the pot.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fifthstreet.cards import cards_text, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.formats.imported import ExportedText
from fifthstreet.formats.text_lines import TextLine, read_file, text_lines
from fifthstreet.solvers.postflop import StoredFlops
from fifthstreet.tree import BettingTree, Move

_FLOP, _SHARE = "Flop", "Global %"
_WORDS = {Move.CHECK: "CHECK", Move.CALL: "CALL", Move.FOLD: "FOLD"}


@dataclass(frozen=True, repr=False)
class ReportRow:
    """A flop of an aggregation report."""

    flop: tuple[int, ...]
    values: Mapping[str, float]  # by the name of the column, as the file has it

    def __repr__(self) -> str:
        return f"<ReportRow: {cards_text(self.flop)}, {len(self.values)} columns>"


def parse_pio_report(text: str) -> list[ReportRow]:
    """Read an aggregation report.

    Args:
        text: CSV with a column `Flop`. Rows that name no flop, such as a summary, are left out.

    Returns:
        A row for each flop, in the order of the text.

    Raises:
        InputError: If a line is wrong. The message starts with the number of the line.

    >>> rows = parse_pio_report("Flop,Global %,OOP EV,CHECK freq\\n2h 2d 2c,100,153.082,18.23\\n")
    >>> rows[0].values["OOP EV"]
    153.082
    """
    lines = list(text_lines(text))
    names = _cells(lines[0]) if lines else []
    if _FLOP not in names:
        raise InputError(f"line 1: an aggregation report must have a column {_FLOP!r}")
    place = names.index(_FLOP)
    rows = []
    for line in lines[1:]:
        cells = _cells(line)
        if len(cells) != len(names):
            raise line.error(f"cells must be {len(names)}, as in the first line, got {len(cells)}")
        try:
            flop = parse_cards(cells[place])
        except InputError:
            continue
        if len(flop) != 3:
            continue
        rest = [(name, cell) for name, cell in zip(names, cells, strict=True) if name != _FLOP]
        rows.append(
            ReportRow(tuple(flop), {name: _number(line, name, cell) for name, cell in rest if cell})
        )
    return rows


def read_pio_report(path: str | Path) -> list[ReportRow]:
    """Read the file of an aggregation report.

    Args:
        path: A CSV file.

    Returns:
        A row for each flop, as from `parse_pio_report`.

    Raises:
        InputError: If the file cannot be read, or is not a report.
    """
    return read_file(path, parse_pio_report)


def pio_report_text(flops: StoredFlops) -> ExportedText:
    """Return solved flops as an aggregation report, and what it does not contain.

    Args:
        flops: Equities and EQR are left out if a flop was solved without them.
    """
    spot, losses = flops.spot, []
    results = [flops.results[board] for board in sorted(flops.results)]
    has_equity = all(result.equity is not None for result in results)
    if not has_equity:
        losses.append("equities and EQR: the flops were solved without them")
    if any(result.lines for result in results):
        losses.append("decisions after the first one")
    if results:
        worst = max(result.exploitability_pot_percent for result in results)
        losses.append(f"how exact the EVs are: up to {worst:.2g}% of the pot can be won from them")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    seats = ("OOP", "IP")
    kinds = ("Equity", "EV", "EQR") if has_equity else ("EV",)
    actions = [f"{name} freq" for name in _action_names(spot.tree)]
    writer.writerow([_FLOP, _SHARE, *(f"{s} {kind}" for s in seats for kind in kinds), *actions])
    for result in results:
        cards = " ".join(cards_text([card]) for card in parse_cards(result.board))
        values: list[float] = []
        for seat, ev in enumerate(result.ev):
            if result.equity is not None and has_equity:
                equity = result.equity if seat == 0 else 1 - result.equity
                values += [100 * equity, ev, 100 * ev / (spot.pot * equity) if equity else 0.0]
            else:
                values.append(ev)
        values += [100 * share for share in result.frequencies]
        writer.writerow([cards, 100, *(f"{value:.6g}" for value in values)])
    return ExportedText(file.getvalue(), tuple(losses))


def _action_names(tree: BettingTree) -> list[str]:
    names = []
    for child in tree.children(0):
        move = Move(int(tree.move[child]))
        chips = int(tree.amount[child]) * tree.rules.chip
        names.append(_WORDS.get(move, f"BET {chips:.15g}"))
    return names


def _cells(line: TextLine) -> Sequence[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([line.text]))]
    except csv.Error as error:
        raise line.error(f"not CSV: {error}") from None


def _number(line: TextLine, name: str, cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        raise line.error(f"{name} must be a number, got {cell[:40]!r}") from None
