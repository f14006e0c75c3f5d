"""Patterns that the parsers of logs share."""

from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.pokerkit.logs.patterns import UNMATCHABLE_PATTERN


@given(st.text())
def test_unmatchable(text: str) -> None:
    assert UNMATCHABLE_PATTERN.search(text) is None
