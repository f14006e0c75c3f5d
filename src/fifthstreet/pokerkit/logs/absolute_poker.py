"""Logs of Absolute Poker."""

from operator import add
from typing import ClassVar

from fifthstreet.pokerkit.logs.dates import parse_time
from fifthstreet.pokerkit.logs.patterns import (
    UNMATCHABLE_PATTERN,
    hands_beginning_with,
    pattern,
)
from fifthstreet.pokerkit.logs.site_parser import Pattern, SiteParser


class AbsolutePokerParser(SiteParser):
    """Parser of Absolute Poker logs."""

    HAND = hands_beginning_with("Stage #")
    FINAL_SEAT = pattern(" Seat #{digits:final_seat} is the( dead)? dealer")
    VARIANT = pattern(r": (?P<variant>Holdem(?: \(1 on 1\))?  No Limit) ")
    VARIANTS: ClassVar = {"Holdem  No Limit": "NT", "Holdem (1 on 1)  No Limit": "NT"}
    SEATS = pattern(r"Seat {digits:seat} - {player} \({money} in chips\)")
    STARTING_STACKS = pattern(r"Seat \d+ - {player} \({money:starting_stack} in chips\)")
    ANTE_POSTING = pattern("^{player} - Ante {money:ante}")
    BLIND_OR_STRADDLE_POSTING = pattern(
        "^{player} - Posts (small|big) blind {money:blind_or_straddle}"
    )
    HOLE_DEALING = UNMATCHABLE_PATTERN
    BOARD_DEALING = pattern(r"\*\*\* (FLOP \*\*\*|(TURN|RIVER) \*\*\* \[{board}\]) \[{cards}\]")
    FOLDING = pattern("^{player} - Folds")
    CHECKING_OR_CALLING = pattern("^{player} - (Calls|Checks)")
    COMPLETION_BETTING_OR_RAISING = pattern(
        r"^{player} - (Bets|Raises|All-In(\(Raise\))?) {money:amount}"
    )
    HOLE_CARDS_SHOWING = pattern(r"^{player} - Shows \[{cards}\]")

    DATETIME: ClassVar[Pattern] = pattern(
        r" - {digits:year}-{digits:month}-{digits:day} {clock} \({word:time_zone_abbreviation}\)"
    )
    CONSTANTS: ClassVar = {"venue": "Absolute Poker"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "time_zone_abbreviation": (DATETIME, str),
        "day": (DATETIME, int),
        "month": (DATETIME, int),
        "year": (DATETIME, int),
        "hand": (pattern("Stage #{digits:hand}:"), int),
        "seat_count": (pattern(r"\({digits:seat_count} max\)"), int),
        "table": (pattern(r"Table: (?P<table>.+?) \("), str),
        "currency_symbol": (pattern(r"\({symbol:currency_symbol}[0-9.,]+ in chips\)"), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (
            pattern(r"Seat \d+: (?P<player>.+?)(?: \(\D+\))? collected Total \({money:winnings}\)"),
            None,
            int,
            add,
        ),
    }

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Add the amount to the player's bet: lines give the chips added."""
        return own_bet + amount
