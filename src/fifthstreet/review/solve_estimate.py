"""How much a review has to solve, before it starts: spots, time, memory and disk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.review.hands import PlayedHand
from fifthstreet.review.solving import SolveAnswers, SolveSettings, real_spot
from fifthstreet.solvers.postflop import Spot, check_precision, estimate, estimate_time

_FILE_SHARE = 0.5  # size of a solution's file in sizes of the solve's tables


@dataclass(frozen=True)
class SolveEstimate:
    """What the solves of a review need."""

    spots: int  # to solve; hands that lead to the same spot count once
    stored: int  # spots whose solutions earlier reviews stored
    seconds: float  # of all solves together
    seconds_range: tuple[float, float]
    memory_bytes: int  # of the largest solve
    disk_bytes: int  # of all solutions; 0 if they are not stored

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def estimate_solves(
    answers: SolveAnswers, hands: Iterable[PlayedHand], player: str | None = None
) -> SolveEstimate:
    """Estimate the solves of a review, in about two seconds for each street that hands start on.

    The time of one spot per street is measured; others take as long as their tables are large.

    Args:
        answers: The source that will solve; its limits of time count.
        hands: All hands of the review.
        player: The player who is reviewed, as in `review_hands`.

    Returns:
        The number of spots, and the time, memory and disk space of their solves together.
    """
    settings = answers.settings
    spots: dict[Spot, None] = {}
    for hand in hands:
        start = None if answers.refusal(hand) else answers.start(hand, player)
        if start is not None:
            try:
                spots[real_spot(hand, start, settings)] = None
            except InputError:  # the review will say why it is not solved
                continue
    new = [spot for spot in spots if answers.stored(spot) is None]
    by_street: dict[int, list[tuple[Spot, int]]] = {}
    for spot in new:
        size = estimate(spot).bytes[check_precision(settings.precision)]
        by_street.setdefault(spot.street, []).append((spot, size))
    sizes = [size for group in by_street.values() for _, size in group]
    times = [(0.0, 0.0, 0.0), *(_seconds(group, settings) for group in by_street.values())]
    middle, low, high = (
        min(sum(each), settings.total_seconds) for each in zip(*times, strict=True)
    )
    return SolveEstimate(
        spots=len(new),
        stored=len(spots) - len(new),
        seconds=middle,
        seconds_range=(low, high),
        memory_bytes=max(sizes, default=0),
        disk_bytes=0 if answers.folder is None else round(_FILE_SHARE * sum(sizes)),
    )


def _seconds(group: list[tuple[Spot, int]], settings: SolveSettings) -> tuple[float, float, float]:
    """Return the time of spots on one street, its least and its most, by measuring one of them."""
    spot, size = sorted(group, key=lambda each: each[1])[len(group) // 2]
    time = estimate_time(
        spot,
        target_pot_percent=settings.target_pot_percent,
        max_iterations=settings.max_iterations,
        threads=settings.threads,
        precision=settings.precision,
    )
    middle, low, high = (
        sum(min(seconds * other / size, settings.seconds) for _, other in group)
        for seconds in (time.seconds, *time.seconds_range)
    )
    return middle, low, high
