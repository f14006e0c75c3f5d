"""Matches of the arena on disk."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from fifthstreet.agents.registry import AGENTS, STRATEGY, create_agent
from fifthstreet.arena import MatchResult, MatchSettings, load_match
from fifthstreet.arena.seating import can_learn
from fifthstreet.storage import reading
from fifthstreet.web.library.folder import Folder, Stamp, file_stamp, without_path

SUFFIX = ".match"
_KEPT = 16  # matches that are kept in memory
_NEVER_LEARN = (STRATEGY, "search")


class MatchShelf:
    """The matches of the library."""

    def __init__(self, folder: Path) -> None:
        """Set the folder."""
        self.folder = Folder(folder, SUFFIX)
        self._results: dict[str, tuple[Stamp, MatchResult]] = {}
        self._changing = Lock()

    def __repr__(self) -> str:
        """Return the number of matches."""
        return f"<MatchShelf: {len(self.folder.names())} matches>"

    def all(self) -> list[dict[str, Any]]:
        """Return what each file holds, newest first; a damaged one has an `error`."""
        rows = [self.facts(name) for name in self.folder.names()]
        return sorted(rows, key=lambda row: -float(row["modified"]))

    def facts(self, name: str) -> dict[str, Any]:
        """Return who has played what and who leads, or the `error` of a damaged file."""
        path = self.folder.file(name)
        modified, size = file_stamp(path)
        row: dict[str, Any] = {"name": name, "modified": modified / 1e9, "bytes": size}
        try:
            result = self.open(name)
        except ValueError as error:
            return row | {"error": str(error)}
        settings = result.settings
        leader = result.agent_results()[0] if result.session_count else None
        return row | {
            "error": None,
            "game": settings.game,
            "agents": list(settings.names),
            "seats": settings.seats,
            "hands": result.hands,
            "hands_wanted": scheduled_hands(settings),
            "unit": f"{settings.table_game.unit_name}/hand",
            "leader": None if leader is None else leader.name,
            "winnings": None if leader is None else leader.winnings.to_dict(),
        }

    def open(self, name: str) -> MatchResult:
        """Return the result so far, also while the match is played; ValueError if damaged."""
        path = self.folder.file(name)
        now = file_stamp(path)
        with self._changing:
            before = self._results.get(name)
            if before is None or before[0] != now:
                with without_path(path, name):
                    result = _loaded(path)
                self._results.pop(name, None)
                self._results[name] = before = (now, result)
                while len(self._results) > _KEPT:
                    del self._results[next(iter(self._results))]
            return before[1]

    def rename(self, name: str, new_name: str) -> None:
        """Rename a match."""
        self.folder.rename(name, new_name)
        self._forget(name)

    def delete(self, name: str) -> None:
        """Delete a match."""
        self.folder.delete(name)
        self._forget(name)

    def _forget(self, name: str) -> None:
        with self._changing:
            self._results.pop(name, None)


def scheduled_hands(settings: MatchSettings) -> int:
    """Return the number of hands of all sessions."""
    return settings.session_count * settings.deals_per_session * settings.tables


def _loaded(path: Path) -> MatchResult:
    settings, sessions = load_match(path)
    learns = any(_may_learn(text) for text in settings.agents)
    with reading(path):
        return MatchResult(settings, (sessions[at] for at in sorted(sessions)), learns=learns)


def _may_learn(text: str) -> bool:
    """Return whether an agent learns; those of modules of the user's own are not imported."""
    name = text.partition(":")[0]
    if name not in AGENTS:
        return True
    return name not in _NEVER_LEARN and can_learn(create_agent(name))
