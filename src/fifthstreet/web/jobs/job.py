"""A job: its task and its progress."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from fifthstreet.errors import DamagedFileError
from fifthstreet.support.storage import checked_types

State = Literal["queued", "running", "paused", "done", "failed", "cancelled", "deleted"]
FINISHED: frozenset[State] = frozenset(("done", "failed", "cancelled", "deleted"))
FILE_VERSION = 1
_TYPES = {
    "version": int,
    "id": str,
    "kind": str,
    "title": str,
    "spec": dict,
    "state": str,
    "created": float,
    "started": float | None,
    "finished": float | None,
    "progress": dict,
    "curve": tuple[tuple[int, float], ...],
    "result": dict | None,
    "error": str | None,
}


@dataclass
class WebJob:
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
        """Whether the job has ended."""
        return self.state in FINISHED

    def data(self) -> dict[str, Any]:
        """Return the data for the page."""
        return {name: value for name, value in vars(self).items() if name != "spec"}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a file."""
        return {"version": FILE_VERSION, **vars(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> WebJob:
        """Build a job from a file; DamagedFileError if it is another kind or version."""
        fields = checked_types(data, _TYPES)
        if fields.pop("version") != FILE_VERSION or fields["state"] not in get_args(State):
            raise DamagedFileError(f"not a job of version {FILE_VERSION}")
        return cls(**fields | {"curve": list(fields["curve"])})
