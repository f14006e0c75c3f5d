"""Poker AI in one package: from a real hand to a game-theoretic answer.

>>> import fifthstreet as fs
>>> fs.equity("AA", "KK", board="2c7d9h").players[0].equity > 0.9
True
>>> spot = fs.Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
>>> fs.solve(spot, target_pot_percent=0.1).root.actions
('k', 'b50')
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.cards import Card as Card
    from fifthstreet.cards import Deck as Deck
    from fifthstreet.cards import Range as Range
    from fifthstreet.cards import cards_text as cards_text
    from fifthstreet.cards import combine as combine
    from fifthstreet.cards import parse_cards as parse_cards
    from fifthstreet.cards import parse_mask as parse_mask
    from fifthstreet.equity import EquityResult as EquityResult
    from fifthstreet.equity import hand_strength as hand_strength
    from fifthstreet.equity import icm as icm
    from fifthstreet.equity.calculate import equity as equity
    from fifthstreet.game import Automation as Automation
    from fifthstreet.game import Mode as Mode
    from fifthstreet.game import State as State
    from fifthstreet.game import variant as variant
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
        FixedLimitOmahaEightOrBetter as FixedLimitOmahaEightOrBetter,
    )
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
    from fifthstreet.hands import Hand as Hand
    from fifthstreet.hands import HandCategory as HandCategory
    from fifthstreet.hands import hand_category as hand_category
    from fifthstreet.hands.standard import evaluate as evaluate
    from fifthstreet.notation import HandHistory as HandHistory
    from fifthstreet.notation import read_hands as read_hands
    from fifthstreet.review import SolveSettings as SolveSettings
    from fifthstreet.review import advise as advise
    from fifthstreet.review.compare import review as review
    from fifthstreet.solvers import make_solver as make_solver
    from fifthstreet.solvers import train as train
    from fifthstreet.solvers.blueprint import BlueprintSolver as BlueprintSolver
    from fifthstreet.solvers.blueprint import local_best_response as local_best_response
    from fifthstreet.solvers.postflop import Node as Node
    from fifthstreet.solvers.postflop import Solution as Solution
    from fifthstreet.solvers.postflop import Solver as Solver
    from fifthstreet.solvers.postflop import Spot as Spot
    from fifthstreet.solvers.postflop import open_solution as open_solution
    from fifthstreet.solvers.postflop import read_spot as read_spot
    from fifthstreet.solvers.postflop import solve as solve
    from fifthstreet.solvers.postflop.estimate import estimate as estimate
    from fifthstreet.strategy import Exploitability as Exploitability
    from fifthstreet.strategy import Lock as Lock
    from fifthstreet.strategy import TreeStrategy as TreeStrategy
    from fifthstreet.strategy import UniformStrategy as UniformStrategy
    from fifthstreet.translate import Match as Match
    from fifthstreet.translate.match import match as match
    from fifthstreet.tree import BettingTree as BettingTree
    from fifthstreet.tree import Rake as Rake
    from fifthstreet.tree import Sizes as Sizes
    from fifthstreet.tree import TreeRules as TreeRules
    from fifthstreet.tree import build_tree as build_tree

__version__ = "0.1.0"

# These names are both packages and functions; see callable_room.
_CALLABLE_PACKAGES = ("equity", "review")
# Importing the package costs next to nothing.
_import_name, _, _names = lazy_names(
    __name__,
    {
        "cards": ("Card", "Deck", "Range", "cards_text", "combine", "parse_cards", "parse_mask"),
        "hands": ("Hand", "HandCategory", "evaluate", "hand_category"),
        "equity": ("EquityResult", "hand_strength", "icm"),
        "game": ("Automation", "Mode", "State", "variant"),
        "game.variants": (
            "FixedLimitAceToFiveLowballTripleDraw",
            "FixedLimitBadacey",
            "FixedLimitBadeucy",
            "FixedLimitBadugi",
            "FixedLimitDeuceToSevenLowballTripleDraw",
            "FixedLimitFiveCardDraw",
            "FixedLimitOmahaEightOrBetter",
            "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
            "FixedLimitRazz",
            "FixedLimitSevenCardStud",
            "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
            "FixedLimitTexasHoldem",
            "KuhnPoker",
            "LeducHoldem",
            "NoLimitDeuceToSevenLowballSingleDraw",
            "NoLimitFiveCardDraw",
            "NoLimitRoyalHoldem",
            "NoLimitShortDeckHoldem",
            "NoLimitShortDeckTripsHoldem",
            "NoLimitTexasHoldem",
            "NoLimitTexasHoldemBombPot",
            "Numeral211Holdem",
            "PotLimitBigO",
            "PotLimitCourchevelHoldem",
            "PotLimitCourchevelHoldemHighLowSplitEightOrBetter",
            "PotLimitFiveCardDraw",
            "PotLimitFiveCardOmahaHoldem",
            "PotLimitOmahaHoldem",
            "PotLimitOmahaHoldemBombPot",
            "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
            "PotLimitSixCardOmahaHoldem",
            "RhodeIslandHoldem",
            "RoyalRhodeIslandHoldem",
        ),
        "notation": ("HandHistory", "read_hands"),
        "tree": ("BettingTree", "Rake", "Sizes", "TreeRules", "build_tree"),
        "strategy": ("Exploitability", "Lock", "TreeStrategy", "UniformStrategy"),
        "solvers": ("make_solver", "train"),
        "solvers.postflop": (
            "Node",
            "Solution",
            "Solver",
            "Spot",
            "estimate",
            "open_solution",
            "read_spot",
            "solve",
        ),
        "solvers.blueprint": ("BlueprintSolver", "local_best_response"),
        "translate": ("Match", "match"),
        "review": ("SolveSettings", "advise"),
    },
)

__all__ = ["__version__", *sorted([*_names, *_CALLABLE_PACKAGES])]


def __getattr__(name: str) -> Any:
    """Import a public name from its package."""
    if name in _CALLABLE_PACKAGES:
        return import_module(f"fifthstreet.{name}")
    return _import_name(name)


def __dir__() -> list[str]:
    return __all__
