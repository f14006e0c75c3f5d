"""Flops in the terminal: a table of groups, and the bar while they are solved."""

from itertools import zip_longest
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.style import Style
from rich.table import Table
from rich.text import Text

from fifthstreet.cli.node_view import action_words, number
from fifthstreet.cli.pictures import action_colours
from fifthstreet.cli.solve_progress import ShownBars
from fifthstreet.solve import FlopGroup
from fifthstreet.tree import BettingTree


class FlopProgress(ShownBars):
    """Flops done, how many a minute, and time left, on standard error if it is a terminal."""

    def __init__(self, total: int, done: int) -> None:
        """Say how many there are, and how many were there before."""
        super().__init__(
            TextColumn("flops"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            TimeRemainingColumn(),
        )
        self._task = self._bars.add_task("flops", total=total, completed=done, pace="")
        self._start, self._solved = monotonic(), 0

    def add(self) -> None:
        """One flop more is solved."""
        self._solved += 1
        pace = 60 * self._solved / max(monotonic() - self._start, 1e-9)
        self._bars.update(self._task, advance=1, pace=f"{pace:,.0f} a minute")


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
