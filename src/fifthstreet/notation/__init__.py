"""Hand histories: the hand as data, readers of many formats, and writers."""

from fifthstreet.notation.actions import apply_action
from fifthstreet.notation.errors import ActionError, ReadError
from fifthstreet.notation.history import HandHistory
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
from fifthstreet.notation.writers.acpc import acpc_log_line, acpc_match_states, pluribus_log_line
from fifthstreet.notation.writers.ohh import ohh_text, ohhs_text
from fifthstreet.notation.writers.phh import phh_text, phhs_text
from fifthstreet.notation.writers.pokerstars import pokerstars_text, pokerstars_texts

__all__ = [
    "PLURIBUS_STACK",
    "ACPCLogParser",
    "AbsolutePokerParser",
    "ActionError",
    "FullTiltPokerParser",
    "GGPokerParser",
    "HandHistory",
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
    "ReadError",
    "SiteParser",
    "WinamaxParser",
    "acpc_log_line",
    "acpc_match_states",
    "apply_action",
    "ohh_text",
    "ohhs_text",
    "parse_phh",
    "parse_phhs",
    "phh_text",
    "phhs_text",
    "pluribus_game",
    "pluribus_log_line",
    "pokerstars_text",
    "pokerstars_texts",
    "read_hands",
]
