"""Betting rounds as rows of codes, with a column for each player.

    0  no action: not this player's turn, folded before, all in, or not in the hand
    1  check or call
    2  bet or raise; also a blind
    3  fold

A row ends where the betting passes the last column. The first row of a round has zeros before the
first player to act, and the last one zeros after the last action:

    0 0 0 1 1 1 2 1
    1 2 1 1 1 3 3 1
    1 0 0 0 0 0 0 0
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.game import (
    Bet,
    BlindPosted,
    BoardDealt,
    Called,
    Checked,
    Event,
    Folded,
    Raised,
    SeatEvent,
)

NO_ACTION, CALL, RAISE, FOLD = 0, 1, 2, 3

_CODES: dict[type[Event], int] = {
    Checked: CALL,
    Called: CALL,
    Bet: RAISE,
    Raised: RAISE,
    Folded: FOLD,
}


def decision_code(event: Event) -> int:
    """Return the code of a decision, 1 to 3; 0 for other events, like blinds and deals.

    Args:
        event: Checks and calls have code 1, bets and raises 2, folds 3.
    """
    return _CODES.get(type(event), NO_ACTION)


class BetRows:
    """The rows of one betting round.

    >>> rows = BetRows(3)
    >>> for column, code in [(1, RAISE), (2, CALL), (0, RAISE), (1, FOLD), (2, CALL)]:
    ...     rows.add(column, code)
    >>> rows.rows
    array([[0, 2, 1],
           [2, 3, 1]])
    """

    def __init__(self, column_count: int) -> None:
        self.column_count = column_count
        self._rows: list[list[int]] = []
        self._last = column_count

    def add(self, column: int, code: int) -> None:
        """Add an action; players act in the order of their columns, round after round."""
        if column <= self._last:
            self._rows.append([NO_ACTION] * self.column_count)
        self._rows[-1][column] = code
        self._last = column

    @property
    def rows(self) -> NDArray[np.int64]:
        """All rows so far, [R, N]; the last one may be in progress."""
        return self._array(len(self._rows))

    def passed_rows(self, column: int) -> NDArray[np.int64]:
        """Return the rows that are complete when it is the turn of a column, [R, N]."""
        in_progress = column > self._last
        return self._array(len(self._rows) - int(in_progress))

    def _array(self, count: int) -> NDArray[np.int64]:
        if not count:
            return np.zeros((0, self.column_count), np.int64)
        return np.array(self._rows[:count], np.int64)


class HandBets:
    """The betting rounds of one hand, read from its events as it is played."""

    def __init__(self, columns: Sequence[int], column_count: int) -> None:
        self.columns = tuple(columns)  # [P]
        self.column_count = column_count
        self.stages = [BetRows(column_count)]
        """The round of each stage that has begun, the one before the flop first."""
        self.folded: set[int] = set()
        """Positions that have folded."""
        self._blinds: list[int] = []  # columns, in the order of posting

    @property
    def stage(self) -> int:
        """Number of the stage in progress, from 0."""
        return len(self.stages) - 1

    def read(self, events: Iterable[Event]) -> None:
        """Read the next events of the hand; dealing to the board begins a stage."""
        for event in events:
            kind = type(event)
            code = _CODES.get(kind)
            if code is not None:
                assert isinstance(event, SeatEvent)
                if self._blinds:
                    self._enter_blinds()
                self.stages[-1].add(self.columns[event.seat], code)
                if code == FOLD:
                    self.folded.add(event.seat)
            elif kind is BoardDealt:
                if self._blinds:
                    self._enter_blinds()
                self.stages.append(BetRows(self.column_count))
            elif kind is BlindPosted:
                assert isinstance(event, BlindPosted)
                self._blinds.append(self.columns[event.seat])

    def _enter_blinds(self) -> None:
        """Add the blinds, the small one first; heads-up it is the button's, the last position."""
        is_heads_up = len(self.columns) == 2
        for column in reversed(self._blinds) if is_heads_up else self._blinds:
            self.stages[-1].add(column, RAISE)
        self._blinds.clear()
