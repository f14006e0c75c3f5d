"""Three hands from a flop or turn on in plain Python: every triple of hands on every runout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import evaluate
from fifthstreet.tree import BettingTree, Kind, Rake, settle

PLAYERS = (0, 1, 2)
BOARD_CARDS = 5
Row = NDArray[np.float64]
Board = tuple[int, ...]
Strategy = Callable[[int, Board], NDArray[np.float64]]  # [A, H] of the player who acts


class TripleStreetOracle:
    """A spot with three ranges; hands are in the order that they are given."""

    def __init__(
        self,
        tree: BettingTree,
        board: Board,
        holes: Sequence[Sequence[int]],
        weights: Sequence[Sequence[float]],
        rake: Rake,
    ) -> None:
        self.tree, self.rake, self.board = tree, rake, board
        self.masks = [[int(HOLE_MASKS[hole]) for hole in of] for of in holes]
        self.weights = [np.array(of, np.float64) for of in weights]
        self.triples = [
            triple
            for triple in product(*(range(len(of)) for of in self.masks))
            if self._is_possible(triple)
        ]
        self._paid: dict[tuple[int, ...], list[float]] = {}
        self._ranks: dict[Board, list[list[int]]] = {}

    def _is_possible(self, triple: Sequence[int]) -> bool:
        first, second, third = (self.masks[who][hand] for who, hand in enumerate(triple))
        return not (first & second or (first | second) & third)

    def cards(self, board: Board) -> Iterator[int]:
        """Yield the cards that are not on a board."""
        yield from (card for card in range(52) if card not in board)

    def without(self, player: int, row: Row, card: int) -> Row:
        """Return reach without the hands that have a card."""
        free = np.array([not mask >> card & 1 for mask in self.masks[player]])
        return np.where(free, row, 0.0)

    def chance(self, board: Board) -> float:
        """Return the probability of each possible card for three hands that are known."""
        return 1 / (52 - len(board) - 6)

    def ranks(self, board: Board) -> list[list[int]]:
        """Return the strengths of the hands on a complete board, 0 if impossible."""
        key = tuple(sorted(board))
        if key not in self._ranks:
            mask = sum(1 << card for card in board)
            self._ranks[key] = [
                [0 if hand & mask else evaluate(hand, mask) for hand in of] for of in self.masks
            ]
        return self._ranks[key]

    def paid(self, node: int, strengths: tuple[int, ...]) -> list[float]:
        """Return what each player wins at an end."""
        order = tuple(sorted(set(strengths)).index(each) for each in strengths)
        if (node, *order) not in self._paid:
            self._paid[node, *order] = settle(self.tree, node, list(order), self.rake)
        return self._paid[node, *order]

    def end(self, player: int, node: int, reach: Sequence[Row], board: Board) -> Row:
        """Return what a player's hands win at an end, over all runouts of it."""
        if self.tree.kind[node] == Kind.SHOWDOWN and len(board) < BOARD_CARDS:
            won = np.zeros(len(self.masks[player]))
            for card in self.cards(board):
                left = [self.without(who, reach[who], card) for who in PLAYERS]
                below = self.end(player, node, left, (*board, card))
                won += self.without(player, below, card)
            return won * self.chance(board)
        is_showdown = self.tree.kind[node] == Kind.SHOWDOWN
        ranks = self.ranks(board) if is_showdown else [[0] * len(of) for of in self.masks]
        first, second = (other for other in PLAYERS if other != player)
        won = np.zeros(len(self.masks[player]))
        for triple in self.triples:
            weight = reach[first][triple[first]] * reach[second][triple[second]]
            if not weight:
                continue
            strengths = tuple(ranks[who][hand] for who, hand in enumerate(triple))
            won[triple[player]] += weight * self.paid(node, strengths)[player]
        return won

    def matchups(self) -> float:
        """Return the weight of all triples."""
        return sum(
            float(np.prod([self.weights[who][hand] for who, hand in enumerate(triple)]))
            for triple in self.triples
        )

    def values(
        self,
        player: int,
        strategy: Strategy,
        *,
        is_best: bool,
        node: int = 0,
        reach: Sequence[Row] | None = None,
        board: Board | None = None,
    ) -> Row:
        """Return the values of a player's hands at a node, by their strategy or best actions."""
        tree = self.tree
        reach = self.weights if reach is None else reach
        board = self.board if board is None else board
        if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN):
            return self.end(player, node, reach, board)
        if tree.kind[node] == Kind.DEAL:
            child, won = int(tree.first_child[node]), np.zeros(len(self.masks[player]))
            for card in self.cards(board):
                left = [self.without(who, reach[who], card) for who in PLAYERS]
                later = self.values(
                    player, strategy, is_best=is_best, node=child, reach=left, board=(*board, card)
                )
                won += self.without(player, later, card)
            return won * self.chance(board)
        who, rows = int(tree.player[node]), []
        shares = strategy(node, board)
        for child, share in zip(tree.children(node), shares, strict=True):
            below = list(reach)
            if who != player:
                below[who] = reach[who] * share
            rows.append(
                self.values(player, strategy, is_best=is_best, node=child, reach=below, board=board)
            )
        if who != player:
            summed: Row = np.sum(rows, axis=0)
            return summed
        chosen: Row = np.max(rows, axis=0) if is_best else (shares * rows).sum(axis=0)
        return chosen
