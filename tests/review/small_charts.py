"""Small charts with random strategies and EVs, as a solve would give them."""

from functools import cache, partial

import numpy as np

from fifthstreet.review import ChartEntry, PreflopRanges, SolvedCharts
from fifthstreet.solvers.ring import RingRecord, RingStrategy, ring_game_of
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability

STACKS = (10, 20, 40)
GAIN = 0.004  # of the first seat, in big blinds; the others gain half of it


@cache
def chart(seats: int, stack: float, ante: float = 0.0, rake: bool = False) -> RingStrategy:
    """Return a chart with a raise, an all-in and one cold call."""
    game = ring_game_of(
        {
            "seats": seats,
            "stack": stack,
            "ante": ante,
            "sizes": {"preflop": {"raise": "2.5x r1, a"}},
            "tree": {"max_raises": 2, "cold_calls": [0, 1, 0]},
            **({"rake": {"rate": 0.05, "cap": 3}} if rake else {}),
        }
    )
    rng = np.random.default_rng([seats, round(stack), round(10 * ante), rake])
    rows = int(game.tree.n_children[game.tree.kind == Kind.ACTION].sum())
    gains = (GAIN, *(GAIN / 2,) * (seats - 1))
    known = Exploitability(gains, (0.0,) * seats, game.pot)
    record = RingRecord(10, 1.0, known, [(10, 0.01)], "network", 2.0, 1, 0)
    values = rng.normal(size=(rows, 169))
    return RingStrategy(game, rng.random((rows, 169)) + 0.01, values, record)


def small_charts(seats: int = 3, **changes: float) -> SolvedCharts:
    """Return charts of three stacks for a number of seats."""
    return SolvedCharts(
        [
            ChartEntry(f"{seats}max_{stack}", seats, stack, partial(chart, seats, stack, **changes))
            for stack in STACKS
        ]
    )


def small_ranges(seats: int = 3, **changes: float) -> PreflopRanges:
    """Return the charts as preflop ranges."""
    return PreflopRanges(charts=small_charts(seats, **changes))
