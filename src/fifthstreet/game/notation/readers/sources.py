"""Where hands come from: a text, files, folders, zip files and the standard input."""

from __future__ import annotations

import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from fifthstreet.errors import DamagedFileError, InputError

HandSource: TypeAlias = str | Path | Iterable[Path]

# Names of files with hands end like this; the other files of a folder are not read.
SUFFIXES = (".txt", ".log", ".xml", ".phh", ".phhs", ".ohh", ".json", ".hh")
STANDARD_INPUT = Path("-")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, repr=False)
class TextSource:
    """A text that can be read, its name (empty if it needs none) and its size."""

    name: str
    size: int
    read: Callable[[], str]

    def __repr__(self) -> str:
        return f"<TextSource {self.name!r}: {self.size} bytes>"


def text_sources(source: HandSource) -> list[TextSource]:
    """List the texts of a source: a text, a file, a folder, a zip file, or several paths.

    The path `-` stands for the standard input.
    """
    if isinstance(source, str):
        return [TextSource("", len(source), lambda: _normalised(source))]
    if isinstance(source, Path):
        if source.is_file() and not _is_zip(source):
            return [_file(source, "")]
        return list(_named(source))
    return [each for path in source for each in _named(path)]


def _named(path: Path) -> Iterator[TextSource]:
    """Yield the texts at a path, each with a name."""
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read()
        yield TextSource("", len(data), lambda: decoded(data))
    elif path.is_dir():
        for member in sorted(path.rglob("*")):
            if member.is_file():
                name = str(member.relative_to(path))
                if member.suffix.lower() in SUFFIXES:
                    yield _file(member, name)
                elif _is_zip(member):
                    yield from _members(member, f"{name}/")
    elif _is_zip(path):
        yield from _members(path, "")
    else:
        yield _file(path, path.name)


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip"


def _file(path: Path, name: str) -> TextSource:
    return TextSource(name, path.stat().st_size, lambda: decoded(path.read_bytes()))


def _members(path: Path, prefix: str) -> Iterator[TextSource]:
    try:
        with zipfile.ZipFile(path) as archive:
            members = sorted(archive.infolist(), key=lambda member: member.filename)
    except zipfile.BadZipFile as error:
        raise DamagedFileError(f"{path.name} is not a zip file: {error}") from error
    for member in members:
        if not member.is_dir() and Path(member.filename).suffix.lower() in SUFFIXES:
            read = partial(_read_member, path, member.filename)
            yield TextSource(prefix + member.filename, member.file_size, read)


def _read_member(path: Path, name: str) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            return decoded(archive.read(name))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        # A damaged, an encrypted or an unusually compressed member.
        raise DamagedFileError(f"{name} cannot be unpacked: {error}") from error


def decoded(data: bytes) -> str:
    """Return the text of a file, in whichever encoding it is; InputError if it is not text."""
    if data.startswith(_UTF16_MARKS):
        return _normalised(data.decode("utf-16", errors="replace"))
    if b"\0" in data:
        raise InputError("it is not a text file")
    try:
        return _normalised(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _normalised(data.decode("cp1252", errors="replace"))  # of older clients


def _normalised(text: str) -> str:
    return text.replace("\ufeff", "").replace("\r\n", "\n")
