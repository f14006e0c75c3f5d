"""Play the same hand on this engine and on PokerKit, and compare them after every operation.

A `Match` deals the same cards to both sides and makes random moves, legal and illegal, until the
hand is over. All values and queries that both sides have are compared; the first difference raises
`DisagreementError` with the setup and all moves made so far.
"""

import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from math import isclose
from random import Random
from types import NoneType
from typing import Any
from unittest.mock import patch

import pokerkit

from fifthstreet.game.street import Pot
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.operations import Operation
from fifthstreet.pokerkit.state import State
from tests.game.moves import TRIPLETS, Move, arguments_of, deal_text, likely_moves
from tests.game.setups import Setup

_FIXED_VALUES = """
antes blinds_or_straddles starting_stacks hand_type_count hand_type_indices draw_statuses
player_indices street_count street_indices
"""
_VALUES = """
statuses bets stacks payoffs hole_card_statuses street_index street_return_index
street_return_count all_in_status folded_status status ante_posting_statuses
bet_collection_status blind_or_straddle_posting_statuses card_burning_status
hole_dealing_statuses board_dealing_counts standing_pat_or_discarding_statuses opener_index
bring_in_status completion_status actor_indices completion_betting_or_raising_amount
completion_betting_or_raising_count acted_player_indices
runout_count_selector_statuses runout_count runout_count_selection_flag showdown_indices
hand_killing_statuses total_pushed_amount chips_pulling_statuses turn_index board_count
board_indices ante_poster_indices blind_or_straddle_poster_indices hole_dealee_index
board_dealing_count stand_patter_or_discarder_index actor_index checking_or_calling_amount
effective_bring_in_amount min_completion_betting_or_raising_to_amount
pot_completion_betting_or_raising_to_amount max_completion_betting_or_raising_to_amount
runout_count_selector_indices showdown_index hand_killing_indices chips_pulling_indices
pot_amounts total_pot_amount pots hole_cards board_cards burn_cards mucked_cards discarded_cards
reserved_cards cards_in_play cards_not_in_play deck_cards
"""
# What a player sees: all that quick comparisons check.
_MAIN_VALUES = """
statuses bets stacks payoffs street_index status actor_index turn_index
checking_or_calling_amount min_completion_betting_or_raising_to_amount
max_completion_betting_or_raising_to_amount pots hole_cards board_cards
"""
_CARDS = """
hole_cards board_cards burn_cards mucked_cards discarded_cards deck_cards
"""
_PLAYER_QUERIES = """
get_effective_stack get_effective_ante get_effective_blind_or_straddle get_down_cards
get_up_cards get_censored_hole_cards
"""
FIXED_VALUES, VALUES = _FIXED_VALUES.split(), _VALUES.split()
MAIN_VALUES = _MAIN_VALUES.split()
CARDS, PLAYER_QUERIES = _CARDS.split(), _PLAYER_QUERIES.split()

# Bookkeeping of raises; the legal amounts that follow from it are compared.
BOOKKEEPING = {"completion_betting_or_raising_amount", "acted_player_indices"}

REJECTED = "rejected"


class DisagreementError(AssertionError):
    """A difference between the two sides."""


@dataclass
class Answer:
    """Result of a call: a value, a rejection or a crash, and whether it warned."""

    value: Any
    warned: bool
    crash: Exception | None = None


@dataclass
class Match:
    """One hand, played on both sides."""

    setup: Setup
    rng: Random
    moves: list[Move] = field(default_factory=list)
    probes_per_move: int = 12
    is_quick: bool = False  # compare only the main values and the legal operations
    end: str = "played"  # or why it stopped early: a reshuffle, a crash, no cards, other rules
    ours: State = field(init=False)
    theirs: Any = field(init=False)
    compared_operations: int = field(default=0, init=False)
    reshuffled: bool = field(default=False, init=False)
    log: list[Any] = field(default_factory=list, init=False)

    @contextmanager
    def _table(self) -> Iterator[None]:
        """Make PokerKit use our deck, and record the warnings of both sides."""

        def use_our_deck(cards: deque[Any]) -> None:
            cards.clear()
            cards.extend(pokerkit.Card.parse(*self.setup.cards))

        def detect_reshuffle(cards: Any) -> list[Any]:
            if sys._getframe(1).f_code.co_name == "_consume_cards":
                self.reshuffled = True
            return list(cards)

        with (
            patch("pokerkit.state.shuffle", use_our_deck),
            patch("pokerkit.state.shuffled", detect_reshuffle),
            warnings.catch_warnings(record=True) as self.log,
        ):
            warnings.simplefilter("always")
            yield

    def play(self, patience: int = 40) -> "Match":
        """Play to the end, or until cards are reshuffled or run out, or PokerKit crashes."""
        with self._table():
            if not self._begin() or self._follows_other_rules():
                return self
            self.compare()
            rejected = 0
            while self.theirs.status and rejected < patience:
                done = len(self.theirs.operations)
                if not self.make(self.next_move()):
                    return self
                rejected = 0 if len(self.theirs.operations) > done else rejected + 1
            if self.theirs.status:
                self.end = "stuck"  # no cards are left to deal
            for _ in range(3):
                if not self.make(self._any_move()):
                    break
        return self

    def deal(self) -> "Match":
        """Create both states on the same deck without comparing them."""
        with self._table():
            self._begin()
        return self

    def replay(self, *moves: Move) -> "Match":
        """Play the given moves."""
        with self._table():
            if self._begin() and not self._follows_other_rules():
                self.compare()
                for move in moves:
                    if not self.make(move):
                        break
        return self

    def _begin(self) -> bool:
        theirs = self._answer(self.setup.theirs)
        ours = self._answer(self.setup.ours)
        if theirs.crash or self.reshuffled:
            self.end = f"crash: {type(theirs.crash).__name__}" if theirs.crash else "reshuffled"
            return False
        if ours.crash:
            raise self._differ("setup", ours.crash, theirs.value)
        if (ours.value == REJECTED) != (theirs.value == REJECTED):
            raise self._differ("setup", ours.value, theirs.value)
        self.ours, self.theirs = ours.value, theirs.value
        return bool(ours.value != REJECTED)

    # Moves.

    def make(self, move: Move) -> bool:
        """Make a move on both sides and compare; return False if the hand cannot continue."""
        name, arguments = move
        self.moves.append(move)
        self.reshuffled = False
        options = {"commentary": "a comment"} if self.rng.random() < 0.05 else {}
        theirs = self._answer(getattr(self.theirs, name), *arguments, **options)
        if theirs.crash:
            self.end = f"crash: {type(theirs.crash).__name__} in {name}"
        ours = self._answer(getattr(self.ours, name), *arguments, **options)
        if ours.crash:
            raise self._differ(name, ours.crash, theirs.crash or theirs.value) from ours.crash
        if theirs.crash:
            return False
        if self.reshuffled:
            if any(not self._same_cards(name) for name in CARDS):
                self.end = "reshuffled"
                return False
            self.ours.deck_cards = deque(Card.parse(*map(repr, self.theirs.deck_cards)))
        if self._follows_other_rules():
            return False
        if ours.value == REJECTED and self._is_all_in_muck(move):
            self.end = "other rules: hands are shown in an all-in of a tournament"
            return False
        if not same(ours.value, theirs.value):
            raise self._differ(name, ours.value, theirs.value)
        if ours.warned != theirs.warned:
            raise self._differ(f"warning of {name}", ours.warned, theirs.warned)
        self.compare()
        return True

    def _is_all_in_muck(self, move: Move) -> bool:
        """Return whether a player mucks in an all-in of a tournament, which PokerKit allows."""
        name, arguments = move
        is_muck = name == "show_or_muck_hole_cards" and arguments[:1] == (False,)
        is_tournament = self.theirs.mode == pokerkit.Mode.TOURNAMENT
        return is_muck and is_tournament and bool(self.theirs.all_in_status)

    def _follows_other_rules(self) -> bool:
        """Return whether the hand has come to a rule that PokerKit does not follow."""
        rule = other_rule(self.ours, self.theirs)
        if rule is not None:
            self.end = f"other rules: {rule}"
        return rule is not None

    def _same_cards(self, place: str) -> bool:
        ours, theirs = plain(getattr(self.ours, place)), plain(getattr(self.theirs, place))
        if place == "deck_cards":
            return sorted(ours) == sorted(theirs)
        return bool(ours == theirs)

    def next_move(self) -> Move:
        """Choose a move that is likely legal, occasionally any move at all."""
        if self.rng.random() < 0.08:
            return self._any_move()
        moves = list(likely_moves(self.theirs, self.rng))
        if not moves:
            return self._any_move()
        name, arguments = move = self.rng.choice(moves)
        if self._is_shuffled(move, None):
            count = self.theirs.board_dealing_count or 1
            count = count if name == "deal_board" else 1
            arguments = (deal_text(self.theirs, self.rng, count, unknown=False),)
        if self._has_too_many_runouts(move):
            arguments = ()
        return name, arguments

    def _any_move(self) -> Move:
        while True:
            name = self.rng.choice([*TRIPLETS])
            arguments = arguments_of(name, self.theirs, self.rng)
            move = name, arguments
            if not (self._is_shuffled(move, None) or self._has_too_many_runouts(move)):
                return move

    # Queries.

    def compare(self) -> None:
        """Compare all values of both sides, or only the main ones."""
        if self.is_quick:
            for name in MAIN_VALUES:
                self._compare(name, getattr, name)
            self._compare_operations()
            for _, query in TRIPLETS.values():
                self._compare(query, lambda state, query: getattr(state, query)(), query)
            return
        if not self.moves:
            for name in FIXED_VALUES:
                self._compare(name, getattr, name)
        for name in VALUES:
            if name not in BOOKKEEPING:
                self._compare(name, getattr, name)
        for name in PLAYER_QUERIES:
            for i in self.ours.player_indices:
                self._compare(f"{name}({i})", _player_query, name, i)
        self._compare_operations()
        player = self.rng.choice(self.ours.player_indices)
        board = self.rng.choice(self.ours.board_indices)
        self._compare(f"get_board_cards({board})", lambda state: state.get_board_cards(board))
        count = self.rng.choice((None, 0, 3, len(self.ours.deck_cards), 60))
        self._compare(
            f"get_dealable_cards({count})",
            lambda state: sorted(map(repr, state.get_dealable_cards(count, False))),
        )
        if self.rng.random() < 0.15:  # PokerKit evaluates hands slowly
            self._compare(f"can_win_now({player})", lambda state: state.can_win_now(player))
            kind = self.rng.choice(self.ours.hand_type_indices)
            for name in ("get_hand", "get_up_hand"):
                self._compare(
                    f"{name}{player, board, kind}",
                    lambda state, name: str(getattr(state, name)(player, board, kind)),
                    name,
                )
        for name in TRIPLETS:
            self.probe((name, ()))
        for _ in range(self.probes_per_move):
            name = self.rng.choice([*TRIPLETS])
            self.probe((name, arguments_of(name, self.theirs, self.rng, careless=True)))
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # warnings become rejections
            for name in ("fold", "burn_card", "deal_hole", "deal_board"):
                self.probe((name, arguments_of(name, self.theirs, self.rng, careless=True)))

    def _compare_operations(self) -> None:
        done = self.compared_operations
        self._compare("operations", lambda state: state.operations[done:])
        self.compared_operations = len(self.ours.operations)

    def _compare(self, what: str, ask: Any, *arguments: Any) -> None:
        try:
            theirs = plain(ask(self.theirs, *arguments))
        except (AssertionError, IndexError, KeyError, ZeroDivisionError):
            return  # PokerKit has no value here
        ours = plain(ask(self.ours, *arguments))
        if not same(ours, theirs):
            raise self._differ(what, ours, theirs)

    def probe(self, move: Move) -> None:
        """Compare the verifier and the query of a move without making it."""
        name, arguments = move
        if self._has_too_many_runouts(move) or self._is_all_in_muck(move):
            return
        verifier, query = TRIPLETS[name]
        theirs = self._answer(getattr(self.theirs, verifier), *arguments)
        if theirs.crash:
            return
        ours = self._answer(getattr(self.ours, verifier), *arguments)
        can = self._answer(getattr(self.ours, query), *arguments)
        if ours.crash or can.crash:
            raise self._differ(f"{verifier}{arguments}", ours.crash or can.crash, theirs.value)
        if can.value != (theirs.value != REJECTED):
            raise self._differ(f"{query}{arguments}", can.value, theirs.value)
        if not same(ours.value, theirs.value) and not self._is_shuffled(move, theirs.value):
            raise self._differ(f"{verifier}{arguments}", ours.value, theirs.value)
        if ours.warned != theirs.warned:
            raise self._differ(f"warning of {verifier}{arguments}", ours.warned, theirs.warned)

    def _has_too_many_runouts(self, move: Move) -> bool:
        """Return whether more runouts are chosen than there are cards for, which we reject."""
        name, arguments = move
        if name != "select_runout_count" or not arguments or self.ours.street_index is None:
            return False
        if True not in self.ours.runout_count_selector_statuses:
            return False
        return bool((arguments[0] or 1) > self.ours._most_runouts())

    def _is_shuffled(self, move: Move, cards: Any) -> bool:
        """Return whether a deal takes reshuffled cards, whose order differs between the sides."""
        name, arguments = move
        if name not in ("burn_card", "deal_hole", "deal_board") or cards == REJECTED:
            return False
        given = arguments[0] if arguments else None
        count = given if isinstance(given, int) else self.theirs.board_dealing_count or 1
        return not isinstance(given, str) and count > len(self.theirs.deck_cards)

    def _answer(self, call: Any, *arguments: Any, **named: Any) -> Answer:
        before = len(self.log)
        crash = None
        try:
            value = call(*arguments, **named)
        except (ValueError, UserWarning):
            value = REJECTED
        except Exception as error:
            value, crash = None, error
        return Answer(value, len(self.log) > before, crash)

    def _differ(self, what: str, ours: Any, theirs: Any) -> DisagreementError:
        return DisagreementError(
            f"{what}: ours {ours!r}, theirs {theirs!r}\n{self.setup}\nmoves {self.moves}"
        )


def other_rule(ours: State, theirs: Any) -> str | None:
    """Name the rule of ours that PokerKit does not follow and that decides from here on, if any."""
    ours = getattr(ours, "engine", ours)
    actor = ours.actor_index
    if actor is not None:
        if ours.bet_to_match > max(ours.bets) or (
            ours.street_index == 0 and ours._missing_from_blinds()
        ):
            return "short blind or bring-in"
        owed = ours.bet_to_match - ours.bets[actor]
        can_raise = theirs.can_complete_bet_or_raise_to()
        if (
            actor in ours.acted_player_indices
            and 0 < owed < ours._full_raise()
            and ours.can_bet_or_raise_to() != can_raise
        ):
            return "short raise"
    pots = [pot.player_indices for pot in theirs.pots]
    killed = {i for i in theirs.player_indices if theirs.hand_killing_statuses[i]}
    if not any(theirs.statuses) or any(killed >= {*players} for players in pots):
        return "pot without players"
    pushings = [
        operation for operation in theirs.operations if isinstance(operation, pokerkit.ChipsPushing)
    ]
    if not all(any(pushing.amounts) for pushing in pushings):
        return "pot without players"
    if len(ours.hand_types) > 1 and any(pushing.pot_index for pushing in pushings):
        return "split side pot"
    return None


def _player_query(state: Any, name: str, player: int) -> Any:
    return getattr(state, name)(player)


# Common forms of both sides' values.


def plain(value: Any) -> Any:
    """Convert iterators, cards, pots and operations to lists and texts."""
    write = _WRITERS.get(type(value))
    if write is not None:
        return write(value)
    if isinstance(value, Operation | pokerkit.Operation):
        fields = {key: plain(part) for key, part in vars(value).items() if key != "commentary"}
        return [type(value).__name__, fields, value.commentary]
    if isinstance(value, Iterator):
        return [plain(part) for part in value]
    return value


def _unchanged(value: Any) -> Any:
    return value


def _listed(values: Any) -> list[Any]:
    return [plain(value) for value in values]


def _written_pot(pot: Any) -> list[Any]:
    return ["pot", pot.raked_amount, pot.unraked_amount, list(pot.player_indices)]


_WRITERS: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((int, bool, float, str, dict, NoneType, Fraction, Decimal), _unchanged),
    **dict.fromkeys((list, tuple, deque, range), _listed),
    **dict.fromkeys((Card, pokerkit.Card), repr),
    **dict.fromkeys((Pot, pokerkit.Pot), _written_pot),
    set: sorted,
}


def same(ours: Any, theirs: Any) -> bool:
    """Return whether values are equal: inexact numbers nearly, everything else exactly."""
    ours, theirs = plain(ours), plain(theirs)
    return bool(ours == theirs) or _nearly_same(ours, theirs)


def _nearly_same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_nearly_same, ours, theirs))
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(
            _nearly_same(ours[key], theirs[key]) for key in ours
        )
    if isinstance(ours, float | Decimal) and isinstance(theirs, float | Decimal | int):
        both_nan = ours != ours and theirs != theirs
        # Shares of a pot are whole units of 1e-8 chips here, with some odd units for one winner.
        return both_nan or isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-7)
    return bool(ours == theirs)
