"""Small games from the research literature, with their usual stakes."""

from abc import ABC
from collections.abc import Iterable
from typing import ClassVar, Unpack

from fifthstreet.cards import Card, decks
from fifthstreet.cards.hands import types
from fifthstreet.game.enums import Automation
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips, ChipsLike
from fifthstreet.game.variants.base import FixedLimitPokerMixin, Options, Poker
from fifthstreet.game.variants.holdem import RoyalHoldemMixin


class SmallPoker(FixedLimitPokerMixin, Poker, ABC):
    """Antes, one hole card each and at most one board card per street; no blinds."""

    hole_dealing_count: ClassVar[int] = 1
    starting_stack: ClassVar[int]  # enough for every bet and raise

    def __call__(
        self,
        raw_starting_stacks: ChipsLike = None,
        player_count: int = 2,
        *,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
    ) -> State:
        """Begin a hand, by default of two players with the stacks of the literature."""
        stacks = self.starting_stack if raw_starting_stacks is None else raw_starting_stacks
        return super().__call__(stacks, player_count, seed=seed, deck_order=deck_order)


class KuhnPoker(SmallPoker):
    """Three cards and one bet (Kuhn 1950).

    >>> KuhnPoker.create_state(()).stacks
    [2, 2]
    """

    code = "KP"
    name = "Kuhn poker"
    deck = decks.KUHN
    hand_types = (types.KUHN_HIGH,)
    max_completion_betting_or_raising_count = 1
    starting_stack = 2

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ChipsLike = 1,
        bet: Chips = 1,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: antes and the bet."""
        streets = self.board_streets(self.hole_dealing_count, [(0, bet)])
        super().__init__(automations, streets, ante_trimming_status, raw_antes, 0, 0, **options)


class LeducHoldem(SmallPoker):
    """Six cards, one board card (Southey et al. 2005)."""

    code = "LH"
    name = "Leduc hold'em"
    deck = decks.LEDUC
    hand_types = (types.LEDUC_HIGH,)
    max_completion_betting_or_raising_count = 2
    starting_stack = 13

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ChipsLike = 1,
        small_bet: Chips = 2,
        big_bet: Chips = 4,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: antes and the two bet sizes."""
        streets = self.board_streets(self.hole_dealing_count, [(0, small_bet), (1, big_bet)])
        super().__init__(automations, streets, ante_trimming_status, raw_antes, 0, 0, **options)


class RhodeIslandHoldem(SmallPoker):
    """A full deck, two board cards, hands of three cards (Shi & Littman 2001)."""

    code = "RIH"
    name = "Rhode Island hold'em"
    deck = decks.STANDARD
    hand_types = (types.RHODE_ISLAND_HIGH,)
    max_completion_betting_or_raising_count = 3
    starting_stack = 155

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ChipsLike = 5,
        small_bet: Chips = 10,
        big_bet: Chips = 20,
        **options: Unpack[Options],
    ) -> None:
        """Set the terms of a table: antes and the two bet sizes."""
        boards_and_bets = [(0, small_bet), (1, big_bet), (1, big_bet)]
        streets = self.board_streets(self.hole_dealing_count, boards_and_bets)
        super().__init__(automations, streets, ante_trimming_status, raw_antes, 0, 0, **options)


class RoyalRhodeIslandHoldem(RoyalHoldemMixin, RhodeIslandHoldem):
    """Rhode Island hold'em with twenty cards."""

    code = "RRIH"
    name = "royal Rhode Island hold'em"


class Numeral211Holdem(RhodeIslandHoldem):
    """Rhode Island hold'em without face cards and with a fourth raise."""

    code = "N211"
    name = "2-1-1 hold'em"
    deck = decks.NUMERAL_211
    hand_types = (types.NUMERAL_211_HIGH,)
    max_completion_betting_or_raising_count = 4
    starting_stack = 205
