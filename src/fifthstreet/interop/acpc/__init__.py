"""The protocol of the Annual Computer Poker Competition (ACPC): a dealer and a client over TCP."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.interop.acpc.client import ClientMatch as ClientMatch
    from fifthstreet.interop.acpc.client import play_under_dealer as play_under_dealer
    from fifthstreet.interop.acpc.dealer import Dealer as Dealer
    from fifthstreet.interop.acpc.dealer import DealtMatch as DealtMatch
    from fifthstreet.interop.acpc.dealer import TimeLimits as TimeLimits
    from fifthstreet.interop.acpc.dealing import Deal as Deal
    from fifthstreet.interop.acpc.dealing import deals as deals
    from fifthstreet.interop.acpc.game_definition import GAME_NAMES as GAME_NAMES
    from fifthstreet.interop.acpc.game_definition import GameDefinition as GameDefinition
    from fifthstreet.interop.acpc.house import deal_to_agents as deal_to_agents
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "client": ("ClientMatch", "play_under_dealer"),
            "dealer": ("Dealer", "DealtMatch", "TimeLimits"),
            "dealing": ("Deal", "deals"),
            "game_definition": ("GAME_NAMES", "GameDefinition"),
            "house": ("deal_to_agents",),
        },
    )
