"""Parsers of the logs of poker sites, one file a site."""

from fifthstreet.notation.sites.absolute_poker import AbsolutePokerParser
from fifthstreet.notation.sites.full_tilt_poker import FullTiltPokerParser
from fifthstreet.notation.sites.ipoker_network import IPokerNetworkParser
from fifthstreet.notation.sites.ongame_network import OngameNetworkParser
from fifthstreet.notation.sites.partypoker import PartyPokerParser
from fifthstreet.notation.sites.pokerstars import PokerStarsParser
from fifthstreet.notation.sites.re_parser import REParser

__all__ = [
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "PartyPokerParser",
    "PokerStarsParser",
    "REParser",
]
