"""Agents that fail in every way lose their decisions and are named; the match goes on."""

import json
import pickle
import re
from typing import Any

import pytest

from fifthstreet.arena import MatchResult, run_match
from fifthstreet.arena.hand import COUNTS
from fifthstreet.support.terminal import Terminal
from fifthstreet.views.match import match_data, print_match
from tests.arena.hostile import (
    NOTHING_LEGAL,
    BadBirth,
    BadWitness,
    Cheat,
    Exits,
    Garbage,
    Raises,
    RaisesBadly,
    Recurses,
    Unpicklable,
    Vandal,
    match_of,
    own,
)

MISTAKES = COUNTS.index("mistakes")
DECISIONS = COUNTS.index("decisions")


def kinds_of(result: MatchResult, name: str) -> set[str]:
    return {each.kind for each in result.mistakes if each.player.startswith(name)}


@pytest.mark.parametrize(
    ("agent", "kind", "message"),
    [
        (Raises, "error", "RuntimeError: two lines ?[31m ? [bold]"),
        (Exits, "error", "SystemExit: 3"),
        (Recurses, "error", "RecursionError: maximum recursion depth exceeded"),
        (RaisesBadly, "error", "BadError"),
        (Unpicklable, "illegal", "<function Unpicklable.decide.<locals>.<lambda> at"),
    ],
)
def test_the_agent_is_named(agent: type, kind: str, message: str) -> None:
    """It folds, or checks where that is free."""
    result = run_match(match_of(own(agent), "calling_station"))
    assert result.hands == 40
    assert kinds_of(result, own(agent)) == {kind}
    assert message in result.mistakes[0].message
    lost, other = result.counts
    assert lost[MISTAKES] == lost[DECISIONS] > 0
    assert other[MISTAKES] == 0
    assert lost[COUNTS.index("calls")] == lost[COUNTS.index("raises")] == 0


@pytest.mark.parametrize("game", ["nlhe", "flhe", "stud", "27td", "badugi", "short-deck"])
def test_garbage(game: str) -> None:
    """Each of its answers is illegal, in games with bring-ins and draws, too."""
    settings = match_of(own(Garbage), "random", game=game, hands=300, session_hands=300)
    result = run_match(settings)
    lost, other = result.counts
    assert result.hands == 300
    assert other[MISTAKES] == 0
    assert kinds_of(result, own(Garbage)) == {"illegal"}
    if game == "nlhe":
        assert lost[MISTAKES] == lost[DECISIONS] > len(NOTHING_LEGAL)
    for each in result.mistakes:
        assert each.message.isprintable()


def test_a_view_that_is_overwritten() -> None:
    """Nobody else notices, and the agent's own actions are those it has chosen."""
    agents = (own(Vandal), "random", "calling_station")
    vandal = run_match(match_of(*agents, hands=600))
    gentle = run_match(match_of("random", "random", "calling_station", hands=600))
    assert not vandal.mistakes
    assert vandal.counts.tolist() == gentle.counts.tolist()
    assert [each.mean for each in vandal.curve[-1][1]] == [
        each.mean for each in gentle.curve[-1][1]
    ]


def test_changing_what_is_legal_does_not_make_it_legal() -> None:
    result = run_match(match_of(own(Cheat), "calling_station"))
    assert kinds_of(result, own(Cheat)) == {"illegal"}
    lost, other = result.counts
    assert lost[MISTAKES] == lost[DECISIONS] > 0
    assert lost[COUNTS.index("raises")] == other[MISTAKES] == 0
    assert "1000000000" in result.mistakes[0].message


def test_errors_of_observers_are_counted() -> None:
    result = run_match(match_of(own(BadWitness), "random", hands=20))
    assert kinds_of(result, own(BadWitness)) == {"error", "memory"}
    assert result.hands == 20


def test_an_agent_that_cannot_be_created_again() -> None:
    BadBirth.born = 0
    result = run_match(match_of(own(BadBirth), "calling_station"))
    assert result.hands == 40
    assert "could not be created: OSError: no more" in result.mistakes[0].message


def test_mistakes_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    result = run_match(match_of(own(Raises), own(Garbage)))
    print_match(Terminal(), result)
    text = capsys.readouterr().out
    assert "\x1b[31m" not in text
    assert re.search(rf"{own(Raises)} failed (\d+) times in \1 decisions; first in hand", text)
    assert "error, RuntimeError: two lines ?[31m ? [bold]" in text
    data: Any = json.loads(json.dumps(match_data(result)))
    assert {each["kind"] for each in data["mistakes"]} == {"error", "illegal"}


def test_mistakes_are_pickled() -> None:
    result = run_match(match_of(own(Raises), "random", hands=20))
    first = result.mistakes[0]
    assert repr(pickle.loads(pickle.dumps(first))) == repr(first)
