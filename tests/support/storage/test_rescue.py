"""Work that cannot be saved is kept elsewhere, and damaged files fall back to the previous ones."""

from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.storage import load_or_previous, replacing, save_or_keep


def write(path: Path) -> str:
    with replacing(path) as file:
        file.write(b"hours of work")
    return f"saved to {path}"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "cache" / "fifthstreet" / "kept"


def test_a_file_that_can_be_saved(tmp_path: Path, cache: Path) -> None:
    assert save_or_keep(tmp_path / "file", write) == f"saved to {tmp_path / 'file'}"
    assert not cache.exists()


def test_work_is_kept_in_the_cache(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "missing" / "a.solution"
    for name in ("a.solution", "a-2.solution", "a-3.solution"):
        with pytest.raises(InputError, match="cannot be written: No such file") as error:
            save_or_keep(path, write)
        kept = cache / name
        assert f"; it was kept as {kept}; move it to another folder: mv" in str(error.value)
        assert (cache / name).read_bytes() == b"hours of work"


def test_work_is_kept_in_the_folder_for_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "cache").touch()  # a file where the cache should be
    with pytest.raises(InputError, match=r"it was kept as .*temporary.*a.solution"):
        save_or_keep(tmp_path / "missing" / "a.solution", write)
    (kept,) = (tmp_path / "temporary").rglob("*.solution")
    assert kept.read_bytes() == b"hours of work"


def test_work_that_cannot_be_kept_anywhere(tmp_path: Path) -> None:
    def fail(path: Path) -> str:
        raise OSError(28, "No space left on device")

    message = "a.solution cannot be written: No space left on device; it could not be kept"
    with pytest.raises(InputError, match=message):
        save_or_keep(tmp_path / "a.solution", fail)


def load(path: Path) -> bytes:
    content = path.read_bytes() if path.exists() else b""
    if content != b"good":
        raise InputError(f"{path} is damaged")
    return content


def test_the_previous_file_replaces_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"good")
    assert load_or_previous(path, load) == (b"good", None)
    path.with_name("file.previous").write_bytes(b"good")
    for damage in (lambda: path.write_bytes(b"bad"), path.unlink):
        damage()
        loaded, note = load_or_previous(path, load)
        assert loaded == b"good"
        assert note == f"{path} is damaged; resumed from {path}.previous, which was saved before it"


def test_two_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"bad")
    for _ in range(2):
        with pytest.raises(InputError, match=r"file is damaged$"):
            load_or_previous(path, load)
        path.with_name("file.previous").write_bytes(b"bad")
