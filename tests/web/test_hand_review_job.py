"""The job that reviews one hand, in the test's own process."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from fifthstreet.web.jobs.control import Control
from fifthstreet.web.jobs.hand_review_job import run
from tests.review.hand_texts import history

HAND = history("p2 cbr 30, p1 cbr 90, p2 f", players=("Ann", "Bob"))
LIMITS = {"seconds": 1.0, "target": 1.0, "max_raises": 2, "threads": 1}


def _ignore(*_: Any, **__: Any) -> None:
    pass


@pytest.mark.parametrize(("player", "actions"), [("Ann", ["b90"]), ("Bob", ["b30", "f"])])
def test_the_decisions_of_a_player_are_reviewed(player: str, actions: list[str]) -> None:
    control = SimpleNamespace(report=_ignore, point=_ignore, check=_ignore, is_orphaned=False)
    spec = {"phh": HAND, "hand": 4, "player": player, "solution": None, **LIMITS}
    result = run(spec, cast(Control, control))
    assert result["hand"] == 4
    assert [(each["player"], each["action"]) for each in result["decisions"]] == [
        (player, action) for action in actions
    ]
