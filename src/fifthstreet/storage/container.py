"""The file format: a prefix, a header in JSON, arrays that can be mapped.

docs/solutions.md describes it field by field. Every byte of a file is covered by a hash: the
prefix and the header by the one in the prefix, a section and the zeros behind it by the one in the
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

MAGIC = b"\x895TH\r\n\x1a\n"  # as PNG's: a change of line ends shows
FORMAT_VERSION = 2
_ALIGNMENT = 64  # bytes; as the tables in memory, so that the native core reads them in place
_PREFIX = struct.Struct("<8sII48s")  # magic, version, bytes of the header, hash
_HASHED_PREFIX = 16  # bytes before the hash
_LONGEST_HEADER = 1 << 26
_CHUNK = 1 << 24  # bytes read, hashed or written at a time
_BLANK_HASH = "0" * 64  # as long as a hash in hexadecimal
_DTYPES = ("<f4", "<f8", "<i2", "<u2", "<u4", "<i8", "<u8", "|u1")


@dataclass(frozen=True)
class Section:
    """Where an array lies."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    offset: int  # from the end of the header
    size: int  # bytes of the array; zeros up to the next multiple of 64 belong to the section
    hash: str

    @property
    def end(self) -> int:
        """First byte behind the section."""
        return _aligned(self.offset + self.size)


@dataclass(frozen=True)
class Container:
    """An open file, mapped into memory."""

    path: Path
    kind: str
    package: str  # version of the package that wrote it
    facts: dict[str, Any]
    sections: dict[str, Section]
    start: int  # of the sections
    content: mmap.mmap  # all of the file, also once another one has taken its name

    def array(self, name: str) -> NDArray[Any]:
        """A section as an array whose pages are read when they are used."""
        section = self._section(name)
        dtype, count = np.dtype(section.dtype), prod(section.shape)
        flat = np.frombuffer(self.content, dtype, count, self.start + section.offset)
        return flat.reshape(section.shape)

    def read_into(self, name: str, array: NDArray[Any]) -> None:
        """Fill an array from its section once the hash is seen to be right."""
        section = self._section(name)
        if array.dtype.str != section.dtype or array.shape != section.shape:
            raise ValueError(
                f"{self.path}: {name} is {section.dtype} of shape {section.shape}; "
                f"want {array.dtype.str} of shape {array.shape}"
            )
        self._verify(section)
        array[...] = self.array(name)

    def verify(self) -> None:
        """ValueError if a section is not as it was written."""
        for section in self.sections.values():
            self._verify(section)

    def _verify(self, section: Section) -> None:
        first, last = self.start + section.offset, self.start + section.end
        view = memoryview(self.content)[first:last]
        if _hash(view[at : at + _CHUNK] for at in range(0, len(view), _CHUNK)) != section.hash:
            raise ValueError(f"{self.path} is damaged: {section.name} is not what was written")

    def _section(self, name: str) -> Section:
        if name not in self.sections:
            raise ValueError(f"{self.path} has no section {name!r}; want a file of its kind")
        return self.sections[name]


def lay_out(arrays: Mapping[str, NDArray[Any]]) -> list[Section]:
    """Sections of arrays one behind the other, their hashes still blank."""
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
    """Prefix and header of a file. How long they are does not depend on hashes."""
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
    """Read all of a solution or checkpoint; ValueError if anything is not as it was written."""
    open_container(path, None).verify()


def write_container(
    file: BinaryIO, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]
) -> int:
    """Write a whole file and return its size."""
    sections = lay_out(arrays)
    file.write(header_of(kind, facts, sections))
    for index, (section, array) in enumerate(zip(sections, arrays.values(), strict=True)):
        chunks = _section_chunks(section, _bytes_of(array))
        sections[index] = replace(section, hash=_hash(_written(file, chunks)))
    size = file.tell()
    file.seek(0)
    file.write(header_of(kind, facts, sections))
    return size


def open_container(path: str | os.PathLike[str], kind: str | None) -> Container:
    """Open a file of a kind, or of any: everything is checked but what is in the sections."""
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
    wanted = start + max((section.end for section in sections), default=0)
    if len(content) != wanted:
        raise ValueError(f"{path} has {len(content)} bytes; want {wanted}: it is not whole")
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
        raise ValueError(f"{path} is no file of fifthstreet; want a solution or checkpoint")
    if len(prefix) < _PREFIX.size:
        raise ValueError(f"{path} has {len(prefix)} bytes; want more: it is not whole")
    _, version, length, digest = _PREFIX.unpack(prefix)
    if version != FORMAT_VERSION:
        wanted = "newer" if version > FORMAT_VERSION else "older"
        raise ValueError(
            f"{path} is in format {version} and format {FORMAT_VERSION} is read here; "
            f"want a fifthstreet that is {wanted}"
        )
    # A damaged length must not take all memory before the hash is seen to be wrong.
    header = file.read(min(length, _LONGEST_HEADER))
    if _header_hash(prefix[:_HASHED_PREFIX], header) != digest:
        raise ValueError(f"{path} is damaged: the header is not what was written")
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
    """NumPy's numbers as Python's, for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{value!r} cannot be written as JSON")
