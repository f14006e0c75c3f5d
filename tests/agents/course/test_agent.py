"""Functions and classes of the course engine's interface play in the arena."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fifthstreet.agents import Agent, create_agent
from fifthstreet.agents.course import (
    CourseAgent,
    CourseHistory,
    CourseInfo,
    agent_of_module,
    cards_of_codes,
    codes_of_cards,
)
from fifthstreet.arena.games import table_game
from fifthstreet.arena.run import run_match
from fifthstreet.arena.session import play_session
from fifthstreet.arena.settings import match_settings
from fifthstreet.cards import STANDARD, Card
from fifthstreet.errors import InputError

PORT = """
import numpy as np

def make_decision(info):
    values = info.hole_card // 4 + 2
    return 2 if values.min() >= 10 else 1 if info.cur_pot <= 10 else 3

def stage_updater(info):
    return (info.su_info or 0) + 1

def update_opponent(history, i):
    return (history.bet == 2).sum(axis=0)
"""


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "ported_agent.py").write_text(PORT)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "ported_agent", raising=False)
    return "ported_agent"


def test_card_codes_are_those_of_the_course_engine() -> None:
    for card in STANDARD:
        code = int(codes_of_cards([card])[0])
        assert code // 4 == "23456789TJQKA".index(card.rank)
        assert code % 4 == "dchs".index(card.suit)
        assert cards_of_codes([code]) == (card,)
    assert sorted(codes_of_cards(STANDARD).tolist()) == list(range(52))
    assert codes_of_cards(Card.parse("As"), 3).tolist() == [51, -1, -1]
    assert cards_of_codes([]) == ()


@pytest.mark.parametrize("codes", [[52], [-2], [1.5], [[1, 2]], "As"])
def test_what_is_no_card_code_is_refused(codes: Any) -> None:
    with pytest.raises(InputError, match=r"codes must be"):
        cards_of_codes(codes)


def decisions(answer: Any, number: int = 40) -> dict[str, int]:
    """Return the counts of what an agent with a constant answer did against calling stations."""
    settings = match_settings(
        ["agent", "calling_station"], game="course", seats=3, hands=number, session_hands=number
    )
    made: list[CourseAgent] = []

    def make_agent(name: str) -> Any:
        if name != "agent":
            return create_agent(name)
        made.append(CourseAgent(lambda info: answer))
        return made[-1]

    result = play_session(settings, 0, make_agent=make_agent)
    assert not result.mistakes
    columns = ("hands", "decisions", "folds", "checks", "calls", "raises")
    return dict(zip(columns, result.counts[0].tolist(), strict=False))


@pytest.mark.parametrize("answer", [1, 1.0, np.int64(1), np.array([1])])
def test_one_is_a_check_or_call(answer: Any) -> None:
    counts = decisions(answer)
    assert counts["checks"]
    assert counts["calls"]
    assert not counts["folds"] + counts["raises"]


def test_two_is_a_bet_or_raise_and_a_call_beyond_the_cap() -> None:
    counts = decisions(2)
    assert counts["raises"]
    assert counts["calls"]
    assert not counts["folds"]


@pytest.mark.parametrize("answer", [3, 0, 7, None, "1", float("nan")])
def test_anything_else_is_a_fold_or_a_free_check(answer: Any) -> None:
    counts = decisions(answer)
    assert counts["folds"]
    assert counts["checks"]
    assert not counts["calls"] + counts["raises"]


def test_what_the_functions_return_is_in_info() -> None:
    seen: list[tuple[Any, Any]] = []

    def make_decision(info: CourseInfo) -> int:
        seen.append((info.su_info, info.oppo))
        return 1

    def stage_updater(info: CourseInfo) -> tuple[int, Any] | None:
        return (info.stage, info.su_info) if info.stage in (0, 2) else None

    def update_opponent(history: CourseHistory, i: int) -> tuple[int, int] | None:
        return (i, len(history.start)) if len(history.start) == 1 else None

    settings = match_settings(
        ["agent", "calling_station"],
        game="course",
        hands=3,
        duplicate=False,
        session_hands=3,
        seed=1,  # seats the agent first
    )

    def make_agent(name: str) -> Any:
        if name != "agent":
            return create_agent(name)
        return CourseAgent(
            make_decision, stage_updater=stage_updater, update_opponent=update_opponent
        )

    play_session(settings, 0, make_agent=make_agent)
    assert seen[:6] == [
        ((0, None), None),
        ((0, None), None),
        ((2, (0, None)), None),
        ((2, (0, None)), None),
        ((0, (2, (0, None))), (0, 1)),
        ((0, (2, (0, None))), (0, 1)),
    ]
    assert seen[-1][1] == (0, 1)


def test_a_new_session_begins_a_new_history() -> None:
    lengths: list[int] = []
    agent = CourseAgent(
        lambda info: 1, update_opponent=lambda history, i: lengths.append(len(history.start))
    )
    settings = match_settings(
        ["agent", "calling_station"],
        game="course",
        hands=3,
        duplicate=False,
        session_hands=3,
        seed=1,  # seats the agent first
    )
    for _ in range(2):
        play_session(
            settings,
            0,
            make_agent=lambda name: agent if name == "agent" else create_agent(name),
        )
    assert lengths == [1, 2, 3, 1, 2, 3]


def test_an_error_in_a_function_costs_the_decision_only() -> None:
    def fail(*_: Any) -> int:
        raise RuntimeError("not ported yet")

    settings = match_settings(
        ["agent", "calling_station"], game="course", hands=4, duplicate=False, session_hands=4
    )
    agent = CourseAgent(fail, update_opponent=fail)
    result = play_session(
        settings, 0, make_agent=lambda name: agent if name == "agent" else create_agent(name)
    )
    assert result.hands == 4
    for mistake in result.mistakes:
        assert mistake.message.startswith("RuntimeError: not ported yet (")


def test_a_module_of_functions_is_an_agent(port: str) -> None:
    settings = match_settings(
        [f"course:{port}", "random"], game="course", hands=200, session_hands=100, seed=2
    )
    result = run_match(settings)
    assert result.learns
    assert not result.mistakes
    assert result.counts[0].sum() > 0


def test_subclasses_are_named_like_any_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ported_class.py").write_text(
        "from fifthstreet.agents.course import CourseAgent\n"
        "class Caller(CourseAgent):\n"
        "    def make_decision(self, info):\n"
        "        return 1\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    agent = create_agent("ported_class:Caller")
    assert isinstance(agent, CourseAgent)


def test_errors_say_what_is_wanted(port: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="make_decision must be a function"):
        CourseAgent()
    with pytest.raises(InputError, match="stage_updater must be a function, got 3"):
        CourseAgent(lambda info: 1, stage_updater=3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="sys has no function make_decision"):
        agent_of_module(sys)
    with pytest.raises(InputError, match="no_such_module cannot be imported"):
        create_agent("course:no_such_module")
    with pytest.raises(InputError, match="module must be a name like 'my_agents', got ''"):
        create_agent("course")
    with pytest.raises(InputError, match="plays Texas hold'em only"):
        CourseAgent(lambda info: 1).check_game(table_game("plo").game)


def test_other_limits_of_holdem_are_played() -> None:
    settings = match_settings(
        ["agent", "random"], game="nlhe", seats=4, hands=100, session_hands=100
    )

    def make_agent(name: str) -> Agent:
        if name == "random":
            return create_agent(name)
        return CourseAgent(lambda info: int(info.hole_card[0]) % 3 + 1)

    result = play_session(settings, 0, make_agent=make_agent)
    assert not result.mistakes
    assert result.counts[0].sum() > 0
