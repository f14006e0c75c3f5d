"""Matches: the same result on any number of processes, with any interruption, and when to stop."""

import os
from typing import Any

import pytest

from fifthstreet.agents import Agent, BaseAgent, create_agent
from fifthstreet.agents.agent import Action
from fifthstreet.arena import MatchResult, MatchSettings, match_settings, run_match
from fifthstreet.arena.run import MIN_DEALS, is_narrow
from fifthstreet.errors import InputError
from fifthstreet.game.seat_views import SeatView
from tests.arena.figures import figures
from tests.arena.hostile import Learner, match_of, own
from tests.thoroughness import slow


@pytest.mark.parametrize("workers", [3, *slow(2)])
@pytest.mark.parametrize(
    "options",
    [
        {"agents": ("random", own(Learner), "random"), "carry_stacks": True, "rebuys": 2},
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in (
                {"agents": ("random", own(Learner)), "game": "nlhe"},
                {"agents": ("random", own(Learner), "calling_station"), "game": "flhe", "seats": 2},
            )
        ),
    ],
)
def test_the_number_of_workers_does_not_matter(options: dict[str, Any], workers: int) -> None:
    settings = match_settings(**options, hands=150, session_hands=30, seed=11)
    one = run_match(settings)
    assert one.hands >= 150 or settings.carry_stacks
    assert figures(run_match(settings, workers=workers)) == figures(one)


def test_more_workers_than_sessions() -> None:
    settings = match_of("random", "calling_station", hands=10)
    assert settings.session_count == 1
    assert figures(run_match(settings, workers=50)) == figures(run_match(settings))


def test_progress_is_in_order() -> None:
    settings = match_of("random", "calling_station", hands=100)
    seen: list[int] = []
    run_match(settings, workers=2, progress=lambda result: seen.append(result.session_count))
    assert seen == list(range(1, settings.session_count + 1))


class Interrupter(BaseAgent):
    """Presses Ctrl-C in its third session of a process."""

    created = 0

    def __init__(self) -> None:
        Interrupter.created += 1

    def decide(self, view: SeatView) -> Action:
        if Interrupter.created > 5:
            raise KeyboardInterrupt
        return view.check_or_call()


def test_interrupts_are_no_mistakes() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_match(match_of(f"{__name__}:Interrupter", "random", hands=400))


class Ender(BaseAgent):
    """Ends its process in the second session of it."""

    created = 0

    def __init__(self) -> None:
        Ender.created += 1

    def decide(self, view: SeatView) -> Action:
        if Ender.created > 2:
            os._exit(3)
        return view.check_or_call()


class EndlessEnder(BaseAgent):
    """Ends its process at every decision."""

    def decide(self, view: SeatView) -> Action:
        os._exit(3)


@pytest.mark.slow
def test_sessions_of_workers_that_end_are_played_again() -> None:
    settings = match_of(f"{__name__}:Ender", "calling_station", hands=60)
    usual = run_match(match_of("calling_station", "calling_station", hands=60))
    assert run_match(settings, workers=2).hands == usual.hands


@pytest.mark.slow
def test_an_agent_that_ends_every_worker() -> None:
    settings = match_of(f"{__name__}:EndlessEnder", "random", hands=400)
    with pytest.raises(InputError, match="a worker process ended, perhaps because of an agent"):
        run_match(settings, workers=2)


# When to stop.


def test_until_ends_a_match_early() -> None:
    settings = match_of("random", "calling_station", hands=2000, game="flhe")
    whole = run_match(settings)
    width = 3 * whole.winnings(0).half_width
    short = run_match(settings, until=width)
    assert short.hands < whole.hands
    assert short.winnings(0).half_width <= width
    assert short.winnings(0).samples >= MIN_DEALS
    assert figures(run_match(settings, until=width, workers=2)) == figures(short)


def test_intervals_are_narrow_up_to_their_width_and_from_enough_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fifthstreet.arena.run.MIN_DEALS", 40)
    settings = match_of("random", "calling_station", hands=200, session_hands=20, game="leduc")
    narrow: list[bool] = []

    def note(result: MatchResult) -> None:
        wide = max(result.winnings(agent).half_width for agent in range(2))
        assert not is_narrow(result, 0.99 * wide)
        narrow.append(is_narrow(result, 1.01 * wide))
        assert narrow[-1] == (result.winnings(0).samples >= 40)

    run_match(settings, progress=note)
    assert set(narrow) == {False, True}


def test_until_that_is_not_reached() -> None:
    settings = match_of("random", "calling_station", hands=100)
    assert figures(run_match(settings, until=1e-9)) == figures(run_match(settings))


@pytest.mark.parametrize("until", [0.0, -1.0, float("nan")])
def test_bad_until(until: float) -> None:
    with pytest.raises(InputError, match="until must be above 0, got"):
        run_match(match_of("random"), until=until)


# Settings.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agents": ()}, "agents must have at least one agent"),
        ({"hands": 0}, "hands must be at least 1, got 0"),
        ({"seats": 1}, "seats must be from 2 to 10, got 1"),
        ({"seats": 11}, "seats must be from 2 to 10, got 11"),
        ({"session_hands": 0}, "session_hands must be at least 1, got 0"),
        ({"stack": 0}, "stack must be a number above 0, got 0"),
        ({"stack": float("nan")}, "stack must be a number above 0, got nan"),
        ({"stack": float("inf")}, "stack must be a number above 0, got inf"),
        ({"rebuys": 1}, "rebuys require carry_stacks"),
        (
            {"rebuys": -2, "carry_stacks": True},
            "rebuys must be at least 0, or -1 for no limit, got -2",
        ),
        ({"seconds_per_decision": 1}, "seconds_per_decision requires isolate"),
        ({"memory_mb": -1, "isolate": True}, "memory_mb must be a number above 0, got -1"),
        ({"agents": tuple(map(str, range(30))), "seats": 5}, "lineups, got 142,506"),
    ],
)
def test_bad_settings(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        match_settings(**{"agents": ("random",), "hands": 10, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agents": ("nobody",)}, "got 'nobody'"),
        ({"game": "chess"}, "game must be one of course, nlhe.* got 'chess'"),
        ({"game": "plo6", "seats": 10}, "."),
    ],
)
def test_matches_that_cannot_begin(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        run_match(match_settings(**{"agents": ("random",), "hands": 10, **options}))


def test_huge_matches_begin() -> None:
    """The sessions of a match are not listed in advance."""
    settings = match_of("random", "calling_station", hands=10**15)

    class StoppedError(Exception):
        pass

    def stop(_: MatchResult) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        run_match(settings, progress=stop)
    with pytest.raises(StoppedError):
        run_match(settings, progress=stop, workers=2)


def test_settings_survive_a_file() -> None:
    settings = match_of("random", isolate=True, memory_mb=100, stack=12.5)
    assert MatchSettings.from_dict(settings.to_dict()) == settings


def test_time_is_split_over_tables() -> None:
    settings = match_of("random", "calling_station", isolate=True, seconds_per_match=60)
    tables = settings.session_count * settings.tables
    assert settings.seconds_per_table(0) == pytest.approx(60 / tables)


def made(text: str) -> Agent:
    return create_agent({"a": "random", "b": "calling_station"}[text])


def test_names_mean_what_the_maker_says() -> None:
    own_names = run_match(match_of("a", "b"), make_agent=made)
    usual = run_match(match_of("random", "calling_station"))
    assert own_names.curve == usual.curve


def test_agents_that_do_not_play_the_game() -> None:
    text = "tests.conformance.test_agents:PotBettor"
    for isolate in (False, True):
        with pytest.raises(InputError, match="PotBettor plays Texas hold'em only, not"):
            run_match(match_of(text, "random", game="stud", isolate=isolate))
