"""Logs of poker sites: read as PokerKit reads them, and better where it falls short."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Generator
from typing import Any

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.notation import HandHistory, REParser
from fifthstreet.notation.sites.patterns import hands_beginning_with, pattern
from tests.notation.site_logs import SITES, Site, log_of

BY_METHOD = {site.method: site for site in SITES}
POKERSTARS = """PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2009/07/01 12:34:56 ET
Table 'Yew III' 6-max Seat #3 is the button
Seat 1: ann ($200 in chips)
Seat 2: bob ($1,200 in chips)
Seat 3: big cat ($200 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** HOLE CARDS ***
Dealt to ann [As Ks]
big cat: raises $4 to $6
ann: folds
bob: folds
Uncalled bet ($4) returned to big cat
big cat collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
Seat 1: ann (small blind) folded before Flop
Seat 2: bob (big blind) folded before Flop
Seat 3: big cat (button) collected ($5)
"""


def read(method: str, text: str, **options: Any) -> list[HandHistory]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return list(getattr(HandHistory, method)(text, **options))


def read_theirs(method: str, text: str) -> list[pokerkit.HandHistory]:
    with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        return list(getattr(pokerkit.HandHistory, method)(text))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SITES), st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_read_like_pokerkit(site: Site, numbers: list[int]) -> None:
    text = "".join(log_of(site, number) for number in numbers)
    ours = read(site.method, text, error_status=True)
    theirs = read_theirs(site.method, text)
    assert [hand.dumps() for hand in ours] == [hand.dumps() for hand in theirs]
    assert len(ours) == len(numbers)


@pytest.mark.parametrize("method", BY_METHOD)
def test_last_hand_needs_no_empty_lines_after_it(method: str) -> None:
    assert len(read(method, log_of(BY_METHOD[method], 1).rstrip())) == 1


@pytest.mark.parametrize("method", BY_METHOD)
def test_bad_hands_are_left_out_with_a_warning(method: str) -> None:
    logs = [log_of(BY_METHOD[method], number) for number in range(3)]
    name = "Bob the 2nd"
    first, rest = logs[1].split(name, 1)
    logs[1] = first + name + rest.replace(name, "Mallory")
    hands: Generator[HandHistory, None, int] = getattr(HandHistory, method)("".join(logs))
    next(hands)
    with pytest.warns(UserWarning, match="cannot be read"):
        next(hands)
    with pytest.raises(StopIteration) as end:
        next(hands)
    assert end.value.value == 3
    with pytest.raises(ValueError, match=r"line \d+: the hand cannot be read"):
        read(method, "".join(logs), error_status=True)


def test_pokerstars() -> None:
    (hand,) = read("from_pokerstars", POKERSTARS)
    assert hand.players == ["ann", "bob", "big cat"]
    assert hand.seats == [1, 2, 3]
    assert hand.starting_stacks == [200, 1200, 200]
    assert hand.winnings == [0, 0, 5]
    assert (hand.hand, hand.table, hand.seat_count, hand.year) == (7, "Yew III", 6, 2009)
    assert hand.user_defined_fields == {"time_zone_abbreviation": "ET"}
    assert hand.actions == [
        *("d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f")
    ]


def test_pokerstars_antes() -> None:
    text = POKERSTARS.replace(
        "ann: posts small", "ann: posts the ante $1\nbob: posts the ante $1\nann: posts small"
    )
    (hand,) = read("from_pokerstars", text)
    assert hand.antes == [1, 1, 0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("raises $4 to $6", "raises $1 to $3", r"line 10: .*'p3 cbr 3'"),
        ("big cat: raises $4 to $6", "ann: calls $1", r"line 11: .*'p2 f'"),
        ("#3 is the button", "is the button", "line 1: .*where the button is"),
        ("#3 is the button", "#9 is the button", None),
        ("Hold'em No Limit", "Omaha Pot Limit", "line 1: .*no known variant"),
        ("bob: folds", "rob: folds", "line 1: .*nothing is known of 'rob'"),
        ("$1,200", "$1.2.0", "line 1: "),
        ("[As Ks]", "[As K]", "line 1: "),
    ],
)
def test_wrong_line_is_named(old: str, new: str, message: str | None) -> None:
    text = POKERSTARS.replace(old, new)
    if message is None:
        assert read("from_pokerstars", text, error_status=True)[0].seats == [1, 2, 3]
    else:
        with pytest.raises(ValueError, match=message):
            read("from_pokerstars", text, error_status=True)


def test_full_tilt_cap() -> None:
    text = """Full Tilt Poker Game #5: Table Elm - $1/$2 - $60 Cap No Limit Hold'em - 1:02:03 ET
Seat 1: ann ($200)
Seat 2: bob ($40)
bob posts the small blind of $1
ann posts the big blind of $2
The button is in seat #2
bob raises to $40
ann folds
"""
    (hand,) = read("from_full_tilt_poker", text, error_status=True)
    assert hand.starting_stacks == [60, 40]
    assert hand.blinds_or_straddles == [1, 2]


def test_ipoker_session() -> None:
    log = log_of(BY_METHOD["from_ipoker_network"], 2)
    head = "<session>\n<tablename>Oslo</tablename>\n<currency>EUR</currency>\n"
    # Indented, and with attributes in another order.
    text = head + log.replace("\n", "\n  ").replace('chips="$', 'win="$3" chips="$')
    (hand,) = read("from_ipoker_network", text, error_status=True)
    assert (hand.table, hand.currency, hand.currency_symbol) == ("Oslo", "EUR", "$")
    assert hand.winnings == [3] * len(hand.starting_stacks)


def test_ipoker_stack_that_is_not_told() -> None:
    log = log_of(BY_METHOD["from_ipoker_network"], 2)
    stack = log.split('chips="$')[1].split('"')[0]
    (hand,) = read("from_ipoker_network", log.replace(f"${stack}", "$10000000", 1))
    assert "inf" in hand.dumps()


class HomeGameParser(REParser):
    """A parser of one's own."""

    HAND = hands_beginning_with("Hand ")
    FINAL_SEAT = pattern("button {digits:final_seat}")
    VARIANT = pattern("(?P<variant>holdem)")
    VARIANTS = {"holdem": "NT"}  # noqa: RUF012
    SEATS = pattern("{digits:seat} is {player} with")
    STARTING_STACKS = pattern("is {player} with {money:starting_stack}")
    ANTE_POSTING = pattern("{player} antes {money:ante}")
    BLIND_OR_STRADDLE_POSTING = pattern("{player} blind {money:blind_or_straddle}")
    HOLE_DEALING = pattern("{player} gets {cards}")
    BOARD_DEALING = pattern("board {cards}")
    FOLDING = pattern("{player} folds")
    CHECKING_OR_CALLING = pattern("{player} calls")
    COMPLETION_BETTING_OR_RAISING = pattern("{player} raises {money:amount}")
    HOLE_CARDS_SHOWING = pattern("{player} shows {cards}")


def test_parser_of_ones_own() -> None:
    text = (
        "Hand holdem button 2\n1 is ann with 50\n2 is bob with 60\nann antes 1\nbob blind 1\n"
        "ann blind 2\nann gets AsKs\nbob raises 4\nann folds\n"
    )
    (hand,) = HomeGameParser()(text, error_status=True)
    assert hand.players == ["ann", "bob"]
    assert hand.antes == [0, 1]
    *_, state = hand
    assert state.stacks == [47, 63]
