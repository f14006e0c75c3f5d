"""Files are written completely or not at all."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.storage import replacing


class _CrashError(Exception):
    """Stands for a crash, such as a disk or power failure."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    return path


def test_a_file_is_replaced_once_it_is_complete(old: Path) -> None:
    with replacing(old) as file:
        file.write(b"new")
        file.flush()
        assert old.read_bytes() == b"old"
        assert {path.suffix for path in old.parent.iterdir()} == {"", ".part"}
    assert old.read_bytes() == b"new"
    assert list(old.parent.iterdir()) == [old]


def test_a_new_file(tmp_path: Path) -> None:
    with replacing(str(tmp_path / "file")) as file:
        file.write(b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_seeking_back_and_overwriting(old: Path) -> None:
    """A header can be rewritten once the hashes of the data after it are known."""
    with replacing(old) as file:
        file.write(b"head body")
        file.seek(0)
        assert file.read() == b"head body"
        file.seek(0)
        file.write(b"HEAD")
    assert old.read_bytes() == b"HEAD body"


def fail_while_writing(path: Path, error: type[BaseException]) -> None:
    with replacing(path) as file:
        file.write(b"new")
        raise error


@pytest.mark.parametrize("error", [_CrashError, KeyboardInterrupt, SystemExit])
def test_an_error_while_writing_leaves_the_old_file(old: Path, error: type[BaseException]) -> None:
    with pytest.raises(error):
        fail_while_writing(old, error)
    assert old.read_bytes() == b"old"
    assert list(old.parent.iterdir()) == [old]


@pytest.mark.parametrize("call", ["os.fsync", "pathlib.Path.replace"])
def test_a_crash_at_the_end_leaves_the_old_file(
    call: str, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise _CrashError

    monkeypatch.setattr(call, crash)
    with pytest.raises(_CrashError), replacing(old) as file:
        file.write(b"new")
    monkeypatch.undo()
    assert old.read_bytes() == b"old"
    assert list(old.parent.iterdir()) == [old]


def test_a_link_keeps_its_target(old: Path) -> None:
    link = old.with_name("link")
    link.symlink_to(old)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert old.read_bytes() == b"new"


def test_unwritable_paths(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="must be a file to write, got a folder"),
        replacing(tmp_path),
    ):
        pass
    with (
        pytest.raises(InputError, match="cannot be written: No such file or directory"),
        replacing(tmp_path / "nowhere" / "file"),
    ):
        pass
    assert not list(tmp_path.iterdir())


WRITE_FOREVER = """
import sys
from fifthstreet.support.storage import replacing

print(flush=True)
while True:
    with replacing(sys.argv[1]) as file:
        for _ in range(1_000):
            file.write(b"new ")
"""


def test_kill_9_leaves_a_complete_file(old: Path) -> None:
    for milliseconds in (1, 3, 8):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITE_FOREVER, str(old)], stdout=subprocess.PIPE
        )
        with process:
            assert process.stdout is not None
            process.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(milliseconds / 1000)
            process.send_signal(signal.SIGKILL)
        assert old.read_bytes() in (b"old", b"new " * 1_000)
