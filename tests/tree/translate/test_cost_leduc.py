"""The cost of translation in small versions of Leduc hold'em."""

from itertools import pairwise

import pytest
from tools.translation_cost.leduc import costs, game_of, translated

from fifthstreet.solvers.cfr.best_responses import exploitability, game_value
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common.schedules import Plus
from fifthstreet.solvers.games import LimitPoker
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.solvers.games.limit_poker import LimitState
from fifthstreet.tree.translate import (
    Mapping,
    Nearest,
    NearestGeometric,
    PseudoHarmonic,
    RandomArithmetic,
    RandomGeometric1,
)
from tests.thoroughness import slow

MAPPINGS = (PseudoHarmonic(), Nearest(), RandomArithmetic(), RandomGeometric1())


def solved(game: LimitPoker, iterations: int = 20) -> Strategy:
    """Solve far from equilibrium, so that every action has some probability."""
    solver = FullSolver(game, schedule=Plus())
    solver.iterate(iterations)
    return solver.average()


@pytest.fixture(scope="module")
def of_two_sizes() -> tuple[LimitPoker, GameTree, Strategy]:
    """A game with two bet sizes, its tree and a strategy."""
    game = game_of((1, 3))
    return game, flatten(game), solved(game)


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_translation_into_the_same_game_changes_nothing(
    of_two_sizes: tuple[LimitPoker, GameTree, Strategy], mapping: Mapping
) -> None:
    game, tree, strategy = of_two_sizes
    expected = exploitability(tree, strategy)
    assert expected.chips > 0.01
    result = exploitability(tree, translated(game, tree, game, strategy, mapping))
    assert result.values == pytest.approx(expected.values, abs=1e-12)
    assert result.best_responses == pytest.approx(expected.best_responses, abs=1e-12)


class DrawingPlayers:
    """Two players of the full game who draw a node of the small one for each bet they translate.

    `positions` holds the node of the small betting tree at which each player believes they are.
    """

    def __init__(
        self, full: LimitPoker, small: LimitPoker, strategy: Strategy, mapping: Mapping
    ) -> None:
        self.full, self.small, self.strategy, self.mapping = full, small, strategy, mapping

    def value(self, state: LimitState, positions: tuple[int, ...]) -> float:
        """Return the value of the game to the first player."""
        full = self.full
        player = full.player(state)
        if player == TERMINAL:
            return full.payoffs(state)[0]
        if player == CHANCE:
            return sum(
                probability * self.value(full.child(state, action), positions)
                for action, probability in enumerate(full.probabilities(state))
            )
        total = 0.0
        for action in range(len(full.actions(state))):
            for own, p in self.after_own(state, positions[player], action):
                for other, q in self.after_other(state, positions[1 - player], action):
                    if p * q > 0:
                        after = (own, other) if player == 0 else (other, own)
                        total += p * q * self.value(full.child(state, action), after)
        return total

    def after_own(self, state: LimitState, position: int, action: int) -> list[tuple[int, float]]:
        """Return the new positions of the player to act, with the probabilities of the action."""
        labels, played_label = self.full.actions(state), self.full.actions(state)[action]
        position = self.caught_up(state, position)
        if not self.is_turn(state, position):
            return [(position, 1.0)] if played_label in "kc" else []
        node = self.small.betting[position]
        deals = state[1]
        probabilities = self.strategy[self.small.information_set((position, deals))]
        outcomes = []
        for label, child in zip(node.actions, node.children, strict=True):
            real = "c" if "c" in labels else "k"
            if label == "f" and "f" in labels:
                real = "f"
            bets = [bet for bet in labels if bet[0] == "b"]
            if label[0] == "b" and bets:
                size = self.size(self.small, position, label)
                real = min(bets, key=lambda bet: abs(self.size(self.full, state[0], bet) - size))
            if real == played_label:
                outcomes.append((child, probabilities[label]))
        return outcomes

    def after_other(self, state: LimitState, position: int, action: int) -> list[tuple[int, float]]:
        """Return the new positions of the player who observes an action, with probabilities."""
        label = self.full.actions(state)[action]
        position = self.caught_up(state, position)
        if not self.is_turn(state, position):
            return [(position, 1.0)]
        node = self.small.betting[position]
        passive = node.children[node.actions.index("c" if "c" in node.actions else "k")]
        if label == "f":
            return [(node.children[0], 1.0)]
        if label in "kc":
            return [(passive, 1.0)]
        size = self.size(self.full, state[0], label)
        menu = [(0.0, passive)]
        for bet, child in zip(node.actions, node.children, strict=True):
            if bet[0] == "b":
                menu.append((self.size(self.small, position, bet), child))
        for (a, lower), (b, upper) in pairwise(menu):
            if a <= size <= b:
                share = float(self.mapping.share_of_lower(size, a, b))
                return [(lower, share), (upper, 1 - share)]
        return [(menu[-1][1], 1.0)]

    def caught_up(self, state: LimitState, position: int) -> int:
        """Return the position moved on to the hand's round, with checks and calls."""
        node = self.small.betting[position]
        while node.player != TERMINAL and node.round < self.full.betting[state[0]].round:
            position = node.children[node.actions.index("c" if "c" in node.actions else "k")]
            node = self.small.betting[position]
        return position

    def is_turn(self, state: LimitState, position: int) -> bool:
        """Return whether the same player acts in the same round at the position."""
        node, real = self.small.betting[position], self.full.betting[state[0]]
        return (node.player, node.round) == (real.player, real.round)

    def size(self, game: LimitPoker, node: int, label: str) -> float:
        """Return the size of a bet as a share of the pot."""
        paid = game.betting[node].paid
        return float(label[1:]) / (2 * max(paid))


@pytest.mark.parametrize(
    ("sizes", "small_sizes", "max_bets", "mapping"),
    [
        ((1, 2, 3), (1.5, 4), 1, PseudoHarmonic()),
        ((1, 2, 4), (2, 3), 1, NearestGeometric()),
        pytest.param((1, 3), (2, 4), 2, PseudoHarmonic(), marks=pytest.mark.slow),
        *slow(((1, 3), (2, 4), 2, Nearest())),
        pytest.param((0.5, 2), (1, 4), 3, RandomArithmetic(), marks=pytest.mark.slow),
    ],
)
def test_the_translated_strategy_wins_as_much_as_players_who_draw(
    sizes: tuple[float, ...], small_sizes: tuple[float, ...], max_bets: int, mapping: Mapping
) -> None:
    full, small = game_of(sizes, max_bets=max_bets), game_of(small_sizes, max_bets=max_bets)
    tree, strategy = flatten(full), solved(small)
    players = DrawingPlayers(full, small, strategy, mapping)
    values = game_value(tree, translated(full, tree, small, strategy, mapping))
    assert values[0] == pytest.approx(players.value(full.root(), (0, 0)), abs=1e-12)


@pytest.mark.slow
def test_the_pseudo_harmonic_mapping_costs_less_than_the_nearest_size() -> None:
    full = game_of((1, 2, 4))
    tree = flatten(full)
    rows = [
        costs(full, tree, game_of(sizes), (PseudoHarmonic(), Nearest()), target=1e-2)
        for sizes in ((2,), (1, 4))
    ]
    harmonic, nearest = (sum(row[index].chips for row in rows) for index in (0, 1))
    assert 0 < harmonic < nearest
