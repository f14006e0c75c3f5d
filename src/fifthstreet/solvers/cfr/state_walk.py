"""Steps that walks over the states of a game share: deal cards, draw actions, read payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, isfinite
from typing import Any

from fifthstreet._native import RandomStream
from fifthstreet.errors import InputError
from fifthstreet.solvers.games import Game

_TOLERANCE = 1e-9  # how far the sum of probabilities may be from 1


def drawn_index(probabilities: Sequence[float], random: RandomStream) -> int:
    """Draw an index: the first at which the running sum exceeds a number from [0, 1)."""
    u = random.uniform()
    total, last = 0.0, 0
    for index, probability in enumerate(probabilities):
        if probability > 0:
            last = index
            total += probability
            if u < total:
                break
    return last


def drawn_outcome(game: Game[Any], state: Any, random: RandomStream) -> Any:
    """Draw the state after a chance state, as an integer if all outcomes are equally likely."""
    probabilities = game.probabilities(state)
    count = len(probabilities)
    if not count or not min(probabilities) >= 0 or abs(fsum(probabilities) - 1) >= _TOLERANCE:
        raise InputError(
            f"{game.name}: probabilities must be non-negative and add up to 1, "
            f"got {tuple(probabilities)} at {state!r}"
        )
    if len(set(probabilities)) == 1:
        return game.child(state, random.below(count))
    return game.child(state, drawn_index(probabilities, random))


def checked_payoffs(game: Game[Any], state: Any) -> Sequence[float]:
    """Return the payoffs at a terminal state.

    Args:
        game: The game, which errors name.
        state: A state at which it has ended.

    Raises:
        InputError: Unless the payoffs are a finite number for each player.
    """
    payoffs = game.payoffs(state)
    if len(payoffs) != game.players or not all(map(isfinite, payoffs)):
        raise InputError(
            f"{game.name}: payoffs must be a number for each of {game.players} players, "
            f"got {tuple(payoffs)} at {state!r}"
        )
    return payoffs
