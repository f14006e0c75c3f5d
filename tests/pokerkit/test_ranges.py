"""Range texts, parsed as by PokerKit."""

from __future__ import annotations

import pokerkit
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.pokerkit.analysis import parse_range
from fifthstreet.pokerkit.cards import Card, RankOrder

ranks = st.sampled_from("23456789TJQKA")
kinds = st.sampled_from(["", "s", "o"])
classes = st.builds(lambda a, b, kind: a + b + kind, ranks, ranks, kinds)
tokens = st.one_of(
    classes,
    classes.map(lambda name: name + "+"),
    st.builds(lambda a, b: f"{a}-{b}", classes, classes),
    st.text("23AKQTscdho+-? 1", max_size=8),
    st.sampled_from(["AsKh", "10s9d", "AsKsQs", "??", "A?", "As", "+", "-", "A+", "AK-", "AAs+"]),
)


def texts(hands: object) -> set[frozenset[str]]:
    return {frozenset(map(repr, hand)) for hand in hands}  # type: ignore[attr-defined]


@given(st.lists(tokens, max_size=4), st.sampled_from(["STANDARD", "SHORT_DECK_HOLDEM", "REGULAR"]))
@example(["7s8s 27         AK", "ATs+"], "STANDARD")
@example(["JTs-KQs;99+,22"], "STANDARD")
def test_matches_pokerkit(raw: list[str], order: str) -> None:
    try:
        expected = pokerkit.parse_range(*raw, rank_order=pokerkit.RankOrder[order])
    except ValueError:
        with pytest.raises(InputError, match=r"."):
            parse_range(*raw, rank_order=RankOrder[order])
    else:
        assert texts(parse_range(*raw, rank_order=RankOrder[order])) == texts(expected)


def test_ends_of_intervals_must_have_the_same_gap() -> None:
    with pytest.raises(
        ValueError,
        match="the ends of an interval must have the same gap between ranks, got 'AKs-Q9s'",
    ):
        parse_range("AKs-Q9s")


@pytest.mark.parametrize("text", ["?2+", "2?s-3?s", "22-?2"])
def test_unknown_ranks_in_intervals_are_input_errors(text: str) -> None:
    with pytest.raises(InputError, match=r"a rank must be one of 23456789TJQKA, got '\?'"):
        parse_range(text)


def test_hands_are_sets_of_cards() -> None:
    assert frozenset(Card.parse("KsAs")) in parse_range("AKs")
