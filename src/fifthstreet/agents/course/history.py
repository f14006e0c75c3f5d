"""The history of a session, in the layout of the course engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.agents.course.bet_rows import HandBets
from fifthstreet.agents.course.card_codes import HIDDEN

STAGES = 4  # preflop, flop, turn, river
BOARD_CARDS = 5
HOLE_CARDS = 2


@dataclass
class CourseHistory:
    """A session as one player has seen it: G finished games of N players, R rows of bets.

    The arrays are read-only. `bet`, `stage_starts` and `row_index` change at the end of each stage,
    everything else at the end of each game. Rows of `bet` are numbered from 1 in `start`,
    `stage_starts` and `row_index`, as in the course engine; 0 means none. Players are numbered from
    0 by their column, which they keep for the whole session.
    """

    showdown: NDArray[np.bool_]  # [G]
    board: NDArray[np.int64]  # [G, 5]  card codes, -1 where nothing was dealt
    hole: NDArray[np.int64]  # [G, 2N]  card codes, -1 where they are hidden
    money: NDArray[np.float64]  # [G, N]  after the game
    bet: NDArray[np.int64]  # [R, N]  0 none, 1 check or call, 2 bet or raise, 3 fold
    pos: NDArray[np.int64]  # [G]  column of the first player after the button
    start: NDArray[np.int64]  # [G, 4]  number of the first row of each stage
    stage_starts: NDArray[np.int64]  # [4]  the same for the game in progress; 0: not over yet
    row_index: int  # number of the next row

    def stage_rows(self, game: int, stage: int) -> NDArray[np.int64]:
        """Return the rows of a stage (0 to 3) of a finished game; both count from 0."""
        first = int(self.start[game, stage])
        if stage + 1 < STAGES:
            after = int(self.start[game, stage + 1])
        elif game % len(self.start) < len(self.start) - 1:
            after = int(self.start[game + 1, 0])
        else:  # the game in progress may have rows after the last finished game
            in_progress = int(self.stage_starts[0])
            after = in_progress if in_progress > first else self.row_index
        return self.bet[first - 1 : after - 1]


class HistoryKeeper:
    """Keeps the history of a player up to date."""

    def __init__(self, column_count: int) -> None:
        width = column_count
        self._showdown = _GrowingRows(1, np.bool_)
        self._board = _GrowingRows(BOARD_CARDS, np.int64)
        self._hole = _GrowingRows(HOLE_CARDS * width, np.int64)
        self._money = _GrowingRows(width, np.float64)
        self._bet = _GrowingRows(width, np.int64)
        self._pos = _GrowingRows(1, np.int64)
        self._start = _GrowingRows(STAGES, np.int64)
        self._column_count = width
        self._stage_starts = [0] * STAGES
        self._stages_over = 0
        self.history = CourseHistory(
            self._showdown.rows[:, 0],
            self._board.rows,
            self._hole.rows,
            self._money.rows,
            self._bet.rows,
            self._pos.rows[:, 0],
            self._start.rows,
            _read_only(self._stage_starts),
            1,
        )

    def begin_game(self) -> None:
        """Begin a game without finished stages."""
        self._stage_starts = [0] * STAGES
        self._stages_over = 0
        self.history.stage_starts = _read_only(self._stage_starts)

    def end_stages(self, bets: HandBets, count: int) -> None:
        """Add the rows of the stages that are over, up to a number of stages.

        A stage without any action has one row of zeros, so that every stage has a first row.
        """
        while self._stages_over < count:
            stage = self._stages_over
            rows = bets.stages[stage].rows if stage < len(bets.stages) else ()
            self._stage_starts[stage] = self.history.row_index
            self._bet.append(rows if len(rows) else [[0] * self._column_count])
            self._stages_over += 1
            self.history.bet = self._bet.rows
            self.history.stage_starts = _read_only(self._stage_starts)
            self.history.row_index = len(self.history.bet) + 1

    def end_game(
        self,
        bets: HandBets,
        *,
        is_showdown: bool,
        board: ArrayLike,
        hole: Mapping[int, NDArray[np.int64]],
        money: list[Any],
    ) -> None:
        """Add a finished game; `hole` has the cards that the player may know, by column."""
        self.end_stages(bets, STAGES)
        cards = [HIDDEN] * (HOLE_CARDS * self._column_count)
        for column, codes in hole.items():
            cards[HOLE_CARDS * column : HOLE_CARDS * (column + 1)] = codes.tolist()
        history = self.history
        history.showdown = self._showdown.append([[is_showdown]])[:, 0]
        history.board = self._board.append([board])
        history.hole = self._hole.append([cards])
        history.money = self._money.append([[float(chips) for chips in money]])
        history.pos = self._pos.append([[bets.columns[0]]])[:, 0]
        history.start = self._start.append([self._stage_starts])


class _GrowingRows:
    """An array that grows by rows; arrays returned earlier never change."""

    def __init__(self, width: int, dtype: Any) -> None:
        self._buffer: NDArray[Any] = np.zeros((16, width), dtype)
        self._count = 0

    @property
    def rows(self) -> NDArray[Any]:
        """All rows, read-only."""
        rows = self._buffer[: self._count]
        rows.flags.writeable = False
        return rows

    def append(self, rows: Any) -> NDArray[Any]:
        """Add rows; return all of them."""
        count = self._count + len(rows)
        if count > len(self._buffer):
            larger = np.zeros((2 * count, self._buffer.shape[1]), self._buffer.dtype)
            larger[: self._count] = self._buffer[: self._count]
            self._buffer = larger
        self._buffer[self._count : count] = rows
        self._count = count
        return self.rows


def _read_only(values: list[int]) -> NDArray[np.int64]:
    array = np.array(values, np.int64)
    array.flags.writeable = False
    return array
