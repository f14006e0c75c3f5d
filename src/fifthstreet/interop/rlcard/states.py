"""What an agent sees, as a state of RLCard.

RLCard counts chips in small blinds: the big blind is 2, and so is the small bet of limit hold'em.
In Leduc hold'em, where it has blinds of 1 and 2 and we have antes of 1, bets are 2 and 4 in both.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from fifthstreet.agents import Action, is_texas_holdem
from fifthstreet.cards import Card
from fifthstreet.game import Bet, BettingStructure, Called, Checked, Folded, Raised, SeatView
from fifthstreet.game.variants import LeducHoldem, Poker
from fifthstreet.interop.libraries import required

NO_LIMIT, LIMIT, LEDUC = "no-limit-holdem", "limit-holdem", "leduc-holdem"
LIMIT_ACTIONS = ("call", "raise", "fold", "check")  # by number
_SUITS = "SHDC"
_RANKS = "A23456789TJQK"
_LEDUC_RANKS = "JQK"
_BIG_BLIND = 2
_MAX_RAISES = 4  # of a street in the arrays of limit hold'em
_MAX_LEDUC_CHIPS = 14
_STREETS = 4


def environment_of(game: Poker) -> str | None:
    """Return the name of RLCard's environment for a game, or None if it has none."""
    if type(game) is LeducHoldem:
        return LEDUC
    if is_texas_holdem(game):
        if game.betting_structure is BettingStructure.NO_LIMIT:
            return NO_LIMIT
        if game.betting_structure is BettingStructure.FIXED_LIMIT:
            return LIMIT
    return None


@dataclass(frozen=True)
class SeenState:
    """A state of RLCard, and our action for each of its legal actions."""

    state: dict[str, Any]
    answers: dict[Any, Action]  # by raw action

    def answer(self, view: SeatView, action: Any, *, is_raw: bool) -> Action:
        """Return an agent's action; an illegal one checks or folds, as RLCard does."""
        if not is_raw:
            numbers = list(self.state["legal_actions"])
            if action not in numbers:
                return view.check_or_fold()
            action = self.state["raw_legal_actions"][numbers.index(action)]
        return self.answers.get(action, view.check_or_fold())


def seen_state(view: SeatView) -> SeenState:
    """Return what a player sees as RLCard would show it."""
    kind = environment_of(view.hand.game)
    if kind == NO_LIMIT:
        return _no_limit_state(view)
    return _limit_state(view) if kind == LIMIT else _leduc_state(view)


def card_name(card: Card) -> str:
    """Return RLCard's name of a card: suit, then rank.

    >>> card_name(Card("A", "s"))
    'SA'
    """
    return f"{card.suit.upper()}{card.rank}"


def card_of(name: str) -> Card:
    """Return the card with a name of RLCard."""
    return Card(name[1], name[0].lower())


def card_index(name: str) -> int:
    """Return the place of a card in RLCard's arrays: spades, hearts, diamonds, clubs; ace first."""
    return _SUITS.index(name[0]) * len(_RANKS) + _RANKS.index(name[1])


def _chips(view: SeatView, unit: Any) -> tuple[list[Any], list[Any]]:
    """Return the chips that each seat has put in and has left, as RLCard counts."""
    scale = _BIG_BLIND / unit

    def scaled(amount: Any) -> Any:
        chips = float(amount * scale)
        return int(chips) if chips.is_integer() else chips

    starts = view.hand.starting_stacks
    put_in = [start - stack for start, stack in zip(starts, view.stacks, strict=True)]
    return [scaled(each) for each in put_in], [scaled(each) for each in view.stacks]


def _no_limit_state(view: SeatView) -> SeenState:
    rounds = required("rlcard.games.nolimitholdem.round", "RLCard", install="rlcard")
    stages = required("rlcard.games.nolimitholdem.game", "RLCard", install="rlcard").Stage
    kinds = rounds.Action
    bet = view.bets[view.seat]
    answers: dict[Any, Action] = {
        kinds.FOLD: view.check_or_fold(),
        kinds.CHECK_CALL: view.check_or_call(),
    }
    if view.min_raise_to is not None:
        # RLCard's raises put half the pot or the pot in, whatever there is to call.
        for kind, amount in (
            (kinds.RAISE_HALF_POT, bet + view.pot // 2),
            (kinds.RAISE_POT, bet + view.pot),
        ):
            if view.min_raise_to <= amount <= view.max_raise_to:
                answers[kind] = view.raise_to(amount)
        answers[kinds.ALL_IN] = view.all_in()
    all_chips, stakes = _chips(view, view.hand.game.small_bet)
    hand, board = _names(view.hole_cards), _names(view.board)
    raw = {
        "hand": hand,
        "public_cards": board,
        "all_chips": all_chips,
        "my_chips": all_chips[view.seat],
        "legal_actions": list(answers),
        "stakes": stakes,
        "current_player": view.seat,
        "pot": sum(all_chips),
        "stage": stages(view.street),
    }
    array = np.zeros(54)
    array[[card_index(card) for card in hand + board]] = 1
    array[52:] = all_chips[view.seat], max(all_chips)
    numbers = [action.value for action in answers]
    record = [
        (player, _no_limit_action(kinds, move, share)) for player, move, share in _moves(view)
    ]
    return SeenState(_state(array, raw, numbers, record), answers)


def _no_limit_action(kinds: Any, move: str, share: float) -> Any:
    """Return the action of RLCard nearest to a move; `share` is of the pot, or infinite."""
    if move == "fold":
        return kinds.FOLD
    if move != "raise":
        return kinds.CHECK_CALL
    if share == inf:
        return kinds.ALL_IN
    return kinds.RAISE_HALF_POT if share < 0.75 else kinds.RAISE_POT


def _limit_state(view: SeatView) -> SeenState:
    all_chips, _ = _chips(view, view.hand.game.small_bet)
    raises = [0] * _STREETS
    for event in view.events:
        if isinstance(event, Bet | Raised):
            raises[event.street] = min(raises[event.street] + 1, _MAX_RAISES)
    hand, board = _names(view.hole_cards), _names(view.board)
    raw = {
        "hand": hand,
        "public_cards": board,
        "all_chips": all_chips,
        "my_chips": all_chips[view.seat],
        "raise_nums": raises,
    }
    array = np.zeros(72)
    array[[card_index(card) for card in hand + board]] = 1
    for street, count in enumerate(raises):
        array[52 + street * (_MAX_RAISES + 1) + count] = 1
    return _fixed_state(view, array, raw)


def _leduc_state(view: SeatView) -> SeenState:
    all_chips, _ = _chips(view, view.hand.game.small_bet)
    hand = card_name(view.hole_cards[0])
    public = card_name(view.board[0]) if view.board else None
    own = all_chips[view.seat]
    raw = {"hand": hand, "public_card": public, "all_chips": all_chips, "my_chips": own}
    array = np.zeros(36)
    array[_LEDUC_RANKS.index(hand[1])] = 1
    if public:
        array[_LEDUC_RANKS.index(public[1]) + 3] = 1
    array[6 + min(int(own), _MAX_LEDUC_CHIPS)] = 1
    array[21 + min(int(sum(all_chips) - own), _MAX_LEDUC_CHIPS)] = 1
    return _fixed_state(view, array, raw)


def _fixed_state(view: SeatView, array: Any, raw: dict[str, Any]) -> SeenState:
    """Return the state of a game with fixed limits."""
    answers: dict[Any, Action] = {}
    if view.to_call:
        answers["call"] = view.check_or_call()
    if view.min_raise_to is not None:
        answers["raise"] = view.raise_to()
    answers["fold"] = view.check_or_fold()
    if not view.to_call:
        answers["check"] = view.check_or_call()
    raw["legal_actions"] = list(answers)
    numbers = [LIMIT_ACTIONS.index(action) for action in answers]
    record = [(player, move) for player, move, _ in _moves(view)]
    return SeenState(_state(array, raw, numbers, record), answers)


def _state(array: Any, raw: dict[str, Any], numbers: Sequence[int], record: Any) -> dict[str, Any]:
    return {
        "legal_actions": OrderedDict((number, None) for number in numbers),
        "obs": array,
        "raw_obs": raw,
        "raw_legal_actions": list(raw["legal_actions"]),
        "action_record": record,
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]


def _moves(view: SeatView) -> list[tuple[int, str, float]]:
    """Return the moves of a hand: who, what, and the chips put in as a share of the pot.

    The share of an all-in raise is infinite, the share of other moves 0.
    """
    moves: list[tuple[int, str, float]] = []
    for event in view.events:
        match event:
            case Bet() | Raised():
                share = inf if event.is_all_in else float(event.added / max(event.pot_before, 1))
                moves.append((event.seat, "raise", share))
            case Checked() | Called() | Folded():
                moves.append((event.seat, event.kind.name.lower(), 0.0))
    return moves
