"""`pot_odds` and `predictor`: pot odds on two chances to win."""

import pytest

from fifthstreet.agents import PotOddsAgent, PredictorAgent, create_agent
from fifthstreet.agents.prediction import HandPredictor
from fifthstreet.game.kinds import ActionKind
from tests.agents.views import holdem_view

MANY = (True,) * 10


@pytest.mark.parametrize("agent", [PotOddsAgent(), PredictorAgent(), PredictorAgent(exact=True)])
def test_good_hands_raise_and_bad_ones_fold(agent: PotOddsAgent | PredictorAgent) -> None:
    for hole, board, wanted in (
        ("AsAh", "", ActionKind.RAISE),
        ("7h2c", "", ActionKind.FOLD),
        ("AsKs", "QsJsTs2h3d", ActionKind.RAISE),
        ("7h2c", "AsKdQhJc9d", ActionKind.FOLD),
    ):
        view = holdem_view(hole, board, pot=45, in_hand=MANY)
        assert agent.decide(view).kind is wanted  # type: ignore[union-attr]


def test_more_opponents_need_better_hands() -> None:
    agent = PotOddsAgent()
    few = holdem_view("Th9c", "KsTd4h", pot=25, raise_to=None)
    many = holdem_view("Th9c", "KsTd4h", pot=25, raise_to=None, in_hand=MANY)
    assert agent.decide(few).kind is ActionKind.CALL  # type: ignore[union-attr]
    assert agent.decide(many).kind is ActionKind.FOLD  # type: ignore[union-attr]


@pytest.mark.parametrize("board", ["", "Th9h2c", "Th9h2c7d", "Th9h2c7d5s"])
def test_predictor_uses_the_chance_of_the_factored_model(board: str) -> None:
    view = holdem_view("QhJh", board, in_hand=MANY)
    expected = HandPredictor().win_probability("QhJh", board, opponents=9)
    agent = PredictorAgent()
    for _ in range(2):  # the second time from memory
        assert agent.chance(view) == pytest.approx(expected)
    exact = HandPredictor().win_probability("QhJh", board, opponents=9, exact=True)
    assert PredictorAgent(exact=True).chance(view) == pytest.approx(exact)


def test_style_is_an_option() -> None:
    view = holdem_view("7h2c", in_hand=MANY)
    for name in ("pot_odds", "predictor"):
        assert create_agent(f"{name}:style=0.9").decide(view).kind is ActionKind.RAISE  # type: ignore[union-attr]
