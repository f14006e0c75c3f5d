"""Refusals that no row provokes: lists of raise statements, with the reasons."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def _read(name: str) -> dict[str, str]:
    """Return what a list says about each statement; lines that start with # are comments."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    entries = [line.partition(": ") for line in lines if not line.startswith("#")]
    assert len({statement for statement, _, _ in entries}) == len(entries), name
    return {statement: text for statement, _, text in entries}


NEVER_RAISED = _read("never_raised.txt")
PROVOKED_ELSEWHERE = _read("provoked_elsewhere.txt")
NOT_COVERED = _read("not_covered.txt")
