"""Payoffs and values of a river with three ranges, against every triple of hands."""

from itertools import pairwise

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.multiway import MultiwaySpot, RiverGame
from fifthstreet.tree import Kind, Rake, settle
from tests.solvers.multiway.samples import oracle_of, random_spot, random_tables, strategies_of

STACKS = [(100, 100, 100), (100, 40, 70), (30, 90, 90), (0, 80, 50), (20, 0, 100), (45, 15, 0)]
RAKES = [Rake(), Rake(0.05, 4), Rake(0.1)]


@pytest.mark.parametrize("stacks", STACKS)
@pytest.mark.parametrize("seed", [0, 1])
def test_values_and_best_responses_match_all_triples(
    stacks: tuple[float, float, float], seed: int
) -> None:
    random = np.random.default_rng(seed)
    rake = RAKES[int(random.integers(len(RAKES)))]
    game = RiverGame(random_spot(random, hands=5, stacks=stacks, rake=rake))
    oracle, averages = oracle_of(game), random_tables(game, random)
    strategies = strategies_of(game, averages)
    assert game.matchups == pytest.approx(oracle.matchups(), rel=1e-5)
    tolerance = 1e-5 * game.matchups * game.spot.pot
    for player in range(3):
        found = game.values(averages, player, is_best=False, threads=2)
        expected = oracle.values(player, strategies, oracle.weights)
        hands = len(game.hands[player].holes)
        for node, values in expected.items():
            # After a player's fold there is nothing to decide, and their values are not computed.
            folded_before = int(game.tree.folded[game.tree.parent[node]]) >> player & 1
            if not folded_before:
                np.testing.assert_allclose(found[node, :hands], values, atol=tolerance)
        best = game.values(averages, player, is_best=True, threads=1)[0, :hands]
        naive = oracle.best_values(player, strategies, oracle.weights)
        np.testing.assert_allclose(best, naive, atol=tolerance)
        assert (best >= found[0, :hands] - tolerance).all()


@pytest.mark.parametrize("seed", range(4))
def test_values_add_up_to_minus_the_rake(seed: int) -> None:
    random = np.random.default_rng(seed)
    for rake in RAKES:
        game = RiverGame(random_spot(random, hands=12, rake=rake))
        averages = random_tables(game, random)
        won = 0.0
        for player in range(3):
            values = game.values(averages, player, is_best=False, threads=1)
            won += game.chips(player, values[0])
        taken = 0.0
        if rake.rate:
            reach = [game.reach(averages, player) for player in range(3)]
            for node in np.flatnonzero(game.tree.kind != Kind.ACTION).tolist():
                rows = [of_player[node] for of_player in reach]
                weight = float(np.dot(game.opposing(0, rows), rows[0]))
                taken -= weight * sum(settle(game.tree, node, [1, 2, 3], rake))
        assert won == pytest.approx(-taken / game.matchups, abs=1e-4)


def test_reach_is_the_product_of_strategies() -> None:
    random = np.random.default_rng(3)
    game = RiverGame(random_spot(random))
    averages = random_tables(game, random)
    strategies = strategies_of(game, averages)
    for player in range(3):
        found = game.reach(averages, player)
        hands = len(game.hands[player].holes)
        for node in range(len(game.tree)):
            expected = game.weights[player][:hands].astype(np.float64)
            line = game.tree.line(node)
            for before, after in pairwise(line):
                if game.tree.player[before] == player:
                    action = after - int(game.tree.first_child[before])
                    expected = expected * strategies[player][before][action]
            np.testing.assert_allclose(found[node, :hands], expected, rtol=1e-5, atol=1e-9)


def test_ranges_that_always_share_a_card_are_refused() -> None:
    spot = MultiwaySpot.of("QsJh2h7c4d", 90, 200, ["AsAh", "AhAd", "KK"])
    with pytest.raises(InputError, match="always share a card"):
        RiverGame(spot)
