"""Keep work elsewhere if it cannot be saved to its file."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fifthstreet.errors import InputError
from fifthstreet.support.storage.atomic import previous_file
from fifthstreet.support.storage.cache import cache_folder

Result = TypeVar("Result")
_MAX_NAME = 80  # characters


class NotSavedError(InputError):
    """A file could not be written; the message names where it was kept and how to move it."""

    def __init__(self, reason: str, kept: Path | None) -> None:
        self.problem = reason
        self.kept = kept
        advice = ""
        if kept is None:
            self.problem += "; it could not be kept elsewhere either"
        else:
            self.problem += f"; it was kept as {kept}"
            advice = f"; move it to another folder: {_moving_command(kept)}"
        super().__init__(self.problem + advice)


def save_or_keep(
    path: str | os.PathLike[str], write: Callable[[Path], Result], *, name: str = ""
) -> Result:
    """Call `write` with a path; if it fails, keep the file elsewhere and raise NotSavedError.

    The file is kept in the user's cache or in the folder for temporary files. It gets the name of
    `path`, or `name`.
    """
    try:
        return write(Path(path))
    except (OSError, ValueError, MemoryError) as error:
        reason = failure_text(path, error)
    for make_folder in (_cache, _temporary):
        try:
            kept = _unused(make_folder(), name or Path(path).name)
            write(kept)
        except (OSError, ValueError, MemoryError):
            continue
        raise NotSavedError(reason, kept)
    raise NotSavedError(reason, None)


def load_or_previous(
    path: str | os.PathLike[str], load: Callable[[Path], Result]
) -> tuple[Result, str | None]:
    """Load a file, or the one that it replaced if it is damaged or missing.

    Return the result and, if it is from the previous file, a note.
    """
    try:
        return load(Path(path)), None
    except InputError as error:
        if not previous_file(path).is_file():
            raise
        reason = error
    previous = previous_file(path)
    try:
        return load(previous), f"{reason}; resumed from {previous}, which was saved before it"
    except InputError:
        raise reason from None


def failure_text(path: str | os.PathLike[str], error: Exception) -> str:
    """Describe why a file could not be written."""
    if isinstance(error, OSError):
        return f"{path} cannot be written: {error.strerror or error}"
    return str(error) or f"{path} cannot be written: out of memory"


def _moving_command(kept: Path) -> str:
    """Return the command that moves a file to a folder, and asks before it replaces another."""
    if sys.platform == "win32":
        return f'move /-Y "{kept}" FOLDER'
    return f"mv -i {shlex.quote(str(kept))} FOLDER"


def _cache() -> Path:
    folder = cache_folder() / "kept"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _temporary() -> Path:
    return Path(tempfile.mkdtemp(prefix="fifthstreet-"))


def _unused(folder: Path, name: str) -> Path:
    """Return a path in a folder that does not exist yet."""
    name = name[-_MAX_NAME:].lstrip(".") or "file"
    number, path = 1, folder / name
    while path.exists():
        number += 1
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
    return path
