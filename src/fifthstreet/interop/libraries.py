"""Import libraries that may be absent."""

from __future__ import annotations

from importlib import import_module
from typing import Any

EXTRA = "fifthstreet[interop]"


def required(module: str, library: str, *, install: str = EXTRA) -> Any:
    """Import a module of a library; ValueError that says what to install if it is absent.

    >>> required("no_such_module", "Nothing")
    Traceback (most recent call last):
        ...
    ValueError: Nothing is not installed; install "fifthstreet[interop]"
    """
    try:
        return import_module(module)
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise  # the library is there, but something that it needs is not
        raise ValueError(f'{library} is not installed; install "{install}"') from None
