"""The queue of jobs: one runs at a time, in its own process, because a solve uses all threads."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread
from typing import Any

from fifthstreet.errors import BusyError, DamagedFileError, InputError, NotFoundError
from fifthstreet.support.storage import reading, remove_leftovers, replacing
from fifthstreet.web.jobs.job import FINISHED, State, WebJob
from fifthstreet.web.jobs.process import JobProcess

_LOG = logging.getLogger("fifthstreet.web")
_ENDING_SECONDS = 20.0  # for a job to save its state when the server ends


class JobQueue:
    """Jobs, oldest first; unfinished jobs resume after a restart."""

    def __init__(self, folder: Path, *, max_queued: int, max_kept: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._max_queued = max_queued
        self._max_kept = max_kept
        self._changed = Condition()
        self._listeners: list[Callable[[WebJob], object]] = []
        self._process: JobProcess | None = None
        self._running: WebJob | None = None
        self._is_closed = False
        self._jobs = {job.id: job for job in self._stored()}
        self._thread = Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        return f"<JobQueue: {len(self._jobs)} jobs>"

    # What the page asks for.

    def all(self) -> list[WebJob]:
        """Return all jobs, newest first."""
        with self._changed:
            return sorted(self._jobs.values(), key=lambda job: -job.created)

    def get(self, number: str) -> WebJob:
        """Return a job by its id."""
        try:
            return self._jobs[number]
        except KeyError:
            raise NotFoundError(f"there is no job {number[:40]!r}") from None

    def add(self, kind: str, title: str, spec: dict[str, Any]) -> WebJob:
        """Queue a job."""
        with self._changed:
            unfinished = sum(not job.is_finished for job in self._jobs.values())
            if unfinished >= self._max_queued:
                raise BusyError(f"{unfinished} jobs are already waiting: cancel some first")
            job = WebJob(secrets.token_hex(6), kind, title, spec)
            self._store(job)
            self._jobs[job.id] = job
            changed = [job, *self._drop_oldest()]
            self._changed.notify_all()
        for each in changed:
            self._tell(each)
        return job

    def pause(self, number: str) -> WebJob:
        """Pause a job that runs; it keeps its memory."""
        return self._command(number, ("running",), "pause", "paused")

    def resume(self, number: str) -> WebJob:
        """Resume a paused job."""
        return self._command(number, ("paused",), "resume", "running")

    def stop(self, number: str) -> WebJob:
        """End a running job, and keep its results so far."""
        return self._command(number, ("running", "paused"), "stop", None)

    def cancel(self, number: str) -> WebJob:
        """End or dequeue a job, and drop its results."""
        job = self.get(number)
        with self._changed:
            if job.is_finished:
                raise BusyError(f"the job is {job.state} already")
            process = self._process if self._running is job else None
            self._set(job, "cancelled")
            if process is not None:
                process.kill()
        self._tell(job)
        return job

    def delete(self, number: str) -> None:
        """Remove a finished job from the list; its results stay in the library."""
        job = self.get(number)
        with self._changed:
            if not job.is_finished:
                raise BusyError(f"the job is {job.state}: cancel it first")
            self._forget(job)
        self._tell(job)

    def unfinished_names(self) -> list[str]:
        """Return the names under which unfinished jobs will save their results."""
        with self._changed:
            return [
                str(job.spec["name"])
                for job in self._jobs.values()
                if not job.is_finished and "name" in job.spec
            ]

    def unfinished(self, kind: str, name: str) -> WebJob | None:
        """Return the unfinished job of a kind that saves its result under a name."""
        with self._changed:
            for job in self._jobs.values():
                if not job.is_finished and job.kind == kind and job.spec.get("name") == name:
                    return job
        return None

    def listen(self, listener: Callable[[WebJob], object]) -> Callable[[], None]:
        """Call a function whenever a job changes; return a function that ends this."""
        with self._changed:
            self._listeners.append(listener)

        def end() -> None:
            with self._changed:
                self._listeners.remove(listener)

        return end

    def close(self) -> None:
        """End the running job so that it can be resumed, and stop the queue."""
        with self._changed:
            self._is_closed = True
            process = self._process
            self._changed.notify_all()
        if process is not None:
            process.orphan(_ENDING_SECONDS)
        self._thread.join(_ENDING_SECONDS)

    # Work.

    def _work(self) -> None:
        while True:
            with self._changed:
                job = self._next()
                while job is None and not self._is_closed:
                    self._changed.wait()
                    job = self._next()
                if self._is_closed or job is None:
                    return
                job.started = job.started or time.time()
                self._set(job, "running")
            self._tell(job)
            try:
                self._run(job)
            except Exception as error:  # the queue must continue after any failure
                _LOG.exception("job %s failed", job.id)
                with self._changed:
                    job.error = f"internal error: {type(error).__name__}"
                    self._set(job, "failed")
            self._tell(job)

    def _next(self) -> WebJob | None:
        waiting = [job for job in self._jobs.values() if job.state == "queued"]
        return min(waiting, key=lambda job: job.created, default=None)

    def _run(self, job: WebJob) -> None:
        with self._changed:
            if job.is_finished or self._is_closed:
                return
            process = self._process = JobProcess(job, self._folder)
            self._running = job
        try:
            for message in process.messages():
                with self._changed:
                    self._note(job, message)
                self._tell(job)
        finally:
            process.end()
            with self._changed:
                self._process = self._running = None
                self._remove_parts(job)
                if job.is_finished:  # cancelled, while it may have been writing
                    self._remove_files(job.id, keep_job=True)
                if self._is_closed and job.result is None and not job.is_finished:
                    self._set(job, "queued")  # to be resumed
                elif not job.is_finished:
                    if job.result is None and job.error is None:
                        job.error = self._without_folder(process.cause_of_death())
                    self._set(job, "failed" if job.error is not None else "done")

    def _note(self, job: WebJob, message: dict[str, Any]) -> None:
        job.progress = {**job.progress, **message.get("progress", {})}
        if "warning" in job.progress:
            job.progress["warning"] = self._without_folder(job.progress["warning"])
        if "point" in message:
            at, percent = message["point"]
            job.curve = [point for point in job.curve if point[0] < at]
            job.curve.append((int(at), float(percent)))
        job.result = message.get("result", job.result)
        if "error" in message:
            job.error = self._without_folder(message["error"])

    def _without_folder(self, text: str) -> str:
        """Return a message without the path of the library, which must not be shown."""
        return text.replace(f"{self._folder.parent}{os.sep}", "")

    def _command(
        self, number: str, states: tuple[State, ...], word: str, state: State | None
    ) -> WebJob:
        job = self.get(number)
        with self._changed:
            if job.state not in states or self._running is not job or self._process is None:
                raise BusyError(f"the job cannot {word} while it is {job.state}")
            self._process.send(word)
            if state is not None:
                self._set(job, state)
        self._tell(job)
        return job

    def _set(self, job: WebJob, state: State) -> None:
        job.state = state
        if state in FINISHED:
            job.finished = time.time()
            self._remove_files(job.id, keep_job=True)
        self._store(job)

    def _tell(self, job: WebJob) -> None:
        with self._changed:
            listeners = tuple(self._listeners)
        for listener in listeners:
            with contextlib.suppress(RuntimeError):  # a page that has just been closed
                listener(job)

    # Files.

    def _stored(self) -> list[WebJob]:
        jobs = []
        for path in self._folder.glob("*.job"):
            try:
                with reading(path.name):
                    job = WebJob.from_dict(json.loads(path.read_text(encoding="utf-8")))
                    if job.id != path.stem:
                        raise DamagedFileError(f"id must be {path.stem!r}, got {job.id!r}")
            except (OSError, InputError) as error:
                _LOG.warning("a job was skipped: %s", error)
                continue
            if not job.is_finished:
                job.state = "queued"
            jobs.append(job)
        return jobs

    def _store(self, job: WebJob) -> None:
        try:
            with replacing(self._folder / f"{job.id}.job") as file:
                file.write(json.dumps(job.to_dict()).encode())
        except (OSError, InputError) as error:  # such as a full disk: the job continues
            _LOG.warning("job %s could not be stored: %s", job.id, error)

    def _remove_files(self, number: str, *, keep_job: bool) -> None:
        for path in self._folder.glob(f"{number}.*"):
            if not (keep_job and path.suffix == ".job"):
                path.unlink(missing_ok=True)

    def _remove_parts(self, job: WebJob) -> None:
        """Remove the unfinished files of a killed process."""
        remove_leftovers(self._folder / f"{job.id}.checkpoint")
        if "file" in job.spec:
            remove_leftovers(Path(job.spec["file"]))

    def _drop_oldest(self) -> list[WebJob]:
        finished = [job for job in self._jobs.values() if job.is_finished]
        finished.sort(key=lambda job: job.created)
        oldest = finished[: max(len(finished) - self._max_kept, 0)]
        for job in oldest:
            self._forget(job)
        return oldest

    def _forget(self, job: WebJob) -> None:
        job.state = "deleted"
        self._jobs.pop(job.id, None)
        self._remove_files(job.id, keep_job=False)
