"""An agent that plays by pot odds on the final hands that it predicts."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import (
    check_raise_pots,
    decide_by_pot_odds,
    raise_pots_option,
    style_option,
)
from fifthstreet.agents.prediction import HandPredictor, class_row
from fifthstreet.cards import mask_of
from fifthstreet.game import Action, SeatView
from fifthstreet.support.options import Form, option


@dataclass(eq=False, repr=False, kw_only=True)
class PredictorAgent(HoldemAgent):
    """Play by pot odds on the categories of its own and its opponents' final hands.

    Both are predicted from straights and flushes and from ranks that repeat, as if these two
    factors were independent, or with `exact` from both together. `style` is how far the chance to
    win may be below what the pot odds require.
    """

    style: float = style_option()
    raise_pots: float = raise_pots_option()
    exact: bool = option(False, "exact but slower predictions", form=Form())

    def __post_init__(self) -> None:
        check_raise_pots(self.raise_pots)
        self._predictor = HandPredictor()
        self._preflop: dict[tuple[int, int], float] = {}  # by class and number of opponents

    def decide(self, view: SeatView) -> Action:
        """Return the action that the pot odds call for."""
        return decide_by_pot_odds(view, self.chance(view), self.style, self.raise_pots)

    def chance(self, view: SeatView) -> float:
        """Return the expected share of the pot against all opponents."""
        opponents = view.opponent_count
        hole, board = mask_of(view.hole_cards), mask_of(view.board)
        if board:
            return self._predictor.win_probability(
                hole, board, opponents=opponents, exact=self.exact
            )
        key = class_row(hole, board), opponents
        chance = self._preflop.get(key)
        if chance is None:
            chance = self._predictor.win_probability(hole, opponents=opponents, exact=self.exact)
            self._preflop[key] = chance
        return chance
