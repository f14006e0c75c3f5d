"""The trash of the library: deleted files, which can be restored for some time."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from secrets import token_hex

from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.support.storage import checked_types, reading, replacing
from fifthstreet.web.library.folder import Folder

KEPT_DAYS = 30
_DAY = 24 * 3600.0  # seconds
_FACTS = "deleted.json"
_ID = re.compile(r"[0-9a-f]{16}")
_TYPES = {"kind": str, "name": str, "deleted": float, "tags": tuple[str, ...]}


@dataclass(frozen=True)
class TrashItem:
    """A deleted file."""

    id: str
    kind: str
    name: str
    deleted: float  # seconds since 1970
    bytes: int
    tags: tuple[str, ...] = ()


class Trash:
    """Deleted files, each in a folder of its own; old ones are removed for good."""

    def __init__(self, path: Path, folders: Mapping[str, Folder]) -> None:
        self._path = path
        self._folders = folders
        self.remove_old()

    def __repr__(self) -> str:
        return f"<Trash: {len(self.all())} files>"

    def all(self) -> list[TrashItem]:
        """Return the deleted files, newest first."""
        found = []
        for place in self._path.glob("*"):
            with suppress(NotFoundError):
                found.append(self.get(place.name))
        return sorted(found, key=lambda item: -item.deleted)

    def get(self, number: str) -> TrashItem:
        """Return a deleted file; NotFoundError if there is none."""
        place = self._path / number
        try:
            if not _ID.fullmatch(number):
                raise InputError(f"id must be 16 hexadecimal digits, got {number!r}")
            with reading(_FACTS):
                facts = checked_types(json.loads((place / _FACTS).read_bytes()), _TYPES)
                file = place / f"file{self._folders[facts['kind']].suffix}"
                return TrashItem(id=number, bytes=file.stat().st_size, **facts)
        except (OSError, InputError):
            raise NotFoundError(f"the trash has no file {number!r}") from None

    def add(self, kind: str, name: str, tags: tuple[str, ...] = ()) -> TrashItem:
        """Move a file of the library into the trash."""
        source = self._folders[kind].file(name)
        number = token_hex(8)
        place = self._path / number
        place.mkdir(parents=True)
        item = TrashItem(number, kind, name, time.time(), source.stat().st_size, tags)
        facts = {key: value for key, value in asdict(item).items() if key in _TYPES}
        with replacing(place / _FACTS) as file:
            file.write(json.dumps(facts).encode())
        source.rename(place / f"file{source.suffix}")
        return item

    def restore(self, number: str) -> TrashItem:
        """Move a file back; return it with its name, which is another one if its own is taken."""
        item = self.get(number)
        folder = self._folders[item.kind]
        name = folder.free_name(item.name)
        (self._path / number / f"file{folder.suffix}").rename(folder.new_file(name))
        shutil.rmtree(self._path / number, ignore_errors=True)
        return TrashItem(number, item.kind, name, item.deleted, item.bytes, item.tags)

    def remove(self, number: str) -> None:
        """Remove a file for good."""
        self.get(number)
        shutil.rmtree(self._path / number)

    def empty(self) -> None:
        """Remove all files for good."""
        shutil.rmtree(self._path, ignore_errors=True)

    def remove_old(self) -> None:
        """Remove files for good that were deleted more than `KEPT_DAYS` days ago."""
        for item in self.all():
            if item.deleted < time.time() - KEPT_DAYS * _DAY:
                self.remove(item.id)
