"""What the endpoints share: settings, library, jobs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from fifthstreet.web.jobs import JobQueue
from fifthstreet.web.library import FlopShelf, MatchShelf, NamedRanges, PreflopShelf, SolutionShelf
from fifthstreet.web.settings import WebSettings


@dataclass(frozen=True)
class Services:
    """The parts of a running app."""

    settings: WebSettings
    solutions: SolutionShelf
    ranges: NamedRanges
    jobs: JobQueue
    flops: FlopShelf
    matches: MatchShelf
    preflop: PreflopShelf

    @classmethod
    def start(cls, settings: WebSettings) -> Services:
        """Open the library and start the queue."""
        folder = settings.library
        return cls(
            settings,
            SolutionShelf(
                folder / "solutions", most_open=settings.open_solutions, threads=settings.threads
            ),
            NamedRanges(folder / "ranges.json"),
            JobQueue(
                folder / "jobs", most_queued=settings.queued_jobs, most_kept=settings.kept_jobs
            ),
            FlopShelf(folder / "flops"),
            MatchShelf(folder / "matches"),
            PreflopShelf(folder / "preflop"),
        )

    def close(self) -> None:
        """End what runs, so that it can be resumed."""
        self.jobs.close()


def _services(connection: HTTPConnection) -> Services:
    services = getattr(connection.app.state, "services", None)
    if not isinstance(services, Services):
        raise RuntimeError("the app was not started; run its lifespan")
    return services


Served = Annotated[Services, Depends(_services)]
