"""The ways to re-solve a subgame, from the simplest to the one that uses the most knowledge."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

Way: TypeAlias = Literal["unsafe", "resolve", "maxmargin", "reach"]
WAYS: tuple[Way, ...] = get_args(Way)
SAFE_WAYS: tuple[Way, ...] = WAYS[1:]


def check_way(way: str) -> Way:
    """Return a way to re-solve; ValueError if there is no such way."""
    for known in WAYS:
        if way == known:
            return known
    raise ValueError(f"no way {way!r}; want {', '.join(WAYS[:-1])} or {WAYS[-1]}")
