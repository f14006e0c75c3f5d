"""Flags and evaluators that follow from a game's setup, computed once for all of its hands."""

from typing import Any

from fifthstreet.game.enums import Automation, BettingStructure, Mode
from fifthstreet.hands import GREEK_HIGH, HandType


class Rules:
    """Flags and evaluators that every phase needs."""

    def __init__(
        self,
        automations: tuple[Automation, ...],
        hand_types: tuple[Any, ...],
        mode: Mode,
        betting_structure: BettingStructure,
    ) -> None:
        """Derive the flags and evaluators from the setup."""
        self.automations = automations
        self.hand_types = hand_types
        self.mode = mode
        self.betting_structure = betting_structure
        self.evaluators: tuple[Any, ...] = tuple(
            [_evaluator(hand_type) for hand_type in hand_types]
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
    hand_types: tuple[Any, ...],
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


def _evaluator(hand_type: Any) -> Any:
    """Return the native evaluator of a hand type or class; None for classes that have none."""
    if isinstance(hand_type, HandType):
        return hand_type.evaluator
    # A Greek hand has three board cards and any number of hole cards, but the evaluator of that
    # hand type supports two hole cards only.
    if hand_type._native is None or hand_type.hand_type is GREEK_HIGH:
        return None
    return hand_type.hand_type.evaluator
