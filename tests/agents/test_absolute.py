"""`absolute`: actions as likely as the final hand says."""

import pytest

from fifthstreet.agents import AbsoluteAgent, create_agent
from fifthstreet.agents.prediction import HandPredictor
from fifthstreet.cards.hands import HandCategory
from fifthstreet.errors import InputError
from fifthstreet.game.kinds import ActionKind
from tests.agents.views import holdem_view


@pytest.mark.parametrize(
    ("hole", "board"), [("AsKs", ""), ("7h2c", ""), ("QhJh", "Th9h2c"), ("AsAh", "AdKd2c7h")]
)
def test_odds_are_those_of_the_final_hand(hole: str, board: str) -> None:
    final = HandPredictor().own(hole, board)
    raising, playing = AbsoluteAgent().odds(holdem_view(hole, board))
    assert raising == pytest.approx(final[HandCategory.STRAIGHT :].sum())
    calling = final[HandCategory.THREE_OF_A_KIND] + final[HandCategory.TWO_PAIR]
    calling += final[HandCategory.ONE_PAIR] / 4
    assert playing - raising == pytest.approx(calling)


def test_actions_are_as_frequent_as_their_odds() -> None:
    agent = AbsoluteAgent()
    view = holdem_view("QhJh", "Th9h2c")
    raising, playing = agent.odds(view)
    kinds = [agent.decide(view).kind for _ in range(4000)]  # type: ignore[union-attr]
    assert kinds.count(ActionKind.RAISE) / 4000 == pytest.approx(raising, abs=0.03)
    assert kinds.count(ActionKind.CALL) / 4000 == pytest.approx(playing - raising, abs=0.03)


def test_checks_instead_of_folding_and_raises_the_nuts() -> None:
    agent = AbsoluteAgent()
    free = holdem_view("7h2c", "AsKdQh", to_call=0, raise_to=(10, 10))
    kinds = {agent.decide(free).kind for _ in range(50)}  # type: ignore[union-attr]
    assert kinds <= {ActionKind.CHECK, ActionKind.BET}
    river = holdem_view("AsKs", "QsJsTs2h3d")
    assert agent.decide(river).kind is ActionKind.RAISE  # type: ignore[union-attr]


def test_options_are_checked() -> None:
    with pytest.raises(InputError, match="raise_pots must be above 0, got 0"):
        create_agent("absolute:raise_pots=0")
