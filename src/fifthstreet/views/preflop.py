"""Preflop strategies: plain data, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.cards import CLASS_NAMES, mask_text
from fifthstreet.review import Chart, chart_at
from fifthstreet.solvers.search.preflop import PreflopStrategy
from fifthstreet.support.drawing import Table, number, number_columns, text_columns
from fifthstreet.tree import choice_words, position_names
from fifthstreet.views.chart import chart_data
from fifthstreet.views.curve import curve_plot
from fifthstreet.views.terminal import print_line, print_notes, print_table

_NAMES = position_names(2)  # of the seats


def every_chart(strategy: PreflopStrategy) -> list[Chart]:
    """Return the chart of every decision before the flop, in the order of the tree."""
    return [chart_at(strategy, strategy.tree.path(node)) for node in strategy.decisions]


def preflop_data(strategy: PreflopStrategy) -> dict[str, Any]:
    """Return charts with EVs, the ranges of every flop line, and how good all of it is."""
    record, game, tree = strategy.record, strategy.game, strategy.tree
    charts = chart_data(every_chart(strategy))["charts"]
    for node, chart in zip(strategy.decisions, charts, strict=True):
        values = strategy.class_values(node)
        for at, name in enumerate(CLASS_NAMES):
            if name in chart["classes"]:
                chart["classes"][name]["ev"] = values[:, at].tolist()
    held_out = record.held_out
    return {
        "stack": game.rules.stacks[0],
        "blinds": list(game.rules.blinds),
        "antes": list(game.rules.antes),
        "flops": [mask_text(int(board)) for board in game.boards],
        "counts": game.counts.tolist(),
        "iterations": record.iteration,
        "seconds": record.seconds,
        "exploitability": record.exploitability.to_dict(),
        "held_out": None if held_out is None else held_out.to_dict(),
        **leaf_value_data(strategy),
        "ev": dict(zip(_NAMES, strategy.blind_values, strict=True)),
        "charts": charts,
        "flop_lines": [
            {
                "path": tree.path(node),
                "pot": tree.pot(node),
                "stacks": list(tree.stacks(node)),
                "ranges": {
                    name: range_.text()
                    for name, range_ in zip(_NAMES, strategy.entering_ranges(node), strict=True)
                },
            }
            for node in strategy.flop_lines
        ],
        "curve": [list(point) for point in record.curve],
    }


def leaf_value_data(strategy: PreflopStrategy) -> dict[str, Any]:
    """Return the source and the error of the values at the flop, if no flops were solved."""
    record = strategy.record
    if record.leaf_values is None:
        return {}
    return {
        "leaf_values": record.leaf_values,
        "leaf_error_pot_percent": record.leaf_error_pot_percent,
    }


def print_preflop(console: Console, strategy: PreflopStrategy, notes: list[str]) -> None:
    """Print how often each action is taken, who gets to each flop, and the exploitability."""
    record, game = strategy.record, strategy.game
    lines = len(strategy.flop_lines)
    title = (
        f"{game.rules.stacks[0]:g} chips, {strategy.flops_text} after each of {lines} "
        f"line{'s' * (lines != 1)}"
    )
    print_line(console, Text(title, style="bold"))
    print_table(console, decision_table(strategy))
    if lines:
        print_table(console, flop_table(strategy))
    if len(record.curve) > 1:
        console.print(curve_plot(record.curve))
    first, second = strategy.blind_values
    error = record.exploitability
    told = [
        f"EV: {_NAMES[0]} {first:+.4f}, {_NAMES[1]} {second:+.4f} chips a hand, within "
        f"{error.nash_conv:.2g}",
        f"exploitability {error}, after {record.iteration:,} iterations in {record.seconds:.1f} s",
    ]
    if record.leaf_values is not None:
        told.append(
            "approximate: only the betting before the flop was solved; the error of the "
            f"{record.leaf_values} adds to the exploitability"
        )
    if record.held_out is not None:
        told.append(
            f"on {record.held_out.flops} flops that were not solved: "
            f"{record.held_out.exploitability}"
        )
    print_notes(console, [*told, *notes])


def decision_table(strategy: PreflopStrategy) -> Table:
    """Return how often each decision is reached, and each action taken there."""
    tree = strategy.tree
    rows = []
    for node in strategy.decisions:
        at, words = strategy.at(node, ()), choice_words(tree, node)
        shares = ", ".join(
            f"{word} {number(100 * share, 1, '%')}"
            for word, share in zip(words, at.frequencies.tolist(), strict=True)
        )
        reached = number(100 * float(at.reach.mean()), 1, "%")
        rows.append((tree.path(node), _NAMES[int(tree.player[node])], reached, shares))
    columns = (
        *text_columns("decision", "player"),
        *number_columns("hands left"),
        *text_columns("what the hands do"),
    )
    return Table(columns, tuple(rows))


def flop_table(strategy: PreflopStrategy) -> Table:
    """Return the pot, the stack and the size of both ranges at each flop line."""
    tree = strategy.tree
    rows = []
    for node in strategy.flop_lines:
        shares = [f"{range_.percent:.1f}%" for range_ in strategy.entering_ranges(node)]
        pot, stack = f"{tree.pot(node):g}", f"{tree.stacks(node)[0]:g}"
        rows.append((tree.path(node), pot, stack, *shares))
    names = [f"range of {name}" for name in _NAMES]
    columns = (*text_columns("flop line"), *number_columns("pot", "stack", *names))
    return Table(columns, tuple(rows))
