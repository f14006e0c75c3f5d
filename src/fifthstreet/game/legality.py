"""What a player may do, and the check of what they answer.

`LegalActions` is read from a state when it is a player's turn. Everything that asks others to
play (matches, live tables, environments, bots behind other protocols) checks answers with `check`,
so an illegal answer costs the same everywhere: the player checks if that is free and folds
otherwise, posts a bring-in that is due, and stands pat in a draw.
"""

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from operator import index
from typing import Any, Final

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.core import no_player
from fifthstreet.game.enums import Mode
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.state import State
from fifthstreet.game.values import Chips, clean_value

# Members of enumerations as constants: compiled code would look each of them up by name.
_CASH_GAME: Final = Mode.CASH_GAME
_FOLD: Final = ActionKind.FOLD
_CHECK: Final = ActionKind.CHECK
_CALL: Final = ActionKind.CALL
_BET: Final = ActionKind.BET
_RAISE: Final = ActionKind.RAISE
_ALL_IN: Final = ActionKind.ALL_IN
_BRING_IN: Final = ActionKind.BRING_IN
_FOLDING: Final = ActionAmount(_FOLD, 0)
_CHECKING: Final = ActionAmount(_CHECK, 0)
_STANDING_PAT: Final = Discard()

# Actions of whole chips that were created before: creating a named tuple takes a microsecond.
_MAX_KEPT: Final = 10_000
_calls: Final[dict[int, ActionAmount]] = {}
_bets: Final[dict[int, ActionAmount]] = {}
_raises: Final[dict[int, ActionAmount]] = {}

MAX_ANSWER_TEXT: Final = 100  # characters of an answer that messages quote


class IllegalAnswerError(InputError):
    """Raised for an answer that is not legal; `instead` is the action that is played for it."""

    def __init__(self, message: str, instead: Any) -> None:
        super().__init__(message)
        self.instead = instead


def _action(kept: dict[int, ActionAmount], kind: ActionKind, amount: Chips) -> ActionAmount:
    if type(amount) is not int:
        return ActionAmount(kind, amount)
    action = kept.get(amount)
    if action is None:
        action = ActionAmount(kind, amount)
        if len(kept) < _MAX_KEPT:
            kept[amount] = action
    return action


class LegalActions:
    """What the player in a seat may do; nothing if it is not their turn.

    >>> from fifthstreet.game.flow import new_state
    >>> legal = LegalActions.of(new_state((200, 150, 180), 1), 2)
    >>> legal
    <LegalActions of seat 2: fold, call 2, raise to 4..180>
    >>> legal.check(ActionAmount(ActionKind.RAISE, 12.0))
    ActionAmount(kind=RAISE, amount=12)
    """

    def __init__(
        self,
        seat: int,
        is_draw: bool,
        hole_cards: tuple[Card, ...],
        to_call: Chips,
        can_fold: bool,
        bring_in: Chips,
        min_raise_to: Chips,
        max_raise_to: Chips,
        has_bets: bool,
    ) -> None:
        """Set what is legal; `of` reads it from a state."""
        self.seat: Final[int] = seat
        """Seat of the player."""
        self.is_draw: Final[bool] = is_draw
        """Whether the player has to discard or stand pat instead of betting."""
        self.hole_cards: Final[tuple[Card, ...]] = hole_cards
        """Cards that the player may discard; none outside of draws."""
        self.to_call: Final[Chips] = to_call
        """Chips that a call adds, 0 if the player can check; None if they cannot call."""
        self.can_fold: Final[bool] = can_fold
        """Whether folding is legal."""
        self.bring_in: Final[Chips] = bring_in
        """Bring-in that the player may post, or None."""
        self.min_raise_to: Final[Chips] = min_raise_to
        """Smallest amount that the player can bet or raise to; None if they cannot."""
        self.max_raise_to: Final[Chips] = max_raise_to
        """Largest amount that the player can bet or raise to; None if they cannot."""
        self.has_bets: Final[bool] = has_bets
        """Whether there are bets on this street, so that a bet is a raise."""

    @staticmethod
    def of(state: State, seat: int) -> "LegalActions":
        """Return what a seat may do in a state."""
        is_draw = False
        to_call: Chips = None
        can_fold = False
        bring_in: Chips = None
        min_raise_to: Chips = None
        max_raise_to: Chips = None
        has_bets = False
        if state.actor_index == seat:
            to_call = state.amount_to_call
            bring_in = state.bring_in_to_post
            # `can_fold` of the engine warns in cash games where there is no bet.
            can_fold = to_call is not None and (bool(to_call) or state.mode is _CASH_GAME)
            min_raise_to = state.min_raise_to
            if min_raise_to is not None:
                max_raise_to = state.max_raise_to
            for bet in state.bets:
                if bet:
                    has_bets = True
                    break
        else:
            if not 0 <= seat < state.player_count:
                raise no_player(seat, state.player_count)
            is_draw = state.discarder_index == seat
        return LegalActions(
            seat,
            is_draw,
            tuple(state.hole_cards[seat]) if is_draw else (),
            to_call,
            can_fold,
            bring_in,
            min_raise_to,
            max_raise_to,
            has_bets,
        )

    def __repr__(self) -> str:
        return f"<LegalActions of seat {self.seat}: {self.words()}>"

    def words(self) -> str:
        """Return the legal actions in words."""
        if self.is_draw:
            return "discard, stand pat"
        words = []
        for kind, amount in self.amounts().items():
            name = kind.name.lower().replace("_", "-")
            if kind is _BET or kind is _RAISE:
                name = f"{name} to {amount}..{self.max_raise_to}"
            words.append(f"{name} {amount}" if kind in (_CALL, _BRING_IN) else name)
        return ", ".join(words) or "none"

    def __reduce__(self) -> tuple[object, ...]:
        return LegalActions, (
            self.seat,
            self.is_draw,
            self.hole_cards,
            self.to_call,
            self.can_fold,
            self.bring_in,
            self.min_raise_to,
            self.max_raise_to,
            self.has_bets,
        )

    def amounts(self) -> dict[ActionKind, Chips]:
        """Return the legal actions with the smallest amount of each; empty in a draw."""
        actions: dict[ActionKind, Chips] = {}
        if self.bring_in is not None:
            actions[_BRING_IN] = self.bring_in
        if self.can_fold:
            actions[_FOLD] = 0
        if self.to_call is not None:
            actions[_CALL if self.to_call else _CHECK] = self.to_call
        if self.min_raise_to is not None:
            actions[_RAISE if self.has_bets else _BET] = self.min_raise_to
        return actions

    # Legal actions by name.

    def fold(self) -> ActionAmount:
        """Return a fold."""
        return _FOLDING

    def check_or_call(self) -> ActionAmount:
        """Return a check or a call; a bring-in where neither is possible."""
        if self.to_call is None:
            return ActionAmount(_BRING_IN, self.bring_in)
        return _action(_calls, _CALL, self.to_call) if self.to_call else _CHECKING

    def check_or_fold(self) -> ActionAmount:
        """Return a check, or a fold if there is a bet to call."""
        return _FOLDING if self.to_call else self.check_or_call()

    def raise_to(self, amount: Chips = None) -> ActionAmount:
        """Return the legal bet or raise nearest to an amount, by default the smallest.

        If the player cannot raise, it is a check or a call. Where chips are whole numbers, the
        amount is rounded to one.
        """
        smallest = self.min_raise_to
        if smallest is None:
            return self.check_or_call()
        largest = self.max_raise_to
        if amount is None or amount < smallest:
            amount = smallest
        elif amount > largest:
            amount = largest
        elif type(amount) is not int and type(smallest) is int and type(largest) is int:
            amount = round(amount)
        return self._raise(amount)

    def _raise(self, amount: Chips) -> ActionAmount:
        if self.has_bets:
            return _action(_raises, _RAISE, amount)
        return _action(_bets, _BET, amount)

    @property
    def is_turn(self) -> bool:
        """Whether it is the player's turn to bet, or to discard in a draw."""
        return self.is_draw or self.to_call is not None or self.bring_in is not None

    @property
    def instead(self) -> Any:
        """The action of a player whose answer is illegal; None if it is not their turn."""
        if self.is_draw:
            return _STANDING_PAT
        return self.check_or_fold() if self.is_turn else None

    # The check of an answer.

    def check(self, answer: Any) -> Any:
        """Return the legal action that an answer stands for, an `ActionAmount` or a `Discard`.

        Answers are not trusted: whatever they are, the only error is an `IllegalAnswerError`, which
        says what is wrong and has the action that is played instead. A bet and a raise mean the
        same, an all-in is the largest bet, raise or call, and an amount may be left out (None).
        """
        if self.is_draw:
            return self._checked_discard(answer)
        if type(answer) is not ActionAmount or len(answer) != 2:
            raise self._illegal("answer", "an ActionAmount", answer)
        kind: Any = answer.kind
        if not self.is_turn:
            raise self._illegal("seat", "the one to act", self.seat)
        if kind is _FOLD and self.can_fold:
            return _FOLDING
        if kind is _ALL_IN and self.max_raise_to is None:
            return self.check_or_call()
        if (kind is _CALL and self.to_call) or (kind is _CHECK and self.to_call == 0):
            return self._checked_call(kind, answer.amount)
        if kind is _BET or kind is _RAISE or kind is _ALL_IN:
            if self.min_raise_to is not None:
                return self._checked_raise(kind, answer.amount)
        elif kind is _BRING_IN and self.bring_in is not None:
            return ActionAmount(_BRING_IN, self.bring_in)
        raise self._illegal("action", f"one of {self.words()}", answer)

    def _checked_call(self, kind: Any, amount: Any) -> ActionAmount:
        if amount is not None and not _is_equal(amount, self.to_call):
            name = "a call" if kind is _CALL else "a check"
            raise self._illegal(f"amount of {name}", f"{self.to_call} or None", amount)
        return self.check_or_call()

    def _checked_raise(self, kind: Any, given: Any) -> ActionAmount:
        low = self.min_raise_to
        high = self.max_raise_to
        if kind is _ALL_IN:
            return self._raise(high)
        if given is None:
            return self._raise(low)
        amount = given
        if type(amount) is not int or type(low) is not int:
            try:
                amount = game_chips(amount, low, high)
            except KeyboardInterrupt:
                raise
            except BaseException:  # an amount that is not a number may raise anything
                amount = None
        if amount is None or not low <= amount <= high:
            name = "a raise" if self.has_bets else "a bet"
            raise self._illegal(f"amount of {name}", f"from {low} to {high}", given)
        return self._raise(amount)

    def _checked_discard(self, answer: Any) -> Discard:
        if type(answer) is not Discard:
            raise self._illegal("answer", "a Discard", answer)
        held = list(self.hole_cards)
        try:
            given: Any = answer  # what it holds is not checked, so its type means nothing
            cards = tuple(given.cards)
            for card in cards:
                if type(card) is not Card:
                    raise TypeError("not a card")
                held.remove(card)
        except KeyboardInterrupt:
            raise
        except BaseException:  # whatever it holds instead of cards may raise anything
            raise self._illegal("discard", "of cards that the player holds", answer) from None
        return Discard(cards)

    def _illegal(self, thing: str, accepted: str, given: object) -> IllegalAnswerError:
        message = f"{thing} must be {accepted}, got {safe_text(given)}"
        return IllegalAnswerError(message, self.instead)


def _is_equal(amount: Any, wanted: Chips) -> bool:
    if type(amount) is int and type(wanted) is int:
        return bool(amount == wanted)
    try:
        return bool(game_chips(amount, wanted, wanted) == wanted)
    except KeyboardInterrupt:
        raise
    except BaseException:  # an amount that is not a number may raise anything
        return False


def plain_number(value: Any) -> Chips:
    """Return a number as an int, float, Fraction or Decimal.

    Args:
        value: Subclasses and numbers of other libraries are converted, because the engine
            calculates with what it is given.

    Raises:
        InputError: If the value is not a number.

    >>> import numpy
    >>> plain_number(numpy.int64(7)), plain_number(Fraction(1, 3))
    (7, Fraction(1, 3))
    """
    kind = type(value)
    if kind in (int, float, Fraction, Decimal):
        return value
    if kind is not bool:
        if hasattr(kind, "__index__"):
            return int(index(value))
        if hasattr(kind, "__float__"):
            return float(value)
    raise InputError(f"an amount must be a number, got {kind.__name__}")


def game_chips(amount: Any, smallest: Chips, largest: Chips) -> Chips:
    """Return an amount as the type of number that a game is played with.

    Where the smallest and the largest amount are whole, all others must be; InputError if the
    amount is not, or if it is not a number.

    >>> game_chips(250.0, 200, 10_000), game_chips(250.0, Decimal(200), Decimal(10_000))
    (250, Decimal('250'))
    """
    number = clean_value(plain_number(amount))
    if not isfinite(number):
        raise InputError(f"an amount must be finite, got {number}")
    if type(smallest) is int and type(largest) is int:
        if number != int(number):
            raise InputError(f"an amount must be whole chips, got {number}")
        return int(number)
    if type(smallest) is Decimal or type(largest) is Decimal:
        return Decimal(number)
    return Fraction(number) if type(number) is Decimal else number


def safe_text(value: object) -> str:
    """Return the start of a value's `repr` in one line.

    Args:
        value: Any object, even one whose `repr` raises; 100 characters of it are kept.
    """
    try:
        return one_line(repr(value))[:MAX_ANSWER_TEXT]
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return f"an object whose repr raises {type(error).__name__}"


def one_line(text: str) -> str:
    """Return text in one line.

    Args:
        text: Each run of white space becomes a space; characters that cannot be printed become
            question marks.

    >>> one_line("a\\n  b\\x1b[31m")
    'a b?[31m'
    """
    return "".join([each if each.isprintable() else "?" for each in " ".join(text.split())])
