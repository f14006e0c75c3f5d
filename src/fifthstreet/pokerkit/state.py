"""States, streets and operations under their PokerKit names."""

from fifthstreet.game.enums import (
    Automation,
    BettingStructure,
    Mode,
    Opening,
)
from fifthstreet.game.lookups import HighHandOpeningLookup, LowHandOpeningLookup
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
from fifthstreet.game.state import (
    State,
)
from fifthstreet.game.street import (
    Pot,
    Street,
)

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

# Not public, but PokerKit's own tests ask for them.
_HighHandOpeningLookup = HighHandOpeningLookup
_LowHandOpeningLookup = LowHandOpeningLookup
