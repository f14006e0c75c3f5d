"""Readers of hand histories: PHH, ACPC and Pluribus logs, and the logs of poker sites."""

from fifthstreet.notation.readers.acpc import (
    PLURIBUS_STACK,
    ACPCLogParser,
    MatchState,
    pluribus_game,
)
from fifthstreet.notation.readers.parser import HandParser, HandText
from fifthstreet.notation.readers.phh import PHHParser, parse_phh, parse_phhs
from fifthstreet.notation.readers.read import HandReader, read_hands
from fifthstreet.notation.readers.sites import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
    SiteParser,
)

__all__ = [
    "PLURIBUS_STACK",
    "ACPCLogParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "HandParser",
    "HandReader",
    "HandText",
    "IPokerNetworkParser",
    "MatchState",
    "OngameNetworkParser",
    "PHHParser",
    "PartyPokerParser",
    "PokerStarsParser",
    "SiteParser",
    "parse_phh",
    "parse_phhs",
    "pluribus_game",
    "read_hands",
]
