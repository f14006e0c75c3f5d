"""Errors of agents that give no answer, and their text."""

from __future__ import annotations

import os
import sysconfig
from functools import cache
from traceback import walk_tb

from fifthstreet.errors import FifthstreetError
from fifthstreet.game import one_line

MAX_FAILURE_LENGTH = 200  # characters
_MAX_PLACE_LENGTH = 100  # characters of the file and the line
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
_COMPILED = os.path.join("src", "fifthstreet", "")  # noqa: PTH118  # in frames of compiled modules


class AgentError(FifthstreetError):
    """An agent gave no answer, for example because it has used up its time."""

    def __init__(self, kind: str, message: str) -> None:
        """Set what went wrong: `error`, `time` or `memory`."""
        super().__init__(message)
        self.kind: str = kind


def error_text(error: BaseException) -> str:
    """Return the type and the message of an error in one line, even if its `str` raises.

    Args:
        error: What an agent raised.
    """
    try:
        message = str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:
        message = ""
    name = type(error).__name__
    return one_line(f"{name}: {message}" if message else name)


def failure_text(error: BaseException) -> str:
    """Return the type, the message and the place of an error in one line of limited length.

    Args:
        error: What an agent raised while it decided or observed. An `AgentError` has the place in
            its message, if there is one.
    """
    place = "" if isinstance(error, AgentError) else error_place(error)
    suffix = f" ({place})" if place else ""
    return error_text(error)[: MAX_FAILURE_LENGTH - len(suffix)] + suffix


def error_place(error: BaseException) -> str:
    """Return the file and the line at which an error left the agent's own code, like `bot.py:12`.

    Args:
        error: The last line outside of this package and of installed libraries counts; if there is
            none, the last line. Without a traceback, the place is empty.
    """
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    own = [frame for frame in frames if not frame[0].startswith(_library_folders())]
    if not frames:
        return ""
    file, line = (own or frames)[-1]
    here = os.path.join(os.getcwd(), "")  # noqa: PTH109, PTH118
    return one_line(f"{file.removeprefix(here)}:{line}")[-_MAX_PLACE_LENGTH:]


@cache
def _library_folders() -> tuple[str, ...]:
    paths = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    return (_PACKAGE, _COMPILED, "<", *(path for path in paths if path))
