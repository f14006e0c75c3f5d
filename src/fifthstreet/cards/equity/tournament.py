"""Independent chip model: what a stack is worth in a tournament (Malmuth 1987, Harville 1973).

A player's chance of finishing first is their share of the chips. Given the winner, the chance of
finishing second is the share of the remaining chips, and so on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import inf, isfinite

from fifthstreet.errors import InputError


def icm(payouts: Iterable[float], chips: Iterable[float]) -> tuple[float, ...]:
    """Return the expected prize of each player under the independent chip model.

    Args:
        payouts: Prizes from first place down; prizes beyond the number of players are ignored.
        chips: Stacks of the players, each at least 0.

    >>> icm([70, 30], [50, 30, 20])
    (45.17..., 32.25, 22.57...)
    """
    prizes = tuple(payouts)
    stacks = tuple(chips)
    if not all(map(isfinite, prizes)):
        raise InputError(f"payouts must be finite, got {prizes}")
    if not all(0 <= stack < inf for stack in stacks):
        raise InputError(f"stacks must be finite and at least 0, got {stacks}")
    total = sum(stacks)
    values = [0.0] * len(stacks)
    # Probability that exactly the players of a mask have the places so far, in any order.
    ahead: dict[int, float] = {0: 1.0}
    for prize in prizes[: len(stacks)]:
        next_ahead: defaultdict[int, float] = defaultdict(float)
        for mask, chance in ahead.items():
            behind = [player for player in range(len(stacks)) if not mask >> player & 1]
            chips_left = total - sum(
                stack for player, stack in enumerate(stacks) if mask >> player & 1
            )
            for player in behind:
                # Players without chips have equal chances at the remaining places.
                share = stacks[player] / chips_left if chips_left > 0 else 1 / len(behind)
                if share:
                    values[player] += prize * chance * share
                    next_ahead[mask | 1 << player] += chance * share
        ahead = next_ahead
    return tuple(values)
