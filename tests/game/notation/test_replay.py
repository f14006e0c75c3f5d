"""Replays of incomplete histories take the same steps as PokerKit."""

from __future__ import annotations

import warnings
from copy import deepcopy
from typing import Any

import pokerkit
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.game.notation import parse_phh
from tests.game.differential import other_rule
from tests.game.notation import play
from tests.thoroughness import examples


def steps(hand: Any) -> tuple[list[Any], bool]:
    """Return every action with its state, and whether all actions were possible."""
    taken = []
    try:
        for state, action in hand.state_actions:
            taken.append((action, deepcopy(state)))
    except ValueError:
        return taken, False
    return taken, True


@settings(deadline=None, max_examples=examples(60))
@given(
    st.sampled_from(play.ENGINE_VARIANTS),
    st.integers(0, 10_000),
    st.lists(st.floats(0, 1, exclude_max=True), max_size=3),
    st.floats(0, 1),
)
def test_left_out_actions(variant: str, seed: int, left_out: list[float], end: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = play.random_hand(variant, seed).dumps()
        actions = parse_phh(text).actions
        for position in left_out:
            if actions:
                del actions[int(position * len(actions))]
        actions = actions[: max(1, round(end * len(actions)))]
        try:
            expected = steps(pokerkit.HandHistory.loads(text, actions=actions))
        except (AssertionError, KeyError):
            return  # PokerKit cannot replay all of them
        replayed = steps(parse_phh(text, actions=actions))
    for (action, state), (their_action, their_state) in zip(replayed[0], expected[0], strict=False):
        if other_rule(state, their_state) is not None:
            return
        assert action == their_action
        assert play.snapshot(state) == play.snapshot(their_state)
    assert (len(replayed[0]), replayed[1]) == (len(expected[0]), expected[1])
