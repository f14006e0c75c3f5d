"""Leaf values from a strategy for the rest of the hand, such as a blueprint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search.continuations import BiasedStrategy
from fifthstreet.solvers.search.leaf_matrices import Matrix, payoff_matrices
from fifthstreet.solvers.search.street_game import check_street
from fifthstreet.solvers.values import Leaves
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import TreeStrategy

Rows = NDArray[np.float32]  # [..., H]

DEFAULT_BOARDS = 49  # one river after each turn of a flop
_STACK_ROUNDING = 1e-6  # of a stack, in pots


class BlueprintLeaves:
    """Leaf values of a spot's first street, if both players follow fixed strategies after it.

    They are bilinear in both ranges, so each leaf is a matrix of hand against hand, a mean over a
    sample of boards. Values are for the leaves of the spot, by their nodes. Hands outside of the
    spot's ranges have the value 0, and their reach does not count.

    >>> from fifthstreet.tree.strategy import CallingStrategy
    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> checks_down = CallingStrategy(spot.tree, spot.ranges, spot.board)
    >>> values = BlueprintLeaves.of(spot, checks_down, boards=48)
    >>> leaf = spot.tree.find("r:k:k")[0]
    >>> leaves = Leaves(spot.board, np.array([100.0]), np.array([200.0]), (leaf,))
    >>> values.values(leaves, np.ones((1, 2, 1326), np.float32)).shape
    (1, 2, 1326)
    """

    def __init__(
        self, spot: Spot, matrices: Mapping[int, Matrix], name: str, *, threads: int
    ) -> None:
        """Wrap what the first player's live hands win of the second player's, by node."""
        self.spot, self.threads = spot, threads
        self.matrices = dict(matrices)
        self._name = name
        first, second = (range_.hands().astype(np.int64) for range_ in spot.live_ranges)
        self._hands = (first, second)

    @classmethod
    def of(
        cls,
        spot: Spot,
        blueprint: TreeStrategy,
        *,
        boards: int = DEFAULT_BOARDS,
        seed: int = 0,
        threads: int | None = None,
    ) -> BlueprintLeaves:
        """Return the values if both players follow a blueprint.

        Args:
            spot: A flop or turn without rake and locks.
            blueprint: A strategy for the tree of the spot, of which only the later streets count.
            boards: Maximum number of boards; 48 are all rivers of a turn.
            seed: Seed of the sample of boards.
            threads: Number of threads; by default one per core.

        Raises:
            InputError: If the blueprint does not fit the spot.
        """
        both = [BiasedStrategy(blueprint, 1, "as is")]
        return cls.of_continuations(spot, 0, both, boards=boards, seed=seed, threads=threads)[0]

    @classmethod
    def of_continuations(
        cls,
        spot: Spot,
        player: int,
        continuations: Sequence[BiasedStrategy],
        *,
        boards: int = DEFAULT_BOARDS,
        seed: int = 0,
        threads: int | None = None,
    ) -> tuple[BlueprintLeaves, ...]:
        """Return the values for each strategy that one of the players may follow.

        Args:
            spot: As for `of`.
            player: Who follows the blueprint as it is.
            continuations: Biases of the blueprint, for the other player.
            boards: As for `of`.
            seed: As for `of`.
            threads: As for `of`.

        Raises:
            InputError: If the blueprint does not fit the spot.
        """
        check_street(spot)
        _check_blueprint(spot, continuations[0].base)
        used = thread_count(threads)
        payoffs = payoff_matrices(
            spot, player, continuations, boards=boards, seed=seed, threads=used
        )
        return tuple(
            cls(spot, matrices, each.title, threads=used)
            for matrices, each in zip(payoffs, continuations, strict=True)
        )

    def __repr__(self) -> str:
        return f"<BlueprintLeaves: {self.name} on {cards_text(self.spot.board)}>"

    @property
    def name(self) -> str:
        """What the players follow."""
        return self._name

    @property
    def bytes(self) -> int:
        """Memory of the matrices."""
        return sum(matrix.nbytes for matrix in self.matrices.values())

    def values(self, leaves: Leaves, reach: Rows, *, player: int | None = None) -> Rows:
        """Return counterfactual values; see `LeafValues.values`.

        With a `player`, the other player's values are 0.

        Raises:
            InputError: If a leaf is not one of the spot, up to a factor of its pot and stacks.
        """
        self._check(leaves)
        rows = leaves.check_reach(reach)
        tree = self.spot.tree
        values = np.zeros_like(rows)
        for at, node in enumerate(leaves.nodes):
            scale = np.float32(leaves.pots[at] / tree.pot(node))
            for who in (0, 1) if player is None else (player,):
                held = rows[at, 1 - who, self._hands[1 - who]]
                own = self._hands[who]
                values[at, who, own] = self._won(node, who, held) * scale
        return values

    def _won(self, node: int, who: int, opposing: Rows) -> Rows:
        """Return what a player's hands win, given the reach of the opposing ones."""
        matrix = self.matrices[node]
        won = np.empty(len(self._hands[who]), np.float32)
        held = np.ascontiguousarray(opposing)
        _native.multiply_matrix(matrix, held, who == 1, self.threads, won)
        return won if who == 0 else -won

    def _check(self, leaves: Leaves) -> None:
        spot, tree = self.spot, self.spot.tree
        if set(leaves.board) != set(spot.board):
            raise InputError(
                f"the blueprint's values are for {cards_text(spot.board)}, got leaves on "
                f"{cards_text(leaves.board) or 'no board'}"
            )
        if len(leaves.nodes) != len(leaves) or not set(leaves.nodes) <= set(self.matrices):
            raise InputError(
                f"nodes of leaves must be where the spot's first street ends, one for each leaf, "
                f"got {leaves.nodes}"
            )
        for node, pot, stack in zip(leaves.nodes, leaves.pots, leaves.stacks, strict=True):
            behind = min(tree.stacks(node)) / tree.pot(node)
            if abs(stack / pot - behind) > _STACK_ROUNDING * (1 + behind):
                raise InputError(
                    f"the stack at {tree.path(node)} must be {behind:.4g} pots, got "
                    f"{stack / pot:.4g}"
                )


def _check_blueprint(spot: Spot, blueprint: TreeStrategy) -> None:
    tree = blueprint.tree
    if set(blueprint.board) - set(spot.board):
        raise InputError("the blueprint must be for the spot's board, got another board")
    if tree is not spot.tree and not (
        np.array_equal(tree.kind, spot.tree.kind)
        and np.array_equal(tree.committed, spot.tree.committed)
        and tree.rules.pot == spot.rules.pot
    ):
        raise InputError("the blueprint must be for the spot's tree, got another tree")
