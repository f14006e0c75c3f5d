"""Exact exploitability of strategies that start on one board or on any of several.

The board at the start is dealt before the first decision, so the exploitability of a strategy is
the mean of its exploitability on all boards on which it may start. Where they are too many, random
boards give an estimate with an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from fifthstreet.cards import CARD_COUNT, cards_text, count_matchups, mask_of
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import available_bytes
from fifthstreet.solvers.postflop import estimate, evaluate_strategy, strategy_spot
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import (
    BOARD_CARDS,
    INTERVAL,
    Exploitability,
    HoleArray,
    PlainStrategy,
    TreeStrategy,
)

# Entries of all boards together. More are not evaluated exactly, at 0.3 us per entry: a local best
# response over 100 deals takes 5 to 15 seconds.
MAX_EVALUATED = 40_000_000
MIN_BOARDS = 10  # of an estimate from random boards
_MAX_BOARDS = 200
_READ_ENTRIES = 400  # that take as long as reading the strategy at a decision on a board
_ENTRY_BYTES = 8  # a float32 regret and average of the range solver


class BoardStrategy(PlainStrategy):
    """A strategy on one of the boards on which it may start."""

    kind = "board"

    def __init__(self, base: TreeStrategy, board: tuple[int, ...]) -> None:
        """Take the whole board of the first street; InputError if the base does not start there."""
        count = BOARD_CARDS[base.tree.rules.first_street]
        known = set(base.board)
        if len(board) != count or len(set(board)) != count or not known <= set(board):
            start = f" with {cards_text(base.board)}" if known else ""
            raise InputError(
                f"board must be {count} different cards{start}, got {cards_text(board)!r}"
            )
        blocked = mask_of(board)
        ranges = [range_.without(blocked) for range_ in base.ranges]
        super().__init__(base.tree, ranges, board, rake=base.rake)
        self._base = base

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        return self._base.probabilities(node, board)

    @property
    def weight(self) -> float:
        """Weight of the pairs of hands that are possible on the board."""
        oop, ip = self._ranges
        return float(count_matchups(oop.weights, ip.weights))


@dataclass(frozen=True)
class StartBoards:
    """Boards on which a strategy is evaluated: all on which it may start, or random ones."""

    boards: tuple[tuple[int, ...], ...]
    total: int  # boards on which it may start
    work: int  # of evaluating a strategy on all of `boards`, in entries of tables

    @classmethod
    def of(cls, strategy: TreeStrategy) -> StartBoards | None:
        """Return the boards; None if exact best responses are not possible or take too long."""
        rules = strategy.tree.rules
        if rules.players != 2 or not rules.first_street or len(set(rules.stacks)) > 1:
            return None
        known = strategy.board
        missing = BOARD_CARDS[rules.first_street] - len(known)
        left = [card for card in range(CARD_COUNT) if card not in known]
        total = comb(len(left), missing)
        random = np.random.default_rng(0)
        board: tuple[int, ...] = known
        for _ in range(_MAX_BOARDS):
            board = (*known, *random.choice(left, missing, replace=False).tolist())
            if BoardStrategy(strategy, board).weight > 0:
                break
        else:
            return None
        size = estimate(strategy_spot(BoardStrategy(strategy, board)))
        entries = size.entries
        free = available_bytes()
        if entries == 0 or (free is not None and entries * _ENTRY_BYTES >= free / 2):
            return None
        tree = strategy.tree
        streets = tree.street[tree.kind == Kind.ACTION] - rules.first_street
        reads = int(np.bincount(streets, minlength=len(size.runouts)) @ np.array(size.runouts))
        work = entries if total == 1 else max(entries, _READ_ENTRIES * reads)
        count = min(total, MAX_EVALUATED // work)
        if count == total:
            rest = combinations(left, missing)
            return cls(tuple((*known, *cards) for cards in rest), total, work * total)
        if count < MIN_BOARDS:
            return None
        chosen: set[tuple[int, ...]] = set()
        while len(chosen) < min(count, _MAX_BOARDS):
            chosen.add(tuple(sorted(random.choice(left, missing, replace=False).tolist())))
        boards = tuple((*known, *cards) for cards in sorted(chosen))
        return cls(boards, total, work * len(boards))

    @property
    def is_complete(self) -> bool:
        """Whether the strategy starts on no other board, so that exploitability is exact."""
        return len(self.boards) == self.total

    def evaluate(
        self, strategy: TreeStrategy, *, isomorphism: bool, threads: int
    ) -> Exploitability:
        """Return the exploitability of a strategy, with an interval unless it is exact."""
        if len(self.boards) == self.total == 1:
            return evaluate_strategy(strategy, isomorphism=isomorphism, threads=threads)
        weights, responses, values = [], [], []
        for board in self.boards:
            on_board = BoardStrategy(strategy, board)
            if on_board.weight > 0:
                found = evaluate_strategy(on_board, isomorphism=isomorphism, threads=threads)
                assert found.values is not None
                weights.append(on_board.weight)
                responses.append(found.best_responses)
                values.append(found.values)
        shares = np.array(weights) / sum(weights)
        gains = (np.array(responses) - np.array(values)).mean(axis=1)
        error = 0.0
        if not self.is_complete and len(shares) > 1:
            drawn = len(shares) / (len(shares) - 1) * (1 - len(self.boards) / self.total)
            error = INTERVAL * float(
                np.sqrt(drawn * np.square(shares * (gains - shares @ gains)).sum())
            )
        return Exploitability(
            tuple((shares @ np.array(responses)).tolist()),
            tuple((shares @ np.array(values)).tolist()),
            pot=float(strategy.tree.rules.pot),
            error=error,
        )
