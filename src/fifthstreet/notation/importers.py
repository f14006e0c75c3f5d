"""Reading hands of other notations, as class methods of `HandHistory`.

Each gives the hands one by one and returns how many there were, good or bad. A bad hand is left
out with a warning, or raises a ValueError with `error_status`. The parsers make hand histories,
so they are imported when first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeAlias

from fifthstreet.game.values import parse_value
from fifthstreet.game.variants import Poker

if TYPE_CHECKING:
    from fifthstreet.notation.hand_history import HandHistory

ParseValue: TypeAlias = Callable[[str], int]
Hands: TypeAlias = "Generator[HandHistory, None, int]"


class Importers:
    """Class methods that read the notations of poker sites and of other programs."""

    @classmethod
    def from_absolute_poker(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of Absolute Poker."""
        from fifthstreet.notation.sites import AbsolutePokerParser

        return AbsolutePokerParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_full_tilt_poker(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of Full Tilt Poker."""
        from fifthstreet.notation.sites import FullTiltPokerParser

        return FullTiltPokerParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_ipoker_network(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of the iPoker Network."""
        from fifthstreet.notation.sites import IPokerNetworkParser

        return IPokerNetworkParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_ongame_network(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of the Ongame Network."""
        from fifthstreet.notation.sites import OngameNetworkParser

        return OngameNetworkParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_partypoker(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of PartyPoker."""
        from fifthstreet.notation.sites import PartyPokerParser

        return PartyPokerParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_pokerstars(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of PokerStars."""
        from fifthstreet.notation.sites import PokerStarsParser

        return PokerStarsParser()(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_acpc_protocol(
        cls,
        game: Poker,
        starting_stack: int,
        s: str,
        *,
        parse_value: ParseValue = parse_value,
        error_status: bool = False,
    ) -> Hands:
        """Hands of a log of an ACPC server, or of one of Pluribus."""
        from fifthstreet.notation.acpc import ACPCProtocolParser

        parser = ACPCProtocolParser(game, starting_stack)
        return parser(s, parse_value=parse_value, error_status=error_status)

    @classmethod
    def from_pluribus(
        cls, s: str, *, parse_value: ParseValue = parse_value, error_status: bool = False
    ) -> Hands:
        """Hands of a log of Pluribus: no limit, blinds 50 and 100, stacks of 10,000."""
        from fifthstreet.notation.acpc import PLURIBUS_STACK, ACPCProtocolParser, pluribus_game

        parser = ACPCProtocolParser(pluribus_game(), PLURIBUS_STACK)
        return parser(s, parse_value=parse_value, error_status=error_status)
