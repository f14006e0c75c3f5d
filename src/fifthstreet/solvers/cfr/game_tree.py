"""A game's whole tree as arrays, made once, which the native passes walk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Int8Array: TypeAlias = NDArray[np.int8]
Int32Array: TypeAlias = NDArray[np.int32]
Float64Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class GameTree:
    """N nodes in breadth-first order, siblings side by side; P players, I information sets.

    T ends, G public chance events (places where everybody sees the same outcome, whatever the
    hidden cards), A actions of all information sets together. Tables of regrets and strategies
    have one number for each of the A; those of information set i are at
    `first_action[i]:first_action[i + 1]`.
    """

    name: str  # of the game
    players: int
    player: Int8Array  # [N]  who acts, or CHANCE or TERMINAL
    first_child: Int32Array  # [N]  0 at ends
    n_children: Int32Array  # [N]
    parent: Int32Array  # [N]  root is its own parent
    # [N]  at a decision its information set, at an end its row of payoffs, at public chance its
    # event, at other chance -1
    row: Int32Array
    probability: Float64Array  # [N]  of a child of a chance node, given that node; else 1
    outcome: Int32Array  # [N]  of a child of public chance: which of the event's outcomes; else -1
    payoffs: Float64Array  # [T, P]
    event_outcomes: Int32Array  # [G]  how many different outcomes the event has in all
    info_player: Int8Array  # [I]
    first_action: Int32Array  # [I + 1]
    keys: tuple[str, ...]  # [I]  information sets as the game names them
    actions: tuple[tuple[str, ...], ...]  # [I]

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.player)
