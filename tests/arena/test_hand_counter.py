"""Hands are counted while a session is played, for progress between sessions."""

from pathlib import Path
from typing import Any

import pytest

from fifthstreet.agents import Action, create_agent
from fifthstreet.arena import HandCounter, hand_counter, match_settings, run_match
from fifthstreet.cli.progress import SessionProgress
from fifthstreet.game import SeatView


def settings_of(**options: Any) -> Any:
    agents = ["mine", "random"]
    return match_settings(agents, game="leduc", hands=60, session_hands=30, **options)


def call(view: SeatView) -> Action:
    return view.check_or_call()


def made(name: str) -> Any:
    return call if name == "mine" else create_agent(name)


@pytest.mark.parametrize("options", [{}, {"carry_stacks": True, "rebuys": -1}])
def test_hands_are_counted_while_a_session_is_played(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.setattr(hand_counter, "_SECONDS", 0.0)
    seen: list[int] = []
    with HandCounter() as counter:

        def watch(view: SeatView) -> Action:
            seen.append(counter.hands())
            return view.check_or_call()

        result = run_match(
            settings_of(**options),
            counter=counter,
            make_agent=lambda name: watch if name == "mine" else create_agent(name),
        )
        assert counter.hands() == result.hands == 60
        assert counter.hands(1) == 30
        assert counter.hands(2) == 0
    assert seen == sorted(seen)
    assert len(set(seen)) > 50  # nearly every hand had a decision


def test_hands_of_other_processes_are_counted() -> None:
    with HandCounter() as counter:
        run_match(settings_of(), counter=counter, workers=2, make_agent=made)
        assert (counter.hands(), counter.hands(1)) == (60, 30)


def test_hands_played_at_once_are_counted() -> None:
    settings = match_settings(["random", "calling_station"], hands=60, session_hands=30)
    with HandCounter() as counter:
        run_match(settings, counter=counter)
        assert counter.hands() == 60


def test_a_counter_leaves_no_file_and_does_not_need_one() -> None:
    with HandCounter() as counter:
        counter.note(0, 5)
        assert counter.hands() == 5
        path = Path(counter._path)
    assert not path.exists()
    counter.note(0, 9)  # as on another machine
    assert counter.hands() == 0
    assert not path.exists()


def test_the_bar_moves_between_sessions() -> None:
    with HandCounter() as counter, SessionProgress(100, counter.hands) as bar:
        counter.note(0, 7)
        bar.refresh()
        assert bar._bars.tasks[0].completed == 7
        counter.note(1, 4)
        bar.count(10, 1)
        assert bar._bars.tasks[0].completed == 14
