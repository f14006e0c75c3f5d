"""Logs of Full Tilt Poker."""

from operator import add
from typing import ClassVar

from fifthstreet.notation.amounts import ParseValue
from fifthstreet.pokerkit.logs.dates import parse_time
from fifthstreet.pokerkit.logs.patterns import (
    UNMATCHABLE_PATTERN,
    hands_beginning_with,
    pattern,
)
from fifthstreet.pokerkit.logs.site_parser import Pattern, SiteParser


class FullTiltPokerParser(SiteParser):
    """Parser of Full Tilt Poker logs, including capped games."""

    HAND = hands_beginning_with("Full Tilt Poker Game #")
    FINAL_SEAT = pattern("The button is in seat #{digits:final_seat}")
    VARIANT = pattern(r" - (?:\D?\d+ Cap )?(?P<variant>No Limit Hold'em) - ")
    VARIANTS: ClassVar = {"No Limit Hold'em": "NT"}
    SEATS = pattern(r"Seat {digits:seat}: {player} \(")
    STARTING_STACKS = pattern(r"Seat \d+: {player} \({money:starting_stack}\)")
    ANTE_POSTING = UNMATCHABLE_PATTERN
    BLIND_OR_STRADDLE_POSTING = pattern(
        "^{player} posts the (small|big) blind of {money:blind_or_straddle}"
    )
    HOLE_DEALING = UNMATCHABLE_PATTERN
    BOARD_DEALING = pattern(r"\*\*\* (FLOP \*\*\*|(TURN|RIVER) \*\*\* \[{board}\]) \[{cards}\]")
    FOLDING = pattern("^{player} folds")
    CHECKING_OR_CALLING = pattern("^{player} (calls|checks)")
    COMPLETION_BETTING_OR_RAISING = pattern("^{player} (bets|raises to) {money:amount}")
    HOLE_CARDS_SHOWING = pattern(r"^{player} shows \[{cards}\]")

    CAP: ClassVar[Pattern] = pattern(" {money:cap} Cap ")
    DATETIME: ClassVar[Pattern] = pattern(
        " - {clock} {word:time_zone_abbreviation} - {digits:year}/{digits:month}/{digits:day}"
    )
    CONSTANTS: ClassVar = {"venue": "Full Tilt Poker"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "time_zone_abbreviation": (DATETIME, str),
        "day": (DATETIME, int),
        "month": (DATETIME, int),
        "year": (DATETIME, int),
        "hand": (pattern("Full Tilt Poker Game #{digits:hand}:"), int),
        "seat_count": (pattern(r"\({digits:seat_count} max\)"), int),
        "table": (pattern("Table (?P<table>.+?) "), str),
        "currency_symbol": (pattern(r"\({symbol:currency_symbol}[0-9.,]+\)"), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (
            pattern(r"Seat \d+: {player} collected \({money:winnings}\)"),
            None,
            int,
            add,
        ),
    }

    def _starting_stack(self, stack: int, text: str, parse_value: ParseValue) -> int:
        """Limit the stack to the cap: no player can lose more."""
        cap = self.CAP.search(text)
        return stack if cap is None else min(stack, parse_value(cap["cap"]))

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Return the amount: lines give what a player raised to."""
        return amount
