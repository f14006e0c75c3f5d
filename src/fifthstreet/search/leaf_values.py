"""Values of the leaves of a depth-limited search: one matrix for each leaf and continuation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.search.continuations import BiasedStrategy
from fifthstreet.search.leaf_matrices import Boards, LeafEnds, Matrix, checked_down, sample_runouts
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind

Row = NDArray[np.float32]  # [H] of one player


@dataclass(frozen=True, eq=False)
class LeafValues:
    """What hands win against hands after the first street of a spot.

    `player` follows their blueprint from there on, and the opponent one of K continuations.
    """

    player: int
    hands: tuple[NDArray[np.int64], NDArray[np.int64]]  # indices 0 to 1325
    continuations: int  # K
    payoffs: dict[int, Matrix]  # by node: [H, K * H of the opponent] chips that `player` wins
    all_in: Matrix  # [H0, H1] probability of winning less that of losing, without any betting
    threads: int

    @property
    def bytes(self) -> int:
        """Memory of the matrices."""
        return self.all_in.nbytes + sum(matrix.nbytes for matrix in self.payoffs.values())

    def won(self, node: int, shares: NDArray[np.float32]) -> Row:
        """Return what the player's hands win, given the opponent's reach by continuation.

        Chips times reach. The shares are [K, H of the opponent].
        """
        return self._product(self.payoffs[node], shares.ravel(), is_transposed=False)

    def conceded(self, node: int, reach: Row) -> NDArray[np.float32]:
        """Return what the opponent's hands win with each continuation.  [K, H]"""
        won = self._product(self.payoffs[node], reach, is_transposed=True)
        return -won.reshape(self.continuations, -1)

    def shown(self, who: int, reach: Row) -> Row:
        """Return what hands of `who` win per chip, all-in against the other player's reach."""
        won = self._product(self.all_in, reach, is_transposed=who == 1)
        return won if who == 0 else -won

    def _product(
        self, matrix: Matrix, vector: NDArray[np.float32], *, is_transposed: bool
    ) -> NDArray[np.float32]:
        out = np.empty(matrix.shape[1 if is_transposed else 0], np.float32)
        reach = np.ascontiguousarray(vector, np.float32)
        _native.multiply_matrix(matrix, reach, is_transposed, self.threads, out)
        return out


def leaf_values(
    spot: Spot,
    player: int,
    continuations: list[BiasedStrategy],
    *,
    boards: int,
    seed: int,
    threads: int,
) -> LeafValues:
    """Return the values of all leaves of a spot's first street.

    `player` follows the strategy that the opponent's `continuations` are biases of, over at most
    `boards` boards.
    """
    tree, opponent = spot.tree, 1 - player
    first, second = (range_.hands().astype(np.int64) for range_ in spot.live_ranges)
    hands = (first, second)
    sample = Boards.of(spot.board, sample_runouts(spot.board, boards, seed), hands)
    pairs = sample.pairs()
    is_possible = HOLE_MASKS[first][:, None] & HOLE_MASKS[second] == 0
    all_in = np.where(is_possible, checked_down(spot.board, hands, threads), np.float32(0))
    correction = all_in - sample.won(threads) / pairs
    own = [BiasedStrategy(continuations[0].base, player, "as is")]
    payoffs = {}
    for leaf in deal_nodes(spot):
        ends = LeafEnds(tree, leaf)
        fixed = ends.rows(own, player, hands[player], sample)[0]
        chosen = ends.rows(continuations, opponent, hands[opponent], sample)
        half = tree.pot(leaf) / 2
        matrices = []
        for rows in chosen:
            matrix = ends.matrix(player, fixed, rows, sample, threads) / pairs + half * correction
            won = np.where(is_possible, matrix, np.float32(0)).astype(np.float32)
            matrices.append(won if player == 0 else -won.T)
        payoffs[leaf] = np.ascontiguousarray(np.concatenate(matrices, axis=1))
    return LeafValues(player, hands, len(continuations), payoffs, all_in, threads)


def deal_nodes(spot: Spot) -> list[int]:
    """Return the nodes of a spot's first street at which a card is dealt and betting goes on."""
    tree = spot.tree
    is_deal = (tree.kind == Kind.DEAL) & (tree.street == tree.street[0])
    nodes: list[int] = np.flatnonzero(is_deal).tolist()
    return nodes
