"""Logs of PokerStars."""

from operator import add
from typing import ClassVar

from fifthstreet.pokerkit.logs.dates import parse_time
from fifthstreet.pokerkit.logs.patterns import hands_beginning_with, pattern
from fifthstreet.pokerkit.logs.site_parser import Pattern, SiteParser


class PokerStarsParser(SiteParser):
    """Parser of PokerStars logs."""

    HAND = hands_beginning_with("PokerStars ", "^Hand #")
    FINAL_SEAT = pattern("#{digits:final_seat} is the button")
    VARIANT = pattern(" (?P<variant>Hold'em No Limit) ")
    VARIANTS: ClassVar = {"Hold'em No Limit": "NT"}
    SEATS = pattern(r"Seat {digits:seat}: {player} \(")
    STARTING_STACKS = pattern(r"Seat \d+: {player} \({money:starting_stack} in chips")
    ANTE_POSTING = pattern("^{player}: posts the ante {money:ante}")
    BLIND_OR_STRADDLE_POSTING = pattern(
        "^{player}: posts (small|big) blind {money:blind_or_straddle}"
    )
    HOLE_DEALING = pattern(r"Dealt to {player} \[{cards}\]")
    BOARD_DEALING = pattern(r"\*\*\* (FLOP \*\*\*|(TURN|RIVER) \*\*\* \[{board}\]) \[{cards}\]")
    FOLDING = pattern("^{player}: folds")
    CHECKING_OR_CALLING = pattern("^{player}: (calls|checks)")
    COMPLETION_BETTING_OR_RAISING = pattern("^{player}: (bets|raises) {money:amount}")
    HOLE_CARDS_SHOWING = pattern(r"^{player}: shows \[{cards}\] .")

    DATETIME: ClassVar[Pattern] = pattern(
        " - {digits:year}/{digits:month}/{digits:day} {clock} {word:time_zone_abbreviation}"
    )
    CONSTANTS: ClassVar = {"venue": "PokerStars"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "time_zone_abbreviation": (DATETIME, str),
        "day": (DATETIME, int),
        "month": (DATETIME, int),
        "year": (DATETIME, int),
        "hand": (pattern("PokerStars (?:Hand|Game) #{digits:hand}:"), int),
        "seat_count": (pattern(" {digits:seat_count}-max "), int),
        "table": (pattern("Table '(?P<table>.+)'"), str),
        "currency_symbol": (pattern(r"\({symbol:currency_symbol}[0-9.,]+ in chips\)"), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (
            pattern(
                r"^Seat \d+: (?P<player>.+?)(?: \((?:button|small blind|big blind)\))* "
                r"collected \({money:winnings}\)"
            ),
            None,
            int,
            add,
        ),
    }
