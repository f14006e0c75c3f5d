"""Sampled deals of hold'em, slowly: the same draws from the same seed, batch by batch."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range, hole_cards, hole_index, stabiliser
from fifthstreet.solvers.cfr.schemes import Pruning
from fifthstreet.tree import NO_RAKE, BettingTree, Kind, Rake
from tests.oracles.naive_hands import naive_score
from tests.oracles.random_stream import Stream

# By key: regrets and averages of the actions.  [2, A]
Table = dict[int, NDArray[np.float32]]

CARDS_SEEN = (0, 3, 4, 5)  # by street


def pick(random: Stream, weights: Sequence[float]) -> int:
    """The place at which the running sum of the weights passes a share drawn of it."""
    drawn = random.uniform() * sum(weights)
    passed = (place for place, upto in enumerate(accumulate(weights)) if drawn < upto)
    return next(passed, len(weights) - 1)


def naive_payoffs(
    tree: BettingTree, node: int, scores: Sequence[Any], rake: Rake = NO_RAKE
) -> list[float]:
    """What each player wins at an end, chip by chip.

    The first chip of everybody's bets is won by the best hand among those who put one in and have
    not folded, then the second, and so on. A chip that only one player put in goes back to them.
    What lay in the middle before the bets is won by the best hand of all.
    """
    rules, seats = tree.rules, range(tree.players)
    bets = [int(tree.committed[node, p]) - rules.posted_antes[p] for p in seats]
    live = [p for p in seats if not int(tree.folded[node]) >> p & 1]
    parts = [(rules.pot_chips + sum(rules.posted_antes), live)]  # chips, and who contests them
    lost = [rules.posted_antes[p] + rules.pot_chips / len(seats) for p in seats]
    for height in range(1, max(bets) + 1):
        paying = [p for p in seats if bets[p] >= height]
        if len(paying) > 1:
            parts.append((len(paying), [p for p in paying if p in live]))
            for p in paying:
                lost[p] += 1
    pot = sum(chips for chips, _ in parts) * rules.chip
    left = 1 - min(rake.rate * pot, rake.cap) / pot if pot else 0.0
    won = [0.0] * len(seats)
    for chips, contesting in parts:
        best = max(scores[p] for p in contesting)
        winners = [p for p in contesting if scores[p] == best]
        for p in winners:
            won[p] += chips / len(winners)
    return [rules.chip * (left * won[p] - lost[p]) for p in seats]


class NaiveDeals:
    """External-sampling MCCFR over a tree and ranges, one for each player.

    `board` holds the cards that are there from the start, none if all of them are dealt; `runout`
    the cards to come, where they are known.
    """

    def __init__(
        self,
        tree: BettingTree,
        ranges: Sequence[Range],
        *,
        board: Sequence[int] = (),
        runout: Sequence[int] = (),
        rake: Rake = NO_RAKE,
        seed: int = 0,
        batch: int = 1,
        linear: bool = True,
        pruning: Pruning | None = None,
    ) -> None:
        self.tree, self.ranges, self.rake = tree, tuple(ranges), rake
        self.seed, self.batch, self.linear, self.pruning = seed, batch, linear, pruning
        self.known = [*board, *runout]
        fixed = [sum(1 << card for card in board), *(1 << card for card in runout)]
        self.symmetry = stabiliser(fixed, ranges)
        blocked = set(self.known)
        self.hands = [
            [hand for hand in range_.hands().tolist() if not blocked & set(hole_cards(hand))]
            for range_ in ranges
        ]
        self.table: Table = {}
        self.iteration = 0
        self._payoffs: dict[tuple[int, ...], list[float]] = {}

    @property
    def players(self) -> int:
        return len(self.ranges)

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
        """A hand for each player and all of the board."""
        hands: list[int] = []
        while len(hands) < self.players:
            held, range_ = self.hands[len(hands)], self.ranges[len(hands)]
            hands.append(held[pick(random, [float(range_.weights[hand]) for hand in held])])
            cards = [card for hand in hands for card in hole_cards(hand)]
            if len(set(cards)) < len(cards):
                hands = []
        board = list(self.known)
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
            drawn = [0 if i < len(self.known) else card for i, card in enumerate(cards)]
            seen = drawn[: CARDS_SEEN[int(self.tree.street[node])]]
            part = 0
            for card in sorted(seen[:3]) + seen[3:]:
                part = part << 6 | card
            keys.append(node << 41 | part << 11 | hole_index(low, high))
        return min(keys)

    def behind_deal(self, node: int) -> int:
        return int(self.tree.first_child[node]) if self.tree.kind[node] == Kind.DEAL else node

    def scores(self, hands: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """How many of the hands each hand beats."""
        found = [naive_score("standard high", hole_cards(hand), tuple(board)) for hand in hands]
        return tuple(sum(other < score for other in found) for score in found)

    def payoffs(self, node: int, scores: tuple[int, ...]) -> list[float]:
        place = (node, *scores)
        if place not in self._payoffs:
            self._payoffs[place] = naive_payoffs(self.tree, node, scores, self.rake)
        return self._payoffs[place]

    def strategy(self, regrets: Sequence[float]) -> list[float]:
        positive = [max(regret, 0.0) for regret in regrets]
        total = sum(positive)
        return [p / total if total > 0 else 1 / len(regrets) for p in positive]

    def traverse(self, index: int) -> list[tuple[int, int, list[float]]]:
        """Updates of one traversal: key, 0 for regrets or 1 for averages, what is added."""
        tree, random, me = self.tree, Stream(self.seed, index), index % self.players
        weight = index + 1.0 if self.linear else 1.0
        hands, board = self.deal(random)
        scores = self.scores(hands, board)
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
                if player == (me + 1) % self.players:
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
                values[node] = self.payoffs(node, scores)[me]
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
