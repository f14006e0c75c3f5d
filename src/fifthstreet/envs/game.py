"""The game at the tables of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.cards.hands import HandType
from fifthstreet.errors import InputError
from fifthstreet.game import BettingStructure, Mode, Opening, State, clean_values, values
from fifthstreet.game.variants import Poker

MAX_SEATS = 10
_MAX_CHIPS = 10**15  # of an amount, so that sums fit into 64 bits
_LIMITS = {
    BettingStructure.NO_LIMIT: 0,
    BettingStructure.POT_LIMIT: 1,
    BettingStructure.FIXED_LIMIT: 2,
}


@dataclass(frozen=True)
class BatchGame:
    """A game of `game.variants` with a stack for each seat.

    Batches play games that deal hole cards once and then a board: hold'em with any limits, short
    deck, royal, Omaha, Courchevel, Kuhn, Leduc, Rhode Island and 2-1-1 hold'em. Chips are whole
    numbers, there is no rake, and, as in tournaments, folding is illegal where checking is free.

    >>> from fifthstreet.game.variants import NoLimitTexasHoldem
    >>> poker = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> BatchGame.of(poker, seats=3, stacks=200)
    BatchGame(poker=<NoLimitTexasHoldem: blinds (1, 2)>, stacks=(200, 200, 200), \
keeps_stacks=False, button=2)
    """

    poker: Poker
    stacks: tuple[int, ...]  # [P]  chips of each seat
    keeps_stacks: bool = False  # from hand to hand; a seat without chips rebuys its stack
    button: int = 0  # seat with the button in the first hand

    @classmethod
    def of(
        cls,
        poker: Poker,
        *,
        seats: int,
        stacks: int | Sequence[int],
        keeps_stacks: bool = False,
        button: int | None = None,
    ) -> BatchGame:
        """Return a game for a number of seats; by default the last seat has the button first."""
        each = tuple(stacks) if isinstance(stacks, Sequence | np.ndarray) else (stacks,) * seats
        if len(each) != seats:
            raise InputError(f"stacks must be one number or {seats}, got {len(each)}")
        return cls(poker, each, keeps_stacks, seats - 1 if button is None else button)

    def __post_init__(self) -> None:
        if not 2 <= len(self.stacks) <= MAX_SEATS:
            raise InputError(f"stacks must be 2 to {MAX_SEATS} numbers, got {len(self.stacks)}")
        if self.button not in range(len(self.stacks)):
            raise InputError(f"button must be from 0 to {len(self.stacks) - 1}, got {self.button}")
        object.__setattr__(self, "button", int(self.button))
        object.__setattr__(self, "stacks", _whole("stacks", self.stacks, least=1))
        _check_game(self.poker)
        self.native_settings()
        self.begin_hand()  # the rules engine knows what else makes a hand impossible
        needed = self._burnt_count + sum(self.board_cards) + self.seats * self.hole_cards
        if needed > len(self.poker.deck):
            raise InputError(
                f"the deck has {len(self.poker.deck)} cards, too few for {self.seats} seats: "
                f"{needed} are dealt and burnt"
            )

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.stacks)

    @property
    def hole_cards(self) -> int:
        """Number of hole cards of a seat."""
        return self.poker.max_hole_card_count

    @property
    def board_cards(self) -> tuple[int, ...]:
        """Number of board cards that each street deals."""
        return tuple(street.board_dealing_count for street in self.poker.streets)

    @property
    def antes(self) -> tuple[int, ...]:
        """Ante of each position, in the order of `game.State.antes`."""
        return _whole("antes", clean_values(self.poker.raw_antes, self.seats), least=0)

    @property
    def blinds(self) -> tuple[int, ...]:
        """Blind or straddle of each position, in the order of `game.State.blinds_or_straddles`."""
        return _whole("blinds", clean_values(self.poker.raw_blinds_or_straddles, self.seats))

    @property
    def hand_type(self) -> HandType:
        """Hand type that decides showdowns."""
        return self.poker.hand_types[0]

    def begin_hand(
        self, stacks: Sequence[int] | None = None, deck_order: Sequence[Any] | None = None
    ) -> State:
        """Begin a hand of the rules engine; stacks are in the order of positions."""
        return self.poker(
            self.stacks if stacks is None else stacks, self.seats, deck_order=deck_order
        )

    def native_settings(self) -> dict[str, Any]:
        """Return the settings for the native core."""
        streets = self.poker.streets
        limits = [street.max_completion_betting_or_raising_count for street in streets]
        min_bets = [street.min_completion_betting_or_raising_amount for street in streets]
        return {
            "stacks": np.array(self.stacks, np.int64),
            "antes": np.array(self.antes, np.int64),
            "blinds": np.array(self.blinds, np.int64),
            "min_bets": np.array(_whole("bets", min_bets, least=1), np.int64),
            "most_raises": np.array([-1 if most is None else most for most in limits], np.int32),
            "board_cards": np.array(self.board_cards, np.int32),
            "deck": np.array([int(card) for card in self.poker.deck], np.uint8),
            "limit": _LIMITS[self.poker.betting_structure],
            "hole_cards": self.hole_cards,
            "button": self.button,
            "trims_antes": self.poker.ante_trimming_status,
            "keeps_stacks": self.keeps_stacks,
        }

    def with_burnt_cards(self, dealt: Sequence[int]) -> list[int]:
        """Return the deck of the rules engine, which burns cards, for a deck in dealing order."""
        left = list(dealt)
        at = self.seats * self.hole_cards
        order = left[:at]
        burnt = iter(left[len(left) - self._burnt_count :])
        for street in self.poker.streets:
            if street.card_burning_status:
                order.append(next(burnt))
            order.extend(left[at : at + street.board_dealing_count])
            at += street.board_dealing_count
        return order + left[at : len(left) - self._burnt_count]

    @property
    def _burnt_count(self) -> int:
        return sum(street.card_burning_status for street in self.poker.streets)


def _whole(name: str, amounts: Sequence[Any], least: int | None = None) -> tuple[int, ...]:
    """Return the amounts as ints; InputError if one is not a whole number, too small or large."""
    for amount in amounts:
        if not isinstance(amount, int | np.integer) or (least is not None and amount < least):
            bound = "" if least is None else f" of at least {least}"
            raise InputError(f"{name} must be whole numbers{bound}, got {amount!r}")
        if abs(int(amount)) > _MAX_CHIPS:
            raise InputError(f"{name} must be at most {_MAX_CHIPS:,} chips, got {amount:,}")
    return tuple(int(amount) for amount in amounts)


def _check_game(poker: Poker) -> None:
    """Raise InputError if a batch cannot play the game."""
    first, *others = poker.streets
    reasons = {
        "needs the mode of tournaments": poker.mode is not Mode.TOURNAMENT,
        "plays one board": poker.starting_board_count != 1,
        "takes no rake": poker.rake is not values.rake,
        "divides pots by whole chips": poker.divmod is not values.divmod,
        "has no bring-in": bool(poker.bring_in),
        "has one hand type, without low hands": len(poker.hand_types) != 1,
        "deals hole cards face down, once": any(first.hole_dealing_statuses)
        or any(street.hole_dealing_statuses for street in others),
        "has no draws": any(street.draw_status for street in poker.streets),
        "lets positions open": any(s.opening is not Opening.POSITION for s in poker.streets),
    }
    for reason, is_broken in reasons.items():
        if is_broken:
            raise InputError(f"{poker!r} cannot be played in a batch, which {reason}")
