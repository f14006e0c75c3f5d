"""A matchup on all flops, or on some that are dealt at random, and what they say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from fifthstreet.cards import (
    RANKS,
    SuitPermutation,
    canonical_boards,
    cards_of,
    cards_text,
    parse_cards,
    stabiliser,
)
from fifthstreet.solvers.postflop.batch import BatchResult, solve_batch
from fifthstreet.solvers.postflop.problem import is_symmetric
from fifthstreet.solvers.postflop.report_picture import groups_html
from fifthstreet.solvers.postflop.spot import Spot

FLOP_CARDS = 3
_SUITS = ("one suit", "two suits", "three suits")
_PAIRS = ("three of a rank", "a pair", "no pair")


@dataclass(frozen=True)
class Flop:
    """A spot on one flop, and how many flops it stands for."""

    spot: Spot
    count: int

    @property
    def board(self) -> str:
        """Its cards, highest first."""
        return cards_text(self.spot.board)


@dataclass(frozen=True)
class FlopResult:
    """What is kept of a solved flop."""

    board: str
    matchups: float  # weight of all pairs of hands that can meet on it
    ev: tuple[float, float]  # chips of both ranges, OOP first
    frequencies: tuple[float, ...]  # of the actions of the first decision
    exploitability_pot_percent: float
    iterations: int
    seconds: float


@dataclass(frozen=True)
class FlopGroup:
    """Flops that have something in common, weighted by how often they come."""

    kind: str  # all, suits, pairs or high card
    name: str
    flops: int  # solved ones
    share: float  # of all
    ev: tuple[float, float]
    frequencies: tuple[float, ...]
    exploitability_pot_percent: float  # mean over the flops: the error of the means above


class FlopGroups(list[FlopGroup]):
    """Groups of flops, which a notebook shows as a table."""

    def _repr_html_(self) -> str:
        return groups_html(self)


Weighted: TypeAlias = tuple[int, FlopResult]  # how many flops a result stands for


def deal_flops(spot: Spot, *, sample: int | None = None, seed: int = 0) -> list[Flop]:
    """The matchup of a spot on every flop up to suits, or on a sample of them.

    A sample is dealt as cards are, by `seed`, and no flop twice; flops that suits make the same are
    one, with their number. A flop on which the ranges cannot meet is left out.

    >>> spot = Spot.of("QsJh2h", 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="")
    >>> len(deal_flops(spot)), sum(flop.count for flop in deal_flops(spot))
    (1755, 22100)
    >>> sum(flop.count for flop in deal_flops(spot, sample=40))
    40
    """
    if len(spot.board) != FLOP_CARDS:
        raise ValueError(
            f"board {cards_text(spot.board)} has {len(spot.board)} cards; want a flop, so that "
            "there are sizes for all streets"
        )
    masks, counts = canonical_boards(FLOP_CARDS, perms=_symmetry(spot))
    if sample is not None:
        every = np.repeat(np.arange(len(masks)), counts)
        if not 1 <= sample <= len(every):
            raise ValueError(f"a sample of {sample} flops; want 1 to {len(every):,}")
        drawn = np.random.default_rng(seed).choice(every, sample, replace=False)
        counts = np.bincount(drawn, minlength=len(masks))
    flops = []
    for mask, count in zip(masks.tolist(), counts.tolist(), strict=True):
        if not count:
            continue
        try:
            flops.append(Flop(replace(spot, board=tuple(reversed(cards_of(mask)))), count))
        except ValueError:  # the flop leaves nothing of a range, or no two hands that can meet
            continue
    if not flops:
        raise ValueError("the ranges cannot meet on any of these flops")
    return flops


def solve_flops(flops: Iterable[Flop], **options: Any) -> Iterator[FlopResult]:
    """Solve flops in their order; `options` are those of `solve_batch`."""
    for result in solve_batch((flop.spot for flop in flops), **options):
        yield flop_result(result)


def flop_result(result: BatchResult) -> FlopResult:
    """What is kept of a flop."""
    return FlopResult(
        board=cards_text(result.spot.board),
        matchups=result.matchups,
        ev=result.ev,
        frequencies=result.frequencies,
        exploitability_pot_percent=result.exploitability.pot_percent,
        iterations=result.iterations,
        seconds=result.seconds,
    )


def group_flops(results: Sequence[Weighted]) -> FlopGroups:
    """Group flops: all together, then by suits, pairs and high card, leaving out empty groups."""
    total = sum(count * result.matchups for count, result in results)
    groups = FlopGroups()
    for kind, names, name_of in _KINDS:
        found: dict[str, list[Weighted]] = {name: [] for name in names}
        for each in results:
            found[name_of(each[1].board)].append(each)
        groups.extend(_mean(kind, name, chosen, total) for name, chosen in found.items() if chosen)
    return groups


def suits_of(board: str) -> str:
    """How many suits a flop has.

    >>> suits_of("AsKs2d")
    'two suits'
    """
    return _SUITS[len({card % 4 for card in parse_cards(board)}) - 1]


def pairs_of(board: str) -> str:
    """Whether cards of a flop have the same rank.

    >>> pairs_of("AsAd2d")
    'a pair'
    """
    return _PAIRS[len({card // 4 for card in parse_cards(board)}) - 1]


def high_card_of(board: str) -> str:
    """The highest rank of a flop.

    >>> high_card_of("7sJd2d")
    'J high'
    """
    return f"{RANKS[max(card // 4 for card in parse_cards(board))]} high"


# Ways to put flops into groups: all names, and which of them a flop has.
_KINDS: tuple[tuple[str, tuple[str, ...], Callable[[str], str]], ...] = (
    ("all", ("all",), lambda _: "all"),
    ("suits", _SUITS, suits_of),
    ("pairs", _PAIRS, pairs_of),
    ("high card", tuple(f"{rank} high" for rank in reversed(RANKS)), high_card_of),
)


def _mean(kind: str, name: str, chosen: Sequence[Weighted], total: float) -> FlopGroup:
    weights = np.array([count * result.matchups for count, result in chosen])
    share = weights / weights.sum()
    first, second = (share @ np.array([result.ev for _, result in chosen])).tolist()
    frequencies = share @ np.array([result.frequencies for _, result in chosen])
    errors = [result.exploitability_pot_percent for _, result in chosen]
    return FlopGroup(
        kind=kind,
        name=name,
        flops=len(chosen),
        share=float(weights.sum() / total),
        ev=(first, second),
        frequencies=tuple(frequencies.tolist()),
        exploitability_pot_percent=float(share @ np.array(errors)),
    )


def _symmetry(spot: Spot) -> list[SuitPermutation]:
    """Suit permutations that change neither ranges nor locks; ValueError if a lock names cards."""
    for lock in spot.locks:
        _, cards = spot.tree.find(lock.path)
        if cards:
            raise ValueError(
                f"lock {lock.path!r} is for {cards_text(cards)}; want locks for all cards, "
                "as there are many flops"
            )
    return [
        perm
        for perm in stabiliser(ranges=spot.ranges)
        if all(is_symmetric(lock, perm) for lock in spot.locks)
    ]
