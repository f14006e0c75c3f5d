"""Tables of refusals: calls of the public interface, and the refusals that they get."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

from fifthstreet.errors import FifthstreetError, InputError
from tests.refusals.statements import Statement, raised_by

Call: TypeAlias = Callable[[], object]
# The function that refuses, a call that provokes it, a piece of the message; the class of the
# error if it is not InputError itself.
Row: TypeAlias = tuple[str, Call, str] | tuple[str, Call, str, type[FifthstreetError]]
# The rows of each module that refuses, by its path in the package.
Table: TypeAlias = dict[str, list[Row]]

_FOLDER = tempfile.TemporaryDirectory(prefix="refusals")
_NUMBERS = count()


def face(name: str) -> Any:
    """Return a package of fifthstreet by name, without types: rows pass wrong ones on purpose."""
    return importlib.import_module(f"fifthstreet.{name}".rstrip("."))


def new_path(name: str = "file") -> Path:
    """Return a path in a new temporary folder."""
    folder = Path(_FOLDER.name) / str(next(_NUMBERS))
    folder.mkdir()
    return folder / name


def new_file(content: str | bytes, name: str = "file") -> Path:
    """Write a temporary file and return its path."""
    path = new_path(name)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def without(library: str, call: Call) -> object:
    """Make a call as if a library were not installed."""
    hidden: dict[str, Any] = {
        name: None for name in sys.modules if name == library or name.startswith(f"{library}.")
    }
    with patch.dict(sys.modules, {library: None, **hidden}):
        return call()


def replaced(changes: dict[str, Any], call: Call) -> object:
    """Make a call while objects, named by their import paths, are replaced by others."""
    with ExitStack() as stack:
        for name, value in changes.items():
            stack.enter_context(patch(f"fifthstreet.{name}", value, create=name.endswith(".open")))
        return call()


def provoke(module: str, row: Row) -> tuple[list[Statement], str]:
    """Make the call of a row; return the refusals that it hits and what is wrong with the row."""
    function, call, message, wanted = row if len(row) == 4 else (*row, InputError)
    label = f"{module} {function} {message!r}"
    try:
        result = call()
    except Exception as error:
        hits = raised_by(error)
        named = [each for each in hits if (each.module, each.function) == (module, function)]
        if not named:
            return [], f"{label}: raised by {[*map(str, hits)]}: {error!r}"
        if type(error) is not wanted:
            return [], f"{label}: the class is {type(error).__name__}: {error}"
        if message not in str(error):
            return [], f"{label}: the message is {str(error)!r}"
        return named, ""
    return [], f"{label}: accepted, with the result {result!r:.200}"
