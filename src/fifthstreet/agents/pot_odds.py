"""An agent that compares its chance to win with the odds of the pot."""

from __future__ import annotations

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import RAISE_POTS, check_raise_pots, decide_by_pot_odds
from fifthstreet.agents.prediction import Percentiles
from fifthstreet.game import Action, SeatView


class PotOddsAgent(HoldemAgent):
    """Play by pot odds against opponents with unknown hands.

    The chance to win is the expected share of the pot against a random hand for each opponent, from
    the percentile of the player's hand.
    """

    def __init__(self, *, style: float = 0.0, raise_pots: float = RAISE_POTS) -> None:
        """Set the style: how far the chance to win may be below what the pot odds require.

        `raise_pots` is the size of raises in pots, for games without fixed limits.
        """
        self.style = style
        self.raise_pots = check_raise_pots(raise_pots)
        self._percentiles = Percentiles()

    def decide(self, view: SeatView) -> Action:
        """Return the action that the pot odds call for."""
        chance = self._percentiles.win_probability(view.hole_cards, view.board, view.opponent_count)
        return decide_by_pot_odds(view, chance, self.style, self.raise_pots)
