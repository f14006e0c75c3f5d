"""Exact best responses in heads-up preflop games, over all pairs of hands."""

from itertools import product

import numpy as np

from fifthstreet.cards import HOLE_COUNT, Range, hole_cards
from fifthstreet.cards.equity import equity
from fifthstreet.tree.strategy import TreeStrategy
from tests.oracles.deals import naive_payoffs
from tests.solvers.blueprint.small_spots import SmallGame

Pairs = dict[tuple[int, int], float]  # by the hands of seats 0 and 1


def mean_best_response(game: SmallGame, strategy: TreeStrategy) -> float:
    """Mean EV of the best responses of both seats. The tree must end preflop."""
    hands = [range_.hands().tolist() for range_ in game.ranges]
    pairs = [(a, b) for a, b in product(*hands) if not set(hole_cards(a)) & set(hole_cards(b))]
    weights = {
        (a, b): float(game.ranges[0].weights[a] * game.ranges[1].weights[b]) for a, b in pairs
    }
    total = sum(weights.values())
    chances = {pair: weight / total for pair, weight in weights.items()}
    equities = {pair: _equity(*pair) for pair in pairs}
    evs = [_best_response(game, strategy, seat, 0, chances, equities) for seat in (0, 1)]
    return sum(sum(by_hand.values()) for by_hand in evs) / 2


def _equity(first: int, second: int) -> float:
    one, other = (Range(np.arange(HOLE_COUNT) == hand) for hand in (first, second))
    return equity(one, other, method="exact").players[0].equity


def _best_response(
    game: SmallGame, strategy: TreeStrategy, seat: int, node: int, reach: Pairs, equities: Pairs
) -> dict[int, float]:
    """EV of each hand of a seat from a node on, weighted by the reach of its pairs."""
    tree = game.tree
    if not tree.n_children[node]:
        # Equity counts a tie as half a win, and half of the pot is what a tie pays.
        first_wins, second_wins = (
            naive_payoffs(tree, node, scores, game.rake)[seat] for scores in ((2, 1), (1, 2))
        )
        values = dict.fromkeys((pair[seat] for pair in reach), 0.0)
        for pair, chance in reach.items():
            share = equities[pair]
            values[pair[seat]] += chance * (share * first_wins + (1 - share) * second_wins)
        return values
    parts = []
    for action, child in enumerate(tree.children(node)):
        after = reach
        if tree.player[node] != seat:
            row = strategy.probabilities(node, ())[action]
            after = {pair: chance * row[pair[1 - seat]] for pair, chance in reach.items()}
        parts.append(_best_response(game, strategy, seat, child, after, equities))
    choose = max if tree.player[node] == seat else sum
    return {hand: choose(part[hand] for part in parts) for hand in parts[0]}
