"""Matches against a bot behind an HTTP interface, hand after hand, resumed after a kill.

Results are in a file of lines, one for each hand. The hand that is being played is in a small file
beside it, `NAME.open`, which is replaced before and after every request.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from fifthstreet.arena.hand import Mistake
from fifthstreet.game.card import Card
from fifthstreet.interop.acpc.game_definition import GameDefinition
from fifthstreet.interop.remote_seat import AgentSource, RemoteSeat
from fifthstreet.interop.winnings import Winnings
from fifthstreet.notation import MatchState
from fifthstreet.storage import FileLock, LineFile, replacing

GAME = GameDefinition.named("nolimit-2p")  # which both services play

_KIND, _VERSION = "online match", 1
_STREETS = (3, 4, 5)  # board cards after each


@dataclass(frozen=True)
class Reply:
    """What a server says about a hand."""

    match_state: MatchState
    winnings: float | None = None  # chips, once the hand is over
    estimate: float | None = None  # the same with less luck, if the server has one
    more: dict[str, Any] = field(default_factory=dict)  # kept with the result


class LostHandError(ValueError):
    """A hand that is over, but whose result the server does not say any more."""


class OnlineService(Protocol):
    """A server that plays hands of heads-up no-limit hold'em against us.

    A state is the plain data of its last answer about a hand, with all that is needed to go on.
    """

    name: str
    address: str

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand, after the last one if there was one; return its state."""

    def act(self, state: dict[str, Any], action: str, *, is_repeated: bool) -> dict[str, Any]:
        """Send an action; return the next state. A repeated one may have arrived before."""

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return what a state says about a hand with this number."""


@dataclass
class OnlineMatch:
    """What an agent won against a bot so far."""

    service: str
    winnings: Winnings
    estimates: Winnings  # with less luck, where the server has them
    lost: int = 0  # hands without a result
    repeated: int = 0  # hands in which an action may have counted twice
    mistakes: list[Mistake] = field(default_factory=list)  # the first ones
    mistake_count: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "service": self.service,
            **self.winnings.to_dict(),
            "estimates": self.estimates.to_dict() if self.estimates.hands else None,
            "lost": self.lost,
            "repeated": self.repeated,
            "mistakes": self.mistake_count,
        }

    def __str__(self) -> str:
        """Return the winnings with their intervals, and the number of hands."""
        text = f"{self.service}: {self.winnings}"
        if self.estimates.hands:
            text += f"; without luck {self.estimates.interval}"
        return text

    def add(self, record: dict[str, Any]) -> None:
        """Add the result of a hand, as it is in the file."""
        self.repeated += bool(record.get("repeated"))
        if record["winnings"] is None:
            self.lost += 1
            return
        self.winnings.add(record["winnings"])
        if record.get("estimate") is not None:
            self.estimates.add(record["estimate"])


def play_online(
    service: OnlineService,
    agent: AgentSource,
    *,
    hands: int,
    path: str | os.PathLike[str] | None = None,
    seed: int = 0,
    name: str | None = None,
    progress: Callable[[OnlineMatch], None] | None = None,
) -> OnlineMatch:
    """Play hands against a bot and return what the agent won.

    With a path, results are kept there: the same call goes on with a match that was ended, and with
    the hand that was being played. `hands` counts those before. `name` is that of the agent in the
    file, by default its text or class. `progress` is called after each hand.
    """
    if hands < 1:
        raise ValueError(f"{hands} hands; want 1 or more")
    if name is None:
        name = agent if isinstance(agent, str) else type(agent).__name__
    seat = RemoteSeat(agent, GAME.game(), GAME.starting_stack, seed=seed)
    match = OnlineMatch(
        service.name, Winnings(GAME.big_blind), Winnings(GAME.big_blind), mistakes=seat.mistakes
    )
    with nullcontext() if path is None else FileLock(path):
        facts = {"service": service.name, "address": service.address, "agent": name, "seed": seed}
        journal = _Journal(path, facts)
        for record in journal.records:
            match.add(record)
        player = _Player(service, seat, journal)
        while len(journal.records) < hands:
            record = player.play_hand(len(journal.records))
            journal.add(record)
            match.add(record)
            match.mistake_count = seat.mistake_count
            if progress is not None:
                progress(match)
    return match


class _Player:
    """An agent that plays hand after hand."""

    def __init__(self, service: OnlineService, seat: RemoteSeat, journal: _Journal) -> None:
        self.service = service
        self.seat = seat
        self.journal = journal
        self.last: dict[str, Any] | None = None if journal.open is None else journal.open["state"]

    def play_hand(self, number: int) -> dict[str, Any]:
        """Play a hand, or the rest of one; return its record."""
        is_repeated = False
        left = self.journal.open
        state, action = None, None
        if left is not None and left["number"] == number:
            state, action = left["state"], left["action"]
            is_repeated = action is not None
        try:
            if state is None:
                state = self.service.new_hand(self.last)
                self.journal.keep(number, state)
            while True:
                if action is None:
                    reply = self.service.read(state, number)
                    if reply.winnings is not None:
                        break
                    action = self._action(reply, state)
                    self.journal.keep(number, state, action)
                state = self.service.act(state, action, is_repeated=is_repeated)
                is_repeated, action = False, None
                self.journal.keep(number, state)
        except LostHandError:
            return {"number": number, "winnings": None}
        self.last = state
        self._finish(reply)
        return {
            "number": number,
            "winnings": reply.winnings,
            "estimate": reply.estimate,
            "repeated": bool(state.get("repeated")),
            **reply.more,
        }

    def _action(self, reply: Reply, state: dict[str, Any]) -> str:
        action = self.seat.follow(reply.match_state)
        if action is None:
            raise ValueError(
                f"{self.service.name} waits for an action, but it is not our turn: {state}"[:300]
            )
        return action

    def _finish(self, reply: Reply) -> None:
        """Show the agent how the hand ended, and check the winnings if all cards are known."""
        final = reply.match_state
        if not all(final.hole_cards) and not final.betting.endswith("f"):
            return
        self.seat.follow(final)
        payoff = self.seat.payoff
        if payoff is None or abs(float(payoff) - float(reply.winnings or 0)) > 0.01:
            raise ValueError(
                f"{self.service.name} says that we won {reply.winnings} in {final}; want {payoff}"
            )


class _Journal:
    """Results and the hand that is being played, in memory and in files if there is a path."""

    def __init__(self, path: str | os.PathLike[str] | None, facts: dict[str, Any]) -> None:
        self._lines = None if path is None else LineFile(path, _KIND, _VERSION, facts)
        self._records: list[dict[str, Any]] = []
        self._open_path = None if path is None else Path(f"{os.fspath(path)}.open")
        self.open: dict[str, Any] | None = None
        if self._open_path is not None and self._open_path.exists():
            self.open = _read_open(self._open_path)

    @property
    def records(self) -> list[dict[str, Any]]:
        """Results of all hands so far."""
        return self._records if self._lines is None else self._lines.records

    def add(self, record: dict[str, Any]) -> None:
        """Keep the result of a hand."""
        if self._lines is None:
            self._records.append(record)
        else:
            self._lines.add(record)

    def keep(self, number: int, state: dict[str, Any], action: str | None = None) -> None:
        """Keep a hand that is being played, with an action that is about to be sent."""
        self.open = {"number": number, "state": state, "action": action}
        if self._open_path is not None:
            with replacing(self._open_path) as file:
                file.write(json.dumps(self.open).encode())


def _read_open(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_bytes())
        assert isinstance(data["number"], int)
        assert isinstance(data["state"], dict)
        assert data["action"] is None or isinstance(data["action"], str)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, AssertionError, RecursionError):
        raise ValueError(f"{path} is damaged; remove it to give up the hand in it") from None
    return dict(data)


def hand_state(
    position: int, number: int, actions: list[str], own: str, other: str, board: str
) -> MatchState:
    """Return a match state from actions with amounts of a street: `k`, `c`, `f`, `b200`, `/`.

    >>> str(hand_state(0, 3, ["b200", "c", "/", "k", "b400"], "AcKd", "", "2c3c4c"))
    'MATCHSTATE:0:3:r200c/cr600:AcKd|/2c3c4c'
    """
    betting, paid_before, bet = "", 0, GAME.big_blind
    for action in actions:
        kind, amount = action[:1], action[1:]
        if kind == "b" and amount.isdecimal() and len(amount) < 10:
            bet = int(amount)
            betting += f"r{paid_before + bet}"
        elif action in ("k", "c", "f"):
            betting += "f" if action == "f" else "c"
        elif action == "/":
            betting += "/"
            paid_before, bet = paid_before + bet, 0
        else:
            raise ValueError(f"not an action: {action[:20]!r}; want f, k, c, b and chips, or /")
    streets = [board[2 * first : 2 * end] for first, end in zip((0, 3, 4), _STREETS, strict=True)]
    hole_cards = (own, other) if position == 0 else (other, own)
    dealt = tuple(street for street in streets if street)
    # Servers differ in the slashes at the end; the board says what has been dealt.
    return MatchState(position, number, betting.rstrip("/"), hole_cards, dealt)


def street_action(match_state: MatchState, action: str) -> tuple[str, int | None]:
    """Return an action of a match state as `f`, `k`, `c` or `b`, with the chips of the street.

    >>> street_action(MatchState.parse("MATCHSTATE:0:3:r200c/cr600:AcKd|/2c3c4c"), "r1400")
    ('b', 1200)
    """
    state = match_state.state(GAME.game(), GAME.starting_stack)
    if action.startswith("r"):
        player = match_state.position
        paid_before = GAME.starting_stack - state.stacks[player] - state.bets[player]
        return "b", int(action[1:]) - paid_before
    if action == "c" and not state.checking_or_calling_amount:
        return "k", None
    return action, None


def field_of(state: Any, name: str, kind: type, what: str) -> Any:
    """Return a field of an answer; ValueError if it is missing or of another type."""
    value = state.get(name) if isinstance(state, dict) else None
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ValueError(f"{what}: no {name} of type {kind.__name__} in the answer")
    return value


def cards_of(text: str, what: str) -> str:
    """Return cards as they are in match states; ValueError if they are not cards."""
    try:
        return "".join(map(repr, Card.parse(text)))
    except (ValueError, KeyError) as error:
        raise ValueError(f"{what}: not cards: {text[:20]!r}") from error
