"""Tables of spots in arrays: the same hands, features and payoffs as hand by hand."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.solvers.common import DenseNetwork
from fifthstreet.solvers.neural import MmdSolver
from fifthstreet.solvers.neural.game_tables import GameTables, StateTables, tables_of
from fifthstreet.solvers.neural.mirror_descent import MmdOptions
from fifthstreet.solvers.neural.network_solver import NetworkStrategy
from fifthstreet.solvers.neural.playing import NetworkPolicy, softmax, traverse
from fifthstreet.solvers.neural.self_play import play_games
from fifthstreet.solvers.postflop import Spot, SpotGame, SpotTables
from fifthstreet.tree import Rake

RANGES: dict[str, Any] = {"oop": "22+,A2s+,K9s+:0.5,QTs+", "ip": "55+,A9s+,KTs+,JTs:0.3"}
BETS: dict[str, Any] = {"bets": "50%, a", "raises": "a", "max_raises": 2}
FLOP = Spot.of("QsJh2h", 100, 400, **RANGES, **BETS)
TURN = Spot.of("QsJh2h7c", 100, 150, **RANGES, **BETS, rake=Rake(0.05, 6))
RIVER = Spot.of("QsJsTs9s8s", 100, 150, **RANGES, bets="a", rake=Rake(0.05))  # mostly ties
GAMES = {
    "flop": SpotGame(FLOP),
    "turn with rake": SpotGame(TURN),
    "river with ties": SpotGame(RIVER),
    "fixed hands": SpotGame(FLOP, deal=("AsAc", "KsKd")),
    "fixed cards": SpotGame(FLOP, runout="2c3d"),
    "fixed hands and turn": SpotGame(FLOP, deal=("AsAc", "KsKd"), runout="2c"),
}


def policy_of(tables: GameTables) -> NetworkPolicy:
    """Return a random policy."""
    random = np.random.default_rng(1)
    network = DenseNetwork([tables.features, 8, tables.actions], random)
    network.parameters[...] = random.standard_normal(len(network.parameters))
    return NetworkPolicy(tables, network, softmax)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_the_same_in_arrays_and_hand_by_hand(name: str) -> None:
    game = GAMES[name]
    in_arrays, by_hand = SpotTables(game), StateTables(game)
    assert in_arrays.actions == by_hand.actions
    assert in_arrays.features == by_hand.features
    assert in_arrays.scale >= by_hand.scale
    found, expected = (
        play_games(tables, policy_of(tables), 500, np.random.default_rng(3))
        for tables in (in_arrays, by_hand)
    )
    np.testing.assert_allclose(found.payoffs, expected.payoffs, atol=1e-9)
    assert (expected.payoffs.sum(axis=1) < 0).any() == (game.spot.rake.rate > 0)
    for mine, theirs in zip(found.steps, expected.steps, strict=True):
        for part, array in vars(theirs).items():
            np.testing.assert_array_equal(getattr(mine, part), array)


@pytest.mark.parametrize("player", [0, 1])
def test_traversals_are_the_same(player: int) -> None:
    found, expected = (
        traverse(tables, [policy_of(tables)] * 2, player, 60, np.random.default_rng(5))
        for tables in (SpotTables(GAMES["flop"]), StateTables(GAMES["flop"]))
    )
    for mine, theirs in zip(found, expected, strict=True):
        assert mine is not None
        assert theirs is not None
        np.testing.assert_array_equal(mine.inputs, theirs.inputs)
        np.testing.assert_allclose(mine.values, theirs.values, atol=1e-9)


def test_the_last_hand_is_dealt_by_the_largest_number() -> None:
    """Rounding may leave the sum of probabilities below it."""
    game = GAMES["flop"]
    tables, highest = SpotTables(game), np.array([np.nextafter(1, 0)])
    handles, state = tables.start(1), game.root()
    for _ in range(2):
        handles = tables.deal(handles, highest)
        state = game.child(state, len(game.actions(state)) - 1)
    np.testing.assert_array_equal(handles, tables.handles_of([state]))


def test_solvers_play_large_spots_in_arrays() -> None:
    options = MmdOptions(games=50, units=8)
    solver, by_hand = (MmdSolver(GAMES["flop"], options) for _ in range(2))
    assert isinstance(solver.tables, SpotTables)
    by_hand.tables = StateTables(GAMES["flop"])
    for each in (solver, by_hand):
        each.tables.scale = 450.0
        each.iterate(2)
    np.testing.assert_array_equal(
        solver.state()["averaged"], by_hand.state()["averaged"], strict=True
    )
    strategy, theirs = solver.average(), by_hand.average()
    assert isinstance(strategy, NetworkStrategy)
    assert isinstance(theirs, NetworkStrategy)
    game = GAMES["flop"]
    state = game.child(game.child(game.root(), 4), 7)
    key, count = game.information_set(state), len(game.actions(state))
    assert strategy.at(state, key, count) == theirs.at(state, key, count)


def test_small_spots_are_trees() -> None:
    assert not isinstance(tables_of(GAMES["fixed hands and turn"]), SpotTables)
