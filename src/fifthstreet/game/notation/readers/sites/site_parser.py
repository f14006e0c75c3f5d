"""Base class of the parsers of poker sites' logs."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from datetime import date, time
from functools import lru_cache
from typing import ClassVar

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import ParseValue, TooPreciseError, parse_value
from fifthstreet.game.notation.errors import LineError
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.building import HandBuilder
from fifthstreet.game.notation.readers.parser import BAD_TEXT_ERRORS, HandParser, HandText, split_at

_DECIMALS = (2, 8)  # cents, and what cryptocurrencies have
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₽": "RUB", "₹": "INR"}
BRACKETS = re.compile(r"\[([^\]]*)\]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
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
        return split_at(text, starts)

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
            except LineError:
                raise
            except BAD_TEXT_ERRORS as error:
                if not isinstance(error, TooPreciseError) or decimals == _DECIMALS[-1]:
                    raise LineError(str(error), builder.line) from error
        raise AssertionError

    @abstractmethod
    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand; set `builder.line` to the number of each line, from 0."""


class MarkedParser(SiteParser):
    """Parser of logs with lines like `*** FLOP *** [2c 3c 4c]`, the last one before a summary."""

    _ends_with_summary: ClassVar[bool] = False  # whether the hand ends after it

    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand."""
        self._read_header(lines[0].strip(), builder)
        in_summary = False
        for number in range(1, len(lines)):
            line = lines[number].strip()
            builder.line = number
            if line.startswith("***"):
                name, _, cards = line[3:].partition("***")
                in_summary = name.strip().startswith("SUMMARY")
                if not in_summary:
                    self._read_street(name.strip(), BRACKETS.findall(cards), builder)
            elif in_summary:
                if not line and self._ends_with_summary:
                    break
                self._read_summary(line, builder)
            elif line:
                self._read_line(line, builder)

    @abstractmethod
    def _read_header(self, line: str, builder: HandBuilder) -> None: ...

    def _read_street(self, name: str, boards: list[str], builder: HandBuilder) -> None:
        if boards:
            builder.board(cards_of(boards[-1]))

    @abstractmethod
    def _read_line(self, line: str, builder: HandBuilder) -> None: ...

    @abstractmethod
    def _read_summary(self, line: str, builder: HandBuilder) -> None: ...


@lru_cache(maxsize=64)
def _start_pattern(start: str) -> re.Pattern[str]:
    # Starting with a character instead of `^` is twice as fast.
    return re.compile(f"\n[ \\t]*(?:{start})")


def add_date(builder: HandBuilder, text: str) -> None:
    """Set the date and the time of a hand.

    Args:
        builder: Its fields are set.
        text: Text with a date like `2013/10/04 13:53:27 ET`; without one, nothing is set.
    """
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
    try:
        date(year, month, day)
        at = time(hour, minute, second)
    except ValueError:
        raise InputError(f"date and time must exist, got {year}/{month}/{day} {clock}") from None
    builder.fields |= {
        "time": at,
        "day": day,
        "month": month,
        "year": year,
    }
    if zone:
        builder.extras["time_zone_abbreviation"] = zone


def month_number(name: str) -> int | None:
    """Return the number of a month, given as a number or by name; None for any other text."""
    if name.isdecimal():
        return int(name)
    start = name[:3].lower()
    return _MONTHS.index(start) + 1 if start in _MONTHS else None


def add_currency(builder: HandBuilder, amount: str, code: str | None = None) -> None:
    """Set the currency of a hand.

    Args:
        builder: Its fields `currency_symbol` and `currency` are set, as far as they are known.
        amount: An amount with or without a symbol, like `$0.50`.
        code: Code of the currency, like `USD`; by default it follows from the symbol.
    """
    symbol = amount.strip().strip("0123456789., \u00a0").strip()[:1]
    if symbol:
        builder.fields["currency_symbol"] = symbol
        code = code or CURRENCIES.get(symbol)
    if code:
        builder.fields["currency"] = code


def cards_of(text: str) -> str:
    """Return cards without gaps, like `AsKd`.

    Args:
        text: Cards as sites write them: `As Kd`, `As, Kd` or `As,10d`.
    """
    return text.replace(" ", "").replace(",", "").replace("10", "T")


def read_deal(line: str, builder: HandBuilder) -> None:
    """Read a line like `Dealt to Ann [As Kd] [2c]`, with new cards last."""
    name, bracket, _ = line.removeprefix("Dealt to ").partition(" [")
    if bracket:
        groups = [cards_of(cards) for cards in BRACKETS.findall(line[9 + len(name) :])]
        builder.deal(name, *groups[:2])
    elif name.strip() in builder.seats:
        builder.player(name.strip())


def act(name: str, rest: str, words: Sequence[str], builder: HandBuilder) -> bool:
    """Read an action that most sites write alike; return whether it was one."""
    match words:
        case ["folds", *_]:
            builder.fold(name)
        case ["checks", *_]:
            builder.check(name)
        case ["calls", amount, *_]:
            builder.call(name, amount)
        case ["bets", amount, *_] | ["raises", "to", amount, *_] | ["raises", _, "to", amount, *_]:
            builder.bet_to(name, amount)
        case ["shows", *_]:
            show(name, rest, builder)
        case ["mucks", *_]:
            builder.muck(name)
        case _:
            return False
    return True


def show(name: str, rest: str, builder: HandBuilder) -> None:
    """Show the cards in brackets, if there are any."""
    if cards := BRACKETS.search(rest):
        builder.show(name, cards_of(cards[1]))


def split_actor(line: str, builder: HandBuilder) -> tuple[str, str] | None:
    """Split a line into the name of a player and what follows it; None if no player is named.

    Names may have spaces in them. The longest name counts. InputError if a player without a seat
    folds or checks.
    """
    found = None
    end = line.find(" ")
    while 0 < end <= builder.longest_name:
        name = line[:end]
        if name in builder.seats:
            found = name, line[end + 1 :]
        end = line.find(" ", end + 1)
    if found is None and line.endswith((" folds", " checks")) and line.count(" ") == 1:
        builder.player(line.partition(" ")[0])  # raises
    return found
