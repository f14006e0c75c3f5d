"""A disk that loses power: what it may hold after any of the calls that were recorded.

Data and names are on disk for certain once the file, or the folder, was synced. Before that, any
part of them may be: each sector of each write, and each change of a name, alone.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512  # bytes that are written completely or not at all


@dataclass
class Content:
    """The bytes of a file: those that were synced, and the changes since."""

    synced: bytes = b""
    changes: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut off here

    def sync(self) -> None:
        """Keep all changes."""
        self.synced = self.after([[True] * _sectors(change) for change in self.changes])
        self.changes = []

    def drawn(self, chance: random.Random, share: float) -> bytes:
        """Return what may be on disk if each sector of a change is with this probability."""
        return self.after(
            [[chance.random() < share for _ in range(_sectors(change))] for change in self.changes]
        )

    def after(self, kept: list[list[bool]]) -> bytes:
        """Return the bytes with some sectors of the changes."""
        data = bytearray(self.synced)
        for (offset, written), flags in zip(self.changes, kept, strict=True):
            if written is None:
                if flags[0]:
                    data[:] = data[:offset].ljust(offset, b"\0")
                continue
            first = offset // SECTOR
            for index, is_kept in enumerate(flags):
                start = max((first + index) * SECTOR, offset)
                end = min((first + index + 1) * SECTOR, offset + len(written))
                if is_kept:
                    data.extend(bytes(max(end - len(data), 0)))
                    data[start:end] = written[start - offset : end - offset]
        return bytes(data)


def _sectors(change: tuple[int, bytes | None]) -> int:
    offset, written = change
    if written is None:
        return 1
    return (offset + len(written) - 1) // SECTOR - offset // SECTOR + 1


class Disk:
    """The files of a folder, after some of the lines of a recording."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[str, Content] = {}  # as the process sees them
        self._synced_names: dict[str, Content] = {}
        self._changes: list[list[tuple[str, Content | None]]] = []  # of names, since then
        self._open: dict[str, Content | None] = {}  # by number; None is the folder
        self.marks: list[str] = []

    def do(self, line: str) -> None:
        """Follow a line of a recording."""
        verb, _, rest = line.partition(" ")
        if verb == "mark":
            self.marks.append(rest)
        elif verb in ("open", "create", "folder"):
            number, _, path = rest.partition(" ")
            if verb == "create":
                self._change([(path, Content())])
            self._open[number] = None if verb == "folder" else self._names[path]
        elif verb == "copy":
            number, other = rest.split(" ")
            self._open[other] = self._open[number]
        elif verb in ("write", "truncate"):
            number, offset, *data = rest.split(" ")
            written = bytes.fromhex(data[0]) if data else None
            content = self._open[number]
            assert content is not None
            content.changes.append((int(offset), written))
        elif verb == "sync":
            self._sync(self._open[rest])
        elif verb in ("rename", "link"):
            old, new = rest.split("\t")
            content = self._names[old]
            removed: list[tuple[str, Content | None]] = [(old, None)] if verb == "rename" else []
            self._change([*removed, (new, content)])
        elif verb == "unlink":
            self._change([(rest, None)])
        else:
            assert verb == "close", line

    def _change(self, names: list[tuple[str, Content | None]]) -> None:
        self._changes.append(names)
        _apply(self._names, names)

    def _sync(self, content: Content | None) -> None:
        if content is not None:
            content.sync()
        else:
            self._synced_names = dict(self._names)
            self._changes = []

    def write(self, folder: Path, chance: random.Random, share: float) -> None:
        """Write what the disk may hold to an empty folder.

        `share` is the probability that a change which was not synced is on disk.
        """
        names = dict(self._synced_names)
        for change in self._changes:
            if chance.random() < share:
                _apply(names, change)
        # Two names of a file have the same bytes.
        drawn = {id(each): each.drawn(chance, share) for each in names.values()}
        for path, content in names.items():
            (folder / Path(path).relative_to(self._folder)).write_bytes(drawn[id(content)])


def _apply(names: dict[str, Content], change: list[tuple[str, Content | None]]) -> None:
    for path, content in change:
        if content is None:
            names.pop(path, None)
        else:
            names[path] = content
