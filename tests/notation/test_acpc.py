"""The ACPC's match states and logs, and Pluribus's."""

from __future__ import annotations

import random
import re
import warnings
from typing import Any

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.variants import VARIANTS, Poker
from fifthstreet.notation import HandHistory, MatchState
from tests.notation import play

PLURIBUS_LINE = (
    "STATE:0:fr210ffcf/cc/cc/r440f:TcQc|8s4c|9c3d|Ah4h|Th5s|6c7s/7d5h9d/7c/Qh:"
    "310|-100|0|-210|0|0:MrBlue|MrBlonde|MrWhite|MrPink|MrBrown|Pluribus"
)


def played(variant: str, seed: int) -> tuple[Any, Poker, str]:
    """A game as PokerKit has it and as we do, and a random hand of it as text."""
    rng = random.Random(seed)
    random.seed(seed)
    terms = (play.AUTOMATIONS, True, 0, (50, 100), *((100,) if variant == "NT" else (100, 200)))
    theirs = pokerkit.HandHistory.game_types[variant](*terms)
    state = theirs(10_000, rng.randint(2, 6))
    while state.status:
        play.act(state, rng, None)
    hand = pokerkit.HandHistory.from_game_state(theirs, state, hand=seed)
    ours: Any = VARIANTS[variant]
    return theirs, ours(*terms), hand.dumps()


variants = st.sampled_from(["NT", "FT"])
seeds = st.integers(0, 10_000)


@settings(deadline=None, max_examples=50)
@given(variants, seeds)
def test_written_like_pokerkit(variant: str, seed: int) -> None:
    _, _, text = played(variant, seed)
    ours = HandHistory.loads(text)
    theirs = pokerkit.HandHistory.loads(text)
    for position in range(len(ours.starting_stacks)):
        assert list(ours.to_acpc_protocol(position)) == list(theirs.to_acpc_protocol(position))
    if ours.variant == "NT":
        assert ours.to_pluribus_protocol() == theirs.to_pluribus_protocol()
        assert ours.to_pluribus_protocol() == ours.to_acpc_log()


@settings(deadline=None, max_examples=50)
@given(variants, seeds)
def test_logs_are_read_like_pokerkit_and_back(variant: str, seed: int) -> None:
    their_game, game, text = played(variant, seed)
    line = HandHistory.loads(text).to_acpc_log()
    (ours,) = HandHistory.from_acpc_protocol(game, 10_000, line, error_status=True)
    (theirs,) = pokerkit.HandHistory.from_acpc_protocol(their_game, 10_000, line)
    assert ours.dumps() == theirs.dumps()
    assert ours.to_acpc_log() == line
    # The older form has the players in front.
    _, number, *middle, players = line.split(":")
    (older,) = HandHistory.from_acpc_protocol(game, 10_000, ":".join([players, number, *middle]))
    assert older == ours


@settings(deadline=None, max_examples=30)
@given(variants, seeds)
def test_match_states_are_read_back(variant: str, seed: int) -> None:
    _, game, text = played(variant, seed)
    hand = HandHistory.loads(text)
    for position in range(len(hand.starting_stacks)):
        for direction, message in hand.to_acpc_protocol(position):
            seen = MatchState.parse(message)
            if direction == "S->":
                assert str(seen) == message.strip()
                so_far = seen.history(game, 10_000)
                assert list(so_far.to_acpc_protocol(position))[-1] == (direction, message)


def test_cards_dealt_one_by_one_are_all_told() -> None:
    text = (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [9, 9]\nactions = ['d dh p1 As', 'd dh p2 Ks', 'd dh p1 Ac', "
        "'d dh p2 Kc', 'p2 f']\nplayers = ['ann', 'bob']"
    )
    assert HandHistory.loads(text).to_acpc_log(5) == "STATE:5:f:AsAc|KsKc:1|-1:ann|bob"


def test_pluribus() -> None:
    (hand,) = HandHistory.from_pluribus(f"# a log\n{PLURIBUS_LINE}\nSCORE:1\n")
    assert hand.to_pluribus_protocol() == PLURIBUS_LINE
    assert hand.players is not None
    assert hand.players[-1] == "Pluribus"
    assert hand.user_defined_fields == {"_results": [310, -100, 0, -210, 0, 0]}


def test_count_and_bad_lines() -> None:
    text = "\n".join([PLURIBUS_LINE, PLURIBUS_LINE.replace("r210", "r1"), PLURIBUS_LINE])
    hands = HandHistory.from_pluribus(text)
    next(hands)
    with pytest.warns(UserWarning, match="line 2: the hand cannot be read"):
        next(hands)
    with pytest.raises(StopIteration) as end:
        next(hands)
    assert end.value.value == 3
    with pytest.raises(ValueError, match="line 2"):
        list(HandHistory.from_pluribus(text, error_status=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/Qh", ""),
        ("r440f", ""),
        ("r440f", "r440x"),
        ("fr210", "fr2.1.0"),
        ("TcQc|", "TcQ|"),
        ("|Pluribus", ""),
        ("310|", "lots|"),
    ],
)
def test_broken_lines(old: str, new: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        list(HandHistory.from_pluribus(PLURIBUS_LINE.replace(old, new), error_status=True))


@pytest.mark.parametrize(
    "text",
    [
        *("", "MATCHSTATE", "MATCHSTATE:0:0:", "MATCHSTATE:2:0::AsKs|", "MATCHSTATE:a:0::AsKs|"),
        *("MATCHSTATE:0:0:c:AsKs|:c:c", "STATE:0:0::AsKs|"),
    ],
)
def test_broken_match_states(text: str) -> None:
    with pytest.raises(ValueError, match="not a match state"):
        MatchState.parse(text)


def test_match_state_that_cannot_be() -> None:
    game = VARIANTS["NT"]((), True, 0, (50, 100), 100)  # type: ignore[call-arg, arg-type]
    with pytest.raises(ValueError, match="MATCHSTATE:0:0:f/:AsKs"):
        MatchState.parse("MATCHSTATE:0:0:f/:AsKs|").history(game, 10_000)


def test_what_cannot_be_written() -> None:
    text = played("NT", 1)[2]
    hand = HandHistory.loads(text, hand="first")
    with pytest.raises(ValueError, match="no number"):
        list(hand.to_acpc_protocol(0))
    with pytest.raises(ValueError, match="no number"):
        hand.to_pluribus_protocol()
    with pytest.raises(ValueError, match="no position 9"):
        list(hand.to_acpc_protocol(9, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hidden = HandHistory.loads(text)
        hidden.actions = [re.sub("(p1|sm) .*", "p1 ????", action) for action in hidden.actions]
        with pytest.raises(ValueError, match="hole cards at position 0 are not known"):
            list(hidden.to_acpc_protocol(0))
    with pytest.raises(ValueError, match="no such notation for the variant 'FT'"):
        HandHistory.loads(played("FT", 1)[2]).to_pluribus_protocol()
