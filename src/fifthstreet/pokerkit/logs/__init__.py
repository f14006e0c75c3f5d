"""Parsers of the logs of poker sites that read what PokerKit reads, and nothing else.

They are sets of patterns, as PokerKit's are, for no-limit hold'em without late or dead blinds.
`fifthstreet.notation.read_hands` reads the logs whole.
"""

from fifthstreet.pokerkit.logs.absolute_poker import AbsolutePokerParser
from fifthstreet.pokerkit.logs.full_tilt_poker import FullTiltPokerParser
from fifthstreet.pokerkit.logs.ipoker_network import IPokerNetworkParser
from fifthstreet.pokerkit.logs.ongame_network import OngameNetworkParser
from fifthstreet.pokerkit.logs.partypoker import PartyPokerParser
from fifthstreet.pokerkit.logs.pokerstars import PokerStarsParser
from fifthstreet.pokerkit.logs.site_parser import SiteParser

__all__ = [
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "PartyPokerParser",
    "PokerStarsParser",
    "SiteParser",
]
