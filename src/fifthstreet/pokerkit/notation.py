"""Hand histories and parsers under their PokerKit names."""

from fifthstreet.notation import (
    AbsolutePokerParser,
    ACPCProtocolParser,
    FullTiltPokerParser,
    HandHistory,
    IPokerNetworkParser,
    OngameNetworkParser,
    Parser,
    PartyPokerParser,
    PokerStarsParser,
    REParser,
    parse_action,
)

__all__ = [
    "ACPCProtocolParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "HandHistory",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "Parser",
    "PartyPokerParser",
    "PokerStarsParser",
    "REParser",
    "parse_action",
]
