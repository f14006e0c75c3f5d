"""The client: one of our agents plays under another program's dealer."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

from fifthstreet.arena import Mistake
from fifthstreet.errors import InputError
from fifthstreet.game.notation import MatchState
from fifthstreet.interop.acpc.connection import VERSION, Connection
from fifthstreet.interop.acpc.game_definition import GameDefinition
from fifthstreet.interop.remote_seat import AgentSource, RemoteSeat
from fifthstreet.interop.winnings import Winnings

_RETRY_SECONDS = 0.1  # between attempts to connect
_GREETING_SECONDS = 10.0


@dataclass
class ClientMatch:
    """What an agent won under a dealer so far."""

    winnings: Winnings
    is_complete: bool = True  # whether the dealer ended the match between two hands
    mistakes: list[Mistake] = field(default_factory=list)  # the first ones
    mistake_count: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **self.winnings.to_dict(),
            "complete": self.is_complete,
            "mistakes": self.mistake_count,
        }


def play_under_dealer(
    host: str,
    port: int,
    agent: AgentSource,
    *,
    game: GameDefinition | str = "nolimit-2p",
    name: str = "fifthstreet",
    seed: int = 0,
    connect_seconds: float = 10.0,
    idle_seconds: float | None = None,
    progress: Callable[[ClientMatch], None] | None = None,
) -> ClientMatch:
    """Connect to a dealer and play until it ends the match.

    Args:
        host: Name or address of the dealer's machine.
        port: The dealer's port for this player.
        agent: An agent, a function of a view, or a text as `create_agent` reads it.
        game: The dealer's game, which the protocol does not name: a definition, the name of one, or
            the path of a `.game` file.
        name: Name of the player in views and mistakes.
        seed: For the agent's random numbers.
        connect_seconds: How long to wait for a dealer that is not listening yet.
        idle_seconds: How long the dealer may send nothing; by default there is no limit.
        progress: Called with the match so far after each hand.

    Returns:
        What the agent won, with its mistakes.

    Raises:
        InputError: If the agent does not play the game, if there is no dealer, or if it sends
            nothing for too long or something that is not a hand of the game.
    """
    definition = GameDefinition.load(game) if isinstance(game, str) else game
    if not 0 < port <= 65535:
        raise InputError(f"port must be from 1 to 65535, got {port}")
    seat = RemoteSeat(agent, definition.game(), definition.starting_stack, name=name, seed=seed)
    counted: int | None = None  # hand
    match = ClientMatch(Winnings(definition.big_blind), mistakes=seat.mistakes)
    with closing(_connected(host, port, connect_seconds)) as connection:
        connection.send(VERSION, _GREETING_SECONDS)
        while (line := _next_line(connection, idle_seconds)) is not None:
            if not line or line[0] in "#;":  # comments
                continue
            match_state = MatchState.parse(line)
            if len(match_state.hole_cards) != definition.players:
                raise InputError(
                    f"the dealer must have {definition.players} players, as in the game, got "
                    f"{len(match_state.hole_cards)}"
                )
            action = seat.follow(match_state)
            match.mistake_count = seat.mistake_count
            match.is_complete = seat.payoff is not None
            if action is not None:
                try:
                    connection.send(f"{line}:{action}", idle_seconds)
                except OSError:  # the end of the match, or of the dealer
                    break
            elif seat.payoff is not None and match_state.hand != counted:
                counted = match_state.hand  # dealers may repeat a state
                match.winnings.add(seat.payoff)
                if progress is not None:
                    progress(match)
    return match


def _connected(host: str, port: int, seconds: float) -> Connection:
    deadline = monotonic() + seconds
    while True:
        try:
            return Connection(socket.create_connection((host, port), timeout=max(seconds, 0.1)))
        except socket.gaierror as error:
            raise InputError(f"unknown host {host!r}: {error.strerror}") from None
        except UnicodeError:
            raise InputError(f"host must be a valid name, got {host!r}") from None
        except OSError as error:
            if monotonic() >= deadline:
                raise InputError(f"no dealer at {host} port {port}: {error.strerror}") from None
            sleep(_RETRY_SECONDS)


def _next_line(connection: Connection, idle_seconds: float | None) -> str | None:
    """Return the next line of a dealer; None if it has closed the connection."""
    try:
        return connection.receive(None if idle_seconds is None else monotonic() + idle_seconds)
    except TimeoutError:
        raise InputError(f"the dealer has sent nothing for {idle_seconds:g} seconds") from None
    except OSError:  # closed abnormally
        return None
