"""Continual re-solving: play a hand by solving the rest of it, street by street.

The first solve starts from both players' ranges. Every later street, and every action that the
last tree lacks, is a subgame of the solve before it: the player's own range follows from
the strategy that was played, and each hand of the opponent has a value that it may not
exceed. No bet is mapped to another one, and cards are never abstracted.

An answer depends only on the start, the settings and the public actions, so a hand can be queried
at any point and in any order; solves are kept and reused.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import SEATS, Node, Solution, Solver, Spot
from fifthstreet.solvers.search.depth_limit import DepthLimit
from fifthstreet.solvers.search.depth_solution import DepthLimitedResponses, DepthLimitedSolution
from fifthstreet.solvers.search.leaf_value_solution import LeafValueResponses, LeafValueSolution
from fifthstreet.solvers.search.methods import check_method
from fifthstreet.solvers.search.nested import put_in, with_action
from fifthstreet.solvers.search.response_values import ResponseValues, ValuesAgainst
from fifthstreet.solvers.search.street_depth import StreetDepth
from fifthstreet.solvers.search.street_solution import StreetResponses, StreetSolution
from fifthstreet.solvers.search.subgame import ResolveTask, check_player, margins_of, subgame_at
from fifthstreet.tree import Kind, Move, Sizes, TreeRules, build_tree, parse_path, subtree
from fifthstreet.tree.strategy import HoleArray

_MAX_KEPT = 16  # solves of other lines and cards
SolvedStreets: TypeAlias = Solution | StreetSolution | DepthLimitedSolution | LeafValueSolution


@dataclass(frozen=True)
class SearchSettings:
    """How much to solve, and how well.

    The first solve has the bet sizes of its spot; `sizes` are for every street that is solved
    again, and `options` are other options of its `TreeRules`, such as `max_raises`. Until the next
    street is solved, the menu of a street is used for later streets, too. With a
    `depth_limit`, a street is solved no further than to its end, which a CPU can do with all hands:
    flops with a `DepthLimit`, flops and turns with a `StreetDepth`.
    """

    sizes: Sizes
    method: str = "maxmargin"
    target_pot_percent: float = 0.5
    max_iterations: int = 1_000
    seconds: float = inf  # for each solve
    backend: str = "auto"
    precision: str = "float32"
    threads: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    depth_limit: DepthLimit | StreetDepth | None = None

    def __post_init__(self) -> None:
        check_method(self.method)
        if not self.seconds > 0:
            raise InputError(f"seconds must be more than 0, got {self.seconds:g}")
        if not (isfinite(self.target_pot_percent) and self.target_pot_percent > 0):
            raise InputError(
                f"target_pot_percent must be more than 0, got {self.target_pot_percent:g}"
            )

    def rules_from(self, street: int) -> dict[str, Any]:
        """Return the sizes and options of a solve that starts on a street."""
        rows = []
        for row in self.sizes.rows:
            preflop, flop, turn, river = (row[min(at, street)] for at in range(len(row)))
            rows.append((preflop, flop, turn, river))
        options = {"sizes": Sizes(tuple(rows)), **self.options}
        if isinstance(limits := options.get("max_raises"), tuple):
            options["max_raises"] = tuple(limits[min(at, street)] for at in range(len(limits)))
        return options

    def goal(self) -> dict[str, Any]:
        """Return the limits of a solve."""
        return {
            "target_pot_percent": self.target_pot_percent,
            "max_iterations": self.max_iterations,
            "seconds": self.seconds,
        }

    def machine(self) -> dict[str, Any]:
        """Return where and how a solve runs."""
        return {"backend": self.backend, "precision": self.precision, "threads": self.threads}


@dataclass(frozen=True, eq=False)
class Solve:
    """One of the solves of a hand."""

    path: str  # of its root, from the start of the hand's first solve
    solution: SolvedStreets
    street_rules: TreeRules  # of the street that it starts on
    street_path: str  # from the start of the street to the root
    seconds: float  # with all preparations
    margin: float | None  # smallest margin of the opponent's hands; None for the first solve

    def __repr__(self) -> str:
        return f"<Solve at {self.path}: {self.seconds:.2f} s, {self.solution.exploitability}>"


@dataclass(frozen=True, eq=False)
class SearchAnswer:
    """Strategy, ranges and values at a public state of a hand."""

    solves: tuple[Solve, ...]  # that led to it, in order
    path: str  # of the state in the last solve

    @property
    def solve(self) -> Solve:
        """The solve that the answer comes from."""
        return self.solves[-1]

    @property
    def node(self) -> Node:
        """Strategy, ranges and values of both players."""
        return self.solve.solution.node(self.path)

    @property
    def strategy(self) -> HoleArray:
        """The probability of each action for each hand of the player who acts.  [A, 1326]"""
        solution = self.solve.solution
        node, cards = solution.tree.find(self.path)
        return solution.probabilities(node, (*solution.board, *cards))

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions there."""
        solution = self.solve.solution
        return solution.tree.actions(solution.tree.find(self.path)[0])


class ContinualSolver:
    """Answers for one player of a hand, from a spot on.

    >>> from fifthstreet.tree import Sizes
    >>> spot = Spot.of("QsJh2h7c", 100, 300, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> solver = ContinualSolver(spot, 1, SearchSettings(Sizes.uniform("75%")))
    >>> answer = solver.at("r:b60")  # a bet that is not on any menu
    >>> answer.actions, len(answer.solves)
    (('f', 'c', 'b192'), 2)
    >>> solver.at("r:b60:c:n4d:k").actions
    ('k', 'b165')
    """

    def __init__(
        self,
        spot: Spot,
        player: int,
        settings: SearchSettings,
        *,
        report: Callable[[Solve], None] | None = None,
    ) -> None:
        """Start from a spot, whose bet sizes the first solve has.

        `report` is called after each solve.
        """
        self.spot = spot
        self.player = check_player(player)
        self.settings = settings
        self._report = report
        self._kept: OrderedDict[str, Solve] = OrderedDict()
        self._values: dict[str, ValuesAgainst] = {}  # of the solves that are kept

    def for_opponent(self) -> ContinualSolver:
        """Return a solver for the other player, with the same first solve if it is for both."""
        other = ContinualSolver(self.spot, 1 - self.player, self.settings, report=self._report)
        limit = self._depth_limit(self.spot)
        if limit is None or limit.is_for_both(self.spot):
            other._kept["r"] = self._begin()
        return other

    def at(self, path: str) -> SearchAnswer:
        """Return the answer at a path from the start, with chips and cards as they really were.

        InputError if the path is not part of a hand, or if the player's own actions were not among
        the actions of the answers.
        """
        current = self._begin()
        solves, local, whole = [current], "r", "r"
        for step in parse_path(path):
            tree = current.solution.tree
            node, _ = tree.find(local)
            whole = f"{whole}:{step.text}"
            if step.move == Move.DEAL:
                if tree.kind[node] != Kind.DEAL or len(step.cards) != 1:
                    raise InputError(
                        f"path must be of this hand, got {whole!r} where no card is dealt"
                    )
                current, local = self._next_street(current, local, step.text, whole), "r"
                solves.append(current)
                continue
            try:
                local = tree.path(tree.find(f"{local}:{step.text}")[0])
            except InputError:
                if tree.kind[node] != Kind.ACTION or step.move != Move.BET:
                    raise
                if int(tree.player[node]) == self.player:
                    raise InputError(
                        f"{whole!r}: the action of {SEATS[self.player].upper()} must be one of "
                        f"{', '.join(tree.actions(node))}, got {step.text}"
                    ) from None
                current, local = self._put_in(current, local, step.text, whole), "r"
                solves.append(current)
        return SearchAnswer(tuple(solves), local)

    def _begin(self) -> Solve:
        spot = self.spot
        return self._once("r", lambda: self._solved(spot, None, "r", spot.rules, "r"))

    def _next_street(self, before: Solve, local: str, card: str, whole: str) -> Solve:
        def resolve() -> Solve:
            solution = before.solution
            node, cards = solution.tree.find(f"{local}:{card}")
            known = subtree(solution.tree, node).rules
            rules = replace(known, **self.settings.rules_from(known.first_street))
            values, method = self._responses(before), self.settings.method
            if not values.knows_cards:
                method = "unsafe"
            task = subgame_at(values, node, cards, build_tree(rules), method)
            return self._solved(task.spot, task, whole, rules, "r")

        return self._once(whole, resolve)

    def _put_in(self, before: Solve, local: str, action: str, whole: str) -> Solve:
        def resolve() -> Solve:
            line = f"{_joined(before.street_path, local)}:{action}"
            larger = with_action(before.street_rules, line)
            after, _ = larger.find(line)
            node, _ = before.solution.tree.find(local)
            task = put_in(self._responses(before), node, larger, after, self.settings.method)
            return self._solved(task.spot, task, whole, larger.rules, line)

        return self._once(whole, resolve)

    def _solved(
        self, spot: Spot, task: ResolveTask | None, whole: str, rules: TreeRules, line: str
    ) -> Solve:
        """Solve a spot: the first one, or the spot of a task."""
        if (limit := self._depth_limit(spot)) is not None:
            goal, threads = self.settings.goal(), self.settings.threads
            limited = limit.solve(spot, self.player, **goal, threads=threads)
            margin = smallest_margin(task, limited) if _has_margin(task) else None
            return Solve(whole, limited, rules, line, 0.0, margin)
        solver = Solver(spot, **self.settings.machine())
        solver.run(**self.settings.goal())
        margin = float(np.nanmin(margins_of(task, solver))) if _has_margin(task) else None
        return Solve(whole, _solution(solver), rules, line, 0.0, margin)

    def _responses(self, solve: Solve) -> ValuesAgainst:
        """Return the opponent's values against a solve, evaluated once while it is kept."""
        if solve.path not in self._values:
            self._values[solve.path] = _responses(solve.solution, 1 - self.player)
        return self._values[solve.path]

    def _depth_limit(self, spot: Spot) -> DepthLimit | StreetDepth | None:
        """Return the limit that applies to a spot, if any."""
        limit = self.settings.depth_limit
        return limit if limit is not None and limit.applies_to(spot) else None

    def _once(self, path: str, make: Callable[[], Solve]) -> Solve:
        """Return the solve at a path, made now or earlier; the most recently used are kept."""
        if path not in self._kept:
            started = time.perf_counter()
            made = make()
            self._kept[path] = replace(made, seconds=time.perf_counter() - started)
            if self._report is not None:
                self._report(self._kept[path])
            while len(self._kept) > _MAX_KEPT:
                oldest, _ = self._kept.popitem(last=False)
                self._values.pop(oldest, None)
        self._kept.move_to_end(path)
        return self._kept[path]


def _solution(solver: Solver) -> Solution | StreetSolution:
    """Return the part until the next card; a GPU's whole tables would take longer to copy."""
    if solver.backend_name == "cuda" and len(solver.plan.betting) > 1:
        return StreetSolution(solver)
    return solver.solution()


def _responses(solution: SolvedStreets, player: int) -> ValuesAgainst:
    """Return the values of a player's best responses."""
    if isinstance(solution, DepthLimitedSolution):
        return DepthLimitedResponses(solution)
    if isinstance(solution, LeafValueSolution):
        return LeafValueResponses(solution, player)
    if isinstance(solution, StreetSolution):
        return StreetResponses(solution, player)
    return ResponseValues(solution, player)


def _has_margin(task: ResolveTask | None) -> TypeGuard[ResolveTask]:
    """Return whether it is known what the opponent's hands may win in a subgame."""
    return task is not None and bool(np.isfinite(task.alternatives).any())


def smallest_margin(task: ResolveTask, solution: DepthLimitedSolution | LeafValueSolution) -> float:
    """Return the least by which a hand of the opponent wins less than it may, in chips."""
    spot, opponent = task.spot, 1 - task.player
    own = spot.pot / 2 + int(spot.tree.committed[0][opponent]) * spot.rules.chip
    reach = solution.reach(0, solution.board)[task.player]
    won = _responses(solution, opponent).per_hand(0, (), reach) + own
    return float(np.nanmin(task.alternatives - won))


def _joined(first: str, second: str) -> str:
    return ":".join([first, *(step.text for step in parse_path(second))])
