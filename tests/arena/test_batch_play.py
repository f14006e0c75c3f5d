"""Sessions on batches of tables against the same sessions hand by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet.agents.agent import FunctionAgent
from fifthstreet.agents.batched import Decisions, batch_decider
from fifthstreet.agents.registry import create_agent
from fifthstreet.agents.simple import CallingStation, RandomAgent
from fifthstreet.agents.strategy_agent import StrategyAgent
from fifthstreet.arena import MatchSettings, match_settings, play_session
from fifthstreet.arena.batch_play import BatchPlay
from fifthstreet.arena.games import table_game
from fifthstreet.errors import InputError
from fifthstreet.solvers import train
from fifthstreet.support.seeded_random import SeededRandom
from fifthstreet.support.seeded_randoms import SeededRandoms

NO_LIMIT = table_game("nlhe").game


class Caller(RandomAgent):
    """An agent with a `decide` of its own, but without its own `batch_decider`."""

    def decide(self, view: Any) -> Any:
        return view.check_or_call()


class Failing(CallingStation):
    """An agent that calls, but fails when it is asked for many decisions."""

    def batch_decider(self, game: Any) -> Any:
        return self._fail

    def _fail(self, decisions: Decisions) -> Any:
        raise RuntimeError("no")


class Illegal(CallingStation):
    """An agent that calls, but folds where it may not when it is asked for many decisions."""

    def batch_decider(self, game: Any) -> Any:
        return lambda decisions: (
            np.zeros(len(decisions), np.int8),
            np.zeros(len(decisions), np.int64),
        )


def data(settings: MatchSettings, number: int, **options: Any) -> dict[str, Any]:
    result = play_session(settings, number, **options).to_dict()
    result.pop("seconds")
    return result


def check_same(
    monkeypatch: pytest.MonkeyPatch, settings: MatchSettings, number: int = 1, **options: Any
) -> None:
    batches = _watched(monkeypatch)
    together = data(settings, number, **options)
    assert len(batches) == 1
    assert together == data(settings, number, keep=lambda hand: None, **options)
    assert len(batches) == 1


def _watched(monkeypatch: pytest.MonkeyPatch) -> list[BatchPlay]:
    """Return a list that gets every batch that is played to its end."""
    batches: list[BatchPlay] = []
    play = BatchPlay.play

    def watched(self: BatchPlay) -> None:
        play(self)
        batches.append(self)

    monkeypatch.setattr(BatchPlay, "play", watched)
    return batches


@pytest.mark.parametrize(
    ("agents", "options"),
    [
        (["random", "calling_station"], {"game": "nlhe"}),
        (["random", "random", "calling_station"], {"game": "nlhe", "stack": 7, "seats": 6}),
        (["random", "calling_station", "random", "random"], {"game": "flhe", "seats": 3}),
        (["random", "calling_station"], {"game": "plo", "duplicate": False, "seats": 5}),
        (["random", "random"], {"game": "short-deck"}),
        (["random", "calling_station"], {"game": "leduc"}),
        (["calling_station", "random"], {"game": "kuhn"}),
        (["random", "random"], {"game": "nlhe", "stack": 0.5}),  # all-in with the blinds
    ],
)
def test_same_results(
    monkeypatch: pytest.MonkeyPatch, agents: list[str], options: dict[str, Any]
) -> None:
    settings = match_settings(agents, hands=500, session_hands=60, seed=3, **options)
    check_same(monkeypatch, settings)


@pytest.mark.parametrize("game", ["leduc", "kuhn"])
def test_strategies_of_small_games(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    strategy = train(game, "cfr+", iterations=10).average()

    def make(name: str) -> Any:
        return StrategyAgent(strategy) if name == "strategy" else create_agent(name)

    settings = match_settings(["strategy", "random"], game=game, hands=600, session_hands=600)
    check_same(monkeypatch, settings, number=0, make_agent=make)


def test_same_all_in_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = match_settings(
        ["random", "random", "calling_station"],
        hands=100,
        session_hands=30,
        stack=9,
        estimator="all_in",
    )
    check_same(monkeypatch, settings, number=0)
    assert data(settings, 0)["estimates_by_deal"] != data(settings, 0)["by_deal"]


@pytest.mark.parametrize(
    "options",
    [
        {"carry_stacks": True},
        {"estimator": "aivat"},
        {"game": "stud"},
        {"game": "plo8"},
        {"stack": 0.125},  # 12.5 chips
    ],
)
def test_other_matches_are_played_hand_by_hand(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    batches = _watched(monkeypatch)
    settings = match_settings(["random", "calling_station"], hands=10, session_hands=10, **options)
    assert play_session(settings, 0).hands
    assert not batches


@pytest.mark.parametrize("kind", [Caller, Failing, Illegal])
def test_agents_that_cannot_decide_for_many_play_hand_by_hand(
    monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    batches = _watched(monkeypatch)

    def make(name: str) -> Any:
        return kind() if name == "other" else create_agent(name)

    def results(*agents: str) -> dict[str, Any]:
        settings = match_settings(agents, hands=40, session_hands=40)
        return data(settings, 0, make_agent=make)

    assert results("other", "random") == results("calling_station", "random")
    assert len(batches) == 1


def test_deciders() -> None:
    assert batch_decider(RandomAgent(), NO_LIMIT) is not None
    assert batch_decider(Caller(), NO_LIMIT) is None
    assert batch_decider(FunctionAgent(lambda view: view.check_or_call()), NO_LIMIT) is None
    changed: Any = CallingStation()
    changed.decide = lambda view: view.check_or_fold()
    assert batch_decider(changed, NO_LIMIT) is None


SEEDS = st.lists(st.integers(0, 2**60 - 1) | st.sampled_from([0, 1, 2**60 - 1]), min_size=1)


def _streams(seeds: list[int]) -> tuple[SeededRandoms, list[SeededRandom], NDArray[np.int64]]:
    streams = SeededRandoms(np.array(seeds, np.uint64))
    return streams, [SeededRandom(seed) for seed in seeds], np.arange(len(seeds))


@given(SEEDS, st.lists(st.integers(1, 2**33) | st.integers(1, 1100), min_size=1, max_size=5))
def test_streams_are_those_of_single_seeds(seeds: list[int], counts: list[int]) -> None:
    streams, singles, rows = _streams(seeds)
    for count in counts:
        assert streams.below(rows, count).tolist() == [each.below(count) for each in singles]
        assert streams.random(rows).tolist() == [each.random() for each in singles]
    assert streams.bits(rows[-1:]).tolist() == [singles[-1].bits()]


def test_counts_of_streams_are_checked() -> None:
    streams, _, rows = _streams([1, 2])
    for count in (0, 2**34):
        with pytest.raises(InputError, match="counts must be from 1"):
            streams.below(rows, count)
