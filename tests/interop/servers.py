"""Local servers that follow the published descriptions of Slumbot's and GTO Wizard's interfaces.

They play with rules of their own (tests/oracles/acpc.py), check every request, and fail on demand.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.oracles.acpc import Betting

SLOW, DROP = "slow", "drop"  # an answer that comes too late, or never, though the request counted
SLOW_SECONDS = 1.5
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class Refused(Exception):  # noqa: N818
    """A request that is wrong."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class OpenHand:
    """A hand of heads-up no-limit hold'em with 200 big blinds; position 0 is the big blind."""

    client: int  # position
    numbers: Random
    actions: list[str] = field(default_factory=list)  # with `/` after each street
    acpc: str = ""
    base: int = 0  # chips of each player on earlier streets
    is_new: bool = True  # until its first answer

    def __post_init__(self) -> None:
        cards = self.numbers.sample(DECK, 9)
        self.hole_cards = [cards[:2], cards[2:4]]
        self.runout = cards[4:]
        self.bot_plays()

    @property
    def betting(self) -> Betting:
        return Betting(2, False, self.acpc)

    @property
    def is_over(self) -> bool:
        return self.betting.turn is None

    @property
    def board(self) -> list[str]:
        return self.runout[: (0, 3, 4, 5)[self.actions.count("/")]]

    @property
    def winnings(self) -> int:
        hole_cards = ["".join(cards) for cards in self.hole_cards]
        return int(self.betting.values(hole_cards, "".join(self.runout))[self.client])

    def act(self, action: str) -> None:
        """Play an action of the player in turn, with the chips of the street."""
        before = self.betting
        if before.turn is None:
            raise Refused(409, "Hand is over")
        street = before.street
        if action.startswith("b"):
            sizes = before.raise_range
            total = self.base + int(action[1:])
            if sizes is None or not sizes[0] <= total <= sizes[1]:
                raise Refused(400, "Illegal bet")
            self.acpc += f"r{total}"
        elif action in ("c", "f") and not before.can_fold:
            raise Refused(400, f"Illegal {'call' if action == 'c' else 'fold'}")
        elif action == "k" and before.can_fold:
            raise Refused(400, "Illegal check")
        else:
            self.acpc += action.replace("k", "c")
        self.actions.append(action)
        after = self.betting
        if action != "f" and (after.turn is None or after.street > street):
            self.actions += ["/"] * (after.street - street)
            self.base = max(after.spent)

    def bot_plays(self) -> None:
        while (now := self.betting).turn == 1 - self.client:
            choices = ["c", "c", "f"] if now.can_fold else ["k"]
            if now.raise_range is not None:
                low, high = now.raise_range
                choices += [
                    f"b{low - self.base}",
                    f"b{self.numbers.randint(low, high) - self.base}",
                ]
            self.act(self.numbers.choice(choices))


@dataclass
class BotServer:
    """What both servers have: hands, faults by the number of the request, and what was asked."""

    seed: int = 0
    faults: dict[int, int | str] = field(default_factory=dict)  # statuses, SLOW or DROP
    requests: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # what no client should send
    finished: list[int] = field(default_factory=list)  # winnings
    spoil: Callable[[Any], Any] | None = None  # changes answers

    def __post_init__(self) -> None:
        self.numbers = Random(self.seed)
        self.lock = Lock()
        self.hands = 0

    def deal(self) -> OpenHand:
        hand = OpenHand(self.hands % 2, self.numbers)
        self.hands += 1
        return hand

    def play(self, hand: OpenHand, action: str) -> None:
        hand.act(action)
        hand.bot_plays()

    def answer(self, method: str, path: str, body: Any, headers: Any) -> Any:
        raise NotImplementedError


@dataclass
class SlumbotServer(BotServer):
    """POST login, new_hand and act below /slumbot/api, as in sample_api.py.

    A session begins with a login, or with a hand without a token; its hands need its token.
    """

    account: tuple[str, str] | None = None
    token: str | None = None
    hand: OpenHand | None = None
    sessions: int = 0

    def answer(self, method: str, path: str, body: Any, headers: Any) -> Any:
        if method != "POST" or headers["Content-Type"] != "application/json":
            raise Refused(400, "want a POST with JSON")
        path = path.removeprefix("/slumbot/api")
        if path == "/login":
            if set(body) != {"username", "password"}:
                raise Refused(400, "want a username and a password")
            if (body["username"], body["password"]) != self.account:
                return {"error_msg": "Invalid username or password"}
            self.begin_session()
            return {"token": self.token}
        if path == "/new_hand":
            if body == {}:
                self.begin_session()
            elif body != {"token": self.token}:
                raise Refused(400, "Invalid token")
            old, self.hand = "", self.deal()
        elif path == "/act":
            if set(body) != {"token", "incr"} or body["token"] != self.token or self.hand is None:
                raise Refused(400, "want token and incr")
            if not re.fullmatch(r"[kcf]|b\d+", body["incr"]):
                raise Refused(400, "Unexpected character in action")
            old = "".join(self.hand.actions)
            self.play(self.hand, body["incr"])
        else:
            raise Refused(404, "Not found")
        return self.state(self.hand, old)

    def begin_session(self) -> None:
        self.sessions += 1
        self.token = f"a2f42f44-7ff6-40dd-906b-{self.sessions:012}"

    def state(self, hand: OpenHand, old: str) -> dict[str, Any]:
        data: dict[str, Any] = {
            "old_action": old,
            "action": "".join(hand.actions),
            "client_pos": hand.client,
            "hole_cards": hand.hole_cards[hand.client],
            "board": hand.board,
        }
        if hand.is_new:  # later answers may leave it out
            data["token"] = self.token
            hand.is_new = False
        if hand.is_over:
            self.finished.append(hand.winnings)
            data |= {
                "bot_hole_cards": hand.hole_cards[1 - hand.client],
                "winnings": hand.winnings,
                "won_pot": hand.winnings,
                "session_num_hands": len(self.finished),
                "baseline_winnings": 0,
                "session_total": sum(self.finished),
                "session_baseline_total": 0,
            }
        return data


@dataclass
class WizardServer(BotServer):
    """POST /hands, /hands/ID/act, GET /hands/in-progress, as in the published client."""

    key: str = "secret-key"
    open: dict[int, OpenHand] = field(default_factory=dict)
    max_open: int = 20

    def answer(self, method: str, path: str, body: Any, headers: Any) -> Any:
        if headers["X-API-Key"] != self.key:
            raise Refused(401, "Invalid API key")
        url = urlsplit(path)
        if method == "GET" and url.path == "/hands/in-progress":
            if parse_qs(url.query) != {"game_name": ["HUNL 200BB"]}:
                raise Refused(422, "want a game")
            return [self.state(number, hand) for number, hand in self.open.items()]
        if method == "GET" and url.path == "/results":
            return {"bot_name": "ours", "total_hands": len(self.finished)}
        if headers["Content-Type"] != "application/json":
            raise Refused(422, "want JSON")
        if method == "POST" and path == "/hands":
            if body != {"game_name": "HUNL 200BB"}:
                raise Refused(422, "want a game")
            if len(self.open) >= self.max_open:
                raise Refused(409, "too many hands")
            number, hand = 100 + self.hands, self.deal()
            self.open[number] = hand
        elif found := re.fullmatch(r"/hands/(\d+)/act", path):
            number = int(found[1])
            if set(body) != {"action", "amount"} or body["action"] not in "fkcb":
                raise Refused(422, "want action and amount")
            if (body["action"] == "b") is not isinstance(body["amount"], int):
                raise Refused(422, "want an amount with a bet, and with nothing else")
            if number not in self.open:
                raise Refused(409, "Hand is over")
            hand = self.open[number]
            amount = "" if body["amount"] is None else body["amount"]
            self.play(hand, f"{body['action']}{amount}")
        else:
            raise Refused(404, "Not found")
        if hand.is_over:
            del self.open[number]
            self.finished.append(hand.winnings)
        return self.state(number, hand)

    def state(self, number: int, hand: OpenHand) -> dict[str, Any]:
        now = hand.betting
        is_over = now.turn is None
        positions = ("BB", "SB")
        players = [
            {
                "name": "ours" if place == hand.client else "GTO Wizard",
                "stack": 20_000.0 - now.spent[place],
                "position": positions[place],
                "hole_cards": (
                    "".join(hand.hole_cards[place])
                    if place == hand.client or (is_over and not now.folded)
                    else None
                ),
            }
            for place in (1, 0)
        ]
        sizes = now.raise_range
        return {
            "hand_id": number,
            "game": {
                "game_id": 1,
                "game_name": "HUNL 200BB",
                "game_format": "cash",
                "starting_stack": 20_000.0,
                "blinds": [100.0, 50.0],
                "stack_reset_per_hand": True,
            },
            "game_state": {
                "street": ("preflop", "flop", "turn", "river")[hand.actions.count("/")],
                "common_pot": float(sum(now.spent)),
                "total_pot": float(sum(now.spent)),
                "board_cards": "".join(hand.board),
                "is_hand_over": is_over,
                "players": players,
                "legal_actions": [],
                "raise_range": None if sizes is None else {"min": sizes[0], "max": sizes[1]},
                "action_history": [each.replace("/", "_") for each in hand.actions],
                "has_gto_wizard_folded": 1 - hand.client in now.folded,
                "winnings": float(hand.winnings) if is_over else None,
                "aivat_score": hand.winnings / 10 if is_over else None,
            },
        }


@contextmanager
def serving(server: BotServer) -> Iterator[str]:
    """Serve on a free port of loopback; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            self.respond("POST", self.rfile.read(int(self.headers["Content-Length"])))

        def do_GET(self) -> None:
            self.respond("GET", b"null")

        def respond(self, method: str, text: bytes) -> None:
            with server.lock:
                number = len(server.requests)
                body = json.loads(text)
                server.requests.append((f"{method} {self.path}", body))
                server.times.append(time.monotonic())
                fault = server.faults.get(number)
                if isinstance(fault, int):
                    self.reply(fault, {"detail": "busy"})
                    return
                try:
                    status, data = 200, server.answer(method, self.path, body, self.headers)
                except Refused as error:
                    status, data = error.status, {"error_msg": str(error)}
                    server.wrong.append(f"{method} {self.path} {body}: {error}")
            if fault == SLOW:
                time.sleep(SLOW_SECONDS)
            if fault in (SLOW, DROP):
                self.close_connection = True
                return
            with suppress(OSError):  # a client that is gone
                self.reply(status, data if server.spoil is None else server.spoil(data))

        def reply(self, status: int, data: Any) -> None:
            text = data if isinstance(data, bytes) else json.dumps(data).encode()
            self.send_response(status)
            if status == 301:
                self.send_header("Location", f"http://{self.headers['Host']}/elsewhere")
            if status == 429:
                self.send_header("Retry-After", "3")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        thread = Thread(target=http.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_address[1]}"
        finally:
            http.shutdown()
            thread.join()
