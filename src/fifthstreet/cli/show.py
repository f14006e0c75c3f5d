"""`fifthstreet show`: any node of a saved solution."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from fifthstreet import tree, views
from fifthstreet.cli.command import THREADS_HELP, Command, argument, option
from fifthstreet.cli.files import check_writable, text_save
from fifthstreet.errors import InputError
from fifthstreet.review import SELDOM, node_error
from fifthstreet.solvers import multiway, postflop
from fifthstreet.support.terminal import Terminal
from fifthstreet.tree import LETTERS
from fifthstreet.views import (
    print_breakdown,
    print_distribution,
    print_hand,
    print_node,
    print_notes,
    print_report,
)
from fifthstreet.views.pictures import GRIDS

_REPORTS = tree.STREET_NAMES[2:]


@dataclass(frozen=True)
class _View:
    """A view in all its forms; a form that does not exist is None."""

    street: int  # that is shown
    data: Callable[[], dict[str, Any]]
    print_to: Callable[[Console], None]
    svg: Callable[[], str] | None = None
    html: Callable[[], str] | None = None


class ShowCommand(Command):
    """Show a node of a saved solution: strategy, EVs and equities, with their exploitability."""

    file: Path = argument("A solution saved by `solve --save`.")
    path: str = argument("Line to the node, like x/b33%/c/8c or r:k:b94:c:n8c.", "r")
    hand: str | None = option(
        "Show hands in detail: AhKh, AQs, QQ+, A♥x♥, top pair, flush draw ..."
    )
    classes: bool = option(
        "Show the range by made hand and by draw.", default=False, name="--classes"
    )
    distribution: str | None = option("Show the percentiles of both ranges: equity or ev.")
    report: str | None = option(
        "Show the effect of each card of the next street: turn or river. A path with n for a "
        "card, like b33%/c/n/x, shows the decision on every card without this option."
    )
    player: str | None = option(
        "Show the hands of oop or ip, or of player 0, 1 or 2; by default the player who acts."
    )
    grid: str | None = option(f"Grid: {', '.join(GRIDS)}.")
    svg: Path | None = option("Write the picture to an SVG file.")
    html: Path | None = option("Write the picture and the tables to an HTML page.")
    threads: int | None = option(THREADS_HELP)

    def _execute(self) -> None:
        if multiway.is_multiway(self.file):
            self._show_multiway()
            return
        given = self._check()
        solution = postflop.open_solution(self.file, threads=self.threads)
        line = tree.read_line(solution.tree, self.path)
        is_open = _leaves_cards_open(line.path)
        if is_open and given and self.report is None:
            raise InputError(
                f"{given[0]} shows a single node: use a card like 8c in place of the n of "
                f"{line.path!r}"
            )
        find_view = self._report_view if is_open or self.report is not None else self._node_view
        view, reach_notes = find_view(solution, line)
        notes = [*reach_notes, *line.notes, *_resolved_notes(solution, view.street)]

        def print_all(console: Terminal) -> None:
            view.print_to(console)
            print_notes(console, notes)

        pictures = [
            text_save(target, content)
            for target, content in ((self.svg, view.svg), (self.html, view.html))
            if content is not None
        ]
        self.show(lambda: view.data() | {"notes": notes}, print_all, *pictures)

    def _show_multiway(self) -> None:
        """Show a node of a solution of three players."""
        for name, is_given in (
            ("--classes", self.classes),
            ("--distribution", self.distribution is not None),
            ("--report", self.report is not None),
        ):
            if is_given:
                raise InputError(f"{name} does not apply to solutions of three players: omit it")
        solution = multiway.open_multiway(self.file, threads=self.threads)
        players = [str(player) for player in range(solution.tree.players)]
        if self.player is not None and self.player not in players:
            raise InputError(f"--player must be {', '.join(players)}, got {self.player!r}")
        self._check_options()
        player, grid = None if self.player is None else int(self.player), self.grid
        line = tree.read_line(solution.tree, self.path)
        node = solution.node(line.path)

        hand = self.hand

        def print_all(console: Terminal) -> None:
            if hand is None:
                views.print_multiway_node(console, node, player, grid)
            else:
                views.print_multiway_hand(console, node, hand, player)
            print_notes(console, line.notes)

        def data() -> dict[str, Any]:
            if hand is None:
                return views.multiway_node_data(node, player)
            return views.multiway_hand_data(node, hand, player)

        self.show(
            lambda: data() | {"notes": list(line.notes)},
            print_all,
            text_save(self.svg, lambda: views.multiway_svg(node, player, grid)),
            text_save(self.html, lambda: views.multiway_page(node, player, grid)),
        )

    def _check_options(self) -> None:
        """Raise InputError for options that are wrong with any number of players."""
        if self.grid is not None and self.grid not in GRIDS:
            raise InputError(f"--grid must be one of {', '.join(GRIDS)}, got {self.grid!r}")
        if self.hand is not None and (self.svg is not None or self.html is not None):
            raise InputError("--svg and --html cannot be combined with --hand")
        check_writable(self.svg, self.html)

    def _check(self) -> list[str]:
        """Raise InputError for options that conflict; return the options that choose a view."""
        if self.player is not None and self.player not in postflop.SEATS:
            raise InputError(f"--player must be {' or '.join(postflop.SEATS)}, got {self.player!r}")
        self._check_options()
        if self.report is not None and self.report not in _REPORTS:
            raise InputError(
                f"--report must be {' or '.join(_REPORTS)}, got {self.report!r}. A line with n "
                "for any card replaces the path."
            )
        if self.distribution is not None and self.distribution not in postflop.KINDS:
            raise InputError(
                f"--distribution must be {' or '.join(postflop.KINDS)}, got {self.distribution!r}"
            )
        options = {
            "--hand": self.hand is not None,
            "--classes": self.classes,
            "--distribution": self.distribution is not None,
            "--report": self.report is not None,
        }
        given = [name for name, is_given in options.items() if is_given]
        if len(given) > 1:
            raise InputError(
                f"specify {' or '.join(given)}, not {'both' if len(given) == 2 else 'all'}"
            )
        if self.classes and self.svg is not None:
            raise InputError("--svg cannot be combined with --classes: use --html")
        return given

    @property
    def _seat(self) -> int | None:
        return None if self.player is None else postflop.SEATS.index(self.player)

    def _report_view(self, solution: postflop.Solution, line: tree.Line) -> tuple[_View, list[str]]:
        """Return a report on cards, and notes about how often they are dealt."""
        path, seat, grid = _report_path(solution, line, self.report), self._seat, self.grid
        report = postflop.card_report(solution, path)
        view = _View(
            report.street,
            lambda: views.report_data(report),
            lambda console: print_report(console, report, seat),
            lambda: views.report_svg(report, seat, grid),
            lambda: views.report_html(report, seat),
        )
        deal = solution.node(_before_deal(path))
        if not postflop.is_unreached(deal):
            return view, []
        note = (
            f"almost no hands get here ({_reached(postflop.reached_shares(deal))}), so this is "
            "unreliable; with a card in place of n, the node is re-solved"
        )
        return view, [note]

    def _node_view(self, solution: postflop.Solution, line: tree.Line) -> tuple[_View, list[str]]:
        """Return the view of a node, and notes about how often it is reached."""
        node = solution.node(line.path)
        shares = postflop.reached_shares(node)
        notes = []
        if postflop.is_unreached(node):
            node = postflop.resolve_unreached(solution, line.path)
            notes = [
                f"almost no hands get here ({_reached(shares)}), so the solution has no strategy "
                "here: this was re-solved with a little reach for every hand"
            ]
        elif node.actions and min(shares) < SELDOM:
            notes = [
                f"few hands get here ({_reached(shares)}), so EVs and frequencies are less certain "
                f"than exploitability suggests: EV differences below {node_error(node):.3g} chips "
                "are within error"
            ]
        big_blind = solution.spot.rules.known_big_blind
        words = tree.choice_words(solution.tree, line.node, big_blind=big_blind)
        return self._view_of(node, words), notes

    def _view_of(self, node: postflop.Node, words: list[str]) -> _View:
        seat, grid, hand, kind = self._seat, self.grid, self.hand, self.distribution
        if hand is not None:
            return _View(
                node.street,
                lambda: views.hand_data(node, hand, seat),
                lambda console: print_hand(console, node, hand, seat, words=words),
            )
        if self.classes:
            return _View(
                node.street,
                lambda: views.breakdown_data(node, seat),
                lambda console: print_breakdown(console, node, seat, words=words),
                html=lambda: views.breakdown_html(node, seat, words=words),
            )
        if kind is not None:
            return _View(
                node.street,
                lambda: views.distribution_data(node, kind),
                lambda console: print_distribution(console, node, kind),
                lambda: views.distribution_svg(node, kind),
                lambda: views.distribution_html(node, kind),
            )
        return _View(
            node.street,
            lambda: views.node_data(node, seat),
            lambda console: print_node(console, node, seat, grid, words=words),
            lambda: views.node_svg(node, seat, grid, words=words),
            lambda: views.node_html(node, seat, grid, words=words),
        )


def _leaves_cards_open(path: str) -> bool:
    """Return whether a path has a deal without cards."""
    return LETTERS[tree.Move.DEAL] in path.split(":")


def _before_deal(path: str) -> str:
    """Return the part of a path before its first deal without cards, which may be its end."""
    steps = [*path.split(":"), LETTERS[tree.Move.DEAL]]
    return ":".join(steps[: steps.index(LETTERS[tree.Move.DEAL])])


def _report_path(solution: postflop.Solution, line: tree.Line, street: str | None) -> str:
    """Return the path of a report; InputError if it is not of the given street."""
    if not _leaves_cards_open(line.path):
        assert street is not None
        return tree.deal_path(solution.tree, line.path, tree.STREET_NAMES.index(street))
    found = tree.STREET_NAMES[int(solution.tree.street[line.node])]
    if street is not None and street != found:
        raise InputError(f"--report must be {found}, the street of {line.path!r}, got {street!r}")
    return line.path


def _reached(shares: tuple[float, float]) -> str:
    return " and ".join(
        f"{100 * share:.3g}% of {name}'s range"
        for share, name in zip(shares, tree.SEAT_NAMES, strict=True)
    )


def _resolved_notes(solution: postflop.Solution, street: int) -> list[str]:
    """Return a note about the error that re-solving a street adds."""
    if street <= solution.last_street:
        return []
    return [f"the {tree.STREET_NAMES[street]} was re-solved, which adds at most this error again"]
