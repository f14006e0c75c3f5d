"""Matches of our agents against bots with an HTTP interface, such as Slumbot."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.interop.online.gto_wizard import GtoWizard as GtoWizard
    from fifthstreet.interop.online.json_http import Patience as Patience
    from fifthstreet.interop.online.json_http import ServiceError as ServiceError
    from fifthstreet.interop.online.match import OnlineMatch as OnlineMatch
    from fifthstreet.interop.online.match import play_online as play_online
    from fifthstreet.interop.online.service import LostHandError as LostHandError
    from fifthstreet.interop.online.service import OnlineService as OnlineService
    from fifthstreet.interop.online.service import Reply as Reply
    from fifthstreet.interop.online.slumbot import Slumbot as Slumbot
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "gto_wizard": ("GtoWizard",),
            "json_http": ("Patience", "ServiceError"),
            "match": ("OnlineMatch", "play_online"),
            "service": ("LostHandError", "OnlineService", "Reply"),
            "slumbot": ("Slumbot",),
        },
    )
