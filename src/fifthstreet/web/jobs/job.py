"""A job: what is to be done, and how far it is."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

State = Literal["queued", "running", "paused", "done", "failed", "cancelled"]
FINISHED: frozenset[State] = frozenset(("done", "failed", "cancelled"))
FILE_VERSION = 1


@dataclass
class Job:
    """A job and its state; only the queue changes it."""

    id: str
    kind: str
    title: str
    spec: dict[str, Any]  # plain data that the kind understands
    state: State = "queued"
    created: float = field(default_factory=time.time)  # seconds since 1970
    started: float | None = None
    finished: float | None = None
    progress: dict[str, Any] = field(default_factory=dict)  # what the worker reported last
    curve: list[tuple[int, float]] = field(default_factory=list)  # iteration, percent of the pot
    result: dict[str, Any] | None = None
    error: str | None = None

    @property
    def is_finished(self) -> bool:
        """Whether nothing happens any more."""
        return self.state in FINISHED

    def data(self) -> dict[str, Any]:
        """Return what the page shows."""
        return {
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "state": self.state,
            "created": self.created,
            "started": self.started,
            "finished": self.finished,
            "progress": self.progress,
            "curve": self.curve,
            "result": self.result,
            "error": self.error,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a file."""
        return {"version": FILE_VERSION, "spec": self.spec, **self.data()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Job:
        """Build a job from a file; ValueError if it is of another version."""
        if data.get("version") != FILE_VERSION:
            raise ValueError(f"version {data.get('version')!r} of a job; want {FILE_VERSION}")
        fields = {name: value for name, value in data.items() if name != "version"}
        return cls(**fields | {"curve": [(int(at), float(y)) for at, y in data["curve"]]})
