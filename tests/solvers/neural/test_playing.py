"""Play on many tables: draws, traversals, and the same samples on trees and on states."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import flatten
from fifthstreet.solvers.common import DenseNetwork
from fifthstreet.solvers.games import CHANCE, TERMINAL, Game, Kuhn, leduc
from fifthstreet.solvers.neural.game_tables import GameTables, StateTables, TreeTables, tables_of
from fifthstreet.solvers.neural.playing import (
    NetworkPolicy,
    drawn_actions,
    regret_matching,
    softmax,
    traverse,
)
from tests.solvers.cfr.small_games import RandomGame

GAMES: list[Game[Any]] = [Kuhn(), Kuhn(players=3), leduc(ranks=2, max_bets=1), RandomGame(5)]


def test_advantages_become_probabilities() -> None:
    outputs = np.array([[1, 3, 9], [-1, -2, 5], [-2, -1, -3], [0, 0, 0]], np.float32)
    shares = regret_matching(outputs, np.array([2, 2, 3, 3]))
    third = 1 / 3
    expected = np.array([[0.25, 0.75, 0], [1, 0, 0], [0, 1, 0], [third, third, third]])
    np.testing.assert_allclose(shares, expected)


def test_logits_become_probabilities() -> None:
    shares = softmax(np.array([[0, np.log(3), 50], [900, 900, 0]], np.float32), np.array([2, 3]))
    np.testing.assert_allclose(shares, [[0.25, 0.75, 0], [0.5, 0.5, 0]], atol=1e-7)


def test_actions_are_drawn_by_probability_and_never_if_it_is_zero() -> None:
    uniform = np.random.default_rng(0).random(20_000)
    shares = np.tile([0.0, 0.2, 0.0, 0.8, 0.0], (len(uniform), 1))
    found = np.bincount(drawn_actions(shares, uniform), minlength=5) / len(uniform)
    np.testing.assert_allclose(found, [0, 0.2, 0, 0.8, 0], atol=0.01)
    edge = np.array([0.0, np.nextafter(1, 0)])
    assert drawn_actions(np.array([[0.0, 1.0, 0.0]] * 2), edge).tolist() == [1, 1]


def policies_of(tables: GameTables) -> list[NetworkPolicy]:
    """Return a random policy of each player."""
    policies = []
    for player in range(tables.players):
        random = np.random.default_rng(player)
        network = DenseNetwork([tables.features, 8, tables.actions], random)
        network.parameters[...] = random.standard_normal(len(network.parameters))
        policies.append(NetworkPolicy(tables, network, softmax))
    return policies


@pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.name[:30])
def test_trees_and_states_give_the_same_samples(game: Game[Any]) -> None:
    on_tree, on_states = tables_of(game), StateTables(game)
    assert isinstance(on_tree, TreeTables)
    assert (on_tree.actions, on_tree.features) == (on_states.actions, on_states.features)
    assert on_tree.scale == on_states.scale
    for player in range(game.players):
        found = [
            traverse(tables, policies_of(tables), player, 40, np.random.default_rng(7))
            for tables in (on_tree, on_states)
        ]
        for mine, theirs in zip(*found, strict=True):
            assert mine is not None
            assert theirs is not None
            np.testing.assert_array_equal(on_tree.vectors(mine.inputs), theirs.inputs)
            np.testing.assert_array_equal(mine.counts, theirs.counts)
            np.testing.assert_allclose(mine.values, theirs.values, atol=1e-5)


def exact_regrets(
    game: Game[Any], shares: dict[str, list[float]], traverser: int
) -> tuple[dict[str, NDArray[np.float64]], dict[str, float]]:
    """Return counterfactual regrets, and the others' reach of information sets, by recursion."""
    regrets: dict[str, NDArray[np.float64]] = {}
    reaches: dict[str, float] = {}

    def value(state: Any, others: float) -> float:
        player = game.player(state)
        if player == TERMINAL:
            return game.payoffs(state)[traverser]
        count = len(game.actions(state))
        is_chance = player == CHANCE
        weights = game.probabilities(state) if is_chance else shares[game.information_set(state)]
        reach = [others * (1 if player == traverser else weight) for weight in weights]
        below = [value(game.child(state, action), reach[action]) for action in range(count)]
        mean = float(np.dot(weights[:count], below))
        if player == traverser:
            key = game.information_set(state)
            gains = others * (np.array(below) - mean)
            regrets[key] = regrets.get(key, np.zeros(count)) + gains
            reaches[key] = reaches.get(key, 0.0) + others
        return mean

    value(game.root(), 1.0)
    return regrets, reaches


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name[:30])
def test_sampled_regrets_are_right_on_average(game: Game[Any]) -> None:
    tables = tables_of(game)
    assert isinstance(tables, TreeTables)
    tree, policies, traversals = tables.tree, policies_of(tables), 40_000
    for player in range(game.players):
        rows = np.flatnonzero(tree.info_player == player)
        shares = {
            key: policies[tree.info_player[row]](np.array([row]), tables.counts[[row]])[0].tolist()
            for row, key in enumerate(tree.keys)
        }
        regrets, reaches = exact_regrets(game, shares, player)
        found, played = traverse(
            tables, policies, player, traversals, np.random.default_rng(player)
        )
        if found is None:
            assert not regrets
            continue
        for row in rows:
            key = tree.keys[row]
            mine = found.inputs == row
            error = 4 * (reaches[key] / traversals) ** 0.5 * 2 * tables.scale
            sums = found.values[mine, : tables.counts[row]].sum(axis=0) / traversals
            assert mine.sum() / traversals == pytest.approx(reaches[key], abs=error)
            np.testing.assert_allclose(sums, regrets[key], atol=error)
        if played is not None:
            assert set(tree.info_player[played.inputs]) == {(player + 1) % game.players}


def test_more_actions_than_in_random_lines_are_refused() -> None:
    game = leduc()
    tables = StateTables(game)
    tables.actions = 2
    state = game.root()
    for action in (0, 0, 1):  # two cards and a bet: fold, call or raise
        state = game.child(state, action)
    handles = tables.start(1)
    handles[0] = state
    with pytest.raises(InputError, match="actions must be at most 2, as in random lines, got 3"):
        tables.observe(handles)


def test_a_tree_without_its_game_has_the_features_of_its_keys() -> None:
    tree = flatten(leduc())
    tables = tables_of(tree)
    vectors = tables.vectors(np.arange(len(tree.keys)))
    assert len({vector.tobytes() for vector in vectors}) == len(tree.keys)
