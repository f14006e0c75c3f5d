"""Parsers of the logs of poker sites, one module per site."""

from fifthstreet.notation.readers.sites.absolute_poker import AbsolutePokerParser
from fifthstreet.notation.readers.sites.full_tilt_poker import FullTiltPokerParser
from fifthstreet.notation.readers.sites.ipoker_network import IPokerNetworkParser
from fifthstreet.notation.readers.sites.ongame_network import OngameNetworkParser
from fifthstreet.notation.readers.sites.partypoker import PartyPokerParser
from fifthstreet.notation.readers.sites.pokerstars import PokerStarsParser
from fifthstreet.notation.readers.sites.site_parser import SiteParser

__all__ = [
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "PartyPokerParser",
    "PokerStarsParser",
    "SiteParser",
]
