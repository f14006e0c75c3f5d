"""A river for any number of players, hand by hand, for exact best responses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product

from fifthstreet.cards import hole_cards, hole_text
from fifthstreet.solvers.cfr import GameTree, Strategy, exploitability, flatten
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability, TreeStrategy
from tests.oracles.deals import naive_payoffs
from tests.oracles.naive_hands import naive_score
from tests.solvers.blueprint.small_spots import SmallGame

RiverState = tuple[int, int]  # node of the betting tree; index of the deal, or -1 before it


class RiverGame:
    """A `SmallGame` on a full board, dealt as single hands instead of ranges."""

    def __init__(self, game: SmallGame) -> None:
        assert len(game.board) == 5
        self.game, self.tree = game, game.tree
        self._payoffs: dict[tuple[int, tuple[int, ...]], list[float]] = {}

    @property
    def name(self) -> str:
        return "a river"

    @property
    def players(self) -> int:
        return self.tree.players

    @cached_property
    def deals(self) -> list[tuple[tuple[int, ...], float]]:
        """Hands of all players, and how likely they are."""
        hands_of_seats = [range_.hands().tolist() for range_ in self.game.ranges]
        deals = []
        for hands in product(*hands_of_seats):
            cards = [*self.game.board, *(card for hand in hands for card in hole_cards(hand))]
            if len(set(cards)) == len(cards):
                weight = 1.0
                for range_, hand in zip(self.game.ranges, hands, strict=True):
                    weight *= float(range_.weights[hand])
                deals.append((hands, weight))
        total = sum(weight for _, weight in deals)
        return [(hands, weight / total) for hands, weight in deals]

    def root(self) -> RiverState:
        return 0, -1

    def player(self, state: RiverState) -> int:
        node, deal = state
        if deal < 0:
            return CHANCE
        return int(self.tree.player[node]) if self.tree.kind[node] == Kind.ACTION else TERMINAL

    def actions(self, state: RiverState) -> Sequence[str]:
        node, deal = state
        if deal < 0:
            return ["".join(map(hole_text, hands)) for hands, _ in self.deals]
        return self.tree.actions(node)

    def child(self, state: RiverState, action: int) -> RiverState:
        node, deal = state
        return (node, action) if deal < 0 else (int(self.tree.first_child[node]) + action, deal)

    def probabilities(self, state: RiverState) -> Sequence[float]:
        return [chance for _, chance in self.deals]

    def public_key(self, state: RiverState) -> None:
        return None

    def information_set(self, state: RiverState) -> str:
        node, deal = state
        hand = self.deals[deal][0][int(self.tree.player[node])]
        return f"{node}|{hand}"

    def payoffs(self, state: RiverState) -> Sequence[float]:
        node, deal = state
        key = (node, self.scores[deal])
        if key not in self._payoffs:
            self._payoffs[key] = naive_payoffs(self.tree, *key, self.game.rake)
        return self._payoffs[key]

    @cached_property
    def scores(self) -> list[tuple[int, ...]]:
        """For each deal, how many of its hands each hand beats."""
        scores = []
        for hands, _ in self.deals:
            strengths = [
                naive_score("standard high", hole_cards(hand), self.game.board) for hand in hands
            ]
            scores.append(tuple(sum(low < score for low in strengths) for score in strengths))
        return scores

    @cached_property
    def flat(self) -> GameTree:
        return flatten(self)

    def exploitability(self, strategy: TreeStrategy) -> Exploitability:
        """Exact best responses and values of a strategy."""
        by_key = {}
        for key, actions in zip(self.flat.keys, self.flat.actions, strict=True):
            node, hand = map(int, key.split("|"))
            shares = strategy.probabilities(node, self.game.board)[:, hand].tolist()
            by_key[key] = dict(zip(actions, shares, strict=True))
        return exploitability(self.flat, Strategy.from_dict(self.flat, by_key))
