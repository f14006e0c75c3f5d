"""Solve a matchup on all flops or a sample, and summarise the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf, sqrt
from typing import Any, TypeAlias

import numpy as np

from fifthstreet.abstraction import BoardTexture, flop_subset
from fifthstreet.cards import (
    RANKS,
    SUIT_PERMUTATIONS,
    SuitPermutation,
    canonical_boards,
    cards_of,
    cards_text,
    stabiliser,
)
from fifthstreet.cards.equity import equity
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.solution import LineMean
from fifthstreet.solvers.postflop.solving import BatchResult, solve_batch
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.support.executors import Executor, Job
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree.strategy import is_symmetric

FLOP_CARDS = 3
ALL_FLOPS = 22_100
_SUITS = ("one suit", "two suits", "three suits")
_PAIRS = ("three of a rank", "a pair", "no pair")


@dataclass(frozen=True)
class Flop:
    """A spot on one flop, and the number of flops that it represents."""

    spot: Spot
    count: int

    @property
    def board(self) -> str:
        """The cards of the flop, highest first."""
        return cards_text(self.spot.board)


@dataclass(frozen=True)
class FlopResult:
    """The result of a solved flop."""

    board: str
    matchups: float  # weight of all pairs of hands that share no card with each other or the flop
    ev: tuple[float, float]  # chips of both ranges, OOP first
    frequencies: tuple[float, ...]  # of the actions at the first decision
    exploitability_pot_percent: float
    iterations: int
    seconds: float
    lines: dict[str, LineMean] = field(default_factory=dict)  # requested decisions
    equity: float | None = None  # of OOP's range; None unless requested


@dataclass(frozen=True)
class FlopGroup:
    """Averages over flops with a common property, weighted by how often they are dealt."""

    kind: str  # all, suits, pairs or high card
    name: str
    flops: int  # number of solved flops
    share: float  # of all flops
    ev: tuple[float, float]
    frequencies: tuple[float, ...]
    exploitability_pot_percent: float  # mean over the flops: the error of the means above
    lines: dict[str, LineMean] = field(default_factory=dict)  # means of other decisions
    equity: float | None = None  # of OOP's range; None unless all flops have it


class FlopGroups(list[FlopGroup], Pictured):
    """Groups of flops, which a notebook shows as a table."""


Weighted: TypeAlias = tuple[int, FlopResult]  # the number of flops that a result represents, first


def deal_flops(
    spot: Spot, *, sample: int | None = None, subset: int | None = None, seed: int = 0
) -> list[Flop]:
    """Return the matchup of a spot on all flops, a random sample or a representative subset.

    Flops that differ only in suits are returned once, with their count. A flop is left out if it
    blocks a whole range or if all pairs of hands share a card.

    Args:
        spot: A spot on any flop.
        sample: Number of flops to draw without replacement from all 22,100.
        subset: Number of flops that represent all of them: 10, 25, 49, 85 or 184 (see
            `fifthstreet.abstraction.flop_subset`).
        seed: Seed of the sample.

    Raises:
        InputError: If the board is not a flop, or if the sample or subset is not possible.

    >>> spot = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
    >>> len(deal_flops(spot)), sum(flop.count for flop in deal_flops(spot))
    (1755, 22100)
    >>> sum(flop.count for flop in deal_flops(spot, sample=40))
    40
    >>> len(deal_flops(spot, subset=25)), sum(flop.count for flop in deal_flops(spot, subset=25))
    (25, 22100)
    """
    if sample is not None and subset is not None:
        raise InputError("sample and subset cannot be combined")
    if len(spot.board) != FLOP_CARDS:
        raise InputError(
            "board must be a flop, so that the spot has sizes for all streets, "
            f"got {cards_text(spot.board)}"
        )
    symmetry = _symmetry(spot)
    masks, counts = canonical_boards(FLOP_CARDS, perms=symmetry)
    if subset is not None:
        if len(symmetry) < len(SUIT_PERMUTATIONS):
            raise InputError(
                "a subset of flops requires ranges and locks with the same hands in all suits"
            )
        chosen = flop_subset(subset)
        masks, counts = chosen.boards, chosen.counts
    if sample is not None:
        all_flops = np.repeat(np.arange(len(masks)), counts)
        if not 1 <= sample <= len(all_flops):
            raise InputError(f"sample must be from 1 to {len(all_flops):,} flops, got {sample}")
        drawn = np.random.default_rng(seed).choice(all_flops, sample, replace=False)
        counts = np.bincount(drawn, minlength=len(masks))
    flops = []
    for mask, count in zip(masks.tolist(), counts.tolist(), strict=True):
        if not count:
            continue
        try:
            flops.append(Flop(replace(spot, board=tuple(reversed(cards_of(mask)))), count))
        except InputError:  # it blocks a whole range, or all pairs of hands share a card
            continue
    if not flops:
        raise InputError("no two hands of the ranges are possible on these flops")
    return flops


def solve_flops(
    flops: Iterable[Flop],
    *,
    executor: Executor | None = None,
    flops_per_job: int = 1,
    **options: Any,
) -> Iterator[FlopResult]:
    """Solve flops and yield their results.

    Results are in order, except with an executor, where they are yielded as jobs end. Except for
    times, they do not depend on the number of workers. A GPU solves the flops of a job side by
    side.

    Args:
        flops: Flops to solve, such as from `deal_flops`.
        executor: Runs the jobs; by default this process solves all flops.
        flops_per_job: Number of consecutive flops that each job of an executor solves.
        **options: Options of `solve_batch`.

    Yields:
        The result of each flop.

    Raises:
        InputError: If `flops_per_job` or an option is out of bounds.

    >>> from fifthstreet.support.executors import open_executor
    >>> spot = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
    >>> flops = deal_flops(spot, sample=3)
    >>> with open_executor() as executor:
    ...     results = {result.board: result for result in solve_flops(flops, executor=executor)}
    >>> sorted(results) == sorted(flop.board for flop in flops)
    True
    """
    if flops_per_job < 1:
        raise InputError(f"flops_per_job must be at least 1, got {flops_per_job}")
    if executor is None:
        for result in solve_batch((flop.spot for flop in flops), **options):
            yield flop_result(result)
        return
    left = iter(flops)
    blocks = iter(lambda: [flop.spot for flop in islice(left, flops_per_job)], [])
    jobs = (Job(cards_text(spots[0].board), _solve_block, (spots, options)) for spots in blocks)
    with closing(executor.run(jobs)) as finished:
        for done in finished:
            yield from done.result


def _solve_block(spots: Sequence[Spot], options: Mapping[str, Any]) -> list[FlopResult]:
    """Solve the spots of a job and return their results."""
    return [flop_result(result) for result in solve_batch(spots, **options)]


def flop_result(result: BatchResult) -> FlopResult:
    """Return the part of a batch's result that is kept for a flop."""
    return FlopResult(
        board=cards_text(result.spot.board),
        matchups=result.matchups,
        ev=result.ev,
        frequencies=result.frequencies,
        exploitability_pot_percent=result.exploitability.pot_percent,
        iterations=result.iterations,
        seconds=result.seconds,
        lines=result.lines,
    )


def with_equity(result: FlopResult, spot: Spot, threads: int | None = None) -> FlopResult:
    """Return a result with the exact equity of OOP's range.

    Args:
        result: A result without equity.
        spot: The spot on the flop of the result.
        threads: Number of threads; by default one per core.
    """
    first, second = spot.live_ranges
    found = equity(first, second, board=cards_text(spot.board), method="exact", threads=threads)
    return replace(result, equity=found.players[0].equity)


def sampling_error(results: Sequence[Weighted], values: Sequence[float]) -> float:
    """Return the standard error of the weighted mean of a value over flops drawn at random.

    It is the error of a ratio of means, with flops of the same kind as one sample (Cochran 1977,
    "Sampling Techniques", chapter 6); 0 for all 22,100 flops, infinite for a single flop.

    Args:
        results: Solved flops, each after the number of flops that it represents.
        values: The value on each flop, such as an EV in chips, whose unit the error has.

    >>> sampling_error([(22_100, FlopResult("AsKd2c", 1, (9, 1), (), 0, 1, 1))], [9])
    0.0
    """
    weights = np.array([count * result.matchups for count, result in results])
    count = len(weights)
    left_out = 1 - sum(number for number, _ in results) / ALL_FLOPS
    if left_out <= 0:
        return 0.0
    if count < 2:
        return inf
    share = weights / weights.sum()
    deviations = share * (np.array(values) - share @ np.array(values))
    return sqrt(left_out * count / (count - 1) * float(deviations @ deviations))


def group_flops(results: Sequence[Weighted]) -> FlopGroups:
    """Return averages over all flops, and by suits, pairs and high card, without empty groups.

    Args:
        results: Solved flops, each after the number of flops that it represents.
    """
    total = sum(count * result.matchups for count, result in results)
    groups = FlopGroups()
    for kind, names, name_of in _KINDS:
        members: dict[str, list[Weighted]] = {name: [] for name in names}
        for count, result in results:
            members[name_of(BoardTexture.of(result.board))].append((count, result))
        groups.extend(_mean(kind, name, flops, total) for name, flops in members.items() if flops)
    return groups


# Kinds of groups: their names in order, and a function from a flop to its name.
_KINDS: tuple[tuple[str, tuple[str, ...], Callable[[BoardTexture], str]], ...] = (
    ("all", ("all",), lambda _: "all"),
    ("suits", _SUITS, lambda texture: texture.suits_text),
    ("pairs", _PAIRS, lambda texture: texture.ranks_text),
    (
        "high card",
        tuple(f"{rank} high" for rank in reversed(RANKS)),
        lambda texture: texture.high_card_text,
    ),
)


def _mean(kind: str, name: str, chosen: Sequence[Weighted], total: float) -> FlopGroup:
    weights = np.array([count * result.matchups for count, result in chosen])
    share = weights / weights.sum()
    first, second = (share @ np.array([result.ev for _, result in chosen])).tolist()
    frequencies = share @ np.array([result.frequencies for _, result in chosen])
    errors = [result.exploitability_pot_percent for _, result in chosen]
    known = [result.equity for _, result in chosen if result.equity is not None]
    return FlopGroup(
        kind=kind,
        name=name,
        flops=len(chosen),
        share=float(weights.sum() / total),
        ev=(first, second),
        frequencies=tuple(frequencies.tolist()),
        exploitability_pot_percent=float(share @ np.array(errors)),
        lines={path: _line_mean(path, chosen) for path in chosen[0][1].lines},
        equity=float(share @ np.array(known)) if len(known) == len(chosen) else None,
    )


def _line_mean(path: str, chosen: Sequence[Weighted]) -> LineMean:
    """Return the mean of a decision over flops, weighted by how often the line is taken on each."""
    means = [result.lines[path] for _, result in chosen]
    dealt = [count * result.matchups for count, result in chosen]
    weights = np.array([weight * mean.reach for weight, mean in zip(dealt, means, strict=True)])
    taken = weights > 0
    if not taken.any():
        return replace(means[0], reach=0.0)
    share = weights[taken] / weights.sum()
    rows = [mean for mean, is_taken in zip(means, taken, strict=True) if is_taken]
    first, second = (share @ np.array([mean.ev for mean in rows])).tolist()
    frequencies = share @ np.array([mean.frequencies for mean in rows])
    return replace(
        means[0],
        frequencies=tuple(frequencies.tolist()),
        ev=(first, second),
        reach=float(weights.sum() / sum(dealt)),
    )


def _symmetry(spot: Spot) -> list[SuitPermutation]:
    """Return the suit permutations that leave ranges and locks unchanged.

    InputError if a lock names cards.
    """
    for lock in spot.locks:
        _, cards = spot.tree.find(lock.path)
        if cards:
            raise InputError(
                "locks must name no cards, so that they apply to all flops, "
                f"got {lock.path!r} with {cards_text(cards)}"
            )
    return [
        perm
        for perm in stabiliser(ranges=spot.ranges)
        if all(is_symmetric(lock, perm) for lock in spot.locks)
    ]
