"""Information sets as vectors of numbers, which networks take as inputs.

A game may have a method `features(state)`: numbers that describe all that the player to act knows,
as many at every decision. All games of this package have one; for other games, `KeyFeatures` makes
vectors of the texts of their information sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.games.game import TERMINAL, Game

Features: TypeAlias = NDArray[np.float32]
State_contra = TypeVar("State_contra", contravariant=True)

_LINES = 1_000  # random lines whose keys show how long the parts of keys are
_SPARE = 2  # characters that a part may be longer than in these lines
_PART = re.compile(r"(?=[|/:;, \[\]()])")  # before each separator


@runtime_checkable
class FeaturedGame(Protocol[State_contra]):
    """A game that describes its information sets by numbers."""

    def features(self, state: State_contra) -> Features:
        """Return what the player to act knows: equal for states that they cannot tell apart."""


class KeyFeatures:
    """Vectors of the keys of information sets, for games without `features`.

    A key is divided at separators like `|`, `/` and spaces. Each character of each part has a block
    of numbers, one of which is 1. With all keys of a game, no two of them have the same vector.

    >>> features = KeyFeatures(["0:K|", "0:Q|b"])
    >>> features("0:K|").shape == features("0:Q|b").shape
    True
    """

    def __init__(self, keys: Iterable[str], *, spare: int = 0) -> None:
        """Find the parts of keys and their characters.

        Args:
            keys: All keys of a game, or a sample of them.
            spare: Characters that parts may be longer than in the sample; unknown characters share
                a number, so that keys outside of the sample may have equal vectors.
        """
        self._spare = spare
        places: dict[tuple[int, int], set[str]] = {}
        for key in keys:
            for place, letter in _letters(key):
                places.setdefault(place, set()).add(letter)
        if spare:
            known = sorted(set().union(*places.values()))
            last = {part: max(at for each, at in places if each == part) for part, _ in places}
            places = {
                (part, at): {*known} for part, end in last.items() for at in range(end + 1 + spare)
            }
        self._index: dict[tuple[tuple[int, int], str], int] = {}
        for place in sorted(places):
            for letter in sorted(places[place]):
                self._index[place, letter] = len(self._index)
        self.count = len(self._index) + bool(spare)  # of numbers; the last one is for the unknown

    def __call__(self, key: str) -> Features:
        """Return the vector of a key."""
        vector = np.zeros(self.count, np.float32)
        for each in _letters(key):
            index = self._index.get(each)
            if index is not None:
                vector[index] = 1
            elif self._spare:
                vector[-1] += 1
            else:
                raise InputError(f"key must be one of the game's, got {key!r}")
        return vector


def _letters(key: str) -> list[tuple[tuple[int, int], str]]:
    """Return the characters of a key with the numbers of their part and their place in it."""
    return [
        ((number, place), letter)
        for number, part in enumerate(_PART.split(key))
        for place, letter in enumerate(part)
    ]


def sampled_key_features(game: Game[Any]) -> KeyFeatures:
    """Return vectors of keys for a game that is too large to list them.

    Args:
        game: The keys of random lines of it show how long keys are.
    """
    random, keys = Random(0), set()
    for _ in range(_LINES):
        state = game.root()
        while (player := game.player(state)) != TERMINAL:
            if player >= 0:
                keys.add(game.information_set(state))
            state = game.child(state, random.randrange(len(game.actions(state))))
    return KeyFeatures(sorted(keys), spare=_SPARE)


def checked_features(game: Any, state: Any, count: int | None = None) -> Features:
    """Return the features of a state.

    Args:
        game: A game with a method `features`.
        state: A state at which a player acts.
        count: Number of features; any number if it is None.

    Raises:
        InputError: Unless they are a vector of finite numbers, as many as `count`.
    """
    vector = np.asarray(game.features(state), np.float32)
    if vector.ndim != 1 or not vector.size or not np.isfinite(vector).all():
        raise InputError(
            f"{game.name}: features must be a vector of finite numbers, got {vector!r} at {state!r}"
        )
    if count is not None and len(vector) != count:
        raise InputError(
            f"{game.name}: features must be {count} numbers at every decision, "
            f"got {len(vector)} at {state!r}"
        )
    return vector
