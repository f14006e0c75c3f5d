"""The ways of Windows and of simple file systems, which this machine has to imitate."""

import builtins
import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.faults.programs import posix

from fifthstreet.errors import BusyError, InputError
from fifthstreet.support.storage import FileLock, locks, replacing
from fifthstreet.support.storage.handles import lock_handle
from fifthstreet.support.storage.open_files import OpenFile
from fifthstreet.support.storage.targets import check_target, remove_leftovers

pytestmark = posix


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """A system that calls itself Windows, with its locks of single bytes; the result has them."""
    locked: dict[int, int] = {}  # handle by file

    def locking(handle: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        assert os.lseek(handle, 0, os.SEEK_CUR) > 1_000_000  # beyond what others read
        file = os.fstat(handle).st_ino
        if file in locked:
            raise OSError(errno.EACCES, "Permission denied")
        locked[file] = handle

    real = builtins.__import__

    def without_fcntl(name: str, *arguments: Any, **named: Any) -> ModuleType:
        if name == "fcntl":
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(builtins, "__import__", without_fcntl)
    monkeypatch.setattr(sys, "platform", "win32")
    return locked


def test_windows_locks_one_byte_of_a_file(tmp_path: Path, windows: dict[int, int]) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"content")
    with path.open("rb") as first, path.open("rb") as second:
        assert lock_handle(first.fileno())
        assert not lock_handle(second.fileno())
        assert first.read() == b"content"  # the position is back at the start
    assert len(windows) == 1


def test_windows_replaces_files_after_closing_them(
    tmp_path: Path, windows: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    replace, open_parts = Path.replace, []

    def noted(part: Path, target: Path) -> Path:
        for handle in windows.values():
            try:
                os.fstat(handle)
            except OSError:
                continue
            open_parts.append(part)
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", noted)
    with replacing(path) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert open_parts == []
    assert names(tmp_path) == ["file"]


def test_windows_takes_only_old_parts_for_leftovers(
    tmp_path: Path, windows: dict[int, int]
) -> None:
    old, young = tmp_path / ".file.00000000.part", tmp_path / ".file.11111111.part"
    for part in (old, young):
        part.touch()
    past = time.time() - 1_000_000
    os.utime(old, (past, past))
    remove_leftovers(tmp_path / "file")
    assert (old.exists(), young.exists()) == (False, True)


def test_windows_removes_lock_files_after_closing_them(
    tmp_path: Path, windows: dict[int, int]
) -> None:
    with FileLock(tmp_path / "file") as lock:
        assert lock.file.exists()
        with pytest.raises(BusyError, match="file is being written by"):
            FileLock(tmp_path / "file")
    assert not lock.file.exists()
    check_target(tmp_path / "file", 1_000)  # Windows has no limit on the size of files


def test_windows_does_not_ask_other_processes_whether_they_run(
    tmp_path: Path, windows: dict[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`os.kill` would end them."""
    monkeypatch.setattr(locks, "lock_handle", failing(errno.ENOLCK))
    monkeypatch.setattr(os, "kill", failing(errno.EINVAL))
    with FileLock(tmp_path / "file"), FileLock(tmp_path / "file"):
        pass


def test_reads_without_pread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"0123456789")
    monkeypatch.delattr(os, "pread")
    file = OpenFile(os.open(tmp_path / "file", os.O_RDONLY))
    assert [file.read(3, 4), file.read(0, 2), file.read(8, 100)] == [b"3456", b"01", b"89"]


def test_a_disk_without_folders_to_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_DIRECTORY")
    with replacing(tmp_path / "file") as file:
        file.write(b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_disk_without_locks_links_owners_and_modes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, stat = tmp_path / "file", os.fstat
    path.write_bytes(b"old")
    monkeypatch.setattr("fifthstreet.support.storage.atomic.lock_handle", failing(errno.ENOLCK))
    monkeypatch.setattr(Path, "hardlink_to", failing(errno.EPERM))
    monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
    monkeypatch.setattr(os, "fchmod", failing(errno.EPERM))
    monkeypatch.setattr(
        os, "fstat", lambda handle: os.stat_result((*stat(handle)[:4], 1, 1, *stat(handle)[6:10]))
    )
    with replacing(path, keep_previous=True) as file:
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert (tmp_path / "file.previous").read_bytes() == b"old"


def test_a_file_that_cannot_be_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, because another program has it open."""
    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", failing(errno.EACCES))
    with (
        pytest.raises(InputError, match="file cannot be replaced: Permission denied"),
        replacing(tmp_path / "file") as file,
    ):
        file.write(b"new")
    assert names(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_part_that_another_writer_removed_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its creation and its lock, a part looks like a leftover."""
    removed: list[Path] = []

    def lock(handle: int) -> bool:
        if not removed:
            removed.extend(tmp_path.iterdir())
            removed[0].unlink()
        return lock_handle(handle)

    monkeypatch.setattr("fifthstreet.support.storage.atomic.lock_handle", lock)
    with replacing(tmp_path / "file") as file:
        file.write(b"new")
    assert len(removed) == 1
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_part_that_cannot_be_prepared_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", failing(errno.EIO))
    with (
        pytest.raises(InputError, match="file cannot be written: Input/output error"),
        replacing(tmp_path / "file"),
    ):
        raise AssertionError("nothing may be written")
    assert names(tmp_path) == []


def test_a_lock_file_that_others_remove_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lock(handle: int) -> bool:
        (tmp_path / ".file.lock").unlink()
        return lock_handle(handle)

    monkeypatch.setattr(locks, "lock_handle", lock)
    with pytest.raises(BusyError, match="file cannot be locked: too many processes write it"):
        FileLock(tmp_path / "file")


@pytest.mark.parametrize(
    ("error", "is_running"),
    [(ProcessLookupError, False), (OverflowError, False), (PermissionError, True)],
)
def test_without_locks_processes_of_this_host_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception], is_running: bool
) -> None:
    def kill(pid: int, signal: int) -> None:
        assert (pid, signal) == (os.getpid(), 0)
        raise error

    monkeypatch.setattr(locks, "lock_handle", failing(errno.ENOLCK))
    monkeypatch.setattr(os, "kill", kill)
    with FileLock(tmp_path / "file"):
        if is_running:
            with pytest.raises(BusyError, match=f"is being written by process {os.getpid()}"):
                FileLock(tmp_path / "file")
        else:
            FileLock(tmp_path / "file").release()


def test_a_forgotten_lock_is_released(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "file")
    del lock
    FileLock(tmp_path / "file").release()
    assert names(tmp_path) == []
