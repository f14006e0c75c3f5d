"""The hands of limit games with small decks, round by round, and features of them.

A hand of a round is a player's private cards and the board so far, in the order in which it was
dealt. All features are exact, by enumeration, against a uniformly random hand of one opponent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import OPPONENT_BINS, OPPONENT_RESTARTS, HandIndex, cluster
from fifthstreet.cards import RANKS, SUITS, make_card, mask_of, mask_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree
from fifthstreet.solvers.games import LimitPoker

_MAX_HANDS = 1_000_000  # of the last round, enumerated in about ten seconds


@dataclass(frozen=True, eq=False)
class RoundHands:
    """The V hands of a round, and the C classes of hands that differ only in suits."""

    masks: NDArray[np.uint64]  # [V, K]  private cards, then the board, deal by deal
    of_last: NDArray[np.int64]  # [W]  hand of this round from which each of the last round came
    class_of: NDArray[np.int64]  # [V]
    class_first: NDArray[np.int64]  # [C]  a hand of each class
    class_size: NDArray[np.uint32]  # [C]  number of hands

    def __len__(self) -> int:
        """Return the number of hands."""
        return len(self.masks)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each hand by its text: private cards, `|`, and the board."""
        texts = {mask: mask_text(mask) for mask in np.unique(self.masks).tolist()}
        return {
            f"{texts[hand]}|{''.join([texts[mask] for mask in board])}": number
            for number, (hand, *board) in enumerate(self.masks.tolist())
        }


@dataclass(frozen=True, eq=False)
class _Board:
    """The hands of the last round on one board, against each other."""

    hands: NDArray[np.int64]  # [H]
    is_possible: NDArray[np.bool_]  # [H, H]  whether two players can hold them
    points: NDArray[np.int8]  # [H, H]  2 for a win, 1 for a tie, 0 if not possible


class LimitHands:
    """The hands of all rounds of a limit game for two players, and their strengths.

    >>> from fifthstreet.solvers.games import leduc
    >>> hands = LimitHands(leduc())
    >>> [len(each) for each in hands.rounds], [len(each.class_first) for each in hands.rounds]
    ([6, 30], [3, 15])
    >>> float(hands.ehs(1)[hands.rounds[1].numbers["Kh|Ks"]])
    1.0
    """

    def __init__(self, game: LimitPoker) -> None:
        if game.players != 2:
            raise InputError(f"{game.name} must have 2 players, got {game.players}")
        self.game = game
        sizes = [game.private, *filter(None, game.board)]
        last = _deals(game, sizes)
        index = HandIndex(sizes)
        self.rounds: list[RoundHands] = []
        for number in range(len(game.board)):
            columns = 1 + sum(map(bool, game.board[: number + 1]))
            masks, of_last = np.unique(last[:, :columns], axis=0, return_inverse=True)
            _, first, class_of, counts = np.unique(
                index.index_masks(masks), return_index=True, return_inverse=True, return_counts=True
            )
            class_size = counts.astype(np.uint32)
            hands = RoundHands(masks, of_last.ravel(), class_of, first, class_size)
            self.rounds.append(hands)
        self._boards = _boards(game, last)
        self._opponents = int(self._boards[0].is_possible[0].sum())  # of each hand
        self._points = np.empty(len(last), np.int64)
        for board in self._boards:
            self._points[board.hands] = board.points.sum(axis=1)

    def ehs(self, round: int) -> NDArray[np.float64]:
        """Return the expected hand strength of each hand of a round.  [V]"""
        return self._means(round, self._points, 2 * self._opponents)

    def ehs_squared(self, round: int) -> NDArray[np.float64]:
        """Return the expected square of the strength in the last round of each hand.  [V]"""
        return self._means(round, np.square(self._points), (2 * self._opponents) ** 2)

    def histograms(self, round: int, bins: int) -> NDArray[np.uint16]:
        """Count the runouts of each hand of a round by their strength in the last round.  [V, bins]

        Bins are of equal width; a strength of 1 is in the last bin.
        """
        bin_of = np.minimum(self._points * bins // (2 * self._opponents), bins - 1)
        hands = self.rounds[round]
        result = np.zeros((len(hands), bins), np.uint16)
        np.add.at(result, (hands.of_last, bin_of), 1)
        return result

    def origins(self, round: int) -> NDArray[np.int64]:
        """Return the hand of the previous round from which each hand of a round came.  [V]"""
        result = np.empty(len(self.rounds[round]), np.int64)
        result[self.rounds[round].of_last] = self.rounds[round - 1].of_last
        return result

    def opponent_equities(self, clusters: int, *, seed: int = 0) -> NDArray[np.float64]:
        """Return the equity of each hand of the last round against clusters of hands.  [V, K]

        The opponent's private cards are divided into at most `clusters` by their strength
        histograms before the board is dealt, as in `opponent_clusters` for hold'em. If no hand of a
        cluster is possible, the equity is against all hands.
        """
        first, last = self.rounds[0], self.rounds[-1]
        if first.masks.shape[1] != 1:
            raise InputError(f"{self.game.name} must have no board cards in the first round")
        found = cluster(
            self.histograms(0, OPPONENT_BINS)[first.class_first],
            clusters,
            weights=first.class_size,
            seed=seed,
            restarts=OPPONENT_RESTARTS,
            threads=1,
        )
        of_private = dict(
            zip(first.masks[:, 0].tolist(), found.labels[first.class_of].tolist(), strict=True)
        )
        result = np.repeat(self.ehs(len(self.rounds) - 1)[:, None], len(found), axis=1)
        for board in self._boards:
            labels = [of_private[mask] for mask in last.masks[board.hands, 0].tolist()]
            is_member = np.eye(len(found))[labels]
            points, held = board.points @ is_member, board.is_possible @ is_member
            equities = points / np.maximum(2 * held, 1)
            result[board.hands] = np.where(held > 0, equities, result[board.hands])
        return result

    def places(self, tree: GameTree) -> list[tuple[int, int, str]]:
        """Return the round, the hand and the betting of each information set of the game's tree."""
        if tree.name != self.game.name:
            raise InputError(f"tree must be for {self.game.name}, got one for {tree.name}")
        numbers = [hands.numbers for hands in self.rounds]
        result = []
        for key in tree.keys:
            cards, _, betting = key.rpartition("|")
            round = betting.count("/")
            result.append((round, numbers[round][cards], betting))
        return result

    def _means(self, round: int, numbers: NDArray[np.int64], unit: int) -> NDArray[np.float64]:
        """Return the means over the hands of the last round, in units."""
        # Sums of whole numbers: hands that differ only in suits have exactly the same mean.
        of_last = self.rounds[round].of_last
        return np.bincount(of_last, numbers) / (unit * np.bincount(of_last))


def _deals(game: LimitPoker, sizes: list[int]) -> NDArray[np.uint64]:
    """Return a row of masks for each way to deal sets of cards of the given sizes, sorted."""
    deck = [make_card(RANKS.index(r), SUITS.index(s)) for r in game.ranks for s in game.suits]
    count, left = 1, len(deck)
    for size in sizes:
        count *= comb(left, size)
        left -= size
    if count > _MAX_HANDS:
        raise InputError(
            f"{game.name} must have at most {_MAX_HANDS:,} hands in the last round, got {count:,}"
        )
    rows = np.zeros((1, 0), np.uint64)
    for size in sizes:
        dealt = np.array([mask_of(cards) for cards in combinations(deck, size)], np.uint64)
        used = np.bitwise_or.reduce(rows, axis=1, initial=np.uint64(0))
        before, new = np.nonzero(used[:, None] & dealt == 0)
        rows = np.column_stack([rows[before], dealt[new]])
    return np.unique(rows, axis=0)


def _boards(game: LimitPoker, last: NDArray[np.uint64]) -> list[_Board]:
    """Compare the hands of each board of the last round."""
    strength = game.hand_type.evaluator.strength
    board_masks = np.bitwise_or.reduce(last[:, 1:], axis=1, initial=np.uint64(0))
    strengths = np.array(
        [
            strength(hand, board)
            for hand, board in zip(last[:, 0].tolist(), board_masks.tolist(), strict=True)
        ]
    )
    _, board_of = np.unique(last[:, 1:], axis=0, return_inverse=True)
    order = np.argsort(board_of.ravel(), kind="stable")
    boards = []
    for hands in np.split(order, np.flatnonzero(np.diff(board_of.ravel()[order])) + 1):
        own, other = strengths[hands][:, None], strengths[hands]
        is_possible = last[hands, 0][:, None] & last[hands, 0] == 0
        points = (2 * (own > other) + (own == other)) * is_possible
        boards.append(_Board(hands, is_possible, points.astype(np.int8)))
    return boards
