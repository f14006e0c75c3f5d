"""Sessions of a person against agents: stacks, agents that think or fail, settings, statistics."""

from collections.abc import Iterator
from multiprocessing import active_children
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.agents import Action, AgentError, BaseAgent, create_agent
from fifthstreet.arena.live import (
    STACK_RULES,
    LiveSettings,
    LiveTable,
    Share,
    parse_stakes,
)
from fifthstreet.arena.live.opponents import SeparateAgent
from fifthstreet.arena.live.table import PERSON
from fifthstreet.errors import InputError
from fifthstreet.game.seat_views import SeatView
from fifthstreet.review import play
from tests.arena.test_live_table import decided, heads_up, play_hand


class Crasher(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        raise RuntimeError("no idea")


def test_stacks_are_reset_or_carried_over() -> None:
    for rule in STACK_RULES:
        table = heads_up(stacks=rule)
        table.start_hand()
        table.act(decided(table).number, "fold")
        assert table.stacks == (199, 201)
        table.start_hand()
        assert table.scene is not None
        assert table._session.state is not None
        starting = sorted(table._session.state.starting_stacks)
        assert starting == ([200, 200] if rule == "reset" else [199, 201])


def all_in(table: LiveTable) -> None:
    table.start_hand()
    while table.decision is not None:
        decision = table.decision
        if decision.max_raise_to is None:
            table.act(decision.number, "call" if "call" in decision.answers else "check")
        else:
            table.act(decision.number, decision.answers[-1], decision.max_raise_to)


def test_a_freezeout_ends_and_rebuys_go_on() -> None:
    table = heads_up(stacks="freezeout")
    while not table.is_over:
        all_in(table)
    assert sorted(table.stacks) == [0, 400]
    with pytest.raises(InputError, match="no more hands"):
        table.start_hand()
    table = heads_up(stacks="rebuy")
    for _ in range(5):
        all_in(table)
    assert not table.is_over
    assert sum(table.stacks) > 400


def test_mistakes_of_agents_do_not_end_a_session() -> None:
    table = LiveTable(
        LiveSettings(("Crasher", "random"), seed=4),
        lambda text: Crasher() if text == "Crasher" else create_agent(text),
    )
    rng = Random(2)
    for _ in range(10):
        play_hand(table, rng)
    assert {(each.player, each.kind) for each in table.mistakes} == {("Crasher", "error")}
    assert table.statistics[1].mistakes == len(table.mistakes) > 0
    assert table.statistics[PERSON].mistakes == 0


class Waiter(BaseAgent):
    """Waits in its decision until it is told."""

    def __init__(self) -> None:
        self.is_asked, self.may_answer = Event(), Event()

    def decide(self, view: SeatView) -> Action:
        self.is_asked.set()
        assert self.may_answer.wait(60)
        return view.check_or_call()


@pytest.fixture
def waiting() -> Iterator[tuple[LiveTable, Waiter, Thread]]:
    """A table whose agent is thinking in a thread of its own."""
    waiter = Waiter()
    table = LiveTable(LiveSettings(("waiter",), seed=1), lambda text: waiter)
    table.start_hand()
    thread = Thread(target=table.act, args=(decided(table).number, "call"), daemon=True)
    thread.start()
    assert waiter.is_asked.wait(60)
    yield table, waiter, thread
    waiter.may_answer.set()
    thread.join(60)


def test_a_table_can_be_read_while_an_agent_thinks(
    waiting: tuple[LiveTable, Waiter, Thread],
) -> None:
    table, waiter, thread = waiting
    assert table.is_playing
    assert table.decision is None
    assert table.frames()[-1].kind == "call"
    for move in (table.start_hand, lambda: table.act(1, "check")):
        with pytest.raises(InputError, match="still playing"):
            move()
    waiter.may_answer.set()
    thread.join(60)
    assert not table.is_playing
    assert table.decision is not None


def test_closing_a_table_ends_its_thread(waiting: tuple[LiveTable, Waiter, Thread]) -> None:
    table, waiter, thread = waiting
    table.close()
    waiter.may_answer.set()
    thread.join(60)
    assert not thread.is_alive()
    assert table.is_over
    assert table.decision is None
    with pytest.raises(InputError, match="the table is closed"):
        table.act(1, "check")


@pytest.mark.slow
def test_a_process_that_thinks_is_ended_with_its_table() -> None:
    agents: list[SeparateAgent] = []

    def make(text: str) -> SeparateAgent:
        agents.append(SeparateAgent(text))
        return agents[-1]

    table = LiveTable(LiveSettings(("tests.arena.hostile:Hangs",), seed=1), make)

    def call_down() -> None:
        table.start_hand()
        while table.decision is not None:
            answers = table.decision.answers
            table.act(table.decision.number, "call" if "call" in answers else "check")

    thread = Thread(target=call_down, daemon=True)
    thread.start()
    thread.join(0.5)
    assert thread.is_alive()  # in the third decision
    table.close()
    thread.join(60)
    assert not thread.is_alive()
    assert table.is_over
    assert not active_children()
    with pytest.raises(AgentError, match="its process was ended"):
        agents[0].decide(None)  # type: ignore[arg-type]  # it is not read


def test_agents_are_closed_if_another_does_not_play_the_game() -> None:
    closed = []

    class Closing(BaseAgent):
        def close(self) -> None:
            closed.append(self)

    with pytest.raises(InputError, match="got 'nobody'"):
        LiveTable(
            LiveSettings(("closing", "nobody")),
            lambda text: Closing() if text == "closing" else create_agent(text),
        )
    assert len(closed) == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"agents": ()}, "must have from 2 to 10 seats, got 1"),
        ({"agents": ("random",) * 10}, "must have from 2 to 10 seats, got 11"),
        (
            {"variant": "kuhn", "agents": ("random",) * 4},
            "Kuhn poker must have from 2 to 3 seats, got 5",
        ),
        ({"variant": "kuhn", "agents": ("absolute",)}, "AbsoluteAgent plays Texas hold'em only"),
        ({"variant": "stud", "agents": ("random",) * 8}, "must have from 2 to 8 seats, got 9"),
        ({"variant": "chess"}, "game must be one of FT, .*'chess'"),
        ({"agents": ("nobody",)}, "got 'nobody'"),
        ({"stacks": "all"}, "stacks must be one of reset, rebuy, freezeout, got 'all'"),
        ({"stakes": {"blind": 1}}, "must be ante, small_blind, big_blind, straddle, got 'blind'"),
        ({"stakes": {"straddle": 4}}, "a straddle requires at least 3 seats"),
        ({"stakes": {"big_blind": "0.001"}}, "must have at most 2 decimals, got 0.001"),
        ({"stakes": {"big_blind": -2}}, "big blind must be from 0 to 1,000,000,000, got -2"),
        ({"stakes": {"small_blind": 3}}, "small blind must be at most the big blind"),
        ({"stack": 1}, "stack must be at least the big blind"),
        ({"stack": "inf"}, "stack must be from 0 to"),
        ({"person": ""}, "a name of 1 to 40 characters"),
    ],
)
def test_bad_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        LiveTable(LiveSettings(**{"agents": ("random",), **options}))


def test_cents_are_chips() -> None:
    stakes = parse_stakes("nlhe", {"small_blind": 0.05, "big_blind": 0.1}, 10)
    assert (stakes.stack, stakes.unit, stakes.decimals) == (1000, 10, 2)
    assert str(stakes.value(1234)) == "12.34"
    assert parse_stakes("nlhe", {}).decimals == 0


def test_players_with_the_same_name_are_numbered() -> None:
    names = LiveSettings(("random", "equity", "random"), person="equity").names
    assert names == ("equity 1", "random 1", "equity 2", "random 2")


def test_statistics_count_what_happened() -> None:
    table = heads_up()
    for _ in range(3):
        all_in(table)
    person, agent = table.statistics
    assert person.winnings == -agent.winnings
    assert (person.pfr.count, person.pfr.total) == (3, 3)
    assert person.showdowns.count == agent.showdowns.count == 3
    assert person.won_showdowns.count + agent.won_showdowns.count >= 3
    assert person.per_hand.samples == 3
    assert person.luck_adjusted.half_width < person.per_hand.half_width
    assert person.to_dict()["vpip"]["low"] < 1 == person.to_dict()["vpip"]["high"]


@given(st.integers(0, 500), st.integers(0, 500))
def test_intervals_of_shares_hold_the_share(first: int, second: int) -> None:
    count, total = sorted((first, second))
    share = Share.of(count, total)
    assert 0 <= share.low <= share.high <= 1
    assert share.share is None or share.low <= share.share + 1e-12
    assert share.share is None or share.share - 1e-12 <= share.high


def test_hands_can_be_reviewed() -> None:
    table = heads_up(stakes={"small_blind": "0.5", "big_blind": 1}, stack=100)
    play_hand(table, Random(1))
    assert table.result is not None
    hand = play(table.result.history)
    assert hand.big_blind == 1
    assert {each.name for each in hand.decisions} <= {*table.names}
    own = [each for each in hand.decisions if each.name == "You"]
    assert own
    assert all(each.hole is not None for each in own)
