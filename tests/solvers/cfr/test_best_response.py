from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.cfr.best_response import best_response, exploitability, game_value
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.games import CHANCE, Game, Kuhn, leduc, to_open_spiel_policy
from tests.oracles.cfr import Table, best_value, values
from tests.solvers.cfr.small_games import RandomGame
from tests.solvers.cfr.test_flatten import RANDOM_GAMES


def random_strategy(tree: GameTree, seed: int) -> Strategy:
    """Mixed, with actions that are never played."""
    random = np.random.default_rng(seed)
    actions = int(tree.first_action[-1])
    weights = random.random(actions) * (random.random(actions) < 0.7)
    return Strategy.from_weights(tree, weights)


def as_table(strategy: Strategy) -> Table:
    return {key: list(actions.values()) for key, actions in strategy.items()}


@settings(max_examples=80, deadline=None)
@given(game=RANDOM_GAMES, seed=st.integers(0, 100))
def test_random_games(game: RandomGame, seed: int) -> None:
    tree = flatten(game)
    strategy = random_strategy(tree, seed)
    table = as_table(strategy)
    found = exploitability(tree, strategy)
    assert found.values == pytest.approx(values(game, table), abs=1e-12)
    assert game_value(tree, strategy) == found.values
    for player in range(game.players):
        expected = best_value(game, table, player)
        best = best_response(tree, strategy, player)
        assert best.value == pytest.approx(expected, abs=1e-12)
        assert found.best_responses[player] == best.value
        # What it says to do wins what it says, and nobody else's play is touched.
        assert values(game, as_table(best.strategy))[player] == pytest.approx(expected, abs=1e-12)
        others = np.repeat(tree.info_player != player, np.diff(tree.first_action))
        same = best.strategy.probabilities[others] == strategy.probabilities[others]
        assert same.all()
    assert found.nash_conv == pytest.approx(found.chips * game.players)
    assert found.nash_conv >= -1e-12


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Kuhn(), "kuhn_poker"),
        (Kuhn(3), "kuhn_poker(players=3)"),
        (leduc(), "leduc_poker"),
    ],
)
def test_as_open_spiel(game: Game[Any], name: str) -> None:
    tree = flatten(game)
    peer = pyspiel.load_game(name)
    for strategy in (Strategy.uniform(tree), random_strategy(tree, Random(name).randrange(99))):
        expected = pyspiel.nash_conv(
            peer, pyspiel.TabularPolicy(to_open_spiel_policy(strategy, game))
        )
        assert exploitability(tree, strategy).nash_conv == pytest.approx(expected, abs=1e-12)


def test_uniform_kuhn() -> None:
    """By hand: who knows that the other bets half the time calls with a king and a queen."""
    tree = flatten(Kuhn())
    found = exploitability(tree, Strategy.uniform(tree))
    assert found.values == pytest.approx((1 / 8, -1 / 8))
    assert found.best_responses == pytest.approx((1 / 2, 5 / 12))
    assert found.chips == pytest.approx(11 / 24)


def test_a_game_without_decisions() -> None:
    """Chance alone: nothing to gain."""
    games = (RandomGame(seed, depth=1) for seed in range(99))
    game = next(game for game in games if game.player(game.root()) == CHANCE)
    tree = flatten(game)
    found = exploitability(tree, Strategy.uniform(tree))
    assert found.nash_conv == 0
    assert found.values == pytest.approx(tuple(tree.payoffs.T @ tree.probability[1:]))


def test_refused() -> None:
    kuhn, other = flatten(Kuhn()), flatten(leduc())
    with pytest.raises(ValueError, match="no player 2; want 0 to 1"):
        best_response(kuhn, Strategy.uniform(kuhn), 2)
    with pytest.raises(ValueError, match=r"for a different game: Leduc .*; want Kuhn"):
        exploitability(kuhn, Strategy.uniform(other))
