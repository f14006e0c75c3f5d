"""What all games share: a game holds the terms of a table and makes a state for each hand.

A class says what never changes about a game (deck, hand types, betting structure), its
constructor takes the terms of a table (automations, antes, blinds, bet sizes), and calling the
object with stacks and a number of players begins a hand. `create_state` does both at once.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterable
from functools import cache
from inspect import Parameter, signature
from typing import Any, ClassVar, TypedDict

from fifthstreet.game import values
from fifthstreet.game.card import Card, Deck, RankOrder
from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.hand_classes import Hand
from fifthstreet.game.state import State
from fifthstreet.game.street import Street

_OF_THE_HAND = ("raw_starting_stacks", "player_count")


class Options(TypedDict, total=False):
    """Terms that every game takes by name."""

    mode: Mode
    starting_board_count: int
    divmod: Callable[[Any, Any], tuple[Any, Any]]
    rake: Callable[[Any, Any], tuple[Any, Any]]


class Poker(ABC):
    """A game with its terms, ready to begin hands."""

    code: ClassVar[str]  # as in hand histories of the PHH format, where it has one
    name: ClassVar[str]
    deck: ClassVar[Deck]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    betting_structure: ClassVar[BettingStructure]
    max_completion_betting_or_raising_count: ClassVar[int | None]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        streets: tuple[Street, ...],
        ante_trimming_status: bool,
        raw_antes: Any,
        raw_blinds_or_straddles: Any,
        bring_in: Any,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Any, Any], tuple[Any, Any]] = values.divmod,
        rake: Callable[[Any, Any], tuple[Any, Any]] = values.rake,
    ) -> None:
        """Keep the terms; they are checked when a hand begins."""
        self.automations = automations
        self.streets = streets
        self.ante_trimming_status = ante_trimming_status
        self.raw_antes = raw_antes
        self.raw_blinds_or_straddles = raw_blinds_or_straddles
        self.bring_in = bring_in
        self.mode = mode
        self.starting_board_count = starting_board_count
        self.divmod = divmod
        self.rake = rake

    def __call__(
        self,
        raw_starting_stacks: Any,
        player_count: int,
        *,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
    ) -> State:
        """Begin a hand; the cards come by seed, or in the order given."""
        return State(
            self.automations,
            self.deck,
            self.hand_types,
            self.streets,
            self.betting_structure,
            self.ante_trimming_status,
            self.raw_antes,
            self.raw_blinds_or_straddles,
            self.bring_in,
            raw_starting_stacks,
            player_count,
            mode=self.mode,
            starting_board_count=self.starting_board_count,
            divmod=self.divmod,
            rake=self.rake,
            seed=seed,
            deck_order=deck_order,
        )

    @classmethod
    def create_state(
        cls,
        *terms: Any,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
        **named_terms: Any,
    ) -> State:
        """Begin a hand of a game that is made for it alone.

        Takes what the constructor takes, then `raw_starting_stacks` and `player_count`, all by
        place or by name.
        """
        names = (*term_names(cls), *_OF_THE_HAND)
        if len(terms) > len(names):
            raise TypeError(f"{len(terms)} arguments; want at most {len(names)}: {list(names)}")
        for name, term in zip(names, terms, strict=False):
            if name in named_terms:
                raise TypeError(f"{name!r} is given both by place and by name")
            named_terms[name] = term
        of_the_hand = {name: named_terms.pop(name) for name in _OF_THE_HAND if name in named_terms}
        return cls(**named_terms)(**of_the_hand, seed=seed, deck_order=deck_order)

    @classmethod
    def street(
        cls,
        bet: Any,
        *,
        hole: tuple[bool, ...] = (),
        board: int = 0,
        draw: bool = False,
        burn: bool = False,
        opening: Opening = Opening.POSITION,
    ) -> Street:
        """A street of this game, with its limit on the number of raises."""
        limit = cls.max_completion_betting_or_raising_count
        return Street(burn, hole, board, draw, opening, bet, limit)

    @classmethod
    def board_streets(
        cls, hole_count: int, boards_and_bets: Iterable[tuple[int, Any]]
    ) -> tuple[Street, ...]:
        """Streets that begin with hole cards face down; a card is burnt before board cards."""
        return tuple(
            cls.street(bet, hole=(False,) * (0 if i else hole_count), board=board, burn=board > 0)
            for i, (board, bet) in enumerate(boards_and_bets)
        )

    @property
    def button_status(self) -> bool:
        """Whether the game is played with a button."""
        return any(street.opening == Opening.POSITION for street in self.streets)

    @property
    def max_hole_card_count(self) -> int:
        """Most hole cards that a player is dealt, draws aside."""
        return self.max_down_card_count + self.max_up_card_count

    @property
    def max_down_card_count(self) -> int:
        """Most hole cards that a player is dealt face down."""
        return sum(street.hole_dealing_statuses.count(False) for street in self.streets)

    @property
    def max_up_card_count(self) -> int:
        """Most hole cards that a player is dealt face up."""
        return sum(street.hole_dealing_statuses.count(True) for street in self.streets)

    @property
    def max_board_card_count(self) -> int:
        """Most cards on one board."""
        return sum(street.board_dealing_count for street in self.streets)

    @property
    def rank_orders(self) -> tuple[RankOrder, ...]:
        """Order of the ranks in each hand type."""
        return tuple(hand_type.lookup.rank_order for hand_type in self.hand_types)

    @property
    def small_bet(self) -> Any:
        """Smallest bet of the first street."""
        return self.streets[0].min_completion_betting_or_raising_amount

    @property
    def big_bet(self) -> Any:
        """Smallest bet of the last street."""
        return self.streets[-1].min_completion_betting_or_raising_amount

    @property
    def min_bet(self) -> Any:
        """Smallest bet; ValueError if it is not the same throughout."""
        if self.small_bet != self.big_bet:
            raise ValueError(
                f"the game has a small bet of {self.small_bet} and a big bet of {self.big_bet}; "
                "there is no one smallest bet"
            )
        return self.small_bet


class FixedLimitPokerMixin:
    """Bets have a fixed size, four to a street."""

    betting_structure: ClassVar[BettingStructure] = BettingStructure.FIXED_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = 4


class PotLimitPokerMixin:
    """Bets up to the size of the pot."""

    betting_structure: ClassVar[BettingStructure] = BettingStructure.POT_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = None


class NoLimitPokerMixin:
    """Bets of any size."""

    betting_structure: ClassVar[BettingStructure] = BettingStructure.NO_LIMIT
    max_completion_betting_or_raising_count: ClassVar[int | None] = None


@cache
def term_names(game: type[Poker]) -> tuple[str, ...]:
    """Names of the terms that a game's constructor takes by place."""
    parameters = signature(game).parameters.values()
    return tuple(p.name for p in parameters if p.kind is Parameter.POSITIONAL_OR_KEYWORD)
