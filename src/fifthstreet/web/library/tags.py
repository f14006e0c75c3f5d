"""Tags of the library's files, in a small file beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.support.storage import checked_types, reading, replacing

_VERSION = 1
_MAX_TAGS = 20  # of a file
_MAX_LENGTH = 40  # characters of a tag


class FileTags:
    """The tags of files by kind and name; the file is read and written as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._changing = Lock()

    def __repr__(self) -> str:
        return f"<FileTags: {sum(map(len, self.all().values()))} files>"

    def all(self) -> dict[str, dict[str, list[str]]]:
        """Return the tags of every file that has some, by kind and name."""
        try:
            with reading(self._path.name):
                data = checked_types(
                    json.loads(self._path.read_bytes()), {"version": int, "tags": dict}
                )
                kinds = checked_types(data["tags"], dict.fromkeys(data["tags"], dict))
                return {
                    kind: {
                        name: list(tags)
                        for name, tags in checked_types(
                            names, dict.fromkeys(names, tuple[str, ...])
                        ).items()
                    }
                    for kind, names in kinds.items()
                }
        except FileNotFoundError:
            return {}
        except (OSError, InputError):
            raise DamagedFileError(
                f"the file of tags cannot be read: repair or remove {self._path.name}"
            ) from None

    def of(self, kind: str, name: str) -> tuple[str, ...]:
        """Return the tags of a file."""
        return tuple(self.all().get(kind, {}).get(name, ()))

    def set(self, kind: str, name: str, tags: Iterable[str]) -> tuple[str, ...]:
        """Give a file other tags, and return them in order; without any, forget it."""
        chosen = tuple(sorted({" ".join(tag.split()) for tag in tags} - {""}, key=str.lower))
        if len(chosen) > _MAX_TAGS:
            raise InputError(f"tags must be at most {_MAX_TAGS}, got {len(chosen)}")
        for tag in chosen:
            if len(tag) > _MAX_LENGTH or "," in tag or not tag.isprintable():
                raise InputError(
                    f"a tag must have up to {_MAX_LENGTH} characters and no comma, got {tag[:80]!r}"
                )
        with self._changing:
            found = self.all()
            names = found.setdefault(kind, {})
            names.pop(name, None)
            if chosen:
                names[name] = list(chosen)
            with replacing(self._path) as file:
                file.write(json.dumps({"version": _VERSION, "tags": found}, indent=1).encode())
        return chosen

    def rename(self, kind: str, name: str, new_name: str) -> None:
        """Let the tags of a file follow its new name."""
        if tags := self.of(kind, name):
            self.set(kind, name, ())
            self.set(kind, new_name, tags)
