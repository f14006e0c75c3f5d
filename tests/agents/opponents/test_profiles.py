"""Profiles: smoothing, convergence, and styles."""

import numpy as np
import pytest

from fifthstreet.agents.opponents.bets import BLINDS, CALL, FOLD, LATE, RAISE
from fifthstreet.agents.opponents.profiles import Profile


def test_a_new_profile_is_the_prior() -> None:
    profile = Profile()
    prior = np.array([0.2, 0.3, 0.5])
    assert profile.rates(1, LATE, is_facing=True, prior=prior) == pytest.approx(prior)
    assert profile.rates(1, is_facing=False)[FOLD] == 0
    assert profile.fold_rate(2, 0.4) == pytest.approx(0.4)
    assert profile.style().hands == 0


def test_rates_converge_to_the_truth() -> None:
    random = np.random.default_rng(1)
    truth = {BLINDS: [0.1, 0.6, 0.3], LATE: [0.5, 0.1, 0.4]}
    profile = Profile()
    for position, odds in truth.items():
        for action in random.choice(3, 4000, p=odds):
            profile.add(position, 2, is_facing=True, action=int(action))
    for position, odds in truth.items():
        assert profile.rates(2, position, is_facing=True) == pytest.approx(odds, abs=0.03)
    together = np.mean(list(truth.values()), axis=0)
    assert profile.rates(2, is_facing=True) == pytest.approx(together, abs=0.03)
    assert profile.fold_rate(2, 0.9) == pytest.approx(0.3, abs=0.03)


def test_an_unseen_position_borrows_from_the_others() -> None:
    profile = Profile()
    for _ in range(100):
        profile.add(LATE, 1, is_facing=True, action=RAISE)
    assert profile.rates(1, BLINDS, is_facing=True)[RAISE] > 0.9
    assert profile.rates(2, BLINDS, is_facing=True)[RAISE] < 0.3


@pytest.mark.parametrize(
    ("entered", "raised", "name"),
    [
        (0.1, 0.1, "tight passive"),
        (0.1, 0.9, "tight aggressive"),
        (0.9, 0.1, "loose passive"),
        (0.9, 0.9, "loose aggressive"),
    ],
)
def test_styles_by_position(entered: float, raised: float, name: str) -> None:
    profile = Profile()
    for number in range(200):
        has_entered = number < 200 * entered
        profile.add_hand(LATE, has_entered=has_entered)
        action = (RAISE if number % 10 < 10 * raised else CALL) if has_entered else FOLD
        profile.add(LATE, 0, is_facing=True, action=action)
    assert profile.style(LATE).name == profile.style().name == name
    assert profile.style(LATE).hands == 200
    assert profile.style(BLINDS).hands == 0
    assert name in repr(profile)
