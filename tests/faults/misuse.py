"""Wrong arguments: how a valid call is turned into a misuse, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arguments = dict[str, Any]

NUMBERS: tuple[Any, ...] = (
    -1,
    0,
    1,
    2,
    7,
    255,
    -(2**31),
    2**31 - 1,
    2**32,
    2**63 - 1,
    -(2**63),
    2**64 - 1,
    2**70,
    1.5,
    -0.5,
    1e300,
    nan,
    inf,
    -inf,
    None,
    "x",
    True,
)


@dataclass(frozen=True)
class Recipe:
    """A call that is valid as it stands, and what it calls of the native core."""

    arguments: Callable[[], Arguments]  # new ones each time, since calls may write into them
    call: Callable[..., object]
    covers: frozenset[str] = field(default_factory=frozenset)


def misused(arguments: Arguments, rng: np.random.Generator) -> Arguments:
    """Return the arguments with one to three of them changed, somewhere inside."""
    changed: Any = arguments
    for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
        changed = _changed(changed, rng, depth=0)
    return dict(changed)


def _changed(value: Any, rng: np.random.Generator, depth: int) -> Any:
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.9):
        names = list(value)
        name = names[int(rng.integers(len(names)))]
        if depth and rng.random() < 0.1:
            return {other: value[other] for other in names if other != name}
        return {**value, name: _changed(value[name], rng, depth + 1)}
    if isinstance(value, list | tuple) and value and rng.random() < 0.6:
        at = int(rng.integers(len(value)))
        items = [*value[:at], _changed(value[at], rng, depth + 1), *value[at + 1 :]]
        return type(value)(items)
    if isinstance(value, list | tuple):
        return _wrong_list(value, rng)
    if isinstance(value, np.ndarray):
        return _wrong_array(value, rng)
    return NUMBERS[int(rng.integers(len(NUMBERS)))]


def _wrong_list(value: Any, rng: np.random.Generator) -> Any:
    choices: tuple[Any, ...] = (
        [],
        [*value, *value],
        value[:-1],
        value[::-1],
        value * 50,
        [None],
        None,
        3,
    )
    wrong = choices[int(rng.integers(len(choices)))]
    return tuple(wrong) if isinstance(value, tuple) and isinstance(wrong, list) else wrong


def _wrong_array(array: NDArray[Any], rng: np.random.Generator) -> Any:
    """Return an array of the wrong shape, type or order, or with wrong numbers in it."""
    shapes: list[Callable[[], Any]] = [
        lambda: array[:0],
        lambda: array[:1].copy(),
        lambda: array[:-1].copy() if len(array) else array,
        lambda: np.concatenate([array, array]) if array.ndim else array,
        lambda: array.reshape(-1, 1),
        lambda: array[..., :-1].copy() if array.ndim else array,
        lambda: array.astype(np.float64 if array.dtype != np.float64 else np.int64),
        lambda: array.astype(np.int64),
        lambda: array.astype(np.complex128),
        lambda: np.repeat(array, 2)[::2],  # not contiguous
        lambda: array.astype(array.dtype.newbyteorder()),
        lambda: array[::-1],
        lambda: array.tolist(),
        lambda: None,
    ]
    if rng.random() < 0.4:
        return shapes[int(rng.integers(len(shapes)))]()
    wrong = array.copy()
    if not wrong.size:
        return np.zeros(3, wrong.dtype)
    flat = wrong.reshape(-1)
    count = flat.size if rng.random() < 0.2 else int(rng.integers(1, min(flat.size, 4) + 1))
    at = rng.integers(flat.size, size=count)
    if wrong.dtype.kind == "f":
        flat[at] = rng.choice([nan, inf, -inf, -1.0, 0.0, 1e30, 1e-300])
    elif wrong.dtype.kind in "iu":
        limits = np.iinfo(wrong.dtype)
        low, high = int(limits.min), int(limits.max)
        known = [low, high, high // 2, 0, 1, flat.size, int(flat[at[0]]) + 1, int(flat[at[0]]) - 1]
        if rng.random() < 0.3:
            native = wrong.dtype.newbyteorder("=")
            flat[at] = rng.integers(low, high, size=count, dtype=native, endpoint=True)
        else:
            flat[at] = min(max(known[int(rng.integers(len(known)))], low), high)
    return wrong


def cases_of(recipes: Mapping[str, Recipe], seed: int, rounds: int) -> list[tuple[str, int]]:
    """Return misuses as a recipe's name and a seed, in rounds over all recipes."""
    return [
        (name, seed + 1_000_003 * number + index)
        for number in range(rounds)
        for index, name in enumerate(recipes)
    ]


def text_of(error: BaseException) -> str:
    """Return an error in one line for the report."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]
