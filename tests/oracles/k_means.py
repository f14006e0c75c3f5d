"""k-means++ over rows of whole numbers, point by point, as Lloyd and Arthur & Vassilvitskii say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.oracles.random_stream import Stream

Row = tuple[int, ...]


@dataclass
class Result:
    """Centres, labels and costs; the sum of costs before and after each iteration."""

    centres: list[Row]
    labels: list[int]
    sums: list[int]
    empty: int  # clusters that had to be moved to a point


def distance(metric: str, first: Row, second: Row) -> int:
    """Return the cost of a point of one row to a centre at the other."""
    gaps = [abs(a - b) for a, b in zip(first, second, strict=True)]
    return sum(gaps) if metric == "emd" else sum(gap * gap for gap in gaps)


def nearest(metric: str, row: Row, centres: Sequence[Row]) -> tuple[int, int]:
    """Return the lowest cost and the first centre that has it."""
    return min((distance(metric, row, centre), number) for number, centre in enumerate(centres))


def centre_of(metric: str, rows: Sequence[Row], weights: Sequence[int]) -> Row:
    """Return the rounded mean or the lower median of each column."""
    total = sum(weights)
    if metric == "l2":
        sums = [
            sum(w * row[j] for row, w in zip(rows, weights, strict=True)) for j in _columns(rows)
        ]
        return tuple((2 * number + total) // (2 * total) for number in sums)
    medians = []
    for j in _columns(rows):
        below = 0
        for level, weight in sorted((row[j], w) for row, w in zip(rows, weights, strict=True)):
            below += weight
            if 2 * below >= total:
                medians.append(level)
                break
    return tuple(medians)


def k_means(
    metric: str, rows: Sequence[Row], weights: Sequence[int], count: int, seed: int
) -> Result:
    """Run k-means until an iteration gains nothing; drop empty clusters, sort the others."""
    centres = seeds(metric, rows, weights, count, seed)
    found = [nearest(metric, row, centres) for row in rows]
    sums = [_total(found, weights)]
    empty = 0
    while len(sums) == 1 or sums[-1] < sums[-2]:
        costs = [cost * weight for (cost, _), weight in zip(found, weights, strict=True)]
        dearest = sorted(range(len(rows)), key=lambda i: (-costs[i], -i))
        candidates = list(dict.fromkeys(rows[i] for i in dearest if costs[i] > 0))
        for number in range(len(centres)):
            members = [i for i, (_, label) in enumerate(found) if label == number]
            if sum(weights[i] for i in members):
                part = [rows[i] for i in members], [weights[i] for i in members]
                centres[number] = centre_of(metric, *part)
            elif candidates:
                centres[number] = candidates.pop(0)
                empty += 1
        found = [nearest(metric, row, centres) for row in rows]
        sums.append(_total(found, weights))
    sign = -1 if metric == "emd" else 1
    ordered = sorted(centres, key=lambda centre: (sign * sum(centre), centre))
    labels = [nearest(metric, row, ordered)[1] for row in rows]
    used = sorted(set(labels))
    return Result([ordered[k] for k in used], [used.index(k) for k in labels], sums, empty)


def seeds(
    metric: str, rows: Sequence[Row], weights: Sequence[int], count: int, seed: int
) -> list[Row]:
    """Draw centres, each with a probability proportional to the cost of a point so far."""
    centres: list[Row] = []
    costs = list(weights)
    while len(centres) < count and sum(costs) > 0:
        target = int(Stream(seed, len(centres)).uniform() * sum(costs))
        point = 0
        while target >= costs[point]:
            target -= costs[point]
            point += 1
        centres.append(rows[point])
        costs = [
            nearest(metric, row, centres)[0] * weight
            for row, weight in zip(rows, weights, strict=True)
        ]
    return centres


def _columns(rows: Sequence[Row]) -> range:
    return range(len(rows[0]))


def _total(found: Sequence[tuple[int, int]], weights: Sequence[int]) -> int:
    return sum(cost * weight for (cost, _), weight in zip(found, weights, strict=True))
