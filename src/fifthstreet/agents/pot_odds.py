"""An agent that compares its chance to win with the odds of the pot."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import (
    check_raise_pots,
    decide_by_pot_odds,
    raise_pots_option,
    style_option,
)
from fifthstreet.agents.prediction import Percentiles
from fifthstreet.game import Action, SeatView


@dataclass(eq=False, repr=False, kw_only=True)
class PotOddsAgent(HoldemAgent):
    """Play by pot odds against opponents with unknown hands.

    The chance to win is the expected share of the pot against a random hand for each opponent, from
    the percentile of the player's hand. `style` is how far it may be below what the pot odds
    require.
    """

    style: float = style_option()
    raise_pots: float = raise_pots_option()

    def __post_init__(self) -> None:
        check_raise_pots(self.raise_pots)
        self._percentiles = Percentiles()

    def decide(self, view: SeatView) -> Action:
        """Return the action that the pot odds call for."""
        chance = self._percentiles.win_probability(view.hole_cards, view.board, view.opponent_count)
        return decide_by_pot_odds(view, chance, self.style, self.raise_pots)
