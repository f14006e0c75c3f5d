"""Strategies of tables before the flop: plain data, and what the terminal shows."""

from __future__ import annotations

from math import inf
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES
from fifthstreet.review import preflop_charts
from fifthstreet.solvers.ring import RingStrategy
from fifthstreet.support.drawing import Table, number, number_columns, text_columns
from fifthstreet.tree import position_names
from fifthstreet.views.chart import chart_data
from fifthstreet.views.curve import curve_plot
from fifthstreet.views.terminal import print_line, print_notes, print_table


def ring_data(strategy: RingStrategy) -> dict[str, Any]:
    """Return charts with EVs, what each position wins and could gain, and how it was found."""
    record, tree = strategy.record, strategy.tree
    charts = preflop_charts(strategy)
    data = chart_data(charts)["charts"]
    for chart, plain in zip(charts, data, strict=True):
        values = strategy.class_values(tree.find(chart.path)[0])
        for at, name in enumerate(CLASS_NAMES):
            if name in plain["classes"]:
                plain["classes"][name]["ev"] = [
                    None if value != value else value for value in values[:, at].tolist()
                ]
    return ring_facts(strategy) | {"charts": data, "curve": [list(point) for point in record.curve]}


def ring_facts(strategy: RingStrategy) -> dict[str, Any]:
    """Return the table of a strategy, how it was found, and what its seats gain."""
    record, game = strategy.record, strategy.game
    cap, certificate = game.rake.cap, record.certificate
    return {
        "seats": list(position_names(game.seats)),
        "stacks": list(game.rules.stacks),
        "blinds": list(game.rules.blinds),
        "antes": list(game.rules.antes),
        "rake": {"rate": game.rake.rate, "cap": None if cap == inf else cap},
        "payouts": list(game.payouts),
        "after": record.after,
        "leaf_error_pot_percent": record.leaf_error_pot_percent,
        "boards": record.boards,
        "seed": record.seed,
        "iterations": record.iteration,
        "seconds": record.seconds,
        "least_probability": record.least_probability,
        "exploitability": record.exploitability.to_dict(),
        "certificate": None if certificate is None else certificate.to_dict(),
        "positions": position_data(strategy),
    }


def position_data(strategy: RingStrategy) -> dict[str, dict[str, float | None]]:
    """Return what each position wins a hand, and could gain by a best response before the flop.

    Both are on boards that the solve did not use, with half widths of 95% intervals, if they were
    measured; else on its own boards, without.
    """
    known, certificate = strategy.exploitability, strategy.record.certificate
    values, gains = known.values, known.gains
    errors: tuple[float | None, ...] = (None,) * strategy.game.seats
    if certificate is not None:
        values, gains, errors = certificate.values, certificate.gains, certificate.errors
    assert values is not None
    assert gains is not None
    rows = zip(position_names(strategy.game.seats), values, gains, errors, strict=True)
    return {
        name: {"ev": value, "gain": gain, "gain_error": error} for name, value, gain, error in rows
    }


def print_ring(console: Console, strategy: RingStrategy, notes: list[str]) -> None:
    """Print how often each position acts how, its EV, and what it could gain."""
    record, game = strategy.record, strategy.game
    stacks = sorted(set(game.rules.stacks))
    depth = f"{stacks[0]:g}" if len(stacks) == 1 else f"{stacks[0]:g} to {stacks[-1]:g}"
    title = f"{game.seats} seats, {depth} chips, then {record.after}"
    print_line(console, Text(title, style="bold"))
    print_table(console, chart_table(strategy))
    print_table(console, position_table(strategy))
    if len(record.curve) > 1:
        console.print(curve_plot(record.curve))
    print_notes(console, [*ring_notes(strategy), *notes])


def ring_notes(strategy: RingStrategy) -> list[str]:
    """Return what the seats gain by best responses, how this was measured, and what it lacks."""
    record, game = strategy.record, strategy.game
    error, certificate = record.leaf_error_pot_percent, record.certificate
    known = "unknown" if error is None else f"{error:.3g}% of the pot"
    notes = [
        f"mean gain {record.exploitability}, after {record.iteration:,} iterations in "
        f"{record.seconds:.1f} s (seed {record.seed})"
    ]
    if certificate is not None:
        shown = ", ".join(
            f"{name} {_per_100(row)}" for name, row in position_data(strategy).items()
        )
        notes.append(
            f"gain of a best response before the flop, {_unit(strategy)} for 100 hands, on "
            f"{certificate.sets} x {certificate.boards} boards that the solve did not use: {shown}"
        )
    notes.append(
        "approximate: what a position could gain is measured before the flop; the error of what "
        f"follows ({record.after}: {known}) adds to it"
    )
    if game.seats > 2:
        notes.append(
            "with three and more seats there is no guarantee that this is an equilibrium; cards "
            "that opponents take from each other do not count"
        )
    if record.least_probability is not None:
        notes.append(
            "decisions that the strategy gets to in less than one of "
            f"{1 / record.least_probability:,.0f} hands are left out"
        )
    return notes


def _unit(strategy: RingStrategy) -> str:
    return "prizes" if strategy.game.payouts else "chips"


def _per_100(row: dict[str, float | None]) -> str:
    """Return a gain in 100 hands, with its interval if it is known."""
    gain, error = row["gain"], row["gain_error"]
    assert gain is not None
    return f"{100 * gain:.2f}" + ("" if error is None else f" ± {100 * error:.2f}")


def chart_table(strategy: RingStrategy) -> Table:
    """Return how often each position opens, and answers an opening."""
    rows = []
    for chart in preflop_charts(strategy):
        pairs = zip(chart.words, chart.frequencies.tolist(), strict=True)
        shares = ", ".join(f"{word} {number(100 * share, 1, '%')}" for word, share in pairs)
        rows.append((chart.title, shares))
    return Table(text_columns("decision", "what the hands do"), tuple(rows))


def position_table(strategy: RingStrategy) -> Table:
    """Return the EV of each position and what it could gain, in chips for 100 hands."""
    rows = tuple(
        (name, f"{100 * (row['ev'] or 0.0):+.1f}", _per_100(row))
        for name, row in position_data(strategy).items()
    )
    names = ("EV of 100 hands", "gain of a best response")
    return Table((*text_columns("position"), *number_columns(*names)), rows)
