"""Jobs that play a match; each finished session is stored."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fifthstreet.arena import MatchResult, MatchSettings, run_match
from fifthstreet.support.threads import thread_count
from fifthstreet.web.jobs.control import Control, PacedReports, StoppedError


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Play the match of the `settings`, or the rest of the one in the `file`."""
    settings = MatchSettings.from_dict(spec["settings"])
    total = settings.scheduled_hands
    latest: MatchResult | None = None
    control.report(phase="starting", done=0, total=total)
    reports = PacedReports(control, "playing", total, spec["seconds"])

    def report(result: MatchResult) -> None:
        nonlocal latest
        latest = result
        reports.report(result.hands)

    try:
        latest = run_match(
            settings,
            workers=min(thread_count(spec["threads"]), settings.session_count),
            path=Path(spec["file"]),
            progress=report,
        )
    except StoppedError:
        if control.is_orphaned or latest is None:
            raise
    leader = latest.agent_results()[0]
    return {
        "match": spec["name"],
        "hands": latest.hands,
        "leader": leader.name,
        "winnings": leader.winnings.to_dict(),
        "unit": f"{settings.table_game.unit_name}/hand",
    }
