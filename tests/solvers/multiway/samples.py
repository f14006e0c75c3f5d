"""Random rivers with three ranges, and their oracle."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range, cards_text
from fifthstreet.solvers.multiway import MultiwaySpot, RiverGame
from fifthstreet.tree import NO_RAKE, Rake
from tests.oracles.triples import Tables, TripleOracle

# Boards that play for most hands, so that all players often tie.
TIED_BOARDS = ("AsKsQsJsTs", "AcAdAhAsKd", "2c2d2h3s3c")


def random_board(random: np.random.Generator) -> str:
    """Return five cards, a third of the time from the boards that play."""
    if random.random() < 1 / 3:
        return str(random.choice(TIED_BOARDS))
    return cards_text(random.permutation(52)[:5].tolist())


def random_spot(
    random: np.random.Generator,
    *,
    hands: int = 8,
    stacks: tuple[float, float, float] = (100, 40, 70),
    rake: Rake = NO_RAKE,
    **options: Any,
) -> MultiwaySpot:
    """Return a spot with a few hands each, from a small pool, so that they often share cards."""
    board = random_board(random)
    mask = sum(1 << card for card in MultiwaySpot.of(board, 1, 1, ["random"] * 3).board)
    free = np.flatnonzero(np.uint64(mask) & HOLE_MASKS == 0)
    pool = random.permutation(free)[: 3 * hands]
    ranges = []
    for _ in range(3):
        weights = np.zeros(HOLE_COUNT, np.float32)
        weights[random.permutation(pool)[:hands]] = random.integers(1, 17, hands) / 16
        ranges.append(Range(weights))
    betting: dict[str, Any] = {"bets": "60%", "raises": "a", "max_raises": 2, **options}
    return MultiwaySpot.of(board, 60, stacks, ranges, rake=rake, **betting)


def oracle_of(game: RiverGame) -> TripleOracle:
    """Return the oracle of a game, with hands in the game's order."""
    return TripleOracle(
        game.tree,
        game.spot.board_mask,
        [hands.holes.tolist() for hands in game.hands],
        [hands.weights[: len(hands.holes)].tolist() for hands in game.hands],
        game.spot.rake,
    )


def random_tables(game: RiverGame, random: np.random.Generator) -> list[np.ndarray]:
    """Return random averages; some hands have none, and play all actions alike."""
    tables = game.empty_tables()
    for table, hands in zip(tables, game.hands, strict=True):
        table[:, : len(hands.holes)] = np.maximum(
            random.normal(0.3, 1, (len(table), len(hands.holes))), 0
        )
    return tables


def strategies_of(game: RiverGame, averages: list[np.ndarray]) -> Tables:
    """Return the strategies of averages, as the oracle reads them."""
    strategies: Tables = [{}, {}, {}]
    for node, rows in game.rows.items():
        player = int(game.tree.player[node])
        weights = averages[player][rows, : len(game.hands[player].holes)].astype(np.float64)
        total = weights.sum(0)
        with np.errstate(invalid="ignore"):
            shares = np.where(total > 0, weights / total, 1 / len(weights))
        strategies[player][node] = shares
    return strategies
