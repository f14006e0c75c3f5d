"""Equity: what share of the pot each player wins on average if nobody folds.

Three ways to it, and `equity` takes the cheapest exact one unless that would be too slow:

- matchups: every way to deal the players in, up to suits, and every board for each;
- sweep: two ranges of hold'em hands against each other over every board, up to suits;
- sampling: random deals, with a confidence interval.

>>> result = equity("AA", "KK", board="2c7d9h")
>>> [round(player.equity, 4) for player in result.players]
[0.9162, 0.0838]
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.equity import exact as equity_exact
from fifthstreet.equity import sampled as equity_sample
from fifthstreet.equity.games import EquityGame, equity_game
from fifthstreet.equity.matchup import HandsLike, Spot, make_spot
from fifthstreet.equity.outcome import Outcome
from fifthstreet.threads import thread_count

Method: TypeAlias = Literal["auto", "exact", "sample"]
Progress: TypeAlias = Callable[[float], None]  # called with the share done, 0 to 1

METHODS: tuple[Method, ...] = ("auto", "exact", "sample")


@dataclass(frozen=True)
class PlayerEquity:
    """Results of one player, all as shares from 0 to 1."""

    equity: float  # share of the pot
    win: float  # chance to win the whole pot
    tie: float  # chance to win a part of it
    low: float  # share of the pot won by low hands; 0 in games without
    error: float  # half width of the 95% confidence interval of the equity; 0 if exact


@dataclass(frozen=True)
class EquityResult:
    """Equities and how they were found."""

    game: str
    method: Literal["matchups", "sweep", "sample"]
    players: tuple[PlayerEquity, ...]
    deals: int  # deals gone through, or samples
    seconds: float
    # Equity of each of the 1,326 hole hands, NaN for those not held. [1326] a player; only for
    # exact results in games with two hole cards.
    hands: tuple[NDArray[np.float64], ...] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether every deal was gone through."""
        return self.method != "sample"

    def as_dict(self) -> dict[str, object]:
        """Plain data, for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "exact": self.is_exact,
            "deals": self.deals,
            "seconds": self.seconds,
            "players": [asdict(player) for player in self.players],
        }

    def _repr_html_(self) -> str:
        """Table with errors, and grids of exact results, for notebooks."""
        from fifthstreet.equity.picture import equity_html

        return equity_html(self)


def equity(
    *players: HandsLike,
    board: str | int = 0,
    dead: str | int = 0,
    game: str | EquityGame = "holdem",
    method: Method = "auto",
    exact_seconds: float = 10.0,
    samples: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """Equity of each player, given hands or ranges as text, `Range` or `WeightedHands`.

    With the method "auto", an exact answer that is estimated to cost at most `exact_seconds` of
    one core is computed; otherwise `samples` deals are drawn. The result depends on the seed but
    not on the number of threads (None: one a core).
    """
    chosen_game = equity_game(game) if isinstance(game, str) else game
    if method not in METHODS:
        raise ValueError(f"unknown method: {method!r}; want one of {', '.join(METHODS)}")
    if samples < 1:
        raise ValueError(f"samples is {samples}; want 1 or more")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed is {seed}; want 0 to 2^64 - 1")
    spot = make_spot(chosen_game, players, board, dead)
    workers = thread_count(threads)
    report = progress or (lambda share: None)
    start = time.perf_counter()
    outcome = None
    if method != "sample":
        limit = exact_seconds if method == "auto" else float("inf")
        outcome = equity_exact.solve(spot, limit, workers, report)
        if outcome is None and method == "exact":
            raise ValueError(
                f"about {spot.deals * spot.boards:.1g} deals are too many for an exact answer; "
                "want narrower hands, more board cards, or the method 'sample'"
            )
    if outcome is None:
        outcome = equity_sample.solve(spot, samples, seed, workers, report)
    return _result(spot, outcome, time.perf_counter() - start)


def _result(spot: Spot, outcome: Outcome, seconds: float) -> EquityResult:
    players = tuple(PlayerEquity(*map(float, row)) for row in outcome.shares)
    return EquityResult(
        spot.game.name, outcome.method, players, outcome.deals, seconds, outcome.hands
    )
