"""Errors of agents that give no answer, and their text."""

from __future__ import annotations

from fifthstreet.errors import FifthstreetError
from fifthstreet.game import one_line


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
