"""Files that commands write after they have shown their answer."""

import signal
from pathlib import Path

import pytest

from fifthstreet.cli.files import Save, show_and_save
from fifthstreet.errors import InputError


def refuse(path: Path) -> str:
    raise OSError(28, "No space left on device")


def test_every_file_is_written_although_others_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def write(path: Path) -> str:
        path.write_text("work")
        return f"saved to {path}"

    def write_elsewhere(path: Path) -> str:
        return write(path) if path.parent != tmp_path else refuse(path)

    saves = [
        Save(tmp_path / "a", write_elsewhere),
        Save(tmp_path / "b", refuse),
        None,
        Save(tmp_path / "c", write),
    ]
    with pytest.raises(InputError, match=r"/b cannot be written: .*; it could not be kept"):
        show_and_save(lambda: None, saves)
    assert (tmp_path / "cache/fifthstreet/kept/a").read_text() == "work"
    assert (tmp_path / "c").read_text() == "work"
    note, error = capsys.readouterr().err.splitlines()
    assert note == f"saved to {tmp_path / 'c'}"
    assert f"/a cannot be written: No space left on device; it was kept as {tmp_path}" in error


def test_an_interrupt_hides_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C while a file is written waits, and the program still says what was not saved."""

    def interrupted(path: Path) -> str:
        signal.raise_signal(signal.SIGINT)
        return refuse(path)

    with pytest.raises(KeyboardInterrupt):
        show_and_save(lambda: None, [Save(tmp_path / "a", interrupted)])
    assert "/a cannot be written: No space left on device" in capsys.readouterr().err
