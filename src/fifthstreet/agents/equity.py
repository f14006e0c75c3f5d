"""An agent that samples its equity against ranges narrowed by the betting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.agents.agent import HoldemAgent
from fifthstreet.agents.odds import (
    call_by_pot_odds,
    check_raise_pots,
    raise_action,
    raise_pots_option,
    style_option,
)
from fifthstreet.agents.opponents import RAISE, STREETS, BetReader, NarrowedRange, position_of
from fifthstreet.agents.prediction import Percentiles
from fifthstreet.cards import HOLE_MASKS, WeightedHands
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.game import Action, SeatView
from fifthstreet.support.options import Form, option

_BOARD_CARDS = (0, 3, 4, 5)


@dataclass(eq=False, repr=False, kw_only=True)
class EquityAgent(HoldemAgent):
    """Raise with more than a fair share of the pot, and otherwise call by pot odds.

    The share is the equity against what opponents are likely to hold, from sampled deals. Each
    opponent's range starts with all hands and is narrowed by their bets: before the flop to a share
    of the best hands, by their position, and later to the hands that are best on the board.

    `samples` is rounded up to whole chunks. `style` is how far the equity may be below the
    requirement.
    """

    samples: int = option(1 << 14, "runouts of a decision", form=Form(16, 65_536, default=1024))
    style: float = style_option()
    raise_pots: float = raise_pots_option()

    def __post_init__(self) -> None:
        if self.samples < 1:
            raise InputError(f"samples must be at least 1, got {self.samples}")
        check_raise_pots(self.raise_pots)
        self._percentiles = Percentiles()
        self._reader = BetReader()
        self._ranges: list[NarrowedRange] = []
        self._raises = [0] * len(STREETS)

    def decide(self, view: SeatView) -> Action:
        """Return a raise with more than a fair share, otherwise what the pot odds call for."""
        share = self.equity(view)
        if share + self.style > 1 / (view.opponent_count + 1):
            return raise_action(view, self.raise_pots)
        return call_by_pot_odds(view, share, self.style)

    def equity(self, view: SeatView) -> float:
        """Return the sampled equity of the player's hand."""
        self._follow(view)
        known = np.uint64(sum(1 << card for card in (*view.hole_cards, *view.board)))
        own = np.array([sum(1 << card for card in view.hole_cards)], np.uint64)
        result = equity(
            WeightedHands(own, np.ones(1), 2),
            *(
                _hands(self._ranges[seat], known)
                for seat, is_in in enumerate(view.in_hand)
                if is_in and seat != view.seat
            ),
            board=sum(1 << card for card in view.board),
            method="sample",
            samples=self.samples,
            seed=view.random.bits(),
            threads=1,
        )
        return result.players[0].equity

    def _follow(self, view: SeatView) -> None:
        """Narrow the ranges by the bets since the last decision."""
        seats = view.player_count
        hand, events = (view.hand_number, view.players), view.events
        if not self._reader.is_reading(hand, events):
            self._reader = BetReader(hand)
            self._ranges = [NarrowedRange(position_of(seat, seats), seats) for seat in range(seats)]
            self._raises = [0] * len(STREETS)
        board: tuple[Any, ...] = view.board
        for bet in self._reader.read(events):
            raises = self._raises[bet.street]
            if bet.seat != view.seat:
                cards = board[: _BOARD_CARDS[bet.street]]
                self._ranges[bet.seat].narrow(bet, raises, cards, self._percentiles)
            self._raises[bet.street] += bet.action == RAISE


def _hands(narrowed: NarrowedRange, known: np.uint64) -> WeightedHands:
    if narrowed.is_random:
        return WeightedHands.random(2)
    is_possible = (HOLE_MASKS & known == 0) & (narrowed.weights > 0)
    return WeightedHands(HOLE_MASKS[is_possible], narrowed.weights[is_possible], 2)
