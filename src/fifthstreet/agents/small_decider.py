"""Strategies of small games, looked up for many tables at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.batched import Answers, Decisions, calls
from fifthstreet.cards import card_text
from fifthstreet.envs import BatchAction
from fifthstreet.game.variants import KuhnPoker, Poker
from fifthstreet.solvers.cfr import Strategy

_KINDS = {
    "f": BatchAction.FOLD,
    "k": BatchAction.CALL,
    "c": BatchAction.CALL,
    "b": BatchAction.RAISE,
}
_LETTERS = "?kcb"
_DIGIT = 2  # bits of an action in a code; the cards take 12 more
_MAX_ACTIONS = 24
_CARDS = 64  # more than the number of cards, including unknown
_MAX_MOVES = 3


class SmallGameDecider:
    """A batch decider that draws actions from a strategy of Kuhn poker or Leduc hold'em.

    Tables in the same information set have the same code, and a code is looked up only once.
    """

    def __init__(self, strategy: Strategy, game: Poker) -> None:
        self._strategy = strategy
        self._is_kuhn = isinstance(game, KuhnPoker)
        self._row_of: dict[int, int] = {}  # by code
        self._weights: NDArray[np.float64] = np.zeros((0, _MAX_MOVES))  # [row, move]
        self._kinds: NDArray[np.int8] = np.zeros((0, _MAX_MOVES), np.int8)  # [row, move]

    def __call__(self, decisions: Decisions) -> Answers:
        """Draw an action for each decision."""
        codes, first, inverse = np.unique(_codes(decisions), return_index=True, return_inverse=True)
        for code, at in zip(codes.tolist(), first.tolist(), strict=True):
            if code not in self._row_of:
                self._look_up(code, self._information_set(decisions, at))
        rows = np.array([self._row_of[code] for code in codes.tolist()])[inverse]
        moves = _drawn(self._weights[rows], decisions.randoms.random(decisions.streams))
        kinds, amounts = calls(decisions)
        chosen = self._kinds[rows, moves]
        kinds[chosen == BatchAction.FOLD] = BatchAction.FOLD
        raises = np.flatnonzero((chosen == BatchAction.RAISE) & decisions.can(BatchAction.RAISE))
        kinds[raises] = BatchAction.RAISE
        amounts[raises] = decisions.observation.min_raise[decisions.tables[raises]]
        return kinds, amounts

    def _look_up(self, code: int, information_set: str) -> None:
        moves = self._strategy[information_set]
        weights, kinds = np.zeros(_MAX_MOVES), np.zeros(_MAX_MOVES, np.int8)
        weights[: len(moves)] = [*moves.values()]
        kinds[: len(moves)] = [_KINDS[move] for move in moves]
        self._row_of[code] = len(self._weights)
        self._weights = np.vstack([self._weights, weights])
        self._kinds = np.vstack([self._kinds, kinds])

    def _information_set(self, decisions: Decisions, at: int) -> str:
        """Return the information set of a decision, as `small_games.information_set` does."""
        seen, table = decisions.observation, decisions.tables[at]
        history, count = seen.history, seen.history.count[table]
        streets = ["" for _ in range(seen.street[table] + 1)]
        for kind, amount, street in zip(
            history.kind[table, :count].tolist(),
            history.amount[table, :count].tolist(),
            history.street[table, :count].tolist(),
            strict=True,
        ):
            streets[street] += _LETTERS[_digit(kind, amount)]
        moves = "/".join(streets)
        card = card_text(int(seen.hole_cards[table, 0]))
        if self._is_kuhn:
            return f"{card[0]}|{moves}"
        board = "".join(card_text(int(card)) for card in seen.board[table, : seen.street[table]])
        return f"{card}|{board}|{moves}"


def _digit(kind: int, amount: int) -> int:
    """Return the place of an action in `_LETTERS`; no decision follows a fold."""
    return 3 if kind == BatchAction.RAISE else 2 if amount else 1


def _codes(decisions: Decisions) -> NDArray[np.int64]:
    """Return a code for each actor's knowledge; different knowledge has different codes."""
    seen, tables = decisions.observation, decisions.tables
    history, counts = seen.history, seen.history.count[tables]
    most = int(counts.max())
    assert most <= _MAX_ACTIONS, f"a hand has {most} actions"
    codes: NDArray[np.int64] = seen.hole_cards[tables, 0].astype(np.int64)
    board = seen.board[tables]
    for column in range(board.shape[1]):
        codes = codes * _CARDS + board[:, column]
    for at in range(most):
        digits = np.where(history.amount[tables, at] > 0, 2, 1)
        digits[history.kind[tables, at] == BatchAction.RAISE] = 3
        codes = (codes << _DIGIT) + np.where(at < counts, digits, 0)
    return codes << _DIGIT * (_MAX_ACTIONS - most)


def _drawn(weights: NDArray[np.float64], numbers: NDArray[np.float64]) -> NDArray[np.int64]:
    """Draw a move from each row, in the same steps as `SeededRandom.weighted`."""
    total = np.zeros(len(weights))
    for column in range(_MAX_MOVES):
        total = total + weights[:, column]
    left = numbers * total
    drawn = np.zeros(len(weights), np.int64)
    for column in range(_MAX_MOVES):
        is_open = (weights[:, column] > 0) & (left >= 0)
        drawn[is_open] = column
        left[is_open] -= weights[is_open, column]
    return drawn
