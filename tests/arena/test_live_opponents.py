"""Agents of live tables that are created in the background."""

from __future__ import annotations

from threading import Event

import pytest

from fifthstreet.agents import Agent, AgentError, BaseAgent, HandResult
from fifthstreet.arena.live import OPPONENTS, LiveSettings, LiveTable, create_opponent
from fifthstreet.arena.live.opponents import BackgroundAgent, SeparateAgent
from fifthstreet.game import Action, SeatView
from tests.arena.test_live_table import decided

MAKER = "fifthstreet.arena.live.opponents.create_agent"


class Learner(BaseAgent):
    """Counts the hands that it has seen."""

    def __init__(self) -> None:
        self.hands = 0

    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()

    def hand_over(self, result: HandResult) -> None:
        self.hands += 1


def test_a_table_opens_before_its_agents_are_created(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sitting down against a solver once took two seconds, and ten on a new machine."""
    may_create, learner = Event(), Learner()

    def create(text: str) -> Agent:
        assert may_create.wait(60)
        return learner

    monkeypatch.setattr(MAKER, create)
    table = LiveTable(LiveSettings(("equity",), seed=1), create_opponent)
    table.start_hand()
    table.act(decided(table).number, "fold")
    assert learner.hands == 0
    may_create.set()
    table.start_hand()
    while table.result is None:
        table.act(decided(table).number, "check" if "check" in decided(table).answers else "call")
    assert learner.hands == 2  # it also learns of the first one


def test_an_agent_that_cannot_be_created_loses_its_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def create(text: str) -> Agent:
        raise MemoryError("no memory for the tables")

    monkeypatch.setattr(MAKER, create)
    table = LiveTable(LiveSettings(("equity",), seed=1), create_opponent)
    table.start_hand()
    table.act(decided(table).number, "raise")
    assert table.result is not None
    assert table.result.payoffs == (2, -2)
    assert "no memory for the tables" in table.mistakes[0].message


@pytest.mark.slow
def test_a_process_in_preparation_is_ended_with_its_table() -> None:
    agent = BackgroundAgent(OPPONENTS["search 100"])
    agent.close()
    created = agent._created.result(60)
    assert isinstance(created, SeparateAgent)
    with pytest.raises(AgentError, match="the table was closed"):
        agent.decide(None)  # type: ignore[arg-type]  # it is not read
    with pytest.raises(AgentError, match="its process was ended"):
        created.decide(None)  # type: ignore[arg-type]  # it is not read
