"""Streets and pots."""

from dataclasses import dataclass
from math import isfinite

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Opening
from fifthstreet.game.values import Chips, clean_value, plus


@dataclass(frozen=True)
class Street:
    """A betting round and the deal before it."""

    card_burning_status: bool
    """Whether a card is burnt before the deal."""
    hole_dealing_statuses: tuple[bool, ...]
    """Hole cards to deal to each player; True means face up."""
    board_dealing_count: int
    """Number of cards to deal to each board."""
    draw_status: bool
    """Whether players may discard and draw before the betting."""
    opening: Opening
    """Who opens the betting."""
    min_completion_betting_or_raising_amount: Chips
    """Smallest bet and raise."""
    max_completion_betting_or_raising_count: int | None
    """Largest number of bets and raises; None means no limit."""

    def __post_init__(self) -> None:
        if self.board_dealing_count < 0:
            raise InputError(
                f"board_dealing_count must be at least 0, got {self.board_dealing_count}"
            )
        if not (self.hole_dealing_statuses or self.board_dealing_count or self.draw_status):
            raise InputError("a street must deal hole cards, deal board cards or be a draw")
        if self.hole_dealing_statuses and self.draw_status:
            raise InputError("a street must deal hole cards or be a draw, got both")
        if type(self.min_completion_betting_or_raising_amount) is not int:
            smallest = clean_value(self.min_completion_betting_or_raising_amount)
            if not isfinite(smallest):
                raise InputError(f"the smallest bet must be finite, got {smallest}")
            object.__setattr__(self, "min_completion_betting_or_raising_amount", smallest)
        if self.min_completion_betting_or_raising_amount <= 0:
            amount = self.min_completion_betting_or_raising_amount
            raise InputError(f"the smallest bet must be above 0, got {amount}")
        limit = self.max_completion_betting_or_raising_count
        if limit is not None and limit < 0:
            raise InputError(
                f"the number of bets and raises must be at least 0, or None, got {limit}"
            )

    def __reduce__(self) -> tuple[object, ...]:
        return Street, (
            self.card_burning_status,
            self.hole_dealing_statuses,
            self.board_dealing_count,
            self.draw_status,
            self.opening,
            self.min_completion_betting_or_raising_amount,
            self.max_completion_betting_or_raising_count,
        )


@dataclass
class Pot:
    """A main or side pot and the players who can win it."""

    raked_amount: Chips
    """Rake of the pot."""
    unraked_amount: Chips
    """Part of the pot that the players win."""
    player_indices: tuple[int, ...]
    """Players who can win the pot."""

    # Written out, because the constructor that a dataclass would get is not compiled.
    def __init__(
        self, raked_amount: Chips, unraked_amount: Chips, player_indices: tuple[int, ...]
    ) -> None:
        """Set the fields; raise InputError if an amount is negative."""
        if raked_amount < 0:
            raise InputError(f"raked_amount must be at least 0, got {raked_amount}")
        if unraked_amount < 0:
            raise InputError(f"unraked_amount must be at least 0, got {unraked_amount}")
        self.raked_amount = raked_amount
        self.unraked_amount = unraked_amount
        self.player_indices = player_indices

    def __reduce__(self) -> tuple[object, ...]:
        return Pot, (self.raked_amount, self.unraked_amount, self.player_indices)

    @property
    def amount(self) -> Chips:
        """Total amount of the pot, rake included."""
        return plus(self.raked_amount, self.unraked_amount)
