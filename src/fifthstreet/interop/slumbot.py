"""Slumbot: a client of Eric Jackson's bot for heads-up no-limit hold'em.

The interface is described in `sample_api.py` at slumbot.com: POST `/api/login`, `/api/new_hand` and
`/api/act` with JSON. Blinds are 50 and 100, stacks 20,000, and amounts those of a street.
"""

from __future__ import annotations

import re
from typing import Any

from fifthstreet.interop.json_http import JsonServer, Patience
from fifthstreet.interop.online import Reply, cards_of, field_of, hand_state, street_action

ADDRESS = "https://slumbot.com"

_ACTIONS = re.compile(r"b\d+|[kcf/]")
# Fields that some answers leave out, because they have not changed.
_LASTING = ("token", "client_pos", "hole_cards", "board")
_KEPT = {"baseline_winnings": "baseline", "session_num_hands": "session_hands"}


class Slumbot:
    """Slumbot at an address, for `play_online`.

    With a username, hands count for that account. The interface has no request that shows an open
    hand. An action whose answer was lost is sent again; if it had arrived, the second one counts as
    another action, which the answer shows, and the hand is counted as `repeated`.
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
        """Set the address, by default the public one; requests go to `address/api/`."""
        if (username is None) is not (password is None):
            raise ValueError("specify a username and a password, or neither")
        self.server = JsonServer(address or ADDRESS, patience=patience or Patience())
        self.address = self.server.address
        self._account = None if username is None else (username, password)

    def __repr__(self) -> str:
        """Show the address."""
        return f"<Slumbot at {self.address}>"

    def login(self) -> str:
        """Log in and return the token of the session."""
        assert self._account is not None
        username, password = self._account
        answer = self._call("/api/login", {"username": username, "password": password})
        return str(field_of(answer, "token", str, "/api/login"))

    def new_hand(self, last: dict[str, Any] | None) -> dict[str, Any]:
        """Begin a hand; return its state."""
        token = None if last is None else last.get("token")
        if token is None and self._account is not None:
            token = self.login()
        answer = self._call("/api/new_hand", {} if token is None else {"token": token})
        return {"token": token, **answer} if token is not None else answer

    def act(self, state: dict[str, Any], action: str, *, is_repeated: bool) -> dict[str, Any]:
        """Send an action; return the next state."""
        kind, amount = street_action(self.read(state, 0).match_state, action)
        body = {"token": state["token"], "incr": kind if amount is None else f"b{amount}"}
        answer = self._call("/api/act", body)
        lasting = {name: state[name] for name in _LASTING if name in state}
        before = answer.get("old_action")
        is_doubled = isinstance(before, str) and _bare(before) != _bare(state["action"])
        return {**lasting, "repeated": is_doubled or bool(state.get("repeated")), **answer}

    def read(self, state: dict[str, Any], number: int) -> Reply:
        """Return what a state says about a hand."""
        what = "an answer of Slumbot"
        position = field_of(state, "client_pos", int, what)
        if position not in (0, 1):
            raise ValueError(f"{what}: client_pos {position}; want 0 or 1")
        field_of(state, "token", str, what)
        cards = {
            name: cards_of("".join(map(str, state.get(name) or [])), what)
            for name in ("hole_cards", "bot_hole_cards", "board")
        }
        text = field_of(state, "action", str, what)
        actions = _ACTIONS.findall(text)
        if "".join(actions) != text:
            raise ValueError(f"{what}: not an action string: {text[:60]!r}")
        match_state = hand_state(
            position, number, actions, cards["hole_cards"], cards["bot_hole_cards"], cards["board"]
        )
        if state.get("winnings") is None:
            return Reply(match_state)
        more = {ours: state[theirs] for theirs, ours in _KEPT.items() if theirs in state}
        return Reply(match_state, float(field_of(state, "winnings", int, what)), more=more)

    def _call(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.server.call(path, body)
        if not isinstance(answer, dict):
            raise ValueError(f"{self.address}{path}: the answer is not an object")
        if "error_msg" in answer:
            raise ValueError(f"{self.address}{path}: {str(answer['error_msg'])[:200]}")
        return answer


def _bare(action: str) -> str:
    """Return an action string without slashes at its end, which may be there or not."""
    return action.rstrip("/")
