"""`fifthstreet compare`: two solutions, or two actions of a node."""

from pathlib import Path
from typing import Annotated

import typer

from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.solvers.postflop import compare_actions, compare_nodes, open_solution
from fifthstreet.solvers.postflop.node_picture import node_line
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.solvers.postflop.unreached import is_unreached
from fifthstreet.tree import action_label, read_line
from fifthstreet.views import json_text
from fifthstreet.views.comparison import comparison_data, print_comparison
from fifthstreet.views.terminal import Terminal, print_notes


def compare_command(
    file: Annotated[Path, typer.Argument(help="A solution saved by `solve --save`.")],
    other: Annotated[
        Path | None, typer.Argument(help="Another solution, such as one with a lock.")
    ] = None,
    at: Annotated[str, typer.Option(help="Line to the node, like x/b33%.")] = "r",
    actions: Annotated[
        str | None, typer.Option(help="Compare two actions instead, like 'x, b33%'.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Whose hands: oop or ip; by default the player who acts.")
    ] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Compare two solutions at a node, or two actions: in sum, by class and by hand."""
    if (other is None) == (actions is None):
        raise ValueError("specify another solution or --actions, not both or neither")
    if player is not None and player not in SEATS:
        raise ValueError(f"player is {player!r}; want {' or '.join(SEATS)}")
    solutions = [open_solution(file, threads=threads)]
    line = read_line(solutions[0].tree, at)
    node = solutions[0].node(line.path)
    nodes = [node]
    seat = None if player is None else SEATS.index(player)
    notes = list(line.notes)
    if actions is not None:
        texts = [text.strip() for text in actions.split(",")]
        if len(texts) != 2:
            raise ValueError(f"actions is {actions!r}; want two, like 'x, b33%'")
        if seat is not None and seat != node.player:
            raise ValueError(
                f"actions are those of the player who acts; leave out --player {player}"
            )
        labels = [action_label(solutions[0].tree, line.node, text) for text in texts]
        notes += [note for _, note in labels if note]
        names = (labels[0][0], labels[1][0])
        comparison = compare_actions(node, *names)
    else:
        assert other is not None
        solutions.append(open_solution(other, threads=threads))
        second = read_line(solutions[1].tree, line.path)
        notes += [f"in {other}: {note}" for note in second.notes]
        other_node = solutions[1].node(second.path)
        comparison = compare_nodes(node, other_node, seat)
        names = (str(file), str(other))
        nodes.append(other_node)
    notes += [
        f"almost nobody gets here in {path}, so its numbers mean little; `show` re-solves the node"
        for path, each in zip((file, other), nodes, strict=False)
        if is_unreached(each)
    ]
    if as_json:
        data = comparison_data(comparison, names, nodes)
        typer.echo(json_text(data | {"notes": notes}))
        return
    console = Terminal()
    print_comparison(console, node_line(node), comparison, names, nodes)
    print_notes(console, notes)
