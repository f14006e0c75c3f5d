from fifthstreet.game.notation.readers.sites.absolute_poker import (
    AbsolutePokerParser as AbsolutePokerParser,
)
from fifthstreet.game.notation.readers.sites.all_sites import SITE_PARSERS as SITE_PARSERS
from fifthstreet.game.notation.readers.sites.full_tilt_poker import (
    FullTiltPokerParser as FullTiltPokerParser,
)
from fifthstreet.game.notation.readers.sites.ipoker_network import (
    IPokerNetworkParser as IPokerNetworkParser,
)
from fifthstreet.game.notation.readers.sites.ipoker_network import ipoker_head as ipoker_head
from fifthstreet.game.notation.readers.sites.ongame_network import (
    OngameNetworkParser as OngameNetworkParser,
)
from fifthstreet.game.notation.readers.sites.partypoker import PartyPokerParser as PartyPokerParser
from fifthstreet.game.notation.readers.sites.partypoker import Poker888Parser as Poker888Parser
from fifthstreet.game.notation.readers.sites.pokerstars import GGPokerParser as GGPokerParser
from fifthstreet.game.notation.readers.sites.pokerstars import PokerStarsParser as PokerStarsParser
from fifthstreet.game.notation.readers.sites.site_parser import SiteParser as SiteParser
from fifthstreet.game.notation.readers.sites.site_parser import add_currency as add_currency
from fifthstreet.game.notation.readers.sites.site_parser import add_date as add_date
from fifthstreet.game.notation.readers.sites.site_parser import cards_of as cards_of
from fifthstreet.game.notation.readers.sites.winamax import WinamaxParser as WinamaxParser
