from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.best_responses import best_response, exploitability, game_value
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.games import CHANCE, Game, Kuhn, leduc, to_open_spiel_policy
from tests.oracles.cfr import Table, best_value, values
from tests.solvers.cfr.small_games import RandomGame
from tests.solvers.cfr.test_flatten import RANDOM_GAMES
from tests.thoroughness import examples


def random_strategy(tree: GameTree, seed: int) -> Strategy:
    """A mixed strategy in which some actions are never played."""
    random = np.random.default_rng(seed)
    actions = int(tree.first_action[-1])
    weights = random.random(actions) * (random.random(actions) < 0.7)
    return Strategy.from_weights(tree, weights)


def as_table(strategy: Strategy) -> Table:
    return {key: list(actions.values()) for key, actions in strategy.items()}


@settings(max_examples=examples(80), deadline=None)
@given(game=RANDOM_GAMES, seed=st.integers(0, 100))
def test_random_games(game: RandomGame, seed: int) -> None:
    tree = flatten(game)
    strategy = random_strategy(tree, seed)
    table = as_table(strategy)
    result = exploitability(tree, strategy)
    assert result.values == pytest.approx(values(game, table), abs=1e-12)
    assert game_value(tree, strategy) == result.values
    for player in range(game.players):
        expected = best_value(game, table, player)
        best = best_response(tree, strategy, player)
        assert best.value == pytest.approx(expected, abs=1e-12)
        assert result.best_responses[player] == best.value
        # The returned strategy wins the returned value and leaves the other players unchanged.
        assert values(game, as_table(best.strategy))[player] == pytest.approx(expected, abs=1e-12)
        others = np.repeat(tree.info_player != player, np.diff(tree.first_action))
        same = best.strategy.probabilities[others] == strategy.probabilities[others]
        assert same.all()
    assert result.nash_conv == pytest.approx(result.chips * game.players)
    assert result.nash_conv >= -1e-12


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (Kuhn(), "kuhn_poker"),
        (Kuhn(3), "kuhn_poker(players=3)"),
        (leduc(), "leduc_poker"),
    ],
)
def test_nash_conv_is_that_of_open_spiel(game: Game[Any], name: str) -> None:
    tree = flatten(game)
    open_spiel_game = pyspiel.load_game(name)
    for strategy in (Strategy.uniform(tree), random_strategy(tree, Random(name).randrange(99))):
        expected = pyspiel.nash_conv(
            open_spiel_game, pyspiel.TabularPolicy(to_open_spiel_policy(strategy, game))
        )
        assert exploitability(tree, strategy).nash_conv == pytest.approx(expected, abs=1e-12)


def test_uniform_kuhn() -> None:
    """By hand: against an opponent who bets half the time, kings and queens should call."""
    tree = flatten(Kuhn())
    result = exploitability(tree, Strategy.uniform(tree))
    assert result.values == pytest.approx((1 / 8, -1 / 8))
    assert result.best_responses == pytest.approx((1 / 2, 5 / 12))
    assert result.chips == pytest.approx(11 / 24)


def test_a_game_without_decisions() -> None:
    """With chance alone there is nothing to gain."""
    games = (RandomGame(seed, depth=1) for seed in range(99))
    game = next(game for game in games if game.player(game.root()) == CHANCE)
    tree = flatten(game)
    result = exploitability(tree, Strategy.uniform(tree))
    assert result.nash_conv == 0
    assert result.values == pytest.approx(tuple(tree.payoffs.T @ tree.probability[1:]))


def test_bad_arguments_are_refused() -> None:
    kuhn, other = flatten(Kuhn()), flatten(leduc())
    with pytest.raises(InputError, match="player must be from 0 to 1, got 2"):
        best_response(kuhn, Strategy.uniform(kuhn), 2)
    with pytest.raises(InputError, match=r"strategy must be for Kuhn .*, got one for Leduc"):
        exploitability(kuhn, Strategy.uniform(other))
