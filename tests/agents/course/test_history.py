"""The history of an agent has the layout of the course engine, and no hidden card."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.agents.course import CourseAgent, CourseHistory, CourseInfo, cards_of_codes
from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.arena.session import KeptHand
from fifthstreet.cards import Card
from fifthstreet.game.events import (
    Bet,
    BlindPosted,
    Called,
    Checked,
    Folded,
    Mucked,
    Raised,
    Shown,
)
from fifthstreet.game.seat_views import SeatView
from tests.agents.course.scripted import Prompter, Script, play

# The example of the course engine's README: the first player to act is the fourth.
EXAMPLE_ROWS = [
    [0, 0, 0, 1, 1, 1, 2, 1],
    [1, 2, 1, 1, 1, 3, 3, 1],
    [1, 0, 0, 0, 0, 0, 0, 0],
]
EXAMPLE_CODES = [code for row in EXAMPLE_ROWS for code in row if code]


class Recorder(CourseAgent):
    """Follows the script, and keeps copies of what it saw."""

    def __init__(self, prompter: Prompter) -> None:
        super().__init__()
        self.prompter = prompter
        self.seen: list[dict[str, Any]] = []
        self.after: list[dict[str, Any]] = []

    def decide(self, view: SeatView) -> Any:
        self.code = self.prompter.next_code(view)
        return super().decide(view)

    def make_decision(self, info: CourseInfo) -> int:
        history = dict(vars(info.history))
        self.seen.append(dict(vars(info)) | {"history": CourseHistory(**history)})
        return self.code

    def update_opponent(self, history: CourseHistory, i: int) -> None:
        self.after.append(dict(vars(history)) | {"i": i})
        self.history = history


def recorded(script: Script, hands: int, **options: Any) -> tuple[Recorder, list[KeptHand]]:
    agents: list[Recorder] = []

    def first(prompter: Prompter) -> Recorder:
        agents.append(Recorder(prompter))
        return agents[0]

    kept = play(script, hands, first, **options)
    return agents[0], kept


def test_rows_of_the_readme() -> None:
    """In the fourth hand, the fourth player is the first after the button."""
    recorder, _ = recorded({(3, 1): EXAMPLE_CODES}, 4)
    history = recorder.history
    assert history.stage_rows(3, 1).tolist() == EXAMPLE_ROWS
    assert history.pos.tolist() == [0, 1, 2, 3]
    first, after = history.start[3, 1] - 1, history.start[3, 2] - 1
    assert history.bet[first:after].tolist() == EXAMPLE_ROWS


def test_row_numbers_of_the_readme() -> None:
    """Row 2 of `start` is 12 14 17 18, in numbers from 1."""
    three_rows = [*[1] * 7, 2, *[1] * 6, 2, *[1] * 7]
    script: Script = {
        (0, 0): [*[1] * 5, 2, *[1] * 6, 2, *[1] * 7],  # 3 rows, with the blinds
        (0, 1): three_rows,
        (0, 2): three_rows,
        (0, 3): [*[1] * 7, 2, *[1] * 7],  # 2 rows
        # The second player is the small blind. The first folds, so that the turn takes one row.
        (1, 1): [*[1] * 6, 2, *[1] * 6, 2, 1, 3, *[1] * 5],
    }
    recorder, _ = recorded(script, 2)
    assert recorder.history.start.tolist() == [[1, 4, 7, 10], [12, 14, 17, 18]]
    assert recorder.history.stage_starts.tolist() == [12, 14, 17, 18]
    assert recorder.history.row_index == 19
    assert recorder.history.stage_rows(1, 1).tolist() == [
        [0, 1, 1, 1, 1, 1, 1, 2],
        [1, 1, 1, 1, 1, 1, 2, 1],
        [3, 1, 1, 1, 1, 1, 0, 0],
    ]
    assert recorder.history.stage_rows(1, 2).tolist() == [[0, 1, 1, 1, 1, 1, 1, 1]]
    assert recorder.history.stage_rows(-1, 3).tolist() == [[0, 1, 1, 1, 1, 1, 1, 1]]
    assert len(recorder.history.stage_rows(0, 3)) == 2


def test_bets_are_entered_at_the_end_of_a_stage_and_starts_at_the_end_of_a_game() -> None:
    recorder, _ = recorded({}, 2, seats=3)
    seen = [
        (
            each["stage"],
            len(each["history"].bet),
            each["history"].stage_starts.tolist(),
            each["history"].row_index,
            len(each["history"].start),
        )
        for each in recorder.seen
    ]
    assert seen == [
        (0, 0, [0, 0, 0, 0], 1, 0),
        (1, 2, [1, 0, 0, 0], 3, 0),
        (2, 3, [1, 3, 0, 0], 4, 0),
        (3, 4, [1, 3, 4, 0], 5, 0),
        (0, 5, [0, 0, 0, 0], 6, 1),
        (1, 7, [6, 0, 0, 0], 8, 1),
        (2, 9, [6, 8, 0, 0], 10, 1),
        (3, 11, [6, 8, 10, 0], 12, 1),
    ]


def test_stages_that_were_not_played_have_a_row_of_zeros() -> None:
    recorder, _ = recorded({(0, 0): [3, 3]}, 2, seats=3)
    assert recorder.history.bet[:5].tolist() == [
        [2, 2, 3],
        [3, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
    ]
    assert recorder.history.start[0].tolist() == [1, 3, 4, 5]
    assert recorder.history.board[0].tolist() == [-1] * 5
    assert recorder.history.showdown.tolist() == [False, True]
    assert recorder.history.hole[0].tolist() == [-1] * 6


def test_a_hand_without_a_decision_of_the_player_is_entered() -> None:
    """Everybody folds to the big blind, who is the first column in the third hand of three."""
    recorder, _ = recorded({(2, 0): [3, 3]}, 3, seats=3)
    assert recorder.history.pos.tolist() == [0, 1, 2]
    assert recorder.history.stage_rows(2, 0).tolist() == [[0, 0, 2], [2, 3, 3]]
    assert [each["i"] for each in recorder.after] == [0, 0, 0]
    assert len(recorder.history.money) == 3


def test_heads_up_the_small_blind_comes_first() -> None:
    """The button, who is the last position, has the small blind and acts first before the flop."""
    recorder, _ = recorded({(0, 0): [2, 1]}, 1, seats=2)
    assert recorder.history.stage_rows(0, 0).tolist() == [[0, 2], [2, 2], [1, 0]]
    assert recorder.history.stage_rows(0, 1).tolist() == [[1, 1]]


def test_info_has_the_fields_of_the_course_engine() -> None:
    recorder, kept = recorded({(0, 0): [2, 1, 3, 1, 1], (0, 1): [2, 1, 2]}, 1, seats=5)
    preflop, flop, raised = recorder.seen[:3]
    assert list(preflop) == [
        *("stage", "pot", "cur_pos", "cur_pot", "first_pos", "board_card", "hole_card", "active"),
        *("paid", "history", "su_info", "oppo", "num_oppo", "stage_bet", "money"),
    ]
    # Players 3 and 4 have raised and called, player 5 has folded.
    assert (preflop["stage"], preflop["pot"], preflop["cur_pot"]) == (0, 55, 20)
    assert (preflop["cur_pos"], preflop["first_pos"], preflop["num_oppo"]) == (0, 0, 4)
    assert preflop["paid"].tolist() == [5, 10, 20, 20, 0]
    assert preflop["money"].tolist() == [4995, 4990, 4980, 4980, 5000]
    assert preflop["active"].tolist() == [True, True, True, True, False]
    assert preflop["board_card"].tolist() == [-1] * 5
    assert cards_of_codes(preflop["hole_card"]) == dealt_cards(kept[0].state, 0)
    # The row in progress is not among those of `stage_bet`.
    assert preflop["stage_bet"].tolist() == [[2, 2, 2, 1, 3]]
    assert flop["stage_bet"].shape == (0, 5)
    assert (flop["stage"], flop["pot"], flop["cur_pot"]) == (1, 80, 0)
    assert cards_of_codes(flop["board_card"][:3]) == tuple(kept[0].state.get_board_cards(0))[:3]
    assert flop["board_card"][3:].tolist() == [-1, -1]
    assert raised["stage_bet"].tolist() == [[2, 1, 2, 1, 0]]
    assert (raised["pot"], raised["cur_pot"]) == (80 + 10 + 10 + 20 + 20, 20)


def test_players_without_chips_keep_their_column() -> None:
    """Whoever calls every bet with a stack of three bets is soon out."""
    recorder, kept = recorded({}, 40, seats=4, stack=3, seed=4)
    assert {len(each.players) for each in kept if "player 1" in each.players} == {2, 3, 4}
    names = kept[0].players
    history = recorder.history
    assert history.bet.shape[1] == history.money.shape[1] == 4
    for game, hand in enumerate(kept[: len(history.start)]):
        missing = [column for column, name in enumerate(names) if name not in hand.players]
        rows = np.concatenate([history.stage_rows(game, stage) for stage in range(4)])
        assert not rows[:, missing].any()
        assert not history.money[game, missing].any()
        assert history.money[game].sum() == 4 * 30


def codes_played(rows: np.ndarray[Any, Any]) -> list[tuple[int, int]]:
    return [(column, code) for row in rows.tolist() for column, code in enumerate(row) if code]


@settings(max_examples=40, deadline=None)
@given(
    seats=st.integers(2, 9),
    codes=st.lists(st.sampled_from([1, 1, 1, 2, 3]), min_size=150, max_size=150),
    stack=st.sampled_from([None, 2.5]),
    seed=st.integers(0, 10**6),
)
def test_any_session_reads_back(
    seats: int, codes: list[int], stack: float | None, seed: int
) -> None:
    """Rows tell who did what; cards are the player's own or were shown at a showdown."""
    hands = 4
    script = {
        (number, stage): codes[number * 30 + stage * 7 :]
        for number in range(hands)
        for stage in range(4)
    }
    recorder, kept = recorded(script, hands, seats=seats, stack=stack, seed=seed)
    if not recorder.after:
        return
    history = recorder.history
    names = kept[0].players
    games = [each for each in kept if names[0] in each.players]
    assert len(history.start) == len(games)
    for game, hand in enumerate(games):
        columns = [names.index(name) for name in hand.players]
        events = hand.state.events
        shown: set[Card] = set(dealt_cards(hand.state, hand.players.index(names[0])))
        played: list[tuple[int, int]] = []
        blinds: list[tuple[int, int]] = []
        for event in events:
            match event:
                case BlindPosted():
                    blinds.append((columns[event.seat], 2))
                case Checked() | Called():
                    played.append((columns[event.seat], 1))
                case Bet() | Raised():
                    played.append((columns[event.seat], 2))
                case Folded():
                    played.append((columns[event.seat], 3))
                case Shown():
                    shown.update(event.cards)
        rows = np.concatenate([history.stage_rows(game, stage) for stage in range(4)])
        order = blinds[::-1] if len(columns) == 2 else blinds
        assert codes_played(rows) == order + played
        known = [card for card in cards_of_codes(history.hole[game]) if card.is_known]
        assert set(known) <= shown
        money = dict(zip(columns, hand.state.stacks, strict=True))
        assert history.money[game].tolist() == [money.get(column, 0) for column in range(seats)]
        is_showdown = any(isinstance(each, Shown | Mucked) for each in events)
        assert history.showdown[game] == is_showdown
        assert bool(known) == (is_showdown and bool(history.hole[game].max() >= 0))


def test_cards_that_were_mucked_or_folded_are_hidden() -> None:
    recorder, kept = recorded({(0, 0): [3]}, 30, seats=4)
    hidden = 0
    for game, hand in enumerate(kept):
        for seat, name in enumerate(hand.players):
            column = kept[0].players.index(name)
            codes = recorder.history.hole[game, 2 * column : 2 * column + 2]
            was_shown = any(
                isinstance(each, Shown) and each.seat == seat for each in hand.state.events
            )
            is_own = column == 0
            if was_shown or (is_own and game):
                assert cards_of_codes(codes) == dealt_cards(hand.state, seat)
            else:
                hidden += 1
                assert codes.tolist() == [-1, -1]
    assert hidden > 10


def test_arrays_are_read_only_and_earlier_ones_stay_as_they_were() -> None:
    recorder, _ = recorded({}, 30, seats=3)
    with pytest.raises(ValueError, match="read-only"):
        recorder.history.bet[0, 0] = 3
    for game, after in enumerate(recorder.after, start=1):
        assert len(after["start"]) == len(after["money"]) == len(after["hole"]) == game
        assert after["bet"].tolist() == recorder.history.bet[: len(after["bet"])].tolist()
