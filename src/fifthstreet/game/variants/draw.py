"""Draw games: lowball, badugi, their mixtures, and five-card draw."""

from abc import ABC
from typing import ClassVar, Unpack

from fifthstreet.cards import Deck, decks
from fifthstreet.cards.hands import HandType, types
from fifthstreet.game.enums import Automation
from fifthstreet.game.street import Street
from fifthstreet.game.values import Chips, ChipsLike
from fifthstreet.game.variants.base import (
    FixedLimitPokerMixin,
    NoLimitPokerMixin,
    Options,
    Poker,
    PotLimitPokerMixin,
)


class Draw(Poker, ABC):
    """Hole cards face down, then betting rounds with a draw before each except the first."""

    hole_dealing_count: ClassVar[int]

    def draw_streets(self, first: Chips, *others: Chips) -> tuple[Street, ...]:
        """Return a street for each bet size, all except the first with a draw."""
        return (
            self.street(first, hole=(False,) * self.hole_dealing_count),
            *(self.street(bet, draw=True, burn=True) for bet in others),
        )


class SingleDraw(Draw, ABC):
    """One draw and one minimum bet."""

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        raw_blinds_or_straddles: ChipsLike,
        min_bet: Chips,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: forced bets and the minimum bet."""
        super().__init__(
            automations,
            self.draw_streets(min_bet, min_bet),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            **options,
        )


class TwoBetDraw(Draw, ABC):
    """Small bets on the first half of the streets and big bets on the second."""

    draw_count: ClassVar[int]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        raw_blinds_or_straddles: ChipsLike,
        small_bet: Chips,
        big_bet: Chips,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: forced bets and the two bet sizes."""
        half = (self.draw_count + 1) // 2
        super().__init__(
            automations,
            self.draw_streets(*[small_bet] * half, *[big_bet] * half),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            **options,
        )


class TripleDraw(TwoBetDraw, ABC):
    """Three draws."""

    draw_count = 3


class DeuceToSevenLowballMixin:
    """Five cards, the lowest hand wins."""

    deck: ClassVar[Deck] = decks.STANDARD
    hand_types: ClassVar[tuple[HandType, ...]] = (types.DEUCE_TO_SEVEN_LOW,)
    hole_dealing_count: ClassVar[int] = 5


class NoLimitDeuceToSevenLowballSingleDraw(NoLimitPokerMixin, DeuceToSevenLowballMixin, SingleDraw):
    """No-limit deuce-to-seven, one draw."""

    code = "N2L1D"
    name = "no-limit deuce-to-seven lowball single draw"


class FixedLimitDeuceToSevenLowballTripleDraw(
    FixedLimitPokerMixin, DeuceToSevenLowballMixin, TripleDraw
):
    """Fixed-limit deuce-to-seven, three draws."""

    code = "F2L3D"
    name = "fixed-limit deuce-to-seven lowball triple draw"


class FixedLimitAceToFiveLowballTripleDraw(FixedLimitPokerMixin, TripleDraw):
    """Fixed-limit ace-to-five, three draws: aces are low, straights and flushes do not count."""

    code = "FA5L3D"
    name = "fixed-limit ace-to-five lowball triple draw"
    deck = decks.REGULAR
    hand_types = (types.ACE_TO_FIVE_LOW,)
    hole_dealing_count = 5


class FixedLimitBadugi(FixedLimitPokerMixin, TripleDraw):
    """Fixed-limit badugi: up to four cards of different ranks and suits, lowest cards win."""

    code = "FB"
    name = "fixed-limit badugi"
    deck = decks.REGULAR
    hand_types = (types.BADUGI,)
    hole_dealing_count = 4


class FixedLimitBadeucy(FixedLimitPokerMixin, TripleDraw):
    """Half of the pot for the best badugi with aces high, half for the best deuce-to-seven."""

    code = "FB27"
    name = "fixed-limit badeucy"
    deck = decks.STANDARD
    hand_types = (types.ACE_HIGH_BADUGI, types.DEUCE_TO_SEVEN_LOW)
    hole_dealing_count = 5


class FixedLimitBadacey(FixedLimitPokerMixin, TripleDraw):
    """Half of the pot for the best badugi, half for the best ace-to-five."""

    code = "FBA5"
    name = "fixed-limit badacey"
    deck = decks.REGULAR
    hand_types = (types.BADUGI, types.ACE_TO_FIVE_LOW)
    hole_dealing_count = 5


class FiveCardDrawMixin:
    """Five cards, one draw, the best hand wins."""

    deck: ClassVar[Deck] = decks.STANDARD
    hand_types: ClassVar[tuple[HandType, ...]] = (types.STANDARD_HIGH,)
    hole_dealing_count: ClassVar[int] = 5


class FixedLimitFiveCardDraw(FixedLimitPokerMixin, FiveCardDrawMixin, TwoBetDraw):
    """Fixed-limit five-card draw."""

    code = "F5D"
    name = "fixed-limit five-card draw"
    draw_count = 1


class PotLimitFiveCardDraw(PotLimitPokerMixin, FiveCardDrawMixin, SingleDraw):
    """Pot-limit five-card draw."""

    code = "P5D"
    name = "pot-limit five-card draw"


class NoLimitFiveCardDraw(NoLimitPokerMixin, FiveCardDrawMixin, SingleDraw):
    """No-limit five-card draw.

    >>> state = NoLimitFiveCardDraw.create_state((), True, 0, (1, 2), 2, 200, 4)
    >>> list(state.draw_statuses)
    [False, True]
    """

    code = "N5D"
    name = "no-limit five-card draw"
