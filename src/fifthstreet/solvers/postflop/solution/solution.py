"""A solved spot: strategies, values and equities at any node."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from threading import RLock, local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, parse_cards
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends import (
    GADGET_AVERAGES,
    ByteError,
    NativeBackend,
    Tables,
    ValueMode,
    byte_tables,
    measure,
    normalised,
)
from fifthstreet.solvers.postflop.solution import sections
from fifthstreet.solvers.postflop.solution.node import Node, make_node
from fifthstreet.solvers.postflop.solution.solve_record import SolveRecord
from fifthstreet.solvers.postflop.spot import (
    RIVER,
    Place,
    Plan,
    Spot,
    find_place,
    find_runout,
    spread,
)
from fifthstreet.support.pictured import Pictured
from fifthstreet.support.storage import Container, replacing, write_container
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import STREET_NAMES, BettingTree, Kind, Rake
from fifthstreet.tree.strategy import Exploitability, HoleArray, NodeStrategy, TreeStrategy

Values = Sequence[NDArray[np.float32]]  # of a player, by street


@dataclass(frozen=True)
class SavedSize:
    """The size of a saved file, and the error of rounding, if any."""

    bytes: int
    strategy_bytes: int
    value_bytes: int
    byte_error: ByteError | None


class _RiverValues(local):
    """A thread's values on the last river runout that it read."""

    def __init__(self) -> None:
        self.runout: int | None = None
        self.rows: dict[int, NDArray[np.float32]] = {}  # by player


@dataclass(frozen=True)
class Verifier:
    """Verifies the chunks of a file before they are read; InputError if one is damaged."""

    container: Container
    spot: Spot

    def check_averages(self, player: int, rows: slice) -> None:
        """Check entries of a player's averages, and the scales of all of them."""
        scales = sections.section_name(player, "average_scales")
        if scales in self.container.sections:
            self.container.verify_part(scales)
        self.container.verify_part(sections.section_name(player, "averages"), rows.start, rows.stop)

    def check_values(self, player: int, street: int, rows: slice) -> None:
        """Check entries of a player's values."""
        name = sections.values_name(player, self.spot.street + street)
        self.container.verify_part(name, rows.start, rows.stop)

    def check_all(self) -> None:
        """Check all sections."""
        for name in self.container.sections:
            self.container.verify_part(name)


class Solution(TreeStrategy, Pictured):
    """A solved spot: its average strategies, and the reach, values and equities they imply.

    Any number of threads may read a solution, solved or opened from a file, at the same time, with
    the same results as one thread. Values that are computed once, such as values that were not
    stored, are computed by the first thread that needs them, while the others wait.

    A solution can be pickled: the pickle has all of its tables, and needs no file.
    """

    kind = "solution"

    def __init__(
        self,
        spot: Spot,
        plan: Plan | Callable[[], Plan],
        tables: tuple[Tables, Tables],
        record: SolveRecord,
        *,
        threads: int | None = None,
        values: tuple[Values, Values] | None = None,
        byte_error: ByteError | None = None,
        file: Path | None = None,
        verifier: Verifier | None = None,
    ) -> None:
        """Wrap tables of averages.

        `plan` may be a function that makes the plan when it is needed. `values` are the values of
        nodes before the river, if known, `byte_error` is the error of rounding probabilities to
        bytes, `file` is the solution's file, and `verifier` checks what is read from it.
        """
        self.spot = spot
        self._plan = plan
        self._tables = tables
        self.record = record
        self.threads = thread_count(threads)
        self.byte_error = byte_error
        self.file = file
        self._backend: NativeBackend | None = None
        self._values = values
        self._verifier = verifier
        self._once = RLock()  # held while something is computed that all threads use
        self._river = _RiverValues()

    def __repr__(self) -> str:
        early = ", stopped early" if self.record.is_stopped_early else ""
        return (
            f"<{type(self).__name__} on {cards_text(self.spot.board)}: "
            f"{self.record.iterations} iterations, exploitability {self.exploitability}{early}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._contents())

    def _contents(self) -> dict[str, Any]:
        """Return the arguments of the constructor; everything in a file is read and verified."""
        return {
            "tables": self.tables,
            "spot": self.spot,
            "plan": self.plan,
            "record": self.record,
            "threads": self.threads,
            "values": self._values,
            "byte_error": self.byte_error,
        }

    # The interface of a strategy on a betting tree.

    @property
    def tree(self) -> BettingTree:
        """The betting tree of the spot."""
        return self.spot.tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The ranges of the spot, OOP first."""
        return self.spot.ranges

    @property
    def board(self) -> tuple[int, ...]:
        """The board of the spot."""
        return self.spot.board

    @property
    def rake(self) -> Rake:
        """The rake of the spot."""
        return self.spot.rake

    @property
    def exploitability(self) -> Exploitability:
        """How much best responses win against the strategies."""
        return self.record.exploitability

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        return self._strategy(self._place("", node, board[len(self.board) :]))

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of both players reaches a node."""
        return self._reach(node, board[len(self.board) :])

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy and the values at a decision on a board."""
        here = self.node(self.tree.path(node, board[len(self.board) :]))
        return NodeStrategy(
            here.strategy, here.frequencies, here.action_ev, here.reach[here.player]
        )

    # Nodes.

    @property
    def last_street(self) -> int:
        """The last street with stored tables; 3 is the river."""
        return RIVER

    @property
    def plan(self) -> Plan:
        """The plan of the spot."""
        plan = self._plan
        if callable(plan):
            with self._once:
                if callable(self._plan):
                    self._plan = self._plan()
                plan = self._plan
        return plan

    @property
    def tables(self) -> tuple[Tables, Tables]:
        """The tables of averages, OOP first; tables in a file are read and verified first."""
        if self._verifier is not None:
            self._verifier.check_all()
        return self._tables

    @property
    def backend(self) -> NativeBackend:
        """The backend that evaluates the average strategies; a whole file is verified first."""
        backend = self._unverified_backend
        if self._verifier is not None:
            self._verifier.check_all()
        return backend

    @property
    def _unverified_backend(self) -> NativeBackend:
        if self._backend is None:
            with self._once:
                if self._backend is None:
                    self._backend = NativeBackend(self.plan, self._tables, self.threads)
        return self._backend

    @property
    def values(self) -> tuple[Values, Values]:
        """Counterfactual values at all nodes before the river; for a river spot, at all nodes."""
        if self._values is not None and self._verifier is not None:
            self._verifier.check_all()
        if self._values is None:
            with self._once:
                if self._values is None:
                    self._values = (
                        self.backend.node_values(0, ValueMode.AVERAGE),
                        self.backend.node_values(1, ValueMode.AVERAGE),
                    )
        return self._values

    @cached_property
    def root(self) -> Node:
        """The root node of the spot."""
        return self.node("r")

    @property
    def ev(self) -> tuple[float, float]:
        """Expected chips of both ranges from the pot, OOP first."""
        return self.root.range_ev

    @property
    def equity(self) -> tuple[float, float]:
        """Equity of both ranges, OOP first."""
        return self.root.range_equity

    def node(self, path: str) -> Node:
        """Return strategy, reach, values and equities at a node with a path like `r:k:b94:c:n8c`.

        The path must name the card of every deal.
        """
        node, cards = self.tree.find(path)
        place = self._place(path, node, cards)
        return make_node(
            solution=self,
            path=self.tree.path(node, cards),
            node=node,
            board=(*self.board, *cards),
            reach=self._reach(node, cards),
            strategy=self._strategy(place) if self.tree.kind[node] == Kind.ACTION else None,
            values=(self._node_values(0, place), self._node_values(1, place)),
            action_values=self._action_values(place),
            chance=self._chance(len(cards)),
        )

    def paths(self, runout: str = "") -> Iterator[str]:
        """Yield the paths of all nodes on a runout like "8c2d", on all of its streets.

        Without cards, these are the nodes of the board's own street.
        """
        cards = tuple(int(card) for card in parse_cards(runout))
        last = self.spot.street + len(cards)
        if last > RIVER or len({*cards, *self.board}) < len(cards) + len(self.board):
            left = RIVER - self.spot.street
            raise InputError(f"runout must be up to {left} cards not on the board, got {runout!r}")
        for node in np.flatnonzero(self.tree.street <= last).tolist():
            yield self.tree.path(node, cards)

    def to_frame(self, paths: Sequence[str] = ("r",)) -> Any:
        """Return nodes, by default the root alone, as one pandas DataFrame; see `Node.to_frame`."""
        if isinstance(paths, str):
            raise InputError(f"paths must be a list of paths, got the string {paths!r}")
        frames = [self.node(path).to_frame() for path in paths]
        return import_module("pandas").concat(frames, ignore_index=True)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        last_street: int | None = None,
        in_bytes: bool = False,
    ) -> SavedSize:
        """Write the solution to a file; replace an existing file only when complete.

        `last_street` (1 flop, 2 turn) omits later streets, which are re-solved on request.
        `in_bytes` rounds probabilities to multiples of 1/255 and measures the error.
        """
        if self.spot.gadget is not None:
            raise InputError("a solution of a spot with a gadget cannot be saved")
        last = self._checked_street(last_street)
        if in_bytes and self.byte_error is None:
            return self.rounded().save(path, last_street=last)
        facts = {
            "spot": self.spot.to_dict(),
            "record": self.record.to_dict(),
            "last_street": last,
            "byte_error": None if self.byte_error is None else asdict(self.byte_error),
        }
        arrays = sections.section_arrays(self.spot, self.plan, self.tables, self.values, last)
        values = sum(array.nbytes for name, array in arrays.items() if "/values/" in name)
        with replacing(path) as file:
            size = write_container(file, sections.SOLUTION_FILE, facts, arrays)
        return SavedSize(
            bytes=size,
            strategy_bytes=sum(array.nbytes for array in arrays.values()) - values,
            value_bytes=values,
            byte_error=self.byte_error,
        )

    def rounded(self) -> Solution:
        """Return the solution with probabilities rounded to multiples of 1/255, with the error."""
        before = measure(self.backend)
        tables = (
            byte_tables(self.plan, 0, self.tables[0]),
            byte_tables(self.plan, 1, self.tables[1]),
        )
        rounded = Solution(self.spot, self.plan, tables, self.record, threads=self.threads)
        after = measure(rounded.backend)
        rounded.record = replace(self.record, exploitability=after)
        first, second = (new - old for old, new in zip(self.ev, rounded.ev, strict=True))
        rounded.byte_error = ByteError(after.chips - before.chips, (first, second))
        return rounded

    def _checked_street(self, last_street: int | None) -> int:
        first, last = self.spot.street, self.last_street
        if last_street is None:
            return last
        if not first <= last_street <= last:
            accepted = " or ".join(f"{s} ({STREET_NAMES[s]})" for s in range(first, last + 1))
            raise InputError(f"last_street must be {accepted}, got {last_street}")
        return last_street

    def _place(self, path: str, node: int, cards: tuple[int, ...]) -> Place:
        return find_place(self.plan, node, cards, board=self.board, path=path)

    def _strategy(self, place: Place) -> HoleArray:
        """Return the average strategy at a decision.  [actions, 1326]"""
        plan = self.plan
        betting = plan.betting[place.street]
        player = int(betting.player[place.at])
        actions = int(betting.n_children[place.at])
        layout = plan.layouts[player]
        part = layout.rows(place.street, place.runout, betting, place.at)
        if self._verifier is not None:
            self._verifier.check_averages(player, part)
        weights = self._tables[player].arrays["averages"][part].reshape(actions, -1)
        rows = normalised(weights, np.float32)
        if plan.buckets is not None and place.street == len(plan.runouts) - 1:
            rows = rows[:, plan.buckets.bucket[player][place.runout]]
        if (locks := self.plan.locks[player]) is not None:
            block = layout.block(place.street, place.runout, betting, place.at)
            if (start := int(locks.start[block])) >= 0:
                locked = locks.rows[start : start + rows.size].reshape(rows.shape)
                rows = np.where(locked >= 0, locked, rows)
        return spread(self.plan, player, place, rows)

    def _reach(self, node: int, cards: tuple[int, ...]) -> tuple[HoleArray, HoleArray]:
        """Return the weight with which each real hand of both players reaches a node."""
        tree = self.tree
        reach = [range_.weights.astype(np.float64) for range_ in self.spot.live_ranges]
        if (gadget := self.plan.gadget) is not None:
            holes = self.plan.runouts[0].seats[gadget.player].hands(0)
            averages = self._tables[gadget.player].arrays[GADGET_AVERAGES].reshape(2, -1)
            reach[gadget.player][holes] = gadget.entering(averages)
        dealt = 0
        for before, after in pairwise(tree.line(node)):
            if tree.kind[before] == Kind.DEAL:
                blocked = HOLE_MASKS & np.uint64(1 << cards[dealt]) != 0
                for weights in reach:
                    weights[blocked] = 0
                dealt += 1
                continue
            player = int(tree.player[before])
            street, at = self.plan.place(before)
            runout, perm = find_runout(self.plan, cards[:street])
            action = after - int(tree.first_child[before])
            strategy = self._strategy(Place(street, runout, at, perm))[action]
            reach[player] *= np.nan_to_num(strategy)
        return reach[0], reach[1]

    # Values.

    def _node_rows(self, player: int, place: Place) -> NDArray[np.float32]:
        """Return the values of all nodes of a runout.  [nodes, stride]"""
        plan = self.plan
        if place.street == len(plan.runouts) - 1:
            return self._river_rows(player, place.runout)
        nodes = len(plan.betting[place.street].kind)
        strides = plan.layouts[player].stride[place.street]
        first = nodes * int(strides[: place.runout].sum())
        size = nodes * int(strides[place.runout])
        if self._verifier is None or self._values is None:
            values = self.values
        else:
            self._verifier.check_values(player, place.street, slice(first, first + size))
            values = self._values
        return values[player][place.street][first : first + size].reshape(nodes, -1)

    def _river_rows(self, player: int, runout: int) -> NDArray[np.float32]:
        last = self._river
        if last.runout != runout:
            last.runout, last.rows = runout, {}
        if player not in last.rows:
            self._check_line(runout)
            last.rows[player] = self._unverified_backend.river_values(
                player, ValueMode.AVERAGE, runout
            )
        return last.rows[player]

    def _check_line(self, runout: int) -> None:
        """Verify the averages of a runout of the last street and of the runouts before it."""
        if self._verifier is None:
            return
        for street in reversed(range(len(self.plan.runouts))):
            for player, layout in enumerate(self.plan.layouts):
                first = int(layout.table[street][runout])
                rows = int(self.plan.betting[street].rows[player])
                size = rows * int(layout.stride[street][runout])
                self._verifier.check_averages(player, slice(first, first + size))
            runout = int(self.plan.runouts[street].parent[runout])

    def _node_values(self, player: int, place: Place) -> HoleArray:
        return spread(self.plan, player, place, self._node_rows(player, place)[place.at])

    def _action_values(self, place: Place) -> HoleArray | None:
        """Return the values of the acting player's actions.  [actions, 1326]"""
        betting = self.plan.betting[place.street]
        player = int(betting.player[place.at])
        if player < 0:
            return None
        first = int(betting.first_child[place.at])
        rows = self._node_rows(player, place)[first : first + int(betting.n_children[place.at])]
        return spread(self.plan, player, place, rows)

    def _chance(self, deals: int) -> float:
        """Return the probability of the cards dealt, given two hands that do not hold them."""
        unseen = [52 - 4 - (len(self.spot.board) + deal) for deal in range(deals)]
        return float(np.prod([1 / cards for cards in unseen]))


def _restored(kind: type[Solution], contents: dict[str, Any]) -> Solution:
    """Return a solution from a pickle."""
    return kind(**contents)
