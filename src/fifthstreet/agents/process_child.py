"""The process of an agent, which answers the requests of a match."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import sleep
from traceback import format_exception
from typing import Any, TypeAlias

from fifthstreet.agents.agent import (
    Action,
    Agent,
    AgentLike,
    BaseAgent,
    accepts_arguments,
    as_agent,
    check_plays,
)
from fifthstreet.agents.answers import error_text, failure_text
from fifthstreet.agents.messages import action_data, unpacked
from fifthstreet.agents.registry import create_agent
from fifthstreet.game import SeatView, Terms
from fifthstreet.support.child_process import Parent

OUT_OF_MEMORY = 77  # exit code
_MAX_ERROR_LENGTH = 1000  # characters
_MAX_TRACEBACK_LINES = 40
_MAX_ERRORS = 20  # of observing, sent with one answer
_MEMORY_CHECK = 0.05  # seconds
_ALARM_SLACK = 5.0  # seconds beyond the limit after which a process ends itself

AgentSource: TypeAlias = str | Callable[[], AgentLike] | Callable[[SeatView], Action]


def serve(match: Parent, source: AgentSource, memory_mb: float | None) -> None:
    """Answer the requests of a match until it sends `stop`."""
    _limit_memory(memory_mb)
    server = _Server(source)
    known: list[Terms] = []
    while True:
        name, number, seconds, argument = unpacked(match.receive(), known)
        if name == "stop":
            server.notice(argument)
            return
        has_alarm = seconds is not None and hasattr(signal, "setitimer")
        if has_alarm:  # by default, it ends the process in any state
            signal.setitimer(signal.ITIMER_REAL, seconds + _ALARM_SLACK)
        data = server.reply(name, argument)
        if has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        match.send(json.dumps({"number": number, **data}).encode())


class _Server:
    """An agent, and the answers to requests."""

    def __init__(self, source: AgentSource) -> None:
        self._source = source
        self._agent: Any = None
        self._errors: list[list[str]] = []

    def reply(self, name: str, argument: Any) -> dict[str, Any]:
        """Return the answer to a request as plain data; errors are answers, too."""
        try:
            if name == "create":
                return self._create()
            if name == "check":
                check_plays(self._agent, argument)
                return {}
            return self._decide(*argument)
        except BaseException as error:
            return _error_data(error)

    def _decide(self, notices: Iterable[tuple[str, Any]], view: SeatView) -> dict[str, Any]:
        self.notice(notices)
        try:
            data = action_data(self._agent.decide(view))
        except BaseException as error:
            data = _failure_data(error)
        errors, self._errors = self._errors[:_MAX_ERRORS], []
        return data | {"random": view.random.place, "errors": errors}

    def notice(self, notices: Iterable[tuple[str, Any]]) -> None:
        """Pass events and results to the agent; its errors are sent with the next answer."""
        for name, argument in notices:
            try:
                getattr(self._agent, name)(argument)
            except BaseException as error:
                data = _failure_data(error)
                self._errors.append([data["error"], data["message"]])

    def _create(self) -> dict[str, Any]:
        self._agent = _created(self._source)
        self._errors.clear()
        return {
            "told": [
                name
                for name in ("observe", "hand_over")
                if getattr(type(self._agent), name, None) not in (None, getattr(BaseAgent, name))
            ],
            "keeps_seats": getattr(type(self._agent), "keeps_seats", False) is True,
        }


def _created(source: Any) -> Agent:
    """Create an agent from its text or by calling `source`, unless that is a function of a view."""
    if isinstance(source, str):
        return create_agent(source)
    return as_agent(source() if accepts_arguments(source, 0) else source)


def _error_data(error: BaseException) -> dict[str, str]:
    kind = "memory" if isinstance(error, MemoryError) else "error"
    message = error_text(error)[:_MAX_ERROR_LENGTH]
    refusal = message.partition(": ")[2] if isinstance(error, ValueError) else ""
    return {"error": kind, "message": message, "refusal": refusal}


def _failure_data(error: BaseException) -> dict[str, str]:
    """Return what an agent raised while it played, with the place and the traceback."""
    if isinstance(error, MemoryError):  # there may be none left for a traceback
        return _error_data(error)
    lines: list[str] = []
    with suppress(BaseException):  # the text of an error may raise anything
        lines = "".join(format_exception(error)).splitlines()[-_MAX_TRACEBACK_LINES:]
    traceback = "\n".join(line[:_MAX_ERROR_LENGTH] for line in lines)
    return _error_data(error) | {"message": failure_text(error), "traceback": traceback}


def _limit_memory(memory_mb: float | None) -> None:
    """Limit the memory on top of what this process uses now; see `ProcessAgent`."""
    if memory_mb is None:
        return
    resident = _resident_bytes()
    _limit_data(memory_mb)
    if resident is not None:
        most = resident + memory_mb * 2**20
        Thread(target=_watch_memory, args=(most,), daemon=True).start()


def _watch_memory(max_bytes: float) -> None:
    """End this process when it uses too much memory."""
    while (_resident_bytes() or 0) <= max_bytes:
        sleep(_MEMORY_CHECK)
    os._exit(OUT_OF_MEMORY)


def _limit_data(memory_mb: float) -> None:
    """Make allocations beyond a limit fail, on Linux.

    The limit counts private writable memory, not reserved address space.
    """
    if sys.platform != "linux":
        return
    import resource

    used = _status_bytes("VmData")
    if used is not None:
        most = used + int(memory_mb * 2**20)
        _, allowed = resource.getrlimit(resource.RLIMIT_DATA)
        if allowed == resource.RLIM_INFINITY or most < allowed:
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _resident_bytes() -> int | None:
    """Return the memory in use on Linux, elsewhere the peak; None if unknown."""
    if sys.platform == "linux":
        return _status_bytes("VmRSS")
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _status_bytes(name: str) -> int | None:
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        return None
    return None
