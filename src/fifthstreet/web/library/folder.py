"""Named files of one kind in a folder of the library; names never lead anywhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fifthstreet.errors import BusyError, InputError, NotFoundError

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,78}[A-Za-z0-9_+-])?", re.ASCII)
# Device names of Windows, with anything after the first dot.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def check_name(name: str) -> str:
    """Return a name that is safe for a file everywhere; InputError for others.

    >>> check_name("BTN v BB, Jh8h5c")
    Traceback (most recent call last):
        ...
    fifthstreet.errors.InputError: name must be up to 80 letters, ..., got 'BTN v BB, Jh8h5c'
    """
    if not _is_name(name):
        accepted = "up to 80 letters, digits, spaces and . _ + -"
        raise InputError(f"name must be {accepted}, got {name[:100]!r}")
    return name


def _is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text)) and not _DEVICES.fullmatch(text)


def free_name(wanted: str, taken: Iterable[str]) -> str:
    """Return a name, with a number if it is taken.

    >>> free_name("flop", ["flop", "flop 2"])
    'flop 3'
    """
    names = {name.lower() for name in taken}
    number, name = 1, wanted
    while name.lower() in names:
        number += 1
        name = f"{wanted[:70].rstrip()} {number}"
    return name


Stamp = tuple[int, int]  # nanoseconds of the last change, bytes


def file_stamp(path: Path) -> Stamp:
    """Return a value that changes with the file."""
    state = path.stat()
    return state.st_mtime_ns, state.st_size


@contextmanager
def without_path(path: Path, name: str) -> Iterator[None]:
    """Replace the path in errors about a file by its name in the library."""
    try:
        yield
    except InputError as error:
        raise type(error)(str(error).replace(str(path), name)) from None


class Folder:
    """The files of one kind, by name."""

    def __init__(self, path: Path, suffix: str) -> None:
        self.path = path
        self.suffix = suffix
        path.mkdir(parents=True, exist_ok=True)

    def __repr__(self) -> str:
        return f"<Folder of {self.suffix} files>"

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        found = [
            path.name.removesuffix(self.suffix)
            for path in self.path.glob(f"*{self.suffix}")
            if path.is_file() and not path.is_symlink()
        ]
        return sorted((name for name in found if _is_name(name)), key=str.lower)

    def new_file(self, name: str) -> Path:
        """Return the path of a file that may or may not exist."""
        return self.path / f"{check_name(name)}{self.suffix}"

    def file(self, name: str) -> Path:
        """Return the path of a file; NotFoundError if there is none."""
        try:
            path = self.new_file(name)
        except InputError as error:
            raise NotFoundError(str(error)) from None
        if path.is_symlink() or not path.is_file():
            raise NotFoundError(f"there is no {self.suffix[1:]} {name!r}")
        return path

    def free_name(self, wanted: str, taken: Iterable[str] = ()) -> str:
        """Return a name that no file and none of the `taken` names has."""
        return free_name(check_name(wanted), [*self.names(), *taken])

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file; BusyError if the new name is taken."""
        path, target = self.file(name), self.new_file(new_name)
        if target.exists() and not target.samefile(path):
            raise BusyError(f"there is a {self.suffix[1:]} {new_name!r} already")
        path.rename(target)

    def delete(self, name: str) -> None:
        """Delete a file."""
        self.file(name).unlink()
