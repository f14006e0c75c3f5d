"""Logs of PartyPoker."""

from operator import add
from typing import ClassVar

from fifthstreet.pokerkit.logs.dates import parse_month, parse_time
from fifthstreet.pokerkit.logs.patterns import (
    UNMATCHABLE_PATTERN,
    hands_beginning_with,
    pattern,
)
from fifthstreet.pokerkit.logs.site_parser import Pattern, SiteParser


class PartyPokerParser(SiteParser):
    """Parser of PartyPoker logs."""

    HAND = hands_beginning_with("Game #")
    FINAL_SEAT = pattern("Seat {digits:final_seat} is the button")
    VARIANT = pattern(" (?P<variant>NL Texas Hold'em) - ")
    VARIANTS: ClassVar = {"NL Texas Hold'em": "NT"}
    SEATS = pattern(r"Seat {digits:seat}: {player} \(")
    STARTING_STACKS = pattern(r"Seat \d+: {player} \( {money:starting_stack} \w+ \)")
    ANTE_POSTING = UNMATCHABLE_PATTERN
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^{player} posts (small|big) blind \[{money:blind_or_straddle} \w+\]\."
    )
    HOLE_DEALING = UNMATCHABLE_PATTERN
    BOARD_DEALING = pattern(r"\*\* Dealing (Flop|Turn|River) \*\* \[{cards}\]")
    FOLDING = pattern("^{player} folds")
    CHECKING_OR_CALLING = pattern("^{player} (calls|checks)")
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^{player} (bets|raises|is all-In ) \[{money:amount} \w+\]"
    )
    HOLE_CARDS_SHOWING = pattern(r"^{player} shows \[{cards}\]")

    DATETIME: ClassVar[Pattern] = pattern(
        r" - \w+, (?P<month>\w+) {digits:day}, {clock} {word:time_zone_abbreviation} "
        "{digits:year}"
    )
    CONSTANTS: ClassVar = {"venue": "PartyPoker"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "time_zone_abbreviation": (DATETIME, str),
        "day": (DATETIME, int),
        "month": (DATETIME, parse_month),
        "year": (DATETIME, int),
        "hand": (pattern(r"\*\*\*\*\* Hand History for Game {digits:hand} \*\*\*\*\*"), int),
        "table": (pattern(r"Table (?P<table>.+?) \("), str),
        "currency": (pattern(r"\( {money} (?P<currency>\w+) \)"), str),
        "currency_symbol": (pattern(r"\( {symbol:currency_symbol}[0-9.,]+ \w+ \)"), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (pattern(r"^(?P<player>\S+) wins {money:winnings}"), None, int, add),
    }

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Add the amount to the player's bet: lines give the chips added."""
        return own_bet + amount
