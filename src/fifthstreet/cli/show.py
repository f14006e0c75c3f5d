"""`fifthstreet show`: any node of a saved solution."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from fifthstreet.cli.files import check_writable, show_and_save, text_save
from fifthstreet.cli.options import AsJson, Threads
from fifthstreet.review.basis import node_error
from fifthstreet.review.strategy_answers import SELDOM
from fifthstreet.solvers.postflop import Node, Solution, open_solution
from fifthstreet.solvers.postflop.distribution import KINDS
from fifthstreet.solvers.postflop.node_picture import GRIDS
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.solvers.postflop.unreached import (
    is_unreached,
    reached_shares,
    resolve_unreached,
)
from fifthstreet.tree import (
    SEAT_NAMES,
    STREET_NAMES,
    Line,
    Move,
    choice_words,
    deal_path,
    read_line,
)
from fifthstreet.tree.paths import LETTERS
from fifthstreet.views import (
    breakdown_data,
    breakdown_html,
    distribution_data,
    distribution_html,
    distribution_svg,
    hand_data,
    json_text,
    node_data,
    node_html,
    node_svg,
    report_data,
    report_html,
    report_svg,
)
from fifthstreet.views.classes import print_breakdown, print_distribution
from fifthstreet.views.node import print_hand, print_node
from fifthstreet.views.report import print_report
from fifthstreet.views.terminal import Terminal, print_notes

_REPORTS = STREET_NAMES[2:]


@dataclass(frozen=True)
class _View:
    """What is shown, in all forms; a form that does not exist is None."""

    street: int  # of what is shown
    data: Callable[[], dict[str, Any]]
    print_to: Callable[[Console], None]
    svg: Callable[[], str] | None = None
    html: Callable[[], str] | None = None


def show_command(
    file: Annotated[Path, typer.Argument(help="A solution saved by `solve --save`.")],
    path: Annotated[
        str, typer.Argument(help="Line to the node, like x/b33%/c/8c or r:k:b94:c:n8c.")
    ] = "r",
    hand: Annotated[
        str | None,
        typer.Option(help="Show hands in detail: AhKh, AQs, QQ+, A♥x♥, top pair, flush draw ..."),
    ] = None,
    classes: Annotated[
        bool, typer.Option("--classes", help="Show the range by made hand and by draw.")
    ] = False,
    distribution: Annotated[
        str | None, typer.Option(help="Show the percentiles of both ranges: equity or ev.")
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(
            help="Show what each card of the next street does: turn or river. A path with n for a "
            "card, like b33%/c/n/x, shows the decision there on every card, without this option."
        ),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Whose hands: oop or ip; by default the player who acts.")
    ] = None,
    grid: Annotated[str | None, typer.Option(help=f"One of {', '.join(GRIDS)}.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the picture to an SVG file.")] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the picture and the tables to an HTML page.")
    ] = None,
    threads: Threads = None,
    as_json: AsJson = False,
) -> None:
    """Show a node of a saved solution: strategy, EVs and equities, with their exploitability."""
    if player is not None and player not in SEATS:
        raise ValueError(f"player is {player!r}; want {' or '.join(SEATS)}")
    if grid is not None and grid not in GRIDS:
        raise ValueError(f"grid is {grid!r}; want one of {', '.join(GRIDS)}")
    if report is not None and report not in _REPORTS:
        raise ValueError(
            f"report is {report!r}; want {' or '.join(_REPORTS)}; a line with n for any card goes "
            "in place of the path"
        )
    if distribution is not None and distribution not in KINDS:
        raise ValueError(f"distribution is {distribution!r}; want {' or '.join(KINDS)}")
    options = {
        "--hand": hand is not None,
        "--classes": classes,
        "--distribution": distribution is not None,
        "--report": report is not None,
    }
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise ValueError(
            f"specify {' or '.join(given)}, not {'both' if len(given) == 2 else 'all'}"
        )
    if hand is not None and (svg is not None or html is not None):
        raise ValueError("--svg and --html show a node or a report; leave out --hand")
    if classes and svg is not None:
        raise ValueError("--classes shows tables; want --html instead of --svg")
    check_writable(svg, html)
    solution = open_solution(file, threads=threads)
    line = read_line(solution.tree, path)
    reach_notes: list[str] = []
    seat = None if player is None else SEATS.index(player)
    if _leaves_cards_open(line.path) and given and report is None:
        raise ValueError(
            f"{given[0]} shows a single node; want a card in place of the n of {line.path!r}, "
            "like 8c"
        )
    if report is not None or _leaves_cards_open(line.path):
        report_path = _report_path(solution, line, report)
        view = _report_view(solution, report_path, seat, grid)
        deal = solution.node(_before_deal(report_path))
        if is_unreached(deal):
            reach_notes = [_unreached_report_note(reached_shares(deal))]
    else:
        node = solution.node(line.path)
        shares = reached_shares(node)
        if is_unreached(node):
            node = resolve_unreached(solution, line.path)
            reach_notes = [_unreached_note(shares)]
        elif node.actions and min(shares) < SELDOM:
            reach_notes = [_seldom_note(shares, node_error(node))]
        words = choice_words(solution.tree, line.node)
        if hand is not None:
            view = _hand_view(node, hand, seat, words)
        elif classes:
            view = _classes_view(node, seat, words)
        elif distribution is not None:
            view = _distribution_view(node, distribution)
        else:
            view = _node_view(node, seat, grid, words)
    notes = [*reach_notes, *line.notes, *_resolved_notes(solution, view.street)]
    console = Terminal()

    def show() -> None:
        if as_json:
            typer.echo(json_text(view.data() | {"notes": notes}))
        else:
            view.print_to(console)
            print_notes(console, notes)

    pictures = [
        text_save(target, content)
        for target, content in ((svg, view.svg), (html, view.html))
        if content is not None
    ]
    saved = show_and_save(show, pictures)
    if not as_json:
        print_notes(console, saved)


def _node_view(node: Node, seat: int | None, grid: str | None, words: list[str]) -> _View:
    return _View(
        node.street,
        lambda: node_data(node, seat),
        lambda console: print_node(console, node, seat, grid, words=words),
        lambda: node_svg(node, seat, grid, words=words),
        lambda: node_html(node, seat, grid, words=words),
    )


def _hand_view(node: Node, hand: str, seat: int | None, words: list[str]) -> _View:
    return _View(
        node.street,
        lambda: hand_data(node, hand, seat),
        lambda console: print_hand(console, node, hand, seat, words=words),
    )


def _classes_view(node: Node, seat: int | None, words: list[str]) -> _View:
    return _View(
        node.street,
        lambda: breakdown_data(node, seat),
        lambda console: print_breakdown(console, node, seat, words=words),
        html=lambda: breakdown_html(node, seat, words=words),
    )


def _distribution_view(node: Node, kind: str) -> _View:
    return _View(
        node.street,
        lambda: distribution_data(node, kind),
        lambda console: print_distribution(console, node, kind),
        lambda: distribution_svg(node, kind),
        lambda: distribution_html(node, kind),
    )


def _leaves_cards_open(path: str) -> bool:
    """Return whether a path has a deal without cards."""
    return LETTERS[Move.DEAL] in path.split(":")


def _before_deal(path: str) -> str:
    """Return the part of a path before its first deal without cards, which may be its end."""
    steps = [*path.split(":"), LETTERS[Move.DEAL]]
    return ":".join(steps[: steps.index(LETTERS[Move.DEAL])])


def _report_path(solution: Solution, line: Line, street: str | None) -> str:
    """Return the path of a report; ValueError if it is not of the given street."""
    if not _leaves_cards_open(line.path):
        assert street is not None
        return deal_path(solution.tree, line.path, STREET_NAMES.index(street))
    found = STREET_NAMES[int(solution.tree.street[line.node])]
    if street is not None and street != found:
        raise ValueError(f"report is {street!r}, but {line.path!r} is on the {found}")
    return line.path


def _report_view(solution: Solution, path: str, seat: int | None, grid: str | None) -> _View:
    report = solution.report(path)
    return _View(
        report.street,
        lambda: report_data(report),
        lambda console: print_report(console, report, seat),
        lambda: report_svg(report, seat, grid),
        lambda: report_html(report, seat),
    )


def _unreached_note(shares: tuple[float, float]) -> str:
    """Return a note about a node that was re-solved because almost nobody reaches it."""
    return (
        f"almost nobody gets here ({_reached(shares)}), so the solution has no strategy here: this "
        "was re-solved with a little reach for every hand"
    )


def _seldom_note(shares: tuple[float, float], error: float) -> str:
    """Return a note about a node that few hands reach."""
    return (
        f"few hands get here ({_reached(shares)}), so EVs and frequencies are less certain than "
        f"the exploitability says: EV differences below {error:.3g} chips are within error"
    )


def _unreached_report_note(shares: tuple[float, float]) -> str:
    """Return a note about a report on cards that almost nobody sees."""
    return (
        f"almost nobody gets here ({_reached(shares)}), so this means little; with a card in place "
        "of n, the node is re-solved"
    )


def _reached(shares: tuple[float, float]) -> str:
    return " and ".join(
        f"{100 * share:.3g}% of {name}'s range"
        for share, name in zip(shares, SEAT_NAMES, strict=True)
    )


def _resolved_notes(solution: Solution, street: int) -> list[str]:
    """Return a note about what re-solving a street adds to the error."""
    if street <= solution.last_street:
        return []
    return [f"the {STREET_NAMES[street]} was re-solved, which adds at most this error again"]
