"""Logs of the iPoker Network, which are XML.

They are nevertheless parsed line by line, so that damaged logs can be read.
"""

import re
from operator import add
from typing import Any, ClassVar

from fifthstreet.notation.actions import cards_text, parse_cards
from fifthstreet.notation.amounts import ParseValue
from fifthstreet.pokerkit.logs.dates import parse_time
from fifthstreet.pokerkit.logs.patterns import UNMATCHABLE_PATTERN, pattern
from fifthstreet.pokerkit.logs.site_parser import Match, Notes, Pattern, SiteParser

_CARDS = ">(?P<cards>[0-9TJQKACDHScdhs ]+)</cards>"


def _tag(name: str, /, **attributes: str) -> str:
    """Return a pattern for an opening tag with some attributes, in any order."""
    wanted = "".join(rf'(?=.*\b{key}="{value}")' for key, value in attributes.items())
    return rf"<{name}\b{wanted}"


_NAME = '(?P<player>[^"]+)'


class IPokerNetworkParser(SiteParser):
    """Parser of iPoker Network logs."""

    HAND = re.compile(r'^[ \t]*<game gamecode=".+?</game>', re.DOTALL | re.MULTILINE)
    FINAL_SEAT = pattern(_tag("player", seat="{digits:final_seat}", dealer="1"))
    VARIANT = pattern("(?P<variant>)")
    VARIANTS: ClassVar = {"": "NT"}  # logs do not name the variant
    SEATS = pattern(_tag("player", seat="{digits:seat}", name=_NAME))
    STARTING_STACKS = pattern(_tag("player", name=_NAME, chips="{money:starting_stack}"))
    ANTE_POSTING = UNMATCHABLE_PATTERN
    BLIND_OR_STRADDLE_POSTING = pattern(
        _tag("action", player=_NAME, type="[12]", sum="{money:blind_or_straddle}")
    )
    HOLE_DEALING = pattern(_tag("cards", type="Pocket", player=_NAME) + f"[^>]*{_CARDS}")
    BOARD_DEALING = pattern(_tag("cards", type="(Flop|Turn|River)") + f"[^>]*{_CARDS}")
    FOLDING = pattern(_tag("action", player=_NAME, type="0"))
    CHECKING_OR_CALLING = pattern(_tag("action", player=_NAME, type="[34]"))
    COMPLETION_BETTING_OR_RAISING = pattern(
        _tag("action", player=_NAME, type="(5|6|23)", sum="{money:amount}")
    )
    HOLE_CARDS_SHOWING = UNMATCHABLE_PATTERN

    DATETIME: ClassVar[Pattern] = pattern(
        "<startdate>{digits:year}-{digits:month}-{digits:day} {clock}</startdate>"
    )
    PLACEHOLDER_STARTING_STACK: ClassVar[int] = 10_000_000  # stands for an unknown stack
    CONSTANTS: ClassVar = {"venue": "iPoker Network"}
    VARIABLES: ClassVar = {
        "time": (DATETIME, parse_time),
        "day": (DATETIME, int),
        "month": (DATETIME, int),
        "year": (DATETIME, int),
        "hand": (pattern('gamecode="{digits:hand}"'), int),
        "table": (pattern("<tablename>(?P<table>.+)</tablename>"), str),
        "currency": (pattern(r"<currency>(?P<currency>\w+)</currency>"), str),
        "currency_symbol": (pattern('chips="{symbol:currency_symbol}[0-9.,]+"'), str),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (pattern(_tag("player", name=_NAME, win="{money:winnings}")), None, int, add),
    }

    def shared_fields(self, text: str, parse_value: ParseValue) -> dict[str, Any]:
        """Return the table, currency and time, which the head of a log gives for all hands."""
        return self._variables(text, parse_value)

    def _order_players(self, text: str, notes: Notes) -> list[str]:
        """Order the blinds by seat and the others as they act: seats may be out of order."""
        players = super()._order_players(text, notes)[:2]
        for kind, match in notes.events:
            if kind in ("fold", "call", "raise"):
                if match["player"] in players:
                    break
                players.append(match["player"])
        return players

    def _starting_stack(self, stack: int, text: str, parse_value: ParseValue) -> int:
        """Return the stack, or infinity if it is the placeholder for an unknown one."""
        return parse_value("inf") if stack == self.PLACEHOLDER_STARTING_STACK else stack

    def _raise_to(self, amount: int, own_bet: int, highest_bet: int, line: str) -> int:
        """Return what a player raised to; lines of all-ins (type 6) give the chips added."""
        return own_bet + amount if 'type="6"' in line.split() else amount

    def _cards(self, match: Match) -> str:
        """Convert cards, which logs write suit first."""
        words = match["cards"].replace("10", "T").split()
        return cards_text(parse_cards("".join(word[1:] + word[:1].lower() for word in words)))
