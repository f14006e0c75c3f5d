"""Solve the betting before the flop, with values of hands where the flop is dealt.

The counterpart of `PreflopSolver` for any stack in seconds: no flop is solved. As in
`LeafValueSolver`, both players' strategies are found together, and each update of a player's
strategy is preceded by an evaluation of all leaves with both players' reach at this iteration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, class_sums
from fifthstreet.cards.equity import preflop_class_matrices
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule, schedule_to_dict
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.preflop.betting import PreflopBetting
from fifthstreet.solvers.search.preflop.flop_lines import ClassRow
from fifthstreet.solvers.search.preflop.game import PreflopGame
from fifthstreet.solvers.search.preflop.strategy import PreflopRecord
from fifthstreet.solvers.values import ClassLeafValues, LeafValues, Leaves, leaf_error
from fifthstreet.tree.strategy import Exploitability

_FLOP_PRECISION = "float32"  # of flops on which the strategy is measured later


class PreflopStreetSolver(PreflopBetting):
    """Solves a game from the blinds to the flop.

    Exploitability is for the betting before the flop with the values that the leaves have in the
    average strategy: how much a player could win by other actions before the flop. The error of the
    values themselves is not part of it. A game that never gets to a flop is solved exactly.

    >>> from fifthstreet.solvers.search.preflop import game_of
    >>> from fifthstreet.solvers.values import FunctionLeaves
    >>> halves = FunctionLeaves(lambda board, pot, stack, ranges: np.full((2, 1326), 0.5))
    >>> solver = PreflopStreetSolver(game_of({"stack": 20}, depth="street"), halves)
    >>> solver.run(target_pot_percent=0.5).exploitability.pot_percent < 0.5
    True
    >>> solver.strategy().tree.actions(0)
    ('f', 'c', 'b2', 'a')
    """

    def __init__(
        self,
        game: PreflopGame,
        leaf_values: LeafValues | None = None,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
    ) -> None:
        """Prepare to solve.

        Args:
            game: A game without rake. Its flops only matter for how often hands are dealt against
                each other: by the weight of the flops that leave both, or all alike without flops.
            leaf_values: What hands are worth where the flop is dealt. A game that never gets to a
                flop needs none.
            schedule: How iterations are weighted; not a predictive one.

        Raises:
            InputError: If the game has rake, if it gets to a flop and there are no leaf values, or
                if the schedule is predictive.
        """
        if game.rake.rate:
            raise InputError(f"rake must be 0 with leaf values, got {game.rake.rate:g}")
        if game.lines and leaf_values is None:
            raise InputError("leaf_values must be given for a game that gets to a flop, got none")
        super().__init__(game, schedule)
        if self.schedule.is_predictive:
            raise InputError("a search with leaf values does not support predictive schedules")
        self.leaf_values = leaf_values if game.lines else None
        tree = game.tree
        self.leaves = Leaves(
            (),
            np.array([tree.pot(line) for line in game.lines]),
            np.array([min(tree.stacks(line)) for line in game.lines]),
            tuple(game.lines),
        )

    def __repr__(self) -> str:
        return f"<PreflopStreetSolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The stack and the name of the leaf values."""
        after = "no flops" if self.leaf_values is None else f"then {self.leaf_values.name}"
        return f"preflop, {self.game.rules.stacks[0]:g} chips, {after}"

    @property
    def memory_bytes(self) -> int:
        """Memory of the tables."""
        return sum(array.nbytes for array in self._arrays().values())

    def _record(self, exploitability: Exploitability) -> PreflopRecord:
        values = self.leaf_values
        return PreflopRecord(
            iteration=self.iteration,
            seconds=self.iterating_seconds,
            exploitability=exploitability,
            curve=list(self.curve),
            precision=_FLOP_PRECISION,
            leaf_values=None if values is None else values.name,
            leaf_error_pot_percent=None if values is None else leaf_error(values),
        )

    def _flop_values(
        self, player: int, mode: ValueMode | None, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Return the values of a player's classes at all lines to the flop."""
        if self.leaf_values is None:
            return {}
        own, lines = self._own_reach(player, mode), self.game.lines
        rows = np.empty((len(lines), 2, CLASS_COUNT))
        rows[:, player] = [own[line] for line in lines]
        rows[:, 1 - player] = [reach[line] for line in lines]
        if isinstance(self.leaf_values, ClassLeafValues):
            part = self.iteration % self.leaf_values.parts if mode is None else None
            found = self.leaf_values.class_values(self.leaves, rows, player=player, part=part)
            won = found[:, player]
        else:
            held = rows[:, :, HOLE_CLASS].astype(np.float32)
            won = class_sums(self.leaf_values.values(self.leaves, held, player=player)[:, player])
        if len(self.game.boards):
            won = won * self._met_on_flops(rows[:, 1 - player])
        return dict(zip(lines, won, strict=True))

    def _met_on_flops(self, opposing: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return how often classes meet hands in the game, as a share of how often without flops.

        Leaf values count all pairs of hands that share no card; a game with flops counts each pair
        by the weight of the flops that leave both hands.

        Args:
            opposing: The opponent's classes at each line.  [L, 169]
        """
        every = opposing @ preflop_class_matrices()[0]
        shares: NDArray[np.float64] = np.divide(
            opposing @ self._pairs, every, out=np.zeros_like(every), where=every > 0
        )
        return shares

    def _facts(self) -> dict[str, Any]:
        return {
            "rules": self.game.rules.to_dict(),
            "flops": self.game.boards.tolist(),
            "counts": self.game.counts.tolist(),
            "schedule": schedule_to_dict(self.schedule),
            "values": None if self.leaf_values is None else self.leaf_values.name,
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        tables = (("regrets", self._regrets), ("averages", self._averages))
        return {f"{name}/{node}": rows for name, both in tables for node, rows in both.items()}
