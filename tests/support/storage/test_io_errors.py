"""Single failures of the disk, each of which once gave a wrong error or left a file behind.

tests/faults/test_io_errors.py finds such failures by letting every system call fail.
"""

import errno
import gc
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.faults.programs import posix

from fifthstreet.errors import InputError
from fifthstreet.support.storage import FileLock, open_container, replacing, write_container

pytestmark = posix


def fail(*_: object, **__: object) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def write(path: Path, text: bytes, *, keep_previous: bool = False) -> None:
    with replacing(path, keep_previous=keep_previous) as file:
        file.write(text)


def test_a_folder_that_cannot_be_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync, synced = os.fsync, []

    def fail_the_second(handle: int) -> None:
        synced.append(handle)
        if len(synced) == 2:
            fail()
        sync(handle)

    monkeypatch.setattr(os, "fsync", fail_the_second)
    with pytest.raises(InputError, match="file cannot be written: Input/output error"):
        write(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_part_that_cannot_be_removed_does_not_hide_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(Path, "unlink", fail)
    with pytest.raises(InputError, match="file cannot be written: Input/output error"):
        write(tmp_path / "file", b"new")


def test_a_write_after_one_that_failed_at_the_end_leaves_no_part(tmp_path: Path) -> None:
    """The file and the previous one are then two names of one file."""
    path, previous = tmp_path / "file", tmp_path / "file.previous"
    path.write_bytes(b"old")
    previous.hardlink_to(path)
    write(path, b"new", keep_previous=True)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        "file": b"new",
        "file.previous": b"old",
    }


def test_a_read_error_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with replacing(tmp_path / "file") as file:
        write_container(file, "test", {}, {"numbers": np.arange(5)})
    container = open_container(tmp_path / "file", "test")
    monkeypatch.setattr(os, "pread", fail)
    with pytest.raises(InputError, match="file cannot be read: Input/output error"):
        container.array("numbers")


def test_errors_when_a_file_is_closed_are_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replacing(tmp_path / "file") as file:
        write_container(file, "test", {}, {"numbers": np.arange(5)})
    shown: list[object] = []
    container = open_container(tmp_path / "file", "test")
    lock = FileLock(tmp_path / "file")
    monkeypatch.setattr(sys, "unraisablehook", shown.append)
    monkeypatch.setattr(os, "close", fail)
    del container
    gc.collect()
    lock.release()
    monkeypatch.undo()
    assert not shown
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
