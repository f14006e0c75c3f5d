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
from fifthstreet.notation.readers.sites.absolute_poker import AbsolutePokerParser
from fifthstreet.notation.readers.sites.full_tilt_poker import FullTiltPokerParser
from fifthstreet.notation.readers.sites.ipoker_network import IPokerNetworkParser
from fifthstreet.notation.readers.sites.ongame_network import OngameNetworkParser
from fifthstreet.notation.readers.sites.partypoker import PartyPokerParser, Poker888Parser
from fifthstreet.notation.readers.sites.pokerstars import GGPokerParser, PokerStarsParser
from fifthstreet.notation.readers.sites.site_parser import SiteParser
from fifthstreet.notation.readers.sites.winamax import WinamaxParser

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
