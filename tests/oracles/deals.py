"""Sampled deals of hold'em, slowly: the same draws from the same seed, batch by batch."""

from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import hole_cards, hole_index, stabiliser
from fifthstreet.solvers.cfr.schemes import Pruning
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import Kind
from tests.oracles.naive_hands import naive_score
from tests.oracles.random_stream import Stream

# By key: regrets and averages of the actions.  [2, A]
Table = dict[int, NDArray[np.float32]]


def pick(random: Stream, weights: Sequence[float]) -> int:
    """The place at which the running sum of the weights passes a share drawn of it."""
    drawn = random.uniform() * sum(weights)
    passed = (place for place, upto in enumerate(accumulate(weights)) if drawn < upto)
    return next(passed, len(weights) - 1)


class NaiveDeals:
    """External-sampling MCCFR of a spot. `board` are the known cards, fewer than the spot's for
    sampled flops, more for known runouts."""

    def __init__(
        self,
        spot: Spot,
        *,
        seed: int = 0,
        batch: int = 1,
        linear: bool = True,
        pruning: Pruning | None = None,
        board: Sequence[int] | None = None,
    ) -> None:
        self.spot, self.seed, self.batch, self.linear = spot, seed, batch, linear
        self.pruning = pruning
        self.board = list(spot.board if board is None else board)
        first, later = self.board[: len(spot.board)], self.board[len(spot.board) :]
        known = [sum(1 << card for card in first), *(1 << card for card in later)]
        self.symmetry = stabiliser(known, spot.ranges)
        blocked = set(self.board)
        self.hands = [
            [hand for hand in range_.hands().tolist() if not blocked & set(hole_cards(hand))]
            for range_ in spot.ranges
        ]
        self.table: Table = {}
        self.iteration = 0

    def run(self, batches: int) -> None:
        for _ in range(batches):
            updates = []
            for index in range(self.iteration, self.iteration + self.batch):
                updates += self.traverse(index)
            for key, kind, deltas in updates:
                cells = self.table.setdefault(key, np.zeros((2, len(deltas)), np.float32))
                cells[kind] += np.array(deltas, np.float32)
            self.iteration += self.batch

    def deal(self, random: Stream) -> tuple[list[int], list[int]]:
        """Both hands and all of the board."""
        while True:
            hands = [
                held[pick(random, [float(range_.weights[hand]) for hand in held])]
                for held, range_ in zip(self.hands, self.spot.ranges, strict=True)
            ]
            cards = [*hole_cards(hands[0]), *hole_cards(hands[1])]
            if len(set(cards)) == 4:
                break
        board = list(self.board)
        while len(board) < 5:
            card = random.below(52)
            if card not in {*cards, *board}:
                board.append(card)
        return hands, board

    def key(self, node: int, hand: int, board: Sequence[int]) -> int:
        """Node, drawn cards that are seen, hand: the least that a symmetry makes of them."""
        keys = []
        for perm in self.symmetry:
            cards = [card // 4 * 4 + perm[card % 4] for card in board]
            low, high = (card // 4 * 4 + perm[card % 4] for card in hole_cards(hand))
            drawn = [0 if i < len(self.board) else card for i, card in enumerate(cards)]
            part = 0
            for card in sorted(drawn[:3]) + drawn[3 : int(self.spot.tree.street[node]) + 2]:
                part = part << 6 | card
            keys.append(node << 41 | part << 11 | hole_index(low, high))
        return min(keys)

    def behind_deal(self, node: int) -> int:
        tree = self.spot.tree
        return int(tree.first_child[node]) if tree.kind[node] == Kind.DEAL else node

    def payoff(self, node: int, player: int, sign: int) -> float:
        """Chips won at an end, half of the pot at the start being the player's own."""
        tree, rake = self.spot.tree, self.spot.rake
        half = self.spot.pot / 2 + int(tree.committed[node].min()) * tree.rules.chip
        taken = min(2 * half * rake.rate, rake.cap)
        if tree.kind[node] == Kind.FOLD:
            sign = 1 if tree.player[node] == player else -1
        return {1: half - taken, 0: -taken / 2, -1: -half}[sign]

    def strategy(self, regrets: Sequence[float]) -> list[float]:
        positive = [max(regret, 0.0) for regret in regrets]
        total = sum(positive)
        return [p / total if total > 0 else 1 / len(regrets) for p in positive]

    def traverse(self, index: int) -> list[tuple[int, int, list[float]]]:
        """Updates of one traversal: key, 0 for regrets or 1 for averages, what is added."""
        tree, random, me = self.spot.tree, Stream(self.seed, index), index % 2
        weight = index + 1.0 if self.linear else 1.0
        hands, board = self.deal(random)
        scores = [naive_score("standard high", hole_cards(hand), tuple(board)) for hand in hands]
        sign = (scores[me] > scores[1 - me]) - (scores[me] < scores[1 - me])
        rule = self.pruning
        may_prune = rule is not None and index >= rule.after
        pruned = may_prune and rule is not None and random.uniform() < rule.share
        updates: list[tuple[int, int, list[float]]] = []
        queue, weights = [0], {0: weight}  # nodes, and what updates count from there on
        below: dict[int, dict[int, int]] = {}  # children by action, of those that are gone to
        played: dict[int, list[float]] = {}
        for node in queue:
            if tree.kind[node] != Kind.ACTION:
                continue
            player, children = int(tree.player[node]), tree.children(node)
            key = self.key(node, hands[player], board)
            cells = self.table.get(key)
            regrets = [0.0] * len(children) if cells is None else cells[0].tolist()
            played[node] = self.strategy(regrets)
            taken, hopeless = list(range(len(children))), list[int]()
            if player != me:
                updates.append((key, 1, [weights[node] * share for share in played[node]]))
                taken = [pick(random, played[node])]
            elif may_prune and rule is not None and tree.street[node] < 3:
                hopeless = [
                    a
                    for a in taken
                    if played[node][a] == 0
                    and regrets[a] < rule.below * weight
                    and tree.kind[children[a]] in (Kind.ACTION, Kind.DEAL)
                ]
                taken = [a for a in taken if not (pruned and a in hopeless)]
            below[node] = {a: self.behind_deal(children[a]) for a in taken}
            for a, child in below[node].items():
                lift = 1 / (1 - rule.share) if rule is not None else 1.0
                weights[child] = weight * lift if a in hopeless else weights[node]
            queue += below[node].values()
        values: dict[int, float] = {}
        for node in reversed(queue):
            worth = {a: values[child] for a, child in below.get(node, {}).items()}
            if not worth:
                values[node] = self.payoff(node, me, sign)
            elif tree.player[node] != me:
                (values[node],) = worth.values()
            else:
                mean = sum(played[node][a] * value for a, value in worth.items())
                values[node] = mean
                gains = [0.0] * len(played[node])
                for a, value in worth.items():
                    gains[a] = weights[below[node][a]] * (value - mean)
                updates.append((self.key(node, hands[me], board), 0, gains))
        return updates
