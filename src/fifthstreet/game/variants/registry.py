"""All ready-made games by code and name."""

from fifthstreet.errors import InputError
from fifthstreet.game.variants.base import (
    Poker,
)
from fifthstreet.game.variants.draw import (
    FixedLimitAceToFiveLowballTripleDraw,
    FixedLimitBadacey,
    FixedLimitBadeucy,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitFiveCardDraw,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitFiveCardDraw,
    PotLimitFiveCardDraw,
)
from fifthstreet.game.variants.holdem import (
    FixedLimitOmahaEightOrBetter,
    FixedLimitOmahaHoldem,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitOmahaHoldem,
    NoLimitOmahaHoldemHighLowSplitEightOrBetter,
    NoLimitRoyalHoldem,
    NoLimitShortDeckHoldem,
    NoLimitShortDeckTripsHoldem,
    NoLimitTexasHoldem,
    NoLimitTexasHoldemBombPot,
    PotLimitBigO,
    PotLimitCourchevelHoldem,
    PotLimitCourchevelHoldemHighLowSplitEightOrBetter,
    PotLimitFiveCardOmahaHoldem,
    PotLimitOmahaHoldem,
    PotLimitOmahaHoldemBombPot,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
    PotLimitSixCardOmahaHoldem,
    PotLimitTexasHoldem,
)
from fifthstreet.game.variants.small import (
    KuhnPoker,
    LeducHoldem,
    Numeral211Holdem,
    RhodeIslandHoldem,
    RoyalRhodeIslandHoldem,
)
from fifthstreet.game.variants.stud import (
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
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
    """Return a game by name.

    Args:
        name: Code, name or class name of the game, in upper or lower case.

    Raises:
        InputError: If there is no game of the name.

    >>> variant("pot-limit omaha hold'em").code
    'PO'
    """
    game = _BY_NAME.get(name.casefold())
    if game is None:
        raise InputError(f"game must be one of {', '.join(VARIANTS)}, got {name!r}")
    return game
