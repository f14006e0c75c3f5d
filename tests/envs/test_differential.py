"""Batches against the rules engine: same deck and actions, same hands, after every step."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from fifthstreet.envs import BatchGame
from fifthstreet.game.variants import (
    FixedLimitTexasHoldem,
    KuhnPoker,
    LeducHoldem,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitTexasHoldem,
)
from tests.envs.games import AUTOMATIONS, games, random_game
from tests.envs.twin import Twin
from tests.thoroughness import examples

USUAL = {
    "no-limit": BatchGame.of(
        NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2), seats=6, stacks=200
    ),
    "pot-limit": BatchGame.of(
        PotLimitTexasHoldem(AUTOMATIONS, True, 1, (5, 10), 10), seats=3, stacks=(777, 333, 1000)
    ),
    "fixed-limit": BatchGame.of(
        FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2, 4), seats=9, stacks=43
    ),
    "short deck": BatchGame.of(
        NoLimitShortDeckHoldem(AUTOMATIONS, False, 5, {-1: 5}, 5), seats=5, stacks=500
    ),
    "Leduc": BatchGame.of(LeducHoldem(AUTOMATIONS), seats=2, stacks=13),
    "Kuhn": BatchGame.of(KuhnPoker(AUTOMATIONS), seats=2, stacks=2),
}


@pytest.mark.parametrize("name", USUAL)
def test_usual_games(name: str) -> None:
    twin = Twin(USUAL[name], 40, seed=3)
    while twin.hands < 500:
        twin.play(10)


@settings(max_examples=examples(400), deadline=None)
@given(games())
def test_random_games(drawn: tuple[BatchGame, int]) -> None:
    game, seed = drawn
    Twin(game, 8, seed).play(12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_two_million_hands(seed: int) -> None:
    rng = np.random.default_rng([21, seed])
    hands = 0
    while hands < 50_000:
        twin = Twin(random_game(rng), 64, int(rng.integers(2**63)))
        twin.play(40)
        hands += twin.hands
