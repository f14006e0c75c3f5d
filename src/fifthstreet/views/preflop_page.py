"""Charts and lines before the flop, for a page: plain data with columns of the 169 classes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range, class_means
from fifthstreet.errors import InputError
from fifthstreet.review import Chart, PreflopLine, RangeChart, chart_at
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopStrategy
from fifthstreet.tree import (
    BettingTree,
    Kind,
    action_words,
    choice_words,
    position_names,
    read_line,
)
from fifthstreet.views.node_table import action_rows
from fifthstreet.views.preflop import leaf_value_data

CHIPS = 100  # of a big blind, in spots
_SEATS = position_names(2)
_VERBS = ("fold", "check", "call", "bet", "raise")


def chart_columns(chart: Chart | RangeChart) -> dict[str, Any]:
    """Return a chart with its shares as rows of 169 classes; classes that never come are NaN."""
    return {
        "title": chart.title,
        "position": chart.position,
        "actions": action_rows(chart.actions, chart.words, chart.frequencies.tolist()),
        "shares": chart.shares,
        "weights": chart.weights,
    }


def line_spot(
    ranges: Iterable[Range], pot: float, stack: float, big_blind: float = 1.0
) -> dict[str, Any]:
    """Return the fields of a spot after a line: ranges, pot and stack, without a board.

    A big blind is 100 chips, and weights are rounded to hundredths.
    """
    oop, ip = (Range(np.round(each.weights, 2)).text() for each in ranges)
    scale = CHIPS / big_blind
    return {
        "pot": round(pot * scale),
        "stack": round(stack * scale),
        "ranges": {"oop": oop, "ip": ip},
        "tree": {"min_bet": CHIPS},
    }


def line_data(line: PreflopLine) -> dict[str, Any]:
    """Return a line of a file of ranges, without the ranges themselves."""
    return {
        "kind": line.kind,
        "title": line.title,
        "positions": [line.oop, line.ip],
        "percents": [each.percent for each in line.ranges],
        "pot": line.pot,
        "stack": line.stack,
    }


def preflop_strategy_data(strategy: PreflopStrategy) -> dict[str, Any]:
    """Return how good a solved strategy is, and its lines to the flop."""
    record, game, tree = strategy.record, strategy.game, strategy.tree
    big_blind = max(game.rules.blinds)
    held_out = record.held_out
    return {
        "stack": game.rules.stacks[0] / big_blind,
        "flops": len(game.boards),
        **leaf_value_data(strategy),
        "iterations": record.iteration,
        "exploitability": record.exploitability.chips / big_blind,
        "exploitability_pot_percent": record.exploitability.pot_percent,
        "held_out": None
        if held_out is None
        else {
            "flops": held_out.flops,
            "exploitability_pot_percent": held_out.exploitability.pot_percent,
        },
        "ev": dict(zip(_SEATS, (each / big_blind for each in strategy.blind_values), strict=True)),
        "lines": [
            {
                "path": tree.path(node),
                "title": words_of(strategy, tree.path(node)),
                "positions": list(_SEATS),
                "percents": [each.percent for each in strategy.entering_ranges(node)],
                "pot": tree.pot(node) / big_blind,
                "stack": tree.stacks(node)[0] / big_blind,
            }
            for node in strategy.flop_lines
        ],
    }


def strategy_node(strategy: PreflopStrategy, path: str) -> dict[str, Any]:
    """Return a node of a solved strategy: its chart with EVs in big blinds, or how it ends.

    A flop has `ranges`: how often each class of the big blind and the button gets there.
    """
    tree = strategy.tree
    node = read_line(tree, path).node
    big_blind = max(strategy.game.rules.blinds)
    kind = "flop" if node in strategy.flop_lines else Kind(int(tree.kind[node])).name.lower()
    steps = [
        {
            "path": tree.path(at),
            "position": _SEATS[int(tree.player[at])],
            "steps": list(tree.actions(at)),
            "words": choice_words(tree, at),
            "taken": tree.label(after),
        }
        for at, after in pairwise(tree.line(node))
    ]
    data: dict[str, Any] = {
        "path": tree.path(node),
        "kind": kind,
        "title": words_of(strategy, tree.path(node)),
        "steps": steps,
        "pot": tree.pot(node) / big_blind,
        "stacks": [each / big_blind for each in tree.stacks(node)],
        "chart": None,
    }
    if tree.kind[node] == Kind.ACTION:
        chart = chart_columns(chart_at(strategy, tree.path(node)))
        values: NDArray[np.float64] = strategy.class_values(node) / big_blind
        data["chart"] = chart | {"evs": values}
        data["children"] = [tree.path(child) for child in tree.children(node)]
    if kind == "flop":
        data["ranges"] = [class_means(each.weights) for each in strategy.entering_ranges(node)]
    return data


def strategy_spot(strategy: PreflopStrategy, path: str) -> dict[str, Any]:
    """Return the fields of a spot after a line to the flop; InputError for other lines."""
    tree = strategy.tree
    node = read_line(tree, path).node
    if node not in strategy.flop_lines:
        raise InputError(f"path must lead to a flop, got {path!r}")
    return line_spot(
        strategy.entering_ranges(node),
        tree.pot(node),
        tree.stacks(node)[0],
        max(strategy.game.rules.blinds),
    )


def preflop_lines_data(game: PreflopGame) -> list[dict[str, Any]]:
    """Return every line before the flop in words, each followed by the lines that continue it."""
    tree, lines = game.tree, []
    waiting = list(reversed(tree.children(0)))
    while waiting:
        node = waiting.pop()
        if tree.kind[node] == Kind.ACTION:  # other nodes end the betting before the flop
            waiting.extend(reversed(tree.children(node)))
        words = _line_words(tree, node)
        lines.append({"path": tree.path(node), "title": ", ".join(words), "words": words[-1]})
    return lines


def words_of(strategy: PreflopStrategy, path: str) -> str:
    """Return a line in words, like `BTN raises to 2.5, BB calls 1.5`."""
    tree = strategy.tree
    return ", ".join(_line_words(tree, read_line(tree, path).node)) or "no player has acted"


def _line_words(tree: BettingTree, node: int) -> list[str]:
    """Return the actions that lead to a node, like `BTN raises to 2.5`."""
    parts = []
    for at, after in pairwise(tree.line(node)):
        words = action_words(tree, after)
        verb, _, rest = words.partition(" (")[0].partition(" ")
        done = f"{verb}s" if verb in _VERBS else verb
        parts.append(f"{_SEATS[int(tree.player[at])]} {done} {rest}".rstrip())
    return parts
