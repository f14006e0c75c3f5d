"""Custom parsers made of patterns, and PokerKit's own patterns."""

from __future__ import annotations

import re
from operator import add
from typing import Any, ClassVar

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation import phh_text, read_hands
from fifthstreet.pokerkit.logs import PatternParser
from fifthstreet.pokerkit.notation import REParser
from tests.pokerkit.logs.test_sites import read_theirs
from tests.pokerkit.site_logs import SITES, Site, log_of
from tests.thoroughness import examples


class HomeGameParser(PatternParser):
    HAND = re.compile("^Hand .+?(?=^Hand |\\Z)", re.DOTALL | re.MULTILINE)
    FINAL_SEAT = re.compile(r"button (?P<final_seat>\d+)")
    VARIANT = re.compile(r"Hand (?P<variant>\w+)")
    VARIANTS: ClassVar = {"holdem": "NT"}
    SEATS = re.compile(r"(?P<seat>\d) is (?P<player>\w+)")
    STARTING_STACKS = re.compile(r"is (?P<player>\w+) with (?P<starting_stack>[\d.]+)")
    ANTE_POSTING = re.compile(r"(?P<player>\w+) antes (?P<ante>\d+)")
    BLIND_OR_STRADDLE_POSTING = re.compile(r"(?P<player>\w+) blind (?P<blind_or_straddle>\d+)")
    HOLE_DEALING = re.compile(r"(?P<player>\w+) gets (?P<cards>\w+)")
    BOARD_DEALING = re.compile("board (?P<cards>.+)")
    FOLDING = re.compile(r"(?P<player>\w+) folds")
    CHECKING_OR_CALLING = re.compile(r"(?P<player>\w+) calls")
    COMPLETION_BETTING_OR_RAISING = re.compile(r"(?P<player>\w+) raises (?P<amount>\d+)")
    HOLE_CARDS_SHOWING = re.compile(r"(?P<player>\w+) shows (?P<cards>.+)")
    CONSTANTS: ClassVar = {"venue": "Home"}
    VARIABLES: ClassVar = {
        "table": (re.compile("at (?P<table>.+)"), str.title),
        "_pot": (re.compile(r"pot (?P<_pot>\d+)"), None),
    }
    PLAYER_VARIABLES: ClassVar = {
        "winnings": (re.compile(r"(?P<player>\w+) wins (?P<winnings>\d+)"), None, int, add),
    }


LOG = (
    "Hand holdem button 2 at elm\n1 is ann with 50\n2 is bob with 60\n3 is cat, who left\n"
    "ann antes 1\nbob blind 1\nann blind 2\nann gets AsKs\nbob raises 4\nann folds\n"
    "bob wins 2\nbob wins 3\npot 5\n"
)


def test_custom_parser() -> None:
    ((line, hand),) = HomeGameParser().parse(LOG)
    assert line == 1
    assert not isinstance(hand, ValueError)
    assert (hand.players, hand.seats) == (["ann", "bob"], [1, 2])
    assert (hand.antes, hand.blinds_or_straddles, hand.min_bet) == ([0, 1], [1, 2], 2)
    assert hand.actions == ["d dh p1 AsKs", "d dh p2 ????", "p2 cbr 6", "p1 f"]
    assert (hand.venue, hand.table, hand.winnings) == ("Home", "Elm", [0, 5])
    assert hand.user_defined_fields == {"_pot": 5}
    *_, state = hand
    assert state.stacks == [47, 63]


def test_streets_late_posts_and_an_empty_button_seat() -> None:
    log = (
        "Hand holdem button 9\n1 is ann with 50\n2 is bob with 60\n3 is cat with 70\n"
        "4 is dan with 80\nann blind 1\nbob blind 2\ndan blind 2\ncat calls\ndan calls\n"
        "ann folds\nbob calls\nboard 2c, 3c, 4c\nbob calls\ncat raises 4\ndan raises 4\n"
        "bob folds\ncat calls\nboard 5c\ncat calls\ndan calls\nboard 6d\ncat calls\ndan calls\n"
        "cat shows As Ks\n"
    )
    (hand,) = read_hands(log, parser=HomeGameParser())
    assert hand.blinds_or_straddles == [1, 2, 0, -2]
    assert hand.actions[4:] == [
        *("p3 cc", "p4 cc", "p1 f", "p2 cc", "d db 2c3c4c", "p2 cc", "p3 cbr 4", "p4 cbr 8"),
        *("p2 f", "p3 cc", "d db 5c", "p3 cc", "p4 cc", "d db 6d", "p3 cc", "p4 cc"),
        *("p3 sm AsKs", "p4 sm ????"),
    ]


def test_a_single_post_is_the_big_blind() -> None:
    log = LOG.replace("bob blind 1\n", "")
    (hand,) = read_hands(log, parser=HomeGameParser())
    assert (hand.blinds_or_straddles, hand.min_bet) == ([0, 2], 2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("button 2", "no button", "line 1: the seat of the button is not given"),
        ("holdem", "draughts", "line 1: variant must be one of holdem"),
        ("bob raises", "eve raises", "line 9: no seat or stack is given for 'eve'"),
        ("raises 4", "raises 1", r"line 9: .*'p2 cbr 3'"),
        ("pot 5", "pot 5" + "0" * 4_999, "a field cannot be read"),
    ],
)
def test_errors(old: str, new: str, message: str) -> None:
    reader = read_hands(LOG.replace(old, new), parser=HomeGameParser())
    assert list(reader) == []
    with pytest.raises(InputError, match=message):
        raise reader.errors[0]


def ported(site: Site) -> REParser:
    """Return a parser made of what PokerKit's parser of a site consists of."""
    theirs: Any = getattr(pokerkit, site.parser.__name__)
    hooks = ("_format_cards", "_get_completion_betting_or_raising_to_amount")
    contents = {
        name: value for name, value in vars(theirs).items() if name.isupper() or name in hooks
    }
    parser = type("Ported", (REParser,), contents)()
    assert isinstance(parser, REParser)
    return parser


@settings(deadline=None, max_examples=examples(60))
@given(st.sampled_from(SITES), st.lists(st.integers(0, 10_000), min_size=1, max_size=3))
def test_pokerkits_patterns_give_its_hands(site: Site, numbers: list[int]) -> None:
    text = "".join(log_of(site, number) for number in numbers)
    ours = list(ported(site)(text, error_status=True))
    assert [phh_text(hand) for hand in ours] == [hand.dumps() for hand in read_theirs(site, text)]
    assert len(ours) == len(numbers)
