"""Hold'em played by a strategy before the flop and by search after it.

The strategy says with which hands both players see the flop; from there on, the rest of the hand
is solved with the chips that are really in the pot, and then street by street (`ContinualSolver`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import RLock

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.search.continual import ContinualSolver, SearchSettings, Solve
from fifthstreet.solvers.postflop import Spot
from fifthstreet.strategy import TreeStrategy
from fifthstreet.tree import TreeRules

_MOST_KEPT = 2  # flops; each may take gigabytes


@dataclass(frozen=True)
class FlopStart:
    """A flop, how it was reached, and the chips there."""

    node: int  # of the tree of the strategy, where the betting before the flop ended
    board: tuple[int, ...]  # [3]
    pot: float
    stack: float  # the smaller of the two behind
    min_bet: float
    chip: float


class FlopSearch:
    """Solvers from the flop on, for both players of a strategy; the last ones used are kept."""

    def __init__(
        self,
        preflop: TreeStrategy,
        settings: SearchSettings,
        *,
        most_kept: int = _MOST_KEPT,
        report: Callable[[Solve], None] | None = None,
    ) -> None:
        """Play a strategy before the flop and search after it.

        The menus of `settings` apply to the flop, too. Other rules, such as `max_raises`, are those
        of the strategy's tree where the options of `settings` have none. `report` is called after
        each solve.
        """
        self.preflop = check_preflop(preflop)
        self.settings = settings
        self._most_kept = most_kept
        self._report = report
        self._kept: OrderedDict[FlopStart, dict[int, ContinualSolver]] = OrderedDict()
        self._lock = RLock()

    def spot(self, start: FlopStart) -> Spot:
        """Return the spot at a flop: both ranges, the chips, and the menus.

        A player whom the strategy never brings there is believed to hold any hand.
        """
        free = HOLE_MASKS & np.uint64(sum(1 << card for card in start.board)) == 0
        ranges = []
        for reach in self.preflop.reach(start.node, start.board):
            weights = reach if reach.any() else free.astype(np.float64)
            ranges.append(Range(weights / weights.max()))
        tree_rules = self.preflop.tree.rules
        rules = TreeRules(
            stacks=(start.stack, start.stack),
            pot=start.pot,
            sizes=self.settings.sizes,
            min_bet=start.min_bet,
            chip=start.chip,
            max_raises=tree_rules.max_raises,
            add_allin=tree_rules.add_allin,
            force_allin=tree_rules.force_allin,
            merge=tree_rules.merge,
        )
        rules = replace(rules, **self.settings.options)
        return Spot(start.board, (ranges[0], ranges[1]), rules, self.preflop.rake)

    def solver(self, player: int, start: FlopStart) -> ContinualSolver:
        """Return the solver for a player from a flop on; both players share the first solve."""
        with self._lock:
            if start not in self._kept:
                self._kept[start] = {}
                while len(self._kept) > self._most_kept:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(start)
            solvers = self._kept[start]
            if player not in solvers:
                other = solvers.get(1 - player)
                solvers[player] = ContinualSolver(
                    self.spot(start) if other is None else other.spot,
                    player,
                    self.settings,
                    report=self._report,
                    first=None if other is None else other.first,
                )
            return solvers[player]


def check_preflop(strategy: TreeStrategy) -> TreeStrategy:
    """Return a strategy; ValueError unless it is for two players from preflop on."""
    rules = strategy.tree.rules
    if rules.first_street > 0:
        raise ValueError("the strategy starts on the flop or later; want one from preflop on")
    if rules.players != 2:
        raise ValueError(f"the strategy is for {rules.players} players; want one for two")
    return strategy
