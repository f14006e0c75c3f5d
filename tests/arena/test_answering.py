"""Calls to agents: mistakes are recorded, up to a limit, and a legal action is always played."""

from typing import Any

import pytest

from fifthstreet.agents import AgentError, BaseAgent
from fifthstreet.arena.answering import (
    MAX_MESSAGE,
    MAX_MISTAKES,
    MistakeLog,
    error_kind,
    has_own,
    perform,
)
from fifthstreet.arena.games import table_game
from fifthstreet.game.events import Bet, BringInPosted, Called, Checked, Discarded, Folded, Raised
from fifthstreet.game.kinds import ActionAmount, ActionKind, Discard
from fifthstreet.game.legality import LegalActions
from fifthstreet.game.seat_views import PublicHand, SeatView, Terms, seat_view
from fifthstreet.game.state import State
from fifthstreet.support.seeded_random import SeededRandom

FOLD, CALL, CHECK = ActionKind.FOLD, ActionKind.CALL, ActionKind.CHECK


def view_of(state: State, name: str = "nlhe", number: int = 5) -> SeatView:
    names = ("one", "two")
    hand = PublicHand(Terms(table_game(name).game), names, state.starting_stacks, number)
    hand.catch_up(state)
    assert state.turn_index is not None
    return seat_view(state, hand, state.turn_index, SeededRandom(1))


class Answers(BaseAgent):
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def decide(self, view: SeatView) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (None, "illegal", "no answer"),
        ("fold", "illegal", "'fold'"),
        (ActionAmount(CHECK, None), "illegal", "kind=CHECK, amount=None"),
        (RuntimeError("lost\nmy way"), "error", "RuntimeError: lost my way"),
        (MemoryError(), "memory", "MemoryError"),
        (AgentError("time", "too slow"), "time", "AgentError: too slow"),
        (SystemExit(2), "error", "SystemExit: 2"),
    ],
)
def test_a_mistake_costs_the_decision(answer: Any, kind: str, message: str) -> None:
    state = table_game("nlhe").game(1000, 2, seed=1)
    log = MistakeLog(("one", "two"))
    legal = LegalActions.of(state, 1)
    given = log.ask(1, Answers(answer), view_of(state))
    assert log.checked(1, 5, legal, given) == ActionAmount(FOLD, 0)
    (mistake,) = log.mistakes
    assert (mistake.player, mistake.number, mistake.kind) == ("two", 5, kind)
    assert message in mistake.message
    assert log.mistake_count == 1


def test_legal_answers_are_no_mistakes() -> None:
    state = table_game("nlhe").game(1000, 2, seed=1)
    log = MistakeLog(("one", "two"))
    given = log.ask(1, Answers(ActionAmount(CALL, None)), view_of(state))
    assert log.checked(1, 5, LegalActions.of(state, 1), given) == ActionAmount(CALL, 50)
    assert log.mistakes == []


def test_interrupts_are_not_mistakes() -> None:
    state = table_game("nlhe").game(1000, 2, seed=1)
    log = MistakeLog(("one", "two"))
    with pytest.raises(KeyboardInterrupt):
        log.ask(1, Answers(KeyboardInterrupt()), view_of(state))
    assert log.mistake_count == 0


def test_errors_of_observers_are_recorded() -> None:
    class Blind(BaseAgent):
        def observe(self, event: object) -> None:
            raise ValueError("no eyes")

    log = MistakeLog(("one",))
    log.tell(0, 3, Blind(), "observe", None)
    (mistake,) = log.mistakes
    assert repr(mistake).startswith("<Mistake of one in hand 3: error, ValueError: no eyes (")
    assert "test_answering.py:" in mistake.message
    assert has_own(Blind(), "observe")
    assert not has_own(Blind(), "hand_over")


def test_the_first_mistakes_are_kept_and_all_are_counted() -> None:
    log = MistakeLog(("one",))
    for number in range(MAX_MISTAKES + 5):
        log.lost(0, number, "error", "x" * 1000)
    assert log.mistake_count == MAX_MISTAKES + 5
    assert [each.number for each in log.mistakes] == [*range(MAX_MISTAKES)]
    assert {len(each.message) for each in log.mistakes} == {MAX_MESSAGE}


def test_kinds_of_errors() -> None:
    assert error_kind(AgentError("time", "")) == "time"
    assert error_kind(MemoryError()) == "memory"
    assert error_kind(SystemExit()) == "error"


def test_every_kind_of_action_is_performed() -> None:
    state = table_game("nlhe").game(1000, 2, seed=1)
    for kind, amount, expected in (
        (ActionKind.RAISE, 300, Raised),
        (CALL, 200, Called),
        (CHECK, 0, Checked),
        (ActionKind.BET, 100, Bet),
        (FOLD, 0, Folded),
    ):
        before = len(state.events)
        perform(state, ActionAmount(kind, amount))
        assert type(state.events[before]) is expected
    stud = table_game("stud").game(1000, 2, seed=1)
    before = len(stud.events)
    perform(stud, ActionAmount(ActionKind.BRING_IN, 50))
    assert type(stud.events[before]) is BringInPosted
    draw = table_game("27sd").game(1000, 2, seed=1)
    while (drawer := draw.discarder_index) is None:
        draw.check_or_call()
    before = len(draw.events)
    cards = tuple(draw.hole_cards[drawer][:2])
    perform(draw, Discard(cards))
    event = draw.events[before]
    assert isinstance(event, Discarded)
    assert event.cards == cards
