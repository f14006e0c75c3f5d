"""Growing tables of the information sets that a walk over states has met."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from sys import getsizeof
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError

# Memory of a row besides its key and its cells: the entry of the dictionary, which is at most two
# thirds full, its number, and three numbers in arrays.
_ROW_BYTES = 200
_CELL_BYTES = 16  # a regret and an average


class StateTable:
    """Regrets, averages and visits by information set, numbered in the order they were met.

    >>> table = StateTable()
    >>> row = table.row("K|b", 1, ("f", "c"))
    >>> table.strategy(row)
    [0.5, 0.5]
    """

    def __init__(self) -> None:
        self.rows: dict[str, int] = {}
        self.first = array("q", [0])  # [I + 1]  first cell of each row
        self.regrets = array("d")  # [A]
        self.averages = array("d")  # [A]
        self.visits = array("q")  # [I]
        self.players = array("b")  # [I]
        self.action_sets: list[tuple[str, ...]] = []
        self.action_set = array("q")  # [I]  which of the action sets
        self._set_numbers: dict[tuple[str, ...], int] = {}
        self._key_bytes = 0

    def __len__(self) -> int:
        """Return the number of information sets."""
        return len(self.rows)

    @property
    def memory_bytes(self) -> int:
        """Memory of the table, estimated."""
        return self._key_bytes + _ROW_BYTES * len(self) + _CELL_BYTES * len(self.regrets)

    def row(self, key: str, player: int, actions: Sequence[str]) -> int:
        """Return the number of an information set; add it if it is new.

        Raise InputError if it was met before with another player or other actions.
        """
        row = self.rows.get(key)
        actions = tuple(actions)
        if row is None:
            return self._add(key, player, actions)
        if self.players[row] != player:
            raise InputError(
                f"information set {key!r} must be of one player, got {self.players[row]} and "
                f"{player}"
            )
        if (known := self.action_sets[self.action_set[row]]) != actions:
            raise InputError(
                f"information set {key!r} must have the same actions at all of its states, "
                f"got {known} and {actions}"
            )
        return row

    def _add(self, key: str, player: int, actions: tuple[str, ...]) -> int:
        if not actions or len(set(actions)) < len(actions):
            raise InputError(f"actions must be different, at least one, got {actions} at {key!r}")
        row = len(self.rows)
        number = self._set_numbers.setdefault(actions, len(self.action_sets))
        if number == len(self.action_sets):
            self.action_sets.append(actions)
        zeros = bytes(8 * len(actions))
        self.regrets.frombytes(zeros)
        self.averages.frombytes(zeros)
        self.first.append(len(self.regrets))
        self.visits.append(0)
        self.players.append(player)
        self.action_set.append(number)
        self._key_bytes += getsizeof(key)
        self.rows[key] = row
        return row

    def strategy(self, row: int) -> list[float]:
        """Return the strategy of regret matching."""
        positive = [
            max(regret, 0.0) for regret in self.regrets[self.first[row] : self.first[row + 1]]
        ]
        total = 0.0
        for part in positive:  # in this order, as native traversals do; `sum` rounds differently
            total += part
        if total > 0:
            scale = 1.0 / total
            return [part * scale for part in positive]
        return [1.0 / len(positive)] * len(positive)

    def average(self, row: int) -> list[float]:
        """Return the average strategy, uniform if nothing was added yet."""
        weights = self.averages[self.first[row] : self.first[row + 1]]
        total = sum(weights)
        if total > 0:
            return [weight / total for weight in weights]
        return [1.0 / len(weights)] * len(weights)

    def add_regrets(self, row: int, steps: Sequence[float]) -> None:
        """Add to the regrets of a row."""
        regrets, first = self.regrets, self.first[row]
        for at, step in enumerate(steps, first):
            regrets[at] += step
        self.visits[row] += 1

    def add_averages(self, row: int, strategy: Sequence[float], weight: float) -> None:
        """Add a weighted strategy to the averages of a row."""
        averages, first = self.averages, self.first[row]
        for at, share in enumerate(strategy, first):
            averages[at] += weight * share
        self.visits[row] += 1

    def discount(self, positive: float, negative: float, average: float) -> None:
        """Multiply positive regrets, negative regrets and averages by factors."""
        regrets = np.frombuffer(self.regrets)
        regrets *= np.where(regrets > 0, positive, negative)
        averages = np.frombuffer(self.averages)
        averages *= average

    # Saved tables.

    def state(self) -> dict[str, Any]:
        """Return copies of everything, as arrays and plain values."""
        texts = [key.encode() for key in self.rows]
        return {
            "action_sets": [list(actions) for actions in self.action_sets],
            "keys": np.frombuffer(b"".join(texts), np.uint8).copy(),
            "key_ends": np.cumsum([len(text) for text in texts], dtype=np.int64),
            "regrets": np.array(self.regrets, np.float64),
            "averages": np.array(self.averages, np.float64),
            "visits": np.array(self.visits, np.int64),
            "players": np.array(self.players, np.int64),
            "action_set": np.array(self.action_set, np.int64),
        }

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> StateTable:
        """Build from `state`; InputError if its parts do not fit together."""
        try:
            table = cls()
            action_sets = [tuple(actions) for actions in state["action_sets"]]
            text, start = state["keys"].tobytes(), 0
            for end, player, number in zip(
                state["key_ends"].tolist(),
                state["players"].tolist(),
                state["action_set"].tolist(),
                strict=True,
            ):
                table._add(text[start:end].decode(), player, action_sets[number])
                start = end
            if start != len(text) or len(table) != len(state["key_ends"]):
                raise InputError("keys must be complete and different")
            _fill(table.regrets, state["regrets"])
            _fill(table.averages, state["averages"])
            _fill(table.visits, state["visits"])
        except (KeyError, IndexError, UnicodeDecodeError, ValueError):
            raise InputError("state must be a result of state(), got damaged tables") from None
        return table


def _fill(table: array[Any], saved: NDArray[Any]) -> None:
    if len(saved) != len(table):
        raise InputError(f"a table must have {len(table)} numbers, got {len(saved)}")
    table[:] = array(table.typecode, saved.tobytes())
