"""Table views: players, equality, copies and pictures."""

from random import Random

import pytest
from hypothesis import given, settings

from fifthstreet.game import Card
from fifthstreet.table import ActionKind, NextStep, Status, Table, act, new_state, play_history
from tests.table.hands import SEEDS, act_at_random, decisions, played, random_state
from tests.thoroughness import examples

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@settings(max_examples=examples(100))
@given(SEEDS)
def test_players_have_the_engines_chips(seed: int) -> None:
    rng = Random(seed)
    state = random_state(rng)
    table = Table(state)
    for _ in decisions(state, rng):
        players = table.players
        assert [player.stack for player in players] == state.stacks
        assert [player.bet for player in players] == state.bets
        assert [-player.paid for player in players] == state.payoffs
        assert sum(player.paid for player in players) == table.pot
        for player in players:
            assert sum(player.paid_on_street) == player.paid
            assert player.starting_stack - player.paid == player.stack
            can_act = state.statuses[player.index] and state.stacks[player.index] > 0
            assert player.is_active == can_act
            assert (player.status is Status.FOLDED) != state.statuses[player.index]
        all_records = sorted(record for player in players for record in player.records)
        assert all_records == sorted(table.records)


@settings(max_examples=examples(100))
@given(SEEDS)
def test_a_copy_is_equal_until_one_changes(seed: int) -> None:
    state = played(Random(seed))
    table = Table(state)
    copy = table.copy()
    assert copy == table
    assert (repr(copy), str(copy)) == (repr(table), str(table))
    if state.actor_index is not None:
        act_at_random(copy.state, Random(seed))
        assert copy != table


@settings(max_examples=examples(60))
@given(SEEDS)
def test_pictures_name_every_player_and_are_plain_lines(seed: int) -> None:
    state = played(Random(seed))
    lines = str(Table(state)).splitlines()
    assert all(line == line.rstrip() for line in lines)
    for player in state.player_indices:
        assert any(line.split()[:1] == [str(player)] for line in lines)


def test_views_are_equal_when_they_show_the_same() -> None:
    first, second = new_state((100, 100), 1, seed=1), new_state((100, 100), 1, seed=1)
    second.deck_cards.rotate(1)  # the deck is hidden
    assert first != second
    assert Table(first) == Table(second)
    other = new_state((100, 100), 1, seed=2)
    assert Table(first) != Table(other)
    assert Table(first) != Table(new_state((100, 99), 1, seed=1))
    assert Table(first) != Table(first, viewer=0)
    assert Table(first) != "a table"


def test_a_viewer_does_not_see_the_others_cards() -> None:
    # Two deals in which player 0 holds the same cards look the same to them.
    orders = [*map(repr, Card.parse("As Kd Ah Kh"))], [*map(repr, Card.parse("As 2d Ah 3h"))]
    states = []
    for order in orders:
        state = new_state((100, 100), 1, seed=1)
        state.hole_cards = [[*Card.parse(order[0] + order[2])], [*Card.parse(order[1] + order[3])]]
        states.append(state)
    assert Table(states[0], viewer=0) == Table(states[1], viewer=0)
    assert Table(states[0], viewer=1) != Table(states[1], viewer=1)
    assert Table(states[0]).hole_cards(1) == tuple(Card.parse("KdKh"))
    assert Table(states[0], viewer=0).hole_cards(1) == (Card.UNKNOWN, Card.UNKNOWN)


def test_invalid_viewers() -> None:
    with pytest.raises(ValueError, match="no player 2; want 0 to 1"):
        Table(new_state((100, 100), 1), viewer=2)


def test_a_table_shows_its_state() -> None:
    table = Table(new_state((200, 150, 180), 1, seed=2))
    assert (table.street, table.actor, table.pot, table.action_count) == (0, 2, 3, 0)
    assert table.next_step is NextStep.SHIFT_TURN
    act(table.state, ActionKind.RAISE, 6)
    act(table.state, ActionKind.FOLD)
    act(table.state, ActionKind.CALL)
    assert (table.street, table.actor, table.pot, table.action_count) == (1, 1, 13, 3)
    assert table.text == "b6:f:c/"
    assert [*map(repr, table.boards[0])] == ["8h", "2s", "3s"]
    assert [p.amount for p in table.pots] == [13]
    assert [*table.history] == [0]
    assert table.legal_actions == {ActionKind.CHECK: 0, ActionKind.BET: 2, ActionKind.ALL_IN: 144}
    assert (table.is_over, table.prizes) == (False, {})
    assert table.players[0].history[0][-1].kind is ActionKind.FOLD


def test_picture_of_a_hand() -> None:
    state = play_history(new_state((200, 150, 180), 1, seed=2), "r6:f:c/k:b8")
    assert str(Table(state, viewer=1)) == "\n".join(
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
    assert str(Table(finished)).splitlines()[-1] == "player 2 takes 21"
    assert repr(Table(finished)) == "<Table of 3 players, over, pot 0>"
