"""What all parsers of other notations share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias
from warnings import warn

from fifthstreet.game.values import parse_value
from fifthstreet.notation.errors import LineError
from fifthstreet.notation.hand_history import HandHistory

ParseValue: TypeAlias = Callable[[str], int]

# What a text that makes no sense may raise deep down; to callers it is a ValueError.
BAD_TEXT_ERRORS = (ValueError, LookupError, ArithmeticError, TypeError)


@dataclass(frozen=True)
class HandText:
    """Text of one hand and where it begins."""

    text: str
    line: int  # from 1


class Parser(ABC):
    """Reader of one notation: called with a text, it gives its hands."""

    @abstractmethod
    def __call__(
        self, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Generator[HandHistory, None, int]:
        """The hands of a text one by one; returns how many there were, good and bad.

        A bad hand is left out with a warning, or raises a ValueError with `error_status`.
        """


class HandParser(Parser):
    """Reader that first finds where the hands are and then reads one after the other."""

    @abstractmethod
    def hand_texts(self, s: str) -> Iterator[HandText]:
        """The hands of a text, not yet read."""

    @abstractmethod
    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Read one hand, or raise a ValueError."""

    def shared_fields(self, s: str, parse_value: ParseValue) -> dict[str, Any]:
        """Fields that a text gives for all of its hands."""
        return {}

    def results(
        self, s: str, parse_value: ParseValue = parse_value
    ) -> Iterator[tuple[int, HandHistory | ValueError]]:
        """Each hand or what is wrong with it, and the line that it begins on or that is wrong."""
        try:
            shared = self.shared_fields(s, parse_value)
        except BAD_TEXT_ERRORS:
            shared = {}
        for found in self.hand_texts(s):
            try:
                hand = self.parse_hand(found.text, parse_value)
            except LineError as error:
                yield found.line + error.offset, error
            except ValueError as error:
                yield found.line, error
            else:
                for name, value in shared.items():
                    if getattr(hand, name, None) is None:
                        setattr(hand, name, value)
                yield found.line, hand

    def __call__(
        self, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Generator[HandHistory, None, int]:
        """The hands of a text one by one; returns how many there were, good and bad.

        A bad hand is left out with a warning, or raises a ValueError with `error_status`.
        """
        count = 0
        for line, result in self.results(s, parse_value):
            count += 1
            if isinstance(result, HandHistory):
                yield result
            else:
                message = f"line {line}: the hand cannot be read: {result}"
                if error_status:
                    raise ValueError(message) from result
                warn(message, stacklevel=2)
        return count
