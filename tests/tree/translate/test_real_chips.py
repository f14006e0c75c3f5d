"""Tree actions become legal actions in whole chips of the real game."""

import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game import State
from fifthstreet.game.actions import act
from fifthstreet.game.chips import chips_type, exact_amount, smallest_chip, to_chips
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import ActionKind
from fifthstreet.game.queries import largest_bet_that_counts
from fifthstreet.game.variants import NoLimitTexasHoldem
from fifthstreet.tree import Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import Follower, TreeAction, match, real_action, report
from tests.thoroughness import examples
from tests.tree.translate.hands import EVERYTHING

TREE = build_tree(
    TreeRules(
        stacks=(200, 200),
        blinds=(1, 2),
        first_street=0,
        sizes=Sizes.uniform("33%, 75%, a", raises="40%, 90%, a"),
        max_raises=2,
    )
)
UNITS: list[tuple[Fraction, Any]] = [
    (Fraction(1), int),
    (Fraction(1), float),
    *((Fraction(1, 10**places), kind) for places in (1, 2) for kind in (float, Decimal, Fraction)),
    (Fraction(1, 3), Fraction),
]


@st.composite
def hands(draw: st.DrawFn) -> tuple[State, Fraction]:
    """Heads-up hands with odd stacks in cents, tenths, whole chips or thirds, and their unit."""
    unit, kind = draw(st.sampled_from(UNITS))
    big_blind = draw(st.sampled_from((2, 3, 10, 25)))
    stacks = draw(st.lists(st.integers(2 * big_blind, 120 * big_blind), min_size=2, max_size=2))
    chips = [to_chips(n * unit, kind) for n in (0, big_blind // 2, big_blind, *stacks)]
    state = NoLimitTexasHoldem.create_state(
        EVERYTHING, False, chips[0], (chips[1], chips[2]), chips[2], chips[3:], 2, seed=1
    )
    return state, unit


def check(action: TreeAction, state: State, chip: Fraction) -> None:
    """Check that a bet is legal, of the game's number type, and in whole chips unless all-in."""
    amount = action.real.amount
    if action.real.kind not in (ActionKind.BET, ActionKind.RAISE):
        assert (exact_amount(amount) / smallest_chip(state)).denominator == 1
        assert amount == to_chips(exact_amount(amount), type(amount))
        act(state.copy(), *action.real)
        return
    low = state.min_raise_to
    high = state.max_raise_to
    assert type(amount) is chips_type(state)
    assert low <= amount <= high
    assert state.can_bet_or_raise_to(amount)
    if amount not in (low, high, largest_bet_that_counts(state)):
        assert (exact_amount(amount) / chip).denominator == 1


@given(hands(), st.integers(0, 2**32), st.sampled_from((None, Fraction(1, 4), 0.05, 5)))
@settings(max_examples=examples(150))
def test_amounts_are_legal_and_in_whole_chips(
    hand: tuple[State, Fraction], seed: int, chip: Any
) -> None:
    state, unit = hand
    rng = random.Random(seed)
    follower = Follower(TREE, chip=chip, trace=True)
    while state.actor_index is not None:
        follower.observe(state)
        matched = report(follower)
        real_chip = smallest_chip(state) if chip is None else exact_amount(chip)
        assert chip is not None or (unit / real_chip).denominator in (1, unit.denominator)
        for action in matched.children:
            check(action, state, real_chip)
            if chip is None and action.real.kind in (ActionKind.BET, ActionKind.RAISE):
                assert (exact_amount(action.real.amount) / real_chip).denominator == 1
        if matched.children and rng.random() < 0.8:
            act(state, *rng.choice(matched.children).real)
        else:
            state.check_or_call()


@pytest.mark.parametrize("number", [int, float, Fraction, Decimal])
def test_an_all_in_stays_all_in(number: Any) -> None:
    state = new_state((number(263), number(251)), number(1))
    for chip in (None, 2, 5, 100):
        assert real_action(match(TREE, state, chip=chip), "a").amount == number(251)
    covered = new_state((number(251), number(263)), number(1))
    assert real_action(match(TREE, covered, chip=100), "a").amount == number(251)


def test_amounts_in_cents() -> None:
    state = new_state((24.15, 20.0), 0.1)
    matched = match(TREE, state)
    # 40% and 90% of 0.40 on top of the blind, 0.20, in whole cents; the first is below the minimum.
    assert [action.real.amount for action in matched.legal[2:]] == [0.4, 0.6, 20.0]
    act(state, ActionKind.RAISE, 0.55)
    matched = match(TREE, state)
    # In the tree 5 and 11 on top of the call into 12; here 5/12 and 11/12 of 1.10 on top of 0.55.
    assert matched.path == "r:b6"
    assert [action.label for action in matched.legal] == ["f", "c", "b11", "b17", "a"]
    assert [action.real.amount for action in matched.legal[2:4]] == [1.01, 1.56]
    coarse = match(TREE, state, chip=0.05)
    assert [action.real.amount for action in coarse.legal[2:4]] == [1.0, 1.55]


def test_bad_chips() -> None:
    for chip in (0, -1, 1e-9, float("nan"), float("inf")):
        with pytest.raises(
            ValueError, match=f"chip must be at least 0.000001, or None, got {chip}"
        ):
            Follower(TREE, chip=chip)
