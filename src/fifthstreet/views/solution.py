"""Solutions and estimates of solves: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

from fifthstreet.solvers.postflop import PRECISIONS, Estimate, Solution, TimeEstimate, basis_data
from fifthstreet.solvers.search import LeafValueSolution
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.tree import choice_words
from fifthstreet.views.node import print_node
from fifthstreet.views.terminal import print_line, print_notes, print_table


def solution_data(solution: Solution | LeafValueSolution) -> dict[str, Any]:
    """Return the EVs, exploitability and first decision of a solution, and its solve time."""
    record, root = solution.record, solution.root
    return {
        "ev": list(solution.ev),
        "equity": list(solution.equity),
        **basis_data(solution),
        "big_blind": solution.spot.rules.known_big_blind,
        "root": {"actions": list(root.actions), "frequencies": root.frequencies.tolist()},
        "seconds": record.seconds,
        "cpu_seconds": record.cpu_seconds,
        "memory_bytes": record.memory_bytes,
        "disk_bytes": record.disk_bytes,
    }


def print_solution(
    console: Console, solution: Solution | LeafValueSolution, notes: Sequence[str] = ()
) -> None:
    """Print the root of a solution, its exploitability, the time and memory spent, and notes."""
    record = solution.record
    words = choice_words(solution.spot.tree, 0, big_blind=solution.spot.rules.known_big_blind)
    print_node(console, solution.root, words=words)
    spent = (
        f"solved in {record.seconds:.2f} s "
        f"({record.cpu_seconds:.2f} s of CPU), {decimal(record.memory_bytes)}"
    )
    if record.disk_bytes:
        spent += f" of memory, {decimal(record.disk_bytes)} on disk"
    print_notes(console, [spent, *notes])


_NO_TIME = "the solve does not fit into the free memory, so its time was not measured"
_GPU_NOTE = "the solve would run on the GPU; the time is for the CPU"


def estimate_data(size: Estimate, time: TimeEstimate | None, *, is_on_gpu: bool) -> dict[str, Any]:
    """Return the size of a solve, and its time on the CPU, not on a GPU.

    The time is None if the solve does not fit into memory.
    """
    note = _NO_TIME if time is None else _GPU_NOTE if is_on_gpu else None
    return {**asdict(size), "time": None if time is None else asdict(time), "note": note}


def print_estimate(
    console: Console, size: Estimate, time: TimeEstimate | None, *, is_on_gpu: bool
) -> None:
    """Print how large a solve would be, and how long it would take on the CPU."""
    least = ["the tree is too large to count: all sizes are at least these"]
    notes = least if size.is_lower_bound else []
    rows = [
        ("nodes of the betting tree", f"{size.nodes:,}"),
        ("runouts by street", " / ".join(f"{count:,}" for count in size.runouts)),
        ("information sets", f"{size.information_sets:,}"),
        ("numbers in a table", f"{size.entries:,}"),
    ]
    rows += [(f"memory, {precision}", decimal(size.bytes[precision])) for precision in PRECISIONS]
    if time is not None:
        rows += [
            (f"seconds per iteration, {time.precision}", f"{time.seconds_per_iteration:.2g}"),
            ("iterations", f"about {time.iterations:,}"),
        ]
    table = Table(text_columns("size of the solve") + number_columns(""), tuple(rows))
    print_table(console, table)
    if time is None:
        print_notes(console, [*notes, _NO_TIME])
        return
    print_line(console, Text(str(time)))
    print_notes(console, [*notes, time.basis, *([_GPU_NOTE] if is_on_gpu else [])])
