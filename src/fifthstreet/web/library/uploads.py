"""Files on their way into the library, sent in pieces and checked at the end."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from threading import Lock

from fifthstreet.arena import load_match
from fifthstreet.errors import BusyError, DamagedFileError, InputError, NotFoundError
from fifthstreet.review import load_blueprint
from fifthstreet.solvers.postflop import load_flops, open_solution
from fifthstreet.solvers.search.preflop import open_preflop
from fifthstreet.views import check_file
from fifthstreet.web.library.folder import Folder, check_name, without_path

_REFUSED = re.compile(r"[^A-Za-z0-9 ._+-]")
_MAX_UPLOADS = 8  # at the same time
_SPARE = 100_000_000  # bytes of the disk that stay free
_OPENERS: dict[str, Callable[[Path], object]] = {
    "solution": open_solution,
    "flops": load_flops,
    "match": load_match,
    "preflop": open_preflop,
    "blueprint": load_blueprint,
}


@dataclass
class Upload:
    """A file that is being sent."""

    id: str
    kind: str
    name: str  # that it should have in the library
    bytes: int
    path: Path
    received: int = 0


class Uploads:
    """The files that are being sent; what is unfinished is forgotten when the server ends."""

    def __init__(self, path: Path, folders: Mapping[str, Folder]) -> None:
        self._path = path
        self._folders = folders
        self._open: dict[str, Upload] = {}
        self._changing = Lock()
        shutil.rmtree(path, ignore_errors=True)

    def __repr__(self) -> str:
        return f"<Uploads: {len(self._open)} files>"

    def begin(self, file_name: str, size: int) -> Upload:
        """Begin to receive a file; InputError if its name is not of a kind of the library."""
        name, _, suffix = file_name.rpartition(".")
        if suffix not in self._folders:
            kinds = ", ".join(folder.suffix for folder in self._folders.values())
            raise InputError(f"the file must end in {kinds}, got {file_name[:100]!r}")
        self._path.mkdir(parents=True, exist_ok=True)
        if size + _SPARE > shutil.disk_usage(self._path).free:
            raise BusyError("the disk of the library is full")
        with self._changing:
            if len(self._open) >= _MAX_UPLOADS:
                raise BusyError(f"{_MAX_UPLOADS} files are already being sent")
            number = token_hex(8)
            path = self._path / f"{number}.{suffix}"
            upload = Upload(number, suffix, _usable(name), size, path)
            path.touch()
            self._open[number] = upload
        return upload

    def add(self, number: str, offset: int, piece: bytes) -> Upload:
        """Add a piece to a file; BusyError if it is not the next one."""
        with self._changing:
            upload = self._get(number)
            if offset != upload.received:
                raise BusyError(f"offset must be {upload.received}, got {offset}")
            if upload.received + len(piece) > upload.bytes:
                raise InputError(f"the file must have {upload.bytes} bytes, got more")
            with upload.path.open("ab") as file:
                file.write(piece)
            upload.received += len(piece)
            return upload

    def finish(self, number: str) -> Upload:
        """Check a file and move it into the library under a free name; refuse a damaged one."""
        with self._changing:
            upload = self._get(number)
            if upload.received != upload.bytes:
                raise BusyError(f"{upload.bytes - upload.received} bytes are still missing")
            del self._open[number]
        try:
            _check(upload)
            folder = self._folders[upload.kind]
            upload.name = folder.free_name(upload.name)
            upload.path.rename(folder.new_file(upload.name))
        finally:
            upload.path.unlink(missing_ok=True)
        return upload

    def cancel(self, number: str) -> None:
        """Forget a file."""
        with self._changing:
            upload = self._get(number)
            del self._open[number]
        upload.path.unlink(missing_ok=True)

    def _get(self, number: str) -> Upload:
        if number not in self._open:
            raise NotFoundError(f"there is no upload {number!r}")
        return self._open[number]


def _check(upload: Upload) -> None:
    """Raise InputError unless a file is of its kind, and whole."""
    shown = f"{upload.name}.{upload.kind}"
    with without_path(upload.path, shown):
        _OPENERS[upload.kind](upload.path)
        if problems := check_file(upload.path).problems:
            raise DamagedFileError(f"{shown} is damaged: {problems[0]}")


def _usable(name: str) -> str:
    """Return a name for the library, without the characters that it cannot have."""
    trimmed = " ".join(_REFUSED.sub(" ", name).split())[:80].strip(" ._+-")
    try:
        return check_name(trimmed)
    except InputError:
        return "imported"
