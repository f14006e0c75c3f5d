"""95% intervals hold the truth in 93 to 97% of simulated matches of known expected value."""

import numpy as np
import pytest

from fifthstreet.arena.settings import MatchSettings, match_settings
from tests.arena.simulation import leduc_duel, simulated_match
from tests.thoroughness import slow

LONG_MATCHES = 1_000
SHORT_MATCHES = 150


def _settings(estimator: str, hands: int, session_hands: int, *, duplicate: bool) -> MatchSettings:
    return match_settings(
        ["equilibrium", "other"],
        game="leduc",
        hands=hands,
        session_hands=session_hands,
        estimator=estimator,
        duplicate=duplicate,
    )


def _coverage(
    settings: MatchSettings, matches: int, until: float | None = None
) -> tuple[float, float]:
    """Return the share of matches whose interval holds the value, and the mean reduction."""
    duel = leduc_duel()
    random = np.random.default_rng(20)
    held = 0
    reductions = []
    for _ in range(matches):
        result = simulated_match(duel, settings, random, until)
        if until is not None:
            assert result.winnings(0).half_width <= until
        interval = result.winnings(0)
        held += interval.low <= duel.value <= interval.high
        [agent] = [each for each in result.agent_results() if each.name == "equilibrium"]
        assert agent.reduction is not None
        reductions.append(agent.reduction)
    return held / matches, float(np.mean(reductions))


CASES = {
    "plain": (_settings("plain", 1_000, 1_000, duplicate=False), None, 1),
    "duplicate": (_settings("plain", 1_000, 1_000, duplicate=True), None, 1.4),
    "aivat": (_settings("aivat", 1_000, 1_000, duplicate=True), None, 6),
    "plain until": (_settings("plain", 40_000, 200, duplicate=False), 0.25, 1),
    "duplicate until": (_settings("plain", 40_000, 200, duplicate=True), 0.2, 1.4),
    "aivat until": (_settings("aivat", 40_000, 200, duplicate=True), 0.08, 6),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_intervals_hold_the_truth_as_often_as_they_say(name: str) -> None:
    settings, until, least_reduction = CASES[name]
    share, reduction = _coverage(settings, LONG_MATCHES, until)
    assert 0.93 <= share <= 0.97
    assert reduction > least_reduction - 0.05


@pytest.mark.parametrize("name", ["plain", "duplicate", "aivat", *slow("aivat until")])
def test_intervals_hold_the_truth_in_some_matches(name: str) -> None:
    settings, until, least_reduction = CASES[name]
    share, reduction = _coverage(settings, SHORT_MATCHES, until)
    assert 0.89 <= share <= 0.99  # three standard errors
    assert reduction > least_reduction - 0.05
