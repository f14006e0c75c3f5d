"""States with PokerKit's names: operations instead of events, and its names of methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from fifthstreet import cards
from fifthstreet.game import Automation, BettingStructure, Mode, Opening, Pot, Street
from fifthstreet.game import State as EngineState
from fifthstreet.pokerkit import operations
from fifthstreet.pokerkit.hands import Hand
from fifthstreet.pokerkit.lookups import HighHandOpeningLookup, LowHandOpeningLookup
from fifthstreet.pokerkit.operations import *  # noqa: F403
from fifthstreet.pokerkit.operations import Operation, operation_of

__all__ = [
    *operations.__all__,
    "Automation",
    "BettingStructure",
    "Mode",
    "Opening",
    "Pot",
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
# Other operations than a player's usual actions, and the engine's methods that carry them out.
_OPERATIONS: Final = {
    "post_ante": "post_ante",
    "collect_bets": "collect_bets",
    "post_blind_or_straddle": "post_blind",
    "burn_card": "burn_card",
    "deal_hole": "deal_hole",
    "deal_board": "deal_board",
    "stand_pat_or_discard": "discard",
    "post_bring_in": "post_bring_in",
    "select_runout_count": "choose_runouts",
    "show_or_muck_hole_cards": "show_or_muck",
    "kill_hand": "kill_hand",
    "push_chips": "push_chips",
    "pull_chips": "pull_chips",
    "no_operate": "note",
}


class State:
    """A hand of poker with PokerKit's names; `engine` is the state of the rules engine.

    >>> from fifthstreet.pokerkit import NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
    >>> state.complete_bet_or_raise_to(6)
    CompletionBettingOrRaisingTo(commentary=None, player_index=1, amount=6)
    >>> state.operations[-1] == operation_of(state.engine.events[-1])
    True

    Attributes of your own can be added, to states and in subclasses. Copies and pickles keep them.
    """

    __slots__ = ("__dict__", "__weakref__", "_operations", "engine")

    engine: EngineState
    _operations: list[Operation]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        deck: Iterable[cards.Card],
        hand_types: Iterable[Any],
        *setup: Any,
        **options: Any,
    ) -> None:
        """Begin a hand; the arguments are PokerKit's, and `seed` and `deck_order`."""
        _set_engine(self, EngineState(automations, deck, tuple(hand_types), *setup, **options))
        _set_operations(self, [])

    @classmethod
    def of(cls, state: EngineState) -> State:
        """Return a state of the engine with PokerKit's names."""
        wrapped = _new(cls)
        _set_engine(wrapped, state)
        _set_operations(wrapped, [])
        return wrapped

    if TYPE_CHECKING or not hasattr(EngineState, "stacks"):
        # The class has properties of all attributes of the engine's state, unless the engine is
        # interpreted: then its class lacks the attributes that its constructor sets.

        def __getattr__(self, name: str) -> Any:
            return getattr(_get_engine(self), _ENGINE_NAMES.get(name, name))

    def __setattr__(self, name: str, value: Any) -> None:
        engine_name = _ENGINE_NAMES.get(name, name)
        try:
            is_of_engine = hasattr(_get_engine(self), engine_name)
        except AttributeError:  # a subclass sets attributes before the hand begins
            is_of_engine = False
        if is_of_engine:
            setattr(self.engine, engine_name, value)
        else:
            object.__setattr__(self, name, value)

    @property
    def operations(self) -> list[Operation]:
        """Operations so far, in order."""
        events = self.engine.events
        for index in range(len(self._operations), len(events)):
            self._operations.append(operation_of(events[index]))
        return self._operations

    def fold(self, *, commentary: str | None = None) -> Operation:
        """Fold the actor's hand."""
        return operation_of(self.engine.fold(commentary=commentary))

    def check_or_call(self, *, commentary: str | None = None) -> Operation:
        """Check, or call the bet to match."""
        return operation_of(self.engine.check_or_call(commentary=commentary))

    def complete_bet_or_raise_to(
        self, amount: Any = None, *, commentary: str | None = None
    ) -> Operation:
        """Complete, bet or raise to an amount, by default the smallest."""
        return operation_of(self.engine.bet_or_raise_to(amount, commentary=commentary))

    def verify_no_operation(self) -> None:
        """Do nothing: a record without an operation is always legal."""

    def can_no_operate(self) -> bool:
        """Return True: a record without an operation is always legal."""
        return True

    def get_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of an active player, or None."""
        hole = self.engine.hole_cards[player_index]
        return self._hand(player_index, hole, board_index, hand_type_index)

    def get_up_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of an active player's up cards, or None."""
        up = self.engine.get_up_cards(player_index)
        return self._hand(player_index, up, board_index, hand_type_index)

    def get_up_hands(self, board_index: int, hand_type_index: int) -> Iterator[Hand | None]:
        """Iterate over the best hand of each player's up cards, or None."""
        players = self.engine.player_indices
        return iter([self.get_up_hand(i, board_index, hand_type_index) for i in players])

    def _hand(
        self, player_index: int, hole: Iterable[cards.Card], board_index: int, hand_type_index: int
    ) -> Hand | None:
        if not self.engine.statuses[player_index]:
            return None
        known = [card for card in hole if card]
        board = list(self.engine.get_board_cards(board_index))
        hand: Hand | None = self.engine.hand_types[hand_type_index].best(known, board)
        return hand

    def copy(self) -> State:
        """Return an independent copy of the state; attributes that were added are shared."""
        duplicate = type(self).of(self.engine.copy())
        vars(duplicate).update(vars(self))
        return duplicate

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        duplicate = memo[id(self)] = type(self).of(self.engine.copy())
        vars(duplicate).update(deepcopy(vars(self), memo))
        return duplicate

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).of, (self.engine,), vars(self)

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


_new = object.__new__
_get_engine = vars(State)["engine"].__get__  # past `__getattr__`
_set_engine = vars(State)["engine"].__set__  # past `__setattr__`
_set_operations = vars(State)["_operations"].__set__
for _name, _engine_name in _OPERATIONS.items():
    setattr(State, _name, _operation_method(_name, _engine_name))
for _name, _engine_name in ({name: name for name in dir(EngineState)} | _ENGINE_NAMES).items():
    _is_new = not _name.startswith("__") and not hasattr(State, _name)
    if _is_new and hasattr(EngineState, _engine_name):
        _doc = getattr(EngineState, _engine_name).__doc__
        setattr(State, _name, property(attrgetter(f"engine.{_engine_name}"), doc=_doc))
