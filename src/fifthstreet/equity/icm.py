"""Independent chip model: what a stack is worth in a tournament (Malmuth 1987, Harville 1973).

The chance to win is a player's share of the chips; given who came first, the chance to come
second is the share of what is left, and so on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


def calculate_icm(payouts: Iterable[float], chips: Iterable[float]) -> tuple[float, ...]:
    """Expected prize of each player, given the prizes from the first place down and the stacks.

    >>> calculate_icm([70, 30], [50, 30, 20])
    (45.17..., 32.25, 22.57...)
    """
    prizes = tuple(payouts)
    stacks = tuple(chips)
    if not all(stack >= 0 for stack in stacks):
        raise ValueError(f"not stacks: {stacks}; want numbers of chips")
    total = sum(stacks)
    values = [0.0] * len(stacks)
    # Chance that some players, as a mask, took the places so far in whatever order.
    ahead: dict[int, float] = {0: 1.0}
    for prize in prizes[: len(stacks)]:
        further: defaultdict[int, float] = defaultdict(float)
        for mask, chance in ahead.items():
            behind = [player for player in range(len(stacks)) if not mask >> player & 1]
            left = total - sum(stack for player, stack in enumerate(stacks) if mask >> player & 1)
            for player in behind:
                # Players without chips share what they are left with.
                share = stacks[player] / left if left > 0 else 1 / len(behind)
                if share:
                    values[player] += prize * chance * share
                    further[mask | 1 << player] += chance * share
        ahead = further
    return tuple(values)
