"""Preflop ranges of a file as charts: what each hand class does in a situation.

A file has ranges by position and action; a chart puts the actions of one situation together, such
as 3-betting, calling and folding against a raise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import Range, class_means
from fifthstreet.errors import InputError
from fifthstreet.review.preflop import RangeFile, bundled_file
from fifthstreet.tree import POSITIONS

FIRST_IN, AFTER_LIMPS, LIMPED = "first in", "after limps", "limped, against a raise"
AGAINST_RAISE, AGAINST_3BET = "against a raise", "raised, against a 3-bet"
AGAINST_4BET, COLD = "3-bet, against a 4-bet", "cold, against a 3-bet or more"
SITUATIONS = (
    *(FIRST_IN, AGAINST_RAISE, AGAINST_3BET, AGAINST_4BET),
    *(COLD, AFTER_LIMPS, LIMPED),
)
_BIG_BLIND = "BB"


@dataclass(frozen=True, eq=False)
class RangeChart:
    """What the hand classes of a position do in a situation."""

    situation: str  # one of SITUATIONS
    position: str
    against: str | None  # the position of the first raiser, where it matters
    actions: tuple[str, ...]  # [A] named as in a path: f, c, k, b
    words: tuple[str, ...]  # [A]
    shares: NDArray[np.float64]  # [A, 169] NaN for classes that never get here
    weights: NDArray[np.float64]  # [169] how often each class gets here, from 0 to 1
    frequencies: NDArray[np.float64]  # [A] of the whole range
    path: str | None = None  # files of ranges have no tree
    board: tuple[int, ...] = ()

    @property
    def title(self) -> str:
        """The position and the situation, like `BTN against CO's raise`."""
        if self.situation == AGAINST_RAISE:
            return f"{self.position} against {self.against}'s raise"
        if self.situation == AGAINST_4BET:
            return f"{self.position} 3-bet {self.against}'s raise, against a 4-bet"
        return f"{self.position} {self.situation}"

    def __repr__(self) -> str:
        parts = (
            f"{word} {share:.0%}" for word, share in zip(self.words, self.frequencies, strict=True)
        )
        return f"<RangeChart: {self.title}: {', '.join(parts)}>"


def range_charts(file: RangeFile) -> list[RangeChart]:
    """Return the charts of a file, in the order of `SITUATIONS` and of play.

    Args:
        file: Preflop ranges, such as one of `bundled`.

    >>> from fifthstreet.review.preflop import bundled
    >>> range_charts(bundled(6)[0])[5].title
    "HJ against LJ's raise"
    """
    charts = list(_charts(file))
    return sorted(charts, key=lambda chart: SITUATIONS.index(chart.situation))


def named_charts(name: str, position: str | None = None) -> list[RangeChart]:
    """Return the charts of ranges that come with the package.

    Args:
        name: One of `fifthstreet.cards.RANGE_CHARTS`, like `6max_100`.
        position: Return only the charts of this position, like `BTN`.

    Raises:
        InputError: If the chart has no such position.

    >>> named_charts("6max_100", "BTN")[0].words
    ('fold', 'raise')
    """
    file = bundled_file(name)
    positions = POSITIONS[file.players]
    if position is not None and position.upper() not in positions:
        raise InputError(
            f"a position of {name} must be one of {', '.join(positions)}, got {position!r}"
        )
    return [
        chart
        for chart in range_charts(file)
        if position is None or chart.position == position.upper()
    ]


def _charts(file: RangeFile) -> Iterator[RangeChart]:
    """Yield the charts of each position."""
    positions = POSITIONS[file.players]
    for at, position in enumerate(positions):
        for situation, against, before, passive, active in (
            (FIRST_IN, None, None, ("limp", "limp"), ("open", "raise")),
            (AFTER_LIMPS, None, None, ("check", "check"), ("raise_limp", "raise")),
            (LIMPED, None, "limp", ("limp_call", "call"), None),
            *(
                (
                    AGAINST_RAISE,
                    raiser,
                    None,
                    (f"call.{raiser}", "call"),
                    (f"three_bet.{raiser}", "3-bet"),
                )
                for raiser in positions[:at]
            ),
            (AGAINST_3BET, None, "open", ("call_3bet", "call"), ("four_bet", "4-bet")),
            *(
                (
                    AGAINST_4BET,
                    raiser,
                    f"three_bet.{raiser}",
                    (f"call_4bet.{raiser}", "call"),
                    (f"five_bet.{raiser}", "5-bet"),
                )
                for raiser in positions[:at]
            ),
            (COLD, None, None, ("cold_call", "call"), ("cold_four_bet", "4-bet")),
        ):
            if situation == AFTER_LIMPS and at == 0:
                continue  # no player has limped yet
            if situation == COLD and at < 2:
                continue  # two others must have raised
            ranges = {
                (label, words): file.ranges[action, position]
                for label, option in (("c", passive), ("b", active))
                if option is not None
                for action, words in [option]
                if (action, position) in file.ranges
            }
            if ranges and (before is None or (before, position) in file.ranges):
                start = Range.full() if before is None else file.ranges[before, position]
                yield _chart(situation, position, against, start, ranges)


def _chart(
    situation: str,
    position: str,
    against: str | None,
    before: Range,
    ranges: dict[tuple[str, str], Range],
) -> RangeChart:
    """Return a chart; hands of `before` that are in none of the ranges take the other action."""
    held = before.weights.astype(np.float64)
    rows = [np.minimum(range_.weights, held) for range_ in ranges.values()]
    rest = np.maximum(held - sum(rows), 0.0)
    is_checked = any(words == "check" for _, words in ranges)
    names = [("k" if words == "check" else label, words) for label, words in ranges]
    if not is_checked or rest.any():
        left = "fold or limp" if situation == AFTER_LIMPS and position != _BIG_BLIND else "fold"
        names, rows = [("f", left), *names], [rest, *rows]
    shares = [
        class_means(np.where(held > 0, row / np.where(held > 0, held, 1), np.nan), held)
        for row in rows
    ]
    return RangeChart(
        situation=situation,
        position=position,
        against=against,
        actions=tuple(label for label, _ in names),
        words=tuple(words for _, words in names),
        shares=np.array(shares),
        weights=np.nan_to_num(class_means(held)),
        frequencies=np.array([row.sum() / held.sum() for row in rows]),
    )
