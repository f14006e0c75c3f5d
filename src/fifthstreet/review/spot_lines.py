"""The preflop line of a spot, recognised by the ranges of both players.

A spot has ranges, but no positions. If both ranges come from a bundled line, as in every spot
that was made from a template, the line tells the positions and the kind of pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.review.preflop import bundled
from fifthstreet.review.preflop_actions import PreflopLine, preflop_lines
from fifthstreet.solvers.postflop import SEATS, Spot
from fifthstreet.tree import POSITIONS

_POT_WORDS = {
    "raised": "single-raised pot",
    "3-bet": "3-bet pot",
    "4-bet": "4-bet pot",
    "limped": "limped pot",
    "raised limp": "raised limped pot",
}
_MAX_DIFFERENCE = 0.006  # of a weight: spots have weights that are rounded to hundredths


@dataclass(frozen=True)
class SpotLine:
    """A preflop line at a table; several if they have the same ranges, pot and stack."""

    players: int  # at the table
    lines: tuple[PreflopLine, ...]

    @property
    def positions(self) -> tuple[str, str]:
        """Positions of OOP and IP, like `BB` and `BTN`, or `CO or BTN` if both are possible."""
        oop, ip = ([getattr(line, seat) for line in self.lines] for seat in SEATS)
        return " or ".join(dict.fromkeys(oop)), " or ".join(dict.fromkeys(ip))

    @property
    def pot(self) -> str:
        """The kind of pot in words, like `single-raised pot`."""
        return _POT_WORDS[self.lines[0].kind]

    @property
    def title(self) -> str | None:
        """What was done before the flop; None if several lines are possible."""
        return self.lines[0].title if len(self.lines) == 1 else None

    @property
    def table(self) -> tuple[str, ...]:
        """All positions of the table, clockwise; only the two players if they are uncertain."""
        return POSITIONS[self.players] if len(self.lines) == 1 else self.positions


def line_of_spot(spot: Spot) -> SpotLine | None:
    """Return the bundled preflop line of a spot; None if its ranges are others.

    Only the ranges count, because raises have many sizes. If several lines have the same ranges,
    those with the nearest ratio of pot and stack are taken, at the smallest table.

    Args:
        spot: Hands that its board blocks are ignored.

    >>> line = preflop_lines(bundled(6)[0])[0]
    >>> oop, ip = line.ranges
    >>> found = line_of_spot(Spot.of("QsJh2h", 650, 9750, oop=oop, ip=ip))
    >>> found.positions, found.pot
    (('LJ', 'HJ'), 'single-raised pot')
    """
    lines, known = _known_lines()
    is_free = HOLE_MASKS & np.uint64(spot.board_mask) == 0
    weights = np.stack([range_.weights[is_free] for range_ in spot.ranges])
    # Compare the numbers of combos first, which is fast and leaves few lines.
    combos = np.abs(known @ is_free.astype(np.float32) - weights.sum(axis=1))
    near = np.flatnonzero((combos <= _MAX_DIFFERENCE * is_free.sum()).all(axis=1))
    differences = np.abs(known[near][:, :, is_free] - weights).max(axis=(1, 2), initial=0.0)
    groups: dict[tuple[float, int, str], list[PreflopLine]] = {}
    for at in near[differences <= _MAX_DIFFERENCE]:
        players, line = lines[at]
        distance = abs(log(spot.pot / spot.stack) - log(line.pot / line.stack))
        groups.setdefault((round(distance, 9), players, line.kind), []).append(line)
    if not groups:
        return None
    nearest = min(groups)
    return SpotLine(nearest[1], tuple(groups[nearest]))


@cache
def _known_lines() -> tuple[list[tuple[int, PreflopLine]], NDArray[np.float32]]:
    """Return all bundled lines with the players at their tables, and the ranges.  [L, 2, 1326]"""
    lines = [
        (players, line)
        for players in POSITIONS
        for file in bundled(players)
        for line in preflop_lines(file)
    ]
    ranges = [[range_.weights for range_ in line.ranges] for _, line in lines]
    return lines, np.round(np.array(ranges), 2).astype(np.float32)
