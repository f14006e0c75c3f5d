"""Logs of all sites: the hands that PokerKit reads, and some that it does not."""

from __future__ import annotations

import contextlib
import io
import warnings
from dataclasses import replace

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.notation import HandHistory, phh_text, read_hands
from tests.pokerkit.site_logs import SITES, Site, log_of
from tests.thoroughness import examples

every_site = pytest.mark.parametrize("site", SITES, ids=[site.method for site in SITES])


def read(site: Site, text: str) -> list[HandHistory]:
    """Read a log of which every hand must be readable."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = read_hands(text, parser=site.parser())
        hands = list(reader)
    assert reader.errors == []
    return hands


def read_theirs(site: Site, text: str) -> list[pokerkit.HandHistory]:
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return list(getattr(pokerkit.HandHistory, site.method)(text))


def text_of(hand: HandHistory, theirs: pokerkit.HandHistory, site: Site) -> str:
    """Return the text of a hand with PokerKit's values of the fields that are known to differ."""
    return phh_text(replace(hand, **{name: getattr(theirs, name) for name in site.differing}))


@settings(deadline=None, max_examples=examples(60))
@given(st.sampled_from(SITES), st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_hands_match_pokerkit(site: Site, numbers: list[int]) -> None:
    text = "".join(log_of(site, number) for number in numbers)
    ours = read(site, text)
    theirs = read_theirs(site, text)
    assert len(ours) == len(theirs) == len(numbers)
    for hand, other in zip(ours, theirs, strict=True):
        assert text_of(hand, other, site) == other.dumps()


@every_site
def test_last_hand_needs_no_empty_lines_after_it(site: Site) -> None:
    assert len(read(site, log_of(site, 1).rstrip())) == 1


@every_site
def test_bad_hands_are_skipped(site: Site) -> None:
    logs = [log_of(site, number) for number in range(3)]
    name = "Bob the 2nd"
    first, rest = logs[1].split(name, 1)
    logs[1] = first + name + rest.replace(name, "Mallory")
    reader = read_hands("".join(logs), parser=site.parser())
    assert len(list(reader)) == 2
    (error,) = reader.errors
    start = logs[0].count("\n") + 1
    assert start <= error.line <= start + logs[1].count("\n")
