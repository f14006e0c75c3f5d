"""Exact values of small spots without rake by linear programming.

A player's plan is a number for each sequence of his own actions with a hand: how often he plays
them all. Plans are linear constraints, payoffs are bilinear in two plans, so the best plan against
the best answer is a linear program (Koller, Megiddo & von Stengel 1996). What a hand is worth and
who wins what come from the rules of the game, not from the solver.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

from fifthstreet.cards import HOLE_CARDS
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind
from tests.oracles.naive_hands import Cards, naive_score


def hands_of(spot: Spot, player: int) -> dict[Cards, float]:
    """Hands of a player that the board leaves, and their weights."""
    weights = spot.ranges[player].weights
    return {
        hand: float(weight)
        for pair, weight in zip(HOLE_CARDS.tolist(), weights, strict=True)
        if weight and not set(hand := tuple(pair)) & set(spot.board)
    }


def cards_left(*known: Cards) -> list[int]:
    """Cards that may still be dealt."""
    return [card for card in range(52) if not any(card in cards for cards in known)]


@dataclass(frozen=True)
class Outcome:
    """Chips that both players win, half of the pot at the start being each one's own."""

    chips: tuple[float, float]
    rake: float


def outcome(spot: Spot, node: int, board: Cards, first: Cards, second: Cards) -> Outcome:
    """How a hand ends at a fold, or at a showdown on a full board."""
    tree = spot.tree
    half = spot.pot / 2 + min(tree.committed[node].tolist()) * spot.rules.chip
    rake = min(2 * half * spot.rake.rate, spot.rake.cap)
    if tree.kind[node] == Kind.FOLD:
        lead = 1 if tree.player[node] == 0 else -1
    else:
        scores = [naive_score("standard high", hand, board) for hand in (first, second)]
        lead = (scores[0] > scores[1]) - (scores[0] < scores[1])
    if lead == 0:
        return Outcome((-rake / 2, -rake / 2), rake)
    won = half - rake
    return Outcome((won, -half) if lead > 0 else (-half, won), rake)


@dataclass
class Plans:
    """All plans of one player: sequences counted from 0 and what ties them together."""

    size: int = 0
    ties: list[tuple[int, int]] = field(default_factory=list)  # row, sequence
    signs: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # by row

    def new(self, count: int, after: int | None = None) -> list[int]:
        """Sequences that a decision adds: together as often as the one before it, or once."""
        row = len(self.starts)
        added = list(range(self.size, self.size + count))
        self.size += count
        self.ties += [(row, sequence) for sequence in added]
        self.signs += [1.0] * count
        self.starts.append(1.0 if after is None else 0.0)
        if after is not None:
            self.ties.append((row, after))
            self.signs.append(-1.0)
        return added

    def matrix(self) -> coo_array:
        rows, columns = zip(*self.ties, strict=True)
        return coo_array((self.signs, (rows, columns)), shape=(len(self.starts), self.size))


Sequences = dict[Cards, int]  # by hand, the last sequence of its owner


@dataclass
class SequenceForm:
    """The program of a spot."""

    spot: Spot
    plans: tuple[Plans, Plans] = field(default_factory=lambda: (Plans(), Plans()))
    payoffs: dict[tuple[int, int], float] = field(default_factory=dict)
    weight: float = 0.0  # of all pairs of hands that can meet

    def __post_init__(self) -> None:
        hands = [hands_of(self.spot, player) for player in (0, 1)]
        for first, a in hands[0].items():
            for second, b in hands[1].items():
                self.weight += a * b if not set(first) & set(second) else 0.0
        starts = [
            {hand: self.plans[player].new(1)[0] for hand in hands[player]} for player in (0, 1)
        ]
        self._visit(0, self.spot.board, 1.0, (starts[0], starts[1]))

    def _visit(
        self, node: int, board: Cards, chance: float, sequences: tuple[Sequences, Sequences]
    ) -> None:
        tree = self.spot.tree
        kind = Kind(int(tree.kind[node]))
        if kind == Kind.ACTION:
            self._act(node, board, chance, sequences)
        elif kind == Kind.DEAL or (kind == Kind.SHOWDOWN and len(board) < 5):
            after = int(tree.first_child[node]) if kind == Kind.DEAL else node
            each = chance / (52 - 4 - len(board))
            for card in cards_left(board):
                self._visit(after, (*board, card), each, sequences)
        else:
            self._end(node, board, chance, sequences)

    def _act(
        self, node: int, board: Cards, chance: float, sequences: tuple[Sequences, Sequences]
    ) -> None:
        player = int(self.spot.tree.player[node])
        children = self.spot.tree.children(node)
        added = {
            hand: self.plans[player].new(len(children), after)
            for hand, after in sequences[player].items()
        }
        for action, child in enumerate(children):
            own = {hand: new[action] for hand, new in added.items()}
            both = (own, sequences[1]) if player == 0 else (sequences[0], own)
            self._visit(child, board, chance, both)

    def _end(
        self, node: int, board: Cards, chance: float, sequences: tuple[Sequences, Sequences]
    ) -> None:
        weights = [hands_of(self.spot, player) for player in (0, 1)]
        for first, mine in sequences[0].items():
            for second, other in sequences[1].items():
                if len({*first, *second, *board}) < 4 + len(board):
                    continue
                chips = outcome(self.spot, node, board, first, second).chips[0]
                value = weights[0][first] * weights[1][second] * chance * chips
                self.payoffs[mine, other] = self.payoffs.get((mine, other), 0.0) + value

    def value(self) -> float:
        """Expected chips of the first player out of the pot, if both play their best."""
        first, second = self.plans
        rows, columns = zip(*self.payoffs, strict=True)
        payoffs = coo_array(
            (list(self.payoffs.values()), (rows, columns)), shape=(first.size, second.size)
        ).tocsr()
        # max starts . v over plans x and values v of the second's rows, with F'v <= A'x.
        count = len(second.starts)
        none = coo_array((len(first.starts), count))
        result = linprog(
            np.concatenate([np.zeros(first.size), -np.array(second.starts)]),
            A_ub=_side_by_side(-payoffs.T, second.matrix().T),
            b_ub=np.zeros(second.size),
            A_eq=_side_by_side(first.matrix(), none),
            b_eq=first.starts,
            bounds=[(0, None)] * first.size + [(None, None)] * count,
            method="highs",
        )
        assert result.success, result.message
        return self.spot.pot / 2 - float(result.fun) / self.weight


def _side_by_side(left: coo_array, right: coo_array) -> coo_array:
    return hstack([left, right]).tocsr()
