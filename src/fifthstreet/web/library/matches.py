"""Matches of the arena on disk."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from fifthstreet.agents import AGENTS, STRATEGY, create_agent
from fifthstreet.arena import MatchResult, can_learn, load_match
from fifthstreet.support.storage import reading
from fifthstreet.web.library.shelf import Shelf

SUFFIX = ".match"
_KEPT = 16  # matches that are kept in memory
_NEVER_LEARN = (STRATEGY, "search")


class MatchShelf(Shelf[MatchResult]):
    """The matches of the library, including matches in progress."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, SUFFIX, max_open=_KEPT)

    def _loaded(self, path: Path, before: MatchResult | None) -> MatchResult:
        """Return the result of a file; only sessions that are new since `before` are read."""
        last = before.session_count - 1 if before is not None else -1
        settings, sessions = load_match(path, first=max(last, 0))
        with reading(path):
            if before is not None and last in sessions and settings == before.settings:
                result = deepcopy(before)  # which others may be reading
                del sessions[last]
            elif last > 0:  # the file has been replaced
                return self._loaded(path, None)
            else:
                result = MatchResult(settings, learns=any(map(_may_learn, settings.agents)))
            for number in sorted(sessions):
                result.add(sessions[number])
            return result

    def _facts_of(self, name: str, path: Path) -> dict[str, Any]:
        """Return the players, the game and the leader."""
        result = self.open(name)
        settings = result.settings
        leader = result.agent_results()[0] if result.session_count else None
        return {
            "game": settings.game,
            "agents": list(settings.names),
            "seats": settings.seats,
            "hands": result.hands,
            "hands_wanted": settings.scheduled_hands,
            "unit": f"{settings.table_game.unit_name}/hand",
            "leader": None if leader is None else leader.name,
            "winnings": None if leader is None else leader.winnings.to_dict(),
        }


def _may_learn(text: str) -> bool:
    """Return whether an agent learns; agents of the user's modules are not imported."""
    name = text.partition(":")[0]
    if name not in AGENTS:
        return True
    return name not in _NEVER_LEARN and can_learn(create_agent(name))
