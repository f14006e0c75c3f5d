"""`fifthstreet tree`: the size and the first levels of a betting tree."""

from pathlib import Path
from typing import Any

from fifthstreet.cli.command import JSON_HELP, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.cli.tree_options import TreeCommandOptions
from fifthstreet.errors import InputError
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import build_tree, read_line, tree_size
from fifthstreet.views import print_notes, print_tree, size_data, tree_data, tree_svg

MAX_NODES = 5_000_000  # larger trees are counted but not built
_OUTPUT = "Output"


class TreeCommand(TreeCommandOptions):
    """Show a betting tree: its size and its first levels."""

    depth: int = option("Number of levels to show.", _OUTPUT, 3)
    at: str = option("Line to the first node to show, like r:k:b94 or x/b33%.", _OUTPUT, "r")
    svg: Path | None = option("Draw these levels to an SVG file.", _OUTPUT)
    limit: int = option("Stop counting at this many nodes.", _OUTPUT, 100_000_000)
    as_json: bool = option(JSON_HELP, _OUTPUT, False, name="--json")

    def _execute(self) -> None:
        rules = self._rules()
        if self.depth < 0:
            raise InputError(f"--depth must be at least 0, got {self.depth}")
        check_writable(self.svg)
        counted = tree_size(rules, limit=self.limit)
        notes: list[str] = []
        tree, node, depth = None, 0, self.depth
        if counted.total <= MAX_NODES:
            tree = build_tree(rules)
            line = read_line(tree, self.at)
            node = line.node
            notes += line.notes
        else:
            notes.append(f"{counted.total:,} nodes, more than the {MAX_NODES:,} that can be shown")
            if self.svg is not None or self.at != "r":
                raise InputError(f"{notes[0]}: use fewer sizes or raises")

        def data() -> dict[str, Any]:
            levels = None if tree is None else tree_data(tree, node, depth=depth)
            return size_data(rules, counted) | {"tree": levels, "notes": notes}

        def print_all(console: Terminal) -> None:
            print_tree(console, counted, tree, node, depth=depth)
            print_notes(console, notes)

        picture = None
        if tree is not None:
            picture = text_save(self.svg, lambda: tree_svg(tree, node, depth=depth))
        self.show(data, print_all, picture)
