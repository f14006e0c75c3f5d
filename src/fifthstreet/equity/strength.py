"""Hand strength: equity against opponents who hold random hands."""

from __future__ import annotations

from fifthstreet.equity.calculate import Method, PlayerEquity, Progress, equity
from fifthstreet.equity.games import EquityGame
from fifthstreet.equity.matchup import MOST_PLAYERS, HandsLike
from fifthstreet.hands.types import CardsLike


def hand_strength(
    hand: HandsLike,
    board: CardsLike = "",
    *,
    opponents: int = 1,
    dead: CardsLike = "",
    game: str | EquityGame = "holdem",
    method: Method = "auto",
    exact_seconds: float = 10.0,
    samples: int = 1_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> PlayerEquity:
    """Return the equity of a hand or range against opponents with random hands.

    The options are those of `equity`: against several opponents the result is usually sampled, and
    `error` is half the width of its 95% confidence interval.

    >>> hand_strength("AsKs", "QsJs2d")
    <PlayerEquity 76.33%: win 75.87%, tie 0.93%>
    >>> hand_strength("AsKs", "QsJs2d", opponents=2, samples=100_000)
    <PlayerEquity 64.17% ± 0.3%: win 63.55%, tie 1.24%>
    """
    if not 1 <= opponents < MOST_PLAYERS:
        raise ValueError(f"opponents must be from 1 to {MOST_PLAYERS - 1}, not {opponents}")
    result = equity(
        hand,
        *["random"] * opponents,
        board=board,
        dead=dead,
        game=game,
        method=method,
        exact_seconds=exact_seconds,
        samples=samples,
        seed=seed,
        threads=threads,
        progress=progress,
    )
    return result.players[0]
