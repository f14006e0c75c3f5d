"""Targets of written files, and the hidden files used beside them."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
from pathlib import Path

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.support.storage.handles import lock_handle

_MAX_NAME = 200  # bytes of a name, so that names of hidden files stay below the usual 255
_PART = ".part"
_YOUNG_PART = 60.0  # seconds; see `remove_leftovers`


def target_of(path: str | os.PathLike[str]) -> Path:
    """Return the file of a path, whether or not it exists; links are followed.

    InputError if it is something other than a regular file, such as a folder, a device or a pipe,
    or if it may not be written.
    """
    try:
        target = Path(os.path.realpath(path))
        # Not of the real path, which does not exist if the link is to an open pipe (/dev/stdout).
        mode = Path(path).stat().st_mode
    except FileNotFoundError:
        return target
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    if stat.S_ISDIR(mode):
        raise InputError(f"{path} must be a file to write, got a folder")
    if not stat.S_ISREG(mode):
        raise InputError(f"{path} must be a regular file to write")
    if not os.access(target, os.W_OK):
        raise InputError(f"{path} cannot be written: it is read-only")
    return target


def check_target(path: str | os.PathLike[str], size: int = 0) -> None:
    """Raise InputError if a file of `size` bytes cannot be written to a path.

    Its folder is tried by writing a hidden file, which is removed again, as are parts that earlier
    runs left behind when they were killed.
    """
    target = target_of(path)
    if not target.parent.is_dir():
        raise InputError(f"the file to write must be in an existing folder, got {str(path)!r}")
    remove_leftovers(target)
    part = part_of(target)
    try:
        part.touch(exist_ok=False)
        part.unlink()
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    free = min(shutil.disk_usage(target.parent).free, _file_size_limit())
    if size > free:
        raise NotEnoughMemoryError(
            f"not enough disk space for {path}: needs about {bytes_text(size)}, "
            f"{bytes_text(free)} available"
        )


def hidden_file(target: Path, ending: str) -> Path:
    """Return the name of a hidden file beside a target."""
    name = target.name
    if len(os.fsencode(name)) > _MAX_NAME:
        from hashlib import sha256  # takes 4 ms

        name = f"{name[:20]}-{sha256(os.fsencode(name)).hexdigest()[:16]}"
    return target.with_name(f".{name}{ending}")


def part_of(target: Path) -> Path:
    """Return a new name for the file that replaces a target once it is complete."""
    return hidden_file(target, f".{os.urandom(4).hex()}{_PART}")


def remove_leftovers(target: Path) -> None:
    """Remove parts of a target whose writers were killed.

    A writer holds a lock on its part. Windows does not remove files that are open; there, a part
    that is about to replace its target is recognised by its age.
    """
    start, end = (re.escape(text) for text in str(hidden_file(target, "\n").name).split("\n"))
    pattern = re.compile(f"{start}\\.[0-9a-f]{{8}}{re.escape(_PART)}{end}")
    try:
        parts = [part for part in target.parent.iterdir() if pattern.fullmatch(part.name)]
    except OSError:
        return
    for part in parts:
        try:
            facts = part.lstat()
            if not stat.S_ISREG(facts.st_mode):
                continue
            if sys.platform == "win32":
                if time.time() - facts.st_mtime > _YOUNG_PART:
                    part.unlink()
                continue
            handle = os.open(part, os.O_RDWR | os.O_NOFOLLOW)
            try:
                if lock_handle(handle):
                    part.unlink()
            finally:
                os.close(handle)
        except OSError:  # removed meanwhile, or of another user
            continue


def bytes_text(size: float) -> str:
    """Return a number of bytes as text, like `1.5 GB` or `12 MB`."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def is_full(error: OSError) -> bool:
    """Return whether an error means that a disk is full or does not work."""
    codes = ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "ENXIO")
    return error.errno in {getattr(errno, code, None) for code in codes}


def _file_size_limit() -> float:
    """Return the largest size of a file that the process may write."""
    if sys.platform == "win32":
        return float("inf")
    import resource

    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return float("inf") if limit == resource.RLIM_INFINITY else limit
