"""Checks of the contents of files whose hashes are right.

A hash shows that a file is as it was written, not that it was written by this package.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from fifthstreet.errors import DamagedFileError, InputError

_MAX_REASON = 300  # characters
_MAX_FLOAT = 2**1000  # of whole numbers, so that they can be written as floats
# Errors that invalid contents cause where they are used.
WRONG_CONTENT = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)


@contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn errors about the contents of a file into a `DamagedFileError` that names it."""
    try:
        yield
    except WRONG_CONTENT as error:
        if isinstance(error, InputError) and str(path) in str(error):
            raise
        reason = reason_of(error)
        if not isinstance(error, ValueError):
            reason = f"{type(error).__name__}: {reason}"
        raise DamagedFileError(
            f"{path} is damaged: its contents are not valid ({reason})"
        ) from None


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line, shortened if it quotes long contents."""
    reason = " ".join(str(error).split())
    return reason if len(reason) <= _MAX_REASON else f"{reason[:_MAX_REASON]} ..."


def whole_number(name: str, value: Any, *, minimum: int = 0, maximum: int = 2**53) -> int:
    """Return a whole number; InputError if it is another type or out of bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise InputError(
            f"{name} must be a whole number from {minimum} to {maximum}, got {value!r}"
        )
    return value


def checked_types(data: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a table; InputError unless each has its type.

    Types are as in annotations: int, float, str, bool, None, tuples of these with a fixed or any
    length, and unions. Floats may be whole; lists are accepted for tuples.

    >>> checked_types({"ev": [1, 2.5]}, {"ev": tuple[float, float]})
    {'ev': (1, 2.5)}
    """
    if not isinstance(data, Mapping):
        raise InputError(f"a table with {', '.join(types)} is required, got {data!r}")
    if different := data.keys() ^ types.keys():
        raise InputError(f"unknown or missing field {min(different, key=str)!r}")
    return {name: _checked(name, data[name], accepted) for name, accepted in types.items()}


def _checked(name: str, value: Any, accepted: Any) -> Any:
    if isinstance(accepted, UnionType):
        for each in get_args(accepted):
            try:
                return _checked(name, value, each)
            except InputError:
                continue
    elif get_origin(accepted) is tuple:
        if isinstance(value, list | tuple):
            parts = get_args(accepted)
            if len(parts) == 2 and parts[1] is Ellipsis:
                parts = parts[:1] * len(value)
            if len(parts) == len(value):
                return tuple(map(_checked, [name] * len(value), value, parts))
    elif accepted is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and (isinstance(value, float) or abs(value) < _MAX_FLOAT):
            return value
    elif accepted is int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    elif isinstance(value, NoneType if accepted is None else accepted):
        return value
    raise InputError(f"{name} must be {getattr(accepted, '__name__', accepted)}, got {value!r}")
