"""States with PokerKit's names: operations instead of events, and its names of methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from fifthstreet import cards
from fifthstreet.game import values
from fifthstreet.game.enums import Automation, BettingStructure, Mode, Opening
from fifthstreet.game.state import State as EngineState
from fifthstreet.game.street import Pot, Street
from fifthstreet.hands.types import GREEK_HIGH
from fifthstreet.pokerkit.hands import Hand
from fifthstreet.pokerkit.opening_lookups import HighHandOpeningLookup, LowHandOpeningLookup
from fifthstreet.pokerkit.operations import (
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
    operation_of,
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

# Private names of PokerKit that its own tests import.
_HighHandOpeningLookup = HighHandOpeningLookup
_LowHandOpeningLookup = LowHandOpeningLookup

# PokerKit's names of what the engine calls otherwise; all other names are the same.
_ENGINE_NAMES: Final = {
    "get_board": "get_board_cards",
    "stander_pat_or_discarder_index": "discarder_index",
    "blind_or_straddle_poster_indices": "blind_poster_indices",
    "blind_or_straddle_posting_statuses": "blind_posting_statuses",
    "can_complete_bet_or_raise_to": "can_bet_or_raise_to",
    "can_post_blind_or_straddle": "can_post_blind",
    "can_select_runout_count": "can_choose_runouts",
    "can_show_or_muck_hole_cards": "can_show_or_muck",
    "can_stand_pat_or_discard": "can_discard",
    "checking_or_calling_amount": "amount_to_call",
    "completion_betting_or_raising_amount": "largest_raise",
    "completion_betting_or_raising_count": "raise_count",
    "effective_bring_in_amount": "bring_in_to_post",
    "get_effective_blind_or_straddle": "get_effective_blind",
    "max_completion_betting_or_raising_to_amount": "max_raise_to",
    "min_completion_betting_or_raising_to_amount": "min_raise_to",
    "pot_completion_betting_or_raising_to_amount": "pot_raise_to",
    "runout_count_selector_indices": "runout_chooser_indices",
    "runout_count_selector_statuses": "runout_chooser_statuses",
    "stand_patter_or_discarder_index": "discarder_index",
    "standing_pat_or_discarding_statuses": "discard_statuses",
    "verify_ante_posting": "verify_post_ante",
    "verify_bet_collection": "verify_collect_bets",
    "verify_blind_or_straddle_posting": "verify_post_blind",
    "verify_board_dealing": "verify_deal_board",
    "verify_bring_in_posting": "verify_post_bring_in",
    "verify_card_burning": "verify_burn_card",
    "verify_checking_or_calling": "verify_check_or_call",
    "verify_chips_pulling": "verify_pull_chips",
    "verify_chips_pushing": "verify_push_chips",
    "verify_completion_betting_or_raising_to": "verify_bet_or_raise_to",
    "verify_folding": "verify_fold",
    "verify_hand_killing": "verify_kill_hand",
    "verify_hole_cards_showing_or_mucking": "verify_show_or_muck",
    "verify_hole_dealing": "verify_deal_hole",
    "verify_runout_count_selection": "verify_choose_runouts",
    "verify_standing_pat_or_discarding": "verify_discard",
}
# PokerKit's operations, and the engine's methods that carry them out.
_OPERATIONS: Final = {
    "post_ante": "post_ante",
    "collect_bets": "collect_bets",
    "post_blind_or_straddle": "post_blind",
    "burn_card": "burn_card",
    "deal_hole": "deal_hole",
    "deal_board": "deal_board",
    "stand_pat_or_discard": "discard",
    "fold": "fold",
    "check_or_call": "check_or_call",
    "post_bring_in": "post_bring_in",
    "complete_bet_or_raise_to": "bet_or_raise_to",
    "select_runout_count": "choose_runouts",
    "show_or_muck_hole_cards": "show_or_muck",
    "kill_hand": "kill_hand",
    "push_chips": "push_chips",
    "pull_chips": "pull_chips",
    "no_operate": "note",
}


class ClassOfHands:
    """A hand class as the engine sees hand types."""

    def __init__(self, hand_class: type[Hand]) -> None:
        """Set the class; its hands are evaluated natively if the native core can."""
        self.hand_class = hand_class
        self.name = hand_class.__name__
        # A Greek hand has three board cards and any number of hole cards, but the evaluator of that
        # hand type supports two hole cards only.
        is_native = hand_class._native is not None and hand_class.hand_type is not GREEK_HIGH
        native = hand_class.hand_type if is_native else None
        self.evaluator = None if native is None else native.evaluator

    def best(self, hole: Iterable[Any], board: Iterable[Any]) -> Hand | None:
        """Return the best hand of hole and board cards, or None."""
        try:
            return self.hand_class.from_game(tuple(hole), tuple(board))
        except (KeyError, ValueError):
            return None


_known_classes: dict[tuple[type[Hand], ...], tuple[ClassOfHands, ...]] = {}


def engine_hand_types(hand_classes: tuple[type[Hand], ...]) -> Any:
    """Return hand classes as the engine sees hand types, the same objects for the same classes."""
    hand_classes = tuple(hand_classes)
    if hand_classes not in _known_classes:
        _known_classes[hand_classes] = tuple(map(ClassOfHands, hand_classes))
    return _known_classes[hand_classes]


class State:
    """A hand of poker with PokerKit's names; `engine` is the state of the rules engine.

    >>> from fifthstreet.pokerkit import NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
    >>> state.complete_bet_or_raise_to(6)
    CompletionBettingOrRaisingTo(commentary=None, player_index=1, amount=6)
    >>> state.operations[-1] == operation_of(state.engine.events[-1])
    True
    """

    engine: EngineState
    _operations: list[Operation]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        deck: Iterable[Any],
        hand_types: tuple[Any, ...],
        streets: tuple[Street, ...],
        betting_structure: BettingStructure,
        ante_trimming_status: bool,
        raw_antes: Any,
        raw_blinds_or_straddles: Any,
        bring_in: Any,
        raw_starting_stacks: Any,
        player_count: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Any, Any], tuple[Any, Any]] = values.divmod,
        rake: Callable[[Any, Any], tuple[Any, Any]] = values.rake,
        seed: int | None = None,
        deck_order: Iterable[Any] | None = None,
    ) -> None:
        self._wrap(
            EngineState(
                automations,
                deck,
                engine_hand_types(hand_types),
                streets,
                betting_structure,
                ante_trimming_status,
                raw_antes,
                raw_blinds_or_straddles,
                bring_in,
                raw_starting_stacks,
                player_count,
                mode=mode,
                starting_board_count=starting_board_count,
                divmod=divmod,
                rake=rake,
                seed=seed,
                deck_order=deck_order,
            )
        )

    def _wrap(self, state: EngineState) -> None:
        self.__dict__.update(engine=state, _operations=[])

    @classmethod
    def of(cls, state: EngineState) -> State:
        """Return a state of the engine with PokerKit's names."""
        wrapped = cls.__new__(cls)
        wrapped._wrap(state)
        return wrapped

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the engine's state."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.engine, _ENGINE_NAMES.get(name, name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.engine, _ENGINE_NAMES.get(name, name), value)

    @property
    def operations(self) -> list[Operation]:
        """Operations so far, in order."""
        events = self.engine.events
        for index in range(len(self._operations), len(events)):
            self._operations.append(operation_of(events[index]))
        return self._operations

    @property
    def hand_types(self) -> tuple[type[Hand], ...]:
        """Hand classes, several for split pots."""
        kinds: Any = self.engine.hand_types
        return tuple(each.hand_class for each in kinds)

    def verify_no_operation(self) -> None:
        """Do nothing: a record without an operation is always legal."""

    def can_no_operate(self) -> bool:
        """Return True: a record without an operation is always legal."""
        return True

    def get_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of an active player, or None."""
        if not self.engine.statuses[player_index]:
            return None
        return self._hand(self.engine.hole_cards[player_index], board_index, hand_type_index)

    def get_up_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of an active player's up cards, or None."""
        if not self.engine.statuses[player_index]:
            return None
        return self._hand(self.engine.get_up_cards(player_index), board_index, hand_type_index)

    def get_up_hands(self, board_index: int, hand_type_index: int) -> Iterator[Hand | None]:
        """Iterate over the best hand of each player's up cards, or None."""
        return iter(
            [
                self.get_up_hand(player, board_index, hand_type_index)
                for player in self.engine.player_indices
            ]
        )

    def _hand(
        self, hole: Iterable[cards.Card], board_index: int, hand_type_index: int
    ) -> Hand | None:
        kinds: Any = self.engine.hand_types
        known = [card for card in hole if card]
        hand: Hand | None = kinds[hand_type_index].best(
            known, self.engine.get_board_cards(board_index)
        )
        return hand

    def copy(self) -> State:
        """Return an independent copy of the state."""
        return type(self).of(self.engine.copy())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.engine == other.engine

    def __hash__(self) -> int:
        return hash(self.engine)

    def __repr__(self) -> str:
        return repr(self.engine)


def _operation_method(name: str, engine_name: str) -> Callable[..., Operation]:
    carry_out = getattr(EngineState, engine_name)

    def operate(self: State, *arguments: Any, **options: Any) -> Operation:
        return operation_of(carry_out(self.engine, *arguments, **options))

    operate.__name__ = name
    operate.__doc__ = carry_out.__doc__
    return operate


for _name, _engine_name in _OPERATIONS.items():
    setattr(State, _name, _operation_method(_name, _engine_name))
