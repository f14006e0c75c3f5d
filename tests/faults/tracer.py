"""Interrupts at chosen points of a program, among those at which Python handles signals."""

import dis
import signal
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import fifthstreet

PACKAGE = Path(fifthstreet.__file__).parent
HANDLING = ("RESUME", "CALL", "JUMP_BACKWARD")  # operations after which signals are handled


@cache
def _operations(code: CodeType) -> dict[int, str]:
    return {each.offset: each.opname for each in dis.get_instructions(code)}


@cache
def _is_inside(file_name: str, folders: tuple[str, ...]) -> bool:
    return file_name.startswith(folders)


class Tracer:
    """Sends Ctrl-C at points with certain numbers, counted from 1.

    Points are the entries of functions, the ends of calls and the ends of loops' bodies, in files
    of the package whose path begins with one of `parts`.
    """

    def __init__(self, *moments: int, parts: Iterable[str] = ("",)) -> None:
        self.moments = frozenset(moments)
        self.points = 0
        self.places: list[str] = []  # where signals were sent
        self._folders = tuple(f"{PACKAGE}/{part}" for part in parts)
        self._measuring: FrameType | None = None
        self._last: dict[FrameType, str] = {}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Follow an event of the interpreter."""
        if self._measuring is frame and event == "return":
            self._measuring = None
            return None
        if self._measuring or not _is_inside(frame.f_code.co_filename, self._folders):
            return self if self._measuring is frame else None
        if frame.f_code.co_name == "_measure":  # changes nothing, and has most points
            self._measuring = frame
            return self
        frame.f_trace_opcodes = True
        if event == "opcode":
            operation = _operations(frame.f_code)[frame.f_lasti]
            if self._last.get(frame, "RESUME").startswith(HANDLING):
                self.points += 1
                if self.points in self.moments:
                    self.places.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
                    signal.raise_signal(signal.SIGINT)
            self._last[frame] = operation
        elif event == "return":
            self._last.pop(frame, None)
        return self

    def forget(self) -> None:
        """Forget the frames, which keep their variables alive."""
        self._last.clear()
        self._measuring = None

    def run(self, act: Callable[[], object]) -> bool:
        """Call a function with interrupts; return whether one of them ended it."""
        before = sys.gettrace()  # a measurement of coverage
        sys.settrace(self)
        try:
            act()
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
            self.forget()
        return False
