"""Any text, however corrupt, gives hands or a ValueError."""

from __future__ import annotations

import contextlib
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.notation import (
    PLURIBUS_STACK,
    ACPCLogParser,
    HandHistory,
    MatchState,
    acpc_match_states,
    parse_phh,
    parse_phhs,
    phh_text,
    pluribus_game,
    pluribus_log_line,
    read_hands,
)
from tests.game.notation import play
from tests.game.notation.samples import EXPECTED, sample
from tests.game.notation.texts import PHH, PLURIBUS
from tests.thoroughness import examples

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    TEXTS = [
        PHH,
        *(play.random_hand(variant, 7, unit=play.UNITS[2]).dumps() for variant in play.VARIANTS),
        f"[1]\n{PHH}\n\n[2]\n{PHH}",
    ]
LOGS = [sample(name) for name in EXPECTED]
PIECES = (
    *("'", '"', "[", "]", "=", "\n", "\n\n\n", "0", "-1", "1e999", "1e9999999999", "inf", "nan"),
    *("p1", "p9", "p0", "As", "??", "A?", "?s", "cbr", "cc", "f", "sm", "sd", "pb", "d dh", "d db"),
    *("$", "#", ":", "|", "/", "r", "c", "STATE:", "1,000", "999999999999", "Seat 1: ann ($5)"),
    *("\x00", "é", "\ud800", "true", "[]", "['']", "{}", "'NT'", "'KP'", "'PO'", "<", ">", "\r"),
    *("starting_stacks = [5, 5]", "antes = [1]", "actions = []", "blinds_or_straddles = [-1, 2]"),
)
edits = st.lists(
    st.tuples(
        st.floats(0, 1), st.integers(0, 12), st.one_of(st.sampled_from(PIECES), st.text(max_size=3))
    ),
    min_size=1,
    max_size=4,
)


def corrupt(text: str, changes: list[tuple[float, int, str]]) -> str:
    for position, length, piece in changes:
        start = int(position * len(text))
        text = text[:start] + piece + text[start + length :]
    return text


@contextlib.contextmanager
def only_value_errors() -> Any:
    with warnings.catch_warnings(), contextlib.suppress(ValueError):
        warnings.simplefilter("ignore")
        yield


def use(hand: HandHistory) -> None:
    """Replay a hand and write it in every format."""
    with only_value_errors():
        for _ in hand.state_actions:
            pass
    with only_value_errors():
        assert phh_text(parse_phh(phh_text(hand))) == phh_text(hand)
    with only_value_errors():
        list(acpc_match_states(hand, 0, 1))
    with only_value_errors():
        pluribus_log_line(hand, 1)


@settings(deadline=None, max_examples=examples(300))
@given(st.sampled_from(TEXTS), edits)
def test_phh(text: str, changes: list[tuple[float, int, str]]) -> None:
    text = corrupt(text, changes)
    with only_value_errors():
        use(parse_phh(text))
    with only_value_errors():
        for hand in parse_phhs(text):
            use(hand)


@settings(deadline=None, max_examples=examples(200))
@given(st.sampled_from(LOGS), edits)
def test_logs_of_sites(text: str, changes: list[tuple[float, int, str]]) -> None:
    for hand in read_hands(corrupt(text, changes)):
        use(hand)


@settings(deadline=None, max_examples=examples(200))
@given(edits)
def test_logs_of_programs(changes: list[tuple[float, int, str]]) -> None:
    parser = ACPCLogParser(pluribus_game(), PLURIBUS_STACK)
    for hand in read_hands(corrupt(PLURIBUS, changes), parser=parser):
        use(hand)


@settings(deadline=None, max_examples=examples(200))
@given(st.sampled_from(["MATCHSTATE:0:3:cr300c/r600:AsKs|/2c3c4c", "MATCHSTATE:1:3::|AsKs"]), edits)
def test_match_states(text: str, changes: list[tuple[float, int, str]]) -> None:
    with only_value_errors():
        use(MatchState.parse(corrupt(text, changes)).history(pluribus_game(), 10_000))


@settings(deadline=None, max_examples=examples(300))
@given(st.sampled_from([*TEXTS, *LOGS, PLURIBUS]), edits)
def test_reader_never_fails(text: str, changes: list[tuple[float, int, str]]) -> None:
    text = corrupt(text, changes)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader = read_hands(text)
        for hand in reader:
            use(hand)
    for error in reader.errors:
        assert 1 <= error.line <= text.replace("\r\n", "\n").count("\n") + 1
        assert error.message


@pytest.mark.parametrize("size", [10, 100_000])
def test_rubbish(size: int) -> None:
    for piece in ("x", "[", "'", "\n", "{a=", "PokerStars \n", "Seat 1: (", "a|b:1:c:d:e\n"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert list(read_hands(piece * size)) == []
