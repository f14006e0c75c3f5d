"""The contents of files whose hashes are right: checked before they are used.

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
# What contents that no writer writes cause where they are used.
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
        if isinstance(error, ValueError) and str(path) in str(error):
            raise
        reason = reason_of(error)
        if not isinstance(error, ValueError):
            reason = f"{type(error).__name__}: {reason}"
        raise DamagedFileError(
            f"{path} is damaged: its contents are not valid ({reason})"
        ) from None


def reason_of(error: Exception) -> str:
    """Return the message of an error in one line; files may make it as long as they are."""
    reason = " ".join(str(error).split())
    return reason if len(reason) <= _MAX_REASON else f"{reason[:_MAX_REASON]} ..."


def whole_number(name: str, value: Any, *, least: int = 0, most: int = 2**53) -> int:
    """Return a whole number; InputError if it is none or out of bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(f"{name} is {value!r}; want a whole number from {least} to {most}")
    return value


def checked_types(data: Mapping[str, Any], types: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a table; InputError unless each has its type.

    Types are those of annotations: int, float, str, bool, None, tuples of these with a fixed or any
    length, and unions. Floats may be whole; lists stand for tuples.

    >>> checked_types({"ev": [1, 2.5]}, {"ev": tuple[float, float]})
    {'ev': (1, 2.5)}
    """
    if not isinstance(data, Mapping):
        raise InputError(f"{data!r} in place of a table with {', '.join(types)}")
    if different := data.keys() ^ types.keys():
        raise InputError(f"unknown or missing field {min(different, key=str)!r}")
    return {name: _checked(name, data[name], wanted) for name, wanted in types.items()}


def _checked(name: str, value: Any, wanted: Any) -> Any:
    if isinstance(wanted, UnionType):
        for each in get_args(wanted):
            try:
                return _checked(name, value, each)
            except ValueError:
                continue
    elif get_origin(wanted) is tuple:
        if isinstance(value, list | tuple):
            parts = get_args(wanted)
            if len(parts) == 2 and parts[1] is Ellipsis:
                parts = parts[:1] * len(value)
            if len(parts) == len(value):
                return tuple(map(_checked, [name] * len(value), value, parts))
    elif wanted is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number and (isinstance(value, float) or abs(value) < _MAX_FLOAT):
            return value
    elif wanted is int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    elif isinstance(value, NoneType if wanted is None else wanted):
        return value
    raise InputError(f"{name} is {value!r}; want {getattr(wanted, '__name__', wanted)}")
