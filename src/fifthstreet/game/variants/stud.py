"""Seven-card stud and related games: antes, a bring-in, and up cards that decide who opens."""

from abc import ABC
from typing import ClassVar, Unpack

from fifthstreet.cards import decks
from fifthstreet.cards.hands import types
from fifthstreet.game.enums import Automation, Opening
from fifthstreet.game.values import Chips, ChipsLike
from fifthstreet.game.variants.base import FixedLimitPokerMixin, Options, Poker


class SevenCardStud(Poker, ABC):
    """Two cards down and one up, three more up, the last one down."""

    low: ClassVar[bool]  # low hands win: the high card brings in and the low hand opens

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        bring_in: Chips,
        small_bet: Chips,
        big_bet: Chips,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: antes, bring-in and the two bet sizes."""
        card = Opening.HIGH_CARD if self.low else Opening.LOW_CARD
        hand = Opening.LOW_HAND if self.low else Opening.HIGH_HAND
        streets = (
            self.street(small_bet, hole=(False, False, True), opening=card),
            self.street(small_bet, hole=(True,), burn=True, opening=hand),
            self.street(big_bet, hole=(True,), burn=True, opening=hand),
            self.street(big_bet, hole=(True,), burn=True, opening=hand),
            self.street(big_bet, hole=(False,), burn=True, opening=hand),
        )
        super().__init__(
            automations, streets, ante_trimming_status, raw_antes, 0, bring_in, **options
        )


class FixedLimitSevenCardStud(FixedLimitPokerMixin, SevenCardStud):
    """Fixed-limit seven-card stud."""

    code = "F7S"
    name = "fixed-limit seven card stud"
    deck = decks.STANDARD
    hand_types = (types.STANDARD_HIGH,)
    low = False


class FixedLimitSevenCardStudHighLowSplitEightOrBetter(FixedLimitPokerMixin, SevenCardStud):
    """Seven-card stud; half of the pot goes to the best low hand, eight or better."""

    code = "F7S/8"
    name = "fixed-limit seven card stud high/low-split eight or better"
    deck = decks.STANDARD
    hand_types = (types.STANDARD_HIGH, types.EIGHT_OR_BETTER_LOW)
    low = False


class FixedLimitRazz(FixedLimitPokerMixin, SevenCardStud):
    """Razz: seven-card stud, the lowest hand wins."""

    code = "FR"
    name = "fixed-limit razz"
    deck = decks.REGULAR
    hand_types = (types.ACE_TO_FIVE_LOW,)
    low = True
