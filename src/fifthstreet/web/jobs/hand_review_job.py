"""Jobs that review one hand: the cost of each decision of a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game.notation import parse_phh
from fifthstreet.review import (
    Answers,
    AnswersBeyondTree,
    SolveBudget,
    SolveSettings,
    StrategyAnswers,
    review_hands,
    whole_hand_answers,
)
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.views import review_data
from fifthstreet.web.jobs.control import Control, StoppedError
from fifthstreet.web.reviewing import solution_answers


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Review the decisions of `player` in the hand `phh`, with a solution or by solving."""
    history = parse_phh(spec["phh"])

    def checked(state: Progress) -> None:
        control.point(state.iteration, state.exploitability.pot_percent)
        control.report(
            phase="solving",
            iteration=state.iteration,
            exploitability_pot_percent=state.exploitability.pot_percent,
            target_pot_percent=spec["target"],
            seconds_left=max(spec["seconds"] - state.seconds, 0.0),
        )
        control.check()

    control.report(phase="preparing the tree")
    answers: Answers
    if spec["solution"] is not None:
        beyond = AnswersBeyondTree(
            StrategyAnswers(open_solution(spec["solution"], threads=spec["threads"])),
            SolveBudget(seconds=spec["seconds"], threads=spec["threads"]),
            progress=checked,
        )
        answers = solution_answers([beyond])
    else:
        settings = SolveSettings(
            seconds=spec["seconds"],
            max_raises=spec["max_raises"],
            target_pot_percent=spec["target"],
            threads=spec["threads"],
        )
        answers = whole_hand_answers(settings, progress=checked)
    try:
        data = review_data(review_hands(history, answers, player=spec["player"]))
    except StoppedError:
        if control.is_orphaned:
            raise
        raise InputError("stopped before the solve was finished") from None
    decisions = sorted(data["decisions"], key=lambda decision: int(decision["decision"]))
    return {
        "hand": spec["hand"],
        "decisions": [_without_ranges(decision) for decision in decisions],
        "total": data["players"].get(spec["player"]),
        "left_out": data["left_out"],
    }


def _without_ranges(decision: dict[str, Any]) -> dict[str, Any]:
    """Leave out the ranges, which are long, and the folder of the solution."""
    basis = decision["basis"]
    if basis is not None:
        names = ("kind", "board", "tree", "range_names", "iterations", "stopped_early")
        basis = {name: basis[name] for name in names}
    return {**decision, "basis": basis, "ranges": None}
