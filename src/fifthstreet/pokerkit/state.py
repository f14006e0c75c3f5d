"""States, streets and operations with PokerKit's names."""

from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.operations import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CardBurning,
    CheckingOrCalling,
    ChipsPulling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    Folding,
    HandKilling,
    HoleCardsShowingOrMucking,
    HoleDealing,
    NoOperation,
    Operation,
    RunoutCountSelection,
    StandingPatOrDiscarding,
)
from fifthstreet.game.state import State
from fifthstreet.game.street import Pot, Street
from fifthstreet.pokerkit.opening_lookups import HighHandOpeningLookup, LowHandOpeningLookup

__all__ = [
    "AntePosting",
    "Automation",
    "BetCollection",
    "BettingStructure",
    "BlindOrStraddlePosting",
    "BoardDealing",
    "BringInPosting",
    "CardBurning",
    "CheckingOrCalling",
    "ChipsPulling",
    "ChipsPushing",
    "CompletionBettingOrRaisingTo",
    "Folding",
    "HandKilling",
    "HoleCardsShowingOrMucking",
    "HoleDealing",
    "Mode",
    "NoOperation",
    "Opening",
    "Operation",
    "Pot",
    "RunoutCountSelection",
    "StandingPatOrDiscarding",
    "State",
    "Street",
]

# Private names of PokerKit that its own tests import.
_HighHandOpeningLookup = HighHandOpeningLookup
_LowHandOpeningLookup = LowHandOpeningLookup
