"""Whole numbers that callers give: seeds and counts."""

from operator import index
from typing import Any

from fifthstreet.errors import InputError


def whole(name: str, value: Any, *, minimum: int | None = None) -> int:
    """Return a seed or a count as an int of Python.

    Args:
        name: Name of the parameter in errors.
        value: A whole number of any type, such as NumPy's.
        minimum: The smallest number that is accepted; by default any.

    Raises:
        InputError: If the value is not a whole number, or below `minimum`.

    >>> import numpy
    >>> whole("seed", numpy.int64(7))
    7
    """
    try:
        number = int(index(value))
    except TypeError:
        number = None
    if number is None or (minimum is not None and number < minimum):
        least = "" if minimum is None else f" of at least {minimum}"
        raise InputError(f"{name} must be a whole number{least}, got {value!r}")
    return number
