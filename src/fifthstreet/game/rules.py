"""Flags and evaluators that follow from a game's setup, computed once for all of its hands."""

from typing import Any, Protocol, TypeAlias

from fifthstreet._native import Evaluator
from fifthstreet.cards import Card
from fifthstreet.game.enums import Automation, BettingStructure, Mode

# How strong a hand is; it only compares with hands of the same type. None means no hand.
Strength: TypeAlias = Any


class RankedHands(Protocol):
    """How a game ranks hands: a `HandType`, or a user's own ranking without an evaluator."""

    @property
    def name(self) -> str:
        """Name of the ranking."""

    @property
    def evaluator(self) -> Evaluator | None:
        """Native evaluator, or None if `best` has to be called."""

    def best(self, hole: list[Card], board: list[Card]) -> Strength:
        """Return something that compares like the best hand of known cards, or None."""


class Rules:
    """Flags and evaluators that every phase needs."""

    def __init__(
        self,
        automations: tuple[Automation, ...],
        hand_types: tuple[RankedHands, ...],
        mode: Mode,
        betting_structure: BettingStructure,
    ) -> None:
        self.automations = automations
        self.hand_types = hand_types
        self.mode = mode
        self.betting_structure = betting_structure
        self.evaluators: tuple[Evaluator | None, ...] = tuple(
            [each.evaluator for each in hand_types]
        )
        self.tournament: bool = mode == Mode.TOURNAMENT
        self.no_limit: bool = betting_structure == BettingStructure.NO_LIMIT
        self.pot_limit: bool = betting_structure == BettingStructure.POT_LIMIT
        self.fixed_limit: bool = betting_structure == BettingStructure.FIXED_LIMIT
        wanted = set(automations)
        self.auto_ante: bool = Automation.ANTE_POSTING in wanted
        self.auto_collect: bool = Automation.BET_COLLECTION in wanted
        self.auto_blind: bool = Automation.BLIND_OR_STRADDLE_POSTING in wanted
        self.auto_burn: bool = Automation.CARD_BURNING in wanted
        self.auto_hole: bool = Automation.HOLE_DEALING in wanted
        self.auto_board: bool = Automation.BOARD_DEALING in wanted
        self.auto_runout: bool = Automation.RUNOUT_COUNT_SELECTION in wanted
        self.auto_show: bool = Automation.HOLE_CARDS_SHOWING_OR_MUCKING in wanted
        self.auto_kill: bool = Automation.HAND_KILLING in wanted
        self.auto_push: bool = Automation.CHIPS_PUSHING in wanted
        self.auto_pull: bool = Automation.CHIPS_PULLING in wanted


# The rules of the last setup, if any; deriving them takes longer than dealing a hand.
_recent: list[Rules] = []


def rules_of(
    automations: tuple[Automation, ...],
    hand_types: tuple[RankedHands, ...],
    mode: Mode,
    betting_structure: BettingStructure,
) -> Rules:
    """Return the rules of a setup, the same object while the setup stays the same."""
    if _recent:
        rules = _recent[0]
        if (
            rules.automations is automations
            and rules.hand_types is hand_types
            and rules.mode is mode
            and rules.betting_structure is betting_structure
        ):
            return rules
    rules = Rules(automations, hand_types, mode, betting_structure)
    _recent[:] = [rules]
    return rules
