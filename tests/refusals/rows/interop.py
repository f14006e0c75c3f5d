"""Refusals of other programs' interfaces: ACPC, online services, environments."""

from __future__ import annotations

import io
import json
import socket
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

import numpy as np

from fifthstreet.errors import DamagedFileError, MissingLibraryError
from fifthstreet.interop.online import LostHandError, ServiceError
from tests.refusals.rows.agents import OMAHA, Holder, view
from tests.refusals.rows.game import ALL, hand, holdem
from tests.refusals.table import Table, face, new_file, new_path, replaced, without

fs = face("")
acpc = face("interop.acpc")
online = face("interop.online")
env_table = face("interop.env_table")
gym = face("interop.gymnasium")
pettingzoo = face("interop.pettingzoo")
open_spiel = face("interop.open_spiel")
following = face("interop.open_spiel.following")
poker_game = face("interop.open_spiel.poker_game")
rlcard = face("interop.rlcard")
games = face("solvers.games")
Definition = acpc.GameDefinition
FAST = online.Patience(seconds_between=0, attempts=1)
TINY = fs.NoLimitTexasHoldem(ALL, True, 1, (1, 2), 2)


def definition(**changes: Any) -> Any:
    return replace(Definition.named("nolimit-2p"), **changes)


def dealer(**changes: Any) -> Any:
    terms: dict[str, Any] = {"game": "nolimit-2p", "players": ("a", "b"), "hands": 1}
    return acpc.Dealer(**(terms | changes))


def play(host: str = "127.0.0.1", port: int = 1, **options: Any) -> Any:
    return acpc.play_under_dealer(host, port, "random", connect_seconds=0, **options)


def play_lines(*lines: str, **options: Any) -> Any:
    """Play under a dealer that sends lines and then nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        original = socket.create_connection

        def connect(*arguments: Any, **terms: Any) -> Any:
            ours = original(*arguments, **terms)
            theirs, _ = server.accept()
            theirs.sendall("".join(f"{line}\r\n" for line in lines).encode())
            connections.append(theirs)
            return ours

        connections: list[socket.socket] = []
        changes = {"interop.acpc.client.socket.create_connection": connect}
        try:
            return replaced(changes, lambda: play(port=port, **options))
        finally:
            for connection in connections:
                connection.close()


def slumbot(answer: Any = None, **options: Any) -> Any:
    service = online.Slumbot("http://127.0.0.1:1", patience=FAST, **options)
    if answer is not None:
        service.server = SimpleNamespace(call=lambda *_, **__: answer, address="x")
    return service


SLUMBOT = {"token": "t", "client_pos": 0, "action": "", "hole_cards": ["As", "Ks"], "board": []}


def read_slumbot(**changes: Any) -> Any:
    return slumbot().read(SLUMBOT | changes, 0)


def wizard(answer: Any = None, key: str = "key") -> Any:
    service = online.GtoWizard(key, "http://127.0.0.1:1", patience=FAST)
    if answer is not None:
        service.server = SimpleNamespace(call=lambda *_, **__: answer, address="x")
    return service


def call(answer: bytes | HTTPError) -> Any:
    """Call a server that answers in a given way."""

    def open_request(*_: object, **__: object) -> Any:
        if isinstance(answer, HTTPError):
            raise answer
        return io.BytesIO(answer)

    server = slumbot().server
    server._opener = SimpleNamespace(open=open_request)
    return server.call("/path", {})


def status(code: int) -> HTTPError:
    return HTTPError("http://x", code, "reason", {}, io.BytesIO(b"{}"))  # type: ignore[arg-type]


def journal(text: str) -> Any:
    path = new_path("online.match")
    path.with_name("online.match.open").write_text(text, encoding="utf-8")
    return face("interop.online.journal").Journal(path, {"seed": 1})


def table(game: Any = "nlhe", **options: Any) -> Any:
    return env_table.EnvTable.of(game, **({"seats": 2} | options))


def env(**options: Any) -> Any:
    return gym.PokerEnv(**options)


def vector(**options: Any) -> Any:
    made = gym.PokerVectorEnv(2, **options)
    made.reset(seed=1)
    return made


def folding(_: object) -> Any:
    return face("game").ActionAmount(face("game").ActionKind.FOLD, 0)


PARAMETERS = {"game": "nlhe", "players": 2, "stakes": "", "stack": 0, "sizes": "x"}
WRONG_GAME = """GAMEDEF
nolimit
numPlayers = 2
blind = 100 50
stack = 20000 20000
numRounds = 3
END GAMEDEF
"""
PLAYERS = [{"name": "me", "position": "X"}, {"name": "GTO Wizard"}]
WIZARD_HAND = {
    "hand_id": 1,
    "game_state": {"action_history": []},
    "game": {"blinds": [1, 2], "starting_stack": 7},
}
OPEN_HAND = {"number": 0, "state": {}, "action": "c", "match": {"seed": 2}}


class Eval:
    """An agent with a method of RLCard."""

    def eval_step(self, state: object) -> object:
        return state


def denied(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def logged() -> None:
    log = face("interop.acpc.match_log")
    with log.opened_log(new_path("x.log")):
        pass


def folded_env() -> Any:
    return env(game="nlhe", opponents=folding, seat=0)


def folded_vector() -> Any:
    return vector(opponents=lambda seen: np.zeros(len(seen["position"]), int))


def stepped(action: int) -> Any:
    made = env(is_strict=True)
    made.reset(seed=1)
    return made.step(action)


def lost_hand() -> Any:
    service = slumbot({})

    def refuse(*_: object, **__: object) -> None:
        raise ServiceError(404, "gone")

    service.server = SimpleNamespace(call=refuse, address="x")
    return service.act(SLUMBOT, "f", is_resumed=True)


def bots() -> Any:
    return []


def probabilities(player: int | None) -> Any:
    game = open_spiel.as_open_spiel(games.Kuhn())
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return open_spiel.StrategyPolicy(game, {}).action_probabilities(state, player)


TABLE: Table = {
    "interop/acpc/client.py": [
        ("play_under_dealer", lambda: play(port=0), "port must be from 1 to 65535, got 0"),
        (
            "play_under_dealer",
            lambda: play_lines("MATCHSTATE:0:1::AsKs||"),
            "the dealer must have 2 players, as in the game, got 3",
        ),
        ("_connected", lambda: play("no such host"), "unknown host 'no such host'"),
        ("_connected", lambda: play("." * 70), "host must be a valid name"),
        ("_connected", lambda: play(port=1), "no dealer at 127.0.0.1 port 1"),
        ("_next_line", lambda: play_lines(idle_seconds=0.01), "has sent nothing for 0.01 seconds"),
    ],
    "interop/acpc/dealer.py": [
        ("TimeLimits.__post_init__", lambda: acpc.TimeLimits(0), "above 0 seconds, got 0"),
        ("Dealer.__init__", lambda: dealer(hands=0), "hands must be at least 1, got 0"),
    ],
    "interop/acpc/dealing.py": [
        ("deals", lambda: next(acpc.deals(-1, 2)), "seed must be from 0 to"),
    ],
    "interop/acpc/game_definition.py": [
        ("GameDefinition.__post_init__", lambda: definition(players=1), "players must be from 2"),
        ("GameDefinition.__post_init__", lambda: definition(blinds=(1,)), "one for each player"),
        ("GameDefinition.__post_init__", lambda: definition(blinds=(3, 5)), "in the same places"),
        ("GameDefinition.__post_init__", lambda: definition(stacks=(9, 8)), "2 equal numbers"),
        ("GameDefinition.__post_init__", lambda: definition(is_limit=True), "raise sizes must be"),
        ("GameDefinition.__post_init__", lambda: definition(max_raises=(1,)), "max raises must be"),
        ("GameDefinition.named", lambda: Definition.named("x"), "or a .game file, got 'x'"),
        ("GameDefinition.named", lambda: Definition.named("nolimit-99p"), "from 2 to 10, got 99"),
        ("GameDefinition.load", lambda: Definition.load(new_path()), "cannot be read"),
        ("GameDefinition.load", lambda: Definition.load(new_file("x", "a.game")), "a.game: "),
        ("GameDefinition.parse", lambda: Definition.parse("x" * 2_000_000), "characters, got"),
        ("GameDefinition.parse", lambda: Definition.parse("x"), "numPlayers must be from 2"),
        ("GameDefinition.parse", lambda: Definition.parse(WRONG_GAME), "as in Texas hold'em"),
        ("_read_entry", lambda: Definition.parse(f"numPlayers = {10**12}"), "at most 2,147,483"),
    ],
    "interop/acpc/match_log.py": [
        (
            "opened_log",
            lambda: replaced({"interop.acpc.match_log.Path.open": denied}, logged),
            "cannot be written: Permission denied",
        ),
    ],
    "interop/acpc/seats.py": [
        ("check_names", lambda: dealer(players=("a",)), "2 names, as in the game, got 1"),
        ("check_names", lambda: dealer(players=("a", "b c")), "ASCII without spaces"),
        ("check_names", lambda: dealer(players=("a", "a")), "different names, got a, a"),
        ("listen", lambda: dealer(ports=[1]), "ports must be 2 numbers"),
        ("_listener", lambda: dealer(ports=[-1, 0]), "port must be from 0 to 65535, got -1"),
        ("_listener", lambda: dealer(host="192.0.2.1"), "cannot listen on 192.0.2.1"),
        ("_listener", lambda: dealer(host="\udcff"), "host must be a valid name"),
    ],
    "interop/batch_rows.py": [
        ("BatchRows.moves", lambda: vector().step(np.array([99, 0])), "actions must be from 0"),
        (
            "BatchRows.moves",
            lambda: vector(is_strict=True, stack=2, game="nlhe").step(np.array([3, 3])),
            "is illegal; see action_mask",
        ),
    ],
    "interop/env_table.py": [
        ("EnvTable.of", lambda: table(holdem(), stakes={"ante": 1}), "stakes require a game by"),
        ("EnvTable.of", lambda: table(holdem()), "stack is required with a game object"),
        ("EnvTable.of", lambda: table(history=0), "history must be at least 1, got 0"),
        ("EnvTable.of", lambda: table(seats=1), "seats must be from 2 to"),
        (
            "SteppedHand.view_of",
            lambda: env_table.SteppedHand(table(), {}).view_of(0),
            "call reset() first",
        ),
    ],
    "interop/gymnasium/poker_env.py": [
        ("PokerEnv.__init__", lambda: env(seat=2), "or None for a random one, got 2"),
        ("PokerEnv.__init__", lambda: env(render_mode="x"), "render_mode must be None or 'ansi'"),
        ("PokerEnv.reset", lambda: folded_env().reset(), "hands ended before the player had to"),
        ("PokerEnv.step", lambda: env().step(0), "the hand is over; call reset()"),
        ("_opponent_list", lambda: env(opponents=["random"] * 2), "must be 1 agents, got 2"),
        ("_opponent_list", lambda: env(opponents=folding, seats=3), "a list of 2 agents, got one"),
    ],
    "interop/gymnasium/vector_env.py": [
        ("PokerVectorEnv.step", lambda: gym.PokerVectorEnv(2).step([0, 0]), "call reset() first"),
        ("PokerVectorEnv.step", lambda: vector().step([0.5]), "actions must be 2 whole numbers"),
        (
            "PokerVectorEnv._decisions",
            lambda: vector(opponents=lambda _: [0.5]).step(np.array([1, 1])),
            "must return",
        ),
        (
            "PokerVectorEnv._end_hands",
            lambda: replaced({"interop.gymnasium.vector_env.MAX_SKIPPED": 0}, folded_vector),
            "hands ended before the player had to decide",
        ),
        ("_players", lambda: vector(opponents=["random"] * 2), "opponents must be 1 agents"),
        ("_players", lambda: vector(opponents=Holder()), "cannot decide for many tables"),
    ],
    "interop/libraries.py": [
        (
            "required",
            lambda: without("rlcard", lambda: rlcard.RLCardAgent(Eval()).check_game(holdem())),
            "RLCard is not installed",
            MissingLibraryError,
        ),
    ],
    "interop/menu.py": [
        ("ActionMenu.__post_init__", lambda: table(pots=(1.0, 0.5)), "pots must be ascending"),
        (
            "check_whole_chips",
            lambda: table(holdem(), stack=0.5),
            "chips must be whole numbers",
        ),
        ("chosen_action", lambda: stepped(99), "action must be one of"),
    ],
    "interop/online/gto_wizard.py": [
        ("GtoWizard.__init__", lambda: wizard(key=""), "key must be the one that GTO Wizard sent"),
        (
            "GtoWizard.read",
            lambda: wizard().read({"game_state": {"players": []}}, 0),
            "players must be two",
        ),
        (
            "GtoWizard.read",
            lambda: wizard().read({"game_state": {"players": PLAYERS}}, 0),
            "position must be SB or BB, got 'X'",
        ),
        ("GtoWizard.open_hands", lambda: wizard({}).open_hands(), "not a list of hands"),
        ("GtoWizard.results", lambda: wizard([]).results(), "not an object"),
        (
            "GtoWizard._after",
            lambda: wizard([])._after(WIZARD_HAND),
            "hand 1 is over, and its result was lost",
            LostHandError,
        ),
        ("GtoWizard._number", lambda: wizard()._number("x", "pot"), "pot must be a number, got"),
        (
            "GtoWizard._checked",
            lambda: wizard([WIZARD_HAND]).open_hands(),
            "blinds and stack must be 50, 100 and 20,000 chips",
        ),
    ],
    "interop/online/journal.py": [
        (
            "Journal._read",
            lambda: replaced(
                {"interop.online.journal.Path.read_bytes": denied}, lambda: journal("x")
            ),
            "cannot be read: Permission denied",
        ),
        ("Journal._read", lambda: journal("x"), "remove it to give up the hand", DamagedFileError),
        ("Journal._read", lambda: journal(json.dumps(OPEN_HAND)), "belongs to a different match"),
    ],
    "interop/online/json_http.py": [
        ("Patience.__post_init__", lambda: online.Patience(-1), "seconds_between must be at least"),
        ("Patience.__post_init__", lambda: online.Patience(answer_seconds=0), "must be above 0"),
        ("Patience.__post_init__", lambda: online.Patience(attempts=0), "attempts must be at"),
        ("JsonServer.__post_init__", lambda: online.Slumbot("x"), "http:// or https://, got 'x'"),
        ("JsonServer.call", lambda: call(status(404)), "status 404", ServiceError),
        ("JsonServer.call", lambda: call(b'{"error_msg": "no"}'), "no", ServiceError),
        ("JsonServer.call", lambda: call(status(500)), "no answer in 1 attempts"),
        ("JsonServer._once", lambda: call(b"x"), "the answer is not JSON", ServiceError),
    ],
    "interop/online/match.py": [
        ("play_online", lambda: online.play_online(slumbot(), "random", hands=0), "at least 1"),
    ],
    "interop/online/service.py": [
        ("HttpService.field", lambda: read_slumbot(client_pos="x"), "no client_pos of type int"),
        ("HttpService.cards", lambda: read_slumbot(hole_cards=["Zz"]), "not cards"),
        (
            "hand_state",
            lambda: face("interop.online.service").hand_state(0, 0, ["z"], "", "", ""),
            "f, k, c, b and chips, or /, got 'z'",
        ),
    ],
    "interop/online/slumbot.py": [
        ("Slumbot.__init__", lambda: slumbot(username="a"), "a username and a password, or"),
        ("Slumbot.act", lambda: lost_hand(), "gone", LostHandError),
        ("Slumbot._call", lambda: slumbot([])._call("/new_hand", {}), "not an object"),
        ("Slumbot._position", lambda: read_slumbot(client_pos=2), "client_pos must be 0 or 1"),
        ("Slumbot._actions", lambda: read_slumbot(action="zz"), "not an action string"),
    ],
    "interop/open_spiel/bots.py": [
        (
            "BotAgent.check_game",
            lambda: open_spiel.BotAgent(bots(), game="kuhn_poker").check_game(OMAHA),
            "the bot plays",
        ),
        (
            "AgentBot.__init__",
            lambda: open_spiel.AgentBot(7, 0, "random"),
            "game must be a game of open_spiel_poker, got 7",
        ),
    ],
    "interop/open_spiel/following.py": [
        (
            "followed_game",
            lambda: next(following.followed_game(SimpleNamespace(get_game=str), view())),
            "the game must be",
        ),
    ],
    "interop/open_spiel/game_limits.py": [
        (
            "limits_of",
            lambda: open_spiel.as_open_spiel(games.rhode_island()),
            "specify its limits (GameLimits)",
        ),
    ],
    "interop/open_spiel/poker_game.py": [
        ("_loaded", lambda: poker_game._loaded(PARAMETERS), "sizes must be like 0.5;1, got 'x'"),
        ("open_spiel_poker", lambda: open_spiel.open_spiel_poker(holdem()), "specify stacks"),
    ],
    "interop/open_spiel/poker_observer.py": [
        (
            "PokerObserver.__init__",
            lambda: open_spiel.open_spiel_poker("nlhe").make_py_observer(None, {"x": 1}),
            "observers take no parameters",
        ),
    ],
    "interop/open_spiel/poker_table.py": [
        (
            "PokerTable.amount",
            lambda: (
                face("interop.open_spiel.poker_table")
                .PokerTable(holdem(), (100, 100), (0.5,))
                .amount(hand(), 99)
            ),
            "got 99",
        ),
    ],
    "interop/open_spiel/policies.py": [
        ("StrategyPolicy.__init__", lambda: open_spiel.StrategyPolicy(7, {}), "as_open_spiel, got"),
        (
            "StrategyPolicy.action_probabilities",
            lambda: probabilities(7),
            "who is to act, got 7",
        ),
        (
            "StrategyPolicy.action_probabilities",
            lambda: probabilities(None),
            "the strategy has no information set",
        ),
    ],
    "interop/open_spiel/solver_game.py": [
        (
            "SolverGameObserver.__init__",
            lambda: open_spiel.as_open_spiel(games.Kuhn()).make_py_observer(None, {"x": 1}),
            "observers take no parameters",
        ),
    ],
    "interop/pettingzoo.py": [
        ("PokerAECEnv.__init__", lambda: pettingzoo.PokerAECEnv(render_mode="x"), "or 'ansi'"),
        (
            "PokerAECEnv.reset",
            lambda: pettingzoo.PokerAECEnv(TINY, stack=1).reset(seed=1),
            "use larger stacks",
        ),
    ],
    "interop/remote_seat.py": [
        (
            "RemoteSeat._hand_of",
            lambda: play_lines("MATCHSTATE:1:1:c:|AsKs", "MATCHSTATE:1:1:r300:|AsKs"),
            "does not continue",
        ),
    ],
    "interop/rlcard/agents.py": [
        ("RLCardAgent.__init__", lambda: rlcard.RLCardAgent(7), "must have `eval_step(state)`"),
        ("RLCardAgent.check_game", lambda: rlcard.RLCardAgent(Eval()).check_game(OMAHA), "RLCard"),
    ],
    "interop/rlcard/players.py": [
        ("RLCardPlayer.__init__", lambda: rlcard.RLCardPlayer("random", 7), "environment must be"),
    ],
}
