"""Writing PHH: the same texts as PokerKit, and exact round trips."""

from __future__ import annotations

from typing import Any

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.notation import parse_phh, parse_phhs, phh_text, phhs_text
from tests.notation.test_history import Case, cases
from tests.notation.texts import PHH


@settings(deadline=None)
@given(cases)
def test_texts_match_pokerkit(case: Case) -> None:
    text = case().dumps()
    assert phh_text(parse_phh(text)) == text


@settings(deadline=None, max_examples=20)
@given(st.lists(cases, max_size=5))
def test_many_hands_in_one_text(chosen: list[Case]) -> None:
    text = pokerkit.HandHistory.dumps_all(case() for case in chosen)
    assert phhs_text(parse_phhs(text)) == text


field_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@given(
    st.dictionaries(field_texts.map("_{}".format), st.one_of(field_texts, st.integers())),
    st.lists(field_texts, min_size=2, max_size=2),
)
def test_any_names_and_user_defined_fields_read_back(
    user_defined: dict[str, Any], players: list[str]
) -> None:
    hand = parse_phh(PHH, players=players, user_defined_fields=user_defined)
    parsed = parse_phh(phh_text(hand))
    assert parsed == hand
    assert parsed.user_defined_fields == user_defined
    assert phh_text(parsed) == phh_text(hand)


def test_unknown_variants_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="unknown variant: 'XX'; want one of FT"):
        phh_text(parse_phh(PHH.replace("'NT'", "'XX'")))
