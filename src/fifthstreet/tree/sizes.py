"""Bet sizes.

A size defines how much to bet or raise, independently of the spot. As text, sizes are separated by
commas or semicolons:

    60%         share of the pot; for a raise, of the pot after calling, on top of the bet
    60          the same; numbers below 10 need a unit, because 3 could mean 3x
    2.5x        raises only: a multiple of the previous bet
    120c        chips; for a raise, on top of the previous bet
    2.5bb       the same in big blinds
    20c3r       the same, with at most 3 raises after the bet on a street (fixed limit)
    e           geometric: the share of the pot that, bet on every street, gets all-in on the river
    2e, 3e200%  the same over 2 streets, and over 3 but no more than 200% of the pot
    33%*1.5:4   a ladder: 33% of the pot, then 1.5 times as much each time, 4 sizes
    a           all-in
    3x r2       raises only: for the second raise on a street; 3x r2+ for it and all later ones
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from typing import TypeAlias

from fifthstreet.errors import InputError

MAX_SIZES = 200  # per menu
_MIN_WITHOUT_UNIT = 10  # percent
_MAX_NUMBER = 1e9  # in a size: the chips of the largest tree
_MAX_RAISE = 100  # on a street

_NUMBER, _WHOLE = r"(\d+(?:\.\d*)?|\.\d+)", r"(\d{1,99})"
_EXAMPLES = "60%, 2.5x, 120c, 2.5bb, 20c3r, e, 2e, 3e200%, 33%*1.5:4, 3x r2 or a"


@dataclass(frozen=True)
class PotShare:
    """A percentage of the pot; for a raise, of the pot after calling, on top of the bet."""

    percent: float

    def __post_init__(self) -> None:
        _check_number("share of the pot", self.percent, "%")

    def __str__(self) -> str:
        return f"{_text(self.percent)}%"


@dataclass(frozen=True)
class PreviousBet:
    """A multiple of the previous bet, for raises."""

    factor: float

    def __post_init__(self) -> None:
        _check_number("multiple of the previous bet", self.factor, "x")
        if self.factor <= 1:
            raise InputError(f"a raise must be more than 1x the bet, got {_text(self.factor)}x")

    def __str__(self) -> str:
        return f"{_text(self.factor)}x"


@dataclass(frozen=True)
class Chips:
    """An amount, for a raise on top of the bet; optionally with a limit on raises per street."""

    amount: float
    max_raises: int | None = None

    def __post_init__(self) -> None:
        _check_number("amount", self.amount, "c")
        if self.max_raises is not None and not 0 <= self.max_raises <= _MAX_NUMBER:
            raise InputError(f"max_raises must be at least 0, or None, got {self.max_raises}")

    def __str__(self) -> str:
        limit = "" if self.max_raises is None else f"{self.max_raises}r"
        return f"{_text(self.amount)}c{limit}"


@dataclass(frozen=True)
class BigBlinds:
    """An amount in big blinds, for a raise on top of the bet."""

    amount: float

    def __post_init__(self) -> None:
        _check_number("amount", self.amount, "bb")

    def __str__(self) -> str:
        return f"{_text(self.amount)}bb"


@dataclass(frozen=True)
class Geometric:
    """The share of the pot that, bet on each of several streets, gets all-in on the last.

    By default streets are counted to the river: 4 preflop, 3 on the flop, 2 on the turn, 1 on the
    river. A raise has one street fewer for every raise before it.
    """

    streets: int | None = None
    max_percent: float | None = None

    def __post_init__(self) -> None:
        if self.streets is not None and not 1 <= self.streets <= _MAX_NUMBER:
            raise InputError(f"streets of a geometric size must be at least 1, got {self.streets}")
        if self.max_percent is not None:
            _check_number("share of the pot", self.max_percent, "%")

    def __str__(self) -> str:
        streets = "" if self.streets is None else str(self.streets)
        return f"{streets}e" + ("" if self.max_percent is None else f"{_text(self.max_percent)}%")


@dataclass(frozen=True)
class AllIn:
    """As many chips as an opponent can still call."""

    def __str__(self) -> str:
        return "a"


PlainSize: TypeAlias = PotShare | PreviousBet | Chips | BigBlinds | Geometric | AllIn


@dataclass(frozen=True)
class NthRaise:
    """A size for one raise on a street, or for it and all later ones.

    The first raise follows the bet; before the flop, the blinds are the bet.
    """

    size: PlainSize
    first: int
    and_later: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.first <= _MAX_RAISE:
            raise InputError(f"the number of a raise must be 1 to {_MAX_RAISE}, got {self.first}")

    def __str__(self) -> str:
        return f"{self.size} r{self.first}{'+' if self.and_later else ''}"


Size: TypeAlias = PlainSize | NthRaise
SizesLike: TypeAlias = str | Iterable[Size]


def geometric_ladder(ratio: float, count: int, *, first: float | None = None) -> tuple[Size, ...]:
    """Return shares of the pot that grow by a ratio.

    Args:
        ratio: Each size divided by the size before it; above 1.
        count: Number of sizes, 1 to 200.
        first: First size, where 1 is the pot; by default the ratio itself.

    >>> sizes_text(geometric_ladder(1.5, 3))
    '150%, 225%, 337.5%'
    >>> sizes_text(geometric_ladder(1.5, 4, first=1 / 3))
    '33.333333%, 50%, 75%, 112.5%'
    """
    start = ratio if first is None else first
    if not (isfinite(ratio) and ratio > 1):
        raise InputError(f"the ratio of a ladder must be more than 1, got {ratio}")
    if not (isfinite(start) and start > 0):
        raise InputError(f"the first share of a ladder must be more than 0, got {start}")
    if not 1 <= count <= MAX_SIZES:
        raise InputError(f"a ladder must have 1 to {MAX_SIZES} sizes, got {count}")
    return tuple(PotShare(round(100 * start * ratio**step, 6)) for step in range(count))


def parse_sizes(text: str) -> tuple[Size, ...]:
    """Parse sizes.

    Args:
        text: Sizes separated by commas or semicolons, like `60%, 3e200%, a`. The module's
            docstring describes the notation.

    Returns:
        The sizes in the given order; none if the text is empty.

    Raises:
        InputError: If a size cannot be read or is out of its limits.

    >>> parse_sizes("60%, 3e200%, a")
    (PotShare(percent=60.0), Geometric(streets=3, max_percent=200.0), AllIn())
    """
    sizes: list[Size] = []
    if not text.strip():
        return ()
    for part in text.replace(";", ",").split(","):
        sizes.extend(_parse_size(part.strip().lower()))
    return tuple(sizes)


def sizes_text(sizes: Iterable[Size]) -> str:
    """Return sizes as text that `parse_sizes` reads.

    Args:
        sizes: Sizes in any order, which the text keeps.
    """
    return ", ".join(map(str, sizes))


def _parse_size(text: str) -> Sequence[Size]:
    for pattern, make in _NOTATION.items():
        if match := re.fullmatch(pattern, text):
            return make(*match.groups())
    raise InputError(f"a bet size must be like {_EXAMPLES}, got {text!r}")


_NOTATION: dict[str, Callable[..., Sequence[Size]]] = {
    rf"{_NUMBER}%": lambda percent: [PotShare(float(percent))],
    _NUMBER: lambda percent: [_share_without_unit(percent)],
    rf"{_NUMBER}x": lambda factor: [PreviousBet(float(factor))],
    rf"{_NUMBER}c(?:{_WHOLE}r)?": lambda chips, most: [Chips(float(chips), most and int(most))],
    rf"{_NUMBER}\s*bb": lambda amount: [BigBlinds(float(amount))],
    rf"{_WHOLE}?e(?:{_NUMBER}%)?": lambda streets, most: [
        Geometric(streets and int(streets), most and float(most))
    ],
    rf"{_NUMBER}%\*{_NUMBER}:{_WHOLE}": lambda first, ratio, count: geometric_ladder(
        float(ratio), int(count), first=float(first) / 100
    ),
    r"a|all-?in": lambda: [AllIn()],
    rf"([^ ].*[^ ]|[^ ])\s+r{_WHOLE}(\+?)": lambda size, first, later: [
        _numbered(each, int(first), later == "+") for each in _parse_size(size)
    ],
}


def _numbered(size: Size, first: int, and_later: bool) -> NthRaise:
    if isinstance(size, NthRaise):
        raise InputError(f"a size must have one number of a raise, got {size} r{first}")
    return NthRaise(size, first, and_later)


def _share_without_unit(number: str) -> PotShare:
    """Return a share of the pot that was typed without a percent sign."""
    if float(number) < _MIN_WITHOUT_UNIT:
        raise InputError(
            f"a bet size below {_MIN_WITHOUT_UNIT} must have a unit: {number}%, {number}x or "
            f"{number}c, got {number!r}"
        )
    return PotShare(float(number))


def _check_number(name: str, value: float, unit: str) -> None:
    if not 0 < value <= _MAX_NUMBER:  # False for nan too
        raise InputError(
            f"{name} must be more than 0 and at most 1,000,000,000, got {_text(value)}{unit}"
        )


def _text(value: float) -> str:
    """Write a number exactly, without needless digits or exponent."""
    if not isfinite(value):
        return str(value)
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
