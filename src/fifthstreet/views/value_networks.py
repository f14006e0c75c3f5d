"""Networks for leaf values: how they were made, and their errors beside exact solves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.solvers.values import (
    CASE_FLOPS,
    CURVE,
    MEASURES,
    PUBLISHED_HUBER,
    SHARD_KINDS,
    LaterBetting,
    MeanError,
    ShardSource,
    StackErrors,
    WrittenShard,
)
from fifthstreet.support.drawing import Table, count_text, number_columns, text_columns
from fifthstreet.views.terminal import print_line, print_notes, print_table

_MAX_EPOCHS = 12  # shown of a training
# Of each street: what cases are called, what they are compared with, and what has been solved.
_CASES = {
    "turn": ("turn", "exact values", "all 48 rivers of each turn are solved"),
    "flop": ("flop", "exact values", "all 49 turns of each flop are solved"),
    "preflop": (
        "situation",
        "values of solved flops",
        f"{CASE_FLOPS} of 1,755 flops are solved to the end of the street, with the network for it",
    ),
}

# Shards.


def shards_data(
    folder: str, source: ShardSource, count: int, solved: Sequence[WrittenShard], seconds: float
) -> dict[str, Any]:
    """Return what a run added to a folder of shards, as plain data."""
    errors = [shard.exploitability for shard in solved]
    return source.to_dict() | {
        "folder": folder,
        "street": source.settings.street,
        "shards": count,
        "samples": count * source.settings.samples,
        "solved": len(solved),
        "seconds": seconds,
        "exploitability_pot_percent": 100 * sum(errors) / len(errors) if errors else None,
    }


def print_shards(console: Console, data: Mapping[str, Any]) -> None:
    """Print what a run added to a folder of shards."""
    shards, samples = data["shards"], data["samples"]
    unit = SHARD_KINDS[data["street"]][0].unit
    title = f"{count_text(samples, unit)} in {count_text(shards, 'shard')}"
    print_line(console, Text(title, style="bold"))
    notes = ["all shards were there already"]
    if data["solved"]:
        pace = data["solved"] * samples / shards / data["seconds"]
        notes = [
            f"solved {count_text(data['solved'], 'shard')} in {data['seconds']:.1f} s: "
            f"{pace:,.1f} {unit}s per second",
            f"mean exploitability {data['exploitability_pot_percent']:.3f}% of the pot",
        ]
    print_notes(console, [*notes, f"kept in {data['folder']}; the same command resumes it"])


# Trainings.


def print_table_training(console: Console, about: Mapping[str, Any]) -> None:
    """Print the curves of a training, and what was held out."""
    curve, epochs = about["curve"], len(about["curve"][CURVE[0]])
    shown = sorted({round(1 + at * (epochs - 1) / (_MAX_EPOCHS - 1)) for at in range(_MAX_EPOCHS)})
    rows = tuple(
        (
            f"{epoch:,}",
            *(f"{curve[name][epoch - 1]:.5f}" for name in CURVE[:2]),
            *(f"{100 * curve[name][epoch - 1]:.3f}" for name in CURVE[2:]),
        )
        for epoch in shown
    )
    columns = number_columns("epoch", "loss", "held-out loss", "held-out error %", "of the mean %")
    print_table(console, Table(columns, rows))
    chosen = "the mean of the parameters" if about["parameters"] == "mean" else "the last network"
    notes = [
        f"{about['samples']:,} samples, {about['held_out_samples']:,} others held out; "
        f"{about['seconds']:.1f} s",
        f"held-out error {100 * about['held_out_error']:.3f}% of the pot, by {chosen}",
    ]
    print_notes(console, notes)


# Errors.


def value_errors_data(
    name: str, street: str, rows: Sequence[StackErrors], betting: LaterBetting, seconds: float
) -> dict[str, Any]:
    """Return errors overall and by stack, as plain data; all are shares of the pot."""
    overall, *by_stack = (row.to_dict() for row in rows)
    return {
        "network": name,
        "street": street,
        "cases": overall["cases"],
        "betting": betting.to_dict(),
        "overall": overall,
        "by_stack": by_stack,
        "published_huber": PUBLISHED_HUBER,
        "seconds": seconds,
    }


def print_value_errors(
    console: Console, data: Mapping[str, Any], rows: Sequence[StackErrors]
) -> None:
    """Print errors overall and by stack, beside the errors of equity alone."""
    street, betting = data["street"], data["betting"]
    unit, values, solved = _CASES[street]
    title = f"{data['network']}: errors on {count_text(rows[0].cases, unit)} with {values}"
    print_line(console, Text(title, style="bold"))
    columns = (
        *text_columns("values", "stack"),
        *number_columns(f"{unit}s", "by reach %", "all hands alike %", "Huber loss"),
    )
    table = (
        *(_error_row("network" if row is rows[0] else "", row, row.errors) for row in rows),
        *(_error_row("equity" if row is rows[0] else "", row, row.baseline) for row in rows),
    )
    print_table(console, Table(columns, table, section_ends=frozenset({len(rows) - 1})))
    notes = [
        "stacks are in pots; errors are mean absolute errors of hands in percent of the pot, "
        f"± 95% intervals over {unit}s; {solved}",
        f"bets {betting['bets']}; raises {betting['raises']}; at most {betting['max_raises']} "
        "raises",
    ]
    if street != "preflop":
        notes.append(
            f"DeepStack's network for the turn has a Huber loss of {PUBLISHED_HUBER:g} on its own "
            "situations, which are before the betting"
        )
    print_notes(console, notes)


def stacks_text(stacks: tuple[float, float]) -> str:
    """Return a range of stacks in words.

    >>> stacks_text((0.0, float("inf"))), stacks_text((1.0, 3.0)), stacks_text((30.0, float("inf")))
    ('all', '1 to 3', 'over 30')
    """
    low, high = stacks
    if high == inf:
        return f"over {low:g}" if low else "all"
    return f"{low:g} to {high:g}" if low else f"up to {high:g}"


def _scaled(error: float, measure: str) -> float:
    """Return an error in percent, except the Huber loss."""
    return error if measure == "huber" else 100 * error


def _error_row(values: str, row: StackErrors, errors: Mapping[str, MeanError]) -> tuple[str, ...]:
    texts = (_error_text(errors[measure], measure) for measure in MEASURES)
    return values, stacks_text(row.stacks), f"{row.cases:,}", *texts


def _error_text(error: MeanError, measure: str) -> str:
    text = f"{_scaled(error.mean, measure):.3g}"
    return text if error.interval is None else f"{text} ± {_scaled(error.interval, measure):.2g}"
