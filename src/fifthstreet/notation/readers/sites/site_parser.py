"""Base class of the parsers of poker sites' logs."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from datetime import time
from functools import lru_cache
from typing import ClassVar

from fifthstreet.notation.amounts import ParseValue, TooPreciseError, parse_value
from fifthstreet.notation.errors import LineError
from fifthstreet.notation.history import HandHistory
from fifthstreet.notation.readers.building import HandBuilder
from fifthstreet.notation.readers.parser import BAD_TEXT_ERRORS, HandParser, HandText

_DECIMALS = (2, 8)  # cents, and what cryptocurrencies have
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₽": "RUB", "₹": "INR"}
_DATE = re.compile(r"(\d{4})[/-](\d\d?)[/-](\d\d?)[ T](\d\d?):(\d\d):(\d\d)(?: ([A-Z]{2,5})\b)?")


class SiteParser(HandParser):
    """Parser of the logs of a site: splits a text into hands and reads them line by line.

    A subclass says how the first line of a hand begins, and calls a `HandBuilder` for each line.
    """

    START: ClassVar[str]  # a regular expression for the beginning of a hand's first line
    venue: ClassVar[str]
    first_line: ClassVar[int] = 0  # of the hand in the text that `read` is called with

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the parts of a log that look like hands."""
        # A match begins with the end of the line before, so it is where a line begins in the text.
        starts = [match.start() for match in _start_pattern(self.START).finditer(f"\n{text}")]
        line, position = 1, 0
        for index, start in enumerate(starts):
            line += text.count("\n", position, start)
            position = start
            end = starts[index + 1] if index + 1 < len(starts) else len(text)
            yield HandText(text[start:end], line)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse and replay one hand."""
        lines = text.split("\n")
        for decimals in _DECIMALS:
            builder = HandBuilder(decimals)
            builder.fields["venue"] = self.venue
            try:
                self.read(lines, builder)
                builder.line = self.first_line
                return builder.build(self.history_type, parse_value)
            except TooPreciseError as error:
                if decimals == _DECIMALS[-1]:
                    raise LineError(str(error), builder.line) from error
            except LineError:
                raise
            except BAD_TEXT_ERRORS as error:
                raise LineError(str(error), builder.line) from error
        raise AssertionError

    @abstractmethod
    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand; set `builder.line` to the number of each line, from 0."""


@lru_cache(maxsize=64)
def _start_pattern(start: str) -> re.Pattern[str]:
    # Starting with a character instead of `^` is twice as fast.
    return re.compile(f"\n[ \\t]*(?:{start})")


def add_date(builder: HandBuilder, text: str) -> None:
    """Set the date and the time from a text like `2013/10/04 13:53:27 ET`."""
    match = _DATE.search(text)
    if match is None:
        return
    year, month, day, hour, minute, second, zone = match.groups()
    set_date(builder, int(year), int(month), int(day), f"{hour}:{minute}:{second}", zone)


def set_date(
    builder: HandBuilder, year: int, month: int, day: int, clock: str, zone: str | None
) -> None:
    """Set the date and the time of a hand; the zone is an abbreviation."""
    hour, minute, second = map(int, clock.split(":"))
    builder.fields |= {
        "time": time(hour, minute, second),
        "day": day,
        "month": month,
        "year": year,
    }
    if zone:
        builder.extras["time_zone_abbreviation"] = zone


def add_currency(builder: HandBuilder, amount: str, code: str | None = None) -> None:
    """Set the currency from an amount with a symbol, or from its code."""
    symbol = amount.strip().strip("0123456789., \u00a0").strip()[:1]
    if symbol:
        builder.fields["currency_symbol"] = symbol
        code = code or CURRENCIES.get(symbol)
    if code:
        builder.fields["currency"] = code


def cards_of(text: str) -> str:
    """Return cards without gaps, like `AsKd`, from `As Kd`, `As, Kd` or `As,10d`."""
    return text.replace(" ", "").replace(",", "").replace("10", "T")


def split_actor(line: str, builder: HandBuilder) -> tuple[str, str] | None:
    """Split a line into the name of a player and what follows it; None if no player is named.

    Names may have spaces in them. The longest name counts.
    """
    found = None
    end = line.find(" ")
    while 0 < end <= builder.longest_name:
        name = line[:end]
        if name in builder.seats:
            found = name, line[end + 1 :]
        end = line.find(" ", end + 1)
    return found
