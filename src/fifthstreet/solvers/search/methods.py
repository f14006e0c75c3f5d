"""Methods of re-solving a subgame, from the simplest to the one that uses the most knowledge."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from fifthstreet.errors import InputError

Method: TypeAlias = Literal["unsafe", "resolve", "maxmargin", "reach"]
METHODS: tuple[Method, ...] = get_args(Method)
SAFE_METHODS: tuple[Method, ...] = METHODS[1:]


def check_method(method: str) -> Method:
    """Return a method by its name; InputError if it is unknown."""
    for known in METHODS:
        if method == known:
            return known
    raise InputError(f"method must be {', '.join(METHODS[:-1])} or {METHODS[-1]}, got {method!r}")
