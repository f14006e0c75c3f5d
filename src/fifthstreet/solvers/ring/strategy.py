"""What every seat does before the flop with every hand class, and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Curve
from fifthstreet.solvers.postflop import normalised
from fifthstreet.solvers.ring.game import RingGame
from fifthstreet.support.storage import (
    Container,
    checked_types,
    open_container,
    reading,
    replacing,
    whole_number,
    write_container,
)
from fifthstreet.tree import Kind, Rake, TreeRules
from fifthstreet.tree.strategy import (
    Exploitability,
    HoleArray,
    NodeStrategy,
    PlainStrategy,
    check_place,
    range_frequencies,
)

RING_FILE = "ring"  # kind of files
EVERY_HAND = Range(np.ones(1326, np.float32))
_FACTS = {
    "rules": dict,
    "rake": list,
    "payouts": list,
    "iteration": int,
    "seconds": float,
    "exploitability": dict,
    "curve": list,
    "after": str,
    "leaf_error_pot_percent": float | None,
    "boards": int,
    "seed": int,
    "solve": dict | None,  # with the state of its solver
}


@dataclass(frozen=True)
class RingRecord:
    """How a strategy was found, and how good it is."""

    iteration: int
    seconds: float
    # What each seat gains from its best response before the flop, with the values of hands at
    # flops that the solve had.
    exploitability: Exploitability
    curve: Curve
    after: str  # what follows the betting before the flop
    leaf_error_pot_percent: float | None  # of values of hands at flops of two seats, if known
    boards: int  # sampled ones, on which three and more seats compare hands
    seed: int


class RingStrategy(PlainStrategy):
    """The strategy of all seats with every hand before the flop, where its tree ends.

    EVs include what hands win after the flop.
    """

    kind = "ring"

    def __init__(
        self,
        game: RingGame,
        shares: NDArray[np.floating],
        action_values: NDArray[np.floating],
        record: RingRecord,
    ) -> None:
        """Refer to the tables of a solve.

        Args:
            game: The table.
            shares: How often each class takes each action of each decision, in the order of the
                tree.  [rows, 169]
            action_values: Mean chips (or prizes) won or lost in the hand by each action; NaN where
                no hand gets to.  [rows, 169]
            record: How the tables were found.
        """
        super().__init__(game.tree, (EVERY_HAND,) * game.seats, rake=game.rake)
        actions = np.where(game.tree.kind == Kind.ACTION, game.tree.n_children, 0)
        self._rows = np.concatenate([[0], np.cumsum(actions, dtype=np.int64)])
        for name, table in (("shares", shares), ("action_values", action_values)):
            if table.shape != (self._rows[-1], CLASS_COUNT):
                raise InputError(
                    f"{name} must be {self._rows[-1]} rows of {CLASS_COUNT} classes, got "
                    f"{table.shape}"
                )
        self.game, self.record = game, record
        self._shares, self._action_values = shares, action_values

    def __repr__(self) -> str:
        return f"<RingStrategy: {self.game.seats} seats, {self.exploitability}>"

    @property
    def exploitability(self) -> Exploitability:
        """What each seat gains from its best response before the flop.

        The error of the values of hands at flops adds to it.
        """
        return self.record.exploitability

    @property
    def decisions(self) -> list[int]:
        """The decisions of the tree, parents first."""
        return np.flatnonzero(self._tree.kind == Kind.ACTION).tolist()

    def shares(self, node: int) -> NDArray[np.float64]:
        """Return how often each hand class takes each action at a decision.  [A, 169]"""
        rows = self._shares[self._rows[node] : self._rows[node + 1]].astype(np.float64)
        return normalised(rows)

    def class_values(self, node: int) -> NDArray[np.float64]:
        """Return what each class wins with each action from a decision on.  [A, 169]

        Chips already put in do not count. With payouts, values are prizes won or lost in the hand.
        """
        values = self._action_values[self._rows[node] : self._rows[node + 1]].astype(np.float64)
        if self.game.payouts:
            return values
        player = int(self._tree.player[node])
        return values + float(self._tree.committed[node, player]) * self._tree.rules.chip

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        check_place(self, node, board)
        return self.shares(node)[:, HOLE_CLASS]

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy at a decision, with EVs from there on."""
        strategy = self.probabilities(node, board)
        player, reach = int(self._tree.player[node]), self.reach(node, board)
        return NodeStrategy(
            strategy,
            range_frequencies(strategy, reach, player),
            self.class_values(node)[:, HOLE_CLASS],
            reach[player],
        )

    def save(self, path: str | os.PathLike[str], state: Mapping[str, Any] | None = None) -> None:
        """Write the strategy to a file, with the state of its solver if it is to be resumed."""
        game, record = self.game, self.record
        facts = {
            "rules": game.rules.to_dict(),
            "rake": [game.rake.rate, None if game.rake.cap == inf else game.rake.cap],
            "payouts": list(game.payouts),
            "iteration": record.iteration,
            "seconds": record.seconds,
            "exploitability": record.exploitability.to_dict(),
            "curve": [list(point) for point in record.curve],
            "after": record.after,
            "leaf_error_pot_percent": record.leaf_error_pot_percent,
            "boards": record.boards,
            "seed": record.seed,
        }
        tables = {"shares": self._shares, "action_values": self._action_values}
        arrays = {name: table.astype(np.float16) for name, table in tables.items()}
        if state is not None:
            is_array = {name: isinstance(value, np.ndarray) for name, value in state.items()}
            facts["solve"] = {name: state[name] for name, found in is_array.items() if not found}
            arrays |= {f"solve/{name}": state[name] for name, found in is_array.items() if found}
        with replacing(path) as file:
            write_container(file, RING_FILE, facts, arrays)


def open_ring(path: str | os.PathLike[str]) -> RingStrategy:
    """Load a strategy saved by `RingStrategy.save`; all of the file is verified.

    Args:
        path: The file of the strategy.

    Returns:
        The strategy.

    Raises:
        InputError: If the file cannot be read.
        DamagedFileError: If the file is damaged or of another kind.
    """
    container = open_container(path, RING_FILE)
    with reading(path):
        facts = _facts_of(container)
        game = _game_of(facts)
        record = RingRecord(
            iteration=whole_number("iteration", facts["iteration"]),
            seconds=facts["seconds"],
            exploitability=Exploitability.from_dict(facts["exploitability"]),
            curve=[(int(iteration), float(chips)) for iteration, chips in facts["curve"]],
            **{name: facts[name] for name in ("after", "leaf_error_pot_percent", "boards", "seed")},
        )
    shares, action_values = (container.read(name) for name in ("shares", "action_values"))
    with reading(path):
        return RingStrategy(game, shares, action_values, record)


def read_ring_state(path: str | os.PathLike[str]) -> tuple[RingGame, dict[str, Any]]:
    """Read the table and the state of the solver of a file of `RingSolver.save`.

    Args:
        path: The file.

    Raises:
        InputError: If the file cannot be read, or has no state to resume from.
        DamagedFileError: If the file is damaged or of another kind.
    """
    container = open_container(path, RING_FILE)
    with reading(path):
        facts = _facts_of(container)
        if facts["solve"] is None:
            raise InputError(f"{path} must have the tables of its solve, but has the strategy only")
        names = [name for name in container.sections if name.startswith("solve/")]
        game = _game_of(facts)
    arrays = {name.removeprefix("solve/"): container.read(name) for name in names}
    return game, {**facts["solve"], **arrays}


def _facts_of(container: Container) -> dict[str, Any]:
    return checked_types({"solve": None, **container.facts}, _FACTS)


def _game_of(facts: Mapping[str, Any]) -> RingGame:
    rate, cap = facts["rake"]
    rake = Rake(rate, inf if cap is None else cap)
    return RingGame(TreeRules.from_dict(facts["rules"]), rake, tuple(facts["payouts"]))
