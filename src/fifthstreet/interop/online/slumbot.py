"""A client for Slumbot, Eric Jackson's bot for heads-up no-limit hold'em.

The interface is described in `sample_api.py` at slumbot.com: POST `login`, `new_hand` and `act`
with JSON. Blinds are 50 and 100, stacks 20,000, and amounts count from the start of a street.
"""

from __future__ import annotations

import re
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.interop.online.json_http import JsonServer, Patience, ServiceError
from fifthstreet.interop.online.service import (
    HttpService,
    LostHandError,
    Reply,
    hand_state,
    street_action,
)

ADDRESS = "https://slumbot.com/slumbot/api"

_ACTIONS = re.compile(r"b\d+|[kcf/]")
# Fields that some answers leave out, because they have not changed.
_LASTING = ("token", "client_pos", "hole_cards", "board")
_KEPT = {"baseline_winnings": "baseline", "session_num_hands": "session_hands"}


class Slumbot(HttpService):
    """Slumbot at an address, for `play_online`.

    With a username, hands count for that account. The interface has no request that shows an open
    hand, so an action whose answer was lost is sent again. If it had arrived, the second one either
    counts as another action, which the answer shows, and the hand is marked as `repeated`; or it is
    refused, and the hand is lost.
    """

    name = "Slumbot"

    def __init__(
        self,
        address: str | None = None,
        *,
        username: str | None = None,
        password: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Set the address, by default the public one, to which `/new_hand` and others are added."""
        if (username is None) is not (password is None):
            raise InputError("specify a username and a password, or neither")
        super().__init__(JsonServer(address or ADDRESS, patience=patience or self.patience))
        self._account = None if username is None else {"username": username, "password": password}

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand; return its state."""
        token = None if last is None else last.get("token")
        if token is not None:
            try:
                return self._begin(token)
            except ServiceError:  # the session has ended: begin a new one
                pass
        return self._begin(None if self._account is None else self._login())

    def act(self, state: dict[str, Any], action: str, *, is_resumed: bool) -> dict[str, Any]:
        """Send an action; return the next state."""
        kind, amount = street_action(self.read(state, 0).match_state, action)
        body = {"token": state["token"], "incr": kind if amount is None else f"b{amount}"}
        try:
            answer = self._call("/act", body)
        except ServiceError as error:
            if is_resumed or error.is_repeated:
                raise LostHandError(str(error)) from None
            raise
        after = {**{name: state[name] for name in _LASTING if name in state}, **answer}
        is_doubled = self._own_actions(after) > self._own_actions(state) + 1
        return {**after, "repeated": is_doubled or bool(state.get("repeated"))}

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return the content of a state."""
        position = self._position(state)
        self.field(state, "token", str)
        own, other, board = (
            self.cards("".join(map(str, self._listed(state, name))))
            for name in ("hole_cards", "bot_hole_cards", "board")
        )
        match_state = hand_state(position, number, self._actions(state), own, other, board)
        if state.get("winnings") is None:
            return Reply(match_state)
        more = {ours: state[theirs] for theirs, ours in _KEPT.items() if theirs in state}
        return Reply(match_state, float(self.field(state, "winnings", int)), more=more)

    def _listed(self, state: dict[str, Any], name: str) -> list[Any]:
        """Return the cards of a field, which may be missing or empty."""
        return list(self.field(state, name, list)) if state.get(name) else []

    def _login(self) -> str:
        """Log in and return the token of the session."""
        assert self._account is not None
        return str(self.field(self._call("/login", self._account), "token", str))

    def _begin(self, token: str | None) -> dict[str, Any]:
        session = {} if token is None else {"token": token}
        return {**session, **self._call("/new_hand", session)}

    def _call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.server.call(path, body)
        if not isinstance(answer, dict):
            raise self.wrong("not an object")
        return answer

    def _position(self, state: dict[str, Any]) -> int:
        position = self.field(state, "client_pos", int)
        if position not in (0, 1):
            raise self.wrong(f"client_pos must be 0 or 1, got {position}")
        return int(position)

    def _actions(self, state: dict[str, Any]) -> list[str]:
        text = self.field(state, "action", str)
        actions = _ACTIONS.findall(text)
        if "".join(actions) != text:
            raise self.wrong(f"not an action string: {text[:60]!r}")
        return actions

    def _own_actions(self, state: dict[str, Any]) -> int:
        """Count our actions: players take turns, on the first street the small blind (1) first."""
        position, count = self._position(state), 0
        for number, street in enumerate("".join(self._actions(state)).split("/")):
            turns = len(_ACTIONS.findall(street))
            is_first = (number == 0) is (position == 1)
            count += (turns + is_first) // 2
        return count
