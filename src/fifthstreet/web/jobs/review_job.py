"""Jobs that review hands, optionally solving each within a time budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.review import (
    Answers,
    AnswersBeyondTree,
    AnswersWithEquity,
    ChartAndSolveAnswers,
    SolveAnswers,
    SolveBudget,
    SolveSettings,
    StrategyAnswers,
    load_blueprint,
)
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import Solution, Spot, open_solution
from fifthstreet.tree import STREET_NAMES, Sizes
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.web.jobs.control import Control, StoppedError
from fifthstreet.web.library import write_review
from fifthstreet.web.reviewing import hands_of, make_review, solution_answers


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Review the hands of `text` on a `basis`, and save the review as `file`."""
    control.report(phase="reading the hands", share=0.0)
    session = hands_of(spec["text"])
    answers, solving = _answers(spec["basis"], control)

    def reviewing(done: int, total: int) -> None:
        control.report(
            phase="reviewing",
            share=done / total if total else 1.0,
            decisions=done,
            decisions_total=total,
            hands_solved=sum(each.solves for each in solving),
        )

    facts, data = make_review(
        session, answers, basis=spec["title"], player=spec["player"], progress=reviewing
    )
    if preflop := spec["basis"].get("preflop"):  # a path, which must not be shown
        for basis in data["bases"]:
            names = basis["range_names"] or []
            basis["range_names"] = [each.replace(preflop, Path(preflop).stem) for each in names]
        data["source"]["preflop"]["ranges"] = Path(preflop).stem
    control.report(phase="saving", share=1.0)
    write_review(Path(spec["file"]), facts, data)
    return {
        "review": spec["name"],
        "unsaved": [
            each
            for source in solving
            if isinstance(source, SolveAnswers)
            for each in source.unsaved
        ],
        **{name: facts[name] for name in ("hands", "decisions", "valued")},
    }


class BudgetedAnswers(SolveAnswers):
    """Answers by solving, until the time is used up or the job is stopped.

    The remaining hands are not solved, which the review states.
    """

    def __init__(
        self, settings: SolveSettings, control: Control, seconds: float, **options: Any
    ) -> None:
        """Solve for at most `seconds` in total; `options` are options of `SolveAnswers`."""
        super().__init__(
            replace(settings, total_seconds=seconds),
            progress=self._report,
            stepped=self._check,
            **options,
        )
        self._control = control
        self._is_stopped = False

    def solution(self, spot: Spot) -> Solution:
        """Return the solution of a spot; InputError if there is no time left to solve it."""
        if self._is_stopped:
            raise InputError("the review was stopped")
        try:
            return super().solution(spot)
        except StoppedError:
            if self._control.is_orphaned:  # the server has ended: start again with the next one
                raise
            self._is_stopped = True
            raise InputError("the review was stopped") from None

    def _report(self, state: Progress) -> None:
        self._control.report(
            phase="solving",
            iteration=state.iteration,
            exploitability_pot_percent=state.exploitability.pot_percent,
        )

    def _check(self, iteration: int) -> None:
        before = monotonic()
        self._control.check()
        self.end += monotonic() - before  # time spent paused


def _beyond(strategy: TreeStrategy, threads: int | None, control: Control) -> AnswersBeyondTree:
    """Return the answers of a strategy; hands that leave its tree are solved.

    Hands that are left when the job is stopped are not solved.
    """

    def solving(state: Progress) -> bool | None:
        control.report(
            phase="solving",
            iteration=state.iteration,
            exploitability_pot_percent=state.exploitability.pot_percent,
        )
        try:
            control.check()
        except StoppedError:
            if control.is_orphaned:
                raise
            return False
        return None

    budget = SolveBudget(threads=threads)
    return AnswersBeyondTree(StrategyAnswers(strategy), budget, progress=solving)


def _answers(
    basis: Mapping[str, Any], control: Control
) -> tuple[Answers, Sequence[AnswersBeyondTree | SolveAnswers]]:
    """Return the source of answers, and the parts of it that solve."""
    threads = basis["threads"]
    if basis["kind"] == "solution":
        beyond = [
            _beyond(open_solution(file, threads=threads), threads, control)
            for file in basis["files"]
        ]
        return solution_answers(beyond), beyond
    if basis["kind"] == "strategy":
        source = _beyond(load_blueprint(basis["file"]), threads, control)
        return AnswersWithEquity(source), [source]
    settings = SolveSettings(
        oop=basis["oop"],
        ip=basis["ip"],
        preflop=basis["preflop"],
        sizes=Sizes.uniform(basis["bets"], raises=basis["raises"]),
        first_street=STREET_NAMES.index(basis["first_street"]),
        target_pot_percent=basis["target"],
        seconds=basis["seconds"],
        threads=threads,
    )
    folder = basis["folder"]
    solving = BudgetedAnswers(
        settings, control, basis["total_seconds"], save=folder, prefix=basis["prefix"]
    )
    return AnswersWithEquity(ChartAndSolveAnswers(solving)), [solving]
