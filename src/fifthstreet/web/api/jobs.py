"""Jobs: solves and other long work, queued; a WebSocket sends their progress."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from threading import Lock
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, Field

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import bytes_text
from fifthstreet.solvers.postflop import (
    Spot,
    check_buckets,
    check_precision,
    estimate,
    locked_hands,
)
from fifthstreet.tree.strategy import Lock as NodeLock
from fifthstreet.tree.strategy import locked_node
from fifthstreet.web.api.models import ERRORS, LockFields, NameText, Pair, Request, SpotFields
from fifthstreet.web.jobs import WebJob
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/jobs", tags=["jobs"], responses=ERRORS)
JobId = Annotated[str, Path(max_length=40)]
_NAMING = Lock()
_TOLD_SECONDS = 0.1  # between two messages of a WebSocket


class JobReply(BaseModel):
    """A job and how far it is."""

    id: str
    kind: str
    title: str
    state: str  # queued, running, paused, done, failed or cancelled; deleted, as the last change
    created: float
    started: float | None
    finished: float | None
    progress: dict[str, Any]
    curve: list[Pair]  # iteration, exploitability in percent of the pot
    result: dict[str, Any] | None
    error: str | None


class StopOptions(Request):
    """When a solve stops."""

    target: Annotated[float, Field(strict=True, gt=0, le=100)] = 0.3  # percent of the pot
    max_iterations: Annotated[int, Field(ge=1, le=1_000_000)] = 1_000
    time_limit: Annotated[float, Field(strict=True, gt=0, le=1e7)] | None = None  # seconds


class SolveRequest(StopOptions):
    """A spot to solve, and the name of the solution."""

    spot: SpotFields
    name: NameText | None = None
    precision: Literal["float32", "int16"] = "float32"
    # Buckets of hands on each river; None if each hand has its own strategy
    river_buckets: Annotated[int, Field(ge=1, le=1_326)] | None = None


class LockRequest(StopOptions):
    """Locks for a solution of the library, which is re-solved under a new name."""

    solution: NameText
    locks: Annotated[list[LockFields], Field(min_length=1, max_length=200)]
    keep_locks: bool = True  # of the solution
    name: NameText | None = None


class FurtherRequest(StopOptions):
    """A solution of the library that is solved further."""

    solution: NameText


@router.get("", response_model=list[JobReply])
def list_jobs(services: Served) -> JsonReply:
    """Return all jobs, newest first."""
    return JsonReply([job.data() for job in services.jobs.all()])


@router.post("/solve", status_code=201, response_model=JobReply)
def add_solve(question: SolveRequest, services: Served) -> JsonReply:
    """Queue a solve."""
    return JsonReply(queue_solve(question, services).data(), 201)


@router.post("/lock", status_code=201, response_model=JobReply)
def add_lock(question: LockRequest, services: Served) -> JsonReply:
    """Queue a re-solve of a solution with locked decisions."""
    solution = services.solutions.open(question.solution)
    board = cards_text(solution.board)
    locks = list(solution.spot.locks) if question.keep_locks else []
    for fields in question.locks:
        lock = NodeLock.from_dict({"path": fields.path, "strategy": fields.strategy})
        if fields.hands:
            lock = replace(lock, hands=locked_hands(fields.hands, fields.path, board))
        locked_node(solution.tree, solution.board, lock)
        locks.append(lock)
    spec = job_limits(question, services) | {
        "source": str(services.solutions.folder.file(question.solution)),
        "locks": [lock.to_dict() for lock in locks],
    }
    job = _added(services, "lock", spec, question.name or f"{question.solution[:70]} locked")
    return JsonReply(job.data(), 201)


@router.post("/further", status_code=201, response_model=JobReply)
def add_further(question: FurtherRequest, services: Served) -> JsonReply:
    """Queue more iterations for a solution; the better one replaces it."""
    name = question.solution
    solution = services.solutions.open(name)
    known = solution.exploitability.pot_percent
    if known <= question.target:
        raise InputError(
            f"target must be below the exploitability of the solution, {known:.4g}% of the pot, "
            f"got {question.target:g}%"
        )
    if name in services.jobs.unfinished_names():
        raise InputError(f"a job that saves {name!r} is not finished yet")
    _check_size(solution.spot, "float32", services.settings.job_bytes)
    file = services.solutions.folder.file(name)
    spec = job_limits(question, services) | {"name": name, "file": str(file)}
    return JsonReply(services.jobs.add("further", name, spec).data(), 201)


@router.get("/{job}", response_model=JobReply)
def get_job(job: JobId, services: Served) -> JsonReply:
    """Return a job."""
    return JsonReply(services.jobs.get(job).data())


@router.post("/{job}/pause", response_model=JobReply)
def pause_job(job: JobId, services: Served) -> JsonReply:
    """Pause a running job; it keeps its memory."""
    return JsonReply(services.jobs.pause(job).data())


@router.post("/{job}/resume", response_model=JobReply)
def resume_job(job: JobId, services: Served) -> JsonReply:
    """Resume a paused job."""
    return JsonReply(services.jobs.resume(job).data())


@router.post("/{job}/stop", response_model=JobReply)
def stop_job(job: JobId, services: Served) -> JsonReply:
    """End a running job, and keep its results so far."""
    return JsonReply(services.jobs.stop(job).data())


@router.post("/{job}/cancel", response_model=JobReply)
def cancel_job(job: JobId, services: Served) -> JsonReply:
    """End a job, and drop its results."""
    return JsonReply(services.jobs.cancel(job).data())


@router.delete("/{job}", status_code=204)
def delete_job(job: JobId, services: Served) -> None:
    """Remove a finished job from the list; its result stays."""
    services.jobs.delete(job)


@router.websocket("/changes")
async def job_changes(socket: WebSocket, services: Served) -> None:
    """Send every job, then each that changes, as JSON."""
    await socket.accept()
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    waiting: dict[str, WebJob] = {}

    def note(job: WebJob) -> None:
        waiting[job.id] = job
        changed.set()

    end = services.jobs.listen(lambda job: loop.call_soon_threadsafe(note, job))
    waiting |= {job.id: job for job in reversed(services.jobs.all())}
    hearing = asyncio.ensure_future(_until_closed(socket))
    try:
        while not hearing.done():
            for number in list(waiting):
                await socket.send_text(orjson.dumps(waiting.pop(number).data()).decode())
            changed.clear()
            if not waiting:
                waiter = asyncio.ensure_future(changed.wait())
                await asyncio.wait((waiter, hearing), return_when=asyncio.FIRST_COMPLETED)
                waiter.cancel()
            await asyncio.sleep(_TOLD_SECONDS)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        end()
        hearing.cancel()


async def _until_closed(socket: WebSocket) -> None:
    """Wait for the end, ignoring messages of the page."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def queue_solve(question: SolveRequest, services: Services) -> WebJob:
    """Queue a solve; InputError if the spot is invalid."""
    spot = question.spot.spot()
    buckets, backend = question.river_buckets, services.settings.backend
    if buckets is not None:
        backend = "native"
        check_buckets(spot)
    _check_size(spot, question.precision, services.settings.job_bytes, buckets)
    spec = job_limits(question, services) | {
        "spot": question.spot.fields(),
        "precision": question.precision,
        "river_buckets": buckets,
        "backend": backend,
    }
    return _added(services, "solve", spec, question.name or cards_text(spot.board))


def new_name(services: Services, wanted: str) -> str:
    """Return a free name for a solution."""
    return services.solutions.folder.free_name(wanted, services.jobs.unfinished_names())


def _added(services: Services, kind: str, spec: dict[str, Any], wanted: str) -> WebJob:
    """Queue a job that saves a solution under a free name."""
    with _NAMING:  # so that no other request finds the same name free
        name = new_name(services, wanted)
        file = services.solutions.folder.new_file(name)
        return services.jobs.add(kind, name, spec | {"name": name, "file": str(file)})


def _check_size(
    spot: Spot, precision: str, most: int | None, river_buckets: int | None = None
) -> None:
    """Raise NotEnoughMemoryError for a solve that exceeds the memory limit of jobs."""
    if most is None:
        return
    size = estimate(spot, river_buckets=river_buckets)
    needed = size.bytes[check_precision(precision)] + size.tree_bytes
    if size.is_lower_bound or needed > most:
        raise NotEnoughMemoryError(
            f"the solve must take at most {bytes_text(most)}, got {bytes_text(needed)} or more"
        )


def job_limits(question: StopOptions, services: Services) -> dict[str, Any]:
    """Return when a job stops, and the threads that it may use."""
    most = services.settings.job_seconds
    return {
        "target": question.target,
        "max_iterations": question.max_iterations,
        "seconds": most if question.time_limit is None else min(question.time_limit, most),
        "threads": services.settings.threads,
    }
