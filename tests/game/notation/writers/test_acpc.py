"""Writing ACPC logs, match states and Pluribus logs."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.notation import acpc_log_line, acpc_match_states, parse_phh, pluribus_log_line
from tests.game.notation.play import random_acpc_hand
from tests.game.notation.texts import PHH
from tests.thoroughness import examples


@settings(deadline=None, max_examples=examples(50))
@given(st.sampled_from(["NT", "FT"]), st.integers(0, 10_000))
def test_texts_match_pokerkit(variant: str, seed: int) -> None:
    _, _, text = random_acpc_hand(variant, seed)
    ours = parse_phh(text)
    theirs = pokerkit.HandHistory.loads(text)
    for position in range(len(ours.starting_stacks)):
        assert list(acpc_match_states(ours, position)) == list(theirs.to_acpc_protocol(position))
    if ours.variant == "NT":
        assert pluribus_log_line(ours) == theirs.to_pluribus_protocol()
        assert pluribus_log_line(ours) == acpc_log_line(ours)


def test_cards_dealt_one_by_one_are_all_written() -> None:
    text = (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [9, 9]\nactions = ['d dh p1 As', 'd dh p2 Ks', 'd dh p1 Ac', "
        "'d dh p2 Kc', 'p2 f']\nplayers = ['ann', 'bob']"
    )
    assert acpc_log_line(parse_phh(text), 5) == "STATE:5:f:AsAc|KsKc:1|-1:ann|bob"


def test_hands_that_cannot_be_written() -> None:
    text = random_acpc_hand("NT", 1)[2]
    hand = parse_phh(text, hand="first")
    with pytest.raises(InputError, match="the hand has no number: pass hand_number"):
        list(acpc_match_states(hand, 0))
    with pytest.raises(InputError, match="the hand has no number: pass hand_number"):
        pluribus_log_line(hand)
    with pytest.raises(InputError, match=r"position must be from 0 to .*, got 9"):
        list(acpc_match_states(hand, 9, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hidden = parse_phh(text)
        hidden.actions = [re.sub("(p1|sm) .*", "p1 ????", action) for action in hidden.actions]
        with pytest.raises(InputError, match="hole cards at position 0 are unknown"):
            list(acpc_match_states(hidden, 0))
    limit = parse_phh(random_acpc_hand("FT", 1)[2])
    with pytest.raises(InputError, match="the variant of a Pluribus log line must be NT, got 'FT'"):
        pluribus_log_line(limit)
    limit.variant = "PO"
    with pytest.raises(
        ValueError, match="the variant of ACPC match states must be FT or NT, got 'PO'"
    ):
        list(acpc_match_states(limit, 0))


@pytest.mark.parametrize("write", [acpc_log_line, pluribus_log_line])
def test_infinite_stacks_cannot_be_written(write: Callable[..., str]) -> None:
    text = (
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [inf, inf]\nactions = ['d dh p1 AsAc', 'd dh p2 KsKc', 'p2 f']"
    )
    with pytest.raises(InputError, match="cannot write a log line for a hand with an infinite"):
        write(parse_phh(text), 5)


def test_stacks_beyond_floats() -> None:
    hand = parse_phh(PHH)
    hand.starting_stacks = [10**400, 10**400]
    assert acpc_log_line(hand, 1).startswith("STATE:1:r6r18f")
    infinite = parse_phh(PHH.replace("[100, 100]", "[inf, inf]"))
    with pytest.raises(InputError, match="infinite stack"):
        acpc_log_line(infinite, 1)
