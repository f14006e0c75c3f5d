"""`LegalActions` accepts what the engine accepts, whatever the answer is."""

import pickle
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import Automation, Mode, State
from fifthstreet.game.actions import legal_actions
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.legality import (
    MAX_ANSWER_TEXT,
    IllegalAnswerError,
    LegalActions,
    game_chips,
    one_line,
    plain_number,
    safe_text,
)
from fifthstreet.game.values import settled
from fifthstreet.game.variants import VARIANTS, variant
from fifthstreet.tree.translate.betting_text import play_history
from tests.conftest import INTERPRETED
from tests.game.moves import make_any_move
from tests.game.random_hands import ALL_AUTOMATIONS, FLOATS, SEEDS, random_state, state_of
from tests.game.setups import random_setup
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

IN_TURN = [kind for kind in ActionKind if len(kind.value) == 1]


class Hostile:
    """Raises whatever is asked of it, even what is not an Exception."""

    def _refuse(self, *_: Any) -> Any:
        raise SystemExit("no")

    __eq__ = __lt__ = __le__ = __float__ = __index__ = __iter__ = __repr__ = _refuse
    __hash__ = None  # type: ignore[assignment]


class LoudNumber(int):
    """A whole number that cannot be compared."""

    def _refuse(self, *_: Any) -> Any:
        raise RuntimeError("no")

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = None  # type: ignore[assignment]


def amounts(legal: LegalActions, rng: Random) -> Iterator[Any]:
    """Yield amounts around the limits, and what is not an amount."""
    yield from (None, 0, 1, -1, nan, inf, -inf, 10**400, Decimal("NaN"), Decimal("1e999"))
    yield from ("6", b"6", True, 1j, (), [5], Card.UNKNOWN, Hostile(), LoudNumber(6))
    for limit in (legal.to_call, legal.bring_in, legal.min_raise_to, legal.max_raise_to):
        if limit is None or limit == inf:
            continue
        yield from (limit, limit - 1, limit + 1, float(limit), Fraction(limit), str(limit))
        yield Decimal(str(float(limit)))
        yield np.float64(limit)
        if limit == int(limit):
            yield from (np.int64(int(limit)), LoudNumber(int(limit)))
        share = rng.randrange(1, 8)
        yield limit + Fraction(share, 7) if isinstance(limit, Fraction) else float(limit) + 0.5


def answers(state: State, legal: LegalActions, rng: Random) -> Iterator[Any]:
    """Yield answers of any form."""
    yield from (None, "f", 7, ActionKind.FOLD, ("f", 0), (ActionKind.FOLD, 0), Hostile(), Discard)
    yield tuple.__new__(ActionAmount, (ActionKind.FOLD,))
    for kind in (*ActionKind, "f", None, Hostile()):
        for amount in amounts(legal, rng):
            yield ActionAmount(kind, amount)
    held = [*state.hole_cards[legal.seat]]
    some = rng.sample(held, rng.randint(0, len(held)))
    for cards in (
        (),
        tuple(some),
        some,
        tuple(held + held[:1]),
        (rng.choice([*state.deck]),),
        "".join(map(repr, some)),
        tuple(map(repr, some)),
        (0,),
        None,
        Hostile(),
    ):
        yield Discard(cards)  # type: ignore[arg-type]


# What the engine accepts, asked for with its own verifiers.


def accepted(state: State, answer: Any) -> bool:
    """Return whether the engine accepts an answer, for chips of the hand's own type."""
    if state.discarder_index is not None:
        if type(answer) is not Discard:
            return False
        try:
            cards = tuple(answer.cards)
        except (TypeError, SystemExit):
            return False
        return all(type(card) is Card for card in cards) and state.can_discard(cards)
    if type(answer) is not ActionAmount or len(answer) != 2:
        return False
    kind, amount = answer
    if not any(kind is each for each in IN_TURN):
        return False
    can_raise = state.can_bet_or_raise_to()
    to_call = state.amount_to_call
    match kind:
        case ActionKind.FOLD:
            return state.can_fold()
        case ActionKind.BRING_IN:
            return state.can_post_bring_in()
        case ActionKind.ALL_IN:
            return can_raise or state.can_check_or_call() or state.can_post_bring_in()
        case ActionKind.CHECK | ActionKind.CALL:
            is_right = state.can_check_or_call() and bool(to_call) == (kind is ActionKind.CALL)
            return is_right and (amount is None or number_of(amount, to_call) == exact(to_call))
    if amount is None or not can_raise:
        return can_raise
    low = state.min_raise_to
    number = number_of(amount, low)
    high = state.max_raise_to
    if number is None or not exact(low) <= number <= exact(high):
        return False
    return number == inf or number == int(number) or not (type(low) is type(high) is int)


def exact(amount: Any) -> Any:
    """Return an amount as a fraction, unless it is infinite."""
    return amount if amount == inf else Fraction(amount)


def number_of(amount: Any, limit: Any) -> Any:
    """Return the exact value of an amount, floats in units of 1e-8; None if it is not a number.

    Fractions cannot be converted to decimals.
    """
    if type(amount) in (bool, str, bytes, complex, tuple, list, Hostile):
        return None
    if isinstance(amount, int):  # a card too, and one that cannot be compared
        return Fraction(int.__index__(amount))
    if isinstance(amount, Fraction):
        return None if isinstance(limit, Decimal) else amount
    if amount != amount:
        return None
    if amount in (inf, -inf):  # an infinite stack, which may go all-in, is a float
        return inf if type(amount) is float and amount > 0 else None
    if isinstance(amount, Decimal):
        return None if amount.adjusted() > 300 else Fraction(amount)
    return Fraction(settled(float(amount)))


def perform(state: State, action: Any) -> None:
    """Perform an action with the engine's own methods."""
    if isinstance(action, Discard):
        state.discard(action.cards)
        return
    match action.kind:
        case ActionKind.FOLD:
            assert action.amount == 0
            state.fold()
        case ActionKind.CHECK | ActionKind.CALL:
            assert action.amount == state.amount_to_call
            assert bool(action.amount) == (action.kind is ActionKind.CALL)
            state.check_or_call()
        case ActionKind.BRING_IN:
            assert action.amount == state.bring_in_to_post
            state.post_bring_in()
        case ActionKind.BET | ActionKind.RAISE:
            assert (action.kind is ActionKind.RAISE) == (max(state.bets) > 0)
            state.bet_or_raise_to(action.amount)
        case _:
            raise AssertionError(f"{action} is not an action of the engine")


def check_instead(state: State, instead: Any) -> None:
    """Check that what is played instead is legal and costs the least."""
    after = state.copy()
    perform(after, instead)
    if isinstance(instead, Discard):
        assert instead.cards == ()
    elif state.can_post_bring_in():
        assert instead.kind is ActionKind.BRING_IN
    else:
        is_free = not state.amount_to_call
        assert instead.kind is (ActionKind.CHECK if is_free else ActionKind.FOLD)


def check_turn(state: State, rng: Random) -> None:
    """Compare the check of random answers with the engine."""
    seat = state.turn_index
    assert seat is not None
    legal = LegalActions.of(state, seat)
    before = state.copy()
    check_instead(state, legal.instead)
    assert legal.check(legal.instead) == legal.instead
    candidates = [*answers(state, legal, rng)]
    for answer in rng.sample(candidates, 40):
        if not accepted(state, answer):
            with pytest.raises(IllegalAnswerError) as raised:
                legal.check(answer)
            assert raised.value.instead == legal.instead
            check_message(str(raised.value))
        else:
            action = legal.check(answer)
            assert legal.check(action) == action
            perform(state.copy(), action)
            kinds = {int, *map(type, state.starting_stacks)}
            if isinstance(answer, ActionAmount) and type(answer.amount) in kinds:
                assert type(action.amount) in kinds
    assert state == before


def check_message(text: str) -> None:
    """Check that a message says what is accepted and what was given, in one line."""
    thing, _, rest = text.partition(" must be ")
    assert thing in (
        *("answer", "action", "discard"),
        *("amount of a check", "amount of a call", "amount of a bet", "amount of a raise"),
    )
    wanted, got, given = rest.partition(", got ")
    assert wanted
    assert got
    assert 0 < len(given) <= MAX_ANSWER_TEXT
    assert given.isprintable()


def turns(state: State, rng: Random) -> Iterator[None]:
    """Play random actions; yield before each turn of a player."""
    for _ in range(60):
        if state.discarder_index is not None or state.actor_index is not None:
            yield
            assert state.turn_index is not None
            legal = LegalActions.of(state, state.turn_index)
            if legal.is_draw:
                held = state.hole_cards[legal.seat]
                perform(state, Discard(tuple(rng.sample(held, rng.randint(0, min(2, len(held)))))))
            else:
                choices = [legal.check_or_call(), legal.check_or_call(), legal.raise_to()]
                choices += [legal.check_or_fold()]
                perform(state, rng.choice(choices))
        elif state.status:
            make_any_move(state)
        else:
            break


@pytest.mark.parametrize("code", VARIANTS)
@settings(max_examples=examples(60))
@given(seed=SEEDS)
def test_the_check_accepts_what_the_engine_accepts(code: str, seed: int) -> None:
    rng = Random(seed)
    state = state_of(code, rng, automations=ALL_AUTOMATIONS)
    for _ in turns(state, rng):
        check_turn(state, rng)


@settings(max_examples=examples(150))
@given(SEEDS)
def test_the_check_accepts_what_the_engine_accepts_in_made_up_games(seed: int) -> None:
    rng = Random(seed)
    state = random_setup(rng).ours().engine
    for _ in turns(state, rng):
        check_turn(state, rng)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_amounts_are_the_engines_limits(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng, chips=rng.choice((int, FLOATS)), mode=rng.choice([*Mode]))
    for _ in turns(state, rng):
        seat = state.actor_index
        assert seat is not None
        legal = LegalActions.of(state, seat)
        expected = legal_actions(state)
        expected.pop(ActionKind.ALL_IN, None)
        assert legal.amounts() == expected
        assert [*legal.amounts()] == [*expected]
        assert legal.to_call == state.amount_to_call
        assert legal.max_raise_to == state.max_raise_to
        assert (legal.has_bets, legal.is_turn) == (max(state.bets) > 0, True)
        for amount in (None, 0, legal.max_raise_to, legal.min_raise_to, 10**9, 17):
            action = legal.raise_to(amount)
            perform(state.copy(), action)
            if legal.min_raise_to is not None:
                nearest = min(max(amount or 0, legal.min_raise_to), legal.max_raise_to)
                assert action.amount == nearest
        twin = pickle.loads(pickle.dumps(legal))
        assert (twin.amounts(), repr(twin)) == (legal.amounts(), repr(legal))
        assert twin.hole_cards == legal.hole_cards == ()  # only a draw needs them


# Turns.


def test_nothing_is_legal_out_of_turn() -> None:
    """An all-in of somebody who was not to act was accepted as a bring-in of None."""
    state = new_state((200, 150, 180), 1)
    legal = LegalActions.of(state, 0)
    assert (legal.amounts(), legal.words(), legal.is_turn, legal.instead) == (
        {},
        "none",
        False,
        None,
    )
    assert repr(legal) == "<LegalActions of seat 0: none>"
    for kind in ActionKind:
        with pytest.raises(IllegalAnswerError, match=r"^seat must be the one to act, got 0$"):
            legal.check(ActionAmount(kind, None))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "answer must be an ActionAmount, got None"),
        ("fold", "answer must be an ActionAmount, got 'fold'"),
        (Discard(), "answer must be an ActionAmount, got Discard(cards=())"),
        (
            ActionAmount(ActionKind.CHECK, 0),
            "action must be one of fold, call 2, raise to 4..180, "
            "got ActionAmount(kind=CHECK, amount=0)",
        ),
        (ActionAmount(ActionKind.CALL, 3), "amount of a call must be 2 or None, got 3"),
        (ActionAmount(ActionKind.RAISE, 3), "amount of a raise must be from 4 to 180, got 3"),
        (ActionAmount(ActionKind.BET, 181), "amount of a raise must be from 4 to 180, got 181"),
        (ActionAmount(ActionKind.RAISE, 5.5), "amount of a raise must be from 4 to 180, got 5.5"),
        (
            ActionAmount(ActionKind.RAISE, "\n"),
            r"amount of a raise must be from 4 to 180, got '\n'",
        ),
        (
            ActionAmount(ActionKind.ANTE, 1),
            "action must be one of fold, call 2, raise to 4..180, "
            "got ActionAmount(kind=ANTE, amount=1)",
        ),
    ],
)
def test_messages(answer: Any, message: str) -> None:
    legal = LegalActions.of(new_state((200, 150, 180), 1), 2)
    with pytest.raises(IllegalAnswerError) as raised:
        legal.check(answer)
    assert str(raised.value) == message
    assert isinstance(raised.value, ValueError)
    assert raised.value.instead == ActionAmount(ActionKind.FOLD, 0)


def test_messages_where_checking_is_free() -> None:
    state = play_history(new_state((100, 100), 1), "c")
    legal = LegalActions.of(state, 0)
    for kind in (ActionKind.FOLD, ActionKind.CALL):
        with pytest.raises(IllegalAnswerError, match=r"^action must be one of check, raise to 4"):
            legal.check(ActionAmount(kind, 0))
    with pytest.raises(IllegalAnswerError, match=r"^amount of a check must be 0 or None, got 2$"):
        legal.check(ActionAmount(ActionKind.CHECK, 2))
    assert legal.instead == ActionAmount(ActionKind.CHECK, 0)


def test_messages_of_a_draw() -> None:
    draw = variant("N2L1D").create_state(ALL_AUTOMATIONS, True, 0, (1, 2), 2, 100, 2, seed=1)
    draw.check_or_call()
    draw.check_or_call()
    legal = LegalActions.of(draw, 0)
    assert (legal.is_draw, legal.words(), legal.instead) == (True, "discard, stand pat", Discard())
    assert legal.hole_cards == tuple(draw.hole_cards[0])
    with pytest.raises(IllegalAnswerError, match=r"^answer must be a Discard, got 'none'$"):
        legal.check("none")
    other = draw.hole_cards[1][0]
    message = "^discard must be of cards that the player holds, got Discard"
    for cards in ((other,), (legal.hole_cards[0],) * 2, 7, ("As",)):
        with pytest.raises(IllegalAnswerError, match=message):
            legal.check(Discard(cards))  # type: ignore[arg-type]
    held = legal.hole_cards[:2]
    assert legal.check(Discard(iter(held))) == Discard(held)  # type: ignore[arg-type]


def test_an_all_in_is_the_largest_bet_raise_or_call() -> None:
    all_in = ActionAmount(ActionKind.ALL_IN, None)
    deep = LegalActions.of(new_state((200, 150, 180), 1), 2)
    assert deep.check(all_in) == ActionAmount(ActionKind.RAISE, 180)
    covered = LegalActions.of(play_history(new_state((60, 100), 1), "a"), 0)
    assert covered.check(all_in) == ActionAmount(ActionKind.CALL, 58)
    omaha = variant("PO").create_state(ALL_AUTOMATIONS, True, 0, (1, 2), 2, 100, 2)
    assert LegalActions.of(omaha, 1).check(all_in) == ActionAmount(ActionKind.RAISE, 6)
    stud = variant("F7S").create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, (2, 2, 2), 3, seed=1)
    assert stud.actor_index is not None
    assert LegalActions.of(stud, stud.actor_index).check(all_in) == (ActionKind.BET, 1)


def test_an_interrupt_stops_the_check() -> None:
    class Interrupting:
        def __float__(self) -> float:
            raise KeyboardInterrupt

    legal = LegalActions.of(new_state((200, 150, 180), 1), 2)
    with pytest.raises(KeyboardInterrupt):
        legal.check(ActionAmount(ActionKind.RAISE, Interrupting()))


@pytest.mark.skipif(INTERPRETED, reason="only compiled classes refuse it")
def test_attributes_cannot_be_set() -> None:
    legal: Any = LegalActions.of(new_state((200, 150, 180), 1), 2)
    for name in ("min_raise_to", "max_raise_to", "to_call", "can_fold", "something_new"):
        with pytest.raises(AttributeError):
            setattr(legal, name, 0)


# Numbers and texts.


@pytest.mark.parametrize("value", [None, "6", True, (), Hostile(), object()])
def test_what_is_not_a_number(value: Any) -> None:
    with pytest.raises((ValueError, SystemExit)):
        plain_number(value)


def test_numbers_have_the_type_of_the_game() -> None:
    assert plain_number(np.float32(0.5)) == 0.5
    assert type(plain_number(LoudNumber(5))) is int
    assert game_chips(6.0, 4, 10) == 6
    assert type(game_chips(Fraction(6), 4, 10)) is int
    assert game_chips(Decimal("1.5"), 0.5, 10.0) == Fraction(3, 2)
    assert type(game_chips(2, Decimal(1), Decimal(5))) is Decimal
    with pytest.raises(InputError, match=r"^an amount must be whole chips, got 5\.5$"):
        game_chips(5.5, 4, 10)
    with pytest.raises(InputError, match=r"^an amount must be a number, got str$"):
        game_chips("5", 4, 10)


def test_texts_of_answers_are_short_plain_lines() -> None:
    assert safe_text("a" * 1000) == "'" + "a" * (MAX_ANSWER_TEXT - 1)
    assert safe_text(Hostile()) == "an object whose repr raises SystemExit"
    assert safe_text(10**5000) == "an object whose repr raises ValueError"
    assert one_line("a\n\tb\x00\x1b[31m") == "a b??[31m"


def test_folding_for_free_in_a_cash_game() -> None:
    automations = tuple(Automation)
    state = variant("NT").create_state(
        automations, True, 0, (1, 2), 2, 100, 2, mode=Mode.CASH_GAME, seed=1
    )
    state.check_or_call()
    legal = LegalActions.of(state, 0)
    assert legal.check(ActionAmount(ActionKind.FOLD, None)) == ActionAmount(ActionKind.FOLD, 0)
    assert legal.instead == ActionAmount(ActionKind.CHECK, 0)
