"""Targets for what other programs send during a match: dealers, bots and agents."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from typing import Any

from fifthstreet.agents.messages import action_data, action_from, answer_from
from fifthstreet.game.notation import MatchState
from fifthstreet.interop.acpc.dealing import deals
from fifthstreet.interop.acpc.dealt_hand import DealtHand
from fifthstreet.interop.acpc.game_definition import GameDefinition
from fifthstreet.interop.online import GtoWizard, Slumbot
from fuzz.target import Target, accepted, text_target

GAME = GameDefinition.named("nolimit-2p")


def _check_match_state(text: str) -> None:
    state = MatchState.parse(text)
    assert MatchState.parse(str(state)) == state
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of cards that were dealt twice
        played = accepted(state.state, GAME.game(), GAME.starting_stack)
    if played is not None:
        assert sum(played.stacks) <= len(state.hole_cards) * GAME.starting_stack


def _check_definition(text: str) -> None:
    definition = GameDefinition.parse(text)
    assert GameDefinition.parse(str(definition)) == definition
    accepted(definition.game)


def _check_dealer(text: str) -> None:
    """A hand in which players answer with the lines of a text, until it is over."""
    hand = DealtHand(GAME, 0, next(iter(deals(1, 2))))
    for line in text.split("\n"):
        if hand.is_over:
            break
        hand.act(line)
        state = hand.match_state(0)
        assert MatchState.parse(str(state)) == state
    if hand.is_over:
        assert sum(hand.payoffs) == 0


def _check_slumbot(text: str) -> None:
    state = _object(text)
    if state is not None:
        Slumbot().read(state, 1).match_state.state(GAME.game(), GAME.starting_stack)


def _check_wizard(text: str) -> None:
    answer = _object(text)
    if answer is not None:
        wizard = GtoWizard("key")
        reply = wizard.read(wizard._checked(answer), 1)
        reply.match_state.state(GAME.game(), GAME.starting_stack)


def _check_agent(data: bytes) -> None:
    """An agent's reply; the process that it belongs to is ended for these errors."""
    try:
        action = action_from(answer_from(data))
    except (ValueError, RecursionError):
        return
    assert json.loads(json.dumps(action_data(action))) is not None


def _object(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _states() -> Iterator[str]:
    yield "MATCHSTATE:1:30:cr300:|QdQc"
    yield "MATCHSTATE:0:3:r200c/cr600:AcKd|/2c3c4c"
    yield "MATCHSTATE:0:0:cc/cc/cc/cc:AcKd|8s8h/2c3c4c/5d/9h"


def _definitions() -> Iterator[str]:
    for name in ("nolimit-2p", "limit-2p", "nolimit-3p"):
        accepted(GameDefinition.named, name)
        yield str(GameDefinition.named(name))


def _answers() -> Iterator[str]:
    yield "c\nc\nr400\nc\nc\nc\nr20000\nf"
    yield "r300\nr900\nc\nc\nc\nc\nc\nc\nc"


def _slumbot() -> Iterator[str]:
    state = {"token": "x", "client_pos": 1, "action": "b200c/kb400", "hole_cards": ["Ac", "Kd"]}
    yield json.dumps({**state, "board": ["2c", "3c", "4c"]})
    yield json.dumps({**state, "action": "f", "winnings": -50, "bot_hole_cards": ["8s", "8h"]})


def _wizard() -> Iterator[str]:
    players = [
        {"name": "GTO Wizard", "position": "SB", "hole_cards": None},
        {"name": "me", "position": "BB", "hole_cards": "AcKd"},
    ]
    hand = {"players": players, "action_history": ["b200", "c", "_", "k"], "board_cards": "2c3c4c"}
    answer = {"hand_id": 7, "game": {"blinds": [50, 100], "starting_stack": 20000}}
    yield json.dumps({**answer, "game_state": {**hand, "is_hand_over": False}})
    over = {**hand, "is_hand_over": True, "winnings": 200, "aivat_score": "1.5"}
    yield json.dumps({**answer, "game_state": over})


def _replies() -> Iterator[bytes]:
    yield b'{"number": 1, "kind": "raise", "amount": {"int": "200"}}'
    yield b'{"number": 1, "discard": [1, 2]}'
    yield b'{"none": true}'


TARGETS: list[Target] = [
    text_target("acpc_state", _check_match_state, _states, 512),
    text_target("acpc_game", _check_definition, _definitions, 2048),
    text_target("acpc_answers", _check_dealer, _answers, 512),
    text_target("slumbot", _check_slumbot, _slumbot, 1024),
    text_target("gto_wizard", _check_wizard, _wizard, 2048),
    Target("agent_reply", _check_agent, _replies, max_bytes=1024),
]
