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
    record, game, tree = strategy.record, strategy.game, strategy.tree
    charts = preflop_charts(strategy)
    data = chart_data(charts)["charts"]
    for chart, plain in zip(charts, data, strict=True):
        values = strategy.class_values(tree.find(chart.path)[0])
        for at, name in enumerate(CLASS_NAMES):
            if name in plain["classes"]:
                plain["classes"][name]["ev"] = [
                    None if value != value else value for value in values[:, at].tolist()
                ]
    cap = game.rake.cap
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
        "exploitability": record.exploitability.to_dict(),
        "positions": position_data(strategy),
        "charts": data,
        "curve": [list(point) for point in record.curve],
    }


def position_data(strategy: RingStrategy) -> dict[str, dict[str, float]]:
    """Return what each position wins a hand, and could gain by a best response before the flop."""
    known = strategy.exploitability
    assert known.values is not None
    assert known.gains is not None
    rows = zip(position_names(strategy.game.seats), known.values, known.gains, strict=True)
    return {name: {"ev": value, "gain": gain} for name, value, gain in rows}


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
    error = record.leaf_error_pot_percent
    known = "unknown" if error is None else f"{error:.3g}% of the pot"
    told = [
        f"mean gain {record.exploitability}, after {record.iteration:,} iterations in "
        f"{record.seconds:.1f} s",
        "approximate: what a position could gain is measured before the flop; the error of what "
        f"follows ({record.after}: {known}) adds to it",
    ]
    if game.seats > 2:
        told.append(
            "with three and more seats there is no guarantee that this is an equilibrium; cards "
            "that opponents take from each other do not count"
        )
    print_notes(console, [*told, *notes])


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
        (name, f"{100 * row['ev']:+.1f}", f"{100 * row['gain']:.2f}")
        for name, row in position_data(strategy).items()
    )
    names = ("EV of 100 hands", "gain of a best response")
    return Table((*text_columns("position"), *number_columns(*names)), rows)
