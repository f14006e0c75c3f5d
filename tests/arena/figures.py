"""Results of matches without the times that agents took, which differ from run to run."""

from typing import Any

from fifthstreet.arena import MatchResult


def figures(result: MatchResult) -> dict[str, Any]:
    """Return the plain data of a result, without times."""
    return without_times(result.to_dict())


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    """Remove the times from the plain data of a result, and return it."""
    for agent in data["agents"]:
        del agent["decisions_per_second"]
    return data
