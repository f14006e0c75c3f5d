"""Probabilities of the candidates, compared with a slow oracle that follows each one separately."""

import random
from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.tree import Sizes, TreeRules, build_tree
from fifthstreet.tree.translate import (
    Mapping,
    NearestGeometric,
    Policy,
    PseudoHarmonic,
    PseudoHarmonicNearest,
    RandomArithmetic,
    RandomGeometric2,
    match,
)
from tests.oracles.translation import ways_of
from tests.thoroughness import examples
from tests.tree.translate.hands import act, hand

TREES = [
    build_tree(
        TreeRules(
            stacks=(stack, stack),
            blinds=(1, 2),
            first_street=0,
            sizes=Sizes.uniform(bets, raises=raises),
            max_raises=2,
        )
    )
    for stack, bets, raises in (
        (60, "50%, a", "50%, a"),
        (40, "100%", "100%"),
        (90, "a", ""),
    )
]
MAPPINGS = [
    PseudoHarmonic(),
    PseudoHarmonicNearest(),
    RandomArithmetic(),
    RandomGeometric2(),
    NearestGeometric(),
]


@given(
    st.sampled_from(range(len(TREES))),
    st.sampled_from(MAPPINGS),
    st.integers(4, 150),
    st.integers(4, 150),
    st.integers(0, 2**32),
)
@settings(max_examples=examples(150))
def test_candidates_of_random_hands(
    tree_index: int, mapping: Mapping, first: int, second: int, seed: int
) -> None:
    tree = TREES[tree_index]
    rng = random.Random(seed)
    start = hand([first, second])
    state = start.copy()

    def share(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
        return cast(Fraction, mapping.share_of_lower(x, a, b))

    while state.actor_index is not None:
        act(state, rng)
        matched = match(tree, state, Policy(mapping))
        expected: dict[int, Any] = {
            node: pytest.approx(float(probability))
            for node, probability in ways_of(tree, start, state, share).items()
        }
        assert {
            candidate.node: candidate.probability for candidate in matched.candidates
        } == expected


def test_draws_are_as_frequent_as_their_probabilities() -> None:
    tree = TREES[0]
    state = hand([60, 60])
    for amount in (5, None, 4, 15):
        if amount is None:
            state.check_or_call()
        else:
            state.bet_or_raise_to(amount)
    probabilities = {each.node: each.probability for each in match(tree, state).candidates}
    assert len(probabilities) >= 3
    draws = 2_000
    drawn = [match(tree, state, seed=seed) for seed in range(draws)]
    for node, probability in probabilities.items():
        share = sum(matched.node == node for matched in drawn) / draws
        assert share == pytest.approx(probability, abs=4 * (probability / draws) ** 0.5)
    assert match(tree, state, seed=5) == match(tree, state, seed=5)
