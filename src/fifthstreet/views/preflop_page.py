"""Charts and lines before the flop, for a page: plain data with columns of the 169 classes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range, class_means
from fifthstreet.errors import InputError
from fifthstreet.review import (
    Chart,
    FoundChart,
    PreflopLine,
    RangeChart,
    after_flop_text,
    chart_at,
)
from fifthstreet.solvers.ring import BetweenStrategy, RingStrategy
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

ChartStrategy: TypeAlias = PreflopStrategy | RingStrategy | BetweenStrategy
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


def strategy_node(strategy: ChartStrategy, path: str) -> dict[str, Any]:
    """Return a node of a solved strategy: its chart with EVs in big blinds, or how it ends.

    A flop has `ranges`: how often each class of the players in `positions` gets there. A decision
    that the strategy leaves out has no chart.
    """
    tree = strategy.tree
    node = read_line(tree, path).node
    seats, big_blind = position_names(tree.players), _big_blind(strategy)
    on_flop = flop_seats(strategy, node)
    steps = [
        {
            "path": tree.path(at),
            "position": seats[int(tree.player[at])],
            "steps": list(tree.actions(at)),
            "words": choice_words(tree, at),
            "taken": tree.label(after),
        }
        for at, after in pairwise(tree.line(node))
    ]
    data: dict[str, Any] = {
        "path": tree.path(node),
        "kind": "flop" if on_flop else Kind(int(tree.kind[node])).name.lower(),
        "title": words_of(strategy, tree.path(node)),
        "steps": steps,
        "pot": tree.pot(node) / big_blind,
        "stacks": [each / big_blind for each in tree.stacks(node)],
        "chart": None,
    }
    if tree.kind[node] == Kind.ACTION and not strategy.is_left_out(node):
        chart = chart_columns(chart_at(strategy, tree.path(node)))
        values: NDArray[np.float64] = strategy.class_values(node) / big_blind
        data["chart"] = chart | {"evs": values}
        data["children"] = [tree.path(child) for child in tree.children(node)]
    if on_flop:
        reach = strategy.reach(node, ())
        data["positions"] = [seats[seat] for seat in on_flop]
        data["ranges"] = [class_means(reach[seat]) for seat in on_flop]
    return data


def flop_seats(strategy: ChartStrategy, node: int) -> tuple[int, ...]:
    """Return the seats that play a flop after a node, in the order of play; none at other nodes.

    Args:
        strategy: A strategy before the flop.
        node: Any node of its tree.
    """
    tree = strategy.tree
    if isinstance(strategy, PreflopStrategy):
        return (0, 1) if node in strategy.flop_lines else ()
    live = tuple(seat for seat in range(tree.players) if not int(tree.folded[node]) >> seat & 1)
    behind = sorted(tree.stacks(node)[seat] for seat in live)
    is_flop = tree.kind[node] == Kind.SHOWDOWN and behind[-2] > 0
    return live if is_flop else ()


def strategy_spot(strategy: ChartStrategy, path: str) -> dict[str, Any]:
    """Return the fields of a spot after a line to the flop; InputError for other lines."""
    tree = strategy.tree
    node = read_line(tree, path).node
    seats = flop_seats(strategy, node)
    if len(seats) != 2:
        raise InputError(f"path must lead to a flop of two players, got {path!r}")
    reach = strategy.reach(node, ())
    # Weights are rounded, so that ranges that hardly ever get there need a scale.
    ranges = [
        Range((reach[seat] / (reach[seat].max() if reach[seat].any() else 1.0)).astype(np.float32))
        if not isinstance(strategy, PreflopStrategy)
        else Range(reach[seat].astype(np.float32))
        for seat in seats
    ]
    stack = min(tree.stacks(node)[seat] for seat in seats)
    return line_spot(ranges, tree.pot(node), stack, _big_blind(strategy))


def chart_facts(found: FoundChart) -> dict[str, Any]:
    """Return which charts of the package an answer is from, and how good each of them is.

    Args:
        found: The chart of a table and a stack.
    """
    strategy = found.strategy
    both = strategy.charts if isinstance(strategy, BetweenStrategy) else (strategy,)
    weights = strategy.weights if isinstance(strategy, BetweenStrategy) else (1.0,)
    parts = zip(found.names, both, weights, strict=True)
    tree = strategy.tree
    return {
        "words": found.words,
        "stack": tree.rules.stacks[0] / _big_blind(strategy),
        "ante": max((*tree.rules.antes, 0.0)) / _big_blind(strategy),
        "positions": list(position_names(tree.players)),
        "charts": [
            {"name": name, "weight": weight, **_certificate(chart)} for name, chart, weight in parts
        ],
    }


def _certificate(chart: Any) -> dict[str, Any]:
    """Return what each seat of a chart gains by a best response, in big blinds for 100 hands."""
    known, certificate = chart.exploitability, getattr(chart.record, "certificate", None)
    gains = known.gains if certificate is None else certificate.gains
    errors = (0.0,) * len(gains) if certificate is None else certificate.errors
    scale = 100 / _big_blind(chart)
    return {
        "gains": [scale * gain for gain in gains],
        "errors": [scale * error for error in errors],
        "evs": [scale * value for value in known.values],
        "iterations": chart.record.iteration,
        "after": after_flop_text(chart),
    }


def _big_blind(strategy: ChartStrategy) -> float:
    return float(max(strategy.tree.rules.blinds[:2]))


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


def words_of(strategy: ChartStrategy, path: str) -> str:
    """Return a line in words, like `BTN raises to 2.5, BB calls 1.5`.

    Args:
        strategy: A strategy before the flop.
        path: A path or line of its tree.
    """
    tree = strategy.tree
    return ", ".join(_line_words(tree, read_line(tree, path).node)) or "no player has acted"


def _line_words(tree: BettingTree, node: int) -> list[str]:
    """Return the actions that lead to a node, like `BTN raises to 2.5`."""
    parts, seats = [], position_names(tree.players)
    for at, after in pairwise(tree.line(node)):
        words = action_words(tree, after)
        verb, _, rest = words.partition(" (")[0].partition(" ")
        done = f"{verb}s" if verb in _VERBS else verb
        parts.append(f"{seats[int(tree.player[at])]} {done} {rest}".rstrip())
    return parts
