"""The file format: a prefix, a JSON header, and arrays that can be memory-mapped.

docs/solutions.md describes it field by field. Every byte of a file is covered by a hash: the prefix
and the header by the hash in the prefix, a section and its padding by the section's hash in the
header.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256, sha384
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from fifthstreet import __version__

MAGIC = b"\x895TH\r\n\x1a\n"  # like PNG's, it reveals changed line endings
FORMAT_VERSION = 2
_ALIGNMENT = 64  # bytes; same as in memory, so that the native core reads tables in place
_PREFIX = struct.Struct("<8sII48s")  # magic, version, size of the header, hash
_HASHED_PREFIX = 16  # bytes before the hash
_LONGEST_HEADER = 1 << 26
_CHUNK = 1 << 24  # bytes read, hashed or written at a time
_BLANK_HASH = "0" * 64  # as long as a hash in hexadecimal
_DTYPES = ("<f4", "<f8", "<i2", "<u2", "<u4", "<i8", "<u8", "|u1")


@dataclass(frozen=True)
class Section:
    """The name, type, shape and place of an array in a file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int  # from the end of the header
    size: int  # bytes of the array; the section also has zeros up to the next multiple of 64
    hash: str

    @property
    def end(self) -> int:
        """Offset of the first byte after the section."""
        return _aligned(self.offset + self.size)


@dataclass(frozen=True)
class Container:
    """An open file, mapped into memory."""

    path: Path
    kind: str
    package: str  # version of fifthstreet that wrote it
    facts: dict[str, Any]
    sections: dict[str, Section]
    start: int  # offset of the first section
    content: mmap.mmap  # the whole file; it stays valid when a new file replaces it (not Windows)

    def array(self, name: str) -> NDArray[Any]:
        """Return a section as an array whose pages are read when they are used."""
        section = self._section(name)
        dtype, count = np.dtype(section.dtype), prod(section.shape)
        flat = np.frombuffer(self.content, dtype, count, self.start + section.offset)
        return flat.reshape(section.shape)

    def read_into(self, name: str, array: NDArray[Any]) -> None:
        """Fill an array from its section after verifying the section's hash."""
        section = self._section(name)
        if array.dtype.str != section.dtype or array.shape != section.shape:
            raise ValueError(
                f"{self.path}: {name} is {section.dtype} of shape {section.shape}; "
                f"want {array.dtype.str} of shape {array.shape}"
            )
        self._verify(section)
        array[...] = self.array(name)

    def verify(self) -> None:
        """Raise ValueError if a section is not as it was written."""
        for section in self.sections.values():
            self._verify(section)

    def _verify(self, section: Section) -> None:
        first, last = self.start + section.offset, self.start + section.end
        view = memoryview(self.content)[first:last]
        if _hash(view[at : at + _CHUNK] for at in range(0, len(view), _CHUNK)) != section.hash:
            raise ValueError(f"{self.path} is damaged: {section.name} does not match its hash")

    def _section(self, name: str) -> Section:
        if name not in self.sections:
            raise ValueError(
                f"{self.path} has no section {name!r}; want one of {', '.join(self.sections)}"
            )
        return self.sections[name]


def make_sections(arrays: Mapping[str, NDArray[Any]]) -> list[Section]:
    """Return the sections of consecutive arrays, with their hashes still blank."""
    sections = []
    offset = 0
    for name, array in arrays.items():
        if array.dtype.str not in _DTYPES:
            raise ValueError(f"{name} is {array.dtype.str}; want one of {', '.join(_DTYPES)}")
        sections.append(
            Section(name, array.dtype.str, array.shape, offset, array.nbytes, _BLANK_HASH)
        )
        offset = sections[-1].end
    return sections


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
    """Read a whole file; raise ValueError if anything is not as it was written."""
    open_container(path, None).verify()


def write_container(
    file: BinaryIO, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> int:
    """Write a whole file and return its size."""
    sections = make_sections(arrays)
    file.write(header_of(kind, facts, sections))
    for index, (section, array) in enumerate(zip(sections, arrays.values(), strict=True)):
        chunks = _section_chunks(section, _bytes_of(array))
        sections[index] = replace(section, hash=_hash(_written(file, chunks)))
    size = file.tell()
    file.seek(0)
    file.write(header_of(kind, facts, sections))
    return size


def open_container(path: str | os.PathLike[str], kind: str | None) -> Container:
    """Open a file of a kind (any if None); verify everything except the contents of sections."""
    try:
        with Path(path).open("rb") as file:
            header = _read_header(file, path)
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    data = json.loads(header)
    if kind is not None and data["kind"] != kind:
        raise ValueError(f"{path} is a {data['kind']}; want a {kind}")
    sections = [Section(**{**entry, "shape": tuple(entry["shape"])}) for entry in data["sections"]]
    start = _PREFIX.size + len(header)
    size = start + max((section.end for section in sections), default=0)
    if len(content) != size:
        raise ValueError(
            f"{path} is incomplete or damaged: it has {len(content)} bytes; want {size}"
        )
    return Container(
        path=Path(path).absolute(),
        kind=data["kind"],
        package=data["package"],
        facts=data["facts"],
        sections={section.name: section for section in sections},
        start=start,
        content=content,
    )


def _read_header(file: BinaryIO, path: str | os.PathLike[str]) -> bytes:
    prefix = file.read(_PREFIX.size)
    if not prefix.startswith(MAGIC):
        raise ValueError(f"{path} is not a fifthstreet file; want a solution or checkpoint")
    if len(prefix) < _PREFIX.size:
        raise ValueError(
            f"{path} is incomplete: it has {len(prefix)} bytes; want at least {_PREFIX.size}"
        )
    _, version, length, digest = _PREFIX.unpack(prefix)
    if version != FORMAT_VERSION:
        wanted = "a newer" if version > FORMAT_VERSION else "an older"
        raise ValueError(
            f"{path} is in format {version}, but this version of fifthstreet reads format "
            f"{FORMAT_VERSION}; use {wanted} version"
        )
    # A damaged length must not exhaust memory before the hash is checked.
    header = file.read(min(length, _LONGEST_HEADER))
    if _header_hash(prefix[:_HASHED_PREFIX], header) != digest:
        raise ValueError(f"{path} is damaged: the header does not match its hash")
    return header


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _section_chunks(section: Section, content: memoryview) -> Iterator[memoryview | bytes]:
    for first in range(0, section.size, _CHUNK):
        yield content[first : first + _CHUNK]
    yield bytes(section.end - section.offset - section.size)


def _written(file: BinaryIO, chunks: Iterator[memoryview | bytes]) -> Iterator[memoryview | bytes]:
    for chunk in chunks:
        file.write(chunk)
        yield chunk


def _hash(chunks: Iterable[memoryview | bytes]) -> str:
    digest = sha256()
    for chunk in chunks:
        digest.update(chunk)
    return digest.hexdigest()


def _header_hash(start: bytes, header: bytes) -> bytes:
    return sha384(start + header).digest()


def _plain(value: object) -> object:
    """Convert NumPy's numbers to Python's for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} cannot be written as JSON")
