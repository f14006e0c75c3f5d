"""Games with a board: Texas, royal and short-deck hold'em, Omaha, Courchevel and bomb pots."""

from abc import ABC
from typing import ClassVar, Unpack

from fifthstreet.cards import Deck, decks
from fifthstreet.cards.hands import HandType, types
from fifthstreet.game.enums import Automation
from fifthstreet.game.values import Chips, ChipsLike
from fifthstreet.game.variants.base import (
    FixedLimitPokerMixin,
    NoLimitPokerMixin,
    Options,
    Poker,
    PotLimitPokerMixin,
)


class Holdem(Poker, ABC):
    """Hole cards, then a board; small bets before and on the flop, big bets after it."""

    hole_dealing_count: ClassVar[int]
    board_dealing_counts: ClassVar[tuple[int, ...]] = (0, 3, 1, 1)

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
        counts = self.board_dealing_counts
        bets = (small_bet, small_bet, big_bet, big_bet)[: len(counts)]
        streets = self.board_streets(self.hole_dealing_count, zip(counts, bets, strict=True))
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            **options,
        )


class UnfixedLimitHoldem(Holdem, ABC):
    """Hole cards, then a board, with one minimum bet: for pot-limit and no-limit games."""

    max_completion_betting_or_raising_count: ClassVar[int | None] = None

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
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            min_bet,
            min_bet,
            **options,
        )


class TexasHoldemMixin:
    """Two hole cards; any five of the hole and board cards play."""

    deck: ClassVar[Deck] = decks.STANDARD
    hand_types: ClassVar[tuple[HandType, ...]] = (types.STANDARD_HIGH,)
    hole_dealing_count: ClassVar[int] = 2


class FixedLimitTexasHoldem(FixedLimitPokerMixin, TexasHoldemMixin, Holdem):
    """Fixed-limit Texas hold'em."""

    code = "FT"
    name = "fixed-limit Texas hold'em"


class NoLimitTexasHoldem(NoLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """No-limit Texas hold'em.

    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> game(200, 6).stacks
    [200, 200, 200, 200, 200, 200]
    """

    code = "NT"
    name = "no-limit Texas hold'em"


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit Texas hold'em."""

    code = "PT"
    name = "pot-limit Texas hold'em"


class RoyalHoldemMixin:
    """Tens to aces only."""

    deck: ClassVar[Deck] = decks.ROYAL


class NoLimitRoyalHoldem(RoyalHoldemMixin, NoLimitTexasHoldem):
    """No-limit hold'em with twenty cards."""

    code = "NR"
    name = "no-limit royal hold'em"


class NoLimitShortDeckHoldem(NoLimitPokerMixin, UnfixedLimitHoldem):
    """No-limit hold'em with sixes to aces; straights beat three of a kind."""

    code = "NS"
    name = "no-limit short-deck hold'em"
    deck = decks.SHORT
    hand_types: ClassVar[tuple[HandType, ...]] = (types.SHORT_DECK_HIGH,)
    hole_dealing_count = 2


class NoLimitShortDeckTripsHoldem(NoLimitShortDeckHoldem):
    """No-limit short deck with the other house rule: three of a kind beats a straight."""

    code = "NST"
    name = "no-limit short-deck hold'em, trips over straights"
    hand_types = (types.SHORT_DECK_TRIPS_HIGH,)


class OmahaHoldemMixin:
    """Four hole cards, of which two play."""

    deck: ClassVar[Deck] = decks.STANDARD
    hole_dealing_count: ClassVar[int] = 4


class PotLimitOmahaHoldem(PotLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit Omaha."""

    code = "PO"
    name = "pot-limit Omaha hold'em"
    hand_types: ClassVar[tuple[HandType, ...]] = (types.OMAHA_HIGH,)


class NoLimitOmahaHoldem(NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """No-limit Omaha."""

    code = "NO"
    name = "no-limit Omaha hold'em"
    hand_types: ClassVar[tuple[HandType, ...]] = (types.OMAHA_HIGH,)


class FixedLimitOmahaHoldem(FixedLimitPokerMixin, OmahaHoldemMixin, Holdem):
    """Omaha with fixed limits."""

    code = "FO"
    name = "fixed-limit Omaha hold'em"
    hand_types: ClassVar[tuple[HandType, ...]] = (types.OMAHA_HIGH,)


class PotLimitFiveCardOmahaHoldem(PotLimitOmahaHoldem):
    """Pot-limit Omaha with five hole cards."""

    code = "PO5"
    name = "pot-limit five-card Omaha hold'em"
    hole_dealing_count = 5


class PotLimitSixCardOmahaHoldem(PotLimitOmahaHoldem):
    """Pot-limit Omaha with six hole cards."""

    code = "PO6"
    name = "pot-limit six-card Omaha hold'em"
    hole_dealing_count = 6


class PotLimitOmahaHoldemHighLowSplitEightOrBetter(PotLimitOmahaHoldem):
    """Pot-limit Omaha; half of the pot goes to the best low hand, eight or better."""

    code = "PO/8"
    name = "pot-limit Omaha hold'em high/low-split eight or better"
    hand_types = (types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW)


class NoLimitOmahaHoldemHighLowSplitEightOrBetter(NoLimitOmahaHoldem):
    """No-limit Omaha; half of the pot goes to the best low hand, eight or better."""

    code = "NO/8"
    name = "no-limit Omaha hold'em high/low-split eight or better"
    hand_types = (types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW)


class PotLimitBigO(PotLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Big O: pot-limit Omaha eight or better with five hole cards."""

    code = "PO5/8"
    name = "pot-limit Big O"
    hole_dealing_count = 5


class FixedLimitOmahaHoldemHighLowSplitEightOrBetter(FixedLimitOmahaHoldem):
    """Omaha with fixed limits; half of the pot goes to the best low hand, eight or better."""

    code = "FO/8"
    name = "fixed-limit Omaha hold'em high/low-split eight or better"
    hand_types = (types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW)


class PotLimitCourchevelHoldem(PotLimitFiveCardOmahaHoldem):
    """Courchevel: five-card Omaha whose first flop card is dealt before the first bets."""

    code = "PC"
    name = "pot-limit Courchevel"
    board_dealing_counts = (1, 2, 1, 1)


class PotLimitCourchevelHoldemHighLowSplitEightOrBetter(PotLimitCourchevelHoldem):
    """Courchevel; half of the pot goes to the best low hand, eight or better."""

    code = "PC/8"
    name = "pot-limit Courchevel high/low-split eight or better"
    hand_types = (types.OMAHA_HIGH, types.OMAHA_EIGHT_OR_BETTER_LOW)


class BombPot(UnfixedLimitHoldem, ABC):
    """All players ante and see a flop on two boards, without blinds or bets before the flop.

    Hole cards and flop are dealt on one street, so the first betting round is on the flop,
    opened by the player after the button. Half of the pot goes to each board.
    """

    board_dealing_counts: ClassVar[tuple[int, ...]] = (3, 1, 1)

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        min_bet: Chips,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: antes and the minimum bet."""
        options.setdefault("starting_board_count", 2)
        super().__init__(automations, ante_trimming_status, raw_antes, 0, min_bet, **options)


class NoLimitTexasHoldemBombPot(NoLimitPokerMixin, TexasHoldemMixin, BombPot):
    """No-limit hold'em bomb pot on two boards.

    >>> state = NoLimitTexasHoldemBombPot.create_state((), True, 5, 5, 200, 6)
    >>> state.board_count, state.street_count
    (2, 3)
    """

    code = "NTB"
    name = "no-limit Texas hold'em bomb pot"


class PotLimitOmahaHoldemBombPot(PotLimitPokerMixin, OmahaHoldemMixin, BombPot):
    """Pot-limit Omaha bomb pot on two boards."""

    code = "POB"
    name = "pot-limit Omaha hold'em bomb pot"
    hand_types = (types.OMAHA_HIGH,)
