"""`fifthstreet compare`: two solutions, or two actions of a node."""

from pathlib import Path

from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import (
    SEATS,
    compare_actions,
    compare_nodes,
    is_unreached,
    open_solution,
)
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import action_label, read_line
from fifthstreet.views import comparison_data, print_comparison, print_notes
from fifthstreet.views.pictures import node_line


class CompareCommand(Command):
    """Compare two solutions at a node, or two actions: in total, by class and by hand."""

    file: Path = argument("A solution saved by `solve --save`.")
    other: Path | None = argument("Another solution, such as one with a lock.", None)
    at: str = option("Line to the node, like x/b33%.", default="r")
    actions: str | None = option("Compare two actions instead, like 'x, b33%'.")
    player: str | None = option("Show the hands of oop or ip; by default the player who acts.")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if (self.other is None) == (self.actions is None):
            raise InputError("specify another solution or --actions, not both or neither")
        if self.player is not None and self.player not in SEATS:
            raise InputError(f"--player must be {' or '.join(SEATS)}, got {self.player!r}")
        solution = open_solution(self.file, threads=self.threads)
        line = read_line(solution.tree, self.at)
        node = solution.node(line.path)
        nodes = [node]
        seat = None if self.player is None else SEATS.index(self.player)
        notes = list(line.notes)
        if self.actions is not None:
            texts = [text.strip() for text in self.actions.split(",")]
            if len(texts) != 2:
                raise InputError(f"--actions must be two, like 'x, b33%', got {self.actions!r}")
            if seat is not None and seat != node.player:
                raise InputError(
                    f"--player must be the player who acts with --actions, got {self.player}"
                )
            labels = [action_label(solution.tree, line.node, text) for text in texts]
            notes += [note for _, note in labels if note]
            names = (labels[0][0], labels[1][0])
            comparison = compare_actions(node, *names)
        else:
            assert self.other is not None
            second = open_solution(self.other, threads=self.threads)
            other_line = read_line(second.tree, line.path)
            notes += [f"in {self.other}: {note}" for note in other_line.notes]
            nodes.append(second.node(other_line.path))
            comparison = compare_nodes(nodes[0], nodes[1], seat)
            names = (str(self.file), str(self.other))
        notes += [
            f"almost no hands reach this node in {path}, so its numbers are unreliable; "
            "`show` re-solves the node"
            for path, each in zip((self.file, self.other), nodes, strict=False)
            if is_unreached(each)
        ]

        def print_all(console: Terminal) -> None:
            print_comparison(console, node_line(node), comparison, names, nodes)
            print_notes(console, notes)

        self.show(lambda: comparison_data(comparison, names, nodes) | {"notes": notes}, print_all)
