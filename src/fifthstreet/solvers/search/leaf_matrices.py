"""What hands win against hands after a leaf, if both players follow fixed strategies.

The value of a leaf is bilinear in the reach of both players, so for fixed strategies it is a
matrix: the mean over the cards to come of what each hand wins against each. On a board, an end of
the betting adds the product of two rows, the reach of both players' actions since the leaf; at a
showdown, with the sign of the comparison.

With fewer boards than runouts, the mean is over a sample: as many rivers after each turn,
and every card as often on the turn as on the river. Checking the hands down is then known for the
sample as well as for all boards, and the difference of the two is subtracted (a control variate).

Shapes: R boards, E ends, H hands of a player, K continuations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.continuations import BiasedStrategy
from fifthstreet.solvers.values import checked_down
from fifthstreet.tree import NO_RAKE, BettingTree, Kind, end_payoffs, nodes_below

Matrix = NDArray[np.float32]  # [H0, H1] chips that the first player wins
Rows = NDArray[np.float32]  # [R, E, H]
_BOARD_CARDS = 5


def sample_runouts(board: Sequence[int], boards: int, seed: int) -> list[tuple[int, ...]]:
    """Return cards that may follow a flop or a turn, in the order they are dealt, sorted.

    All runouts if there are at most `boards`; else a balanced sample of `boards` runouts, rounded
    down to a whole number of rivers after each turn if possible.
    """
    if boards < 1:
        raise InputError(f"boards must be at least 1, got {boards}")
    left = [card for card in range(52) if card not in set(board)]
    to_come = _BOARD_CARDS - len(board)
    every = list(permutations(left, to_come))
    if boards >= len(every):
        return every
    order = np.random.default_rng(seed).permutation(left).tolist()
    if to_come == 1:
        return sorted((card,) for card in order[:boards])
    shifts = max(boards // len(order), 1)
    pairs = [
        (card, order[(at + shift) % len(order)])
        for shift in range(1, shifts + 1)
        for at, card in enumerate(order[:boards])
    ]
    return sorted(pairs)


@dataclass(frozen=True, eq=False)
class Boards:
    """Boards on which two players' hands are compared."""

    runouts: list[tuple[int, ...]]  # [R] cards dealt, sorted
    strengths: tuple[NDArray[np.float32], NDArray[np.float32]]  # [R, H] 0 where a hand is blocked

    @classmethod
    def of(
        cls,
        board: Sequence[int],
        runouts: list[tuple[int, ...]],
        hands: tuple[NDArray[np.int64], NDArray[np.int64]],
    ) -> Boards:
        """Evaluate both players' hands, given as indices 0 to 1325, on all boards."""
        masks = np.array([sum(1 << card for card in (*board, *cards)) for cards in runouts])
        boards = masks.astype(np.uint64)
        first, second = (
            strengths_on_boards(HOLE_MASKS[held], boards, np.float32) for held in hands
        )
        return cls(runouts, (first, second))

    @cached_property
    def live(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """1 where a hand is possible on the board, else 0.  [R, H]"""
        first, second = ((strength > 0).astype(np.float32) for strength in self.strengths)
        return first, second

    def pairs(self) -> Matrix:
        """Return on how many boards both hands are possible, at least 1.  [H0, H1]"""
        first, second = self.live
        counts: Matrix = np.maximum(first.T @ second, np.float32(1))
        return counts

    def won(self, threads: int) -> Matrix:
        """Return the number of boards on which a hand wins, less on which it loses.  [H0, H1]"""
        first, second = (rows[:, None, :] for rows in self.live)
        return self.signed_sum(first, second, threads)

    def signed_sum(self, first: Rows, second: Rows, threads: int) -> Matrix:
        """Return the sum of products of rows, with the sign of the comparison.  [H0, H1]"""
        return _sum_of_products(self.strengths, first, second, threads)


def plain_sum(first: Rows, second: Rows, threads: int) -> Matrix:
    """Return the sum of products of rows over all boards and ends.  [H0, H1]"""
    stacked = [rows.reshape(1, -1, rows.shape[2]) for rows in (first, second)]
    stronger = np.ones((1, first.shape[2]), np.float32)
    weaker = np.zeros((1, second.shape[2]), np.float32)
    return _sum_of_products((stronger, weaker), stacked[0], stacked[1], threads)


class LeafEnds:
    """The ends of the betting below a leaf, and the reach of the players' actions up to them."""

    def __init__(self, tree: BettingTree, leaf: int) -> None:
        self._tree, self._root = tree, int(tree.first_child[leaf])
        self._nodes = nodes_below(tree, self._root)
        self._ends = [node for node in self._nodes if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN)]
        self._place = {node: at for at, node in enumerate(self._ends)}
        is_showdown = tree.kind[self._ends] == Kind.SHOWDOWN
        ends = np.array(self._ends, np.int32)
        lead, total = end_payoffs(tree, ends, is_showdown, NO_RAKE)
        self._payoffs = {True: lead[0], False: total[0]}  # of the first player, by is_showdown
        self._is_showdown = is_showdown

    def rows(
        self,
        continuations: Sequence[BiasedStrategy],
        player: int,
        hands: NDArray[np.int64],
        boards: Boards,
    ) -> NDArray[np.float32]:
        """Return the reach of a player's actions since the leaf, at each end.  [K, R, E, H]

        The continuations are biases of one strategy, which is evaluated once for all of them.
        """
        tree, base = self._tree, continuations[0].base
        turns = sorted({cards[:1] for cards in boards.runouts})
        of_turn = [turns.index(cards[:1]) for cards in boards.runouts]
        reach = {self._root: np.ones((len(continuations), len(turns), len(hands)), np.float32)}
        shape = (len(continuations), len(boards.runouts), len(self._ends), len(hands))
        rows = np.empty(shape, np.float32)
        for node in self._nodes:
            here, runouts = reach.pop(node), turns
            if tree.street[node] > tree.street[self._root]:
                runouts = boards.runouts
            if node in self._place:
                rows[:, :, self._place[node]] = here if runouts is not turns else here[:, of_turn]
            elif tree.kind[node] == Kind.DEAL:
                reach[int(tree.first_child[node])] = here[:, of_turn]
            elif int(tree.player[node]) != player:
                reach |= dict.fromkeys(tree.children(node), here)
            else:
                played = [base.probabilities(node, (*base.board, *dealt)) for dealt in runouts]
                held = np.nan_to_num(np.array(played)[:, :, hands].astype(np.float32))
                biased = [
                    each.biased(node, held) * here[at][:, None, :]
                    for at, each in enumerate(continuations)
                ]
                shares = np.array(biased)  # [K, R, A, H]
                reach |= zip(tree.children(node), np.moveaxis(shares, 2, 0), strict=True)
        rows *= boards.live[player][:, None, :]
        return rows

    def matrix(
        self, searcher: int, fixed: Rows, chosen: Rows, boards: Boards, threads: int
    ) -> Matrix:
        """Return the sum over boards of what the first player wins.  [H0, H1]

        `fixed` are the rows of the searching player and `chosen` the rows of the other player.
        """
        parts = []
        for is_showdown in (True, False):
            kept = np.flatnonzero(self._is_showdown == is_showdown)
            payoffs = self._payoffs[is_showdown][kept].astype(np.float32)
            own, other = fixed[:, kept], chosen[:, kept] * payoffs[:, None]
            parts.append((own, other) if searcher == 0 else (other, own))
        (first, second), (first_folds, second_folds) = parts
        shown = boards.signed_sum(first, second, threads)
        shown += plain_sum(first_folds, second_folds, threads)
        return shown


def _sum_of_products(
    strengths: tuple[NDArray[np.float32], NDArray[np.float32]],
    first: Rows,
    second: Rows,
    threads: int,
) -> Matrix:
    out = np.zeros((first.shape[2], second.shape[2]), np.float32)
    own, other = (np.ascontiguousarray(part, np.float32) for part in (first, second))
    _native.add_signed_products(strengths[0], strengths[1], own, other, threads, out)
    return out


def payoff_matrices(
    spot: Spot,
    player: int,
    continuations: Sequence[BiasedStrategy],
    *,
    boards: int,
    seed: int,
    threads: int,
) -> list[dict[int, Matrix]]:
    """Return what the first player wins where a spot's first street ends, by node.

    Args:
        spot: A flop or turn.
        player: Who follows the strategy that the other player's `continuations` are biases of.
        continuations: What the other player may do.
        boards: Maximum number of boards.
        seed: Seed of the sample of boards.
        threads: Number of threads.

    Returns:
        Matrices of the live hands of both players, for each of the continuations.
    """
    tree, opponent = spot.tree, 1 - player
    first, second = (range_.hands().astype(np.int64) for range_ in spot.live_ranges)
    hands = (first, second)
    sample = Boards.of(spot.board, sample_runouts(spot.board, boards, seed), hands)
    pairs = sample.pairs()
    is_possible = HOLE_MASKS[first][:, None] & HOLE_MASKS[second] == 0
    correction = checked_down(spot.board, hands, threads) - sample.won(threads) / pairs
    own = [BiasedStrategy(continuations[0].base, player, "as is")]
    payoffs: list[dict[int, Matrix]] = [{} for _ in continuations]
    for leaf in deal_nodes(spot):
        ends = LeafEnds(tree, leaf)
        fixed = ends.rows(own, player, hands[player], sample)[0]
        chosen = ends.rows(continuations, opponent, hands[opponent], sample)
        half = tree.pot(leaf) / 2
        for matrices, rows in zip(payoffs, chosen, strict=True):
            won = ends.matrix(player, fixed, rows, sample, threads) / pairs + half * correction
            matrices[leaf] = np.where(is_possible, won, np.float32(0)).astype(np.float32)
    return payoffs


def deal_nodes(spot: Spot) -> list[int]:
    """Return the nodes of a spot's first street at which a card is dealt and betting continues."""
    tree = spot.tree
    is_deal = (tree.kind == Kind.DEAL) & (tree.street == tree.street[0])
    return np.flatnonzero(is_deal).tolist()
