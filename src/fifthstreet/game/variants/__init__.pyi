from fifthstreet.game.variants.base import FixedLimitPokerMixin as FixedLimitPokerMixin
from fifthstreet.game.variants.base import NoLimitPokerMixin as NoLimitPokerMixin
from fifthstreet.game.variants.base import Options as Options
from fifthstreet.game.variants.base import Poker as Poker
from fifthstreet.game.variants.base import PotLimitPokerMixin as PotLimitPokerMixin
from fifthstreet.game.variants.base import term_names as term_names
from fifthstreet.game.variants.draw import DeuceToSevenLowballMixin as DeuceToSevenLowballMixin
from fifthstreet.game.variants.draw import Draw as Draw
from fifthstreet.game.variants.draw import FiveCardDrawMixin as FiveCardDrawMixin
from fifthstreet.game.variants.draw import (
    FixedLimitAceToFiveLowballTripleDraw as FixedLimitAceToFiveLowballTripleDraw,
)
from fifthstreet.game.variants.draw import FixedLimitBadacey as FixedLimitBadacey
from fifthstreet.game.variants.draw import FixedLimitBadeucy as FixedLimitBadeucy
from fifthstreet.game.variants.draw import FixedLimitBadugi as FixedLimitBadugi
from fifthstreet.game.variants.draw import (
    FixedLimitDeuceToSevenLowballTripleDraw as FixedLimitDeuceToSevenLowballTripleDraw,
)
from fifthstreet.game.variants.draw import FixedLimitFiveCardDraw as FixedLimitFiveCardDraw
from fifthstreet.game.variants.draw import (
    NoLimitDeuceToSevenLowballSingleDraw as NoLimitDeuceToSevenLowballSingleDraw,
)
from fifthstreet.game.variants.draw import NoLimitFiveCardDraw as NoLimitFiveCardDraw
from fifthstreet.game.variants.draw import PotLimitFiveCardDraw as PotLimitFiveCardDraw
from fifthstreet.game.variants.draw import SingleDraw as SingleDraw
from fifthstreet.game.variants.draw import TripleDraw as TripleDraw
from fifthstreet.game.variants.draw import TwoBetDraw as TwoBetDraw
from fifthstreet.game.variants.holdem import BombPot as BombPot
from fifthstreet.game.variants.holdem import FixedLimitOmahaHoldem as FixedLimitOmahaHoldem
from fifthstreet.game.variants.holdem import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter as FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants.holdem import FixedLimitTexasHoldem as FixedLimitTexasHoldem
from fifthstreet.game.variants.holdem import Holdem as Holdem
from fifthstreet.game.variants.holdem import NoLimitOmahaHoldem as NoLimitOmahaHoldem
from fifthstreet.game.variants.holdem import (
    NoLimitOmahaHoldemHighLowSplitEightOrBetter as NoLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants.holdem import NoLimitRoyalHoldem as NoLimitRoyalHoldem
from fifthstreet.game.variants.holdem import NoLimitShortDeckHoldem as NoLimitShortDeckHoldem
from fifthstreet.game.variants.holdem import (
    NoLimitShortDeckTripsHoldem as NoLimitShortDeckTripsHoldem,
)
from fifthstreet.game.variants.holdem import NoLimitTexasHoldem as NoLimitTexasHoldem
from fifthstreet.game.variants.holdem import NoLimitTexasHoldemBombPot as NoLimitTexasHoldemBombPot
from fifthstreet.game.variants.holdem import OmahaHoldemMixin as OmahaHoldemMixin
from fifthstreet.game.variants.holdem import PotLimitBigO as PotLimitBigO
from fifthstreet.game.variants.holdem import PotLimitCourchevelHoldem as PotLimitCourchevelHoldem
from fifthstreet.game.variants.holdem import (
    PotLimitCourchevelHoldemHighLowSplitEightOrBetter as PotLimitCourchevelHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants.holdem import (
    PotLimitFiveCardOmahaHoldem as PotLimitFiveCardOmahaHoldem,
)
from fifthstreet.game.variants.holdem import PotLimitOmahaHoldem as PotLimitOmahaHoldem
from fifthstreet.game.variants.holdem import (
    PotLimitOmahaHoldemBombPot as PotLimitOmahaHoldemBombPot,
)
from fifthstreet.game.variants.holdem import (
    PotLimitOmahaHoldemHighLowSplitEightOrBetter as PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants.holdem import (
    PotLimitSixCardOmahaHoldem as PotLimitSixCardOmahaHoldem,
)
from fifthstreet.game.variants.holdem import PotLimitTexasHoldem as PotLimitTexasHoldem
from fifthstreet.game.variants.holdem import RoyalHoldemMixin as RoyalHoldemMixin
from fifthstreet.game.variants.holdem import TexasHoldemMixin as TexasHoldemMixin
from fifthstreet.game.variants.holdem import UnfixedLimitHoldem as UnfixedLimitHoldem
from fifthstreet.game.variants.registry import VARIANTS as VARIANTS
from fifthstreet.game.variants.registry import variant as variant
from fifthstreet.game.variants.small import KuhnPoker as KuhnPoker
from fifthstreet.game.variants.small import LeducHoldem as LeducHoldem
from fifthstreet.game.variants.small import Numeral211Holdem as Numeral211Holdem
from fifthstreet.game.variants.small import RhodeIslandHoldem as RhodeIslandHoldem
from fifthstreet.game.variants.small import RoyalRhodeIslandHoldem as RoyalRhodeIslandHoldem
from fifthstreet.game.variants.small import SmallPoker as SmallPoker
from fifthstreet.game.variants.stud import FixedLimitRazz as FixedLimitRazz
from fifthstreet.game.variants.stud import FixedLimitSevenCardStud as FixedLimitSevenCardStud
from fifthstreet.game.variants.stud import (
    FixedLimitSevenCardStudHighLowSplitEightOrBetter as FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants.stud import SevenCardStud as SevenCardStud
