"""Answers of agents, which are not trusted: amounts, errors, and their text."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from operator import index
from typing import Any

from fifthstreet.game.values import clean_value

LONGEST_TEXT = 100  # characters of an answer that are kept


class AgentError(Exception):
    """Raised when an agent gives no answer, for example because it has used up its time."""

    def __init__(self, kind: str, message: str) -> None:
        """Set what went wrong: `error`, `time` or `memory`."""
        super().__init__(message)
        self.kind: str = kind


def plain_number(value: Any) -> Any:
    """Return a number as an int, float, Fraction or Decimal; ValueError if it is not a number.

    Subclasses and numbers of other libraries are converted, because the engine calculates with what
    it is given.

    >>> import numpy
    >>> plain_number(numpy.int64(7)), plain_number(Fraction(1, 3))
    (7, Fraction(1, 3))
    """
    kind = type(value)
    if kind in (int, float, Fraction, Decimal):
        return value
    if kind is not bool:
        if hasattr(kind, "__index__"):
            return int(index(value))
        if hasattr(kind, "__float__"):
            return float(value)
    raise ValueError(f"an amount of type {kind.__name__}; want a number")


def chips(amount: Any, smallest: Any, largest: Any) -> Any:
    """Return an amount as the type of number that a game is played with.

    Where the smallest and the largest amount are whole, all others must be; ValueError if the
    amount is not, or if it is not a number.

    >>> chips(250.0, 200, 10_000), chips(250.0, Decimal(200), Decimal(10_000))
    (250, Decimal('250'))
    """
    number = clean_value(plain_number(amount))
    if type(smallest) is int and type(largest) is int:
        if number != int(number):
            raise ValueError(f"an amount of {number}; want whole chips")
        return int(number)
    if type(smallest) is Decimal or type(largest) is Decimal:
        return Decimal(number)
    return Fraction(number) if type(number) is Decimal else number


def safe_text(value: Any) -> str:
    """Return the start of a value's `repr` in one line, even if that raises."""
    try:
        return one_line(repr(value))[:LONGEST_TEXT]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"an object whose repr raises {type(error).__name__}"


def error_text(error: BaseException) -> str:
    """Return the type and the message of an error in one line, even if its `str` raises."""
    try:
        message = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        message = ""
    name = type(error).__name__
    return one_line(f"{name}: {message}" if message else name)


def one_line(text: str) -> str:
    """Return text in one line; characters that cannot be printed become question marks.

    >>> one_line("a\\n  b\\x1b[31m")
    'a b?[31m'
    """
    return "".join(each if each.isprintable() else "?" for each in " ".join(text.split()))
