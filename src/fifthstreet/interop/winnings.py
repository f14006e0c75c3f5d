"""What a player won hand by hand, with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fifthstreet.arena import Interval, Moments
from fifthstreet.views.pictures import interval_text

UNIT = "mbb/hand"  # thousandths of a big blind per hand


@dataclass
class Winnings:
    """Chips won in independent hands.

    >>> winnings = Winnings(big_blind=100)
    >>> for chips in (100, -50, 250):
    ...     winnings.add(chips)
    >>> winnings.total, winnings.hands, winnings.interval.mean
    (300.0, 3, 1000.0)
    >>> str(winnings)
    '+1,000.0 ± 3,726.2 mbb/hand over 3 hands'
    """

    big_blind: float
    moments: Moments = field(default_factory=lambda: Moments(1), repr=False)

    def add(self, chips: float) -> None:
        """Add the result of a hand."""
        self.moments.add([[float(chips)]])

    @property
    def hands(self) -> int:
        """Number of hands."""
        return self.moments.count

    @property
    def total(self) -> float:
        """Chips won in all hands."""
        return float(self.moments.sums[0])

    @property
    def interval(self) -> Interval:
        """Thousandths of a big blind won per hand, with a 95% interval."""
        return self.moments.interval([1.0]).scaled(1000 / self.big_blind)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {"chips": self.total, "hands": self.hands, UNIT: self.interval.to_dict()}

    def __str__(self) -> str:
        return f"{interval_text(self.interval)} {UNIT} over {self.hands:,} hands"
