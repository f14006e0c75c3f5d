"""An agent that plays by pot odds on the final hands that it predicts."""

from __future__ import annotations

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import RAISE_POTS, check_raise_pots, decide_by_pot_odds
from fifthstreet.agents.prediction import HandPredictor, class_row
from fifthstreet.cards import mask_of
from fifthstreet.game import Action, SeatView


class PredictorAgent(HoldemAgent):
    """Play by pot odds on the categories of its own and its opponents' final hands.

    Both are predicted from straights and flushes and from ranks that repeat, as if these two
    factors were independent, or with `exact` from both together.
    """

    def __init__(
        self, *, style: float = 0.0, raise_pots: float = RAISE_POTS, exact: bool = False
    ) -> None:
        """Set the style: how far the chance to win may be below what the pot odds require.

        `raise_pots` is the size of raises in pots, for games without fixed limits.
        """
        self.style = style
        self.raise_pots = check_raise_pots(raise_pots)
        self.exact = exact
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
