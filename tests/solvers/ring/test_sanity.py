"""What any good chart of a table has: tests of poker sense on the charts of the package."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES, HOLE_COUNT, class_index
from fifthstreet.solvers.ring import RING_CHARTS, RingStrategy, shipped_ring
from fifthstreet.tree import Kind, Move, position_names

CASH = [name for name in RING_CHARTS if name.startswith(("6max_100", "9max_100"))]
RANKS = "AKQJT98765432"
DEALT = CLASS_SIZES / HOLE_COUNT
ACES = class_index("AA")
# Better hands first. Kickers below a ten are left out: a five makes more straights than a six.
BETTER = [
    *pairwise(f"{rank}{rank}" for rank in RANKS),
    *(
        (f"{high}{low}s", f"{high}{low}o")
        for at, high in enumerate(RANKS)
        for low in RANKS[at + 1 :]
    ),
    *(
        (f"{high}{better}{suits}", f"{high}{worse}{suits}")
        for suits in "so"
        for high in "AKQ"
        for better, worse in pairwise(RANKS[RANKS.index(high) + 1 : 5])
    ),
]
# Percent of hands raised first in with 100 big blinds, in published charts for six seats:
# - Janda, Applications of No-Limit Hold'em (2013): 13.9, 17.9, 23.7, 47.5 from first to act on;
# - Korolev, Preflop Charts: Open Raises in 6max Cash Games: 15 to 17 first to act;
# - 888poker, GTO Opening Raising Strategy (a solver, with rake): 17.9 first to act;
# - RangeSharp, Preflop Opening Ranges by Position: about 15 first to act, the button 40 or more.
# Bands go from the lowest figure to 6 points above the highest, since most have rake, which makes
# openings of marginal hands worse. Sources for the small blind differ in whether it may limp.
PUBLISHED = {"LJ": (13.9, 17.9), "HJ": (17.9, 17.9), "CO": (23.7, 23.7), "BTN": (40.0, 47.5)}
MORE = 6.0


@pytest.fixture(params=RING_CHARTS)
def chart(request: pytest.FixtureRequest) -> RingStrategy:
    return shipped_ring(request.param)


@pytest.fixture(params=CASH)
def cash(request: pytest.FixtureRequest) -> RingStrategy:
    return shipped_ring(request.param)


def openings(strategy: RingStrategy) -> Iterator[tuple[str, int]]:
    """Yield the positions that may open, with their decisions if all fold to them."""
    tree, node = strategy.tree, 0
    names = position_names(tree.players)
    while tree.kind[node] == Kind.ACTION:
        yield names[int(tree.player[node])], node
        (node,) = (each for each in tree.children(node) if tree.move[each] == Move.FOLD)


def folding(strategy: RingStrategy, node: int) -> NDArray[np.float64] | None:
    """Return how often each class folds at a decision; None if it cannot."""
    tree = strategy.tree
    first = int(tree.first_child[node])
    return strategy.shares(node)[0] if tree.move[first] == Move.FOLD else None


@cache
def common(strategy: RingStrategy, least: float) -> list[tuple[int, NDArray[np.float64], float]]:
    """Return the decisions that play gets to at least this often.

    With each, how often each class of the player gets there, and how often the others do.
    """
    tree, found = strategy.tree, []
    places = [(0, np.ones((tree.players, len(DEALT))))]
    while places:
        node, reach = places.pop()
        player = int(tree.player[node])
        found.append((node, reach[player], float(np.delete(reach @ DEALT, player).prod())))
        for child, share in zip(tree.children(node), strategy.shares(node), strict=True):
            below = reach.copy()
            below[player] *= share
            if tree.kind[child] == Kind.ACTION and (below @ DEALT).prod() >= least:
                places.append((child, below))
    return found


def tolerance(strategy: RingStrategy) -> float:
    """Return how much a hand may lose by an action in a good chart: chips, or prizes.

    A loss of a single hand is as rare as the hand and its line, so it may be larger than a gain.
    """
    certificate = strategy.record.certificate
    assert certificate is not None
    least = sum(strategy.game.payouts) / 1000 if strategy.game.payouts else 0.1
    return max(least, 10 * max(certificate.gains))


def test_aces_never_fold(chart: RingStrategy) -> None:
    for node, held, _ in common(chart, 1e-4):
        folded = folding(chart, node)
        if folded is not None and held[ACES] > 0.05:
            assert folded[ACES] < 0.02, chart.tree.path(node)


def test_better_hands_win_more_when_they_open(chart: RingStrategy) -> None:
    for position, node in openings(chart):
        values = np.nanmax(chart.class_values(node), axis=0)
        for better, worse in BETTER:
            won, other = values[class_index(better)], values[class_index(worse)]
            assert won > other - tolerance(chart) / 2, (position, better, worse)


def test_better_hands_never_fold_where_worse_ones_play(chart: RingStrategy) -> None:
    """Both may be mixed where neither wins more than by folding."""
    for node, held, _ in common(chart, 2e-3):
        folded = folding(chart, node)
        if folded is None:
            continue
        values = chart.class_values(node)
        lost = np.nanmax(values[1:], axis=0) - values[0]  # by folding
        for better, worse in BETTER:
            first, second = class_index(better), class_index(worse)
            if min(held[first], held[second]) > 0.5 and folded[second] < 0.3:
                cost = max(float(lost[first]), 0.0) * float(folded[first])
                assert cost < tolerance(chart), (chart.tree.path(node), better, worse)


def test_no_decision_loses_more_than_its_position(chart: RingStrategy) -> None:
    """A best response at one decision gains no more than a best response everywhere."""
    certificate = chart.record.certificate
    assert certificate is not None
    for node, held, others in common(chart, 1e-2):
        shares, values = chart.shares(node), chart.class_values(node)
        lost = np.nansum(shares * (np.nanmax(values, axis=0) - values), axis=0)
        seat = int(chart.tree.player[node])
        most = certificate.gains[seat] + certificate.errors[seat]
        rounding = np.nanmax(np.abs(values)) / 5_000  # of shares and EVs
        assert float((lost * held) @ DEALT) * others < most + rounding, chart.tree.path(node)


def test_later_positions_open_more(chart: RingStrategy) -> None:
    opened = [
        100 * float((1 - chart.shares(node)[0]) @ DEALT)
        for position, node in openings(chart)
        if position != "SB"
    ]
    assert opened == sorted(opened)
    values = [
        float(np.nanmax(chart.class_values(node), axis=0) @ DEALT) for _, node in openings(chart)
    ]
    if not chart.game.payouts:
        assert values[:-1] == sorted(values[:-1])  # the small blind has put in half a big blind


def test_openings_are_in_the_bands_of_published_charts(cash: RingStrategy) -> None:
    for position, node in openings(cash):
        if position in PUBLISHED:
            low, high = PUBLISHED[position]
            opened = 100 * float((1 - cash.shares(node)[0]) @ DEALT)
            assert low <= opened <= high + MORE, position


def test_certificates(chart: RingStrategy) -> None:
    """No position gains more than 1 big blind in 100 hands, or a thousandth of all prizes."""
    certificate = chart.record.certificate
    assert certificate is not None
    most = sum(chart.game.payouts) / 1000 or 0.01
    for gain, error in zip(certificate.gains, certificate.errors, strict=True):
        assert -1e-3 * most <= gain
        assert gain + error <= most
    # What all seats win together is the rake; independent hands are an approximation.
    total = sum(certificate.values)
    most = sum(chart.game.payouts) / 300 or (0.3 if chart.game.rake.rate else 0.1)
    assert total == pytest.approx(0, abs=most)
    if chart.game.rake.rate:
        assert total < -0.02
