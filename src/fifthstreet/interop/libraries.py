"""Import libraries that may be absent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fifthstreet.errors import MissingLibraryError

EXTRA = "fifthstreet[interop]"


def required(module: str, library: str, *, install: str = EXTRA) -> Any:
    """Import a module of a library; MissingLibraryError says what to install if it is absent.

    >>> required("json", "a library of Python").loads("[1]")
    [1]
    """
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the library is there, but something that it needs is not
        raise MissingLibraryError(f'{library} is not installed; install "{install}"') from None
