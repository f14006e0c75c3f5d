"""What is known at the tables of a batch, as views of its memory.

Letters: N tables, P seats, C hole cards, B board cards, H actions of a history.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native


class BatchAction(IntEnum):
    """Kind of action, as numbered in arrays."""

    FOLD = 0
    CALL = 1  # or check
    RAISE = 2  # or bet; the amount is the bet that is raised to


WAIT = 3
"""Instead of a kind: no action, so the table stays as it is."""


@dataclass(frozen=True, repr=False)
class BatchPots:
    """Main and side pots, without the bets in front of the seats."""

    count: NDArray[np.int32]  # [N]
    amount: NDArray[np.int64]  # [N, P]  the main pot first; 0 after the last
    seats: NDArray[np.uint32]  # [N, P]  bits of the seats that can win it

    def __repr__(self) -> str:
        return f"<BatchPots of {len(self.count)} tables>"


@dataclass(frozen=True, repr=False)
class BetHistory:
    """The actions of each hand so far, in order; forced bets are not among them."""

    count: NDArray[np.int32]  # [N]  actions so far; later entries are from older hands
    seat: NDArray[np.int8]  # [N, H]
    kind: NDArray[np.int8]  # [N, H]  see BatchAction
    amount: NDArray[np.int64]  # [N, H]  chips that a call adds, or the bet that is raised to
    street: NDArray[np.int8]  # [N, H]

    def __repr__(self) -> str:
        return f"<BetHistory of {len(self.count)} tables, up to {self.seat.shape[1]} actions>"


@dataclass(frozen=True, repr=False)
class Observation:
    """What the actor of each table knows, and what they may do.

    The arrays are read-only views of the batch's memory, which every step changes.
    """

    actor: NDArray[np.int8]  # [N]  seat to act; -1 if the hand is over
    button: NDArray[np.int8]  # [N]  seat
    street: NDArray[np.int8]  # [N]
    hole_cards: NDArray[np.uint8]  # [N, C]  of the actor; 52 if the hand is over
    board: NDArray[np.uint8]  # [N, B]  52 for cards that are not dealt yet
    stacks: NDArray[np.int64]  # [N, P]  behind
    bets: NDArray[np.int64]  # [N, P]  of this street
    starting_stacks: NDArray[np.int64]  # [N, P]
    is_in: NDArray[np.bool_]  # [N, P]  whether the seat has not folded
    pot: NDArray[np.int64]  # [N]  all chips in the middle, bets included
    pots: BatchPots
    history: BetHistory
    legal: NDArray[np.bool_]  # [N, 3]  by BatchAction
    to_call: NDArray[np.int64]  # [N]  chips that a call adds
    min_raise: NDArray[np.int64]  # [N]  smallest and largest bet to raise to; 0 if illegal
    max_raise: NDArray[np.int64]  # [N]

    def __repr__(self) -> str:
        return f"<Observation of {len(self.actor)} tables with {self.stacks.shape[1]} seats>"


def record_types(batch: _native.TableBatch) -> dict[str, np.dtype[Any]]:
    """Return the types of the records `table` and `action` of a batch."""
    types: dict[str, np.dtype[Any]] = {}
    fields: Any = {"names": [], "formats": [], "offsets": []}
    for record, name, code, count, offset in reversed(batch.layout):
        if not name:  # the size of a record, before its fields
            fields = {"names": [], "formats": [], "offsets": [], "itemsize": offset}
            continue
        kind: Any = types.get(code, code)
        fields["names"].append(name)
        is_list = isinstance(kind, np.dtype) or name in _LISTS
        fields["formats"].append((kind, (count,)) if is_list else kind)
        fields["offsets"].append(offset)
        types[record] = np.dtype(fields)
    return types


_LISTS = ("legal", "own", "board", "cards")


def observation_of(tables: NDArray[Any], actions: NDArray[Any]) -> Observation:
    """Return the observation that views the records of a batch."""
    seats, pots = tables["seats"], tables["pots"]
    return Observation(
        tables["actor"],
        tables["button"],
        tables["street"],
        tables["own"],
        tables["board"],
        seats["stack"],
        seats["bet"],
        seats["start"],
        seats["is_in"],
        tables["pot"],
        BatchPots(tables["pot_count"], pots["amount"], pots["seats"]),
        BetHistory(
            tables["action_count"],
            actions["seat"],
            actions["kind"],
            actions["amount"],
            actions["street"],
        ),
        tables["legal"],
        tables["to_call"],
        tables["min_raise"],
        tables["max_raise"],
    )
