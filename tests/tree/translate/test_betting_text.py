"""Histories read back as the same hands; errors name the action and the rule."""

import re
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game import Mode, State, variant
from fifthstreet.game.actions import legal_actions
from fifthstreet.game.chips import same_chips
from fifthstreet.game.events import BettingAction, BettingEvent
from fifthstreet.game.flow import new_state
from fifthstreet.game.kinds import ActionKind
from fifthstreet.game.notation.errors import ActionError
from fifthstreet.tree.translate.betting_text import action_text, history_text, play_history
from tests.game.random_hands import ALL_AUTOMATIONS, FLOATS, SEEDS, decisions, played, random_state
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def betting_events(state: State) -> list[BettingEvent]:
    return [event for event in state.events if isinstance(event, BettingEvent)]


@settings(max_examples=examples(150))
@given(SEEDS)
def test_text_reads_back_as_the_hand(seed: int) -> None:
    start = random_state(Random(seed))
    state = played(Random(seed))
    replayed = play_history(start, history_text(state))
    assert replayed == state
    assert replayed.events == state.events
    assert history_text(replayed) == history_text(state)


@settings(max_examples=examples(50))
@given(SEEDS)
def test_text_of_float_chips_reads_back(seed: int) -> None:
    start = random_state(Random(seed), chips=FLOATS)
    state = played(Random(seed), chips=FLOATS)
    if any(0 < event.stack_after < 1e-9 for event in betting_events(state)):
        return  # an all-in may leave a rounding error behind, which may then be bet
    replayed = play_history(start, history_text(state))
    # Amounts that miss a limit by rounding are corrected, so not every digit is the same.
    pairs = zip(replayed.stacks, state.stacks, strict=True)
    total = sum(state.starting_stacks)
    assert all(same_chips(first, second, scale=total) for first, second in pairs)
    assert history_text(replayed, amounts=False) == history_text(state, amounts=False)


@settings(max_examples=examples(50))
@given(SEEDS)
def test_text_reads_back_without_automations(seed: int) -> None:
    start = random_state(Random(seed), automations=())
    state = played(Random(seed))
    replayed = play_history(start, history_text(state))
    assert betting_events(replayed) == betting_events(state)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_a_history_can_be_cut_after_any_action(seed: int) -> None:
    """A history that is cut after an action is valid, but only that of a whole hand is complete."""
    rng = Random(seed)
    start = random_state(Random(seed), chips=int)
    state = start.copy()
    for _ in decisions(state, rng):
        pass
    text = history_text(state)
    assert play_history(start, text, complete=True) == state
    cuts = [position for position, letter in enumerate(text) if letter in ":/"]
    for position in cuts:
        part = play_history(start, text[:position])
        assert history_text(part) in (text[:position], text[: position + 1])
        if part.status:
            with pytest.raises(ActionError, match=r"the history ends after .* still to act"):
                play_history(start, text[:position], complete=True)


@settings(max_examples=examples(100))
@given(SEEDS, st.text("fkcbra:/0123456789", max_size=12))
def test_any_text_is_played_or_rejected_in_one_line(seed: int, text: str) -> None:
    start = random_state(Random(seed), mode=Mode.TOURNAMENT)
    before = start.copy()
    message = ""
    try:
        state = play_history(start, text)
    except ActionError as error:
        message = str(error)
    else:
        words = [word for word in re.split("[:/]", text) if word]
        assert sum(isinstance(event, BettingAction) for event in state.events) == len(words)
    assert "\n" not in message
    assert start == before


def test_text_without_amounts_has_letters_only() -> None:
    state = play_history(new_state((200, 150, 180), 1), "r6:f:c/k:b8:c/")
    assert history_text(state, amounts=False) == "b:f:c/k:b:c/"
    assert history_text(new_state((100, 100), 1)) == ""


def test_a_history_continues_from_the_given_state() -> None:
    state = play_history(new_state((100, 100), 1), "c:k/")
    assert history_text(play_history(state, "b4:f")) == "c:k/b4:f/"


def test_all_in_has_a_letter() -> None:
    state = play_history(new_state((60, 60), 1), "a:a")
    assert history_text(state) == "b60:c/"
    assert not state.status


def test_amounts_may_be_omitted_in_limit_games() -> None:
    start = variant("FT").create_state(ALL_AUTOMATIONS, True, 0, (1, 2), 2, 4, 100, 2)
    assert history_text(play_history(start, "b:c/b:b:c/")) == "b4:c/b2:b4:c/"


def test_histories_accept_the_steps_of_paths() -> None:
    start = new_state((200, 150, 180), 1)
    expected = play_history(start, "b6:f:c/k:b8:b24")
    for text in ("r6:f:c/k:b8:r24", "R6:F:C/K:B8.0:R24", "b80%:f:c/k:r8:b24"):
        assert play_history(start, text) == expected
    assert history_text(expected) == "b6:f:c/k:b8:b24"
    assert play_history(new_state((60, 60), 1), "allin").bets == [2, 60]


def test_percentages_are_rounded_to_the_smallest_chip_and_legal() -> None:
    cents = new_state((20.0, 18.35), 0.1)
    # 33% of 0.40 above 0.20 is 0.332, less than the smallest raise; 75% is 0.50, 80% is 0.52.
    for size, amount in (("33%", 0.4), ("75%", 0.5), ("80%", 0.52), ("9000%", 18.35)):
        assert play_history(cents, f"b{size}").bets == [0.2, amount]
    assert play_history(new_state((200, 150), 1), "b37.5%").bets == [2, 4]
    thirds = new_state((Fraction(100), Fraction(90)), Fraction(1, 3))
    assert play_history(thirds, "b110%").bets == [Fraction(2, 3), Fraction(2)]  # from 32/15


def test_steps_of_actions() -> None:
    written = [action_text(kind, 7) for kind in ActionKind if len(kind.value) == 1]
    assert written == ["f", "k", "c", "b7", "b7", "a", "i"]
    assert action_text(ActionKind.RAISE) == "b"
    with pytest.raises(InputError, match="a step must be an action in turn, got a big blind"):
        action_text(ActionKind.BIG_BLIND, 2)


def test_a_bring_in_has_a_letter() -> None:
    start = variant("F7S").create_state(ALL_AUTOMATIONS, True, 1, 2, 4, 8, 100, 3, seed=1)
    assert history_text(play_history(start, "i:b:f:f")) == "i:b4:f:f/"


@pytest.mark.parametrize(
    ("text", "index", "message"),
    [
        ("z", 0, "action 1 'z' of player 1: an action must be f, k, c, b and an amount, a or i"),
        ("c:", 1, "action 2 '' of player 0: an action must be f, k, c, b"),
        ("k", 0, "action 1 'k' of player 1: cannot check: 1 to call"),
        ("b", 0, "action 1 'b' of player 1: a raise must have an amount of 4 to 100"),
        ("r", 0, "action 1 'r' of player 1: an action must be f, k, c, b"),
        ("rx", 0, "action 1 'rx' of player 1: an action must be f, k, c, b"),
        (
            "r11/2",
            0,
            "action 1 'r11/2' of player 1: an amount of chips must be a whole number, got '5.5'",
        ),
        (
            "b5.5",
            0,
            "action 1 'b5.5' of player 1: an amount of chips must be a whole number, got '5.5'",
        ),
        ("n", 0, "action 1 'n' of player 1: an action must be f, k, c, b and an amount"),
        ("r6:r9", 1, "action 2 'r9' of player 0: cannot raise: 9 is below the minimum"),
        ("b0%", 0, "action 1 'b0%' of player 1: a bet in pots must be a number above 0, got 0"),
        ("c:k/b4:a:b50%", 4, "action 5 'b50%' of player 0: cannot raise: "),
        ("c:k:k", 2, "action 3 'k': the street is over after action 2 'k'"),
        ("c/", 0, "the street ends after action 1 'c': player 0 is still to act"),
        ("c:k//", 2, "action 3 '' of player 0: an action must be f, k, c, b"),
        ("r6:c/k:b8/", 3, "the street ends after action 4 'b8': player 0 is still to act"),
        ("f:k", 1, "action 2 'k': the hand is over after action 1 'f'"),
        ("a:c/k", 2, "action 3 'k': the hand is over after action 2 'c'"),
        ("c200", 0, "action 1 'c200' of player 1: an action must be f, k, c, b"),
    ],
)
def test_errors_name_the_action_and_the_rule(text: str, index: int, message: str) -> None:
    with pytest.raises(ActionError) as raised:
        play_history(new_state((100, 100), 1), text)
    assert str(raised.value).startswith(message)
    assert raised.value.index == index


def test_errors_say_where_a_history_is_truncated() -> None:
    with pytest.raises(ActionError, match="the history ends after action 2 'r20': player 1 is"):
        play_history(new_state((100, 100), 1), "r6:r20", complete=True)


def test_histories_do_not_contain_discards() -> None:
    start = variant("N2L1D").create_state(ALL_AUTOMATIONS, True, 0, (1, 2), 2, 100, 2, seed=1)
    with pytest.raises(ActionError, match="action 3 'k': players have to discard, which histories"):
        play_history(start, "c:k/k")
    assert legal_actions(start)
