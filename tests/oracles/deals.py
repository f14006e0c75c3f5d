"""Sampled deals of hold'em in plain Python: the same draws from the same seed, batch by batch."""

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

# Regrets and averages of the actions by key.  [2, A]
Table = dict[int, NDArray[np.float32]]

CARDS_SEEN = (0, 3, 4, 5)  # by street


def pick(random: Stream, weights: Sequence[float]) -> int:
    """Draw an index with a probability proportional to its weight."""
    target = random.uniform() * sum(weights)
    indices = (index for index, total in enumerate(accumulate(weights)) if target < total)
    return next(indices, len(weights) - 1)


def naive_payoffs(
    tree: BettingTree, node: int, scores: Sequence[Any], rake: Rake = NO_RAKE
) -> list[float]:
    """Return what each player wins at a terminal node, chip by chip.

    The first chip of every bet goes to the best hand among the players who put one in and have not
    folded, then the second chip, and so on. A chip that only one player put in is returned. The
    pot before the bets goes to the best hand of all.
    """
    rules, seats = tree.rules, range(tree.players)
    bets = [int(tree.committed[node, seat]) - rules.posted_antes[seat] for seat in seats]
    live = [seat for seat in seats if not int(tree.folded[node]) >> seat & 1]
    parts = [(rules.pot_chips + sum(rules.posted_antes), live)]  # chips, and who can win them
    lost = [rules.posted_antes[seat] + rules.pot_chips / len(seats) for seat in seats]
    for level in range(1, max(bets) + 1):
        paying = [seat for seat in seats if bets[seat] >= level]
        if len(paying) > 1:
            parts.append((len(paying), [seat for seat in paying if seat in live]))
            for seat in paying:
                lost[seat] += 1
    pot = sum(chips for chips, _ in parts) * rules.chip
    kept_share = 1 - min(rake.rate * pot, rake.cap) / pot if pot else 0.0
    won = [0.0] * len(seats)
    for chips, contesting in parts:
        best = max(scores[seat] for seat in contesting)
        winners = [seat for seat in contesting if scores[seat] == best]
        for seat in winners:
            won[seat] += chips / len(winners)
    return [rules.chip * (kept_share * won[seat] - lost[seat]) for seat in seats]


class NaiveDeals:
    """External-sampling MCCFR on a tree, with a range for each player.

    `board` has the board cards at the root, none if all of them are drawn; `runout` has the cards
    to come, if they are fixed.
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
        """Draw a hand for each player and the whole board."""
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
        """Return the key of a node, the drawn cards seen and a hand: the smallest by symmetry."""
        keys = []
        for perm in self.symmetry:
            cards = [card // 4 * 4 + perm[card % 4] for card in board]
            low, high = (card // 4 * 4 + perm[card % 4] for card in hole_cards(hand))
            drawn = [0 if i < len(self.known) else card for i, card in enumerate(cards)]
            seen = drawn[: CARDS_SEEN[int(self.tree.street[node])]]
            cards_key = 0
            for card in sorted(seen[:3]) + seen[3:]:
                cards_key = cards_key << 6 | card
            keys.append(node << 41 | cards_key << 11 | hole_index(low, high))
        return min(keys)

    def behind_deal(self, node: int) -> int:
        return int(self.tree.first_child[node]) if self.tree.kind[node] == Kind.DEAL else node

    def scores(self, hands: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return how many of the hands each hand beats."""
        found = [naive_score("standard high", hole_cards(hand), tuple(board)) for hand in hands]
        return tuple(sum(other < score for other in found) for score in found)

    def payoffs(self, node: int, scores: tuple[int, ...]) -> list[float]:
        cache_key = (node, *scores)
        if cache_key not in self._payoffs:
            self._payoffs[cache_key] = naive_payoffs(self.tree, node, scores, self.rake)
        return self._payoffs[cache_key]

    def strategy(self, regrets: Sequence[float]) -> list[float]:
        positive = [max(regret, 0.0) for regret in regrets]
        total = sum(positive)
        return [regret / total if total > 0 else 1 / len(regrets) for regret in positive]

    def traverse(self, index: int) -> list[tuple[int, int, list[float]]]:
        """Return the updates of a traversal: key, 0 for regrets or 1 for averages, amounts."""
        tree, random, traverser = self.tree, Stream(self.seed, index), index % self.players
        weight = index + 1.0 if self.linear else 1.0
        hands, board = self.deal(random)
        scores = self.scores(hands, board)
        rule = self.pruning
        may_prune = rule is not None and index >= rule.after
        pruned = may_prune and rule is not None and random.uniform() < rule.share
        updates: list[tuple[int, int, list[float]]] = []
        queue, weights = [0], {0: weight}  # nodes, and the weight of updates below them
        below: dict[int, dict[int, int]] = {}  # visited children by action
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
            if player != traverser:
                if player == (traverser + 1) % self.players:
                    updates.append((key, 1, [weights[node] * share for share in played[node]]))
                taken = [pick(random, played[node])]
            elif may_prune and rule is not None and tree.street[node] < 3:
                hopeless = [
                    action
                    for action in taken
                    if played[node][action] == 0
                    and regrets[action] < rule.below * weight
                    and tree.kind[children[action]] in (Kind.ACTION, Kind.DEAL)
                ]
                taken = [action for action in taken if not (pruned and action in hopeless)]
            below[node] = {action: self.behind_deal(children[action]) for action in taken}
            for action, child in below[node].items():
                lift = 1 / (1 - rule.share) if rule is not None else 1.0
                weights[child] = weight * lift if action in hopeless else weights[node]
            queue += below[node].values()
        values: dict[int, float] = {}
        for node in reversed(queue):
            child_values = {action: values[child] for action, child in below.get(node, {}).items()}
            if not child_values:
                values[node] = self.payoffs(node, scores)[traverser]
            elif tree.player[node] != traverser:
                (values[node],) = child_values.values()
            else:
                mean = sum(played[node][action] * value for action, value in child_values.items())
                values[node] = mean
                gains = [0.0] * len(played[node])
                for action, value in child_values.items():
                    gains[action] = weights[below[node][action]] * (value - mean)
                updates.append((self.key(node, hands[traverser], board), 0, gains))
        return updates
