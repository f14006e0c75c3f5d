"""The exploitability of policies that play the environments."""

from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import PolicyObservation, policy_exploitability

pytest.importorskip("gymnasium")

from fifthstreet.interop.gymnasium import PokerEnv


def uniform(observation: dict[str, Any]) -> Any:
    return observation["action_mask"] / observation["action_mask"].sum()


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_uniform_play_is_as_exploitable_as_in_the_game(name: str) -> None:
    known = policy_exploitability(name, lambda seen: [1 / len(seen.actions)] * len(seen.actions))
    measured = PokerEnv(name).exploitability(uniform)
    assert measured.chips == pytest.approx(known.chips, abs=1e-12)


def test_a_policy_that_reads_its_card() -> None:
    def by_env(observation: dict[str, Any]) -> Any:
        rank = observation["hole_cards"][0] // 4 - 9  # jack, queen, king
        legal = np.flatnonzero(observation["action_mask"])
        shares = np.zeros(len(observation["action_mask"]))
        shares[legal] = (1 - rank / 2, rank / 2)
        return shares

    def by_key(seen: PolicyObservation) -> list[float]:
        share = "JQK".index(seen.information_set[0]) / 2
        return [1 - share, share]

    known = policy_exploitability("kuhn", by_key)
    assert PokerEnv("kuhn").exploitability(by_env).chips == pytest.approx(known.chips, abs=1e-12)


def test_probabilities_of_illegal_actions_are_refused() -> None:
    with pytest.raises(InputError, match="policy must return probabilities that are non-negative"):
        PokerEnv("leduc").exploitability(lambda seen: np.full(len(seen["action_mask"]), 0.25))


def test_games_that_are_too_large_are_refused() -> None:
    with pytest.raises(InputError, match="deals of 52 cards must be at most 1,000,000"):
        PokerEnv("nlhe").exploitability(uniform)
