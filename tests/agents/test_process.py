"""Agents in processes of their own: the same results, and limits that hold."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fifthstreet.agents import HandResult, ProcessAgent, RandomAgent
from fifthstreet.agents.answers import AgentError
from fifthstreet.agents.messages import action_data, action_from, packed, unpacked
from fifthstreet.arena import run_match
from fifthstreet.arena.games import table_game
from fifthstreet.arena.hand_results import report_results
from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.events import (
    BetsCollected,
    BringInPosted,
    Called,
    Discarded,
    Event,
    Folded,
    HoleDealt,
    PotWon,
    Raised,
)
from fifthstreet.game.kinds import Action, ActionAmount, ActionKind, Discard
from fifthstreet.game.legality import IllegalAnswerError, LegalActions
from fifthstreet.game.seat_views import SeatView, Terms
from tests.agents.tables import played, random_table
from tests.agents.views import view_in_turn
from tests.arena.figures import figures
from tests.arena.hostile import (
    NOTHING_LEGAL,
    BadWitness,
    Dies,
    Exits,
    Garbage,
    Hangs,
    Hungry,
    Learner,
    Raises,
    Slow,
    Unpicklable,
    match_of,
    own,
)
from tests.faults.programs import posix

SECONDS = 2  # for an answer that never comes, and much more than any other takes


def some_view(game: str = "nlhe") -> SeatView:
    table = table_game(game)
    return view_in_turn(table.game, table.game(10_000, 2, seed=4), 5)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if sys.platform == "linux":  # a zombie has ended
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True


def wait_until_gone(*pids: int) -> None:
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, pids))


def kind_of_error(agent: ProcessAgent, view: SeatView) -> str | None:
    try:
        agent.decide(view)
    except AgentError as error:
        return error.kind
    return None


def pid_of(agent: ProcessAgent) -> int:
    assert agent._process is not None
    return agent._process.pid


# The same as in one process.


@pytest.mark.parametrize(
    "game", ["27td", *(pytest.param(game, marks=pytest.mark.slow) for game in ("nlhe", "stud"))]
)
def test_matches_have_the_same_bits(game: str) -> None:
    """Random numbers, events and results arrive as they do in one process."""
    agents = ("random", own(Learner))
    settings: dict[str, Any] = {"game": game, "hands": 20, "session_hands": 20, "duplicate": False}
    plain = figures(run_match(match_of(*agents, **settings)))
    apart = figures(run_match(match_of(*agents, **settings, isolate=True)))
    del plain["settings"], apart["settings"]
    assert plain == apart


def test_random_numbers_go_on_where_the_agent_left_off() -> None:
    here, there = some_view(), some_view()
    with ProcessAgent("random") as agent:
        for _ in range(5):
            assert agent.decide(there) == RandomAgent().decide(here)
            assert here.random.place == there.random.place


@pytest.mark.slow
def test_garbage_has_the_same_messages() -> None:
    agents = (own(Garbage), "calling_station")
    plain = run_match(match_of(*agents, hands=100, session_hands=100))
    apart = run_match(match_of(*agents, hands=100, session_hands=100, isolate=True))
    assert plain.counts.tolist() == apart.counts.tolist()
    messages = [
        [without_part(each.message) for each in result.mistakes] for result in (plain, apart)
    ]
    assert messages[0] == messages[1]


def without_part(message: str) -> str:
    """Replace an answer by the part whose `repr` raises, so that its own `repr` does, too.

    From another process, only that part has no `repr`.
    """
    return re.sub(r"got \w+\(.*(an object whose repr raises \w+).*\)$", r"got \1", message)


@pytest.mark.parametrize("is_draw", [False, True])
def test_errors_name_the_same_part_of_an_answer_from_another_process(is_draw: bool) -> None:
    """An amount or a kind that cannot be sent does not make the whole answer unreadable."""
    legal = some_view().legal
    if is_draw:
        cards = tuple(Card.parse("As2c"))
        legal = LegalActions(0, True, cards, None, False, None, None, None, False)
    for answer in NOTHING_LEGAL[1:]:
        texts = []
        for each in (answer, action_from(action_data(answer))):
            try:
                texts.append(repr(legal.check(each)))
            except IllegalAnswerError as error:
                texts.append(without_part(str(error)))
        assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "action",
    [
        ActionAmount(ActionKind.RAISE, 250),
        ActionAmount(ActionKind.CALL, 0.1),
        ActionAmount(ActionKind.FOLD, None),
        Discard(tuple(Card.parse("As2c"))),
        Discard(),
        None,
    ],
)
def test_actions_survive_being_sent(action: Any) -> None:
    answer = action_from(action_data(action))
    assert answer == action
    assert type(answer) is type(action)


@pytest.mark.parametrize("number", range(len(NOTHING_LEGAL)))
def test_any_answer_can_be_sent(number: int) -> None:
    action_from(action_data(NOTHING_LEGAL[number]))


@pytest.mark.parametrize(
    "data",
    [{}, {"kind": "?", "amount": None}, {"kind": "r", "amount": ["eval", "1"]}, {"discard": 5}],
)
def test_bad_answers_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"."):
        action_from(data)


class Keeper(RandomAgent):
    """Plays at random, and keeps all that it is given."""

    def __init__(self) -> None:
        self.views: list[SeatView] = []
        self.news: list[Event | HandResult] = []

    def decide(self, view: SeatView) -> Action:
        self.views.append(view)
        return super().decide(view)

    def observe(self, event: Event) -> None:
        self.news.append(event)

    def hand_over(self, result: HandResult) -> None:
        self.news.append(result)


def view_fields(view: SeatView) -> list[Any]:
    """Return all that a view holds; views have no equality of their own."""
    fields: Any = view.__reduce__()[1]
    hand, *others, random = fields
    legal = view.legal.__reduce__()
    return [
        *(legal if other is view.legal else other for other in others),
        (repr(hand.game), hand.players, hand.starting_stacks, hand.number, hand.events),
        random.place,
    ]


@pytest.mark.parametrize("code", ["NT", "F7S", "N2L1D", "PO"])
def test_all_that_agents_are_given_survives_being_sent(code: str) -> None:
    """Views with their legal actions, events, and results: equal, and of the same types."""
    rng = Random(code)
    ours: list[Terms] = []
    theirs: list[Terms] = []
    kinds: set[type] = set()
    for number in range(10):
        table = random_table(rng, code)
        keepers = [Keeper() for _ in table.stacks]
        report_results(played(table, keepers, number))
        for keeper in keepers:
            for news in keeper.news:
                received = unpacked(packed(news, ours), theirs)
                assert received == news
                assert repr(received) == repr(news)
                kinds.add(type(received))
            for view in keeper.views:
                received = unpacked(packed(view, ours), theirs)
                assert view_fields(received) == view_fields(view)
                assert repr(view_fields(received)) == repr(view_fields(view))
    assert kinds >= {HandResult, HoleDealt, Folded, Called, Raised, BetsCollected, PotWon}
    assert (Discarded in kinds) == (code == "N2L1D")
    assert (BringInPosted in kinds) == (code == "F7S")


def test_an_agent_that_raises_goes_on() -> None:
    with ProcessAgent(own(Raises)) as agent:
        pids = set()
        for _ in range(3):
            with pytest.raises(AgentError, match="RuntimeError: two lines") as raised:
                agent.decide(some_view())
            assert raised.value.kind == "error"
            pids.add(pid_of(agent))
        assert (len(pids), agent.restart_count) == (1, 0)


def test_exits_are_errors() -> None:
    with ProcessAgent(own(Exits)) as agent, pytest.raises(AgentError, match="SystemExit: 3"):
        agent.decide(some_view())


def test_answers_that_cannot_be_pickled() -> None:
    with ProcessAgent(own(Unpicklable)) as agent:
        answer: Any = agent.decide(some_view())
        assert "<lambda>" in repr(answer)


@pytest.mark.slow
def test_errors_of_observers_arrive_with_the_next_decision() -> None:
    result = run_match(match_of(own(BadWitness), "calling_station", isolate=True, hands=20))
    kinds = {(each.player, each.kind) for each in result.mistakes}
    assert kinds == {(own(BadWitness), "error"), (own(BadWitness), "memory")}
    assert result.hands == 20


# Limits.


def test_time_for_a_decision() -> None:
    with ProcessAgent(own(Hangs), seconds_per_decision=SECONDS) as agent:
        view = some_view()
        agent.decide(view)
        agent.decide(view)
        start = time.monotonic()
        with pytest.raises(AgentError, match=r"no answer within 2 s") as raised:
            agent.decide(view)
        assert raised.value.kind == "time"
        assert time.monotonic() - start < SECONDS + 30
        agent.decide(view)  # of a new agent
        assert agent.restart_count == 1
        # The rest of the time of a match is a limit as well, and all decisions take from it.
        assert SECONDS < agent.seconds_used < SECONDS + 30
        agent.seconds_per_decision = None
        agent.seconds_per_match = agent.seconds_used + SECONDS
        agent.decide(view)
        with pytest.raises(AgentError, match="no answer within"):
            agent.decide(view)
        with pytest.raises(AgentError, match="s of the match are used up"):
            agent.decide(view)


@pytest.mark.slow
def test_restarts_are_limited() -> None:
    with ProcessAgent(own(Hangs), seconds_per_decision=SECONDS, max_restarts=1) as agent:
        view = some_view()
        for decision in range(6):
            if decision % 3 < 2:
                agent.decide(view)
                continue
            with pytest.raises(AgentError, match="no answer"):
                agent.decide(view)
        start = time.monotonic()
        for _ in range(100):
            with pytest.raises(AgentError, match="ended 2 times; not started again"):
                agent.decide(view)
        assert time.monotonic() - start < 10


def test_time_for_a_match() -> None:
    with ProcessAgent(own(Slow), seconds_per_match=1) as agent:
        view = some_view()
        agent.decide(view)
        assert [kind_of_error(agent, view) for _ in range(10)][-1] == "time"
        start = time.monotonic()
        with pytest.raises(AgentError, match=r"all 1 s of the match are used up"):
            agent.decide(view)
        assert time.monotonic() - start < 10
        agent.renew()
        agent.decide(view)


@pytest.mark.skipif(sys.platform == "win32", reason="no limit there")
def test_memory_is_limited() -> None:
    with ProcessAgent(own(Hungry), memory_mb=200, seconds_per_decision=60) as agent:
        for restarts in (1, 2):
            with pytest.raises(AgentError) as raised:
                agent.decide(some_view())
            assert raised.value.kind == "memory"
            assert agent.restart_count == restarts


@posix
def test_agents_that_end_their_process() -> None:
    view = some_view()
    messages = set()
    with ProcessAgent(own(Dies), max_restarts=100) as agent:
        for _ in range(6):
            place = view.random.place
            try:
                agent.decide(view)
            except AgentError as error:
                messages.add(f"{error.kind}: {error}")
            if view.random.place == place:  # the same numbers would lead to the same death
                view.random.bits()
    deaths = {"ended with exit code 9", "ended by SIGKILL", "ended by SIGABRT"}
    assert messages
    assert messages <= {f"error: {death}" for death in deaths}


@pytest.mark.slow
@posix
def test_matches_go_on() -> None:
    """Agents are named with their kinds of mistakes; those that make none are not."""
    agents = [own(Hangs), own(Dies), "calling_station"]
    settings = match_of(
        *agents,
        hands=3,
        session_hands=3,
        duplicate=False,
        isolate=True,
        seconds_per_decision=SECONDS,
    )
    result = run_match(settings)
    assert result.hands == 3
    kinds = {(each.player, each.kind) for each in result.mistakes}
    assert {(own(Hangs), "time"), (own(Dies), "error")} <= kinds
    assert not any(player == "calling_station" for player, _ in kinds)


# No process is left.


@posix
def test_processes_end_with_the_agent() -> None:
    agent = ProcessAgent("random")
    agent.decide(some_view())
    pid = pid_of(agent)
    assert is_running(pid)
    agent.close()
    wait_until_gone(pid)
    agent.decide(some_view())  # it can be used again
    agent.close()


PARENT = """
import sys, time
from tests.agents.test_process import pid_of, some_view
from fifthstreet.agents import ProcessAgent
from threading import Thread

if __name__ == "__main__":
    agents = [ProcessAgent(text, seconds_per_decision=100) for text in sys.argv[1:]]
    for agent in agents:
        agent.learns
        for _ in range(2):
            agent.decide(some_view())
    print(*map(pid_of, agents), flush=True)
    for agent in agents:
        agent.decide(some_view())  # hangs
"""


@posix
@pytest.mark.parametrize(
    "number",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
    ],
)
def test_processes_end_with_the_match(tmp_path: Path, number: signal.Signals) -> None:
    """However the match ends, and even if the agent hangs."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    command = [sys.executable, str(script), "random", own(Hangs)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["src", "."])}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(pids) == 2
        time.sleep(0.3)
        parent.send_signal(number)
        parent.wait(60)
    wait_until_gone(*pids)


# Bad input.


@pytest.mark.parametrize("limit", ["seconds_per_decision", "seconds_per_match", "memory_mb"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_bad_limits(limit: str, value: float) -> None:
    limits: dict[str, Any] = {limit: value}
    with pytest.raises(InputError, match="must be a number above 0, got"):
        ProcessAgent("random", **limits)


def test_sources_that_cannot_be_sent() -> None:
    with pytest.raises(
        ValueError, match="source must be the text of an agent, or a function or class"
    ):
        ProcessAgent(lambda: RandomAgent())


def test_agents_that_do_not_exist() -> None:
    with ProcessAgent("nobody") as agent:
        with pytest.raises(InputError, match=r"agent must be random, .* got 'nobody'"):
            agent.check_game(table_game("nlhe").game)
        with pytest.raises(AgentError, match="got 'nobody'"):
            agent.decide(some_view())


def test_games_are_refused() -> None:
    with ProcessAgent("tests.conformance.test_agents:PotBettor") as agent:
        agent.check_game(table_game("nlhe").game)
        with pytest.raises(InputError, match="PotBettor plays Texas hold'em only, not"):
            agent.check_game(table_game("stud").game)
