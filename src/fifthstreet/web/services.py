"""What the endpoints share: settings, library, jobs."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from fifthstreet.solvers.common import available_bytes
from fifthstreet.web.drills import DrillDesk
from fifthstreet.web.jobs import JobQueue
from fifthstreet.web.library import (
    FileTags,
    FlopShelf,
    Folder,
    MatchShelf,
    NamedRanges,
    PreflopShelf,
    ReviewShelf,
    SolutionShelf,
    Trash,
    Uploads,
)
from fifthstreet.web.settings import WebSettings
from fifthstreet.web.tables import TableStore


class Services:
    """The parts of a running app."""

    def __init__(self, settings: WebSettings) -> None:
        """Open the library and start the queue."""
        folder = settings.library
        self.settings = settings
        self.solutions = SolutionShelf(
            folder / "solutions", max_open=settings.open_solutions, threads=settings.threads
        )
        self.ranges = NamedRanges(folder / "ranges.json")
        self.jobs = JobQueue(
            folder / "jobs", max_queued=settings.queued_jobs, max_kept=settings.kept_jobs
        )
        self.tables = TableStore(folder / "tables", settings.tables)
        self.drills = DrillDesk(folder / "drills.lines", self.solutions)
        self.reviews = ReviewShelf(folder / "reviews")
        self.blueprints = Folder(folder / "blueprints", ".blueprint")
        self.flops = FlopShelf(folder / "flops")
        self.matches = MatchShelf(folder / "matches")
        self.preflop = PreflopShelf(folder / "preflop")
        self.folders = {
            "solution": self.solutions.folder,
            "flops": self.flops.folder,
            "match": self.matches.folder,
            "preflop": self.preflop.folder,
            "blueprint": self.blueprints,
        }
        self.tags = FileTags(folder / "tags.json")
        self.trash = Trash(folder / "trash", self.folders)
        self.uploads = Uploads(folder / "uploads", self.folders)

    def memory(self) -> int | None:
        """Return the bytes that a solve may take now, None if they are unknown."""
        limits = (self.settings.job_bytes, available_bytes())
        return min((most for most in limits if most is not None), default=None)

    def close(self) -> None:
        """End what runs, so that it can be resumed."""
        self.tables.close_all()
        self.jobs.close()
        self.drills.close()


def _services(connection: HTTPConnection) -> Services:
    services = getattr(connection.app.state, "services", None)
    if not isinstance(services, Services):
        raise RuntimeError("the app was not started: run its lifespan")
    return services


Served = Annotated[Services, Depends(_services)]
