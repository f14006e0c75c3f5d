"""What every seat does before the flop with every hand class, and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Curve
from fifthstreet.solvers.postflop import normalised
from fifthstreet.solvers.ring.certificate import RingCertificate
from fifthstreet.solvers.ring.classes import DEALT
from fifthstreet.solvers.ring.game import RingGame
from fifthstreet.solvers.ring.packing import (
    pack_shares,
    pack_values,
    rounded_shares,
    unpack_shares,
    unpack_values,
)
from fifthstreet.support.storage import (
    Container,
    checked_types,
    open_container,
    reading,
    replacing,
    whole_number,
    write_container,
)
from fifthstreet.tree import Kind, Move, Rake, TreeRules
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
SELDOM_REACHED = 1e-6  # decisions with a lower probability are left out of small files
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
    "certificate": dict | None,
    "solve": dict | None,  # with the state of its solver
    "ev_step": float | None,  # of small files
    "least_probability": float | None,  # of decisions in small files
}
_KEPT = ("after", "leaf_error_pot_percent", "boards", "seed", "least_probability")
# Facts that only some files have.
_ADDED: dict[str, Any] = dict.fromkeys(("certificate", "solve", "ev_step", "least_probability"))


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
    certificate: RingCertificate | None = None  # what seats gain on boards that were not used
    least_probability: float | None = None  # of a decision, if others were left out


class RingStrategy(PlainStrategy):
    """The strategy of all seats with every hand before the flop, where its tree ends.

    EVs include what hands win after the flop.
    """

    kind = "ring"

    def __init__(
        self,
        game: RingGame,
        shares: NDArray[Any],
        action_values: NDArray[np.floating],
        record: RingRecord,
        kept: NDArray[np.bool_] | None = None,
    ) -> None:
        """Refer to the tables of a solve.

        Args:
            game: The table.
            shares: How often each class takes each action of each decision, in the order of the
                tree.  [rows, 169]
            action_values: Mean chips (or prizes) won or lost in the hand by each action; NaN where
                no hand gets to.  [rows, 169]
            record: How the tables were found.
            kept: Whether tables have rows for each node; by default for all decisions.  [N]
        """
        super().__init__(game.tree, (EVERY_HAND,) * game.seats, rake=game.rake)
        is_decision = game.tree.kind == Kind.ACTION
        self._kept = is_decision if kept is None else is_decision & kept
        actions = np.where(self._kept, game.tree.n_children, 0)
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
        """The decisions of the tree that are not left out, parents first."""
        return np.flatnonzero(self._kept).tolist()

    def is_left_out(self, node: int) -> bool:
        """Return whether a decision is left out, because the strategy nearly never gets there."""
        return self._tree.kind[node] == Kind.ACTION and not self._kept[node]

    def shares(self, node: int) -> NDArray[np.float64]:
        """Return how often each hand class takes each action at a decision.  [A, 169]

        All are NaN at a decision that is left out.
        """
        if self.is_left_out(node):
            return self._unknown(node)
        rows = self._shares[self._rows[node] : self._rows[node + 1]].astype(np.float64)
        return normalised(rows)

    def _unknown(self, node: int) -> NDArray[np.float64]:
        return np.full((int(self._tree.n_children[node]), CLASS_COUNT), np.nan)

    def class_values(self, node: int) -> NDArray[np.float64]:
        """Return what each class wins with each action from a decision on.  [A, 169]

        Chips already put in do not count. With payouts, values are prizes won or lost in the hand.
        All are NaN at a decision that is left out.
        """
        if self.is_left_out(node):
            return self._unknown(node)
        values = self._action_values[self._rows[node] : self._rows[node + 1]].astype(np.float64)
        if self.game.payouts:
            return values
        player = int(self._tree.player[node])
        values += float(self._tree.committed[node, player]) * self._tree.rules.chip
        # Small files round EVs, also the EV of a fold, which wins exactly nothing.
        is_fold = self._tree.move[self._tree.children(node)] == Move.FOLD
        return np.where(is_fold[:, None] & np.isfinite(values), 0.0, values)

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        check_place(self, node, board)
        return self.shares(node)[:, HOLE_CLASS]

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy at a decision, with EVs from there on."""
        strategy = self.probabilities(node, board)
        player, reach = int(self._tree.player[node]), self.reach(node, board)
        frequencies = range_frequencies(strategy, reach, player)
        if self.is_left_out(node):
            frequencies = np.full_like(frequencies, np.nan)
        values = self.class_values(node)[:, HOLE_CLASS]
        return NodeStrategy(strategy, frequencies, values, reach[player])

    def with_certificate(self, certificate: RingCertificate) -> RingStrategy:
        """Return the same strategy with what seats gain on other boards."""
        record = replace(self.record, certificate=certificate)
        return RingStrategy(self.game, self._shares, self._action_values, record, self._kept)

    def save(self, path: str | os.PathLike[str], state: Mapping[str, Any] | None = None) -> None:
        """Write the strategy to a file, with the state of its solver if it is to be resumed."""
        tables = {"shares": self._shares, "action_values": self._action_values}
        facts = self._facts()
        arrays = {name: table.astype(np.float16) for name, table in tables.items()}
        if state is not None:
            is_array = {name: isinstance(value, np.ndarray) for name, value in state.items()}
            facts["solve"] = {name: state[name] for name, found in is_array.items() if not found}
            arrays |= {f"solve/{name}": state[name] for name, found in is_array.items() if found}
        with replacing(path) as file:
            write_container(file, RING_FILE, facts, arrays)

    def save_small(
        self, path: str | os.PathLike[str], least_probability: float = SELDOM_REACHED
    ) -> None:
        """Write the strategy to a small file: shares in 8 bits, rounded EVs, both compressed.

        Args:
            path: The file.
            least_probability: Decisions are left out if the strategy gets there with a lower
                probability.
        """
        kept = self._kept & (self.decision_probabilities() >= least_probability)
        is_row = np.repeat(kept[self._kept], np.diff(self._starts()))
        values, step = pack_values(self._action_values[is_row])
        facts = self._facts() | {"ev_step": step, "least_probability": least_probability}
        arrays = {
            "kept": np.packbits(kept),
            "shares": pack_shares(self.rounded_shares()[is_row]),
            "action_values": values,
        }
        with replacing(path) as file:
            write_container(file, RING_FILE, facts, arrays)

    def rounded_shares(self) -> NDArray[np.uint8]:
        """Return the shares of all rows in 8 bits; the actions of a class add up to 255."""
        rows = [self.shares(node) for node in np.flatnonzero(self._kept).tolist()]
        return rounded_shares(np.concatenate(rows), self._starts())

    def _starts(self) -> NDArray[np.int64]:
        """Return the first row of each decision, and the number of rows."""
        return np.append(self._rows[:-1][self._kept], self._rows[-1])

    def decision_probabilities(self) -> NDArray[np.float64]:
        """Return how likely each decision is, if hands were independent of each other.  [N]"""
        tree = self._tree
        reach = {0: np.ones((self.game.seats, CLASS_COUNT), np.float32)}
        found = np.zeros(len(tree))
        for node in np.flatnonzero(tree.kind == Kind.ACTION).tolist():
            held, player = reach.pop(node), int(tree.player[node])
            found[node] = (held @ DEALT).prod()
            shares = np.nan_to_num(self.shares(node)).astype(np.float32)
            for child, share in zip(tree.children(node), shares, strict=True):
                if tree.kind[child] == Kind.ACTION:
                    reach[child] = held.copy()
                    reach[child][player] *= share
        return found

    def _facts(self) -> dict[str, Any]:
        """Return the facts of its file."""
        game, record = self.game, self.record
        certificate = record.certificate
        return {
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
            "certificate": None if certificate is None else certificate.to_dict(),
        }


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
            certificate=_certificate_of(facts, game),
            **{name: facts[name] for name in _KEPT},
        )
    if facts["ev_step"] is not None:
        return _unpacked(container, facts["ev_step"], game, record)
    shares, action_values = (container.read(name) for name in ("shares", "action_values"))
    with reading(path):
        return RingStrategy(game, shares, action_values, record)


def _unpacked(
    container: Container, step: float, game: RingGame, record: RingRecord
) -> RingStrategy:
    """Return the strategy of a small file."""
    arrays = {name: container.read(name) for name in ("kept", "shares", "action_values")}
    with reading(container.path):
        tree = game.tree
        if arrays["kept"].shape != (-(-len(tree) // 8),):
            raise InputError(f"kept must have a bit for each of {len(tree)} nodes")
        kept = np.unpackbits(arrays["kept"], count=len(tree)).astype(bool)
        kept &= tree.kind == Kind.ACTION
        rows = int(tree.n_children[kept].sum())
        shares = unpack_shares(arrays["shares"], rows)
        values = unpack_values(arrays["action_values"], rows, step)
        return RingStrategy(game, shares, values, record, kept)


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
    return checked_types({**_ADDED, **container.facts}, _FACTS)


def _certificate_of(facts: Mapping[str, Any], game: RingGame) -> RingCertificate | None:
    found = facts["certificate"]
    return None if found is None else RingCertificate.from_dict(found, game.seats)


def _game_of(facts: Mapping[str, Any]) -> RingGame:
    rate, cap = facts["rake"]
    rake = Rake(rate, inf if cap is None else cap)
    return RingGame(TreeRules.from_dict(facts["rules"]), rake, tuple(facts["payouts"]))
