"""Objects that stay on a worker, and are made again on another if it is lost."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Any

from fifthstreet.support.executors.executor import MAX_ATTEMPTS, Executor, Host, LostWorkerError
from fifthstreet.support.executors.jobs import Job, packed_call

_NUMBERS = count()  # of placed objects, in this driver
_OBJECTS: dict[str, Any] = {}  # in a worker, by name


class Placed:
    """An object on its own worker, whose methods are called in order.

    If the worker is lost, the object is made again on another one, and all calls that changed it
    are repeated. So its state, which may be large, must depend only on them, and is never sent.

    >>> from fifthstreet.support.executors import LocalExecutor
    >>> numbers = Placed(LocalExecutor(), list)
    >>> numbers.send("append", 5, changes=True)
    >>> numbers.receive()
    >>> numbers.call("count", 5)
    1
    """

    def __init__(
        self,
        executor: Executor,
        make: Callable[..., Any],
        *arguments: Any,
        cpus: int | None = None,
        gpus: int | None = None,
    ) -> None:
        """Make the object; CPUs and GPUs are reserved for it as for `Executor.host`."""
        self._executor, self._gpus = executor, gpus
        self._name = f"{next(_NUMBERS)}"
        self._changes = [packed_call(Job(self._name, _make, (self._name, make, arguments)))]
        self._pending: deque[tuple[bytes, bool]] = deque()  # calls, and whether they change it
        self._host: Host = executor.host(cpus=cpus, gpus=gpus)
        self._unanswered = 1  # repeated calls whose outcomes are ignored
        self._host.send(self._changes[0])
        self.losses = self._losses_in_a_row = 0

    def send(self, method: str, *arguments: Any, changes: bool = False) -> None:
        """Call a method without waiting for its result."""
        packed = packed_call(Job(method, _call, (self._name, method, arguments)))
        self._pending.append((packed, changes))
        self._host.send(packed)

    def receive(self) -> Any:
        """Wait for the first call that has not been answered, and return its result."""
        while True:
            outcome = self._host.receive()
            if isinstance(outcome, str):
                self._make_again(outcome)
                continue
            if self._unanswered:
                self._unanswered -= 1
                if outcome.error is not None:
                    raise outcome.error
                continue
            packed, changes = self._pending.popleft()
            self._losses_in_a_row = 0
            if outcome.error is not None:
                raise outcome.error
            if changes:
                self._changes.append(packed)
            return outcome.result

    def call(self, method: str, *arguments: Any, changes: bool = False) -> Any:
        """Call a method and return its result."""
        self.send(method, *arguments, changes=changes)
        return self.receive()

    def close(self) -> None:
        """Delete the object."""
        self._host.close()
        _OBJECTS.pop(self._name, None)

    def _make_again(self, reason: str) -> None:
        """Start another worker and repeat all changes; LostWorkerError after several losses."""
        self.losses += 1
        self._losses_in_a_row += 1
        if self._losses_in_a_row == MAX_ATTEMPTS:
            raise LostWorkerError(
                f"an object lost {MAX_ATTEMPTS} workers, perhaps by its own fault: {reason}"
            )
        self._host.close()
        # The CPUs of a lost machine may not come back: it shares the CPUs of another worker.
        self._host = self._executor.host(cpus=0, gpus=self._gpus)
        self._unanswered = len(self._changes)
        for packed in self._changes:
            self._host.send(packed)
        for packed, _ in self._pending:
            self._host.send(packed)


def _make(name: str, make: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    _OBJECTS[name] = make(*arguments)


def _call(name: str, method: str, arguments: tuple[Any, ...]) -> Any:
    return getattr(_OBJECTS[name], method)(*arguments)
