from fifthstreet.cards import Card as Card
from fifthstreet.cards import Deck as Deck
from fifthstreet.cards import Range as Range
from fifthstreet.cards import cards_text as cards_text
from fifthstreet.cards import combine as combine
from fifthstreet.cards import parse_cards as parse_cards
from fifthstreet.cards import parse_mask as parse_mask
from fifthstreet.cards.equity import EquityResult as EquityResult
from fifthstreet.cards.equity import equity as equity
from fifthstreet.cards.equity import hand_strength as hand_strength
from fifthstreet.cards.equity import icm as icm
from fifthstreet.cards.hands import Hand as Hand
from fifthstreet.cards.hands import HandCategory as HandCategory
from fifthstreet.cards.hands import evaluate as evaluate
from fifthstreet.cards.hands import hand_category as hand_category
from fifthstreet.game import Automation as Automation
from fifthstreet.game import Mode as Mode
from fifthstreet.game import State as State
from fifthstreet.game import variant as variant
from fifthstreet.game.notation import HandHistory as HandHistory
from fifthstreet.game.notation import read_hands as read_hands
from fifthstreet.game.variants import (
    FixedLimitAceToFiveLowballTripleDraw as FixedLimitAceToFiveLowballTripleDraw,
)
from fifthstreet.game.variants import FixedLimitBadacey as FixedLimitBadacey
from fifthstreet.game.variants import FixedLimitBadeucy as FixedLimitBadeucy
from fifthstreet.game.variants import FixedLimitBadugi as FixedLimitBadugi
from fifthstreet.game.variants import (
    FixedLimitDeuceToSevenLowballTripleDraw as FixedLimitDeuceToSevenLowballTripleDraw,
)
from fifthstreet.game.variants import FixedLimitFiveCardDraw as FixedLimitFiveCardDraw
from fifthstreet.game.variants import (
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter as FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants import FixedLimitRazz as FixedLimitRazz
from fifthstreet.game.variants import FixedLimitSevenCardStud as FixedLimitSevenCardStud
from fifthstreet.game.variants import (
    FixedLimitSevenCardStudHighLowSplitEightOrBetter as FixedLimitSevenCardStudHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants import FixedLimitTexasHoldem as FixedLimitTexasHoldem
from fifthstreet.game.variants import KuhnPoker as KuhnPoker
from fifthstreet.game.variants import LeducHoldem as LeducHoldem
from fifthstreet.game.variants import (
    NoLimitDeuceToSevenLowballSingleDraw as NoLimitDeuceToSevenLowballSingleDraw,
)
from fifthstreet.game.variants import NoLimitFiveCardDraw as NoLimitFiveCardDraw
from fifthstreet.game.variants import NoLimitRoyalHoldem as NoLimitRoyalHoldem
from fifthstreet.game.variants import NoLimitShortDeckHoldem as NoLimitShortDeckHoldem
from fifthstreet.game.variants import NoLimitShortDeckTripsHoldem as NoLimitShortDeckTripsHoldem
from fifthstreet.game.variants import NoLimitTexasHoldem as NoLimitTexasHoldem
from fifthstreet.game.variants import NoLimitTexasHoldemBombPot as NoLimitTexasHoldemBombPot
from fifthstreet.game.variants import Numeral211Holdem as Numeral211Holdem
from fifthstreet.game.variants import PotLimitBigO as PotLimitBigO
from fifthstreet.game.variants import PotLimitCourchevelHoldem as PotLimitCourchevelHoldem
from fifthstreet.game.variants import (
    PotLimitCourchevelHoldemHighLowSplitEightOrBetter as PotLimitCourchevelHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants import PotLimitFiveCardDraw as PotLimitFiveCardDraw
from fifthstreet.game.variants import PotLimitFiveCardOmahaHoldem as PotLimitFiveCardOmahaHoldem
from fifthstreet.game.variants import PotLimitOmahaHoldem as PotLimitOmahaHoldem
from fifthstreet.game.variants import PotLimitOmahaHoldemBombPot as PotLimitOmahaHoldemBombPot
from fifthstreet.game.variants import (
    PotLimitOmahaHoldemHighLowSplitEightOrBetter as PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from fifthstreet.game.variants import PotLimitSixCardOmahaHoldem as PotLimitSixCardOmahaHoldem
from fifthstreet.game.variants import RhodeIslandHoldem as RhodeIslandHoldem
from fifthstreet.game.variants import RoyalRhodeIslandHoldem as RoyalRhodeIslandHoldem
from fifthstreet.review import SolveSettings as SolveSettings
from fifthstreet.review import advise as advise
from fifthstreet.review import review_hands as review_hands
from fifthstreet.solvers import make_solver as make_solver
from fifthstreet.solvers import solve as solve
from fifthstreet.solvers import solve_preflop as solve_preflop
from fifthstreet.solvers import train as train
from fifthstreet.solvers.blueprint import BlueprintOptions as BlueprintOptions
from fifthstreet.solvers.blueprint import BlueprintSolver as BlueprintSolver
from fifthstreet.solvers.blueprint import local_best_response as local_best_response
from fifthstreet.solvers.multiway import MultiwaySolution as MultiwaySolution
from fifthstreet.solvers.multiway import MultiwaySolver as MultiwaySolver
from fifthstreet.solvers.multiway import MultiwaySpot as MultiwaySpot
from fifthstreet.solvers.postflop import Node as Node
from fifthstreet.solvers.postflop import Solution as Solution
from fifthstreet.solvers.postflop import Solver as Solver
from fifthstreet.solvers.postflop import Spot as Spot
from fifthstreet.solvers.postflop import card_report as card_report
from fifthstreet.solvers.postflop import estimate as estimate
from fifthstreet.solvers.postflop import open_solution as open_solution
from fifthstreet.solvers.postflop import range_breakdown as range_breakdown
from fifthstreet.solvers.postflop import range_distribution as range_distribution
from fifthstreet.solvers.postflop import read_spot as read_spot
from fifthstreet.support.version import __version__ as __version__
from fifthstreet.tree import BettingTree as BettingTree
from fifthstreet.tree import Rake as Rake
from fifthstreet.tree import Sizes as Sizes
from fifthstreet.tree import TreeRules as TreeRules
from fifthstreet.tree import build_tree as build_tree
from fifthstreet.tree.strategy import Exploitability as Exploitability
from fifthstreet.tree.strategy import Lock as Lock
from fifthstreet.tree.strategy import TreeStrategy as TreeStrategy
from fifthstreet.tree.strategy import UniformStrategy as UniformStrategy
from fifthstreet.tree.translate import Match as Match
from fifthstreet.tree.translate import match as match
