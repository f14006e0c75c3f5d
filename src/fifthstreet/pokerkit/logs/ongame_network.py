"""Logs of the Ongame Network."""

from operator import add
from typing import ClassVar

from fifthstreet.pokerkit.logs.dates import parse_time
from fifthstreet.pokerkit.logs.patterns import (
    UNMATCHABLE_PATTERN,
    hands_beginning_with,
    pattern,
)
from fifthstreet.pokerkit.logs.site_parser import Pattern, SiteParser

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def _month(name: str) -> int | None:
    return _MONTHS.index(name) + 1 if name in _MONTHS else None


class OngameNetworkParser(SiteParser):
    """Parser of Ongame Network logs."""

    HAND = hands_beginning_with(r"\*\*\*\*\* History for hand ")
    FINAL_SEAT = pattern("Button: seat {digits:final_seat}")
    VARIANT = pattern(r"\((?P<variant>NO_LIMIT TEXAS_HOLDEM) ")
    VARIANTS: ClassVar = {"NO_LIMIT TEXAS_HOLDEM": "NT"}
    # The seats are listed again at the end, with a comma and the results after the stacks.
    SEATS = pattern(r"Seat {digits:seat}: {player} \({money}\)[^,]")
    STARTING_STACKS = pattern(r"Seat \d+: {player} \({money:starting_stack}\)[^,]")
    ANTE_POSTING = UNMATCHABLE_PATTERN
    BLIND_OR_STRADDLE_POSTING = pattern(
        r"^{player} posts (small|big) blind \({money:blind_or_straddle}\)"
    )
    HOLE_DEALING = UNMATCHABLE_PATTERN
    BOARD_DEALING = pattern(r"--- Dealing (flop|turn|river) \[{cards}\]")
    FOLDING = pattern("^{player} folds")
    CHECKING_OR_CALLING = pattern("^{player} (calls|checks)")
    COMPLETION_BETTING_OR_RAISING = pattern("^{player} (bets|raises) {money:amount}")
    HOLE_CARDS_SHOWING = pattern(r"Seat \d+: {player} \({money}\), net: [+-]?{money}, \[{cards}\]")

    DATETIME: ClassVar[Pattern] = pattern(
        r"Start hand: \w+ (?P<month>\w+) {digits:day} {clock} {word:time_zone_abbreviation} "
        "{digits:year}"
    )
    CONSTANTS: ClassVar = {"venue": "Ongame Network"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "time_zone_abbreviation": (DATETIME, str),
        "day": (DATETIME, int),
        "month": (DATETIME, _month),
        "year": (DATETIME, int),
        "hand": (pattern(r"\*\*\*\*\* History for hand (?P<hand>.+) \*\*\*\*\*"), str),
        "table": (pattern(r"Table: {word:table} \["), str),
        "currency_symbol": (pattern(r"\({symbol:currency_symbol}[0-9.,]+\)"), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "finishing_stacks": (
            pattern(r"Seat \d+: {player} \({money:finishing_stacks}\), net: [+-]?{money}"),
            None,
            int,
            add,
        ),
        "winnings": (
            pattern(r"pot: {money} won by {player} \({money:winnings}\)"),
            None,
            int,
            add,
        ),
    }

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Return what a player raised to; lines of raises give the chips added."""
        return amount if "bets" in line.split() else own_bet + amount
