"""Features of a hand in plain Python: every runout against every opposing hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from fifthstreet.cards import mask_of
from fifthstreet.cards.hands import evaluate

AHEAD, TIED, BEHIND = 1, 0, -1
MOST_POINTS = 1980


@dataclass(frozen=True)
class NaiveStrength:
    points: list[int]  # of each runout
    positive_potential: float
    negative_potential: float

    def histogram(self, bins: int) -> list[int]:
        """Count runouts by hand strength in bins of equal width."""
        counts = Counter(min(points * bins // MOST_POINTS, bins - 1) for points in self.points)
        return [counts[number] for number in range(bins)]


def state(hand: int, other: int, board: int) -> int:
    """Compare two hands on a board, all as masks."""
    ours, theirs = evaluate(hand, board), evaluate(other, board)
    return (ours > theirs) - (ours < theirs)


def naive_strength(hand: Sequence[int], board: Sequence[int]) -> NaiveStrength:
    """Calculate the features of a hand on a board of 3, 4 or 5 cards."""
    ours, now_board = mask_of(hand), mask_of(board)
    deck = [card for card in range(52) if card not in (*hand, *board)]
    points = []
    moves: Counter[tuple[int, int]] = Counter()
    before = {other: state(ours, mask_of(other), now_board) for other in combinations(deck, 2)}
    for runout in combinations(deck, 5 - len(board)):
        total = 0
        final_board = now_board | mask_of(runout)
        for other in combinations([card for card in deck if card not in runout], 2):
            after = state(ours, mask_of(other), final_board)
            total += 1 + after
            moves[before[other], after] += 1
        points.append(total)
    return NaiveStrength(points, *_potentials(moves))


def _potentials(moves: Counter[tuple[int, int]]) -> Iterator[float]:
    """Yield the positive and the negative potential by their definition (Papp 1998)."""
    rows = {
        now: sum(moves[now, then] for then in (AHEAD, TIED, BEHIND))
        for now in (AHEAD, TIED, BEHIND)
    }
    half = Fraction(1, 2)
    for source, target in ((BEHIND, AHEAD), (AHEAD, BEHIND)):
        moved = moves[source, target] + half * moves[source, TIED] + half * moves[TIED, target]
        total = rows[source] + half * rows[TIED]
        yield float(moved / total) if total else 0.0
