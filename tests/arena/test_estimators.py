"""Estimators in whole matches: the same on any number of processes, and from a file."""

from pathlib import Path

import pytest

from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.estimators import ESTIMATORS, hand_estimator
from fifthstreet.arena.games import table_game
from fifthstreet.errors import InputError
from fifthstreet.solvers import train
from fifthstreet.solvers.training import save_strategy


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "leduc.strategy"
    save_strategy(train("leduc", "cfr+", iterations=20).average(), path)
    return f"strategy:file={path}"


def test_estimates_do_not_depend_on_processes_or_files(saved: str, tmp_path: Path) -> None:
    settings = match_settings(
        [saved, "random"], game="leduc", hands=300, session_hands=100, estimator="aivat"
    )
    match_file = tmp_path / "match.sqlite"
    once = run_match(settings, path=match_file)
    assert run_match(settings, workers=2).winnings(0) == once.winnings(0)
    resumed = run_match(settings, path=match_file)  # nothing is left to play
    assert resumed.winnings(0) == once.winnings(0)
    assert resumed.hands == once.hands
    other = match_settings([saved, "random"], game="leduc", hands=300, session_hands=100)
    with pytest.raises(InputError, match="another match"):
        run_match(other, path=match_file)


def test_payoffs_as_they_are_do_not_depend_on_the_estimator(saved: str) -> None:
    results = [
        run_match(
            match_settings(
                [saved, "random"], game="leduc", hands=200, session_hands=200, estimator=estimator
            )
        )
        for estimator in ESTIMATORS
    ]
    first, *others = [result.agent_results()[0] for result in results]
    for other in others:
        assert (other.duplicate, other.plain) == (first.duplicate, first.plain)
    assert first.winnings == first.duplicate
    assert first.winnings != others[-1].winnings


def test_estimators_by_name() -> None:
    game = table_game("nlhe").game
    assert hand_estimator("plain", game, 1000, 2) is None
    with pytest.raises(
        ValueError, match="estimator must be one of plain, all_in, aivat, got 'none'"
    ):
        hand_estimator("none", game, 1000, 2)
