"""Base class of the parsers: find the hands in a text, then parse them one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.errors import LineError
from fifthstreet.game.notation.history import HandHistory

# Errors that malformed text may cause inside a parser; callers get an InputError.
BAD_TEXT_ERRORS = (ValueError, LookupError, ArithmeticError, TypeError)


@dataclass(frozen=True, repr=False)
class HandText:
    """Text of one hand and the line that it begins on, counted from 1."""

    text: str
    line: int

    def __repr__(self) -> str:
        return f"<HandText: {self.text.count(chr(10)) + 1} lines from line {self.line}>"


def split_at(text: str, starts: Sequence[int]) -> Iterator[HandText]:
    """Yield the parts of a text that begin at these places."""
    line, position = 1, 0
    for start, end in pairwise([*starts, len(text)]):
        line += text.count("\n", position, start)
        position = start
        yield HandText(text[start:end], line)


class HandParser(ABC):
    """Parser of one format."""

    history_type: ClassVar[type[HandHistory]] = HandHistory  # class of the hands it creates

    @abstractmethod
    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Find the hands in a text, without parsing them."""

    @abstractmethod
    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse one hand, or raise an InputError."""

    def shared_fields(self, text: str, parse_value: ParseValue) -> dict[str, Any]:
        """Return the fields that a text gives once for all of its hands."""
        return {}

    def parse(
        self, text: str, parse_value: ParseValue = parse_value
    ) -> Iterator[tuple[int, HandHistory | ValueError]]:
        """Yield each hand with its first line, or the error in it with the line of the error."""
        try:
            shared = self.shared_fields(text, parse_value)
        except BAD_TEXT_ERRORS:
            shared = {}
        for hand_text in self.hand_texts(text):
            try:
                hand = self.parse_hand(hand_text.text, parse_value)
            except LineError as error:
                yield hand_text.line + error.offset, error
            except ValueError as error:
                yield hand_text.line, error
            else:
                for name, value in shared.items():
                    if getattr(hand, name, None) is None:
                        setattr(hand, name, value)
                yield hand_text.line, hand
