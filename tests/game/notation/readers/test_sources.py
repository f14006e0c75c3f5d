"""Texts with several formats, files, folders, zip files, and progress."""

from __future__ import annotations

import warnings
import zipfile
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.game.notation import phh_text, read_hands
from fifthstreet.game.notation.readers.sources import text_sources
from tests.game.notation.samples import EXPECTED, ROOT, sample
from tests.game.notation.texts import PHH, POKERSTARS

HAND_COUNT = sum(len(hands) for hands in EXPECTED.values())
BAD = POKERSTARS.replace("raises $4 to $6", "raises $1 to $3")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep").mkdir()
    (tmp_path / "a.txt").write_text(POKERSTARS, encoding="utf-8")
    (tmp_path / "deep" / "b.TXT").write_text(f"{BAD}\n{POKERSTARS}", encoding="utf-8")
    (tmp_path / "c.phh").write_text(PHH, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path


def test_a_text_with_all_sites_and_kinds() -> None:
    text = "\n\n".join(sample(name) for name in EXPECTED)
    reader = read_hands(text)
    assert len(list(reader)) == HAND_COUNT
    assert reader.errors == []


def test_errors_in_a_text_with_several_sites_name_the_line() -> None:
    parts = [sample("winamax/cash.txt"), BAD, sample("ongame/cash.txt"), PHH]
    text = "\n".join(parts)
    reader = read_hands(text)
    assert [hand.venue for hand in reader] == ["Winamax", "Ongame Network", "Ongame Network", None]
    (error,) = reader.errors
    assert text.split("\n")[error.line - 1] == "big cat: raises $1 to $3"


def test_a_folder(folder: Path) -> None:
    reader = read_hands(folder)
    assert len(list(reader)) == 3
    (error,) = reader.errors
    assert (error.source, error.line) == (str(Path("deep") / "b.TXT"), 10)
    assert str(error).startswith(f"{error.source}, line 10: ")


def test_a_zip_file_and_one_in_a_folder(folder: Path) -> None:
    path = folder / "more.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x/pokerstars.txt", BAD)
        archive.writestr("x/omaha.txt", sample("ongame/omaha.txt"))
        archive.writestr("x/readme.md", "nothing")
    reader = read_hands(path)
    assert [hand.variant for hand in reader] == ["PO"]
    assert [error.source for error in reader.errors] == ["x/pokerstars.txt"]
    reader = read_hands(folder)
    assert len(list(reader)) == 4
    assert [error.source for error in reader.errors][1:] == ["more.zip/x/pokerstars.txt"]


def test_several_paths(folder: Path) -> None:
    reader = read_hands([folder / "a.txt", folder / "deep" / "b.TXT"])
    assert len(list(reader)) == 2
    assert [error.source for error in reader.errors] == ["b.TXT"]


def test_bad_zip_files(tmp_path: Path) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(b"no zip")
    with pytest.raises(InputError, match=r"bad\.zip is not a zip file"):
        read_hands(path)
    with pytest.raises(FileNotFoundError):
        read_hands(tmp_path / "missing.txt")


def test_files_that_are_not_text(tmp_path: Path) -> None:
    """Their bytes used to be quoted in an error of many lines."""
    path = tmp_path / "turn.hh"
    path.write_bytes(b"FIFTHSTREET\0\0\n:0:f:AsKs|QdQh:\x80")
    for source in (path, tmp_path):
        reader = read_hands(source)
        assert list(reader) == []
        assert [error.message for error in reader.errors] == ["it is not a text file"]


def test_damaged_member_of_a_zip_file(tmp_path: Path) -> None:
    path = tmp_path / "damaged.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", POKERSTARS)
    path.write_bytes(path.read_bytes().replace(b"big cat", b"bad cat"))
    reader = read_hands(path)
    assert list(reader) == []
    assert "a.txt cannot be unpacked" in reader.errors[0].message


def test_progress(folder: Path) -> None:
    shares: list[float] = []
    list(read_hands(folder, progress=shares.append))
    assert shares == sorted(shares)
    assert shares[0] > 0
    assert shares[-1] == 1.0


def test_repr_is_short() -> None:
    (source,) = text_sources(ROOT / "ongame" / "omaha.txt")
    assert repr(source).startswith("<TextSource '': ")


def test_hands_of_several_formats_are_equal() -> None:
    (hand,) = read_hands(POKERSTARS)
    assert list(read_hands(f"[1]\n{phh_text(hand)}\n\n{POKERSTARS}")) == [hand, hand]


def test_the_name_of_a_file_is_read_as_the_file(tmp_path: Path) -> None:
    """It was parsed as a text, which gave no hands and no error."""
    path = tmp_path / "session.phh"
    path.write_text(PHH)
    assert [hand.variant for hand in read_hands(str(path))] == ["NT"]
    assert len(list(read_hands(str(tmp_path)))) == 1
    with pytest.raises(InputError, match="hands must be a text or an existing file, got the name"):
        read_hands(str(tmp_path / "missing.txt"))


@pytest.mark.parametrize(
    "text", ["hello", "no hands here\nand none here\n", "a = 1\nb = 2\n", "<html></html>", "{}"]
)
def test_text_of_no_known_format_says_so_in_one_line(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reader = read_hands(text)
        assert list(reader) == []
    assert [str(error) for error in reader.errors] == ["line 1: no known hand history format"]


def test_an_empty_text_has_no_hands_and_no_errors() -> None:
    reader = read_hands(" \n")
    assert (list(reader), reader.errors) == ([], [])


def test_a_folder_that_is_removed_meanwhile(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(self: Path, pattern: str) -> list[Path]:
        raise FileNotFoundError(2, "No such file or directory", "inner")

    monkeypatch.setattr(Path, "rglob", vanish)
    with pytest.raises(InputError, match="cannot be read: No such file or directory"):
        read_hands(folder)
