"""Ready-made games, each a class that creates states.

>>> from fifthstreet.game.enums import Automation
>>> game = variant("NT")((Automation.ANTE_POSTING,), True, 0, (1, 2), 2)
>>> game.name, game.max_hole_card_count, game.max_board_card_count
("no-limit Texas hold'em", 2, 5)
"""

from fifthstreet.errors import InputError
from fifthstreet.game.variants.base import (
    FixedLimitPokerMixin,
    NoLimitPokerMixin,
    Options,
    Poker,
    PotLimitPokerMixin,
    term_names,
)
from fifthstreet.game.variants.draw import (
    DeuceToSevenLowballMixin,
    Draw,
    FiveCardDrawMixin,
    FixedLimitAceToFiveLowballTripleDraw,
    FixedLimitBadacey,
    FixedLimitBadeucy,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitFiveCardDraw,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitFiveCardDraw,
    PotLimitFiveCardDraw,
    SingleDraw,
    TripleDraw,
    TwoBetDraw,
)
from fifthstreet.game.variants.holdem import (
    BombPot,
    FixedLimitOmahaEightOrBetter,
    FixedLimitOmahaHoldem,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    Holdem,
    NoLimitOmahaHoldem,
    NoLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitRoyalHoldem,
    NoLimitShortDeckHoldem,
    NoLimitShortDeckTripsHoldem,
    NoLimitTexasHoldem,
    NoLimitTexasHoldemBombPot,
    OmahaHoldemMixin,
    PotLimitBigO,
    PotLimitCourchevelHoldem,
    PotLimitCourchevelHoldemHighLowSplitEightOrBetter,
    PotLimitFiveCardOmahaHoldem,
    PotLimitOmahaHoldem,
    PotLimitOmahaHoldemBombPot,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
    PotLimitSixCardOmahaHoldem,
    PotLimitTexasHoldem,
    RoyalHoldemMixin,
    TexasHoldemMixin,
    UnfixedLimitHoldem,
)
from fifthstreet.game.variants.small import (
    KuhnPoker,
    LeducHoldem,
    Numeral211Holdem,
    RhodeIslandHoldem,
    RoyalRhodeIslandHoldem,
    SmallPoker,
)
from fifthstreet.game.variants.stud import (
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    SevenCardStud,
)

# By code. The first eleven codes come from the PHH format; the others follow their style.
VARIANTS: dict[str, type[Poker]] = {
    game.code: game
    for game in (
        FixedLimitTexasHoldem,
        NoLimitTexasHoldem,
        NoLimitShortDeckHoldem,
        PotLimitOmahaHoldem,
        FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
        FixedLimitSevenCardStud,
        FixedLimitSevenCardStudHighLowSplitEightOrBetter,
        FixedLimitRazz,
        NoLimitDeuceToSevenLowballSingleDraw,
        FixedLimitDeuceToSevenLowballTripleDraw,
        FixedLimitBadugi,
        NoLimitRoyalHoldem,
        NoLimitShortDeckTripsHoldem,
        PotLimitTexasHoldem,
        NoLimitOmahaHoldem,
        FixedLimitOmahaHoldem,
        PotLimitFiveCardOmahaHoldem,
        PotLimitSixCardOmahaHoldem,
        PotLimitOmahaHoldemHighLowSplitEightOrBetter,
        NoLimitOmahaHoldemHighLowSplitEightOrBetter,
        PotLimitBigO,
        FixedLimitOmahaEightOrBetter,
        PotLimitCourchevelHoldem,
        PotLimitCourchevelHoldemHighLowSplitEightOrBetter,
        NoLimitTexasHoldemBombPot,
        PotLimitOmahaHoldemBombPot,
        FixedLimitAceToFiveLowballTripleDraw,
        FixedLimitBadeucy,
        FixedLimitBadacey,
        FixedLimitFiveCardDraw,
        PotLimitFiveCardDraw,
        NoLimitFiveCardDraw,
        KuhnPoker,
        LeducHoldem,
        RhodeIslandHoldem,
        RoyalRhodeIslandHoldem,
        Numeral211Holdem,
    )
}

_BY_NAME = {
    key.casefold(): game
    for game in VARIANTS.values()
    for key in (game.code, game.name, game.__name__)
}


def variant(name: str) -> type[Poker]:
    """Return the game with this code, name or class name; case does not matter.

    >>> variant("pot-limit omaha hold'em").code
    'PO'
    """
    game = _BY_NAME.get(name.casefold())
    if game is None:
        raise InputError(f"game must be one of {', '.join(VARIANTS)}, got {name!r}")
    return game


__all__ = [
    "VARIANTS",
    "BombPot",
    "DeuceToSevenLowballMixin",
    "Draw",
    "FiveCardDrawMixin",
    "FixedLimitAceToFiveLowballTripleDraw",
    "FixedLimitBadacey",
    "FixedLimitBadeucy",
    "FixedLimitBadugi",
    "FixedLimitDeuceToSevenLowballTripleDraw",
    "FixedLimitFiveCardDraw",
    "FixedLimitOmahaEightOrBetter",
    "FixedLimitOmahaHoldem",
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "FixedLimitPokerMixin",
    "FixedLimitRazz",
    "FixedLimitSevenCardStud",
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "FixedLimitTexasHoldem",
    "Holdem",
    "KuhnPoker",
    "LeducHoldem",
    "NoLimitDeuceToSevenLowballSingleDraw",
    "NoLimitFiveCardDraw",
    "NoLimitOmahaHoldem",
    "NoLimitOmahaHoldemHighLowSplitEightOrBetter",
    "NoLimitPokerMixin",
    "NoLimitRoyalHoldem",
    "NoLimitShortDeckHoldem",
    "NoLimitShortDeckTripsHoldem",
    "NoLimitTexasHoldem",
    "NoLimitTexasHoldemBombPot",
    "Numeral211Holdem",
    "OmahaHoldemMixin",
    "Options",
    "Poker",
    "PotLimitBigO",
    "PotLimitCourchevelHoldem",
    "PotLimitCourchevelHoldemHighLowSplitEightOrBetter",
    "PotLimitFiveCardDraw",
    "PotLimitFiveCardOmahaHoldem",
    "PotLimitOmahaHoldem",
    "PotLimitOmahaHoldemBombPot",
    "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    "PotLimitPokerMixin",
    "PotLimitSixCardOmahaHoldem",
    "PotLimitTexasHoldem",
    "RhodeIslandHoldem",
    "RoyalHoldemMixin",
    "RoyalRhodeIslandHoldem",
    "SevenCardStud",
    "SingleDraw",
    "SmallPoker",
    "TexasHoldemMixin",
    "TripleDraw",
    "TwoBetDraw",
    "UnfixedLimitHoldem",
    "term_names",
    "variant",
]
