"""Reading of open files at any offset."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fifthstreet.support.storage.open_files import OpenFile


@pytest.mark.skipif(not hasattr(os, "pread"), reason="the system has no pread")
def test_a_read_in_several_parts_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    file = OpenFile(os.open(path, os.O_RDONLY))
    pread = os.pread
    monkeypatch.setattr(
        os, "pread", lambda handle, size, offset: pread(handle, min(size, 3), offset)
    )
    assert file.read(1, 8) == b"12345678"
    assert file.read(7, 8) == b"789"
    assert file.read(2, 3) == b"234"
    assert file.read(10, 8) == file.read(0, 0) == b""
