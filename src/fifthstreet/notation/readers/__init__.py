"""Readers of hand histories: PHH, ACPC and Pluribus logs, and the logs of poker sites."""

from fifthstreet.notation.readers.acpc import (
    PLURIBUS_STACK,
    ACPCLogParser,
    MatchState,
    pluribus_game,
)
from fifthstreet.notation.readers.ohh import OpenHandHistoryParser
from fifthstreet.notation.readers.parser import HandParser, HandText
from fifthstreet.notation.readers.phh import PHHParser, parse_phh, parse_phhs
from fifthstreet.notation.readers.read import HandReader, read_hands
from fifthstreet.notation.readers.sites import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    GGPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    Poker888Parser,
    PokerStarsParser,
    SiteParser,
    WinamaxParser,
)

__all__ = [
    "PLURIBUS_STACK",
    "ACPCLogParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "GGPokerParser",
    "HandParser",
    "HandReader",
    "HandText",
    "IPokerNetworkParser",
    "MatchState",
    "OngameNetworkParser",
    "OpenHandHistoryParser",
    "PHHParser",
    "PartyPokerParser",
    "Poker888Parser",
    "PokerStarsParser",
    "SiteParser",
    "WinamaxParser",
    "parse_phh",
    "parse_phhs",
    "pluribus_game",
    "read_hands",
]
