"""Two writers of the same file."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.storage import FileLock, locks

HOLD = """
import sys
from fifthstreet.support.storage import FileLock

with FileLock(sys.argv[1]):
    print(flush=True)
    sys.stdin.read()
"""


def started_holder(path: Path) -> "subprocess.Popen[bytes]":
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    return holder


def test_the_second_writer_is_told_who_has_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with started_holder(path) as holder:
        name = f"process {holder.pid} on {socket.gethostname()}"
        with pytest.raises(InputError, match=f"file is being written by {name}: wait until it"):
            FileLock(path)
        with FileLock(tmp_path / "other"):
            pass
        holder.communicate()
    with FileLock(path):
        assert path.with_name(".file.lock").exists()
    assert list(tmp_path.iterdir()) == []


def test_a_process_excludes_itself(tmp_path: Path) -> None:
    with FileLock(tmp_path / "file") as first:
        with pytest.raises(InputError, match=f"written by process {os.getpid()} on"):
            FileLock(tmp_path / "file")
        first.release()
        FileLock(tmp_path / "file").release()


def test_links_lock_their_target(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    with FileLock(tmp_path / "file"), pytest.raises(InputError, match="is being written"):
        FileLock(tmp_path / "link")


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with started_holder(path) as holder:
        holder.kill()
    assert path.with_name(".file.lock").exists()
    with FileLock(path):
        assert json.loads(path.with_name(".file.lock").read_text())["pid"] == os.getpid()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "{", "[]", '{"pid": "x"}', "[" * 900, '{"pid": -1}'])
def test_lock_files_with_any_content(tmp_path: Path, content: str) -> None:
    path = tmp_path / "file"
    path.with_name(".file.lock").write_text(content)
    with FileLock(path), pytest.raises(InputError, match="written by process"):
        FileLock(path)


@pytest.mark.parametrize(
    ("pid", "host", "is_free"),
    [
        (1, socket.gethostname(), False),
        (2**22 + 1, socket.gethostname(), True),  # larger than any
        (10**30, socket.gethostname(), True),
        (-1, socket.gethostname(), True),
        (1, "elsewhere", False),
    ],
)
def test_without_locks_of_the_system_the_named_process_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pid: int, host: str, is_free: bool
) -> None:
    """On some network file systems there are none."""

    def unsupported(handle: int) -> bool:
        raise OSError("no locks here")

    monkeypatch.setattr(locks, "lock_handle", unsupported)
    path = tmp_path / "file"
    path.with_name(".file.lock").write_text(json.dumps({"pid": pid, "host": host}))
    if is_free:
        FileLock(path).release()
    else:
        with pytest.raises(InputError, match=f"written by process {pid} on {host}"):
            FileLock(path)


def test_many_processes_take_turns(tmp_path: Path) -> None:
    """Nobody removes the lock of another; a counter in the file would show it."""
    path = tmp_path / "count"
    path.write_text("0")
    command = [sys.executable, "-c", COUNT, str(path)]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait(60) for process in processes] == [0] * 4
    assert path.read_text() == "400"


COUNT = """
import sys
from pathlib import Path
from fifthstreet.support.storage import FileLock

path, done = Path(sys.argv[1]), 0
while done < 100:
    try:
        with FileLock(path):
            path.write_text(str(int(path.read_text()) + 1))
            done += 1
    except ValueError:
        pass
"""
