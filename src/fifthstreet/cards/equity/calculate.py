"""Equity: the average share of the pot that each player wins if no player folds.

`equity` uses the fastest exact method that applies; it samples if that would take too long:

- table: two ranges of hold'em hands before the flop, from the counts of each pair of hands;
- matchups: every way to deal the players' hands, up to suits, and every board for each;
- sweep: two ranges of hold'em hands against each other on every board, up to suits;
- sample: random deals, with a confidence interval.

>>> result = equity("AA", "KK", board="2c7d9h")
>>> [round(player.equity, 4) for player in result.players]
[0.9162, 0.0838]
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.equity import exact, sampled
from fifthstreet.cards.equity.games import EquityGame, equity_game
from fifthstreet.cards.equity.matchup import (
    MAX_PLAYERS,
    HandsLike,
    Matchup,
    MatchupOutcome,
    make_matchup,
)
from fifthstreet.cards.hands import CardsLike
from fifthstreet.errors import InputError
from fifthstreet.support.pictured import Pictured
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole

Method: TypeAlias = Literal["auto", "exact", "sample"]
Progress: TypeAlias = Callable[[float], None]  # called with the share completed, 0 to 1

METHODS: tuple[Method, ...] = ("auto", "exact", "sample")


@dataclass(frozen=True, repr=False)
class PlayerEquity:
    """The result of one player, as shares from 0 to 1."""

    equity: float  # share of the pot
    win: float  # probability of winning the whole pot
    tie: float  # probability of winning only part of it
    low: float  # share of the pot won by low hands; 0 in games without them
    error: float  # half the width of the equity's 95% confidence interval; 0 if exact

    def __float__(self) -> float:
        return self.equity

    def __repr__(self) -> str:
        error = f" ± {100 * self.error:.1g}%" if self.error else ""
        low = f", low {self.low:.2%}" if self.low else ""
        return (
            f"<PlayerEquity {self.equity:.2%}{error}: win {self.win:.2%}, tie {self.tie:.2%}{low}>"
        )


@dataclass(frozen=True, repr=False)
class EquityResult(Pictured):
    """The equity of each player and how it was calculated."""

    game: str
    method: Literal["table", "matchups", "sweep", "sample"]
    players: tuple[PlayerEquity, ...]
    deals: int  # number of deals evaluated or sampled
    seconds: float
    # Equity of each of the 1,326 hands, NaN outside the range. [1326] per player; only for exact
    # results in games with two hole cards.
    hands: tuple[NDArray[np.float64], ...] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether every deal was evaluated."""
        return self.method != "sample"

    def __repr__(self) -> str:
        equities = " v ".join(f"{player.equity:.2%}" for player in self.players)
        kind = "exact" if self.is_exact else "sampled"
        return f"<EquityResult {self.game}: {equities}, {kind}, {self.deals:,} deals>"

    def as_dict(self) -> dict[str, object]:
        """Return plain data, for JSON."""
        return {
            "game": self.game,
            "method": self.method,
            "exact": self.is_exact,
            "deals": self.deals,
            "seconds": self.seconds,
            "players": [asdict(player) for player in self.players],
        }


def equity(
    *players: HandsLike,
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | EquityGame = "holdem",
    method: Method = "auto",
    exact_seconds: float = 10.0,
    samples: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """Calculate the equity of each player.

    Args:
        *players: Two to ten hands or ranges: text like `AsKh`, `TT+,AKs:0.5` or `random`, a
            `Range`, or `WeightedHands`. In hold'em, text may also name classes of hands on the
            board, like `top pair & flush draw`.
        board: Cards that are dealt already, as text, a mask or a sequence of cards.
        dead: Cards that cannot be dealt, given like the board.
        game: Name of a game in `GAMES`, like `omaha`, or a game.
        method: `exact`, `sample`, or `auto`: exact if the estimated time on one core is at most
            `exact_seconds`, and sampled otherwise.
        exact_seconds: Limit of the method `auto`.
        samples: Number of random deals, if sampled.
        seed: Seed of the random deals, 0 to 2^64 - 1. A sampled result depends on it but not on the
            number of threads.
        threads: Number of threads; None for one per core.
        progress: Called with the share completed, 0 to 1.

    Returns:
        The players' equities in the order given, and how they were calculated.

    Raises:
        InputError: If hands or cards cannot be read or dealt together, or if there are too many
            deals for the method `exact`.

    >>> equity("AA", "KK", board="2c7d9h")
    <EquityResult holdem: 91.62% v 8.38%, exact, 35,640 deals>
    """
    chosen_game = equity_game(game) if isinstance(game, str) else game
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    samples, seed = whole("samples", samples), whole("seed", seed)
    if samples < 1:
        raise InputError(f"samples must be at least 1, got {samples}")
    if not 0 <= seed < 1 << 64:
        raise InputError(f"seed must be from 0 to 2^64 - 1, got {seed}")
    matchup = make_matchup(chosen_game, players, board, dead)
    workers = thread_count(threads)
    report = progress or (lambda share: None)
    start = time.perf_counter()
    outcome = None
    if method != "sample":
        limit = exact_seconds if method == "auto" else float("inf")
        outcome = exact.solve(matchup, limit, workers, report)
        if outcome is None and method == "exact":
            raise InputError(
                f"about {matchup.deals * matchup.boards:.1g} deals are too many for an exact "
                "result: use narrower ranges, more board cards, or the method 'sample'"
            )
    if outcome is None:
        outcome = sampled.solve(matchup, samples, seed, workers, report)
    return _result(matchup, outcome, time.perf_counter() - start)


def hand_strength(
    hand: HandsLike, board: CardsLike = "", *, opponents: int = 1, **options: Any
) -> PlayerEquity:
    """Return the equity of a hand or range against opponents with random hands.

    Against several opponents the result is usually sampled, and `error` is half the width of its
    95% confidence interval.

    Args:
        hand: A hand or range, as in `equity`.
        board: Cards that are dealt already, as in `equity`.
        opponents: Number of opponents, 1 to 9.
        **options: Other parameters of `equity`, like `game` or `samples`.

    Raises:
        InputError: As `equity` does.

    >>> hand_strength("AsKs", "QsJs2d")
    <PlayerEquity 76.33%: win 75.87%, tie 0.93%>
    >>> hand_strength("AsKs", "QsJs2d", opponents=2, samples=100_000)
    <PlayerEquity 64.17% ± 0.3%: win 63.55%, tie 1.24%>
    """
    if not 1 <= opponents < MAX_PLAYERS:
        raise InputError(f"opponents must be from 1 to {MAX_PLAYERS - 1}, got {opponents}")
    return equity(hand, *["random"] * opponents, board=board, **options).players[0]


def _result(matchup: Matchup, outcome: MatchupOutcome, seconds: float) -> EquityResult:
    players = tuple(PlayerEquity(*map(float, row)) for row in outcome.shares)
    return EquityResult(
        matchup.game.name, outcome.method, players, outcome.deals, seconds, outcome.hands
    )
