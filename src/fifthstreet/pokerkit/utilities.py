"""Cards, decks, chip values and small helpers with PokerKit's names."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, time
from functools import partial
from operator import is_not
from typing import Any, TypeVar

from fifthstreet.cards import CardsLike
from fifthstreet.game import ValuesLike, clean_values, divmod, max_or_none, rake
from fifthstreet.game.notation import parse_value
from fifthstreet.pokerkit.cards import Card, Deck, Rank, RankOrder, Suit

__all__ = [
    "UNMATCHABLE_PATTERN",
    "Card",
    "CardsLike",
    "Deck",
    "Rank",
    "RankOrder",
    "Suit",
    "ValuesLike",
    "clean_values",
    "divmod",
    "filter_none",
    "max_or_none",
    "min_or_none",
    "parse_month",
    "parse_time",
    "parse_value",
    "rake",
    "rotated",
    "shuffled",
    "sign",
]

UNMATCHABLE_PATTERN: re.Pattern[str] = re.compile(r"(?!)")  # for lines that a site does not have

_T = TypeVar("_T")


def filter_none(values: Iterable[Any]) -> Iterator[Any]:
    """Iterate over the values that are not None."""
    return filter(partial(is_not, None), values)


def min_or_none(values: Iterable[Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return the smallest of the values that are not None, or None if there are none."""
    return min(filter_none(values), key=key, default=None)


def rotated(values: Iterable[_T], count: int) -> deque[_T]:
    """Move the values `count` places to the right; the last ones come first.

    >>> rotated("abcd", 1)
    deque(['d', 'a', 'b', 'c'])
    """
    items = deque(values)
    items.rotate(count)
    return items


def shuffled(values: Iterable[_T], generator: random.Random | None = None) -> list[_T]:
    """Return the values in random order, by the `random` module unless a generator is given."""
    items = list(values)
    (generator or random).shuffle(items)
    return items


def sign(value: int) -> int:
    """Return 1, -1 or 0 for a positive number, a negative one or zero."""
    return int(value > 0) - int(value < 0)


def parse_time(raw_time: str) -> time:
    """Parse a time like `12:34:56`."""
    return datetime.strptime(raw_time, "%H:%M:%S").time()


def parse_month(raw_month: str) -> int:
    """Return the number of a month given by name: January is 1."""
    return datetime.strptime(raw_month, "%B").month
