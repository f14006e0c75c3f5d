"""An agent that bets on the absolute strength of its hand, regardless of other players."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import check_raise_pots, raise_action, raise_pots_option
from fifthstreet.agents.prediction import HandPredictor, class_row
from fifthstreet.cards import mask_of
from fifthstreet.cards.hands import HandCategory
from fifthstreet.game import Action, SeatView

_ONE_PAIR = HandCategory.ONE_PAIR
_TWO_PAIR = HandCategory.TWO_PAIR
_TRIPS = HandCategory.THREE_OF_A_KIND
_STRAIGHT = HandCategory.STRAIGHT


@dataclass(eq=False, repr=False, kw_only=True)
class AbsoluteAgent(HoldemAgent):
    """Raise, call or fold at random, with the probabilities of good final hands.

    Raise with the probability of a straight or better. Call with the probability of trips or two
    pair plus a quarter of the probability of a pair. Otherwise check if that is free, or fold.
    """

    raise_pots: float = raise_pots_option()

    def __post_init__(self) -> None:
        check_raise_pots(self.raise_pots)
        self._predictor = HandPredictor()
        self._odds: dict[tuple[int, int], tuple[float, float]] = {}

    def odds(self, view: SeatView) -> tuple[float, float]:
        """Return the probabilities of raising, and of raising or calling."""
        board_cards = view.board
        hole, board = mask_of(view.hole_cards), mask_of(board_cards)
        # The prediction depends only on the street and the classes of the hand.
        key = len(board_cards), class_row(hole, board)
        odds = self._odds.get(key)
        if odds is None:
            final = self._predictor.own(hole, board).tolist()
            raising = sum(final[_STRAIGHT:])
            odds = raising, raising + final[_TRIPS] + final[_TWO_PAIR] + final[_ONE_PAIR] / 4
            self._odds[key] = odds
        return odds

    def decide(self, view: SeatView) -> Action:
        """Return a random action."""
        raising, playing = self.odds(view)
        number = view.random.random()
        if number < raising:
            return raise_action(view, self.raise_pots)
        return view.check_or_call() if number < playing else view.check_or_fold()
