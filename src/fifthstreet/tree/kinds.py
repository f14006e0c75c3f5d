"""Kinds of nodes of a betting tree, and the types of its arrays."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Kind(IntEnum):
    """What happens at a node."""

    ACTION = 0
    DEAL = 1
    FOLD = 2  # the end: one player is left
    SHOWDOWN = 3  # the end: the rest of the board is dealt without bets


# Arrays of a tree and their types; `committed` has one column per player.
ARRAY_TYPES: dict[str, type[np.generic]] = {
    "kind": np.uint8,
    "player": np.int8,
    "street": np.uint8,
    "parent": np.int32,
    "first_child": np.int32,
    "n_children": np.uint8,
    "move": np.uint8,
    "amount": np.int32,
    "committed": np.int32,
    "folded": np.uint16,
}
