"""How many hands a match plays, and how its sessions are cut."""

from math import inf
from typing import Any

import pytest

from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.settings import DEFAULT_SESSIONS
from tests.arena.figures import figures
from tests.arena.hostile import Learner, own

FOUR = ("random", "calling_station", "absolute", "pot_odds")


@pytest.mark.parametrize("hands", [100, 1000, 1500, 7_777, 10_000, 123_456])
@pytest.mark.parametrize("options", [{}, {"session_hands": 64}, {"seats": 2}])
def test_exactly_the_hands_requested_are_scheduled(hands: int, options: dict[str, Any]) -> None:
    settings = match_settings(FOUR, hands=hands, duplicate=False, **options)
    sessions = [settings.deals_of(number) for number in range(settings.session_count)]
    assert sum(sessions) == settings.scheduled_hands == hands
    assert min(sessions) >= 1
    assert max(sessions) == settings.deals_per_session
    assert settings.rounding is None


@pytest.mark.parametrize("hands", [40, 100, 1500, 10_000, 1_000_000])
@pytest.mark.parametrize("lineup", [FOUR[:2], FOUR[:3], FOUR])
def test_each_lineup_has_enough_sessions_by_default(hands: int, lineup: tuple[str, ...]) -> None:
    settings = match_settings(lineup, seats=2, hands=hands * len(lineup) ** 2)
    assert settings.session_count >= DEFAULT_SESSIONS * len(settings.lineups)
    assert 1 <= settings.deals_per_session * settings.tables <= 1000


@pytest.mark.parametrize(
    ("options", "played", "why"),
    [
        ({"agents": FOUR[:2], "hands": 100}, 100, None),
        ({"agents": FOUR[:2], "hands": 101}, 102, "each deal is played in all 2 seats"),
        ({"agents": FOUR[:3], "hands": 100}, 99, "each deal is played in all 3 seats"),
        ({"agents": FOUR[:3], "hands": 101}, 102, "each deal is played in all 3 seats"),
        ({"agents": FOUR[:2], "hands": 1}, 2, "each deal is played in all 2 seats"),
        ({"agents": FOUR, "seats": 2, "hands": 3}, 12, "each of the 6 lineups plays at least one"),
        ({"agents": FOUR, "seats": 2, "hands": 3, "duplicate": False}, 6, "each of the 6 lineups"),
    ],
)
def test_hands_are_rounded_to_whole_deals(
    options: dict[str, Any], played: int, why: str | None
) -> None:
    settings = match_settings(**options, game="kuhn")
    assert settings.scheduled_hands == settings.rounded().hands == played
    assert settings.rounded().rounding is None
    if why is None:
        assert settings.rounding is None
    else:
        assert settings.rounding is not None
        assert f"playing {played} hands instead of {options['hands']}: {why}" in settings.rounding


def test_a_match_plays_the_hands_requested_and_has_intervals() -> None:
    for hands in (100, 1500):
        settings = match_settings(["random", own(Learner)], game="leduc", hands=hands)
        result = run_match(settings)
        assert result.hands == hands
        assert result.counts_sessions
        assert all(each.winnings.half_width < inf for each in result.agent_results())


def test_a_match_of_other_hands_says_so() -> None:
    settings = match_settings(["random", "calling_station"], game="kuhn", hands=101)
    with pytest.warns(UserWarning, match="playing 102 hands instead of 101"):
        result = run_match(settings)
    assert result.hands == 102
    assert figures(run_match(settings.rounded()))["agents"] == figures(result)["agents"]


def test_every_hand_counts_the_same_in_sessions_of_different_lengths() -> None:
    agents = ["random", own(Learner)]
    settings = match_settings(agents, game="leduc", hands=100, session_hands=60, seed=5)
    assert [settings.deals_of(number) for number in (0, 1)] == [30, 20]
    result = run_match(settings)
    for agent in result.agent_results():
        assert agent.winnings.samples == 2
        assert agent.winnings.mean == pytest.approx(agent.plain.mean)
