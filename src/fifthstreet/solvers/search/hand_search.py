"""Hold'em played by a strategy at first, and by search from a street on.

The strategy, for any number of players, gives the ranges with which the two who are left reach the
street. From there on, the
rest of the hand is solved with the chips that are really in the pot, street by street
(`ContinualSolver`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.continual import ContinualSolver, SearchSettings, Solve
from fifthstreet.tree import STREET_NAMES, TreeRules
from fifthstreet.tree.strategy import HoleArray, TreeStrategy

_NO_LIMIT = 99  # raises on a street, where a rule for each street needs a number
_MAX_KEPT = 2  # starts; the solve of a flop may take gigabytes


@dataclass(frozen=True)
class SearchStart:
    """Where a search starts: how it was reached, the board, the chips, and who is left."""

    node: int  # of the tree of the strategy, where the betting before it ended
    board: tuple[int, ...]  # 3 to 5 cards
    pot: float
    stack: float  # the smaller of the two behind
    min_bet: float
    chip: float
    players: tuple[int, int] = (0, 1)  # of the tree of the strategy, in order of play
    ranges: tuple[Range, Range] | None = None  # instead of the strategy's


def raise_limits(
    rules: TreeRules, settings: SearchSettings, first_street: int
) -> int | tuple[int, ...] | None:
    """Return the raise limits by street: of a strategy's rules, then of a search."""
    wanted = settings.options.get("max_raises", rules.max_raises)
    if wanted is None or wanted == rules.max_raises:
        return rules.max_raises
    before = [_NO_LIMIT if most is None else most for most in rules.raise_limits[:first_street]]
    after = wanted if isinstance(wanted, tuple) else (wanted,) * len(STREET_NAMES)
    return (*before, *after[first_street:])


class HandSearch:
    """Solvers from a street on, for both players of a strategy; the last ones used are kept."""

    def __init__(
        self,
        strategy: TreeStrategy,
        settings: SearchSettings,
        *,
        first_street: int = 1,
        max_kept: int = _MAX_KEPT,
        report: Callable[[Solve], None] | None = None,
    ) -> None:
        """Play a strategy up to `first_street`, and search from there on.

        The menus of `settings` apply from `first_street`. Other rules, such as `max_raises`, come
        from the strategy's tree unless the options of `settings` have them. `max_kept` is the
        number of starts whose solves are kept; `report` is called after each solve.
        """
        self.strategy = strategy
        limits = raise_limits(strategy.tree.rules, settings, first_street)
        if limits is not None:
            settings = replace(settings, options={**settings.options, "max_raises": limits})
        self.settings = settings
        self.first_street = first_street
        self._max_kept = max_kept
        self.report = report
        """Called after each solve, if it is not None."""
        self._kept: OrderedDict[SearchStart, dict[int, ContinualSolver]] = OrderedDict()
        self._lock = RLock()
        self._check()

    def _check(self) -> None:
        """Raise InputError unless the strategy leads to the first street."""
        rules = self.strategy.tree.rules
        if not 1 <= self.first_street <= 3:
            raise InputError(
                f"first_street must be 1 (flop), 2 (turn) or 3 (river), got {self.first_street}"
            )
        if rules.first_street > 0:
            raise InputError("the strategy must start preflop, got one from the flop or later")
        if rules.last_street < self.first_street - 1:
            raise InputError(
                f"the strategy must lead to the {STREET_NAMES[self.first_street]}, got one up to "
                f"the {STREET_NAMES[rules.last_street]}. Search from an earlier street"
            )

    def _tell(self, solve: Solve) -> None:
        if self.report is not None:
            self.report(solve)

    def spot(self, start: SearchStart) -> Spot:
        """Return the spot of a start: both ranges, the chips, and the menus.

        A player who never gets there by the strategy is assumed to hold any hand. Cards that
        players who have folded may hold are not taken into account.
        """
        free = HOLE_MASKS & np.uint64(sum(1 << card for card in start.board)) == 0
        ranges = []
        for reach in self._reach(start):
            weights = reach if reach.any() else free.astype(np.float64)
            ranges.append(Range(weights / weights.max()))
        known = self.strategy.tree.rules
        rules = TreeRules(
            stacks=(start.stack, start.stack),
            pot=start.pot,
            min_bet=start.min_bet,
            chip=start.chip,
            add_allin=known.add_allin,
            force_allin=known.force_allin,
            merge=known.merge,
        )
        rules = replace(rules, **self.settings.rules_from(len(start.board) - 2))
        return Spot(start.board, (ranges[0], ranges[1]), rules, self.strategy.rake)

    def _reach(self, start: SearchStart) -> tuple[HoleArray, HoleArray]:
        """Return the weight with which each hand of both players reaches a start."""
        if start.ranges is not None:
            mask = sum(1 << card for card in start.board)
            one, two = (each.without(mask).weights.astype(np.float64) for each in start.ranges)
            return one, two
        reached = self.strategy.reach(start.node, start.board)
        first, second = start.players
        return reached[first], reached[second]

    def solver(self, player: int, start: SearchStart) -> ContinualSolver:
        """Return the solver for the first or second player of a start, 0 or 1.

        Both players share the first solve.
        """
        with self._lock:
            if start not in self._kept:
                self._kept[start] = {}
                while len(self._kept) > self._max_kept:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(start)
            solvers = self._kept[start]
            if player not in solvers:
                if 1 - player in solvers:
                    solvers[player] = solvers[1 - player].for_opponent()
                else:
                    spot = self.spot(start)
                    solvers[player] = ContinualSolver(
                        spot, player, self.settings, report=self._tell
                    )
            return solvers[player]
