"""The strategy before the flop from a preflop solve, and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range, mask_text, parse_mask
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Curve
from fifthstreet.solvers.postflop import normalised
from fifthstreet.solvers.search.preflop.game import EVERY_HAND, PreflopGame
from fifthstreet.support.storage import (
    checked_types,
    open_container,
    reading,
    replacing,
    whole_number,
    write_container,
)
from fifthstreet.tree import BettingTree, Kind, Move, Rake, TreeRules, build_tree, parse_path
from fifthstreet.tree.strategy import (
    Exploitability,
    HoleArray,
    NodeStrategy,
    PlainStrategy,
    check_place,
    range_frequencies,
)

KIND = "preflop"  # of files
Rows = NDArray[np.float64]  # [A, 169]
_FACTS = {
    "rules": dict,
    "flops": list,
    "counts": list,
    "rake": list,
    "precision": str,
    "iteration": int,
    "seconds": float,
    "exploitability": dict,
    "curve": list,
    "held_out": dict | None,
    "leaf_values": str | None,
    "leaf_error_pot_percent": float | None,
}
# Facts that files lack if no leaf values were used.
_ADDED: dict[str, Any] = {"leaf_values": None, "leaf_error_pot_percent": None}


@dataclass(frozen=True, eq=False)
class PreflopTables:
    """Tables of a solve for each decision before the flop, by node of the whole tree."""

    regrets: Mapping[int, Rows]
    averages: Mapping[int, Rows]
    action_values: Mapping[int, Rows]  # mean chips won or lost in the hand, NaN where unreached


@dataclass(frozen=True)
class HeldOut:
    """The exploitability of a strategy on flops that it was not solved with."""

    flops: int
    exploitability: Exploitability

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"flops": self.flops, "exploitability": self.exploitability.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> HeldOut:
        """Build from the data of `to_dict`."""
        facts = checked_types(data, {"flops": int, "exploitability": dict})
        flops = whole_number("flops", facts["flops"], minimum=1)
        return cls(flops, _measured(facts["exploitability"], needs_values=False))


@dataclass(frozen=True)
class PreflopRecord:
    """How a strategy was found, and how good it is."""

    iteration: int
    seconds: float
    # By exact best responses: in the game with its flops, or before the flop with the leaf values.
    exploitability: Exploitability
    curve: Curve
    precision: str
    held_out: HeldOut | None = None
    # Where flops were not solved: the source of the values of hands there, and the measured error
    # of these values in percent of the pot, if known.
    leaf_values: str | None = None
    leaf_error_pot_percent: float | None = None


class PreflopStrategy(PlainStrategy):
    """The strategy of both players with every hand before the flop, where its tree ends.

    The tree of the whole game, with the bets after the flop in the solve, is in
    `game`. EVs are of the solved game, so they include what hands win after the flop.
    """

    kind = "preflop"

    def __init__(self, game: PreflopGame, tables: PreflopTables, record: PreflopRecord) -> None:
        if game.lines and not len(game.boards) and record.leaf_values is None:
            raise InputError("flops must be at least 1 without leaf values, got 0")
        super().__init__(tree_before_flop(game.rules), (EVERY_HAND, EVERY_HAND), rake=game.rake)
        self.game, self.tables, self.record = game, tables, record
        self._node_of = dict(_same_nodes(self._tree, game.tree))
        for node in game.nodes:
            if game.tree.kind[node] != Kind.ACTION:
                continue
            expected = (int(game.tree.n_children[node]), CLASS_COUNT)
            for by_node in vars(tables).values():
                if node not in by_node or by_node[node].shape != expected:
                    raise InputError(f"the strategy has no table for {game.tree.path(node)!r}")

    def __repr__(self) -> str:
        stack = self.game.rules.stacks[0]
        return f"<PreflopStrategy: {stack:g} chips, {self.flops_text}, {self.exploitability}>"

    @property
    def flops_text(self) -> str:
        """How many flops were solved after each line, or the source of the values there."""
        record, count = self.record, len(self.game.boards)
        if record.leaf_values is None:
            return f"{count or 'no'} flop{'s' * (count != 1)}"
        known = record.leaf_error_pot_percent
        error = "unknown" if known is None else f"{known:.3g}% of the pot"
        return f"{record.leaf_values} (error {error})"

    @property
    def exploitability(self) -> Exploitability:
        """Exploitability in the game with the flops of the solve.

        If flops were not solved, it is before the flop with the leaf values, and their error adds
        to it.
        """
        return self.record.exploitability

    def shares(self, node: int) -> Rows:
        """Return how often each hand class takes each action at a decision.  [A, 169]"""
        return matched(self.tables.averages[self._node_of[node]])

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        check_place(self, node, board)
        return self.shares(node)[:, HOLE_CLASS]

    def class_values(self, node: int) -> Rows:
        """Return the mean chips that each class wins with each action.  [A, 169]"""
        player = int(self._tree.player[node])
        paid = float(self._tree.committed[node, player]) * self._tree.rules.chip
        return self.tables.action_values[self._node_of[node]] + paid

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy at a decision, with EVs in chips from there on."""
        strategy = self.probabilities(node, board)
        player, reach = int(self._tree.player[node]), self.reach(node, board)
        return NodeStrategy(
            strategy,
            range_frequencies(strategy, reach, player),
            self.class_values(node)[:, HOLE_CLASS],
            reach[player],
        )

    @property
    def decisions(self) -> list[int]:
        """The decisions of the tree, parents first."""
        return np.flatnonzero(self._tree.kind == Kind.ACTION).tolist()

    @property
    def flop_lines(self) -> list[int]:
        """The nodes of the tree after which a flop is dealt and bet on."""
        return [node for node in self._node_of if self._node_of[node] in set(self.game.lines)]

    def entering_ranges(self, node: int) -> tuple[Range, Range]:
        """Return the ranges of the big blind and the button that get to a flop line."""
        first, second = self.reach(node, ())
        return Range(first.astype(np.float32)), Range(second.astype(np.float32))

    @property
    def blind_values(self) -> tuple[float, float]:
        """Mean chips that the big blind and the button win or lose in a hand, blinds included."""
        exploitability = self.record.exploitability
        assert exploitability.values is not None
        return exploitability.values[0], exploitability.values[1]

    def with_held_out(self, held_out: HeldOut) -> PreflopStrategy:
        """Return the same strategy with its exploitability on other flops."""
        return PreflopStrategy(self.game, self.tables, replace(self.record, held_out=held_out))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a file, from which the solve can also be resumed."""
        game, record, tables = self.game, self.record, self.tables
        facts = {
            "rules": game.rules.to_dict(),
            "flops": [mask_text(int(board)) for board in game.boards],
            "counts": game.counts.tolist(),
            "rake": [game.rake.rate, None if game.rake.cap == inf else game.rake.cap],
            "precision": record.precision,
            "iteration": record.iteration,
            "seconds": record.seconds,
            "exploitability": record.exploitability.to_dict(),
            "curve": [list(point) for point in record.curve],
            "held_out": None if record.held_out is None else record.held_out.to_dict(),
        }
        if record.leaf_values is not None:
            facts |= {name: getattr(record, name) for name in _ADDED}
        arrays = {
            f"{name} {node}": rows
            for name, by_node in vars(tables).items()
            for node, rows in by_node.items()
        }
        with replacing(path) as file:
            write_container(file, KIND, facts, arrays)


def open_preflop(path: str | os.PathLike[str]) -> PreflopStrategy:
    """Load a strategy saved by `PreflopStrategy.save`; all of the file is verified.

    Args:
        path: The file of the strategy.

    Returns:
        The strategy.

    Raises:
        InputError: If the file cannot be read.
        DamagedFileError: If the file is damaged or of another kind.
    """
    container = open_container(path, KIND)
    with reading(path):
        facts = checked_types({**_ADDED, **container.facts}, _FACTS)
        rate, cap = facts["rake"]
        game = PreflopGame(
            TreeRules.from_dict(facts["rules"]),
            np.array([parse_mask(text) for text in facts["flops"]], np.uint64),
            np.array(facts["counts"], np.int64),
            Rake(rate, inf if cap is None else cap),
        )
        held_out = facts["held_out"]
        record = PreflopRecord(
            iteration=whole_number("iteration", facts["iteration"]),
            seconds=facts["seconds"],
            exploitability=_measured(facts["exploitability"]),
            curve=[(int(iteration), float(chips)) for iteration, chips in facts["curve"]],
            precision=facts["precision"],
            held_out=None if held_out is None else HeldOut.from_dict(held_out),
            **{name: facts[name] for name in _ADDED},
        )
        decisions = [node for node in game.nodes if game.tree.kind[node] == Kind.ACTION]
    found = {
        name: {node: container.read(f"{name} {node}") for node in decisions}
        for name in ("regrets", "averages", "action_values")
    }
    with reading(path):
        return PreflopStrategy(game, PreflopTables(**found), record)


def _measured(data: Mapping[str, Any], *, needs_values: bool = True) -> Exploitability:
    """Return the exploitability of two players, with the values of their strategies if needed."""
    exploitability = Exploitability.from_dict(data)
    values = exploitability.values
    if (values is None and needs_values) or (values is not None and len(values) != 2):
        raise InputError("an exploitability must have the values of two players")
    return exploitability


def tree_before_flop(rules: TreeRules) -> BettingTree:
    """Return the tree of the betting before the flop."""
    added, removed = (
        tuple(path for path in paths if all(step.move != Move.DEAL for step in parse_path(path)))
        for paths in (rules.added, rules.removed)
    )
    return build_tree(replace(rules, last_street=0, added=added, removed=removed))


def matched(weights: Rows) -> Rows:
    """Return shares in proportion to positive weights, or equal ones.  [A, 169]"""
    return normalised(np.maximum(weights, 0.0))


def _same_nodes(short: BettingTree, whole: BettingTree) -> list[tuple[int, int]]:
    """Return the nodes of a tree that ends before the flop, each with its node in the whole."""
    pairs, found = [(0, 0)], []
    while pairs:
        first, second = pairs.pop(0)
        found.append((first, second))
        if short.kind[first] == Kind.ACTION:
            pairs += zip(short.children(first), whole.children(second), strict=True)
    return found
