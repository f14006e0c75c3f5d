"""Jobs: what is sent to a worker, and what comes back."""

from __future__ import annotations

import os
import pickle
import platform
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from fifthstreet.errors import InputError


@dataclass(frozen=True)
class Job:
    """A call that a worker can make: a function of a module, and plain arguments.

    The key names the job. A job may be run again if its worker is lost, so it should return the
    same result every time and leave nothing behind that changes a second run.
    """

    key: Hashable
    call: Callable[..., Any]
    arguments: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Finished:
    """The result of a job."""

    key: Hashable
    result: Any
    seconds: float  # that the worker spent on it
    worker: str  # its machine and process
    attempts: int = 1  # how often the job was started


@dataclass(frozen=True)
class Outcome:
    """What a worker sends back: a result, or the error that the call has raised."""

    result: Any
    error: BaseException | None
    seconds: float
    worker: str


def perform(call: Callable[..., Any], arguments: tuple[Any, ...]) -> Outcome:
    """Make a call and return its outcome; an error is returned, not raised.

    >>> perform(divmod, (7, 2)).result, perform(divmod, (7, 0)).error
    ((3, 1), ZeroDivisionError('integer division or modulo by zero'))
    """
    start = perf_counter()
    result, error = None, None
    try:
        result = call(*arguments)
    except BaseException as raised:  # also KeyboardInterrupt, which the job has raised itself
        error = raised
    return Outcome(result, error, perf_counter() - start, worker_name())


def worker_name() -> str:
    """Return the machine and the process id."""
    return f"{platform.node()}:{os.getpid()}"


def packed_call(job: Job) -> bytes:
    """Return a job's call as bytes; InputError if it cannot be sent to another process."""
    try:
        return pickle.dumps((job.call, job.arguments), pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"job {job.key!r} must be a function of a module with plain arguments, to be sent to a "
            f"worker ({error})"
        ) from None


def perform_packed(packed: bytes | bytearray) -> bytes:
    """Make a call that `packed_call` has packed; return its outcome as bytes."""
    outcome = perform(_unpack_and_call, (packed,))
    try:
        sent = pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
        pickle.loads(sent)  # some exceptions are pickled, but cannot be read
    except Exception as problem:
        error = outcome.error
        text = f"the result of a job cannot be sent: {problem}"
        if error is not None:
            text = "".join(traceback.format_exception_only(error)).strip()
        kind = InputError if isinstance(error, InputError) else ValueError
        plain = Outcome(None, kind(text), outcome.seconds, outcome.worker)
        return pickle.dumps(plain, pickle.HIGHEST_PROTOCOL)
    return sent


def _unpack_and_call(packed: bytes | bytearray) -> Any:
    call, arguments = pickle.loads(packed)
    return call(*arguments)
