"""The interface of services, and their hands as match states.

Servers write a hand as a list of actions with amounts of a street. Agents follow match states of
the ACPC, whose amounts count from the start of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.notation import MatchState
from fifthstreet.interop.acpc import GameDefinition
from fifthstreet.interop.online.json_http import JsonServer, Patience

GAME = GameDefinition.named("nolimit-2p")  # which all services play

_BOARD_CARDS = (3, 4, 5)  # after the flop, the turn and the river


@dataclass(frozen=True)
class Reply:
    """A hand as a server describes it."""

    match_state: MatchState
    winnings: float | None = None  # chips, once the hand is over
    estimate: float | None = None  # the same with less luck, if the server has one
    more: dict[str, Any] = field(default_factory=dict)  # kept with the result


class LostHandError(InputError):
    """A hand cannot be played to its end, or its result is no longer available."""


class OnlineService(Protocol):
    """A server whose bot plays heads-up no-limit hold'em against us.

    A state is plain data: its last answer about a hand, with all that is needed to continue it.
    """

    @property
    def name(self) -> str:
        """Name of the bot."""

    @property
    def address(self) -> str:
        """Address of the server."""

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand and return its state; `last` is the state of the hand before, if any."""

    def act(self, state: dict[str, Any], action: str, *, is_resumed: bool) -> dict[str, Any]:
        """Send an action; return the next state.

        If `is_resumed`, the action may have been sent before. LostHandError if the hand cannot be
        continued.
        """

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return the content of a state, as the hand with this number."""


class HttpService:
    """A service over HTTP, with checks of its answers."""

    name = ""
    patience = Patience()  # by default

    def __init__(self, server: JsonServer) -> None:
        self.server = server

    @property
    def address(self) -> str:
        """Address of the server."""
        return self.server.address

    def __repr__(self) -> str:
        return f"<{self.name} at {self.address}>"

    def wrong(self, text: str) -> InputError:
        """Return the error for an answer that cannot be understood."""
        return InputError(f"an answer of {self.name}: {text}")

    def field(self, data: Any, name: str, kind: type) -> Any:
        """Return a field of an answer; InputError if it is missing or of the wrong type."""
        value = data.get(name) if isinstance(data, dict) else None
        if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
            raise self.wrong(f"no {name} of type {kind.__name__}")
        return value

    def cards(self, text: Any) -> str:
        """Return cards as in match states; an empty text for None."""
        try:
            return "".join(map(repr, Card.parse(text or "")))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self.wrong(f"not cards: {str(text)[:20]!r}") from None


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
        if kind == "b" and amount.isascii() and amount.isdecimal() and len(amount) < 10:
            bet = int(amount)
            betting += f"r{paid_before + bet}"
        elif action in ("k", "c", "f"):
            betting += "f" if action == "f" else "c"
        elif action == "/":
            betting += "/"
            paid_before, bet = paid_before + bet, 0
        else:
            raise InputError(f"an action must be f, k, c, b and chips, or /, got {action[:20]!r}")
    streets = zip((0, *_BOARD_CARDS), _BOARD_CARDS, strict=False)
    dealt = tuple(cards for first, end in streets if (cards := board[2 * first : 2 * end]))
    hole_cards = (own, other) if position == 0 else (other, own)
    # Servers differ in the slashes at the end; the board shows what has been dealt.
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
    if action == "c" and not state.amount_to_call:
        return "k", None
    return action, None
