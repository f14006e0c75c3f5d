"""Errors that the package raises on purpose.

A caller can cause an `InputError`, which is also a `ValueError`. The command-line program, the web
app and the arena turn errors of this hierarchy into messages. Any other exception is a bug and
shows its traceback.

>>> issubclass(InputError, ValueError), issubclass(DamagedFileError, InputError)
(True, True)
"""

MAX_MESSAGE = 1_000  # characters


def short_message(message: str, limit: int = MAX_MESSAGE) -> str:
    """Return a message without its middle if it is long, because it quotes a long input.

    Args:
        message: What is wrong, the input, and often the reason.
        limit: Characters of the result at most.

    Returns:
        The beginning and the end of the message, or the whole message.

    >>> short_message("card must be a rank and a suit, got " + 10_000 * "x" + "'", 60)
    "card must be a rank and a su ... xxxxxxxxxxxxxxxxxxxxxxxxxx'"
    """
    if len(message) <= limit:
        return message
    end = (limit - 5) // 2
    return f"{message[: limit - 5 - end]} ... {message[-end:]}"


class FifthstreetError(Exception):
    """Base class of the package's errors.

    Long messages are shortened.
    """

    def __init__(self, *details: object) -> None:
        if details and isinstance(details[0], str):
            details = (short_message(details[0]), *details[1:])
        super().__init__(*details)


class InputError(FifthstreetError, ValueError):
    """Invalid input; the message states what must hold and what was given."""


class DamagedFileError(InputError):
    """A file that is incomplete, altered, or of another kind or version."""


class NotEnoughMemoryError(InputError, MemoryError):
    """A task that needs more memory or disk space than is available."""


class NotFoundError(InputError):
    """A name without a file, job, solution or other object behind it."""


class BusyError(InputError, RuntimeError):
    """A request that conflicts with the current state, such as a file that is being written."""


class MissingLibraryError(InputError, ImportError):
    """An optional library that is not installed; the message names the extra to install."""
