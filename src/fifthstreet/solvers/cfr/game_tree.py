"""A game's whole tree as arrays, built once and walked by the native passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Int8Array: TypeAlias = NDArray[np.int8]
Int32Array: TypeAlias = NDArray[np.int32]
Float64Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, repr=False)
class GameTree:
    """The tree of a game as arrays: N nodes in breadth-first order, siblings contiguous.

    P players, I information sets, T terminal nodes, G public chance events (deals whose outcome
    everybody sees; histories that differ only in hidden cards share an event), and A actions of all
    information sets together. Tables of regrets and strategies have one number for each of the A;
    those of information set i are at `first_action[i]:first_action[i + 1]`.
    """

    name: str  # of the game
    players: int
    player: Int8Array  # [N]  who acts, or CHANCE or TERMINAL
    first_child: Int32Array  # [N]  0 at terminal nodes
    n_children: Int32Array  # [N]
    parent: Int32Array  # [N]  root is its own parent
    # [N]  decision nodes: their information set; terminal nodes: their row of payoffs; public
    # chance nodes: their event; other chance nodes: -1
    row: Int32Array
    probability: Float64Array  # [N]  of a chance node's child, given the chance node; else 1
    outcome: Int32Array  # [N]  of a public chance node's child, among the event's; else -1
    payoffs: Float64Array  # [T, P]
    event_outcomes: Int32Array  # [G]  number of different outcomes of the event
    info_player: Int8Array  # [I]
    first_action: Int32Array  # [I + 1]
    keys: tuple[str, ...]  # [I]  information sets as the game names them
    actions: tuple[tuple[str, ...], ...]  # [I]

    def __repr__(self) -> str:
        """Return the game and the number of nodes and information sets."""
        return (
            f"<GameTree of {self.name}: {len(self):,} nodes, {len(self.keys):,} information sets>"
        )

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.player)
