"""Agents in separate processes, with limits on time and memory.

An agent in the process of its match cannot be stopped while it decides, and can use up all memory.
An agent in a separate process only loses the decision: `ProcessAgent` raises AgentError and ends
the process, and a new agent in a new process makes the next decision.

This protects a match from mistakes. It is not a sandbox: the process has all rights of its user.
"""

from __future__ import annotations

import pickle
import signal
import sys
from contextlib import suppress
from time import perf_counter
from typing import Any

from fifthstreet.agents.agent import BaseAgent, HandResult, accepts_arguments
from fifthstreet.agents.answers import AgentError
from fifthstreet.agents.messages import MAX_ANSWER_BYTES, action_from, answer_from, packed
from fifthstreet.agents.process_child import OUT_OF_MEMORY, AgentSource, serve
from fifthstreet.errors import InputError
from fifthstreet.game import Action, Event, SeatView, Terms, one_line
from fifthstreet.game.variants import Poker
from fifthstreet.support.child_process import ChildProcess, end_children

SECONDS_PER_DECISION = 10.0
MAX_RESTARTS = 10
_START_SECONDS = 120.0  # until a process is ready; it imports modules and creates the agent
_STOP_SECONDS = 2.0  # for a process to end by itself
_MAX_NOTICES = 100_000  # kept for the next decision; further ones are dropped


class ProcessAgent(BaseAgent):
    """An agent in a separate process.

    `source` is the text of an agent, as for `create_agent`, a function of a view, or a function
    without arguments (or a class) that creates an agent; another process must be able to import it.
    Time is wall-clock time from the request to the answer, without the start of a process.
    `memory_mb` is the limit on top of an empty process: on Linux, allocating more fails; on macOS,
    the process is ended shortly after; on Windows, no limit is possible.

    Observations are sent with the next decision. An agent that raises an error continues to play.
    One that is late, dies or uses too much memory is replaced, up to `max_restarts` times; then it
    loses every decision. So does an agent whose `seconds_per_match` are used up.

    >>> with ProcessAgent("random", seconds_per_decision=2) as agent:
    ...     agent.learns
    False
    """

    def __init__(
        self,
        source: AgentSource,
        *,
        seconds_per_decision: float | None = SECONDS_PER_DECISION,
        seconds_per_match: float | None = None,
        memory_mb: float | None = None,
        max_restarts: int = MAX_RESTARTS,
    ) -> None:
        """Set the limits; None means no limit. The process is started when it is needed."""
        for name, value in (
            ("seconds_per_decision", seconds_per_decision),
            ("seconds_per_match", seconds_per_match),
            ("memory_mb", memory_mb),
        ):
            if value is not None and not 0 < value < float("inf"):
                raise InputError(f"{name} must be a number above 0, got {value}")
        if memory_mb is not None and sys.platform == "win32":
            raise InputError("memory_mb cannot be limited on Windows")
        if not isinstance(source, str) and not any(
            callable(source) and accepts_arguments(source, count) for count in (0, 1)
        ):
            raise InputError(
                "source must be the text of an agent, a function of a view, or a function without "
                f"arguments that creates an agent, got {source!r}"
            )
        try:
            pickle.dumps(source)
        except Exception as error:  # anything may happen in a user's object
            raise InputError(
                f"source must be the text of an agent, or a function or class of a module, got "
                f"{source!r}: {error}"
            ) from None
        self.seconds_per_decision = seconds_per_decision
        self.seconds_per_match = seconds_per_match
        self.memory_mb = memory_mb
        self.max_restarts = max_restarts
        self.seconds_used = 0.0
        self.restart_count = 0
        self._source = source
        self._process: ChildProcess | None = None
        self._terms: list[Terms] = []  # sent to the process so far
        self._number = 0  # of the latest request
        self._told: tuple[str, ...] = ()  # methods that receive events and results
        self._keeps_seats = False
        self._notices: list[tuple[str, Any]] = []
        self._errors: list[tuple[str, str]] = []  # of observing

    def __enter__(self) -> ProcessAgent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def learns(self) -> bool:
        """Whether the agent observes events or the results of hands."""
        self._started()
        return bool(self._told)

    @property
    def keeps_seats(self) -> bool:  # type: ignore[override]  # only its process knows
        """Whether the players must sit in the same order in all hands of a session."""
        self._started()
        return self._keeps_seats

    def decide(self, view: SeatView) -> Action:
        """Return the agent's answer, legal or not; AgentError if there is none."""
        left = self._seconds_left()
        self._started()
        notices, self._notices = self._notices, []
        limit = self.seconds_per_decision
        if left is not None:
            limit = left if limit is None else min(limit, left)
        start = perf_counter()
        try:
            data = self._asked("decide", (notices, view), limit)
        finally:
            self.seconds_used += perf_counter() - start
        try:
            view.random.move_to(data["random"])
            self._errors += [(str(kind), one_line(str(text))) for kind, text in data["errors"]]
            answer: Action = action_from(data) if "error" not in data else _raised(data)
        except (KeyError, TypeError, ValueError) as error:
            raise self._broken(error) from None
        return answer

    def observe(self, event: Event) -> None:
        """Pass an event to the agent with the next decision."""
        self._notice("observe", event)

    def hand_over(self, result: HandResult) -> None:
        """Pass a result to the agent with the next decision."""
        self._notice("hand_over", result)

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the agent cannot be created or does not play a game."""
        try:
            self._started()
            data = self._asked("check", game, _START_SECONDS)
        except AgentError as error:
            raise InputError(str(error)) from None
        if "error" in data:
            raise InputError(one_line(str(data.get("refusal") or data.get("message"))))

    def renew(self) -> None:
        """Start again with a new agent and full limits."""
        self.seconds_used = 0.0
        self.restart_count = 0
        self._notices, self._errors = [], []
        if self._process is not None:
            try:
                self._create()
            except AgentError:
                self._end()

    def close(self) -> None:
        """Pass the remaining events and results to the agent, and end its process."""
        if self._process is not None:
            with suppress(OSError, ValueError):
                self._send(self._process, ("stop", 0, None, self._notices), _STOP_SECONDS)
                limit = self.seconds_per_decision or _STOP_SECONDS
                self._process.exit_code(
                    min(limit, _STOP_SECONDS) if self._notices else _STOP_SECONDS
                )
        self._notices = []
        self._end()

    def _notice(self, name: str, argument: Any) -> None:
        if self._is_lost() or len(self._notices) >= _MAX_NOTICES:
            return
        self._started()
        if name in self._told:
            self._notices.append((name, argument))
        if self._errors:
            raise AgentError(*self._errors.pop(0))

    def _seconds_left(self) -> float | None:
        if self.seconds_per_match is None:
            return None
        left = self.seconds_per_match - self.seconds_used
        if left <= 0:
            self._end()
            raise AgentError("time", f"all {self.seconds_per_match:g} s of the match are used up")
        return left

    def _is_lost(self) -> bool:
        """Return whether all further decisions are lost."""
        if self._process is None and self.restart_count > self.max_restarts:
            return True
        return self.seconds_per_match is not None and self.seconds_used >= self.seconds_per_match

    def _started(self) -> None:
        """Start a process if there is none; AgentError if that fails or exceeds the restarts."""
        if self._process is not None:
            return
        if self.restart_count > self.max_restarts:
            raise AgentError("error", f"ended {self.restart_count} times; not started again")
        try:
            self._process = ChildProcess(serve, self._source, self.memory_mb, is_isolated=True)
        except (OSError, AssertionError) as error:  # daemons may not start processes
            raise AgentError("error", f"cannot be started: {error}") from None
        self._terms = []
        self._create()

    def _create(self) -> None:
        data = self._asked("create", None, _START_SECONDS)
        if "error" in data:
            self.restart_count += 1
            self._end()
            message = one_line(str(data.get("refusal") or data.get("message")))
            raise AgentError(str(data["error"]), message)
        self._told = tuple(map(str, data.get("told", ())))
        self._keeps_seats = bool(data.get("keeps_seats"))

    def _send(self, process: ChildProcess, message: Any, seconds: float | None) -> None:
        process.channel.send(packed(message, self._terms), seconds)

    def _asked(self, name: str, argument: Any, seconds: float | None) -> dict[str, Any]:
        """Return the answer to a request; end the process and raise AgentError if there is none."""
        process = self._process
        assert process is not None
        self._number += 1
        try:
            start = perf_counter()
            self._send(process, (name, self._number, seconds, argument), seconds)
            left = None if seconds is None else max(0.0, seconds - (perf_counter() - start))
            data = answer_from(process.channel.receive(left, MAX_ANSWER_BYTES))
            if data.get("number") != self._number:
                raise InputError("reply does not match the current request")
        except TimeoutError:
            self._restart()
            raise AgentError("time", f"no answer within {seconds:.3g} s") from None
        except (EOFError, OSError):
            raise self._died() from None
        except (ValueError, RecursionError) as error:
            raise self._broken(error) from None
        except BaseException:  # an interrupt; the answer may still come later
            self._end()
            raise
        if data.get("error") == "memory":  # the agent may be in any state
            self._restart()
        return data

    def _died(self) -> AgentError:
        assert self._process is not None
        code = self._process.exit_code(_STOP_SECONDS)
        self._restart()
        if code == OUT_OF_MEMORY:
            return AgentError("memory", f"used more than {self.memory_mb:g} MB of memory")
        if code is not None and code < 0:
            with suppress(ValueError):
                return AgentError("error", f"ended by {signal.Signals(-code).name}")
        return AgentError("error", f"ended with exit code {code}")

    def _broken(self, error: Exception) -> AgentError:
        self._restart()
        return AgentError("error", f"its process sent an invalid reply: {one_line(str(error))}")

    def _restart(self) -> None:
        """End the process, and count a restart."""
        self._end()
        self.restart_count += 1

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            end_children([process])


def _raised(data: dict[str, Any]) -> Any:
    try:
        raise AgentError(str(data["error"]), one_line(str(data["message"])))
    except AgentError as error:
        for line in str(data.get("traceback", "")).splitlines():
            error.add_note(" " * (len(line) - len(line.lstrip())) + one_line(line))
        raise
