"""Hand histories: the hand as data, readers of many formats, and writers."""

from fifthstreet.notation.actions import apply_action
from fifthstreet.notation.errors import ActionError, ReadError
from fifthstreet.notation.history import HandHistory
from fifthstreet.notation.readers import (
    PLURIBUS_STACK,
    AbsolutePokerParser,
    ACPCLogParser,
    FullTiltPokerParser,
    HandParser,
    HandReader,
    HandText,
    IPokerNetworkParser,
    MatchState,
    OngameNetworkParser,
    PartyPokerParser,
    PHHParser,
    PokerStarsParser,
    SiteParser,
    parse_phh,
    parse_phhs,
    pluribus_game,
    read_hands,
)
from fifthstreet.notation.writers import (
    acpc_log_line,
    acpc_match_states,
    phh_text,
    phhs_text,
    pluribus_log_line,
)

__all__ = [
    "PLURIBUS_STACK",
    "ACPCLogParser",
    "AbsolutePokerParser",
    "ActionError",
    "FullTiltPokerParser",
    "HandHistory",
    "HandParser",
    "HandReader",
    "HandText",
    "IPokerNetworkParser",
    "MatchState",
    "OngameNetworkParser",
    "PHHParser",
    "PartyPokerParser",
    "PokerStarsParser",
    "ReadError",
    "SiteParser",
    "acpc_log_line",
    "acpc_match_states",
    "apply_action",
    "parse_phh",
    "parse_phhs",
    "phh_text",
    "phhs_text",
    "pluribus_game",
    "pluribus_log_line",
    "read_hands",
]
