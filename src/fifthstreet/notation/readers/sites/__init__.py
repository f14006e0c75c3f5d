"""Parsers of the logs of poker sites, one module per family of formats."""

from fifthstreet.notation.readers.sites.absolute_poker import AbsolutePokerParser
from fifthstreet.notation.readers.sites.full_tilt_poker import FullTiltPokerParser
from fifthstreet.notation.readers.sites.ipoker_network import IPokerNetworkParser
from fifthstreet.notation.readers.sites.ongame_network import OngameNetworkParser
from fifthstreet.notation.readers.sites.partypoker import PartyPokerParser, Poker888Parser
from fifthstreet.notation.readers.sites.pokerstars import GGPokerParser, PokerStarsParser
from fifthstreet.notation.readers.sites.site_parser import SiteParser
from fifthstreet.notation.readers.sites.winamax import WinamaxParser

# In the order in which they are tried.
SITE_PARSERS: tuple[type[SiteParser], ...] = (
    PokerStarsParser,
    GGPokerParser,
    WinamaxParser,
    Poker888Parser,
    IPokerNetworkParser,
    PartyPokerParser,
    FullTiltPokerParser,
    OngameNetworkParser,
    AbsolutePokerParser,
)
