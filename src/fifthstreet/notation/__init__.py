"""Reading and writing hands: PHH, the ACPC's notations and Pluribus's, and poker sites' logs."""

from fifthstreet.notation.acpc import ACPCProtocolParser, MatchState
from fifthstreet.notation.actions import parse_action
from fifthstreet.notation.hand_history import HandHistory
from fifthstreet.notation.parser import HandParser, HandText, Parser
from fifthstreet.notation.reader import HandReader, Problem, read_hands
from fifthstreet.notation.sites import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
    REParser,
)

__all__ = [
    "ACPCProtocolParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "HandHistory",
    "HandParser",
    "HandReader",
    "HandText",
    "IPokerNetworkParser",
    "MatchState",
    "OngameNetworkParser",
    "Parser",
    "PartyPokerParser",
    "PokerStarsParser",
    "Problem",
    "REParser",
    "parse_action",
    "read_hands",
]
