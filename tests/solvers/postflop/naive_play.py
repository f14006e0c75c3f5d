"""Strategies played out hand against hand: expected chips and best responses, by enumeration."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from fifthstreet.cards import cards_text, hole_index
from fifthstreet.solvers.postflop import Solution, Spot
from fifthstreet.tree import Kind
from tests.oracles.naive_hands import Cards
from tests.oracles.sequence_form import Outcome, cards_left, hands_of, outcome

# From a node, the cards dealt so far and a hand to the probabilities of its actions.
Strategy = Callable[[int, Cards, Cards], list[float]]
Pairs = dict[Cards, float]  # weights of the opponent's hands


def node_path(spot: Spot, node: int, dealt: Cards) -> str:
    """The path of a node with the cards that were dealt on the way."""
    steps = spot.tree.path(node).split(":")
    cards = iter(dealt)
    return ":".join("n" + cards_text([next(cards)]) if step == "n" else step for step in steps)


def strategy_of(solution: Solution) -> Strategy:
    """The average strategies of a solution."""
    node_of = lru_cache(maxsize=None)(solution.node)

    def strategy(node: int, dealt: Cards, hand: Cards) -> list[float]:
        strategies = node_of(node_path(solution.spot, node, dealt)).strategy
        column: list[float] = strategies[:, hole_index(*hand)].tolist()
        return column

    return strategy


def deals(
    spot: Spot, node: int, dealt: Cards, first: Cards, second: Cards
) -> Iterator[tuple[float, int, Cards]]:
    """Every card that may come next: its chance, the node after it and all cards dealt."""
    board = (*spot.board, *dealt)
    after = int(spot.tree.first_child[node]) if spot.tree.kind[node] == Kind.DEAL else node
    left = cards_left(board, first, second)
    for card in left:
        yield 1 / len(left), after, (*dealt, card)


@dataclass(frozen=True)
class Play:
    """Both players' strategies on a spot."""

    spot: Spot
    strategy: Strategy

    def expected(self) -> Outcome:
        """Mean chips and rake over all pairs of hands."""
        totals, weight = [0.0, 0.0, 0.0], 0.0
        for first, a in hands_of(self.spot, 0).items():
            for second, b in hands_of(self.spot, 1).items():
                if set(first) & set(second):
                    continue
                weight += a * b
                for chance, end in self.ends(0, (), (first, second)):
                    for i, chips in enumerate((*end.chips, end.rake)):
                        totals[i] += a * b * chance * chips
        return Outcome((totals[0] / weight, totals[1] / weight), totals[2] / weight)

    def ends(
        self, node: int, dealt: Cards, hands: tuple[Cards, Cards]
    ) -> Iterator[tuple[float, Outcome]]:
        """Every outcome from a node on, with its probability."""
        tree = self.spot.tree
        if tree.kind[node] == Kind.ACTION:
            chances = self.strategy(node, dealt, hands[tree.player[node]])
            branches = [
                (chance, child, dealt)
                for chance, child in zip(chances, tree.children(node), strict=True)
            ]
        elif tree.kind[node] != Kind.FOLD and len(self.spot.board) + len(dealt) < 5:
            branches = list(deals(self.spot, node, dealt, *hands))
        else:
            yield 1.0, outcome(self.spot, node, (*self.spot.board, *dealt), *hands)
            return
        for chance, child, cards in branches:
            if chance:
                for more, end in self.ends(child, cards, hands):
                    yield chance * more, end

    def met_by(self, player: int, hand: Cards) -> Pairs:
        """The opponent's hands that a hand may meet."""
        other = hands_of(self.spot, 1 - player)
        return {held: weight for held, weight in other.items() if not set(held) & set(hand)}

    def best_response(self, player: int, hand: Cards) -> float:
        """Chips times weight that a hand wins with the best action at every decision."""
        return self._best(player, hand, 0, (), self.met_by(player, hand))

    def _best(self, player: int, hand: Cards, node: int, dealt: Cards, opponents: Pairs) -> float:
        tree = self.spot.tree
        children = tree.children(node)
        if tree.kind[node] == Kind.ACTION and tree.player[node] == player:
            return max(self._best(player, hand, child, dealt, opponents) for child in children)
        if tree.kind[node] == Kind.ACTION:
            played = {held: self.strategy(node, dealt, held) for held in opponents}
            return sum(
                self._best(
                    player,
                    hand,
                    child,
                    dealt,
                    {held: weight * played[held][action] for held, weight in opponents.items()},
                )
                for action, child in enumerate(children)
            )
        board = (*self.spot.board, *dealt)
        if tree.kind[node] != Kind.FOLD and len(board) < 5:
            after = int(tree.first_child[node]) if tree.kind[node] == Kind.DEAL else node
            chance = 1 / (52 - 4 - len(board))
            total = 0.0
            for card in cards_left(board, hand):
                left = {
                    held: weight * chance for held, weight in opponents.items() if card not in held
                }
                total += self._best(player, hand, after, (*dealt, card), left) if left else 0.0
            return total
        return sum(
            weight * self._won(player, node, board, hand, held)
            for held, weight in opponents.items()
        )

    def _won(self, player: int, node: int, board: Cards, hand: Cards, held: Cards) -> float:
        hands = (hand, held) if player == 0 else (held, hand)
        return outcome(self.spot, node, board, *hands).chips[player]

    def best_pure(self, player: int, hand: Cards) -> float:
        """The best response on a river, by trying every pure strategy of the hand."""
        tree = self.spot.tree
        decisions = [
            node
            for node in range(len(tree))
            if tree.kind[node] == Kind.ACTION and tree.player[node] == player
        ]
        best = float("-inf")
        for choice in product(*(range(int(tree.n_children[node])) for node in decisions)):
            chosen = dict(zip(decisions, choice, strict=True))

            def pure(
                node: int, dealt: Cards, held: Cards, chosen: dict[int, int] = chosen
            ) -> list[float]:
                if node not in chosen:
                    return self.strategy(node, dealt, held)
                return [float(a == chosen[node]) for a in range(int(tree.n_children[node]))]

            play = Play(self.spot, pure)
            total = 0.0
            for held, weight in self.met_by(player, hand).items():
                hands = (hand, held) if player == 0 else (held, hand)
                for chance, end in play.ends(0, (), hands):
                    total += weight * chance * end.chips[player]
            best = max(best, total)
        return best
