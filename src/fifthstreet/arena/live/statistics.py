"""Statistics of a live session, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from fifthstreet.arena.hand import COUNTS
from fifthstreet.arena.moments import CONFIDENCE, Interval, Moments


@dataclass(frozen=True)
class Share:
    """How often something happened, with Wilson's interval (Wilson 1927)."""

    count: int
    total: int
    share: float | None  # None without a sample
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int, confidence: float = CONFIDENCE) -> Share:
        """Return the share of a count in a total.

        >>> share = Share.of(5, 20)
        >>> share.share, round(share.low, 3), round(share.high, 3)
        (0.25, 0.112, 0.469)
        """
        if not total:
            return cls(0, 0, None, 0.0, 1.0)
        z = NormalDist().inv_cdf((1 + confidence) / 2)
        share = count / total
        middle = share + z * z / (2 * total)
        width = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
        scale = 1 + z * z / total
        low, high = (middle - width) / scale, (middle + width) / scale
        return cls(count, total, share, max(low, 0.0), min(high, 1.0))


@dataclass(frozen=True)
class SeatStatistics:
    """Actions and winnings of the player of a seat."""

    hands: int
    winnings: int  # chips
    per_hand: Interval  # in units of results per 100 hands
    luck_adjusted: Interval  # the same with all-in equity instead of the actual cards
    vpip: Share  # hands with chips put in voluntarily on the first street
    pfr: Share  # hands with a raise on the first street
    aggression: Share  # bets and raises of all bets, raises and calls
    showdowns: Share  # hands that got to a showdown
    won_showdowns: Share  # showdowns without a loss
    mistakes: int  # decisions that an agent lost by errors

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **asdict(self),
            "per_hand": self.per_hand.to_dict(),
            "luck_adjusted": self.luck_adjusted.to_dict(),
        }


class SeatRecord:
    """Sums over the hands of one seat."""

    def __init__(self, unit: int) -> None:
        """Start without hands; results are counted in units of `unit` chips."""
        self._unit = unit
        self._moments = Moments(2)  # payoff and luck-adjusted payoff, in units per 100 hands
        self._winnings = 0
        self._showdowns = 0
        self._showdowns_won = 0

    def add(self, payoff: int, adjusted: float, *, is_showdown: bool) -> None:
        """Add a hand: its payoff, the luck-adjusted payoff, and whether it was shown down."""
        scale = 100 / self._unit
        self._moments.add([[payoff * scale, adjusted * scale]])
        self._winnings += payoff
        if is_showdown:
            self._showdowns += 1
            self._showdowns_won += payoff >= 0

    def statistics(self, counts: Sequence[int]) -> SeatStatistics:
        """Return the statistics; `counts` are from the lineup."""
        by_name = dict(zip(COUNTS, counts, strict=True))
        hands, raises = by_name["hands"], by_name["raises"]
        return SeatStatistics(
            hands=hands,
            winnings=self._winnings,
            per_hand=self._moments.interval([1, 0]),
            luck_adjusted=self._moments.interval([0, 1]),
            vpip=Share.of(by_name["vpip"], hands),
            pfr=Share.of(by_name["pfr"], hands),
            aggression=Share.of(raises, raises + by_name["calls"]),
            showdowns=Share.of(self._showdowns, hands),
            won_showdowns=Share.of(self._showdowns_won, self._showdowns),
            mistakes=by_name["mistakes"],
        )
