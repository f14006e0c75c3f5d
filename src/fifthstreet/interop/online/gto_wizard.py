"""A client for GTO Wizard's benchmark and its interface for researchers (arXiv:2603.23660).

The published client (github.com/gtowizard-ai/researcher-api-client) shows the interface: POST
`/hands` and `/hands/ID/act` with JSON and a key in the header `X-API-Key`. Blinds are 50 and 100,
stacks 20,000, and amounts count from the start of a street. A finished hand has the chips won, and
an AIVAT estimate, which contains less luck.
"""

from __future__ import annotations

from contextlib import suppress
from math import isfinite
from typing import Any
from urllib.parse import urlencode

from fifthstreet.errors import InputError
from fifthstreet.interop.online.json_http import JsonServer, Patience
from fifthstreet.interop.online.service import (
    GAME,
    HttpService,
    LostHandError,
    Reply,
    hand_state,
    street_action,
)

ADDRESS = "https://researcher.gtowizard.com"
GAME_NAME = "HUNL 200BB"

_OPPONENT = "GTO Wizard"
_END_OF_STREET = "_"
_ALL_SLOTS_TAKEN = 409  # too many open hands
_POSITIONS = {"BB": 0, "SB": 1, "BTN": 1}


class GtoWizard(HttpService):
    """GTO Wizard's AI at an address, for `play_online`; it requires a key.

    Before an action is sent again, the client requests the open hands, so that no action counts
    twice. A hand that is over by then has no result, and is lost.
    """

    name = "GTO Wizard"
    patience = Patience(answer_seconds=180.0)  # as in the published client

    def __init__(
        self,
        key: str,
        address: str | None = None,
        *,
        game_name: str = GAME_NAME,
        patience: Patience | None = None,
    ) -> None:
        if not key or not key.isascii() or not key.isprintable():
            raise InputError("key must be the one that GTO Wizard sent, in ASCII")
        headers = {"X-API-Key": key}
        super().__init__(JsonServer(address or ADDRESS, headers, patience or self.patience))
        self.game_name = game_name

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand; return its state."""
        answer = self.server.call(
            "/hands", {"game_name": self.game_name}, busy=frozenset({_ALL_SLOTS_TAKEN})
        )
        return self._checked(answer)

    def act(self, state: dict[str, Any], action: str, *, is_resumed: bool) -> dict[str, Any]:
        """Send an action; return the next state."""
        if is_resumed and (after := self._after(state)) is not None:
            return after
        kind, amount = street_action(self.read(state, 0).match_state, action)
        answer = self.server.call(
            f"/hands/{state['hand_id']}/act",
            {"action": kind, "amount": amount},
            before_repeat=lambda: self._after(state),
        )
        return self._checked(answer)

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return the content of a state."""
        hand = state["game_state"]
        players = self.field(hand, "players", list)
        own = [each for each in players if self.field(each, "name", str) != _OPPONENT]
        if len(players) != 2 or len(own) != 1:
            raise self.wrong(f"players must be two, one of them {_OPPONENT}")
        other = next(each for each in players if each is not own[0])
        position = _POSITIONS.get(str(own[0].get("position")).upper())
        if position is None:
            raise self.wrong(f"position must be SB or BB, got {own[0].get('position')!r}")
        match_state = hand_state(
            position,
            number,
            [self._action(each) for each in hand["action_history"]],
            self.cards(own[0].get("hole_cards")),
            self.cards(other.get("hole_cards")),
            self.cards(hand.get("board_cards")),
        )
        if not self.field(hand, "is_hand_over", bool):
            return Reply(match_state)
        estimate = hand.get("aivat_score")
        return Reply(
            match_state,
            self._number(hand.get("winnings"), "winnings"),
            None if estimate is None else self._number(estimate, "aivat_score"),
            {"hand_id": state["hand_id"]},
        )

    def open_hands(self) -> list[dict[str, Any]]:
        """Return the states of all open hands of the key."""
        answer = self.server.call(f"/hands/in-progress?{self._query()}")
        if not isinstance(answer, list):
            raise self.wrong("not a list of hands")
        return [self._checked(each) for each in answer]

    def results(self) -> dict[str, Any]:
        """Return the server's own statistics for the key."""
        answer = self.server.call(f"/results?{self._query()}")
        if not isinstance(answer, dict):
            raise self.wrong("not an object")
        return answer

    def _query(self) -> str:
        return urlencode({"game_name": self.game_name})

    def _after(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Return a hand's next state if an action has arrived, None if it has not."""
        known = len(state["game_state"]["action_history"])
        for each in self.open_hands():
            if each["hand_id"] == state["hand_id"]:
                return each if len(each["game_state"]["action_history"]) > known else None
        raise LostHandError(f"hand {state['hand_id']} is over, and its result was lost")

    def _checked(self, answer: Any) -> dict[str, Any]:
        """Return an answer about a hand; InputError if it is not of our game."""
        self.field(answer, "hand_id", int)
        self.field(self.field(answer, "game_state", dict), "action_history", list)
        game = self.field(answer, "game", dict)
        blinds, stack = self.field(game, "blinds", list), game.get("starting_stack")
        if blinds[::-1] != [*GAME.blinds] != blinds or stack != GAME.starting_stack:
            raise self.wrong(
                f"blinds and stack must be 50, 100 and 20,000 chips, got {blinds} and {stack}"
            )
        return dict(answer)

    def _action(self, text: Any) -> str:
        """Return an action of a history; amounts may be written with decimals."""
        if text == _END_OF_STREET:
            return "/"
        if isinstance(text, str) and text[:1] == "b":
            return f"b{self._number(text[1:], 'bet'):.0f}"
        return str(text)

    def _number(self, value: Any, name: str) -> float:
        with suppress(TypeError, ValueError):
            if isfinite(number := float(value)):
                return number
        raise self.wrong(f"{name} must be a number, got {str(value)[:20]!r}")
