"""GTO Wizard's benchmark: a client of its interface for researchers (arXiv:2603.23660).

The interface is that of the published client (github.com/gtowizard-ai/researcher-api-client): POST
`/hands` and `/hands/ID/act` with JSON and a key in the header `X-API-Key`. Blinds are 50 and 100,
stacks 20,000, and amounts those of a street. A finished hand has the chips won, and an estimate by
AIVAT with less luck.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fifthstreet.interop.json_http import JsonServer, Patience
from fifthstreet.interop.online import (
    GAME,
    LostHandError,
    Reply,
    cards_of,
    field_of,
    hand_state,
    street_action,
)

ADDRESS = "https://researcher.gtowizard.com"
GAME_NAME = "HUNL 200BB"

_OPPONENT = "GTO Wizard"
_END_OF_STREET = "_"
_ALL_SLOTS_TAKEN = 409  # too many open hands
_POSITIONS = {"BB": 0, "SB": 1, "BTN": 1}


class GtoWizard:
    """GTO Wizard at an address, for `play_online`; a key is needed.

    Before an action is sent again, the open hands are asked for, so that no action counts twice. A
    hand that is over by then has no result, and is counted as `lost`.
    """

    name = "GTO Wizard"

    def __init__(
        self,
        key: str,
        address: str | None = None,
        *,
        game_name: str = GAME_NAME,
        patience: Patience | None = None,
    ) -> None:
        """Set the key and the address, by default the public one."""
        if not key or not key.isascii() or not key.isprintable():
            raise ValueError("no key; want that which GTO Wizard has sent")
        patience = patience or Patience(answer_seconds=180.0)  # as in the published client
        self.server = JsonServer(address or ADDRESS, {"X-API-Key": key}, patience)
        self.address = self.server.address
        self.game_name = game_name

    def __repr__(self) -> str:
        """Show the address."""
        return f"<GTO Wizard at {self.address}>"

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand; return its state."""
        answer = self.server.call(
            "/hands", {"game_name": self.game_name}, busy=frozenset({_ALL_SLOTS_TAKEN})
        )
        return self._checked(answer)

    def act(self, state: dict[str, Any], action: str, *, is_repeated: bool) -> dict[str, Any]:
        """Send an action; return the next state."""
        if is_repeated and (after := self._after(state)) is not None:
            return after
        kind, amount = street_action(self.read(state, 0).match_state, action)
        answer = self.server.call(
            f"/hands/{state['hand_id']}/act",
            {"action": kind, "amount": amount},
            before_repeat=lambda: self._after(state),
        )
        return self._checked(answer)

    def open_hands(self) -> list[dict[str, Any]]:
        """Return the states of all hands of the key that are not over."""
        answer = self.server.call(f"/hands/in-progress?{urlencode({'game_name': self.game_name})}")
        if not isinstance(answer, list):
            raise ValueError(f"{self.address}: the answer is not a list of hands")
        return [self._checked(each) for each in answer]

    def results(self) -> dict[str, Any]:
        """Return the server's own statistics of the key."""
        answer = self.server.call(f"/results?{urlencode({'game_name': self.game_name})}")
        return dict(answer) if isinstance(answer, dict) else {}

    def _after(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Return a hand's next state if an action has arrived, None if it has not."""
        known = len(state["game_state"]["action_history"])
        for each in self.open_hands():
            if each["hand_id"] == state["hand_id"]:
                return each if len(each["game_state"]["action_history"]) > known else None
        raise LostHandError(f"hand {state['hand_id']} is over, and its result was lost")

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return what a state says about a hand."""
        what = "an answer of GTO Wizard"
        hand = state["game_state"]
        players = field_of(hand, "players", list, what)
        own = [each for each in players if field_of(each, "name", str, what) != _OPPONENT]
        if len(players) != 2 or len(own) != 1:
            raise ValueError(f"{what}: want two players, one of them {_OPPONENT}")
        other = next(each for each in players if each is not own[0])
        position = _POSITIONS.get(str(own[0].get("position")).upper())
        if position is None:
            raise ValueError(f"{what}: position {own[0].get('position')!r}; want SB or BB")
        match_state = hand_state(
            position,
            number,
            [_action(each) for each in field_of(hand, "action_history", list, what)],
            cards_of(own[0].get("hole_cards") or "", what),
            cards_of(other.get("hole_cards") or "", what),
            cards_of(hand.get("board_cards") or "", what),
        )
        if not field_of(hand, "is_hand_over", bool, what):
            return Reply(match_state)
        estimate = hand.get("aivat_score")
        return Reply(
            match_state,
            _number(hand.get("winnings"), "winnings"),
            None if estimate is None else _number(estimate, "aivat_score"),
            {"hand_id": state["hand_id"]},
        )

    def _checked(self, answer: Any) -> dict[str, Any]:
        """Return an answer about a hand; ValueError if it is not one of our game."""
        what = "an answer of GTO Wizard"
        field_of(answer, "hand_id", int, what)
        hand = field_of(answer, "game_state", dict, what)
        field_of(hand, "action_history", list, what)
        game = field_of(answer, "game", dict, what)
        blinds, stack = field_of(game, "blinds", list, what), game.get("starting_stack")
        if sorted(blinds) != sorted(GAME.blinds) or stack != GAME.starting_stack:
            raise ValueError(
                f"{what}: blinds {blinds} and stacks {stack}; want 50, 100 and 20,000 chips"
            )
        return dict(answer)


def _action(text: Any) -> str:
    """Return an action of a history; amounts may be written with decimals."""
    if text == _END_OF_STREET:
        return "/"
    if isinstance(text, str) and text[:1] == "b":
        return f"b{_number(text[1:], 'bet'):.0f}"
    return str(text)


def _number(value: Any, what: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{what} is {value!r}; want a number") from None
