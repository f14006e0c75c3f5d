"""Matches against a bot with an HTTP interface, which can be interrupted and resumed."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

from fifthstreet.arena import Mistake
from fifthstreet.errors import InputError
from fifthstreet.interop.online.journal import Journal, OpenHand
from fifthstreet.interop.online.service import GAME, LostHandError, OnlineService, Reply
from fifthstreet.interop.remote_seat import AgentSource, RemoteSeat
from fifthstreet.interop.winnings import Winnings
from fifthstreet.support.storage import FileLock

_MIN_DIFFERENCE = 0.01  # chips; some servers send decimals


@dataclass
class OnlineMatch:
    """What an agent won against a bot so far."""

    service: str
    agent: str
    winnings: Winnings
    estimates: Winnings  # with less luck, where the server has them
    lost: int = 0  # hands without a result
    repeated: int = 0  # hands in which an action has counted twice
    mistakes: list[Mistake] = field(default_factory=list)  # the first ones since the program began
    mistake_count: int = 0  # since the program began

    @property
    def hands(self) -> int:
        """Number of hands, including hands without a result."""
        return self.winnings.hands + self.lost

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "service": self.service,
            "agent": self.agent,
            **self.winnings.to_dict(),
            "estimates": self.estimates.to_dict() if self.estimates.hands else None,
            "lost": self.lost,
            "repeated": self.repeated,
            "mistakes": self.mistake_count,
        }

    def __str__(self) -> str:
        text = f"{self.agent} against {self.service}: {self.winnings}"
        return f"{text}; with less luck {self.estimates}" if self.estimates.hands else text

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
    """Play hands against a bot.

    Args:
        service: The bot.
        agent: An agent, a function of a view, or a text as `create_agent` reads it.
        hands: Number of hands, including hands already played.
        path: File for the results: the same call resumes a match that was stopped, even in the
            middle of a hand. Without it, nothing is saved.
        seed: For the agent's random numbers.
        name: Name of the agent in the file; by default the text that names the agent, or its class.
        progress: Called with the match so far, before the first hand and after each one.

    Returns:
        What the agent won in all hands, with its mistakes.

    Raises:
        InputError: If the agent does not play the game, if the file is of another match, or if the
            service does not answer or breaks the rules.
        BusyError: If another process writes the file.
    """
    if hands < 1:
        raise InputError(f"hands must be at least 1, got {hands}")
    if name is None:
        name = agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__)
    seat = RemoteSeat(agent, GAME.game(), GAME.starting_stack, seed=seed)
    match = OnlineMatch(
        service.name,
        name,
        Winnings(GAME.big_blind),
        Winnings(GAME.big_blind),
        mistakes=seat.mistakes,
    )
    with nullcontext() if path is None else FileLock(path):
        facts = {"service": service.name, "address": service.address, "agent": name, "seed": seed}
        journal = Journal(path, facts)
        for record in journal.records:
            match.add(record)
        player = _Player(service, seat, journal)
        while True:
            match.mistake_count = seat.mistake_count
            if progress is not None:
                progress(match)
            if len(journal.records) >= hands:
                return match
            record = player.play_hand(len(journal.records))
            journal.add(record)
            match.add(record)


class _Player:
    """An agent that plays hand after hand."""

    def __init__(self, service: OnlineService, seat: RemoteSeat, journal: Journal) -> None:
        self.service = service
        self.seat = seat
        self.journal = journal

    def play_hand(self, number: int) -> dict[str, Any]:
        """Play a hand, or resume the open one; return its record."""
        hand = self.journal.open
        is_resumed = hand is not None and hand.number == number
        if hand is None or not is_resumed:
            state = self.service.new_hand(None if hand is None else hand.state)
            hand = self._kept(number, state)
        try:
            while (reply := self.service.read(hand.state, number)).winnings is None:
                action = hand.action
                if action is None:
                    action = self._action(reply)
                    self._kept(number, hand.state, action)
                state = self.service.act(hand.state, action, is_resumed=is_resumed)
                is_resumed = False
                hand = self._kept(number, state)
        except LostHandError:
            return {"number": number, "winnings": None}
        self._finish(reply)
        return {
            "number": number,
            "winnings": reply.winnings,
            "estimate": reply.estimate,
            "repeated": bool(hand.state.get("repeated")),
            "hand": str(reply.match_state),
            **reply.more,
        }

    def _kept(self, number: int, state: dict[str, Any], action: str | None = None) -> OpenHand:
        hand = OpenHand(number, state, action)
        self.journal.keep(hand)
        return hand

    def _action(self, reply: Reply) -> str:
        action = self.seat.follow(reply.match_state)
        if action is None:
            raise InputError(
                f"{self.service.name} waits for an action, but it is not our turn in "
                f"{reply.match_state}"
            )
        return action

    def _finish(self, reply: Reply) -> None:
        """Show the agent how the hand ended, and check the winnings if all cards are known."""
        final = reply.match_state
        if not all(final.hole_cards) and not final.betting.endswith("f"):
            return
        self.seat.follow(final)
        payoff = self.seat.payoff
        if payoff is None or abs(float(payoff) - (reply.winnings or 0.0)) > _MIN_DIFFERENCE:
            raise InputError(
                f"{self.service.name} says that we won {reply.winnings:g} in {final}, but by the "
                f"rules it is {payoff}"
            )
