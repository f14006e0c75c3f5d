"""Exact values of small spots without rake by linear programming.

A player's plan gives, for each sequence of their own actions with a hand, the probability that they
play all of them. Plans obey linear constraints and payoffs are bilinear in the two plans, so the
best plan against a best response is a linear program (Koller, Megiddo & von Stengel 1996). Hand
rankings and payoffs come from the rules of the game, not from the solver.
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
    """Return the hands of a player that the board does not block, with their weights."""
    weights = spot.ranges[player].weights
    return {
        hand: float(weight)
        for pair, weight in zip(HOLE_CARDS.tolist(), weights, strict=True)
        if weight and not set(hand := tuple(pair)) & set(spot.board)
    }


def cards_left(*known: Cards) -> list[int]:
    """Return the cards that may still be dealt."""
    return [card for card in range(52) if not any(card in cards for cards in known)]


@dataclass(frozen=True)
class Outcome:
    """Chips won by each player, who are taken to have paid half of the initial pot each."""

    chips: tuple[float, float]
    rake: float


def outcome(spot: Spot, node: int, board: Cards, first: Cards, second: Cards) -> Outcome:
    """Return the outcome of a hand at a fold, or at a showdown on a full board."""
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
    """Constraints on the plans of one player, whose sequences are numbered from 0."""

    size: int = 0
    entries: list[tuple[int, int]] = field(default_factory=list)  # row, sequence
    coefficients: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # right-hand side of each row

    def new(self, count: int, after: int | None = None) -> list[int]:
        """Add the sequences of a decision; they sum to the sequence before it, or to 1."""
        row = len(self.starts)
        added = list(range(self.size, self.size + count))
        self.size += count
        self.entries += [(row, sequence) for sequence in added]
        self.coefficients += [1.0] * count
        self.starts.append(1.0 if after is None else 0.0)
        if after is not None:
            self.entries.append((row, after))
            self.coefficients.append(-1.0)
        return added

    def matrix(self) -> coo_array:
        rows, columns = zip(*self.entries, strict=True)
        return coo_array((self.coefficients, (rows, columns)), shape=(len(self.starts), self.size))


Sequences = dict[Cards, int]  # last sequence of a player, by hand


@dataclass
class SequenceForm:
    """The linear program of a spot."""

    spot: Spot
    plans: tuple[Plans, Plans] = field(default_factory=lambda: (Plans(), Plans()))
    payoffs: dict[tuple[int, int], float] = field(default_factory=dict)
    weight: float = 0.0  # of all compatible pairs of hands

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
            card_chance = chance / (52 - 4 - len(board))
            for card in cards_left(board):
                self._visit(after, (*board, card), card_chance, sequences)
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
        for first, first_sequence in sequences[0].items():
            for second, second_sequence in sequences[1].items():
                if len({*first, *second, *board}) < 4 + len(board):
                    continue
                chips = outcome(self.spot, node, board, first, second).chips[0]
                value = weights[0][first] * weights[1][second] * chance * chips
                self.payoffs[first_sequence, second_sequence] = (
                    self.payoffs.get((first_sequence, second_sequence), 0.0) + value
                )

    def value(self) -> float:
        """Return the first player's EV in chips if both play optimally."""
        first, second = self.plans
        rows, columns = zip(*self.payoffs, strict=True)
        payoffs = coo_array(
            (list(self.payoffs.values()), (rows, columns)), shape=(first.size, second.size)
        ).tocsr()
        # Maximise starts . v over the first player's plans x and the values v of the second
        # player's rows, with F'v <= A'x.
        count = len(second.starts)
        zeros = coo_array((len(first.starts), count))
        result = linprog(
            np.concatenate([np.zeros(first.size), -np.array(second.starts)]),
            A_ub=_side_by_side(-payoffs.T, second.matrix().T),
            b_ub=np.zeros(second.size),
            A_eq=_side_by_side(first.matrix(), zeros),
            b_eq=first.starts,
            bounds=[(0, None)] * first.size + [(None, None)] * count,
            method="highs",
        )
        assert result.success, result.message
        return self.spot.pot / 2 - float(result.fun) / self.weight


def _side_by_side(left: coo_array, right: coo_array) -> coo_array:
    return hstack([left, right]).tocsr()
