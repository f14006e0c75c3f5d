"""Lookups of open hands in stud have the same entries as PokerKit's."""

import pokerkit.state
import pytest

from fifthstreet.pokerkit import opening_lookups
from tests.pokerkit.test_lookups import entry_of, texts


@pytest.mark.parametrize("name", ["HighHandOpeningLookup", "LowHandOpeningLookup"])
def test_all_entries_match_pokerkit(name: str) -> None:
    ours = getattr(opening_lookups, name)()
    theirs = getattr(pokerkit.state, f"_{name}")()
    wrong = [text for text in texts(4) if entry_of(ours, text) != entry_of(theirs, text)]
    assert not wrong
