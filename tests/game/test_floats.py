"""Hands in floats are played like the same hands in whole units of 1e-8 chips."""

import os
from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation
from fifthstreet.pokerkit.state import State
from tests.game.moves import TRIPLETS, Move, likely_moves
from tests.game.setups import VARIANTS, Setup, random_setup
from tests.thoroughness import examples

EVERYTHING = tuple(Automation)
UNITS = 10**8
AMOUNTS = ("raw_antes", "raw_blinds_or_straddles", "bring_in")
BETS = ("small_bet", "big_bet", "min_bet", "bet")
_CHIPS = """
stacks bets payoffs amount_to_call bring_in_to_post bet_to_match
min_raise_to pot_raise_to
max_raise_to pot_amounts total_pot_amount total_pushed_amount
"""
CHIPS = _CHIPS.split()
FUZZ_HANDS = int(os.environ.get("FIFTHSTREET_FUZZ_HANDS", "5000"))

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def scaled(setup: Setup, scale: Callable[[int], Any]) -> Setup:
    """Return a setup with every amount of chips scaled."""

    def scaled_values(values: Any) -> Any:
        if isinstance(values, dict):
            return {position: scale(value) for position, value in values.items()}
        return tuple(map(scale, values)) if isinstance(values, list | tuple) else scale(values)

    terms = dict(setup.terms)
    for name in (*AMOUNTS, *BETS):
        if name in terms:
            terms[name] = scaled_values(terms[name])
    if "streets" in terms:
        terms["streets"] = tuple(
            (*street[:5], scale(street[5]), street[6]) for street in terms["streets"]
        )
    options = dict(setup.options, seed=1)  # cards that are shuffled again are the same
    if "rake" in options:
        options["rake"] = options["rake"] | {"cap": scale(options["rake"]["cap"])}
    return replace(setup, terms=terms, options=options, stacks=scaled_values(setup.stacks))


def in_units(value: Any) -> Any:
    """Return amounts in units; an amount that is not settled fails."""
    if isinstance(value, float):
        assert value == round(value, 8)
        return round(value * UNITS)
    if isinstance(value, int | None):
        return None if value is None else value * UNITS
    return [in_units(part) for part in value]


def plain(value: Any) -> Any:
    return value if isinstance(value, int | None) else list(value)


def check_same(floats: State, ints: State) -> None:
    for name in CHIPS:
        assert in_units(getattr(floats, name)) == plain(getattr(ints, name)), name
    for name in ("status", "street_index", "turn_index", "statuses"):
        assert getattr(floats, name) == getattr(ints, name), name
    for _, query in TRIPLETS.values():
        assert getattr(floats, query)() == getattr(ints, query)(), query
    for mine, theirs in zip(floats.pots, ints.pots, strict=True):
        assert mine.player_indices == theirs.player_indices
        assert in_units(mine.unraked_amount) == theirs.unraked_amount


def make(state: State, move: Move) -> bool:
    name, arguments = move
    try:
        getattr(state, name)(*arguments)
    except ValueError:
        return False
    return True


def play_both(seed: int) -> None:
    """Play a random hand in tenths or hundredths, and in units."""
    rng = Random(seed)
    setup = random_setup(rng, kinds=(int,))
    if inf in (setup.stacks if isinstance(setup.stacks, list) else ()):
        return
    parts = rng.choice((10, 100))
    floats = scaled(setup, lambda amount: amount / parts).ours()
    ints = scaled(setup, lambda amount: amount * UNITS // parts).ours()
    for _ in range(150):
        check_same(floats, ints)
        moves = list(likely_moves(ints, rng))
        if not moves:
            break
        name, arguments = rng.choice(moves)
        if name != "complete_bet_or_raise_to" or arguments in ((), (None,)):
            assert make(floats, (name, arguments)) == make(ints, (name, arguments))
            continue
        to = arguments[0]
        if rng.random() < 0.7:
            to -= to % (UNITS // parts)
        assert make(floats, (name, (to / UNITS,))) == make(ints, (name, (to,)))


@settings(deadline=None, max_examples=examples(150))
@given(st.integers(0, 2**40))
def test_floats_behave_like_whole_units(seed: int) -> None:
    play_both(seed)


@pytest.mark.slow
def test_floats_behave_like_whole_units_in_many_hands() -> None:
    for seed in range(FUZZ_HANDS):
        play_both(seed)


def holdem(code: str, *bets: Any, stacks: Any = 20.0, players: int = 3) -> State:
    state: State = VARIANTS[code].create_state(
        EVERYTHING, True, 0.0, (0.1, 0.2), *bets, stacks, players, seed=1
    )
    return state


@pytest.mark.parametrize("opening", [0.4 + i / 10 for i in range(60)])
def test_the_minimum_raise_can_be_raised(opening: float) -> None:
    state = holdem("NT", 0.2)
    state.bet_or_raise_to(round(opening, 1))
    while (smallest := state.min_raise_to) < 19:
        raised_by = round(smallest - max(state.bets), 8)
        assert raised_by == round(opening - 0.2, 8)
        state.bet_or_raise_to()


def test_raises_of_1_1_and_then_the_minimum() -> None:
    state = holdem("NT", 0.2)
    state.bet_or_raise_to(1.1)
    assert state.bet_or_raise_to().amount == 2.0
    assert state.min_raise_to == 2.9


def test_fixed_limit_raises_do_not_vanish() -> None:
    state = holdem("FT", 0.2, 0.4)
    amounts = [state.bet_or_raise_to().amount for _ in range(2)]
    state.check_or_call()
    amounts.append(state.bet_or_raise_to().amount)
    assert amounts == [0.4, 0.6, 0.8]


def test_no_dust_is_left_after_an_all_in() -> None:
    state = holdem("NT", 0.1, stacks=(0.3, 0.7, 0.7))
    state.bet_or_raise_to(0.7)
    state.check_or_call()
    state.check_or_call()
    assert not state.status
    assert sum(state.stacks) == pytest.approx(1.7, abs=1e-12)
    assert all(stack == round(stack, 8) for stack in state.stacks)


def test_amounts_may_be_numpy_scalars() -> None:
    state = VARIANTS["F7S"].create_state(
        EVERYTHING,
        True,
        numpy.int64(1),
        numpy.int64(2),
        numpy.int64(5),
        10,
        [numpy.int64(50)] * 3,
        3,
    )
    assert type(state.post_bring_in().amount) is int
    assert type(state.bet_or_raise_to(numpy.float64(5)).amount) is float


def test_nan_is_refused() -> None:
    state = holdem("NT", 0.2)
    assert not state.can_bet_or_raise_to(float("nan"))
    for refused in (
        lambda: state.bet_or_raise_to(float("nan")),
        lambda: holdem("NT", 0.2, stacks=float("nan")),
        lambda: holdem("NT", float("nan")),
    ):
        with pytest.raises(InputError, match="an amount of chips must be a number, got nan"):
            refused()
