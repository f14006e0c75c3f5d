"""Flops solved to the end of the street, many side by side, in arrays of NumPy or of CuPy.

Both players' strategies on the street are found together, as by a search of a single flop, with the
values that a network gives hands on the turns. All flops have the same betting, so the tables of a
decision are one array.

Shapes: F flops, P pairs of ranges on each, H = 1,176 hands that a flop leaves, A actions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.values.flop_arrays import NetworkOnArrays, compatible, hands_on
from fifthstreet.solvers.values.places import on_host
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.tree import NO_RAKE, BettingTree, Kind, end_payoffs, street_nodes

_PARTS = 7  # of the turns; an iteration evaluates one of them
_TURNS_LEFT = 45  # that may come if both hands are known
_MIN_REACH = np.float32(1e-6)  # so that hands of no weight have strategies as well
_TINY = np.float32(1e-30)
Pair: TypeAlias = tuple[Any, Any]  # both players' rows, [F, P, H] each


@dataclass(frozen=True, eq=False)
class FlopBatchValues:
    """What hands win on F flops, each with P pairs of ranges; 0 for impossible hands."""

    shares: NDArray[np.float32]  # [F, P, 2, 1326] of the pot, less half of it
    equity: NDArray[np.float32]  # [F, P, 2, 1326] winning minus losing without bets
    exploitability: NDArray[np.float32]  # [F, P] on the street, as a share of the pot


class FlopBetting:
    """The betting of a flop: its decisions, and the payoffs where it ends."""

    def __init__(self, tree: BettingTree) -> None:
        """List the nodes.

        Args:
            tree: The betting of a flop and of later streets, without rake.
        """
        nodes = street_nodes(tree)
        listed = {kind: [node for node in nodes if tree.kind[node] == kind] for kind in Kind}
        self.pot = float(tree.rules.pot)
        self.decisions, self.folds = listed[Kind.ACTION], listed[Kind.FOLD]
        self.deals, self.showdowns = listed[Kind.DEAL], listed[Kind.SHOWDOWN]
        every = np.arange(len(tree), dtype=np.int32)
        payoffs = end_payoffs(tree, every, tree.kind == Kind.SHOWDOWN, NO_RAKE)[1]
        self.fold_payoffs = payoffs[:, self.folds].astype(np.float32)  # [2, folds]
        self.pots = [np.float32(tree.pot(node)) for node in (*self.deals, *self.showdowns)]
        self.stacks = np.array([min(tree.stacks(node)) / tree.pot(node) for node in self.deals])
        self.children = {node: list(tree.children(node)) for node in self.decisions}
        self.player = {node: int(tree.player[node]) for node in self.decisions}


class FlopBatch:
    """Flops with the same betting and several pairs of ranges, while they are solved."""

    def __init__(
        self,
        network: NetworkOnArrays,
        betting: FlopBetting,
        flops: Sequence[tuple[int, ...]],
        reach: NDArray[np.floating],
    ) -> None:
        """Prepare to solve.

        Args:
            network: What hands are worth on the turns, and where to compute.
            betting: The betting of all flops.
            flops: F flops of three cards.
            reach: Weights of both players' hands on every flop, at most 1.  [P, 2, 1326]
        """
        self.network, self.betting, self.iteration = network, betting, 0
        self.tables = network.tables(flops)
        self._hands = np.array([hands_on(flop) for flop in flops])  # [F, H]
        rows = np.maximum(reach.astype(np.float32), _MIN_REACH)
        placed = network.convert(
            np.ascontiguousarray(rows[:, :, self._hands].transpose(1, 2, 0, 3))
        )
        self.start: Pair = (placed[0], placed[1])
        pairs = len(reach)
        self._stacks = network.stack_inputs(np.repeat(betting.stacks, pairs))
        none = placed[0] * np.float32(0)
        empty = {node: [none] * len(below) for node, below in betting.children.items()}
        self._regrets = {node: np.stack(rows) for node, rows in empty.items()}  # [A, F, P, H]
        self._averages = {node: np.stack(rows) for node, rows in empty.items()}

    def run(self, iterations: int) -> None:
        """Run iterations, in each of which first one player's strategy changes, then the other's.

        Args:
            iterations: Number of all iterations, with those that were run before.
        """
        discounts = DEFAULT_SCHEDULE.discounts(iterations).single()
        with one_blas_thread():
            while self.iteration < iterations:
                self.iteration += 1
                keep = discounts.keep[self.iteration - 1]
                factors = discounts.positive[self.iteration], discounts.negative[self.iteration]
                for player in (0, 1):
                    self._update(player, keep, *factors)

    def values(self) -> FlopBatchValues:
        """Return what hands win by the average strategies, and how good these are."""
        with one_blas_thread():
            strategies = {node: _matched(rows) for node, rows in self._averages.items()}
            ends = self._ends(self._reach(strategies))
            shares, equity, gains = [], [], []
            for player in (0, 1):
                opposing = self.start[1 - player]
                met = compatible(self.tables, opposing)
                pot = met * np.float32(self.betting.pot)
                won = self._joined(ends[player], player, strategies)
                best = self._joined(ends[player], player, None)
                shares.append(on_host(won / np.maximum(pot, _TINY)))
                led = self._all_in(opposing)
                equity.append(on_host(led / np.maximum(met, _TINY)))
                gain = (best * self.start[player]).sum(axis=2)
                gains.append(on_host(gain / (pot * self.start[player]).sum(axis=2)))
        return FlopBatchValues(
            self._of_holes(shares), self._of_holes(equity), np.float32(0.5) * (gains[0] + gains[1])
        )

    def _update(self, player: int, keep: Any, positive: Any, negative: Any) -> None:
        """Change a player's strategy: reach goes down, the values of the player's hands go up."""
        strategies = {node: _matched(rows) for node, rows in self._regrets.items()}
        reach = self._reach(strategies)
        turns = slice(self.iteration % _PARTS, None, _PARTS)
        values = self._ends(reach, player, turns)[player]
        own = [node for node in self.betting.decisions if self.betting.player[node] == player]
        for node in own:
            self._averages[node] *= keep
            self._averages[node] += reach[node][player] * strategies[node]
        self._joined(values, player, strategies)
        for node in own:
            rows = self._regrets[node]
            rows *= np.where(rows > 0, positive, negative)
            rows += (
                np.stack([values[child] for child in self.betting.children[node]]) - values[node]
            )

    def _reach(self, strategies: Mapping[int, Any]) -> dict[int, Pair]:
        """Return both players' reach at all nodes."""
        reach = {0: self.start}
        for node in self.betting.decisions:
            who = self.betting.player[node]
            own, other = reach[node][who], reach[node][1 - who]
            for child, chances in zip(self.betting.children[node], strategies[node], strict=True):
                reach[child] = (own * chances, other) if who == 0 else (other, own * chances)
        return reach

    def _joined(
        self, values: dict[int, Any], player: int, strategies: Mapping[int, Any] | None
    ) -> Any:
        """Add a player's values of decisions to the values of ends, and return the root's.

        Args:
            values: By node; decisions are added.
            player: Whose values they are.
            strategies: What both players do; None for a best response to the values of ends.
        """
        for node in reversed(self.betting.decisions):
            rows = [values[child] for child in self.betting.children[node]]
            joined = rows[0]
            for at, row in enumerate(rows[1:], start=1):
                if self.betting.player[node] != player:
                    joined = joined + row
                elif strategies is None:
                    joined = np.maximum(joined, row)
                else:  # from differences, so that equal values have regrets of exactly 0
                    joined = joined + strategies[node][at] * (row - rows[0])
            values[node] = joined
        return values[0]

    def _ends(
        self, reach: Mapping[int, Pair], player: int | None = None, turns: slice | None = None
    ) -> list[dict[int, Any]]:
        """Return both players' values of their hands where the street ends, or one player's.

        Args:
            reach: At all nodes.
            player: Whose values are needed; by default both players'.
            turns: The turns on which leaves are evaluated; by default all.
        """
        betting = self.betting
        found: list[dict[int, Any]] = [{}, {}]
        beside = self._beside_equity(reach, player, turns) if betting.deals else []
        for at, seat in enumerate((0, 1) if player is None else (player,)):
            found[seat] = self._folded(reach, seat)
            ends = [*betting.deals, *betting.showdowns]
            opposing = np.concatenate([reach[node][1 - seat] for node in ends], axis=1)
            led = np.split(self._all_in(opposing), len(ends), axis=1)
            for place, (node, pot) in enumerate(zip(ends, betting.pots, strict=True)):
                won = led[place] * np.float32(0.5)
                if place < len(betting.deals):
                    won = won + beside[at][place]
                found[seat][node] = won * pot
        return found

    def _folded(self, reach: Mapping[int, Pair], player: int) -> dict[int, Any]:
        """Return a player's values where a player has folded."""
        folds = self.betting.folds
        if not folds:
            return {}
        opposing = np.concatenate([reach[node][1 - player] for node in folds], axis=1)
        met = np.split(compatible(self.tables, opposing), len(folds), axis=1)
        payoffs = self.betting.fold_payoffs[player]
        return {node: rows * pay for node, rows, pay in zip(folds, met, payoffs, strict=True)}

    def _all_in(self, opposing: Any) -> Any:
        """Return the reach that hands beat less the reach that beats them.  [F, R, H]"""
        return opposing @ np.swapaxes(self.tables.leads, 1, 2)

    def _beside_equity(
        self, reach: Mapping[int, Pair], player: int | None, turns: slice | None
    ) -> list[list[Any]]:
        """Return what hands win beside their equity at all deals, in pots, for each player."""
        deals = self.betting.deals
        held = np.stack(
            [np.concatenate([reach[node][seat] for node in deals], axis=1) for seat in (0, 1)]
        )
        parts = [slice(at, None, _PARTS) for at in range(_PARTS)] if turns is None else [turns]
        won = sum(
            self.network.beside_equity(self.tables, self._stacks, held, part, player)
            for part in parts
        )
        won = won * np.float32(_PARTS / len(parts) / _TURNS_LEFT)
        return [np.split(rows, len(deals), axis=1) for rows in won]

    def _of_holes(self, rows: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """Return rows of both players with all 1,326 hands.  [F, P, 2, 1326]"""
        flops, pairs, _ = rows[0].shape
        found = np.zeros((flops, pairs, 2, HOLE_COUNT), np.float32)
        for at, hands in enumerate(self._hands):
            for player in (0, 1):
                found[at, :, player, hands] = rows[player][at].T
        return found


def _matched(rows: Any) -> Any:
    """Return the strategies of regret matching, or of averages.  [A, F, P, H]"""
    weights = np.maximum(rows, np.float32(0))
    total = weights.sum(axis=0)
    is_used = total > 0
    return np.where(is_used, weights / np.where(is_used, total, 1), np.float32(1 / len(rows)))
