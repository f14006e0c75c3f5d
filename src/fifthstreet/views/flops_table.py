"""Flops in the terminal: a table of groups."""

from itertools import zip_longest

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from fifthstreet.solvers.postflop import FlopGroup
from fifthstreet.tree import BettingTree
from fifthstreet.views.node_table import action_words, number
from fifthstreet.views.terminal import action_colours


def print_groups(console: Console, tree: BettingTree, groups: list[FlopGroup]) -> None:
    """Means over flops: both EVs and the first decision."""
    table = Table()
    table.add_column("flops")
    for name in ("solved", "share", "EV OOP", "EV IP"):
        table.add_column(name, justify="right")
    actions = tree.actions(0)
    words = action_words(tree, tree.path(0)) if actions else []
    for word, colour in zip(words, action_colours(actions), strict=True):
        style = Style.parse(f"rgb({colour[0]},{colour[1]},{colour[2]})")
        table.add_column(Text(word, style=style), justify="right")
    for group, after in zip_longest(groups, groups[1:]):
        table.add_row(
            group.name,
            f"{group.flops:,}",
            number(100 * group.share, 1, "%"),
            *(number(ev, 2) for ev in group.ev),
            *(number(100 * frequency, 1, "%") for frequency in group.frequencies),
            end_section=after is not None and after.kind != group.kind,
        )
    console.print(table)
