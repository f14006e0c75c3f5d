"""The ACPC client: our agents under a dealer that is not ours."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from fifthstreet.agents import Action, BaseAgent, HandResult
from fifthstreet.errors import InputError
from fifthstreet.game.events import Event
from fifthstreet.game.kinds import ActionAmount, ActionKind
from fifthstreet.game.seat_views import SeatView
from fifthstreet.interop.acpc import play_under_dealer
from tests.arena.hostile import Garbage, Raises
from tests.interop.matches import WAIT


@contextmanager
def scripted(messages: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Serve lines to one client, and keep what it sends."""
    received: list[str] = []

    def serve(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection, connection.makefile("r", newline="\r\n") as lines:
            received.append(lines.readline())
            for message in messages:
                text, _, has_answer = message.partition(" -> ")
                connection.sendall(f"{text}\r\n".encode())
                if has_answer:
                    received.append(lines.readline())

    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as pool:
        listener.settimeout(WAIT)
        served = pool.submit(serve, listener)
        yield listener.getsockname()[1], received
        served.result(WAIT)


# Hands 998 and 999 of a published match (see test_acpc_dealer), from the other player's seat, with
# what a player who always calls answers.
PUBLISHED = [
    "MATCHSTATE:1:998::|Qc3s -> c",
    "MATCHSTATE:1:998:c:|Qc3s",
    "MATCHSTATE:1:998:cc/:|Qc3s/QhAh8d",
    "MATCHSTATE:1:998:cc/r5841:|Qc3s/QhAh8d -> c",
    "# a comment",
    "MATCHSTATE:1:998:cc/r5841c/:|Qc3s/QhAh8d/Th",
    "MATCHSTATE:1:998:cc/r5841c/r20000:|Qc3s/QhAh8d/Th -> c",
    "MATCHSTATE:1:998:cc/r5841c/r20000c/:Kc6h|Qc3s/QhAh8d/Th/9d",
    "MATCHSTATE:0:999::Jc8d|",
    "MATCHSTATE:0:999:f:Jc8d|",
]


def test_a_repeated_end_of_a_hand_counts_once() -> None:
    with scripted([*PUBLISHED[:8], PUBLISHED[7], *PUBLISHED[8:], PUBLISHED[9]]) as (port, _):
        match = play_under_dealer("127.0.0.1", port, Watcher())
    assert match.winnings.hands == 2


class Watcher(BaseAgent):
    """An agent that calls and keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.results: list[HandResult] = []
        self.names: set[tuple[str, ...]] = set()

    def decide(self, view: SeatView) -> Action:
        self.names.add(view.players)
        return view.check_or_call()

    def observe(self, event: Event) -> None:
        self.events.append(event)

    def hand_over(self, result: HandResult) -> None:
        self.results.append(result)


def test_a_published_match() -> None:
    agent = Watcher()
    with scripted(PUBLISHED) as (port, received):
        match = play_under_dealer("127.0.0.1", port, agent, name="we")
    answers = [line.replace(" -> ", ":") for line in PUBLISHED if " -> " in line]
    assert received == ["VERSION:2.0.0\r\n", *(f"{answer}\r\n" for answer in answers)]
    assert match.is_complete
    assert (match.winnings.hands, match.winnings.total) == (2, 20_000 + 50)
    first, second = agent.results
    assert (first.is_showdown, second.is_showdown) == (True, False)
    assert [repr(card) for cards in first.shown_cards for card in cards] == ["Kc", "6h", "Qc", "3s"]
    assert (first.payoffs, second.payoffs) == ((-20_000, 20_000), (50, -50))
    assert agent.names == {("opponent", "we")}
    assert agent.events == [*first.events, *second.events]


@pytest.mark.parametrize("kind", [Garbage, Raises])
def test_an_agent_that_answers_nonsense_checks_or_folds(kind: type[BaseAgent]) -> None:
    states = ["MATCHSTATE:1:0::|Qc3s -> f", "MATCHSTATE:1:0:f:|Qc3s"]
    states += ["MATCHSTATE:0:1:c:Qc3s| -> c", "MATCHSTATE:0:1:cc/:Qc3s|/2c3c4c -> c"]
    with scripted(states) as (port, received):
        match = play_under_dealer("127.0.0.1", port, kind())
    assert [line.rstrip().rpartition(":")[2] for line in received[1:]] == ["f", "c", "c"]
    assert match.mistake_count == len(match.mistakes) == 3
    assert not match.is_complete


def test_a_check_or_call_of_another_amount_is_a_mistake() -> None:
    def wrong(view: SeatView) -> Action:
        kind = ActionKind.CALL if view.to_call else ActionKind.CHECK
        return ActionAmount(kind, view.to_call + 1)

    states = ["MATCHSTATE:0:0:c:Qc3s| -> c", "MATCHSTATE:1:1::|Qc3s -> f"]
    with scripted(states) as (port, received):
        match = play_under_dealer("127.0.0.1", port, wrong)
    assert [line.rstrip().rpartition(":")[2] for line in received[1:]] == ["c", "f"]
    assert [each.kind for each in match.mistakes] == ["illegal", "illegal"]


def test_amounts_are_those_of_the_whole_hand() -> None:
    states = ["MATCHSTATE:0:0:r300c/:AsKs|/2c3c4c -> r"]
    with scripted(states) as (port, received):
        play_under_dealer("127.0.0.1", port, lambda view: view.raise_to(500))
    assert received[1] == "MATCHSTATE:0:0:r300c/:AsKs|/2c3c4c:r800\r\n"


@pytest.mark.parametrize(
    ("messages", "error"),
    [
        (["HELLO"], "a match state must be like .*, got 'HELLO'"),
        (["MATCHSTATE:0:0::AsKs||"], "the dealer must have 2 players, as in the game, got 3"),
        (["MATCHSTATE:0:0:r9:AsKs|"], "MATCHSTATE:0:0:r9:AsKs"),
        (["MATCHSTATE:0:0:c/:AsKs|/2c2c2c"], "MATCHSTATE:0:0:c/:AsKs"),
        (["MATCHSTATE:0:0:c:AsKs| -> c", "MATCHSTATE:0:0::AsKs|"], "does not continue"),
        (["MATCHSTATE:0:0:" + "c" * 10_000], "a match state must be like"),
    ],
)
def test_a_dealer_that_sends_nonsense(messages: list[str], error: str) -> None:
    with scripted(messages) as (port, _), pytest.raises(InputError, match=error):
        play_under_dealer("127.0.0.1", port, "calling_station")


def test_a_dealer_that_sends_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(InputError, match="the dealer has sent nothing for"):
            play_under_dealer("127.0.0.1", port, "random", idle_seconds=0.05)


def test_no_dealer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(InputError, match=f"no dealer at 127.0.0.1 port {port}: "):
        play_under_dealer("127.0.0.1", port, "random", connect_seconds=0)
    with pytest.raises(InputError, match="port must be from 1 to 65535, got 0"):
        play_under_dealer("127.0.0.1", 0, "random")
