"""Samples of a stream that is too long to keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.neural.game_tables import Counts, Inputs


class Reservoir:
    """A uniform sample of all items that were ever added (Vitter 1985); C items at most.

    An item is what a player knows, the number of their actions, a number for each action, and a
    weight.
    """

    def __init__(self, room: Inputs, actions: int) -> None:
        """Use an array that has room for the inputs of C items, for up to `actions` actions."""
        capacity = len(room)
        self.capacity = capacity
        self.seen = 0  # items added so far
        self.inputs = room
        self.counts = np.zeros(capacity, np.int64)
        self.targets = np.zeros((capacity, actions), np.float32)
        self.weights = np.zeros(capacity, np.float32)

    def __len__(self) -> int:
        """Return the number of items kept."""
        return min(self.seen, self.capacity)

    def add(
        self,
        inputs: Inputs,
        counts: Counts,
        targets: NDArray[np.floating],
        weight: float,
        random: np.random.Generator,
    ) -> None:
        """Add items of one weight; each replaces a random one, or is dropped, once C are kept."""
        numbers = np.arange(self.seen, self.seen + len(inputs))
        self.seen += len(inputs)
        places = numbers.copy()
        late = numbers >= self.capacity
        places[late] = random.integers(0, numbers[late] + 1)
        kept = np.flatnonzero(places < self.capacity)
        # Of several items for one place the last is kept, which is what NumPy's assignment does.
        at = places[kept]
        self.inputs[at] = inputs[kept]
        self.counts[at] = counts[kept]
        self.targets[at] = targets[kept]
        self.weights[at] = weight

    def state(self, name: str) -> dict[str, Any]:
        """Return the items and the length of the stream, under names that begin with `name`."""
        arrays = {part: array[: len(self)].copy() for part, array in self._arrays().items()}
        named = {f"{name}_{part}": array for part, array in arrays.items()}
        return {f"{name}_seen": self.seen, **named}

    def restore(self, name: str, state: Mapping[str, Any]) -> None:
        """Take items from `state`; InputError if they do not fit."""
        seen = state.get(f"{name}_seen")
        if not isinstance(seen, int) or seen < 0:
            raise InputError(f"{name}_seen must be a number of samples, got {seen!r}")
        count = min(seen, self.capacity)
        for part, array in self._arrays().items():
            saved = np.asarray(state.get(f"{name}_{part}"))
            if saved.shape != (count, *array.shape[1:]) or saved.dtype != array.dtype:
                raise InputError(
                    f"{name}_{part} must be {array.dtype} of shape {(count, *array.shape[1:])}, "
                    f"got {saved.dtype} of shape {saved.shape}"
                )
        self.seen = seen
        for part, array in self._arrays().items():
            array[:count] = state[f"{name}_{part}"]

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "inputs": self.inputs,
            "counts": self.counts,
            "targets": self.targets,
            "weights": self.weights,
        }
