"""Observations and numbered actions of a batch of tables, as `EnvTable` has them for one table.

Letters: N tables, M of which are chosen, P seats, H actions of a history, R raises of the menu.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.envs import BatchAction, BatchGame, TableBatch, whole_history
from fifthstreet.errors import InputError
from fifthstreet.interop.env_table import EnvTable
from fifthstreet.interop.menu import CALL, FIRST_RAISE, FOLD

Rows = NDArray[np.int64]


class BatchRows:
    """A batch of tables, each seen by one of its seats."""

    def __init__(self, table: EnvTable, count: int, threads: int | None = 1) -> None:
        """Open the tables; InputError if batches do not play the game."""
        self.table = table
        game = BatchGame.of(table.poker, seats=table.seats, stacks=table.stacks)
        history = whole_history(game, max(count, 1))
        self.batch = TableBatch(game, count, deals_next=False, history=history, threads=threads)

    def observation(self, rows: Rows, seats: Rows) -> dict[str, NDArray[Any]]:
        """Return what a seat of each of M tables sees, as `EnvTable.observation` does."""
        seen, table = self.batch.observation, self.table
        around = (seats[:, None] + np.arange(table.seats)) % table.seats  # [M, P]
        is_turn = seen.actor[rows] == seats
        mask, _ = self._choices(rows)
        arrays: dict[str, NDArray[Any]] = {
            "action_mask": (mask & is_turn[:, None]).astype(np.int8),
            "position": ((seats - seen.button[rows] - 1) % table.seats)[:, None],
            "street": seen.street[rows, None].astype(np.int64),
            "hole_cards": self.batch.all_hole_cards[rows, seats].astype(np.int64),
            "board": seen.board[rows].astype(np.int64),
            "stacks": seen.stacks[rows[:, None], around],
            "bets": seen.bets[rows[:, None], around],
            "in_hand": seen.is_in[rows[:, None], around].astype(np.int64),
            "pot": seen.pot[rows, None],
            "to_call": np.where(is_turn, seen.to_call[rows], 0)[:, None],
            "raise_limits": np.where(
                is_turn[:, None],
                np.stack([seen.min_raise[rows], seen.max_raise[rows]], axis=1),
                0,
            ),
            "history": self._history(rows, seats),
        }
        return {name: arrays[name] for name in table.shapes}

    def moves(
        self, rows: Rows, numbers: Rows, *, is_strict: bool = False
    ) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Return numbered actions as kinds and amounts, as `menu.chosen_action` does."""
        mask, amounts = self._choices(rows)
        count = mask.shape[1]
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < count:
            raise InputError(
                f"actions must be from 0 to {count - 1}, got {numbers.min()} to {numbers.max()}"
            )
        at = np.arange(len(rows))
        wrong = np.flatnonzero(~mask[at, numbers])
        if wrong.size:
            if is_strict:
                table, number = int(rows[wrong[0]]), int(numbers[wrong[0]])
                raise InputError(f"table {table}: action {number} is illegal; see action_mask")
            numbers = numbers.copy()
            numbers[wrong] = _nearest(mask[wrong], numbers[wrong])
        chosen = amounts[at, np.maximum(numbers - FIRST_RAISE, 0)]
        kinds = np.minimum(numbers, BatchAction.RAISE).astype(np.int8)
        return kinds, np.where(kinds == BatchAction.RAISE, chosen, 0)

    def _choices(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return the legal numbers [M, 2 + R] of the seats to act, and amounts of raises [M, R]."""
        seen = self.batch.observation
        actor, to_call = seen.actor[rows], seen.to_call[rows]
        amounts, is_legal = self.table.menu.raise_rows(
            seen.bets[rows, actor] + to_call,
            seen.pot[rows] + to_call,
            seen.min_raise[rows],
            seen.max_raise[rows],
        )
        legal = seen.legal[rows]
        mask = np.concatenate(
            [legal[:, :FIRST_RAISE], is_legal & legal[:, BatchAction.RAISE, None]], axis=1
        )
        return mask & (actor >= 0)[:, None], amounts

    def _history(self, rows: Rows, seats: Rows) -> NDArray[np.int64]:
        """Return the last actions of each hand: player, kind, chips, street; -1 after the last."""
        history, most = self.batch.observation.history, self.table.history
        counts = history.count[rows].astype(np.int64)
        columns = np.arange(min(most, max(int(counts.max(initial=0)), 1)))
        at = columns + np.maximum(counts - most, 0)[:, None]
        at = np.minimum(at, history.seat.shape[1] - 1)
        picked = rows[:, None], at
        actions = np.full((len(rows), most, 4), -1, np.int64)
        part = actions[:, : len(columns)]
        part[:, :, 0] = (history.seat[picked] - seats[:, None]) % self.table.seats
        part[:, :, 1] = history.kind[picked]
        part[:, :, 2] = np.where(
            history.kind[picked] == BatchAction.FOLD, 0, history.amount[picked]
        )
        part[:, :, 3] = history.street[picked]
        part[columns >= counts[:, None]] = -1
        return actions


def _nearest(mask: NDArray[np.bool_], numbers: Rows) -> Rows:
    """Return the nearest legal numbers: raises for raises, and otherwise a check or call."""
    raises = mask[:, FIRST_RAISE:]
    distance = np.abs(np.arange(raises.shape[1]) - (numbers - FIRST_RAISE)[:, None])
    nearest = np.where(raises, distance, mask.shape[1] + 1).argmin(axis=1) + FIRST_RAISE
    can_raise = raises.any(axis=1) & (numbers != FOLD)
    return np.where(can_raise, nearest, CALL)
