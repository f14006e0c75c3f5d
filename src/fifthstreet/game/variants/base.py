"""The base of all games: a game holds the terms of a table and creates a state for each hand.

A class defines the fixed parts of a game (deck, hand types, betting structure), its constructor
takes the terms of a table (automations, antes, blinds, bet sizes), and calling the object with
stacks and a number of players begins a hand. `create_state` does both at once.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from functools import cache
from inspect import Parameter, signature
from itertools import takewhile
from typing import Any, ClassVar, TypedDict

from fifthstreet.cards import Card, Deck
from fifthstreet.cards.hands import HandType
from fifthstreet.errors import InputError
from fifthstreet.game import values
from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.state import State
from fifthstreet.game.street import Street
from fifthstreet.game.values import Chips, ChipsLike, Divide, TakeRake

_HAND_ARGUMENTS = ("raw_starting_stacks", "player_count")


class Options(TypedDict, total=False):
    """Terms that every game accepts as keyword arguments."""

    mode: Mode
    starting_board_count: int
    divmod: Divide
    rake: TakeRake


class Poker(ABC):
    """A game with its terms, ready to begin hands."""

    code: ClassVar[str]  # from the PHH format of hand histories, if it has one
    name: ClassVar[str]
    deck: ClassVar[Deck]
    hand_types: ClassVar[tuple[HandType, ...]]
    betting_structure: ClassVar[BettingStructure]
    max_completion_betting_or_raising_count: ClassVar[int | None]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        streets: tuple[Street, ...],
        ante_trimming_status: bool,
        raw_antes: ChipsLike,
        raw_blinds_or_straddles: ChipsLike,
        bring_in: Chips,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Divide = values.divmod,
        rake: TakeRake = values.rake,
    ) -> None:
        """Store the terms; they are validated when a hand begins."""
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

    def __repr__(self) -> str:
        bets = {
            "antes": self.raw_antes,
            "blinds": self.raw_blinds_or_straddles,
            "bring-in": self.bring_in,
        }
        terms = ", ".join(f"{name} {amount}" for name, amount in bets.items() if amount)
        return f"<{type(self).__name__}: {terms}>"

    def __call__(
        self,
        raw_starting_stacks: ChipsLike,
        player_count: int,
        *,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
    ) -> State:
        """Begin a hand; the cards are shuffled by seed, or dealt in the order given."""
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
            self.mode,  # by position as well, because names take longer to read
            self.starting_board_count,
            self.divmod,
            self.rake,
            seed,
            deck_order,
        )

    @classmethod
    def create_state(
        cls,
        *terms: Any,
        seed: int | None = None,
        deck_order: Iterable[Card] | None = None,
        **named_terms: Any,
    ) -> State:
        """Create a game and begin a hand of it.

        The arguments are as in the constructor, then `raw_starting_stacks` and `player_count`, by
        position or by name.
        """
        names = (*term_names(cls), *_HAND_ARGUMENTS)
        if len(terms) > len(names):
            raise TypeError(
                f"arguments must be at most {len(names)}, {list(names)}, got {len(terms)}"
            )
        for name, term in zip(names, terms, strict=False):
            if name in named_terms:
                raise TypeError(f"{name!r} is given both by position and by name")
            named_terms[name] = term
        hand: dict[str, Any] = {
            name: named_terms.pop(name) for name in _HAND_ARGUMENTS if name in named_terms
        }
        # By position where possible, because subclasses may have other names for their parameters.
        game: Any = cls(*_leading(names, named_terms), **named_terms)
        stacks_and_count = _leading(_HAND_ARGUMENTS, hand)
        if seed is not None:
            hand["seed"] = seed
        if deck_order is not None:
            hand["deck_order"] = deck_order
        state: State = game(*stacks_and_count, **hand)
        return state

    @classmethod
    def street(
        cls,
        bet: Chips,
        *,
        hole: tuple[bool, ...] = (),
        board: int = 0,
        draw: bool = False,
        burn: bool = False,
        opening: Opening = Opening.POSITION,
    ) -> Street:
        """Return a street of this game, with its limit on the number of raises."""
        limit = cls.max_completion_betting_or_raising_count
        return Street(burn, hole, board, draw, opening, bet, limit)

    @classmethod
    def board_streets(
        cls, hole_count: int, boards_and_bets: Iterable[tuple[int, Chips]]
    ) -> tuple[Street, ...]:
        """Return streets that begin with hole cards; a card is burnt before board cards."""
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
        """Largest number of hole cards that a player is dealt, not counting draws."""
        return self.max_down_card_count + self.max_up_card_count

    @property
    def max_down_card_count(self) -> int:
        """Largest number of hole cards that a player is dealt face down."""
        return sum(street.hole_dealing_statuses.count(False) for street in self.streets)

    @property
    def max_up_card_count(self) -> int:
        """Largest number of hole cards that a player is dealt face up."""
        return sum(street.hole_dealing_statuses.count(True) for street in self.streets)

    @property
    def max_board_card_count(self) -> int:
        """Largest number of cards on a board."""
        return sum(street.board_dealing_count for street in self.streets)

    @property
    def small_bet(self) -> Chips:
        """Minimum bet of the first street."""
        return self.streets[0].min_completion_betting_or_raising_amount

    @property
    def big_bet(self) -> Chips:
        """Minimum bet of the last street."""
        return self.streets[-1].min_completion_betting_or_raising_amount

    @property
    def min_bet(self) -> Chips:
        """Minimum bet; raises InputError if streets differ."""
        if self.small_bet != self.big_bet:
            raise InputError(
                f"the game has no single minimum bet: small bet {self.small_bet}, big bet "
                f"{self.big_bet}"
            )
        return self.small_bet


class FixedLimitPokerMixin:
    """Bets of a fixed size, at most four per street."""

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
    """Return the names of the positional terms of a game's constructor.

    Args:
        game: Class of the game.
    """
    constructors = [vars(base)["__init__"] for base in game.__mro__ if "__init__" in vars(base)]
    for constructor in constructors:
        _, *parameters = signature(constructor).parameters.values()
        if all(parameter.kind is not Parameter.VAR_POSITIONAL for parameter in parameters):
            break  # others, with `*arguments`, pass them on to the constructor of a base
    return tuple(
        parameter.name
        for parameter in parameters
        if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD
    )


def _leading(names: Iterable[str], given: dict[str, Any]) -> list[Any]:
    """Take the values of the first names out of the ones given, up to one that is missing."""
    return [given.pop(name) for name in takewhile(given.__contains__, names)]
