"""`opponent_model`: what it learns from hands, and what it makes of it."""

import numpy as np
import pytest

from fifthstreet.agents import HandResult, OpponentModelAgent, create_agent
from fifthstreet.arena import match_settings, play_session
from fifthstreet.arena.seating import AgentMaker
from fifthstreet.cards import Card
from tests.agents.views import course_events, holdem_view

BOARD = "AsKd7h"


def trained(opponents: list[str], deals: int = 150, game: str = "course") -> OpponentModelAgent:
    """Return an agent that has played against others."""
    agents: list[OpponentModelAgent] = []

    def make(text: str):  # type: ignore[no-untyped-def]
        agent = create_agent(text)
        if isinstance(agent, OpponentModelAgent):
            agents.append(agent)
        return agent

    maker: AgentMaker = make
    names = ["opponent_model", *opponents]
    settings = match_settings(names, game=game, hands=deals, session_hands=deals, duplicate=False)
    result = play_session(settings, 0, make_agent=maker)
    assert not result.mistakes
    return agents[-1]


def test_profiles_tell_opponents_apart() -> None:
    agent = trained(["random", "calling_station", "absolute", "pot_odds"])
    names = {name: known.profile.style() for name, known in agent.opponents.items()}
    assert set(names) == {"random", "calling_station", "absolute", "pot_odds"}
    assert names["calling_station"].name == "loose passive"
    assert names["random"].name == "loose aggressive"
    assert names["pot_odds"].aggression > names["absolute"].aggression
    assert all(style.hands > 100 for style in names.values())


def test_styles_are_believed_more_as_hands_are_played() -> None:
    agent = trained(["random", "calling_station"])
    for known in agent.opponents.values():
        assert known.style.max() > 0.95
    random, station = (agent.opponents[name].style for name in ("random", "calling_station"))
    assert random.argmax() != station.argmax()


def test_a_bluff_is_worth_more_against_those_who_fold() -> None:
    agent = trained(["random", "calling_station"])
    values = {}
    for name in ("random", "calling_station"):
        view = holdem_view(
            "3h2c",
            BOARD,
            pot=60,
            to_call=0,
            raise_to=(10, 10),
            players=("opponent_model", name),
            events=course_events(BOARD, "ck"),
        )
        _, checking, raising = agent.values(view)
        values[name] = raising - checking
    assert values["random"] > 0 > values["calling_station"]


def test_a_bet_lowers_the_value_of_calling() -> None:
    agent = OpponentModelAgent()
    calls = []
    for actions in ("ckkk", "ckkb"):
        events = course_events(BOARD, actions)
        view = holdem_view("QhJh", BOARD, pot=30, to_call=10, events=events)
        calls.append(agent.values(view)[1])
    assert calls[1] < calls[0]


def test_showdowns_say_what_was_held() -> None:
    agent = OpponentModelAgent()
    seats = 3
    cards = [tuple(Card.parse(text)) for text in ("2h3h", "AhAc", "????")]
    board = f"{BOARD}2c9d"
    result = HandResult(
        number=0,
        players=("me", "shower", "mucker"),
        starting_stacks=(5000,) * seats,
        seat=0,
        hole_cards=cards[0],
        shown_cards=tuple(cards),
        boards=(tuple(Card.parse(board)),),
        payoffs=(0,) * seats,
        is_showdown=True,
        events=tuple(course_events(board, "cck", seats)),
    )
    agent.hand_over(result)
    shown, mucked = agent._records.hand
    assert shown.sum() == 1
    assert shown.argmax() == 9  # the best set
    assert mucked.tolist() == [1] * 10
    agent.hand_over(HandResult(**{**vars(result), "is_showdown": False, "number": 1}))
    assert (agent._records.hand[2:] == 1).all()


def test_without_learning_nothing_is_learned() -> None:
    agent = create_agent("opponent_model:learning=false")
    assert isinstance(agent, OpponentModelAgent)
    before = agent.network
    settings = match_settings(["opponent_model:learning=false", "random"], game="course", hands=1)
    play_session(
        settings, 0, make_agent=lambda text: agent if "model" in text else create_agent(text)
    )
    assert agent.network is before
    assert all(known.profile.hands.sum() == 0 for known in agent.opponents.values())


def test_learning_is_deterministic() -> None:
    first, second = trained(["absolute"], 60), trained(["absolute"], 60)
    assert (first.network.bet == second.network.bet).all()
    assert np.isfinite(first.network.bet).all()


@pytest.mark.parametrize("seats", [2, 6])
def test_plays_no_limit(seats: int) -> None:
    trained(
        ["random", "pot_odds", "absolute", "predictor", "calling_station"][: seats - 1], 60, "nlhe"
    )
