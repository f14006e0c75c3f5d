"""The range solver in plain NumPy: what every other backend is compared with.

A pass for one player goes down the game with the opponent's reach, values the ends, and comes up
with the player's values. Here it is one recursion over every node of every runout, in float64,
with nothing left out; an end is valued by comparing each hand with each hand. For small spots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS, hole_permutation
from fifthstreet.hands import evaluate_masks
from fifthstreet.solvers.common.schedules import SingleDiscounts
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.plan import Plan
from fifthstreet.solvers.postflop.street_betting import ACTION, EXIT
from fifthstreet.solvers.postflop.tables import Tables

Row: TypeAlias = NDArray[np.float64]  # [H] a number for each hand of a player's row
Rows: TypeAlias = NDArray[np.float64]  # [A, H]
NodeRows: TypeAlias = NDArray[np.float32]  # [N, stride] of one runout

# Largest whole number of an integer table, by its type.
_MOST = {"int16": 32767.0, "uint16": 65535.0}


@dataclass(frozen=True)
class _Update:
    """What an iteration is to the pass of one player."""

    iteration: int  # from 1
    updates: int  # that the opponent's strategy has had
    discounts: SingleDiscounts


@dataclass(frozen=True, eq=False)
class _Pass:
    """A pass for one player: an update, or average strategies as a mode says."""

    player: int
    does: _Update | Mode
    values: list[list[NodeRows]] | None = None  # by street and runout, to be filled


@dataclass(frozen=True)
class _Place:
    """A node on a runout."""

    street: int  # 0 is the spot's own
    runout: int
    at: int  # of the street's nodes


class ReferenceBackend:
    """Passes over a plan, slow and plain."""

    def __init__(self, plan: Plan, tables: tuple[Tables, Tables], threads: int) -> None:
        """Take tables to work on: the backend changes them in place. It runs on one thread."""
        self.plan = plan
        self.threads = threads
        self._tables = tables
        self._matrices: dict[tuple[int, int], tuple[Rows, Rows]] = {}

    @property
    def scratch_bytes(self) -> int:
        """Memory of the matrices kept so far, apart from the tables."""
        return sum(first.nbytes + second.nbytes for first, second in self._matrices.values())

    def read(self, player: int, name: str, part: slice) -> NDArray[Any]:
        """A part of one of a player's tables as it is now."""
        return self._tables[player].arrays[name][part]

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Nothing to do: the solver's own tables are worked on."""

    def push(self) -> None:
        """Nothing to do."""

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Iterations `first` to `first + count - 1`, counted from 1."""
        for iteration in range(first, first + count):
            # The second player's strategy is the one of the iteration before when the first moves.
            self._run(_Pass(0, _Update(iteration, iteration - 1, discounts)))
            self._run(_Pass(1, _Update(iteration, iteration, discounts)))

    def root_values(self, player: int, mode: Mode) -> NDArray[np.float32]:
        """Counterfactual value of each hand of the root's row, in chips times reach."""
        return self._run(_Pass(player, mode)).astype(np.float32)

    def node_values(self, player: int, mode: Mode) -> list[NDArray[np.float32]]:
        """Counterfactual values at all nodes of the streets before the river; of a river, at all.

        For each street one flat array: runout by runout, [nodes, stride].
        """
        streets = self._all_values(player, mode)
        kept = streets[:-1] if len(streets) > 1 else streets
        return [np.concatenate([rows.ravel() for rows in runouts]) for runouts in kept]

    def river_values(self, player: int, mode: Mode, runout: int) -> NDArray[np.float32]:
        """Counterfactual values at all nodes of one river runout.  [nodes, stride]"""
        return self._all_values(player, mode)[-1][runout]

    def _all_values(self, player: int, mode: Mode) -> list[list[NodeRows]]:
        plan = self.plan
        values = [
            [np.zeros((len(betting.kind), stride), np.float32) for stride in strides.tolist()]
            for betting, strides in zip(plan.betting, plan.layouts[player].stride, strict=True)
        ]
        self._run(_Pass(player, mode, values))
        return values

    # Down, ends, up.

    def _run(self, run: _Pass) -> Row:
        opponent = 1 - run.player
        start = self.plan.weights[opponent][self._holes(opponent, 0, 0)]
        return self._node(run, _Place(0, 0, 0), start.astype(np.float64))

    def _node(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Values of the player's hands at a node that the opponent's get to with a reach."""
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
        """The opponent's reach is split; his average moves on by what gets to each action."""
        block = _Block(self.plan, self._tables, place)
        shares = reach * block.strategy(run.does)
        if isinstance(run.does, _Update):
            # A stamp is the number of updates that the last strategy added had had, plus 1.
            factors = run.does.discounts.keep[block.stamp("average") : run.does.updates + 1]
            keep = np.prod(factors, dtype=np.float64) if block.stamp("average") else 0.0
            block.write("average", keep * block.read("average") + shares)
            block.set_stamp("average", run.does.updates + 1)
        values = [
            self._node(run, child, share)
            for child, share in zip(self._children(place), shares, strict=True)
        ]
        total: Row = np.sum(values, axis=0)
        return total

    def _player_acts(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """The player's values are those of his strategy, or of the best action; regrets move on."""
        values = np.array([self._node(run, child, reach) for child in self._children(place)])
        block = _Block(self.plan, self._tables, place)
        if run.does == Mode.BEST_RESPONSE:
            best: Row = values.max(axis=0)
            given = block.locked()
            return best if given is None else np.where(given[0] < 0, best, (given * values).sum(0))
        mean: Row = (block.strategy(run.does) * values).sum(axis=0)
        if isinstance(run.does, _Update):
            seen = values - mean
            since = slice(block.stamp("regret") + 1, run.does.iteration + 1)
            up = np.prod(run.does.discounts.positive[since], dtype=np.float64)
            down = np.prod(run.does.discounts.negative[since], dtype=np.float64)
            regrets = block.read("regret")
            block.write("regret", regrets * np.where(regrets > 0, up, down) + seen)
            block.set_stamp("regret", run.does.iteration)
            if block.is_predictive:
                block.write("prediction", seen)
        return mean

    def _deal(self, run: _Pass, place: _Place, reach: Row) -> Row:
        """Values before a deal: the sum over all cards, each as likely as any other unseen one."""
        plan = self.plan
        betting, runouts = plan.betting[place.street], plan.runouts[place.street + 1]
        entry = int(np.flatnonzero(betting.exit_node == place.at)[0])
        root = int(plan.betting[place.street + 1].entry_start[entry])
        board_cards = int(plan.runouts[place.street].boards[place.runout]).bit_count()
        chance = 1 / (CARD_COUNT - 4 - board_cards)  # two hands and the board are out of the deck
        before = np.zeros(HOLE_COUNT)
        before[self._holes(1 - run.player, place.street, place.runout)] = reach * chance
        total = np.zeros(HOLE_COUNT)
        for runout in np.flatnonzero(runouts.parent == place.runout).tolist():
            child = _Place(place.street + 1, runout, root)
            dealt = before[self._holes(1 - run.player, child.street, runout)]
            values = np.zeros(HOLE_COUNT)
            values[self._holes(run.player, child.street, runout)] = self._node(run, child, dealt)
            # What is known of the runout holds for its images, with the suits renamed.
            for member in range(runouts.member_start[runout], runouts.member_start[runout + 1]):
                total[hole_permutation(runouts.member_perm[member])] += values
        return total[self._holes(run.player, place.street, place.runout)]

    def _end(self, player: int, place: _Place, reach: Row) -> Row:
        """Values of a fold or a showdown."""
        lead, total = self.plan.payoffs[place.street]
        compatible, comparison = self._matrix(place.street, place.runout)
        if player == 1:
            compatible, comparison = compatible.T, -comparison.T
        return float(lead[player, place.at]) * (comparison @ reach) + float(
            total[player, place.at]
        ) * (compatible @ reach)

    # What hands there are.

    def _matrix(self, street: int, runout: int) -> tuple[Rows, Rows]:
        """For each pair of hands, the first player's in rows: 1 if they share no card, else 0;
        and that times the sign of the difference of their strengths (0 before the river).
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
        """The hands of a player's row."""
        seat = self.plan.runouts[street].seats[player]
        return seat.holes[runout, : seat.count[runout]]

    def _children(self, place: _Place) -> list[_Place]:
        betting = self.plan.betting[place.street]
        first = int(betting.first_child[place.at])
        nodes = range(first, first + int(betting.n_children[place.at]))
        return [_Place(place.street, place.runout, node) for node in nodes]


class _Block:
    """What the tables hold of one decision on one runout."""

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
        """Whether there is a table of predictions."""
        return "predictions" in self._arrays

    def read(self, name: str) -> Rows:
        """Numbers of a table.  [A, H]"""
        numbers = self._arrays[name + "s"][self._part].reshape(self._shape).astype(np.float64)
        if name + "_scales" in self._arrays:
            numbers = numbers * float(self._arrays[name + "_scales"][self._block])
        rows: Rows = numbers[:, : self._hands]
        return rows

    def write(self, name: str, rows: Rows) -> None:
        """Put numbers into a table: whole ones and a scale where it has 16 bits."""
        table = self._arrays[name + "s"]
        padded = np.zeros(self._shape)
        padded[:, : self._hands] = rows
        if name + "_scales" in self._arrays:
            largest, most = np.abs(padded).max(), _MOST[table.dtype.name]
            self._arrays[name + "_scales"][self._block] = largest / most
            whole = padded * (most / largest if largest > 0 else 0.0)
            padded = np.trunc(whole + np.copysign(0.5, whole))  # halves away from zero
        table[self._part] = padded.ravel().astype(table.dtype)

    def stamp(self, name: str) -> int:
        """When a table of the block was last worked on."""
        return int(self._arrays[name + "_stamps"][self._block])

    def set_stamp(self, name: str, value: int) -> None:
        """Say when a table of the block was worked on."""
        self._arrays[name + "_stamps"][self._block] = value

    def locked(self) -> Rows | None:
        """Probabilities that are given, below 0 where a hand is free; None if all are.  [A, H]"""
        if self._locks is None or (start := int(self._locks.start[self._block])) < 0:
            return None
        size = self._shape[0] * self._shape[1]
        rows = self._locks.rows[start : start + size].reshape(self._shape)
        return rows[:, : self._hands].astype(np.float64)

    def strategy(self, does: _Update | Mode) -> Rows:
        """Probabilities in an update, by regret matching, or those of the average.  [A, H]"""
        if isinstance(does, Mode):
            weights = self.read("average")
        elif self.is_predictive:
            weights = np.maximum(self.read("regret"), 0) + self.read("prediction")
        else:
            weights = self.read("regret")
        weights = np.maximum(weights, 0)
        total = weights.sum(axis=0)
        uniform = np.full(weights.shape, 1 / len(weights))
        matched = np.divide(weights, total, out=uniform, where=total > 0)
        given = self.locked()
        return matched if given is None else np.where(given < 0, matched, given)
