"""Exact best responses to preflop play of two, pair of hands by pair of hands."""

from itertools import product

import numpy as np

from fifthstreet.cards import HOLE_COUNT, Range, hole_cards
from fifthstreet.equity import equity
from fifthstreet.strategy import TreeStrategy
from tests.oracles.deals import naive_payoffs
from tests.solvers.blueprint.small_spots import SmallGame

Pairs = dict[tuple[int, int], float]  # by the hands of seats 0 and 1


def mean_best_response(game: SmallGame, strategy: TreeStrategy) -> float:
    """What best responses win, averaged over both seats. The tree has to end preflop."""
    held = [range_.hands().tolist() for range_ in game.ranges]
    pairs = [(a, b) for a, b in product(*held) if not set(hole_cards(a)) & set(hole_cards(b))]
    weights = {
        (a, b): float(game.ranges[0].weights[a] * game.ranges[1].weights[b]) for a, b in pairs
    }
    total = sum(weights.values())
    chances = {pair: weight / total for pair, weight in weights.items()}
    equities = {pair: _equity(*pair) for pair in pairs}
    wins = [_best(game, strategy, seat, 0, chances, equities) for seat in (0, 1)]
    return sum(sum(by_hand.values()) for by_hand in wins) / 2


def _equity(first: int, second: int) -> float:
    one, other = (Range(np.arange(HOLE_COUNT) == hand) for hand in (first, second))
    return equity(one, other, method="exact").players[0].equity


def _best(
    game: SmallGame, strategy: TreeStrategy, seat: int, node: int, reach: Pairs, equities: Pairs
) -> dict[int, float]:
    """What each hand of a seat wins from a node on, by the chance that it and the other's come."""
    tree = game.tree
    if not tree.n_children[node]:
        # A pot is shared as often as it is tied, so shares of it are all that matters.
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
        parts.append(_best(game, strategy, seat, child, after, equities))
    choose = max if tree.player[node] == seat else sum
    return {hand: choose(part[hand] for part in parts) for hand in parts[0]}
