"""Arguments of the engine: seats that do not exist, infinite stacks, copies, narrow contexts."""

import copy
import pickle
from collections.abc import Callable, Iterator
from decimal import Context, Decimal, localcontext
from functools import partial
from math import inf, isnan
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game import (
    Automation,
    GameSession,
    LegalActions,
    Mode,
    State,
    call_amount,
    chips_text,
    max_stack_except,
    new_state,
    parse_chips,
    pot,
    status_of,
)
from fifthstreet.game.notation import read_hands
from fifthstreet.game.values import clean_value, divmod, plus, rake
from fifthstreet.game.variants import VARIANTS, NoLimitTexasHoldem, term_names
from tests.game.random_hands import act_at_random, random_state

OPERATIONS = ("post_ante", "post_blind", "kill_hand", "pull_chips")
NO_SEATS = (-1, -3, 3, 99)
SAMPLES = Path(__file__).parent / "notation/samples"
NARROW = Context(prec=3)


def steps(automations: tuple[Automation, ...] = ()) -> Iterator[State]:
    """Yield a hand of three players before each of its operations, up to its end."""
    state = NoLimitTexasHoldem.create_state(
        automations, True, 1, (1, 2), 2, (20, 30, 40), 3, mode=Mode.CASH_GAME, seed=5
    )
    yield state
    while state.status:
        if state.actor_index is not None:
            state.bet_or_raise_to(state.max_raise_to) if state.can_bet_or_raise_to() else (
                state.check_or_call()
            )
        else:
            names = [*OPERATIONS, "collect_bets", "burn_card", "deal_hole", "deal_board"]
            names += ["choose_runouts", "show_or_muck", "push_chips"]
            name = next(name for name in names if getattr(state, f"can_{name}")())
            getattr(state, name)()
        yield state


@pytest.mark.parametrize("seat", NO_SEATS)
def test_operations_refuse_seats_that_do_not_exist(seat: int) -> None:
    """`post_ante(-1)` posted for the last player, and its event had the seat -1."""
    possible: set[str] = set()
    for state in steps():
        before = state.copy()
        for name in (*OPERATIONS, "deal_hole", "choose_runouts", "show_or_muck"):
            arguments = (seat,) if name in OPERATIONS else (None, seat)
            possible |= {name} if getattr(state, f"can_{name}")() else set()
            assert getattr(state, f"can_{name}")(*arguments) is False
            for method in (f"verify_{name}", name):
                with pytest.raises(InputError):
                    getattr(state, method)(*arguments)
        assert state == before
    assert len(possible) == 7


@pytest.mark.parametrize("seat", NO_SEATS)
def test_questions_refuse_seats_that_do_not_exist(seat: int) -> None:
    state = new_state((200, 150, 180), 1)
    questions: list[Callable[[int], object]] = [
        state.get_censored_hole_cards,
        state.get_down_cards,
        state.get_up_cards,
        state.can_win_now,
        state.get_effective_stack,
        state.get_effective_ante,
        state.get_effective_blind,
        state.blind_name,
        partial(call_amount, state),
        partial(max_stack_except, state),
        partial(status_of, state),
        partial(LegalActions.of, state),
    ]
    for question in questions:
        question(0)
        with pytest.raises(InputError, match=f"must be from 0 to 2, got {seat}"):
            question(seat)


@pytest.mark.parametrize("code", VARIANTS)
def test_hands_of_every_game_can_be_pickled_and_copied(code: str) -> None:
    """Evaluators cannot be pickled, and each state has some."""
    rng = Random(3)
    state = VARIANTS[code].create_state(
        tuple(Automation), *_terms(code), (60, 50), 2, seed=rng.randrange(1000)
    )
    while True:
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
            assert other == state
            assert repr(other) == repr(state)
            assert vars_of(other) == vars_of(state)
            assert other.stacks is not state.stacks
            _play_on(other, 7)
        if not state.status:
            break
        _move(state, rng)
    for part in (state.events, state.streets, state.hand_types, state.deck):
        assert pickle.loads(pickle.dumps(part)) == copy.deepcopy(part) == part


def _terms(code: str) -> tuple[Any, ...]:
    values: dict[str, Any] = {
        "ante_trimming_status": True,
        "raw_antes": 1,
        "raw_blinds_or_straddles": (1, 2),
        "bring_in": 1,
        "small_bet": 2,
        "big_bet": 4,
        "min_bet": 2,
        "bet": 2,
    }
    return tuple(values[name] for name in term_names(VARIANTS[code])[1:])


def _move(state: State, rng: Random) -> None:
    if state.discarder_index is None:
        act_at_random(state, rng)
    else:
        state.discard(state.hole_cards[state.discarder_index][: rng.randrange(3)])


def _play_on(state: State, seed: int) -> None:
    rng = Random(seed)
    total = sum(state.starting_stacks)
    while state.status:
        _move(state, rng)
    assert sum(state.stacks) == total


def vars_of(state: State) -> dict[str, Any]:
    """Return all attributes of a state except what follows from its setup."""
    names = getattr(State, "__mypyc_attrs__", None) or vars(state.copy())
    return {name: getattr(state, name) for name in names if name not in ("_rules", "_pots")}


def test_a_pickled_hand_continues_like_the_original() -> None:
    for seed in range(30):
        state = random_state(Random(seed))
        rng = Random(seed)
        for _ in range(seed % 7):
            if state.status:
                act_at_random(state, rng)
        other = pickle.loads(pickle.dumps(state))
        for each in (state, other):
            moves = Random(seed)
            while each.status:
                act_at_random(each, moves)
        assert other == state


def test_sessions_and_legal_actions_can_be_pickled() -> None:
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    session = GameSession(game, [200] * 3, seed=7)
    state = session.begin_hand()
    other = pickle.loads(pickle.dumps(session))
    assert other.state == state
    assert copy.deepcopy(session).state == state
    assert repr(pickle.loads(pickle.dumps(LegalActions.of(state, 2)))) == repr(
        LegalActions.of(state, 2)
    )


@pytest.mark.parametrize("stacks", [(inf, inf, 180), (inf, inf, inf), (50, inf, 20.5)])
def test_infinite_stacks_never_become_nan(stacks: tuple[float, ...]) -> None:
    """A raise to infinity left a stack of inf - inf."""
    for seed in range(200):
        state = new_state(stacks, 1, antes=1, seed=seed)
        rng = Random(seed)
        while state.status:
            assert not state.can_bet_or_raise_to(inf)
            with pytest.raises(InputError):
                state.bet_or_raise_to(inf)
            if state.can_bet_or_raise_to() and rng.random() < 0.4:
                most = min(state.max_raise_to, state.min_raise_to + rng.randint(0, 300))
                state.bet_or_raise_to(most)
            elif rng.random() < 0.2 and state.can_fold() and state.amount_to_call:
                state.fold()
            else:
                state.check_or_call()
            amounts = [*state.stacks, *state.bets, *state.payoffs, state.pot, pot(state)]
            assert not any(map(isnan, amounts))
        assert sum(state.payoffs) == 0


def test_only_stacks_may_be_infinite() -> None:
    refused: list[dict[str, Any]] = [{"antes": inf}, {"big_blind": inf}, {"big_blind": -inf}]
    for terms in refused:
        with pytest.raises(InputError, match="must be finite, got"):
            new_state((inf, inf), 1, **terms)
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    with pytest.raises(InputError, match="must be finite"):
        GameSession(game, [inf, 100], seed=1)
    with pytest.raises(InputError, match="finite, got inf"):
        GameSession(game, [100, 100], seed=1).buy(0, inf)


def exact(count: int) -> Decimal:
    """Return an amount with more digits than a narrow context keeps."""
    return Decimal(count * 1234567) / 1000


def test_a_narrow_decimal_context_changes_no_hand() -> None:
    """Sums of decimals are rounded to the context's precision, which lost chips."""
    for seed in range(200):
        hands = []
        for context in (Context(), NARROW):
            rng = Random(seed)
            state = random_state(rng, chips=exact)
            total = sum(state.starting_stacks)
            with localcontext(context):
                while state.status:
                    if rng.random() < 0.4 and state.can_bet_or_raise_to():
                        state.bet_or_raise_to(rng.choice((state.min_raise_to, state.pot_raise_to)))
                    elif rng.random() < 0.2 and state.amount_to_call:
                        state.fold()
                    else:
                        state.check_or_call()
            assert sum(state.stacks) == total
            assert sum(state.payoffs) == 0
            hands.append(state)
        assert hands[0] == hands[1]


def test_a_narrow_decimal_context_changes_no_amount() -> None:
    text = "1234567.89"
    with localcontext(NARROW):
        assert parse_chips(text, Decimal) == Decimal(text)
        assert chips_text(parse_chips(text, Decimal)) == text
        assert chips_text(12345.67) == "12345.67"
        assert plus(Decimal(text), 1) == Decimal("1234568.89")
        share, odd = divmod(Decimal(text), 7)
        raked, rest = rake(Decimal(text), percentage=Decimal("0.05"))
    assert (share, odd) == divmod(Decimal(text), 7)
    assert share * 7 + odd == raked + rest == Decimal(text)
    assert raked == Decimal("61728.3945")


def test_a_narrow_decimal_context_changes_no_hand_that_is_read() -> None:
    read = 0
    for path in sorted(SAMPLES.rglob("*.txt"))[:20]:
        wide = list(read_hands(path))
        with localcontext(NARROW):
            narrow = list(read_hands(path))
            ends = [list(hand)[-1].stacks for hand in narrow]
        assert narrow == wide
        assert ends == [list(hand)[-1].stacks for hand in wide]
        read += len(wide)
    assert read > 20


def test_decimals_have_a_limited_number_of_places() -> None:
    assert clean_value(Decimal("1e-300")) == Decimal("1e-300")
    with pytest.raises(InputError, match="at most 300 decimals"):
        clean_value(Decimal("1e-301"))


@pytest.mark.parametrize("cards", ["", (), 0, 2, "2c3c"])
def test_exactly_one_card_is_burnt(cards: Any) -> None:
    checked = 0
    for state in steps():
        if state.can_burn_card():
            checked += 1
            before = state.copy()
            assert state.can_burn_card(cards) is False
            with pytest.raises(InputError, match=r"one card must be burnt, got [02]"):
                state.burn_card(cards)
            assert state == before
    assert checked == 3
