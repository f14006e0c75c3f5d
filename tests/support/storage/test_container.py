"""The file format: round trips, and errors for damaged, foreign and truncated files."""

import io
import json
import struct
from collections.abc import Callable
from hashlib import sha256, sha384
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet import __version__
from fifthstreet.errors import InputError
from fifthstreet.support.storage import open_container, replacing, verify, write_container
from fifthstreet.support.storage.container import MAGIC, header_of, make_sections

ARRAYS: dict[str, NDArray[Any]] = {
    "floats": np.linspace(-1, 1, 37, dtype=np.float32),
    "doubles": np.arange(6, dtype=np.float64).reshape(2, 3) / 7,
    "shorts": np.arange(-5, 5, dtype=np.int16),
    "unsigned shorts": np.arange(9, dtype=np.uint16),
    "words": np.arange(4, dtype=np.uint32),
    "signed words": np.arange(-2, 2, dtype=np.int32),
    "longs": np.array([-(2**62), 2**62]),
    "unsigned longs": np.array([2**63], np.uint64),
    "bytes": np.arange(65, dtype=np.uint8),
    "empty": np.zeros(0, np.float32),
}
FACTS = {"name": "test", "numbers": [1, 2.5, None], "numpy": np.float64(0.1)}

# All examples of a test share the fixture's file, which they do not change.
shares_the_file = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A container of the kind "test"."""
    path = tmp_path / "file"
    with replacing(path) as file:
        size = write_container(file, "test", FACTS, ARRAYS)
    assert size == path.stat().st_size
    return path


def is_one_line(error: pytest.ExceptionInfo[ValueError], path: Path) -> bool:
    return "\n" not in str(error.value) and str(error.value).startswith(str(path))


def test_round_trip(path: Path) -> None:
    container = open_container(path, "test")
    container.verify()
    assert (container.kind, container.package, container.path) == ("test", __version__, path)
    assert container.facts == {"name": "test", "numbers": [1, 2.5, None], "numpy": 0.1}
    assert list(container.sections) == list(ARRAYS)
    for name, array in ARRAYS.items():
        read = container.array(name)
        assert (read.dtype, read.shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(read, array)
        into = np.empty_like(array)
        container.read_into(name, into)
        np.testing.assert_array_equal(into, array)


def test_arrays_are_read_only_and_aligned(path: Path) -> None:
    container = open_container(path, "test")
    for name in ARRAYS:
        array = container.array(name)
        assert not array.flags.writeable
        assert array.ctypes.data % 64 == 0


def test_replacing_a_file_does_not_change_an_open_container(path: Path) -> None:
    container = open_container(path, "test")
    with replacing(path) as file:
        write_container(file, "test", {}, {"floats": np.zeros(37, np.float32)})
    container.verify()
    np.testing.assert_array_equal(container.array("floats"), ARRAYS["floats"])


def test_the_same_content_gives_the_same_file(path: Path) -> None:
    second = io.BytesIO()
    write_container(second, "test", FACTS, ARRAYS)
    assert second.getvalue() == path.read_bytes()


def test_header_fields(path: Path) -> None:
    """A change of these fields needs a new FORMAT_VERSION."""
    content = path.read_bytes()
    assert struct.unpack_from("<I", content, len(MAGIC)) == (3,)
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    data = json.loads(content[64 : 64 + length])
    assert list(data) == ["kind", "package", "facts", "sections"]
    for section in data["sections"]:
        assert list(section) == ["name", "dtype", "shape", "offset", "size", "chunk", "hashes"]
        assert section["offset"] % 64 == 0


def test_header_length_does_not_depend_on_hashes(path: Path) -> None:
    without_hashes = header_of("test", FACTS, make_sections(ARRAYS))
    assert len(without_hashes) == open_container(path, "test").start


@given(data=st.data())
@shares_the_file
def test_any_flipped_bit_is_detected(data: st.DataObject, path: Path) -> None:
    damaged = bytearray(path.read_bytes())
    damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    other = path.with_name("damaged")
    other.write_bytes(damaged)
    with pytest.raises(InputError, match=r"damaged|of another kind|in format") as error:
        verify(other)
    assert is_one_line(error, other)


def as_format_2(content: bytes) -> bytes:
    """Return a file in format 2, in which a section has one hash."""
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    data, start = json.loads(content[64 : 64 + length]), 64 + length
    for section in data["sections"]:
        first = start + section["offset"]
        end = first + -(-section["size"] // 64) * 64
        del section["chunk"], section["hashes"]
        section["hash"] = sha256(content[first:end]).hexdigest()
    text = json.dumps(data).encode()
    header = text.ljust(-(-len(text) // 64) * 64)
    prefix = MAGIC + struct.pack("<II", 2, len(header))
    return prefix + sha384(prefix + header).digest() + header + content[start:]


def test_files_in_format_2_are_read(path: Path) -> None:
    older = path.with_name("older")
    older.write_bytes(as_format_2(path.read_bytes()))
    container = open_container(older, "test")
    container.verify()
    for name, array in ARRAYS.items():
        container.verify_part(name, 0, min(array.size, 1))
        np.testing.assert_array_equal(container.array(name), array)
    content = bytearray(older.read_bytes())
    content[-1] ^= 1
    older.write_bytes(content)
    with pytest.raises(InputError, match="does not match its hash"):
        verify(older)


def test_only_the_chunks_that_are_read_are_verified(tmp_path: Path) -> None:
    path = tmp_path / "large"
    array = np.arange(175_000, dtype=np.float32)  # in three chunks of 2^16 numbers
    with path.open("wb") as file:
        write_container(file, "test", {}, {"numbers": array})
    content = bytearray(path.read_bytes())
    start = open_container(path, "test").start
    content[start + 4 * 75_000] ^= 1
    path.write_bytes(content)
    container = open_container(path, "test")
    for first, last in ((0, 1), (0, 1 << 16), (1 << 17, 175_000), (62_000, 65_000)):
        container.verify_part("numbers", first, last)
    damaged = ((75_000, 75_001), (0, (1 << 16) + 1), (67_000, 70_000), (0, 175_000))
    for first, last in damaged:
        with pytest.raises(InputError, match="is damaged: numbers does not match its hash"):
            container.verify_part("numbers", first, last)


def test_headers_of_large_files_stay_small() -> None:
    """A terabyte that takes no memory, because all of its numbers are the same one."""
    array = np.broadcast_to(np.float64(0), (1 << 37,))
    (section,) = make_sections({"numbers": array})
    assert section.chunk == 1 << 23
    assert len(section.hashes) == 1 << 17
    assert len(header_of("test", {}, [section])) < 1 << 24


def rewritten(content: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """Return a file with a changed header that has a valid hash."""
    length = struct.unpack_from("<I", content, len(MAGIC) + 4)[0]
    data = json.loads(content[64 : 64 + length])
    change(data)
    text = json.dumps(data).encode()
    header = text.ljust(-(-len(text) // 64) * 64)
    prefix = MAGIC + struct.pack("<II", 3, len(header))
    return prefix + sha384(prefix + header).digest() + header + content[64 + length :]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("facts"),
        lambda data: data.update(facts=3),
        lambda data: data.update(sections=3),
        lambda data: data["sections"][1].pop("dtype"),
        lambda data: data["sections"][1].update(dtype="<f2"),
        lambda data: data["sections"][1].update(shape=[-1]),
        lambda data: data["sections"][1].update(shape=[10**9]),
        lambda data: data["sections"][1].update(size=10**9),
        lambda data: data["sections"][1].update(offset=0),
        lambda data: data["sections"][1].update(offset=1),
        lambda data: data["sections"][1].update(hashes=[]),
        lambda data: data["sections"][1].update(chunk=0),
        lambda data: data["sections"][1].update(name=data["sections"][0]["name"]),
        lambda data: data["sections"][1].update(more=1),
    ],
)
def test_headers_that_contradict_themselves(
    change: Callable[[dict[str, Any]], None], path: Path
) -> None:
    path.write_bytes(rewritten(path.read_bytes(), change))
    with pytest.raises(InputError, match="is damaged: its contents are not valid") as error:
        open_container(path, "test")
    assert is_one_line(error, path)


def test_a_damaged_section_is_not_read(path: Path) -> None:
    content = bytearray(path.read_bytes())
    container = open_container(path, "test")
    content[container.start + container.sections["shorts"].offset] ^= 1
    path.write_bytes(content)
    damaged = open_container(path, "test")  # sections are checked only when they are read
    damaged.read_into("words", np.empty(4, np.uint32))
    with pytest.raises(InputError, match="is damaged: shorts does not match its hash"):
        damaged.read_into("shorts", np.empty(10, np.int16))


@given(data=st.data())
@shares_the_file
def test_a_file_of_the_wrong_length_is_not_opened(data: st.DataObject, path: Path) -> None:
    whole = path.read_bytes()
    other = path.with_name("cut")
    other.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
    with pytest.raises(InputError, match=r"incomplete|damaged|of another kind") as error:
        open_container(other, "test")
    assert is_one_line(error, other)
    other.write_bytes(whole + b"\0")
    with pytest.raises(InputError, match=rf"must have {len(whole)} bytes, got {len(whole) + 1}"):
        open_container(other, "test")


@pytest.mark.parametrize("content", [b"", b"board = 'QsJh2h'\n", b"\x89PNG\r\n\x1a\n" + bytes(99)])
def test_foreign_files(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    for kind, wanted in (
        (None, "a file that fifthstreet saved"),
        ("solution", "a solution"),
        ("abstraction", "an abstraction"),
    ):
        message = f"must be {wanted}, got a file of another kind$"
        with pytest.raises(InputError, match=message):
            open_container(path, kind)
    with pytest.raises(InputError, match="got a file of another kind"):
        verify(path)


@pytest.mark.parametrize(("version", "needed"), [(4, "newer"), (1, "older"), (2**32 - 1, "newer")])
def test_other_versions_of_the_format(version: int, needed: str, path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(MAGIC) : len(MAGIC) + 4] = struct.pack("<I", version)
    path.write_bytes(content)
    message = f"must be in format 2 or 3, got {version}: use an? {needed} version"
    with pytest.raises(InputError, match=message):
        open_container(path, "test")


def test_read_errors(path: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be a solution, got a test"):
        open_container(path, "solution")
    with pytest.raises(InputError, match="must be an abstraction, got a test"):
        open_container(path, "abstraction")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        open_container(tmp_path, "test")
    with pytest.raises(InputError, match="cannot be read: No such file or directory"):
        open_container(tmp_path / "nothing", "test")
    container = open_container(path, None)
    with pytest.raises(InputError, match="has no section 'other', only "):
        container.array("other")
    with pytest.raises(
        ValueError, match=r"words must be <u4 of shape \(3,\), got <u4 of shape \(4,\)"
    ):
        container.read_into("words", np.empty(3, np.uint32))
    with pytest.raises(InputError, match=r"words must be <f4 of shape .*, got <u4 of shape \(4,\)"):
        container.read_into("words", np.empty(4, np.float32))


def test_write_errors() -> None:
    with pytest.raises(InputError, match=r"<f8, <i2, <u2, <i4, <u4, <i8, <u8, \|u1, got <c16"):
        write_container(io.BytesIO(), "test", {}, {"complex": np.zeros(1, np.complex128)})
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        write_container(io.BytesIO(), "test", {"set": {1}}, {})


@pytest.mark.parametrize("kind", ["", "a\nb", "x" * 1_000])
def test_a_kind_that_is_no_word_is_not_quoted(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "forged"
    with path.open("wb") as file:
        write_container(file, kind, {}, {})
    with pytest.raises(InputError, match="forged must be a solution, got a file of another kind"):
        open_container(path, "solution")
