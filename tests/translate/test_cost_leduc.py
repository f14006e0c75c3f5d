"""What translation costs, in small versions of Leduc hold'em."""

from itertools import pairwise

import pytest
from tools.translation_cost.leduc import costs, game_of, translated

from fifthstreet.solvers.cfr.best_response import exploitability, game_value
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common.schedules import Plus
from fifthstreet.solvers.games import LimitPoker
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.solvers.games.limit_poker import LimitState
from fifthstreet.translate import (
    Mapping,
    Nearest,
    NearestGeometric,
    PseudoHarmonic,
    RandomArithmetic,
    RandomGeometric1,
)

MAPPINGS = (PseudoHarmonic(), Nearest(), RandomArithmetic(), RandomGeometric1())


def solved(game: LimitPoker, iterations: int = 20) -> Strategy:
    """Far from an equilibrium, so that everything is played."""
    solver = FullSolver(game, schedule=Plus())
    solver.iterate(iterations)
    return solver.average()


@pytest.mark.parametrize("mapping", MAPPINGS)
def test_nothing_to_translate_changes_nothing(mapping: Mapping) -> None:
    game = game_of((1, 3))
    tree = flatten(game)
    strategy = solved(game)
    known = exploitability(tree, strategy)
    assert known.chips > 0.01
    found = exploitability(tree, translated(game, tree, game, strategy, mapping))
    assert found.values == pytest.approx(known.values, abs=1e-12)
    assert found.best_responses == pytest.approx(known.best_responses, abs=1e-12)


class Drawing:
    """Two players who draw for every bet that they translate, on every path of the full game."""

    def __init__(
        self, full: LimitPoker, small: LimitPoker, strategy: Strategy, mapping: Mapping
    ) -> None:
        self.full, self.small, self.strategy, self.mapping = full, small, strategy, mapping

    def value(self, state: LimitState, minds: tuple[int, ...]) -> float:
        """Of the first player; `minds` are nodes of the small betting, one for each player."""
        full = self.full
        player = full.player(state)
        if player == TERMINAL:
            return full.payoffs(state)[0]
        if player == CHANCE:
            return sum(
                share * self.value(full.child(state, action), minds)
                for action, share in enumerate(full.probabilities(state))
            )
        total = 0.0
        for action in range(len(full.actions(state))):
            for own, share in self.own(state, minds[player], action):
                for other, chance in self.other(state, minds[1 - player], action):
                    if share * chance > 0:
                        after = (own, other) if player == 0 else (other, own)
                        total += share * chance * self.value(full.child(state, action), after)
        return total

    def own(self, state: LimitState, mind: int, action: int) -> list[tuple[int, float]]:
        """Where the player's mind goes with an action that he does, and how likely he does it."""
        words, wanted = self.full.actions(state), self.full.actions(state)[action]
        mind = self.caught_up(state, mind)
        if not self.asks(state, mind):
            return [(mind, 1.0)] if wanted in "kc" else []
        node = self.small.betting[mind]
        deals = state[1]
        played = self.strategy[self.small.information_set((mind, deals))]
        found = []
        for word, child in zip(node.actions, node.children, strict=True):
            real = "c" if "c" in words else "k"
            if word == "f" and "f" in words:
                real = "f"
            bets = [bet for bet in words if bet[0] == "b"]
            if word[0] == "b" and bets:
                size = self.size(self.small, mind, word)
                real = min(bets, key=lambda bet: abs(self.size(self.full, state[0], bet) - size))
            if real == wanted:
                found.append((child, played[word]))
        return found

    def other(self, state: LimitState, mind: int, action: int) -> list[tuple[int, float]]:
        """Where the mind of the player who watches goes, and how likely."""
        word = self.full.actions(state)[action]
        mind = self.caught_up(state, mind)
        if not self.asks(state, mind):
            return [(mind, 1.0)]
        node = self.small.betting[mind]
        passive = node.children[node.actions.index("c" if "c" in node.actions else "k")]
        if word == "f":
            return [(node.children[0], 1.0)]
        if word in "kc":
            return [(passive, 1.0)]
        size = self.size(self.full, state[0], word)
        menu = [(0.0, passive)]
        for bet, child in zip(node.actions, node.children, strict=True):
            if bet[0] == "b":
                menu.append((self.size(self.small, mind, bet), child))
        for (a, lower), (b, upper) in pairwise(menu):
            if a <= size <= b:
                share = float(self.mapping.share_of_lower(size, a, b))
                return [(lower, share), (upper, 1 - share)]
        return [(menu[-1][1], 1.0)]

    def caught_up(self, state: LimitState, mind: int) -> int:
        """The mind's node in the round of the hand: what was open before is called."""
        node = self.small.betting[mind]
        while node.player != TERMINAL and node.round < self.full.betting[state[0]].round:
            mind = node.children[node.actions.index("c" if "c" in node.actions else "k")]
            node = self.small.betting[mind]
        return mind

    def asks(self, state: LimitState, mind: int) -> bool:
        node, real = self.small.betting[mind], self.full.betting[state[0]]
        return (node.player, node.round) == (real.player, real.round)

    def size(self, game: LimitPoker, node: int, word: str) -> float:
        paid = game.betting[node].paid
        return float(word[1:]) / (2 * max(paid))


@pytest.mark.parametrize(
    ("sizes", "few", "max_bets", "mapping"),
    [
        ((1, 2, 3), (1.5, 4), 1, PseudoHarmonic()),
        ((1, 2, 4), (2, 3), 1, NearestGeometric()),
        ((1, 3), (2, 4), 2, PseudoHarmonic()),
        ((1, 3), (2, 4), 2, Nearest()),
        pytest.param((0.5, 2), (1, 4), 3, RandomArithmetic(), marks=pytest.mark.slow),
    ],
)
def test_the_strategy_wins_what_players_who_draw_win(
    sizes: tuple[float, ...], few: tuple[float, ...], max_bets: int, mapping: Mapping
) -> None:
    full, small = game_of(sizes, max_bets=max_bets), game_of(few, max_bets=max_bets)
    tree, strategy = flatten(full), solved(small)
    drawing = Drawing(full, small, strategy, mapping)
    found = game_value(tree, translated(full, tree, small, strategy, mapping))
    assert found[0] == pytest.approx(drawing.value(full.root(), (0, 0)), abs=1e-12)


def test_the_pseudo_harmonic_mapping_is_ahead_of_the_nearest_size() -> None:
    full = game_of((1, 2, 3, 4))
    tree = flatten(full)
    found = [
        costs(full, tree, game_of(sizes), (PseudoHarmonic(), Nearest()), target=1e-2)
        for sizes in ((2,), (1, 4))
    ]
    harmonic, nearest = (sum(row[place].chips for row in found) for place in (0, 1))
    assert 0 < harmonic < nearest
