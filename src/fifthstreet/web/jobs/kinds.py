"""The kinds of jobs: functions of a spec and a control that return the result, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from fifthstreet.web.jobs.control import Control

Run = Callable[[Mapping[str, Any], Control], Mapping[str, Any]]

# Module of each kind, with a function `run`; imported when one is run.
KINDS = {
    "solve": "solve_job",
    "lock": "lock_job",
    "hand_review": "hand_review_job",
    "review": "review_job",
    "flops": "flops_job",
    "match": "match_job",
}


def run_kind(kind: str, spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Run a job of a kind."""
    run: Run = import_module(f"fifthstreet.web.jobs.{KINDS[kind]}").run
    return run(spec, control)
