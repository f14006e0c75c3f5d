"""The rules engine, which plays any poker game."""

from fifthstreet.game.card import (
    Card,
    Deck,
    Rank,
    RankOrder,
    Suit,
)
from fifthstreet.game.enums import (
    Automation,
    BettingStructure,
    Mode,
    Opening,
)
from fifthstreet.game.mixed import Rotation, Stakes, mixed_game
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
from fifthstreet.game.session import Rebuys, Session
from fifthstreet.game.state import (
    State,
)
from fifthstreet.game.street import (
    Pot,
    Street,
)
from fifthstreet.game.variants import (
    VARIANTS,
    variant,
)

__all__ = [
    "VARIANTS",
    "AntePosting",
    "Automation",
    "BetCollection",
    "BettingStructure",
    "BlindOrStraddlePosting",
    "BoardDealing",
    "BringInPosting",
    "Card",
    "CardBurning",
    "CheckingOrCalling",
    "ChipsPulling",
    "ChipsPushing",
    "CompletionBettingOrRaisingTo",
    "Deck",
    "Folding",
    "HandKilling",
    "HoleCardsShowingOrMucking",
    "HoleDealing",
    "Mode",
    "NoOperation",
    "Opening",
    "Operation",
    "Pot",
    "Rank",
    "RankOrder",
    "Rebuys",
    "Rotation",
    "RunoutCountSelection",
    "Session",
    "Stakes",
    "StandingPatOrDiscarding",
    "State",
    "Street",
    "Suit",
    "mixed_game",
    "variant",
]
