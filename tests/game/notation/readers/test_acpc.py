"""Reading ACPC logs, match states and Pluribus logs."""

from __future__ import annotations

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation import (
    PLURIBUS_STACK,
    ACPCLogParser,
    MatchState,
    acpc_log_line,
    acpc_match_states,
    parse_phh,
    phh_text,
    pluribus_game,
    pluribus_log_line,
)
from fifthstreet.game.variants import NoLimitTexasHoldem
from tests.game.notation.play import random_acpc_hand
from tests.game.notation.texts import PLURIBUS
from tests.thoroughness import examples

variants = st.sampled_from(["NT", "FT"])
seeds = st.integers(0, 10_000)


def pluribus_parser() -> ACPCLogParser:
    return ACPCLogParser(pluribus_game(), PLURIBUS_STACK)


@settings(deadline=None, max_examples=examples(50))
@given(variants, seeds)
def test_logs_match_pokerkit(variant: str, seed: int) -> None:
    their_game, game, text = random_acpc_hand(variant, seed)
    line = acpc_log_line(parse_phh(text))
    parser = ACPCLogParser(game, 10_000)
    ours = parser.parse_hand(line)
    (theirs,) = pokerkit.HandHistory.from_acpc_protocol(their_game, 10_000, line)
    assert phh_text(ours) == theirs.dumps()
    assert acpc_log_line(ours) == line
    # The older form has the players in front.
    _, number, *middle, players = line.split(":")
    assert parser.parse_hand(":".join([players, number, *middle])) == ours


@settings(deadline=None, max_examples=examples(30))
@given(variants, seeds)
def test_match_states_read_back(variant: str, seed: int) -> None:
    _, game, text = random_acpc_hand(variant, seed)
    hand = parse_phh(text)
    for position in range(len(hand.starting_stacks)):
        for direction, message in acpc_match_states(hand, position):
            match_state = MatchState.parse(message)
            if direction == "S->":
                assert str(match_state) == message.strip()
                so_far = match_state.history(game, 10_000)
                assert list(acpc_match_states(so_far, position))[-1] == (direction, message)


def test_pluribus() -> None:
    ((line, hand),) = pluribus_parser().parse(f"# a log\n{PLURIBUS}\nSCORE:1\n")
    assert line == 2
    assert not isinstance(hand, ValueError)
    assert pluribus_log_line(hand) == PLURIBUS
    assert hand.players is not None
    assert hand.players[-1] == "Pluribus"
    assert hand.user_defined_fields == {"_results": [310, -100, 0, -210, 0, 0]}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/Qh", "", "the board has too few cards"),
        ("r440f", "", "the line ends before the hand does"),
        ("r440f", "r440x", "a betting action must be f, c, r or /, got 'x'"),
        ("fr210", "fr2.1.0", "STATE:0:fr2.1.0"),
        ("TcQc|", "TcQ|", "card must be a rank and a suit"),
        ("|Pluribus", "", "hands must be 5, one for each player, got 6"),
        ("310|", "lots|", "STATE:0"),
        ("STATE:0", "STATE", "a log line must be 'STATE:' and five fields, got"),
    ],
)
def test_broken_lines(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pluribus_parser().parse_hand(PLURIBUS.replace(old, new))


@pytest.mark.parametrize(
    "text",
    [
        *("", "MATCHSTATE", "MATCHSTATE:0:0:", "MATCHSTATE:2:0::AsKs|", "MATCHSTATE:a:0::AsKs|"),
        *("MATCHSTATE:0:0:c:AsKs|:c:c", "STATE:0:0::AsKs|", "MATCHSTATE:0:0:c\nc:AsKs|"),
    ],
)
def test_broken_match_states(text: str) -> None:
    with pytest.raises(InputError, match="a match state must be like"):
        MatchState.parse(text)


def test_impossible_match_state() -> None:
    game = NoLimitTexasHoldem((), True, 0, (50, 100), 100)
    with pytest.raises(InputError, match="MATCHSTATE:0:0:f/:AsKs"):
        MatchState.parse("MATCHSTATE:0:0:f/:AsKs|").history(game, 10_000)


def test_reprs_are_short() -> None:
    state = MatchState.parse(f"MATCHSTATE:0:12:{'c' * 500}:AsKs|")
    assert len(repr(state)) < 200
    assert repr(pluribus_parser()) == "<ACPCLogParser: no-limit Texas hold'em, stacks of 10000>"
