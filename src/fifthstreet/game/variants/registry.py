"""All ready-made games by code and name."""

from fifthstreet.cards import find_game
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


def variant(name: str) -> type[Poker]:
    """Return a game by name.

    Args:
        name: Any name of the game: short name, code, title or class.

    Raises:
        InputError: If there is no game of the name.

    >>> variant("pot-limit omaha hold'em").code, variant("plo").code
    ('PO', 'PO')
    """
    return VARIANTS[find_game(name, VARIANTS)]
