"""The dealer: a server that deals a match to players who connect over TCP.

It speaks version 2.0.0 of the protocol of the Annual Computer Poker Competition, deals the same
cards as the competition's own dealer for the same seed, and writes the same match logs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Self, TextIO

from fifthstreet.arena import Mistake, MistakeLog
from fifthstreet.errors import InputError
from fifthstreet.interop.acpc.connection import Connection
from fifthstreet.interop.acpc.dealing import deals
from fifthstreet.interop.acpc.dealt_hand import DealtHand
from fifthstreet.interop.acpc.game_definition import GameDefinition
from fifthstreet.interop.acpc.match_log import hand_line, log_header, opened_log, score_line
from fifthstreet.interop.acpc.seats import Clock, SeatError, check_names, listen, seat_player
from fifthstreet.interop.winnings import UNIT, Winnings

_SEND_SECONDS = 10.0  # in which a player must take a message


@dataclass(frozen=True)
class TimeLimits:
    """Time limits of players, in seconds."""

    response: float = 10.0
    hand: float = 600.0
    per_hand: float = 7.0  # on average over the match
    start: float = 600.0  # until all players have connected

    def __post_init__(self) -> None:
        for name, seconds in vars(self).items():
            if not 0 < seconds <= inf:
                raise InputError(f"{name} limit must be above 0 seconds, got {seconds}")


@dataclass
class DealtMatch:
    """A match so far: what the players won, and what they did wrong."""

    players: tuple[str, ...]  # by seat
    winnings: tuple[Winnings, ...]  # by seat
    hands: int = 0  # that are over
    failure: str | None = None  # why the match ended early
    mistakes: list[Mistake] = field(default_factory=list)  # the first ones
    mistake_counts: list[int] = field(default_factory=list)  # by seat

    @property
    def score(self) -> str:
        """The match in one line, as at the end of a log."""
        return score_line([each.total for each in self.winnings], self.players)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "hands": self.hands,
            "failure": self.failure,
            "unit": UNIT,
            "players": [
                {"name": name, **won.to_dict(), "mistakes": mistakes}
                for name, won, mistakes in zip(
                    self.players, self.winnings, self.mistake_counts, strict=True
                )
            ],
        }


class Dealer:
    """A dealer of one match, who waits for each player on a port of its own.

    The ports are open as soon as the object exists; `play` waits for the players and plays. The
    button moves after each hand, unless seats are fixed. A player who disconnects or runs out of
    time ends the match; lines that do not answer the current state are ignored.

    >>> with Dealer("nolimit-2p", ["ann", "bob"], hands=10) as dealer:
    ...     len(dealer.ports)
    2
    """

    def __init__(
        self,
        game: GameDefinition | str,
        players: Sequence[str],
        *,
        hands: int,
        seed: int = 0,
        name: str = "match",
        host: str = "127.0.0.1",
        ports: Sequence[int] | None = None,
        limits: TimeLimits | None = None,
        fixed_seats: bool = False,
        log: Path | None = None,
    ) -> None:
        definition = GameDefinition.load(game) if isinstance(game, str) else game
        check_names(players, definition.players)
        if hands < 1:
            raise InputError(f"hands must be at least 1, got {hands}")
        self.definition = definition
        self.players = tuple(players)
        self.hands, self.seed, self.name = hands, seed, name
        self.limits = limits or TimeLimits()
        self.fixed_seats = fixed_seats
        self.host = host
        self.log = log
        self._deals = deals(seed, definition.players)
        self._listeners = listen(host, ports, definition.players)
        self.ports = tuple(each.getsockname()[1] for each in self._listeners)
        self._connections: list[Connection] = []
        self._log = MistakeLog(self.players)
        self.match = DealtMatch(
            self.players,
            tuple(Winnings(definition.big_blind) for _ in players),
            mistakes=self._log.mistakes,
            mistake_counts=[0] * len(players),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections, which ends the match."""
        for listener in self._listeners:
            listener.close()
        for connection in self._connections:
            connection.close()

    def play(self, progress: Callable[[DealtMatch], None] | None = None) -> DealtMatch:
        """Wait for the players, play the match and return it.

        If a player fails, the match ends early and `failure` says why. `progress` is called after
        each hand.
        """
        limits, game = self.limits, self.definition.file_name
        seconds = (limits.response, limits.hand, limits.per_hand)
        header = log_header(self.name, game, self.hands, self.seed, seconds)
        with opened_log(self.log) as log:
            _write(log, *header)
            try:
                self._wait_for_players()
                in_all = limits.per_hand * self.hands
                clock = Clock(len(self.players), limits.response, limits.hand, in_all)
                for number in range(self.hands):
                    hand = DealtHand(self.definition, number, next(self._deals))
                    self._play_hand(hand, clock, log)
                    if progress is not None:
                        progress(self.match)
            except SeatError as error:
                self.match.failure = f"{self.players[error.seat]} {error}"
            else:
                _write(log, self.match.score)
            finally:
                self.close()
        return self.match

    def _wait_for_players(self) -> None:
        deadline = monotonic() + self.limits.start
        for seat, listener in enumerate(self._listeners):
            self._connections.append(seat_player(listener, seat, deadline))

    def _seat(self, position: int, number: int) -> int:
        """Return the seat of the player at a position in a hand."""
        moved = 0 if self.fixed_seats else number
        return (position + moved) % len(self.players)

    def _play_hand(self, hand: DealtHand, clock: Clock, log: TextIO | None) -> None:
        clock.start_hand()
        while not hand.is_over:
            self._send_states(hand)
            seat = self._seat(hand.actor, hand.number)
            problem = hand.act(self._answer(hand, seat, clock))
            if problem is not None:
                self._note(seat, hand.number, problem)
        order = [self._seat(place, hand.number) for place in range(len(self.players))]
        for seat, payoff in zip(order, hand.payoffs, strict=True):
            self.match.winnings[seat].add(payoff)
        self.match.hands += 1
        _write(log, hand_line(hand, [self.players[seat] for seat in order]))
        self._send_states(hand)

    def _send_states(self, hand: DealtHand) -> None:
        for position in range(len(self.players)):
            seat = self._seat(position, hand.number)
            try:
                self._connections[seat].send(str(hand.match_state(position)), _SEND_SECONDS)
            except OSError as error:
                raise SeatError(seat, f"cannot be reached: {_reason(error)}") from None

    def _answer(self, hand: DealtHand, seat: int, clock: Clock) -> str:
        """Return the action with which a player answers their match state."""
        prefix = f"{hand.match_state(hand.actor)}:"
        deadline = clock.start_response(seat)
        while True:
            try:
                line = self._connections[seat].receive(deadline)
            except TimeoutError:
                raise SeatError(seat, "ran out of time") from None
            except OSError as error:
                raise SeatError(seat, f"disconnected: {_reason(error)}") from None
            if line is None:
                raise SeatError(seat, "disconnected")
            if line.startswith(prefix):
                clock.end_response(seat)
                return line[len(prefix) :]
            if line and line[0] not in "#;":  # comments
                self._note(seat, hand.number, f"not an answer to the state: {line[:60]!r}")

    def _note(self, seat: int, number: int, problem: str) -> None:
        self.match.mistake_counts[seat] += 1
        self._log.lost(seat, number, "illegal", problem)


def _write(log: TextIO | None, *lines: str) -> None:
    if log is not None:
        log.writelines(f"{line}\n" for line in lines)


def _reason(error: OSError) -> str:
    return error.strerror or "it does not receive messages"
