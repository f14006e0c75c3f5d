"""Pictures of hands as text."""

from random import Random

import pytest
from hypothesis import given, settings
from tests.game.random_hands import SEEDS, act_at_random, played
from tests.thoroughness import examples

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.flow import new_state
from fifthstreet.tree.translate.betting_text import play_history
from fifthstreet.views import state_text

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@settings(max_examples=examples(60))
@given(SEEDS)
def test_pictures_name_every_player_and_are_plain_lines(seed: int) -> None:
    state = played(Random(seed))
    lines = state_text(state).splitlines()
    assert all(line == line.rstrip() for line in lines)
    for player in state.player_indices:
        assert any(line.split()[:1] == [str(player)] for line in lines)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_a_copy_looks_the_same_until_one_changes(seed: int) -> None:
    state = played(Random(seed))
    copy = state.copy()
    assert state_text(copy) == state_text(state)
    if state.actor_index is not None:
        act_at_random(copy, Random(seed))
        assert state_text(copy) != state_text(state)


def test_pictures_are_equal_when_they_show_the_same() -> None:
    first, second = new_state((100, 100), 1, seed=1), new_state((100, 100), 1, seed=1)
    second.deck_cards.rotate(1)  # the deck is hidden
    assert first != second
    assert state_text(first) == state_text(second)
    assert state_text(first) != state_text(new_state((100, 100), 1, seed=2))
    assert state_text(first) != state_text(new_state((100, 99), 1, seed=1))
    assert state_text(first) != state_text(first, viewer=0)


def test_a_viewer_does_not_see_the_others_cards() -> None:
    # Two deals in which player 0 holds the same cards look the same to them.
    states = []
    for hands in (("AsAh", "KdKh"), ("AsAh", "2d3h")):
        state = new_state((100, 100), 1, seed=1)
        state.hole_cards = [[*Card.parse(hand)] for hand in hands]
        states.append(state)
    assert state_text(states[0], viewer=0) == state_text(states[1], viewer=0)
    assert state_text(states[0], viewer=1) != state_text(states[1], viewer=1)
    assert "Kd Kh" in state_text(states[0])
    assert "Kd" not in state_text(states[0], viewer=0)
    assert "?? ??" in state_text(states[0], viewer=0)


@pytest.mark.parametrize("viewer", [2, -1])
def test_invalid_viewers(viewer: int) -> None:
    with pytest.raises(InputError, match=f"^viewer must be from 0 to 1, got {viewer}$"):
        state_text(new_state((100, 100), 1), viewer=viewer)


def test_picture_of_a_hand() -> None:
    state = play_history(new_state((200, 150, 180), 1, seed=2), "r6:f:c/k:b8")
    assert state_text(state, viewer=1) == "\n".join(
        [
            "No-limit, 3 players, pot 21 (13 of 1/2, 8 of 2)",
            "board 8h 2s 3s",
            "player       cards  stack  bet  paid  status",
            "     0  SB            199    0     1  folded",
            "     1  BB   9s Ah    144    0     6  to act",
            "     2  BTN  ?? ??    166    8    14  active",
            "preflop: 0 posts small blind 1, 1 posts big blind 2, "
            "2 raises to 6, 0 folds, 1 calls 4",
            "flop: 1 checks, 2 bets 8",
            "player 1 may fold, call 8, raise 16 to 144",
        ]
    )
    finished = play_history(state, "f")
    assert state_text(finished).splitlines()[-1] == "player 2 takes 21"
