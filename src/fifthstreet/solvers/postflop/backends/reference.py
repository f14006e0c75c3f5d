"""The range solver in plain NumPy; all other backends are tested against it.

A pass for one player carries the opponent's reach down the tree, evaluates the terminal nodes, and
carries the player's values up. Here it is one recursion over every node of every runout, in
float64, without pruning; a terminal node is evaluated by comparing all pairs of hands. It is for
small spots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS, hole_permutation
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.common import SingleDiscounts
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.host import HostBackend
from fifthstreet.solvers.postflop.backends.tables import (
    GADGET_AVERAGES,
    GADGET_REGRETS,
    Tables,
    normalised,
)
from fifthstreet.solvers.postflop.spot import ACTION, EXIT, GadgetRows, Plan

Row: TypeAlias = NDArray[np.float64]  # [H] a number for each hand of a player's row
Rows: TypeAlias = NDArray[np.float64]  # [A, H]
NodeRows: TypeAlias = NDArray[np.float32]  # [N, stride] of one runout

# Largest number of an integer table, by its type.
_LARGEST = {"int16": 32767.0, "uint16": 65535.0}


@dataclass(frozen=True)
class _Update:
    """The parameters of an iteration's pass for one player."""

    iteration: int  # from 1
    updates: int  # number of updates of the opponent's strategy so far
    discounts: SingleDiscounts


@dataclass(frozen=True, eq=False)
class _Pass:
    """A pass for one player: an update, or an evaluation of average strategies in a mode."""

    player: int
    task: _Update | ValueMode
    values: list[list[NodeRows]] | None = None  # by street and runout; filled by the pass


@dataclass(frozen=True)
class _Place:
    """A node on a runout."""

    street: int  # counted from the spot's street
    runout: int
    at: int  # index among the street's nodes


class ReferenceBackend(HostBackend):
    """Slow and simple passes over a plan."""

    def __init__(self, plan: Plan, tables: tuple[Tables, Tables], threads: int) -> None:
        """Prepare passes over tables, which are changed in place; they run on one thread."""
        super().__init__(plan, tables, threads)
        self._matrices: dict[tuple[int, int], tuple[Rows, Rows]] = {}

    @property
    def scratch_bytes(self) -> int:
        """Memory of the matrices kept so far, besides the tables."""
        return sum(first.nbytes + second.nbytes for first, second in self._matrices.values())

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Run iterations `first` to `first + count - 1`, counted from 1."""
        for iteration in range(first, first + count):
            # While the first player is updated, the second still plays the previous strategy.
            self._run(_Pass(0, _Update(iteration, iteration - 1, discounts)))
            self._run(_Pass(1, _Update(iteration, iteration, discounts)))

    def update_through(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Run a player's pass of an iteration against hands with this reach at the root."""
        updates = iteration if player else iteration - 1
        run = _Pass(player, _Update(iteration, updates, discounts))
        return self._node(run, _Place(0, 0, 0), reach.astype(np.float64)).astype(np.float32)

    def values_through(
        self, player: int, mode: ValueMode, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the values at the root, if the opponent's hands have this reach there."""
        values = self._node(_Pass(player, mode), _Place(0, 0, 0), reach.astype(np.float64))
        return values.astype(np.float32)

    def root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the counterfactual value of each hand of the root's row, in chips times reach."""
        return self._run(_Pass(player, mode)).astype(np.float32)

    def entered_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the values where the second street begins.  [runouts, entries, row]"""
        return self._entered_rows(player, self._all_values(player, mode)[1])

    def node_values(self, player: int, mode: ValueMode) -> list[NDArray[np.float32]]:
        """Return counterfactual values at all nodes before the river; for a river spot, at all.

        For each street there is one flat array: runout by runout, [nodes, stride].
        """
        streets = self._all_values(player, mode)
        kept = streets[:-1] if len(streets) > 1 else streets
        return [np.concatenate([rows.ravel() for rows in runouts]) for runouts in kept]

    def river_values(self, player: int, mode: ValueMode, runout: int) -> NDArray[np.float32]:
        """Return counterfactual values at all nodes of one river runout.  [nodes, stride]"""
        return self._all_values(player, mode)[-1][runout]

    def _all_values(self, player: int, mode: ValueMode) -> list[list[NodeRows]]:
        plan = self.plan
        values = [
            [np.zeros((len(betting.kind), stride), np.float32) for stride in strides.tolist()]
            for betting, strides in zip(plan.betting, plan.layouts[player].stride, strict=True)
        ]
        self._run(_Pass(player, mode, values))
        return values

    # The recursion: reach down, terminal nodes, values up.

    def _run(self, run: _Pass) -> Row:
        opponent, gadget = 1 - run.player, self.plan.gadget
        if gadget is not None and gadget.player == opponent:
            start = self._enter(gadget, run.task)
        else:
            start = self.plan.weights[opponent][self._holes(opponent, 0, 0)].astype(np.float64)
        values = self._node(run, _Place(0, 0, 0), start)
        if gadget is not None and gadget.player == run.player and isinstance(run.task, _Update):
            discounts, at = run.task.discounts, run.task.iteration
            factors = float(discounts.positive[at]), float(discounts.negative[at])
            gadget.update(self._gadget_rows(gadget, GADGET_REGRETS), values, *factors)
        return values

    # The root gadget: a decision over the hands of the root's row.

    def _enter(self, gadget: GadgetRows, task: _Update | ValueMode) -> Row:
        """Return the reach of the hands that enter, and update their average."""
        averages = self._gadget_rows(gadget, GADGET_AVERAGES)
        if isinstance(task, ValueMode):
            return gadget.entering(averages)
        regrets = self._gadget_rows(gadget, GADGET_REGRETS)
        return gadget.enter(regrets, averages, float(task.discounts.keep[task.updates]))

    def _gadget_rows(self, gadget: GadgetRows, name: str) -> NDArray[np.float32]:
        """Return a writable view of the gadget's rows of a table.  [2, stride]"""
        return self._tables[gadget.player].arrays[name].reshape(2, -1)

    def _node(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Return the values of the player's hands at a node, given the opponent's reach."""
        betting = self.plan.betting[place.street]
        kind, player = int(betting.kind[place.at]), int(betting.player[place.at])
        if kind == EXIT:
            values = self._deal(run, place, reach)
        elif kind != ACTION:
            values = self._end(run.player, place, reach)
        elif player == run.player:
            values = self._player_acts(run, place, reach)
        else:
            values = self._opponent_acts(run, place, reach)
        if run.values is not None:
            run.values[place.street][place.runout][place.at, : len(values)] = values
        return values

    def _opponent_acts(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Split the opponent's reach among the actions and update their average strategy by it."""
        block = _Block(self.plan, self._tables, place)
        shares = reach * block.strategy(run.task)
        if isinstance(run.task, _Update):
            # The stamp is 1 plus the number of updates of the last strategy that was added.
            factors = run.task.discounts.keep[block.stamp("average") : run.task.updates + 1]
            keep = np.prod(factors, dtype=np.float64) if block.stamp("average") else 0.0
            block.write("average", keep * block.read("average") + shares)
            block.set_stamp("average", run.task.updates + 1)
        values = [
            self._node(run, child, share)
            for child, share in zip(self._children(place), shares, strict=True)
        ]
        total: Row = np.sum(values, axis=0)
        return total

    def _player_acts(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Return the values of the player's strategy, or of best actions, and update regrets."""
        values = np.array([self._node(run, child, reach) for child in self._children(place)])
        block = _Block(self.plan, self._tables, place)
        if run.task == ValueMode.BEST_RESPONSE:
            best: Row = values.max(axis=0)
            locked = block.locked()
            if locked is None:
                return best
            return np.where(locked[0] < 0, best, (locked * values).sum(0))
        mean: Row = (block.strategy(run.task) * values).sum(axis=0)
        if isinstance(run.task, _Update):
            new_regrets = values - mean
            since = slice(block.stamp("regret") + 1, run.task.iteration + 1)
            positive = np.prod(run.task.discounts.positive[since], dtype=np.float64)
            negative = np.prod(run.task.discounts.negative[since], dtype=np.float64)
            regrets = block.read("regret")
            block.write("regret", regrets * np.where(regrets > 0, positive, negative) + new_regrets)
            block.set_stamp("regret", run.task.iteration)
            if block.is_predictive:
                block.write("prediction", new_regrets)
        return mean

    def _deal(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Return the values before a deal: the mean over all unseen cards."""
        plan = self.plan
        betting, runouts = plan.betting[place.street], plan.runouts[place.street + 1]
        entry = int(np.flatnonzero(betting.exit_node == place.at)[0])
        root = int(plan.betting[place.street + 1].entry_start[entry])
        board_cards = int(plan.runouts[place.street].boards[place.runout]).bit_count()
        chance = 1 / (CARD_COUNT - 4 - board_cards)  # two hands and the board are not in the deck
        before = np.zeros(HOLE_COUNT)
        before[self._holes(1 - run.player, place.street, place.runout)] = reach * chance
        total = np.zeros(HOLE_COUNT)
        for runout in np.flatnonzero(runouts.parent == place.runout).tolist():
            child = _Place(place.street + 1, runout, root)
            dealt = before[self._holes(1 - run.player, child.street, runout)]
            values = np.zeros(HOLE_COUNT)
            values[self._holes(run.player, child.street, runout)] = self._node(run, child, dealt)
            # The runout's values hold for all members of its orbit, with the suits permuted.
            for member in range(runouts.member_start[runout], runouts.member_start[runout + 1]):
                total[hole_permutation(runouts.member_perm[member])] += values
        return total[self._holes(run.player, place.street, place.runout)]

    def _end(self, player: int, place: _Place, reach: Row) -> Row:
        lead, total = self.plan.payoffs[place.street]
        compatible, comparison = self._matrix(place.street, place.runout)
        if player == 1:
            compatible, comparison = compatible.T, -comparison.T
        return float(lead[player, place.at]) * (comparison @ reach) + float(
            total[player, place.at]
        ) * (compatible @ reach)

    # Hands.

    def _matrix(self, street: int, runout: int) -> tuple[Rows, Rows]:
        """Return two matrices over pairs of hands, with the first player's hands in rows.

        The first is 1 where the hands share no card, else 0. The second is the first times the sign
        of the difference of their strengths (0 before the river).
        """
        if (street, runout) not in self._matrices:
            held = [HOLE_MASKS[self._holes(player, street, runout)] for player in (0, 1)]
            compatible = (held[0][:, None] & held[1][None, :] == 0).astype(np.float64)
            comparison = np.zeros_like(compatible)
            board = self.plan.runouts[street].boards[runout]
            if street == len(self.plan.runouts) - 1:
                first, second = (
                    evaluate_masks(masks, np.full(len(masks), board)).astype(np.int64)
                    for masks in held
                )
                comparison = compatible * np.sign(first[:, None] - second[None, :])
            self._matrices[street, runout] = compatible, comparison
        return self._matrices[street, runout]

    def _holes(self, player: int, street: int, runout: int) -> NDArray[np.int16]:
        """Return the hands of a player's row."""
        return self.plan.runouts[street].seats[player].hands(runout)

    def _children(self, place: _Place) -> list[_Place]:
        betting = self.plan.betting[place.street]
        first = int(betting.first_child[place.at])
        nodes = range(first, first + int(betting.n_children[place.at]))
        return [_Place(place.street, place.runout, node) for node in nodes]


class _Block:
    """The part of the tables for one decision on one runout."""

    def __init__(self, plan: Plan, tables: tuple[Tables, Tables], place: _Place) -> None:
        betting = plan.betting[place.street]
        player = int(betting.player[place.at])
        layout = plan.layouts[player]
        self._arrays = tables[player].arrays
        self._locks = plan.locks[player]
        self._block = layout.block(place.street, place.runout, betting, place.at)
        self._part = layout.rows(place.street, place.runout, betting, place.at)
        self._shape = (
            int(betting.n_children[place.at]),
            int(layout.stride[place.street][place.runout]),
        )
        self._hands = int(plan.runouts[place.street].seats[player].count[place.runout])

    @property
    def is_predictive(self) -> bool:
        return "predictions" in self._arrays

    def read(self, name: str) -> Rows:
        """Return the numbers of a table.  [A, H]"""
        numbers = self._arrays[name + "s"][self._part].reshape(self._shape).astype(np.float64)
        if name + "_scales" in self._arrays:
            numbers = numbers * float(self._arrays[name + "_scales"][self._block])
        return numbers[:, : self._hands]

    def write(self, name: str, rows: Rows) -> None:
        """Write numbers to a table; with 16 bits, as integers and a scale."""
        table = self._arrays[name + "s"]
        padded = np.zeros(self._shape)
        padded[:, : self._hands] = rows
        if name + "_scales" in self._arrays:
            largest, limit = np.abs(padded).max(), _LARGEST[table.dtype.name]
            self._arrays[name + "_scales"][self._block] = largest / limit
            scaled = padded * (limit / largest if largest > 0 else 0.0)
            padded = np.trunc(scaled + np.copysign(0.5, scaled))  # rounds halves away from zero
        table[self._part] = padded.ravel().astype(table.dtype)

    def stamp(self, name: str) -> int:
        return int(self._arrays[name + "_stamps"][self._block])

    def set_stamp(self, name: str, value: int) -> None:
        self._arrays[name + "_stamps"][self._block] = value

    def locked(self) -> Rows | None:
        """Return locked probabilities, negative for free hands; None without a lock.  [A, H]"""
        if self._locks is None or (start := int(self._locks.start[self._block])) < 0:
            return None
        size = self._shape[0] * self._shape[1]
        rows = self._locks.rows[start : start + size].reshape(self._shape)
        return rows[:, : self._hands].astype(np.float64)

    def strategy(self, task: _Update | ValueMode) -> Rows:
        """Return the probabilities of regret matching in an update, else the averages.  [A, H]"""
        if isinstance(task, ValueMode):
            weights = self.read("average")
        elif self.is_predictive:
            weights = np.maximum(self.read("regret"), 0) + self.read("prediction")
        else:
            weights = self.read("regret")
        matched = normalised(np.maximum(weights, 0))
        locked = self.locked()
        return matched if locked is None else np.where(locked < 0, matched, locked)
