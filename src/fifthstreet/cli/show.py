"""`fifthstreet show`: any node of a saved solution."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from fifthstreet.cli.files import check_writable, write_text
from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.solvers.postflop import Solution, open_solution
from fifthstreet.solvers.postflop.node_picture import GRIDS
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.tree import STREET_NAMES, choice_words, deal_path
from fifthstreet.views import (
    hand_data,
    json_text,
    node_data,
    node_html,
    node_svg,
    report_data,
    report_html,
    report_svg,
)
from fifthstreet.views.node import print_hand, print_node
from fifthstreet.views.report import print_report
from fifthstreet.views.terminal import print_notes

_REPORTS = STREET_NAMES[2:]


def show_command(
    file: Annotated[Path, typer.Argument(help="A solution saved by `solve --save`.")],
    path: Annotated[
        str, typer.Argument(help="Path of the node, like r:k:b94 or r:k:k:n8c (deals name cards).")
    ] = "r",
    hand: Annotated[str | None, typer.Option(help="Show one hand in detail, like AhKh.")] = None,
    report: Annotated[
        str | None, typer.Option(help="Show what each card of the next street does: turn or river.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Whose hands: oop or ip; by default the player who acts.")
    ] = None,
    grid: Annotated[str | None, typer.Option(help=f"One of {', '.join(GRIDS)}.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the grid to an SVG file.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the grid and the tables to an HTML page.")
    ] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Show a node of a saved solution: strategy, EVs and equities, with their exploitability."""
    if player is not None and player not in SEATS:
        raise ValueError(f"player is {player!r}; want {' or '.join(SEATS)}")
    if grid is not None and grid not in GRIDS:
        raise ValueError(f"grid is {grid!r}; want one of {', '.join(GRIDS)}")
    if report is not None and hand is not None:
        raise ValueError("specify --hand or --report, not both")
    if hand is not None and (svg is not None or html is not None):
        raise ValueError("--svg and --html show a node or a report; leave out --hand")
    if report is not None and report not in _REPORTS:
        raise ValueError(f"report is {report!r}; want {' or '.join(_REPORTS)}")
    check_writable(svg, html)
    solution = open_solution(file, threads=threads)
    seat = None if player is None else SEATS.index(player)
    if report is not None:
        _show_report(
            solution,
            deal_path(solution.tree, path, STREET_NAMES.index(report)),
            seat or 0,
            grid,
            svg,
            html,
            as_json,
        )
        return
    node = solution.node(path)
    words = choice_words(solution.tree, solution.tree.find(path)[0])
    notes = _resolved_notes(solution, node.street)
    if svg is not None:
        notes.append(write_text(svg, node_svg(node, seat, grid, words=words)))
    if html is not None:
        notes.append(write_text(html, node_html(node, seat, grid, words=words)))
    console = Console(highlight=False)
    if as_json:
        data = node_data(node, seat) if hand is None else hand_data(node, hand, seat)
        typer.echo(json_text(data))
    elif hand is not None:
        print_hand(console, node, hand, seat, words=words)
        print_notes(console, notes)
    else:
        print_node(console, node, seat, grid, words=words)
        print_notes(console, notes)


def _show_report(
    solution: Solution,
    path: str,
    player: int,
    grid: str | None,
    svg: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    deal, cards = solution.node(path), solution.report(path)
    notes = _resolved_notes(solution, deal.street + 1)
    if svg is not None:
        notes.append(write_text(svg, report_svg(deal, cards, player, grid)))
    if html is not None:
        notes.append(write_text(html, report_html(deal, cards, player)))
    if as_json:
        typer.echo(json_text(report_data(deal, cards)))
        return
    console = Console(highlight=False)
    print_report(console, deal, cards, player)
    print_notes(console, notes)


def _resolved_notes(solution: Solution, street: int) -> list[str]:
    """Return a note about what re-solving a street adds to the error."""
    if street <= solution.last_street:
        return []
    return [f"the {STREET_NAMES[street]} was re-solved, which adds at most this error again"]
