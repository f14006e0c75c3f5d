"""Streets, which describe a betting round and the deal before it, and pots."""

from dataclasses import dataclass
from typing import Any

from fifthstreet.game.enums import Opening


@dataclass(frozen=True)
class Street:
    """One betting round and what is dealt before it."""

    card_burning_status: bool
    hole_dealing_statuses: tuple[bool, ...]  # a card each; True is dealt face up
    board_dealing_count: int  # cards to each board
    draw_status: bool  # players may discard before the bets
    opening: Opening
    min_completion_betting_or_raising_amount: Any
    max_completion_betting_or_raising_count: int | None  # None is no limit

    def __post_init__(self) -> None:
        """Refuse streets that make no sense."""
        if self.board_dealing_count < 0:
            raise ValueError(f"{self.board_dealing_count} board cards; want 0 or more")
        if not (self.hole_dealing_statuses or self.board_dealing_count or self.draw_status):
            raise ValueError("a street without cards; want hole cards, board cards or a draw")
        if self.hole_dealing_statuses and self.draw_status:
            raise ValueError("a draw deals hole cards by itself; want a draw or hole cards")
        if self.min_completion_betting_or_raising_amount <= 0:
            amount = self.min_completion_betting_or_raising_amount
            raise ValueError(f"a smallest bet of {amount}; want more than 0")
        limit = self.max_completion_betting_or_raising_count
        if limit is not None and limit < 0:
            raise ValueError(f"at most {limit} bets and raises; want 0 or more, or None")


@dataclass
class Pot:
    """A main or side pot and the players who may win it."""

    raked_amount: Any
    unraked_amount: Any
    player_indices: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse negative amounts."""
        if self.raked_amount < 0:
            raise ValueError(f"a rake of {self.raked_amount}; want 0 or more")
        if self.unraked_amount < 0:
            raise ValueError(f"a pot of {self.unraked_amount}; want 0 or more")

    @property
    def amount(self) -> Any:
        """Everything in the pot, rake included."""
        return self.raked_amount + self.unraked_amount
