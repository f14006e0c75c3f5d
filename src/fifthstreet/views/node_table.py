"""A node of a solution in the terminal: grids of hands, a table of actions, both ranges."""

import numpy as np
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from fifthstreet.cards import CLASS_COUNT, CLASS_NAMES, HOLE_CLASS, HOLE_MASKS
from fifthstreet.solvers.postflop import Node
from fifthstreet.strategy import HoleArray
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind
from fifthstreet.views import action_words as words_of
from fifthstreet.views.terminal import (
    PLAYER_COLOURS,
    Cell,
    action_colours,
    action_letters,
    cards_picture,
    cell_grid,
    class_means,
    class_rows,
    faded,
    heat_colour,
    letter_bar,
    share_bar,
)

SEAT_NAMES = ("OOP", "IP")
GRIDS = ("strategy", "ev", "equity", "reach")
_BAR_WIDTH = 14


def print_node(
    console: Console, tree: BettingTree, node: Node, player: int, grid: str | None = None
) -> None:
    """Everything about a node, seen by a player; by default what he does, or what he holds."""
    kind = grid or ("strategy" if node.player == player else "reach")
    if kind == "strategy" and node.player != player:
        raise ValueError(f"no strategy of {SEAT_NAMES[player]} at {node.path!r}: he does not act")
    console.print(heading(tree, node))
    console.print()
    if node.combos[player] > 0:
        console.print(cell_grid(class_rows(_cells(console, node, player, kind))))
        console.print(_caption(node, player, kind), style="bright_black")
    else:
        console.print(f"no hand of {SEAT_NAMES[player]} gets here", style="bright_black")
    if node.player >= 0:
        console.print(_action_table(console, tree, node))
    console.print(_range_table(node))


def heading(tree: BettingTree, node: Node) -> Text:
    """Board, pot, stacks, and what is to happen."""
    line = cards_picture(node.board)
    behind = " / ".join(f"{stack:g}" for stack in dict.fromkeys(node.stacks))
    line.append(f"   {STREET_NAMES[node.street]}, pot {node.pot:g}, behind {behind}   ")
    line.append(f"{node.path}  ", style="bold")
    if node.player >= 0:
        line.append(f"{SEAT_NAMES[node.player]} to act", style=PLAYER_COLOURS[node.player])
        return line
    place, _ = tree.find(node.path)
    winner = SEAT_NAMES[int(tree.player[place])] if node.kind == Kind.FOLD else ""
    words = {Kind.DEAL: "a card is dealt", Kind.SHOWDOWN: "showdown", Kind.FOLD: f"{winner} wins"}
    return line.append(words[node.kind])


def action_words(tree: BettingTree, path: str) -> list[str]:
    """The actions of a decision in words: `bet 94 (52%)`, a raise as a share after calling."""
    node, _ = tree.find(path)
    return [words_of(tree, child) for child in tree.children(node)]


def action_ev(node: Node, action: int) -> float:
    """Mean value of the hands that take an action, each as often as it does; NaN if none does."""
    weights = node.reach[node.player] * node.meeting[node.player] * node.strategy[action]
    known = (weights > 0) & ~np.isnan(node.action_ev[action])
    total = float(weights[known].sum())
    return (
        float((weights[known] * node.action_ev[action][known]).sum()) / total if total else np.nan
    )


def has_colours(console: Console) -> bool:
    """Whether the terminal shows colours; letters stand for them if not."""
    return console.color_system is not None and not console.no_color


# Grids.


def _cells(console: Console, node: Node, player: int, kind: str) -> list[Cell]:
    if kind == "strategy":
        return _strategy_cells(node, has_colours(console))
    held = node.reach[player] > 0
    if kind == "reach":
        return _reach_cells(node, player)
    values = node.ev[player] if kind == "ev" else 100 * node.equities[player]
    means = _means(np.where(held, values, np.nan), node.reach[player])
    high = 100.0 if kind == "equity" else float(np.nanmax(means, initial=0.0))
    cells = []
    for name, mean in zip(CLASS_NAMES, means.tolist(), strict=True):
        if np.isnan(mean):
            cells.append(Cell(name))
            continue
        note = number(mean, 1 if abs(mean) < 1000 else 0).replace(",", "").rjust(5)
        cells.append(Cell(name, note, ((1.0, heat_colour(mean / high if high > 0 else 0.0)),)))
    return cells


def _strategy_cells(node: Node, colours: bool) -> list[Cell]:
    reach = node.reach[node.player]
    weights = _class_reach(node, node.player)
    shares = np.array([_means(np.where(reach > 0, row, np.nan), reach) for row in node.strategy])
    # The boldest action first, as other programs have it.
    order = range(len(node.actions) - 1, -1, -1)
    palette, letters = action_colours(node.actions), action_letters(node.actions)
    cells = []
    for index, name in enumerate(CLASS_NAMES):
        if np.isnan(shares[0, index]):
            cells.append(Cell(name))
            continue
        mix = [float(shares[action, index]) for action in order]
        note = "" if colours else letter_bar(mix, [letters[action] for action in order])
        ground = [faded(palette[action], float(weights[index])) for action in order]
        cells.append(Cell(name, note, tuple(zip(mix, ground, strict=True))))
    return cells


def _reach_cells(node: Node, player: int) -> list[Cell]:
    return [
        Cell(name, f"{100 * weight:4.0f}%", ((1.0, faded((52, 128, 96), weight)),))
        if weight > 0
        else Cell(name)
        for name, weight in zip(CLASS_NAMES, _class_reach(node, player).tolist(), strict=True)
    ]


def _class_reach(node: Node, player: int) -> HoleArray:
    """Mean weight over the hands of each class that the board leaves.  [169]"""
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in node.board)) != 0
    return np.nan_to_num(class_means(np.where(blocked, np.nan, node.reach[player])))


def _means(values: HoleArray, weights: HoleArray) -> HoleArray:
    """Weighted mean over the hands of each class, NaN where there is none. [1326] -> [169]"""
    known = ~np.isnan(values)
    total = np.bincount(HOLE_CLASS, weights * known, CLASS_COUNT)
    summed = np.bincount(HOLE_CLASS, weights * np.nan_to_num(values), CLASS_COUNT)
    means = np.full(CLASS_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def _caption(node: Node, player: int, kind: str) -> str:
    seat = SEAT_NAMES[player]
    return {
        "strategy": f"what {seat} does with each hand; pale hands are seldom here",
        "ev": f"chips that each hand of {seat} wins from here on",
        "equity": f"equity of each hand of {seat} against the other range, percent",
        "reach": f"how often each hand of {seat} gets here",
    }[kind]


# Tables.


def _action_table(console: Console, tree: BettingTree, node: Node) -> Table:
    table = Table()
    table.add_column("action")
    table.add_column("path")
    table.add_column("frequency", justify="right")
    table.add_column("", min_width=_BAR_WIDTH)
    table.add_column("combos", justify="right")
    table.add_column("EV", justify="right")
    reach = node.reach[node.player]
    rows = zip(
        node.actions,
        action_words(tree, node.path),
        action_colours(node.actions),
        action_letters(node.actions),
        node.frequencies.tolist(),
        strict=True,
    )
    for index, (step, words, colour, letter, frequency) in enumerate(rows):
        mark = "■" if has_colours(console) else letter
        style = Style.parse(f"rgb({colour[0]},{colour[1]},{colour[2]})")
        table.add_row(
            Text(f"{mark} ", style=style).append(words, style="default"),
            step,
            number(100 * frequency, 1, "%"),
            share_bar(0.0 if np.isnan(frequency) else frequency, _BAR_WIDTH, colour),
            number(float(np.nansum(reach * node.strategy[index])), 1),
            number(action_ev(node, index), 2),
        )
    return table


def _range_table(node: Node) -> Table:
    table = Table()
    table.add_column("range")
    for name in ("combos", "equity", "EV", "of the pot", "EQR"):
        table.add_column(name, justify="right")
    for player, name in enumerate(SEAT_NAMES):
        ev = node.range_ev[player]
        table.add_row(
            Text(name, style=PLAYER_COLOURS[player]),
            number(node.combos[player], 1),
            number(100 * node.range_equity[player], 2, "%"),
            number(ev, 2),
            number(100 * ev / node.pot, 1, "%"),
            number(100 * node.range_eqr[player], 1, "%"),
        )
    return table


def number(value: float, digits: int, unit: str = "") -> str:
    """A number for a table; a dash where there is none."""
    if not np.isfinite(value):
        return "-"
    return f"{round(value, digits) + 0.0:,.{digits}f}{unit}"  # adding 0 turns -0 into 0
