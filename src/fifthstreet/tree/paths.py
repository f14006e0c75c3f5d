"""Betting as text, like `r:k:b94:c:n8c:b55`: the grammar of a step and of a path.

Steps are joined by colons, or by slashes, as in `x/b33%/c`. The first column is the written form,
the last has other accepted forms.

| step | meaning | also accepted |
|---|---|---|
| `r` | the root, always the first step | left out: `k:b94` is `r:k:b94` |
| `k`, `c`, `f` | check, call, fold | `x` for `k` |
| `b94` | bet or raise to 94 on this street | `b94.00`, `r94`, `b33%`, `r75%` |
| `a` | all-in | `allin` |
| `n8c`, `nQsJh2h` | a deal and its cards | `n`: a deal whose cards are not named |

A percentage is the size of a bet or raise: (amount above the call) / (pot after the call). Letters
may be upper case. An `n` before the first action deals the hole cards and is dropped. The module
`lines` reads free forms, and rounds amounts to the amounts of a tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from math import isfinite

from fifthstreet.cards import parse_cards
from fifthstreet.errors import InputError


class Move(IntEnum):
    """The action or deal that leads to a node. BET covers raises; ALL_IN is all that can be called.

    ROOT belongs to the root alone.
    """

    ROOT = 0
    FOLD = 1
    CHECK = 2
    CALL = 3
    BET = 4
    ALL_IN = 5
    DEAL = 6


LETTERS = dict(zip(Move, "rfkcban", strict=True))
WORDS = {LETTERS[move]: move for move in (Move.FOLD, Move.CHECK, Move.CALL, Move.ALL_IN)}
WORDS |= {"x": Move.CHECK, "allin": Move.ALL_IN}
_SEPARATORS = re.compile(r":|/(?=[a-zA-Z])")  # a slash before a digit is part of a fraction
_MAX_NUMBER = 10**15  # of a bet; amounts have to fit a float
_BET = re.compile(r"[br](\d+(?:\.\d*)?|\.\d+|\d+/0*[1-9]\d*)(%?)", re.ASCII)
_MAX_DIGITS = 1_000  # of an amount, as Python limits them


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path: an action, or a deal with the cards that it names."""

    text: str  # as it was written
    move: Move
    amount: Fraction = Fraction(0)  # chips that a bet or raise is to
    percent: Fraction | None = None  # size of a bet or raise that is given as a share of the pot
    cards: tuple[int, ...] = ()


def parse_step(text: str) -> Step:
    """Parse one step of betting.

    Args:
        text: A step after the root, like `k`, `b94`, `b33%`, `a` or `n8c`.

    Returns:
        The step, with its amount, percentage or cards.

    Raises:
        InputError: If the text is not a step.

    >>> parse_step("r8.00").amount, parse_step("b33%").percent, parse_step("allin").move.name
    (Fraction(8, 1), Fraction(33, 1), 'ALL_IN')
    """
    lower = text.lower()
    if lower in WORDS:
        return Step(text, WORDS[lower])
    if match := _BET.fullmatch(lower):
        if len(match[1]) > _MAX_DIGITS or (number := Fraction(match[1])) > _MAX_NUMBER:
            raise InputError(f"a bet must be at most {_MAX_NUMBER:,}, got {text[:40]!r}")
        if match[2]:
            return Step(text, Move.BET, percent=number)
        return Step(text, Move.BET, amount=number)
    if lower.startswith(LETTERS[Move.DEAL]):
        return Step(text, Move.DEAL, cards=parse_cards(text[1:]))
    raise InputError(f"a step must be k, c, f, b and an amount, a, or n and cards, got {text!r}")


def parse_path(path: str) -> tuple[Step, ...]:
    """Parse a path into its steps after the root.

    Args:
        path: Steps joined by colons or slashes, like `r:k:b94:c:n8c`; `r` may be left out.

    Returns:
        The steps in order; none for the root.

    Raises:
        InputError: If the text is empty or a step cannot be read.

    >>> [step.move.name for step in parse_path("r:k:b94:c:n8c")]
    ['CHECK', 'BET', 'CALL', 'DEAL']
    >>> parse_path("k:r94") == parse_path("r:n:k:r94") == parse_path("r/k/r94")
    True
    """
    texts = _SEPARATORS.split(path.strip())
    if texts == [""]:
        raise InputError("path must not be empty: 'r' is the root")
    if texts[0].lower() == LETTERS[Move.ROOT]:
        del texts[0]
    if texts and texts[0].lower() == LETTERS[Move.DEAL]:
        del texts[0]
    steps = []
    for text in texts:
        try:
            steps.append(parse_step(text))
        except InputError as error:
            raise InputError(f"path {path!r}: {error}") from None
    return tuple(steps)


def whole_chips(value: float, chip: float) -> int | None:
    """Return an amount as a number of chips, or None if it is not a whole number of chips.

    Args:
        value: The amount; a rounding error of a float is ignored.
        chip: Value of one chip, in the same unit.
    """
    count = value / chip
    if not isfinite(count):
        return None
    whole = round(count)
    return whole if abs(count - whole) <= 1e-9 * max(1.0, abs(count)) else None


def chips_text(count: int, chip: float) -> str:
    """Return the value of a number of chips as text, without needless digits.

    Args:
        count: Number of chips.
        chip: Value of one chip.
    """
    return format(Decimal(f"{count * chip:.15g}"), "f")
