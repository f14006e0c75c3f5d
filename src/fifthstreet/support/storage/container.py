"""The file format: a prefix, a JSON header, and arrays that can be read in parts.

docs/reference/files.md describes it field by field. Every byte of a file is covered by a hash: the
prefix and the header by the hash in the prefix, each chunk of a section, with its padding, by one
of the section's hashes in the header. So the part of a file that is read can be verified without
reading the rest.
"""

from __future__ import annotations

import json
import os
import stat
import struct
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256, sha384
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.support.storage.open_files import OpenFile, untouched_bytes
from fifthstreet.support.storage.schema import reading
from fifthstreet.support.version import __version__

MAGIC = b"\x895TH\r\n\x1a\n"  # like PNG's, it reveals changed line endings
FORMAT_VERSION = 3
_OLDEST_VERSION = 2  # had one hash for each section
_ALIGNMENT = 64  # bytes; same as in memory, where the native core reads tables
_PREFIX = struct.Struct("<8sII48s")  # magic, version, size of the header, hash
_HASHED_PREFIX = 16  # bytes before the hash
_MAX_HEADER = 1 << 26
_MAX_KIND = 30  # characters of a kind of file that is named in an error
# Bytes of a section covered by one hash. To read the first node of a solution of 20 MB takes 5%
# longer than without hashes, with chunks of 1 MiB 13%.
_CHUNK = 1 << 18
_MAX_CHUNKS = 1 << 17  # in a file; the chunks of larger ones grow, so that headers stay small
_BLANK_HASH = "0" * 64  # as long as a hash in hexadecimal
_DTYPES = ("<f2", "<f4", "<f8", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8", "|u1")


@dataclass(frozen=True)
class Section:
    """The name, type, shape and place of an array in a file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int  # from the end of the header
    size: int  # bytes of the array; the section also has zeros up to the next multiple of 64
    chunk: int  # bytes covered by one hash
    hashes: tuple[str, ...]  # of the chunks; the last one may be shorter

    @property
    def end(self) -> int:
        """Offset of the first byte after the section."""
        return _aligned(self.offset + self.size)

    def fits(self, array: NDArray[Any]) -> bool:
        """Return whether an array has the section's type and shape."""
        return array.dtype.str == self.dtype and array.shape == self.shape

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Section:
        """Build from an entry of the header; InputError if it is inconsistent."""
        fields = dict(data)
        if "hash" in fields:  # in format 2
            whole = _aligned(fields["offset"] + fields["size"]) - fields["offset"]
            fields |= {"chunk": max(whole, 1), "hashes": [fields.pop("hash")] * (whole > 0)}
        section = cls(
            **{**fields, "shape": tuple(fields["shape"]), "hashes": tuple(fields["hashes"])}
        )
        numbers = (*section.shape, section.offset, section.size, section.chunk - 1)
        if (
            not isinstance(section.name, str)
            or not all(isinstance(number, int) and number >= 0 for number in numbers)
            or section.dtype not in _DTYPES
            or section.size != prod(section.shape) * np.dtype(section.dtype).itemsize
            or section.offset % _ALIGNMENT
            or len(section.hashes) != -(-(section.end - section.offset) // section.chunk)
        ):
            raise InputError(f"section {section.name!r} must have a valid type, place and size")
        return section


@dataclass(frozen=True)
class Container:
    """An open file. Its parts are read and verified chunk by chunk, each of them once.

    Readers get a copy in memory that matches its hash. So files that are cut off, changed or
    replaced while they are open cause errors, never crashes or wrong numbers.
    """

    path: Path
    kind: str
    package: str  # version of fifthstreet that wrote it
    facts: dict[str, Any]
    sections: dict[str, Section]
    start: int  # offset of the first section
    version: int  # of the format
    _file: OpenFile
    _memory: dict[str, NDArray[np.uint8]] = field(default_factory=dict)  # by section
    _verified: dict[str, set[int]] = field(default_factory=dict)  # chunks, by section

    def array(self, name: str) -> NDArray[Any]:
        """Return a section as a read-only array, after verifying its hash."""
        self.verify_part(name)
        return self.lazy_array(name)

    def lazy_array(self, name: str) -> NDArray[Any]:
        """Return a section as an array that is zero until `verify_part` has read its parts.

        Only parts that have been read take memory.
        """
        section = self._section(name)
        flat = self._bytes(section)[: section.size].view(section.dtype)
        flat.flags.writeable = False
        return flat.reshape(section.shape)

    def read(self, name: str) -> NDArray[Any]:
        """Return a section as a new array, after verifying its hash."""
        section = self._section(name)
        array = np.empty(section.shape, section.dtype)
        self.read_into(name, array)
        return array

    def read_into(self, name: str, array: NDArray[Any]) -> None:
        """Fill an array from its section after verifying the section's hash."""
        section = self._section(name)
        if not section.fits(array):
            raise DamagedFileError(
                f"{self.path}: {name} must be {array.dtype.str} of shape {array.shape}, got "
                f"{section.dtype} of shape {section.shape}"
            )
        filled = np.frombuffer(_bytes_of(array), np.uint8)
        for number in range(len(section.hashes)):
            first = number * section.chunk
            chunk = self._chunk(section, number)
            part = filled[first : first + len(chunk)]
            part[:] = chunk[: len(part)]  # without the padding at the end of the section

    def verify(self) -> None:
        """Read all of the file; DamagedFileError if a section was altered."""
        for section in self.sections.values():
            for number in range(len(section.hashes)):
                self._chunk(section, number)

    def damaged_parts(self) -> list[str]:
        """Read all of the file and name the altered chunks."""
        parts = []
        for section in self.sections.values():
            for number in range(len(section.hashes)):
                try:
                    self._chunk(section, number)
                except InputError:
                    first = self.start + section.offset + number * section.chunk
                    last = min(first + section.chunk, self.start + section.end)
                    parts.append(f"{section.name} (bytes {first:,} to {last:,})")
        return parts

    def verify_part(self, name: str, first: int = 0, last: int | None = None) -> None:
        """Read entries `first` to `last` of a section, by default all of them.

        Raise DamagedFileError if they were altered. A chunk is read and hashed once.
        """
        section = self._section(name)
        width = np.dtype(section.dtype).itemsize
        end = section.end - section.offset if last is None else last * width
        done = self._verified.setdefault(name, set())
        for number in range(first * width // section.chunk, -(-end // section.chunk)):
            if number in done:
                continue
            chunk = self._chunk(section, number)
            # Copied only now, so that other threads never see bytes that do not match the hash.
            at = number * section.chunk
            self._bytes(section)[at : at + len(chunk)] = chunk
            done.add(number)

    def _chunk(self, section: Section, number: int) -> NDArray[np.uint8]:
        """Read a chunk; DamagedFileError if it does not match its hash."""
        first = section.offset + number * section.chunk
        size = min(section.chunk, section.end - first)
        try:
            chunk = self._file.read(self.start + first, size)
        except OSError as error:
            raise InputError(f"{self.path} cannot be read: {error.strerror}") from None
        if len(chunk) < size:
            raise DamagedFileError(f"{self.path} is damaged: it ends within {section.name}")
        if _hash(chunk) != section.hashes[number]:
            raise DamagedFileError(
                f"{self.path} is damaged: {section.name} does not match its hash"
            )
        return np.frombuffer(chunk, np.uint8)

    def _bytes(self, section: Section) -> NDArray[np.uint8]:
        """Return the memory of a section, which takes none until it is written to."""
        memory = self._memory.get(section.name)
        if memory is None:
            memory = self._memory.setdefault(
                section.name, untouched_bytes(section.end - section.offset)
            )
        return memory

    def _section(self, name: str) -> Section:
        if name not in self.sections:
            raise DamagedFileError(
                f"{self.path} has no section {name!r}, only {', '.join(self.sections)}"
            )
        return self.sections[name]


def make_sections(arrays: Mapping[str, NDArray[Any]]) -> list[Section]:
    """Return the sections of consecutive arrays, with their hashes still blank."""
    sections = []
    offset = 0
    chunk = _chunk_size(sum(array.nbytes for array in arrays.values()))
    for name, array in arrays.items():
        if array.dtype.str not in _DTYPES:
            raise InputError(f"{name} must be one of {', '.join(_DTYPES)}, got {array.dtype.str}")
        hashes = (_BLANK_HASH,) * -(-_aligned(array.nbytes) // chunk)
        sections.append(
            Section(name, array.dtype.str, array.shape, offset, array.nbytes, chunk, hashes)
        )
        offset = sections[-1].end
    return sections


def _chunk_size(total: int) -> int:
    """Return the bytes that one hash covers in a file of `total` bytes."""
    chunk = _CHUNK
    while total > chunk * _MAX_CHUNKS:
        chunk *= 2
    return chunk


def header_of(kind: str, facts: Mapping[str, Any], sections: list[Section]) -> bytes:
    """Return the prefix and the header of a file; their size does not depend on the hashes."""
    data = {
        "kind": kind,
        "package": __version__,
        "facts": facts,
        "sections": [asdict(section) for section in sections],
    }
    text = json.dumps(data, default=_plain, separators=(",", ":")).encode()
    header = text.ljust(_aligned(len(text)))
    start = MAGIC + struct.pack("<II", FORMAT_VERSION, len(header))
    return start + _header_hash(start, header) + header


def verify(path: str | os.PathLike[str]) -> None:
    """Read a whole file; DamagedFileError if anything was altered."""
    open_container(path, None).verify()


def write_container(
    file: BinaryIO, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> int:
    """Write a whole file and return its size."""
    sections = make_sections(arrays)
    file.write(header_of(kind, facts, sections))
    for index, (section, array) in enumerate(zip(sections, arrays.values(), strict=True)):
        hashes = []
        for chunk in _section_chunks(section, _bytes_of(array)):
            file.write(chunk)
            hashes.append(_hash(chunk))
        sections[index] = replace(section, hashes=tuple(hashes))
    size = file.tell()
    file.seek(0)
    file.write(header_of(kind, facts, sections))
    return size


def open_container(path: str | os.PathLike[str], kind: str | None) -> Container:
    """Open a file of a kind (any if None); verify everything except the contents of sections."""
    try:
        mode = Path(path).stat().st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # a pipe would wait for a writer
            raise InputError(f"{path} must be {_named(kind)}, got something other than a file")
        with Path(path).open("rb") as file:
            header, version = _read_header(file, path, kind)
            length = os.fstat(file.fileno()).st_size
            # A second handle, because the name may refer to another file by now.
            opened_file = OpenFile(os.dup(file.fileno()))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    start = _PREFIX.size + len(header)
    with reading(path):
        data = json.loads(header)
        for name in ("kind", "package"):
            if not isinstance(data[name], str):
                raise InputError(f"{name} must be a text, got {data[name]!r}")
        opened = Container(
            path=Path(path).absolute(),
            kind=data["kind"],
            package=data["package"],
            facts=dict(data["facts"]),
            sections=_checked_sections(data["sections"]),
            start=start,
            version=version,
            _file=opened_file,
        )
    if kind is not None and opened.kind != kind:
        raise DamagedFileError(f"{path} must be {_named(kind)}, got {_named(opened.kind)}")
    size = start + max((section.end for section in opened.sections.values()), default=0)
    if length != size:
        raise DamagedFileError(
            f"{path} is incomplete or damaged: it must have {size} bytes, got {length}"
        )
    return opened


def _checked_sections(entries: list[dict[str, Any]]) -> dict[str, Section]:
    """Return the sections by name; InputError unless they are consecutive."""
    sections: dict[str, Section] = {}
    offset = 0
    for entry in entries:
        section = Section.from_dict(entry)
        if section.offset != offset or section.name in sections:
            raise InputError(f"section {section.name!r} must follow the previous section")
        sections[section.name] = section
        offset = section.end
    return sections


def _named(kind: str | None) -> str:
    """Return a kind of file with its article; any kind if None."""
    if kind is None:
        return "a file that fifthstreet saved"
    if not kind.isidentifier() or len(kind) > _MAX_KIND:  # a damaged or forged header
        return "a file of another kind"
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _read_header(
    file: BinaryIO, path: str | os.PathLike[str], kind: str | None
) -> tuple[bytes, int]:
    """Return the header and the version of the format."""
    prefix = file.read(_PREFIX.size)
    if not prefix.startswith(MAGIC):
        raise DamagedFileError(f"{path} must be {_named(kind)}, got a file of another kind")
    if len(prefix) < _PREFIX.size:
        raise DamagedFileError(
            f"{path} is incomplete: it must have at least {_PREFIX.size} bytes, got {len(prefix)}"
        )
    _, version, length, digest = _PREFIX.unpack(prefix)
    if not _OLDEST_VERSION <= version <= FORMAT_VERSION:
        other = "a newer" if version > FORMAT_VERSION else "an older"
        raise DamagedFileError(
            f"{path} must be in format {_OLDEST_VERSION} or {FORMAT_VERSION}, got {version}: use "
            f"{other} version of fifthstreet"
        )
    # A damaged length must not exhaust memory before the hash is checked.
    header = file.read(min(length, _MAX_HEADER))
    if _header_hash(prefix[:_HASHED_PREFIX], header) != digest:
        raise DamagedFileError(f"{path} is damaged: the header does not match its hash")
    return header, version


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _section_chunks(section: Section, content: memoryview) -> Iterator[memoryview | bytes]:
    padding = bytes(section.end - section.offset - section.size)
    for first in range(0, section.size, section.chunk):
        chunk = content[first : first + section.chunk]
        # The chunk is a whole number of alignments, so padding never needs a chunk of its own.
        yield chunk if first + section.chunk <= section.size else bytes(chunk) + padding


def _hash(chunk: memoryview | bytes) -> str:
    return sha256(chunk).hexdigest()


def _header_hash(start: bytes, header: bytes) -> bytes:
    return sha384(start + header).digest()


def _plain(value: object) -> object:
    """Convert NumPy's numbers to Python's for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} cannot be written as JSON")
