"""Statistics of players, compared with PokerKit's."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.notation import parse_phh
from fifthstreet.pokerkit.analysis import Statistics
from tests.game.notation import play
from tests.game.notation.texts import PHH
from tests.thoroughness import examples

cases = st.lists(
    st.builds(
        partial,
        st.just(play.random_hand),
        st.sampled_from(["NT", "PO", "FT"]),
        st.integers(0, 10_000),
        unit=st.sampled_from(play.UNITS[:2]),
    ),
    max_size=4,
)


@settings(deadline=None, max_examples=examples(30))
@given(cases)
def test_matches_pokerkit(chosen: list[Callable[[], pokerkit.HandHistory]]) -> None:
    theirs = [case() for case in chosen]
    ours = [parse_phh(hand.dumps()) for hand in theirs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = pokerkit.Statistics.from_hand_history(*theirs)
        statistics = Statistics.from_hand_history(*ours)
    assert list(statistics) == list(expected)
    for name, results in expected.items():
        assert statistics[name].payoffs == results.payoffs
        assert statistics[name].payoff_mean == results.payoff_mean
        if results.sample_count > 1:
            assert statistics[name].payoff_stdev == results.payoff_stdev
            assert statistics[name].payoff_stderr == results.payoff_stderr


def test_finishing_stacks_take_precedence_over_the_actions() -> None:
    hand = parse_phh(PHH, players=["ann", "bob"], finishing_stacks=[90, 110])
    results = Statistics.from_hand_history(hand, hand)
    assert results == {"ann": Statistics([-10, -10]), "bob": Statistics([10, 10])}
    assert repr(results["bob"]) == "<Statistics: 2 hands, payoff sum 20>"
    merged = Statistics.merge(*results.values())
    assert (merged.sample_count, merged.payoff_sum) == (4, 0)


def test_hands_without_names_and_no_hands() -> None:
    assert Statistics.from_hand_history(parse_phh(PHH)) == {}
    with pytest.raises(ValueError, match="at least one"):
        _ = Statistics([]).payoff_mean
