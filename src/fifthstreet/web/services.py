"""What the endpoints share: settings, library, jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from fifthstreet.web.drills import DrillDesk
from fifthstreet.web.jobs import JobQueue
from fifthstreet.web.library import (
    FlopShelf,
    Folder,
    MatchShelf,
    NamedRanges,
    PreflopShelf,
    ReviewShelf,
    SolutionShelf,
)
from fifthstreet.web.settings import WebSettings
from fifthstreet.web.tables import TableStore


@dataclass(frozen=True)
class Services:
    """The parts of a running app."""

    settings: WebSettings
    solutions: SolutionShelf
    ranges: NamedRanges
    jobs: JobQueue
    tables: TableStore
    drills: DrillDesk
    reviews: ReviewShelf
    blueprints: Folder
    flops: FlopShelf
    matches: MatchShelf
    preflop: PreflopShelf

    @classmethod
    def start(cls, settings: WebSettings) -> Services:
        """Open the library and start the queue."""
        folder = settings.library
        solutions = SolutionShelf(
            folder / "solutions", max_open=settings.open_solutions, threads=settings.threads
        )
        return cls(
            settings,
            solutions,
            NamedRanges(folder / "ranges.json"),
            JobQueue(folder / "jobs", max_queued=settings.queued_jobs, max_kept=settings.kept_jobs),
            TableStore(settings.tables),
            DrillDesk(folder / "drills.lines", solutions),
            ReviewShelf(folder / "reviews"),
            Folder(folder / "blueprints", ".blueprint"),
            FlopShelf(folder / "flops"),
            MatchShelf(folder / "matches"),
            PreflopShelf(folder / "preflop"),
        )

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
