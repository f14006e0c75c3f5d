"""Arrays in files: they are zeros, leave nothing behind, and need free space at once."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.faults.programs import has_namespaces, on_disk

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.support.storage import mapped, mapped_zeros

posix = pytest.mark.skipif(os.name != "posix", reason="files without names")


def test_an_array_in_a_file_is_zero_and_keeps_what_is_written(tmp_path: Path) -> None:
    array = mapped_zeros(tmp_path / "new" / "folder", 100_000, np.int16)
    assert isinstance(array, np.memmap)
    assert array.shape == (100_000,)
    assert not array.any()
    array[...] = np.arange(100_000) % 1_000
    assert array.sum() == 49_950_000
    assert mapped_zeros(tmp_path, 0, np.float32).shape == (0,)


@posix
def test_an_array_in_a_file_has_no_name(tmp_path: Path) -> None:
    array = mapped_zeros(tmp_path, 1_000, np.float32)
    assert list(tmp_path.iterdir()) == []
    array[0] = 1


@posix
def test_nothing_is_left_of_an_array_when_its_process_is_killed(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys; import numpy as np\n"
        "from fifthstreet.support.storage import mapped_zeros\n"
        "array = mapped_zeros(sys.argv[1], 1_000_000, np.float32)\n"
        "array[...] = 1\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False, timeout=60)
    assert list(tmp_path.iterdir()) == []


def test_space_is_written_where_it_cannot_be_reserved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "posix_fallocate", raising=False)
    monkeypatch.setattr(mapped, "_PIECE", 1_000)
    array = mapped_zeros(tmp_path, 1_234, np.float32)
    assert not array.any()
    array[-1] = 1


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(InputError, match=r"files in .*file cannot be written: File exists"):
        mapped_zeros(tmp_path / "file", 10, np.float32)


def test_a_full_disk_is_an_error_and_not_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(mapped, "_reserve", full)
    with pytest.raises(NotEnoughMemoryError, match=r"not enough disk space in .*: a table needs 4"):
        mapped_zeros(tmp_path, 1_000_000, np.float32)


@pytest.mark.skipif(not has_namespaces(), reason="needs private mounts")
def test_tables_that_do_not_fit_on_a_real_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    arguments = "--board QsJh2h7c --oop 22+,A2s+ --ip 22+,A2s+ --pot 100 --stack 500 --bets 50%,a"
    script = f"$FIFTHSTREET solve {arguments} --table-folder {disk}"
    code, output, errors = on_disk(disk, "64k", script)
    assert (code, output) == (2, "")
    assert errors.startswith(f"error: not enough disk space in {disk}: a table needs ")
    assert errors.count("\n") == 1
