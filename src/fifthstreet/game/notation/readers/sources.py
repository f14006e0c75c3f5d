"""Where hands come from: a text, files, folders, zip files and the standard input.

Files are read in pieces of some megabytes, so that memory does not depend on their size.
"""

from __future__ import annotations

import sys
import zipfile
import zlib
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import IO, TypeAlias

from fifthstreet.errors import DamagedFileError, InputError

HandSource: TypeAlias = str | Path | Iterable[Path]

# Names of files with hands end like this; the other files of a folder are not read.
SUFFIXES = (".txt", ".log", ".xml", ".phh", ".phhs", ".ohh", ".json", ".hh")
STANDARD_INPUT = Path("-")
MAX_FILE_BYTES = 1 << 32  # unpacked
MAX_LINE = 1 << 26  # bytes or characters
MAX_COMPRESSION = 250  # logs are compressed to a tenth; only made-up data to a hundredth
_FREELY_COMPRESSED = 1 << 20  # bytes up to which any compression is accepted
_BLOCK = 1 << 20  # bytes read at a time
_MAX_NAME = 4_096  # characters of the name of a file
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, repr=False)
class TextSource:
    """A text that can be read, its name (empty if it needs none) and its size.

    `read` yields whole lines, in texts of about a megabyte; only the last line may lack its end.
    """

    name: str
    size: int
    read: Callable[[], Iterator[str]]

    def __repr__(self) -> str:
        return f"<TextSource {self.name!r}: {self.size} bytes>"


def text_sources(source: HandSource) -> list[TextSource]:
    """List the texts of a source: a text, a file, a folder, a zip file, or several paths.

    A text of one line that is the name of a file stands for the file, and `-` for the standard
    input.
    """
    if isinstance(source, str):
        text = source
        if not _is_name(text):
            return [TextSource("", len(text), lambda: iter((_normalised(text),)))]
        source = Path(text)
    if isinstance(source, Path):
        if source.is_file() and not _is_zip(source):
            return [_file(source, "")]
        if _is_zip(source) and source.is_file():
            return list(_members(source, ""))
        return list(_named(source))
    return [each for path in source for each in _named(path)]


def _is_name(text: str) -> bool:
    """Return whether a text is the name of a file or folder; InputError if that is missing."""
    if "\n" in text or not 0 < len(text) <= _MAX_NAME or "=" in text:
        return False
    try:
        if text == str(STANDARD_INPUT) or Path(text).exists():
            return True
    except (OSError, ValueError):  # too long, or not a name at all
        return False
    if Path(text).suffix.lower() in (*SUFFIXES, ".zip"):
        raise InputError(f"hands must be a text or an existing file, got the name {text!r}")
    return False


def _named(path: Path) -> Iterator[TextSource]:
    """Yield the texts at a path, each with a name."""
    if path == STANDARD_INPUT:
        yield TextSource("", 0, lambda: _texts(sys.stdin.buffer))
    elif path.is_dir():
        try:
            members = sorted(path.rglob("*"))
        except OSError as error:  # such as a folder that is removed meanwhile
            raise InputError(f"{path} cannot be read: {error.strerror}") from None
        for member in members:
            name = str(member.relative_to(path))
            if member.suffix.lower() in SUFFIXES and not member.is_dir():
                yield _file(member, name)
            elif _is_zip(member) and member.is_file():
                yield from _members_or_error(member, name, f"{name}/")
    elif _is_zip(path) and path.is_file():
        yield from _members_or_error(path, path.name, "")
    else:
        yield _file(path, path.name)


def _is_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip"


def _file(path: Path, name: str) -> TextSource:
    """Return a file as a source; what is wrong with it is an error when it is read."""
    facts = path.stat()
    if not S_ISREG(facts.st_mode):
        return _refused(name, "it is not a regular file")
    if facts.st_size > MAX_FILE_BYTES:
        return _refused(name, _too_large(facts.st_size))
    return TextSource(name, facts.st_size, lambda: _file_texts(path))


def _file_texts(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            yield from _texts(file)
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror or error}") from error


def _refused(name: str, reason: str) -> TextSource:
    def read() -> Iterator[str]:
        raise InputError(reason)

    return TextSource(name, 0, read)


def _too_large(size: int) -> str:
    return f"a file must have at most {MAX_FILE_BYTES:,} bytes, got {size:,}"


class _Archive:
    """A zip file, opened when its first member is read and closed after the last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._unread = 0
        self._archive: zipfile.ZipFile | None = None

    def texts(self, member: zipfile.ZipInfo) -> Iterator[str]:
        """Yield the texts of a member."""
        try:
            if self._archive is None:
                self._archive = zipfile.ZipFile(self._path)
            with closing(self._archive.open(member)) as file:
                yield from _texts(file)
        except (
            *(zipfile.BadZipFile, zlib.error, EOFError, OSError),
            *(RuntimeError, NotImplementedError),  # an encrypted or unusually compressed member
        ) as error:
            name = member.filename
            raise DamagedFileError(f"{name} cannot be unpacked: {error}") from error
        finally:
            self._unread -= 1
            if not self._unread and self._archive is not None:
                self._archive.close()
                self._archive = None

    def sources(self, prefix: str) -> list[TextSource]:
        """List the members with hands; `prefix` begins their names."""
        with zipfile.ZipFile(self._path) as archive:
            members = sorted(archive.infolist(), key=lambda member: member.filename)
        found = []
        for member in members:
            if member.is_dir() or Path(member.filename).suffix.lower() not in SUFFIXES:
                continue
            name = prefix + member.filename
            if reason := _member_problem(member):
                found.append(_refused(name, reason))
            else:
                self._unread += 1
                found.append(TextSource(name, member.file_size, partial(self.texts, member)))
        return found


def _member_problem(member: zipfile.ZipInfo) -> str:
    """Return why a member is not unpacked, or an empty text."""
    size = member.file_size  # no more than this is ever unpacked
    if size > MAX_FILE_BYTES:
        return _too_large(size)
    if size > max(_FREELY_COMPRESSED, MAX_COMPRESSION * member.compress_size):
        return (
            f"a compressed file must have at most {MAX_COMPRESSION} times its compressed size, got "
            f"{size:,} bytes in {member.compress_size:,}"
        )
    return ""


def _members(path: Path, prefix: str) -> list[TextSource]:
    try:
        return _Archive(path).sources(prefix)
    except zipfile.BadZipFile as error:
        raise DamagedFileError(f"{path.name} is not a zip file: {error}") from error


def _members_or_error(path: Path, name: str, prefix: str) -> list[TextSource]:
    """Like `_members`, but what is wrong with the archive does not affect other sources."""
    try:
        return _members(path, prefix)
    except DamagedFileError as error:
        return [_refused(name, str(error))]


def _texts(file: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a file, many at a time, in whichever encoding it is.

    InputError if it is not text.
    """
    start = file.read(_BLOCK)
    if start.startswith(_UTF16_MARKS):
        decoder = getincrementaldecoder("utf-16")(errors="replace")
        rest = ""
        for block in _blocks(start, file):
            lines, newline, rest = (rest + decoder.decode(block)).rpartition("\n")
            _check_line(rest)
            yield _normalised(lines + newline)
        yield _normalised(rest)
        return
    left = b""
    for block in _blocks(start, file):
        if b"\0" in block:
            raise InputError("it is not a text file")
        whole, end, left = (left + block).rpartition(b"\n")
        _check_line(left)
        yield _decoded(whole + end)
    yield _decoded(left)


def _blocks(start: bytes, file: IO[bytes]) -> Iterator[bytes]:
    size = 0
    while start:
        size += len(start)
        if size > MAX_FILE_BYTES:  # from the standard input, or in a file that grows
            raise InputError(_too_large(size))
        yield start
        start = file.read(_BLOCK)


def _check_line(line: bytes | str) -> None:
    if len(line) > MAX_LINE:
        raise InputError(f"a line must have at most {MAX_LINE:,} characters")


def _decoded(data: bytes) -> str:
    try:
        return _normalised(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _normalised(data.decode("cp1252", errors="replace"))  # of older clients


def _normalised(text: str) -> str:
    return text.replace("\ufeff", "").replace("\r\n", "\n")
