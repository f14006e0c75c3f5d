"""Files that are large, endless, compressed too well or not files: limits, and memory."""

from __future__ import annotations

import os
import socket
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.game.notation import phh_text, read_hands
from fifthstreet.game.notation.readers import read, sources
from tests.game.notation.samples import EXPECTED, ROOT, sample
from tests.game.notation.texts import PHH, PLURIBUS, POKERSTARS

posix = pytest.mark.skipif(sys.platform == "win32", reason="no devices or pipes in folders")
BAD = POKERSTARS.replace("raises $4 to $6", "raises $1 to $3")


def outcome(source: Any) -> tuple[list[str], list[str]]:
    reader = read_hands(source)
    return [phh_text(hand) for hand in reader], [str(error) for error in reader.errors]


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read files as if pieces were some hundred characters."""
    monkeypatch.setattr(sources, "_BLOCK", 200)
    monkeypatch.setattr(read, "_PIECE", 500)
    monkeypatch.setattr(read, "_CUT_RANGE", 300)


@posix
@pytest.mark.parametrize("kind", ["device", "fifo", "socket"])
def test_what_is_not_a_regular_file_is_refused_in_one_line(kind: str, tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(POKERSTARS, encoding="utf-8")
    path = tmp_path / "other.txt"
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        with socket.socket(socket.AF_UNIX) as server:
            here = Path.cwd()
            os.chdir(tmp_path)  # names of sockets are short
            server.bind("other.txt")
            os.chdir(here)
    assert outcome(path) == ([], ["other.txt, line 1: it is not a regular file"])
    hands, errors = outcome(tmp_path)
    assert len(hands) == 1
    assert errors == ["other.txt, line 1: it is not a regular file"]
    assert len(outcome([path, tmp_path / "good.txt"])[0]) == 1


def test_files_that_are_compressed_too_well_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", b"\n" * 5_000_000)
        archive.writestr("good.txt", POKERSTARS * 100)
        archive.writestr("small.txt", "\n" * 100_000 + POKERSTARS)
    hands, errors = outcome(path)
    assert len(hands) == 101
    (error,) = errors
    assert error.startswith("bomb.txt, line 1: a compressed file must have at most 250 times its")


def test_files_that_are_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 10_000)
    (tmp_path / "large.txt").write_text("\n" * 10_001, encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "large.zip", "w") as archive:
        archive.writestr("large.txt", b"\n" * 10_001)
        archive.writestr("small.txt", POKERSTARS)
    hands, errors = outcome(tmp_path)
    assert len(hands) == 1
    reason = "line 1: a file must have at most 10,000 bytes, got 10,001"
    assert errors == [f"large.txt, {reason}", f"large.zip/large.txt, {reason}"]


@pytest.mark.parametrize(
    ("file_limit", "piece_limit", "reason"),
    [
        (20 << 20, 10 << 20, "no hand ends within 10,485,760 characters"),
        (9 << 20, 1 << 26, "a file must have at most 9,437,184 bytes, got 10,485,760"),
    ],
)
def test_an_endless_standard_input_is_refused(
    file_limit: int, piece_limit: int, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless:
        def read(self, size: int) -> bytes:
            return b"x\n" * (size // 2)

    class Stdin:
        buffer = Endless()

    monkeypatch.setattr(sources, "MAX_FILE_BYTES", file_limit)
    monkeypatch.setattr(read, "_MAX_PIECE", piece_limit)
    monkeypatch.setattr(sys, "stdin", Stdin())
    assert outcome(Path("-")) == ([], [f"line 1: {reason}"])


def test_a_file_that_is_gone_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "gone.txt"
    path.write_text(POKERSTARS, encoding="utf-8")
    reader = read_hands(path)
    path.unlink()
    assert list(reader) == []
    assert [error.message for error in reader.errors] == [
        "it cannot be read: No such file or directory"
    ]


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_LINE", 1 << 20)
    for name, data in (("a.txt", b"x"), ("b.txt", "x".encode("utf-16-le"))):
        mark = b"" if name == "a.txt" else b"\xff\xfe"
        (tmp_path / name).write_bytes(mark + data * (3 << 20))
    reason = "line 1: a line must have at most 1,048,576 characters"
    assert outcome(tmp_path) == ([], [f"a.txt, {reason}", f"b.txt, {reason}"])


def test_an_archive_is_opened_once_for_all_of_its_members(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []

    class CountedZip(zipfile.ZipFile):
        def __init__(self, *args: Any, **options: Any) -> None:
            opened.append(self)
            super().__init__(*args, **options)

    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(50):
            archive.writestr(f"{number:02}.txt", POKERSTARS)
    monkeypatch.setattr(zipfile, "ZipFile", CountedZip)
    assert len(outcome(path)[0]) == 50
    assert len(opened) <= 2  # once to list the members, once to read them
    assert all(archive.fp is None for archive in opened)  # closed


def test_a_bad_archive_does_not_affect_other_files(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no zip")
    (tmp_path / "good.txt").write_text(POKERSTARS, encoding="utf-8")
    hands, errors = outcome(tmp_path)
    assert len(hands) == 1
    assert errors == ["bad.zip, line 1: bad.zip is not a zip file: File is not a zip file"]


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("name", EXPECTED)
def test_samples_in_small_pieces(name: str, tmp_path: Path) -> None:
    """Hands and line numbers are the same, wherever a file is cut."""
    text = "\n\n".join([sample(name), BAD, sample(name), BAD])
    path = tmp_path / "log.txt"
    for encoding in ("utf-8", "utf-16"):
        path.write_text(text, encoding=encoding)
        assert outcome(path) == outcome(text)
    assert outcome(ROOT / name) == outcome(sample(name))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(f"[{number}]\n{PHH}" for number in range(20)),
        "\n".join([PLURIBUS] * 20 + ["STATE:x"] + [PLURIBUS.replace("r210", "r1")] * 3),
        "\n".join([POKERSTARS, BAD, f"[1]\n{PHH}", BAD, POKERSTARS] * 3),
    ],
)
def test_other_texts_in_small_pieces(text: str, tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline="")
    hands, errors = outcome(path)
    assert (hands, errors) == outcome(text)
    assert len(hands) >= 6


def test_memory_depends_on_the_piece_and_not_on_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read, "_PIECE", 100_000)
    monkeypatch.setattr(sources, "_BLOCK", 50_000)
    lengths: list[int] = []
    parse = read._parts

    def counted(text: str, starting_stack: int | None) -> Iterator[Any]:
        lengths.append(len(text))
        return parse(text, starting_stack)

    monkeypatch.setattr(read, "_parts", counted)
    path = tmp_path / "large.txt"
    path.write_text(f"{POKERSTARS}\n" * 1_000, encoding="utf-8")
    shares: list[float] = []
    assert sum(1 for _ in read_hands(path, progress=shares.append)) == 1_000
    assert len(lengths) > 5
    assert max(lengths) < 250_000
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(set(shares)) > 900
