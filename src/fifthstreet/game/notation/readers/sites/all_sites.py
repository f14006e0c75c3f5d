"""All parsers of the logs of poker sites."""

from fifthstreet.game.notation.readers.sites.absolute_poker import AbsolutePokerParser
from fifthstreet.game.notation.readers.sites.full_tilt_poker import FullTiltPokerParser
from fifthstreet.game.notation.readers.sites.ipoker_network import IPokerNetworkParser
from fifthstreet.game.notation.readers.sites.ongame_network import OngameNetworkParser
from fifthstreet.game.notation.readers.sites.partypoker import PartyPokerParser, Poker888Parser
from fifthstreet.game.notation.readers.sites.pokerstars import GGPokerParser, PokerStarsParser
from fifthstreet.game.notation.readers.sites.site_parser import SiteParser
from fifthstreet.game.notation.readers.sites.winamax import WinamaxParser

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
