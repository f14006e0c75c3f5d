"""Matches against Slumbot and GTO Wizard: requests, repetitions and results."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fifthstreet.agents import Action, BaseAgent, HandResult
from fifthstreet.errors import InputError
from fifthstreet.game.seat_views import SeatView
from fifthstreet.interop.online import (
    GtoWizard,
    Patience,
    ServiceError,
    Slumbot,
    play_online,
)
from tests.interop.servers import DROP, SLOW, OpenHand, SlumbotServer, WizardServer, serving
from tests.interop.services import HASTY, QUICK, SLUMBOT, WIZARD, Case, both, slumbot, wizard


def all_in(view: SeatView) -> Action:
    return view.all_in()


@both
@pytest.mark.parametrize("agent", ["random", "calling_station", all_in])
def test_every_request_is_right_and_results_are_the_servers(case: Case, agent: Any) -> None:
    server = case[0](seed=3)
    with serving(server) as address:
        match = play_online(case[1](address), agent, hands=12)
    assert server.wrong == []
    assert (match.winnings.hands, match.winnings.total) == (12, sum(server.finished))
    assert (match.lost, match.repeated, match.mistake_count) == (0, 0, 0)
    assert match.winnings.interval.samples == 12
    if case is WIZARD:
        assert match.estimates.total == pytest.approx(sum(server.finished) / 10)
        assert match.estimates.interval.half_width < match.winnings.interval.half_width


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record pauses instead of waiting."""
    recorded: list[float] = []
    monkeypatch.setattr("fifthstreet.interop.online.json_http.sleep", recorded.append)
    return recorded


@both
def test_busy_servers_are_asked_again(case: Case, pauses: list[float]) -> None:
    server = case[0](seed=1, faults={0: 503, 1: 500, 4: 502, 5: 429, 9: 504})
    with serving(server) as address:
        match = play_online(case[1](address), "calling_station", hands=6)
    assert server.wrong == []
    assert match.winnings.total == sum(server.finished)
    assert len(pauses) == 5
    assert pauses.count(3.0) == 1  # Retry-After


def test_pauses_grow_and_end(pauses: list[float]) -> None:
    """Their limits double up to the longest one."""
    server = SlumbotServer(faults=dict.fromkeys(range(100), 503))
    patience = Patience(seconds_between=0, attempts=9, first_pause=1, max_pause=30)
    with serving(server) as address:
        service = slumbot(address, patience)
        with pytest.raises(InputError, match="no answer in 9 attempts: status 503: busy"):
            play_online(service, "random", hands=1)
    limits = [1, 2, 4, 8, 16, 30, 30, 30]
    assert len(server.requests) == 9
    assert all(0 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))


@pytest.mark.parametrize("fault", [DROP, SLOW])
def test_an_action_that_slumbot_got_twice_is_noticed(fault: str) -> None:
    """Whatever answer is lost, the hand is marked: the actions show it, or a refusal does."""
    seen = set()
    for number in range(12) if fault == DROP else [1]:
        server = SlumbotServer(seed=1, faults={number: fault})
        with serving(server) as address:
            service = slumbot(address, HASTY if fault == SLOW else QUICK)
            match = play_online(service, "calling_station", hands=5)
        is_action = server.requests[number][0].endswith("/act")
        assert match.repeated + match.lost == is_action
        assert match.hands == 5
        if not match.lost:
            assert match.winnings.total == sum(server.finished)
        seen.add((match.repeated, match.lost))
    assert seen == ({(0, 0), (0, 1), (1, 0)} if fault == DROP else seen)


@both
def test_a_request_that_did_not_arrive_is_not_counted_as_repeated(case: Case) -> None:
    server = case[0](seed=1, faults={1: 500, 2: 500, 5: 500})
    with serving(server) as address:
        match = play_online(case[1](address), "calling_station", hands=5)
    assert (match.repeated, match.lost, server.wrong) == (0, 0, [])


def test_no_action_counts_twice_at_gto_wizard() -> None:
    for number, fault in ((1, DROP), (2, SLOW), (4, DROP)):
        server = WizardServer(seed=2, faults={number: fault})
        with serving(server) as address:
            service = wizard(address, HASTY if fault == SLOW else QUICK)
            match = play_online(service, "calling_station", hands=4)
        assert server.wrong == []
        assert match.lost + match.winnings.hands == 4
        total = sum(server.finished)
        assert match.lost or match.winnings.total == total


def test_a_hand_that_ended_unheard_is_lost_and_counted() -> None:
    server = WizardServer(seed=0)

    def fold(view: SeatView) -> Action:
        return view.check_or_fold()

    with serving(server) as address:
        # The first action that folds, if its answer is lost.
        play_online(wizard(address), fold, hands=3)
        last = len(server.requests) - 1
    server = WizardServer(seed=0, faults={last: DROP})
    with serving(server) as address:
        match = play_online(wizard(address), fold, hands=3)
    assert (match.lost, match.winnings.hands) == (1, 2)


def test_waits_until_a_slot_is_free_at_gto_wizard(monkeypatch: pytest.MonkeyPatch) -> None:
    server = WizardServer(max_open=0)

    def free(_: float) -> None:
        server.max_open = 1

    monkeypatch.setattr("fifthstreet.interop.online.json_http.sleep", free)
    with serving(server) as address:
        service = wizard(address)
        assert play_online(service, "calling_station", hands=1).winnings.hands == 1
        assert service.open_hands() == []
        assert service.results()["total_hands"] == 1


def test_requests_are_throttled() -> None:
    server = SlumbotServer()
    patience = Patience(seconds_between=0.03)
    with serving(server) as address:
        service = slumbot(address, patience)
        play_online(service, "calling_station", hands=2)
    gaps = len(server.times) - 1
    assert gaps > 3
    # Together: on a busy machine, one request may arrive late and the next one soon after it.
    assert server.times[-1] - server.times[0] > 0.025 * gaps


def test_login() -> None:
    server = SlumbotServer(account=("ann", "pw"))
    with serving(server) as address:
        path = f"{address}/slumbot/api"
        service = Slumbot(path, username="ann", password="pw", patience=QUICK)
        assert play_online(service, "calling_station", hands=3).winnings.hands == 3
        login = ("POST /slumbot/api/login", {"username": "ann", "password": "pw"})
        assert server.requests[0] == login
        assert "pw" not in repr(service)
        wrong = Slumbot(path, username="ann", password="x", patience=QUICK)
        with pytest.raises(InputError, match="/login: Invalid username or password"):
            play_online(wrong, "random", hands=1)
    assert server.wrong == []


SPOILED: list[tuple[Case, Callable[[Any], Any], str]] = [
    (SLUMBOT, lambda _: b"<html>", "the answer is not JSON"),
    (SLUMBOT, lambda _: [1], "not an object"),
    (SLUMBOT, lambda _: {"error_msg": "go\naway"}, "go"),
    (SLUMBOT, lambda answer: {**answer, "client_pos": 7}, "client_pos must be 0 or 1, got 7"),
    (SLUMBOT, lambda answer: {**answer, "action": "b200x"}, "not an action string: 'b200x'"),
    (SLUMBOT, lambda answer: {**answer, "action": "b5"}, "MATCHSTATE:0:0:r5"),
    (SLUMBOT, lambda answer: {**answer, "hole_cards": ["Zz", "As"]}, "not cards: 'ZzAs'"),
    (SLUMBOT, lambda answer: {**answer, "board": 7}, "no board of type list"),
    (
        SLUMBOT,
        lambda answer: {**answer, "action": "", "client_pos": 0, "winnings": None},
        "it is not our turn in MATCHSTATE:0:0::",
    ),
    (SLUMBOT, lambda answer: {k: v for k, v in answer.items() if k != "token"}, "no token"),
    (WIZARD, lambda _: {"hand_id": "1"}, "no hand_id of type int"),
    (
        WIZARD,
        lambda answer: {**answer, "game": {"blinds": [1, 2]}},
        "blinds and stack must be 50, 100 and 20,000",
    ),
    (
        WIZARD,
        lambda answer: {**answer, "game_state": {**answer["game_state"], "players": []}},
        "players must be two, one of them GTO Wizard",
    ),
]


@pytest.mark.parametrize(("case", "spoil", "message"), SPOILED)
def test_answers_that_are_not_understood(
    case: Case, spoil: Callable[[Any], Any], message: str
) -> None:
    server = case[0]()
    server.spoil = spoil
    with serving(server) as address, pytest.raises(InputError, match=message) as raised:
        play_online(case[1](address), "calling_station", hands=1)
    assert "\n" not in str(raised.value)


def test_winnings_that_do_not_follow_from_the_hand_are_refused() -> None:
    server = SlumbotServer()
    server.spoil = lambda answer: (
        {**answer, "winnings": answer["winnings"] + 1} if "winnings" in answer else answer
    )
    with serving(server) as address, pytest.raises(InputError, match="says that we won"):
        play_online(slumbot(address), "calling_station", hands=1)


def test_keys_do_not_follow_redirects() -> None:
    server = WizardServer(faults={0: 301})
    with serving(server) as address, pytest.raises(ServiceError, match="status 301"):
        play_online(wizard(address), "random", hands=1)
    assert len(server.requests) == 1


def test_own_actions_are_counted() -> None:
    """In random hands, against the rules of the local servers."""
    numbers = Random(5)
    for number in range(40):
        hand, count = OpenHand(number % 2, numbers), 0
        server = SlumbotServer()
        while True:
            state = server.state(hand, "")
            assert Slumbot()._own_actions(state) == count
            if hand.is_over:
                break
            now = hand.betting
            choices = ["c", "c", "f"] if now.can_fold else ["k"]
            choices += [f"b{low - hand.base}" for low in (now.raise_range or ())[:1]]
            server.play(hand, numbers.choice(choices))
            count += 1


def test_a_wrong_key() -> None:
    with serving(WizardServer()) as address, pytest.raises(ServiceError, match="Invalid API key"):
        play_online(GtoWizard("other", address, patience=QUICK), "random", hands=1)


def test_a_server_that_is_not_there() -> None:
    patience = Patience(attempts=2, first_pause=0, answer_seconds=1)
    service = Slumbot("http://127.0.0.1:9", patience=patience)
    with pytest.raises(InputError, match=r"no answer in 2 attempts: .*refused"):
        play_online(service, "random", hands=1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Slumbot("file:///etc/passwd"), "address must start with http:// or https://, got"),
        (lambda: Slumbot(username="ann"), "specify a username and a password, or neither"),
        (lambda: GtoWizard(""), "key must be the one that GTO Wizard sent"),
        (lambda: Patience(seconds_between=-1), "seconds_between must be at least 0, got -1"),
        (lambda: Patience(attempts=0), "attempts"),
        (partial(play_online, Slumbot(), "random", hands=0), "hands must be at least 1, got 0"),
        (partial(play_online, Slumbot(), "nobody", hands=1), "or module:Class, got 'nobody'"),
    ],
)
def test_bad_input(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_programs_of_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They run as they stand, against local servers."""
    page = Path(__file__).parents[2] / "docs" / "reference" / "python" / "interop.md"
    text = page.read_text(encoding="utf-8").partition("\n## Online bots\n")[2]
    programs = re.findall(r"```python\n([^>].*?)```", text.partition("\n## ")[0], re.DOTALL)
    assert len(programs) == 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fifthstreet.interop.online.json_http.sleep", lambda _: None)
    monkeypatch.setenv("GTO_WIZARD_KEY", "secret-key")
    servers = (SlumbotServer(), WizardServer())
    with serving(servers[0]) as first, serving(servers[1]) as second:
        monkeypatch.setattr("fifthstreet.interop.online.slumbot.ADDRESS", f"{first}/slumbot/api")
        monkeypatch.setattr("fifthstreet.interop.online.gto_wizard.ADDRESS", second)
        for program in programs:
            exec(compile(program, page.name, "exec"), {})
    assert capsys.readouterr().out.count("mbb/hand over 10 hands") == 3
    assert [server.wrong for server in servers] == [[], []]


class Listener(BaseAgent):
    """An agent that keeps the results it is told."""

    def __init__(self) -> None:
        self.results: list[HandResult] = []

    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()

    def hand_over(self, result: HandResult) -> None:
        self.results.append(result)


@both
def test_agents_are_told_results(case: Case) -> None:
    agent, server, seen = Listener(), case[0](seed=5), list[int]()
    with serving(server) as address:
        match = play_online(
            case[1](address), agent, hands=6, progress=lambda match: seen.append(match.hands)
        )
    assert seen == [0, 1, 2, 3, 4, 5, 6]
    assert [each.payoffs[each.seat] for each in agent.results] == server.finished
    assert str(match).startswith(f"Listener against {match.service}: ")
    assert "mbb/hand over 6 hands" in str(match)
