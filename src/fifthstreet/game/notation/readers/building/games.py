"""Games as logs name them: a game and a betting limit, which together are a variant."""

from __future__ import annotations

from enum import Enum

from fifthstreet.errors import InputError


class GameName(Enum):
    """Games that logs name."""

    HOLDEM = "hold'em"
    SHORT_DECK = "short-deck hold'em"
    OMAHA = "Omaha"
    OMAHA_HI_LO = "Omaha hi-lo"
    FIVE_CARD_OMAHA = "five-card Omaha"
    FIVE_CARD_OMAHA_HI_LO = "five-card Omaha hi-lo"
    SIX_CARD_OMAHA = "six-card Omaha"
    COURCHEVEL = "Courchevel"
    COURCHEVEL_HI_LO = "Courchevel hi-lo"
    STUD = "seven-card stud"
    STUD_HI_LO = "seven-card stud hi-lo"
    RAZZ = "razz"
    FIVE_CARD_DRAW = "five-card draw"
    SINGLE_DRAW = "deuce-to-seven single draw"
    TRIPLE_DRAW = "deuce-to-seven triple draw"
    ACE_TO_FIVE_TRIPLE_DRAW = "ace-to-five triple draw"
    BADUGI = "badugi"
    BADEUCY = "badeucy"
    BADACEY = "badacey"


class Limit(Enum):
    """Betting limits that logs name."""

    NO_LIMIT = "no-limit"
    POT_LIMIT = "pot-limit"
    FIXED_LIMIT = "fixed-limit"


_NO, _POT, _FIXED = Limit.NO_LIMIT, Limit.POT_LIMIT, Limit.FIXED_LIMIT
_CODES: dict[tuple[GameName, Limit], str] = {
    (GameName.HOLDEM, _NO): "NT",
    (GameName.HOLDEM, _POT): "PT",
    (GameName.HOLDEM, _FIXED): "FT",
    (GameName.SHORT_DECK, _NO): "NS",
    (GameName.OMAHA, _NO): "NO",
    (GameName.OMAHA, _POT): "PO",
    (GameName.OMAHA, _FIXED): "FO",
    (GameName.OMAHA_HI_LO, _NO): "NO/8",
    (GameName.OMAHA_HI_LO, _POT): "PO/8",
    (GameName.OMAHA_HI_LO, _FIXED): "LO/8",
    (GameName.FIVE_CARD_OMAHA, _POT): "PO5",
    (GameName.FIVE_CARD_OMAHA_HI_LO, _POT): "PO5/8",
    (GameName.SIX_CARD_OMAHA, _POT): "PO6",
    (GameName.COURCHEVEL, _POT): "PC",
    (GameName.COURCHEVEL_HI_LO, _POT): "PC/8",
    (GameName.STUD, _FIXED): "F7S",
    (GameName.STUD_HI_LO, _FIXED): "F7S/8",
    (GameName.RAZZ, _FIXED): "FR",
    (GameName.FIVE_CARD_DRAW, _NO): "N5D",
    (GameName.FIVE_CARD_DRAW, _POT): "P5D",
    (GameName.FIVE_CARD_DRAW, _FIXED): "F5D",
    (GameName.SINGLE_DRAW, _NO): "N2L1D",
    (GameName.TRIPLE_DRAW, _FIXED): "F2L3D",
    (GameName.ACE_TO_FIVE_TRIPLE_DRAW, _FIXED): "FA5L3D",
    (GameName.BADUGI, _FIXED): "FB",
    (GameName.BADEUCY, _FIXED): "FB27",
    (GameName.BADACEY, _FIXED): "FBA5",
}


def variant_code(game: GameName, limit: Limit) -> str:
    """Return the PHH code of a game.

    Args:
        game: The game as a log names it.
        limit: Its betting limit.

    Raises:
        InputError: If PHH has no code for the game with this limit.

    >>> variant_code(GameName.OMAHA, Limit.POT_LIMIT)
    'PO'
    """
    code = _CODES.get((game, limit))
    if code is None:
        others = [kind.value for name, kind in _CODES if name is game]
        raise InputError(f"{game.value} must be {' or '.join(others)}, got {limit.value}")
    return code
