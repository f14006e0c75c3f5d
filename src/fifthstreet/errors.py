"""Errors that the package raises on purpose.

A caller can cause an `InputError`, which is also a `ValueError`. The command-line program, the web
app and the arena turn errors of this hierarchy into messages. Any other exception is a bug and
shows its traceback.

>>> issubclass(InputError, ValueError), issubclass(DamagedFileError, InputError)
(True, True)
"""


class FifthstreetError(Exception):
    """Base class of the package's errors."""


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
