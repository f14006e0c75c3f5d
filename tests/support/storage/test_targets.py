"""What may be written, and what is left of earlier writers."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.support.storage import check_target, previous_file, replacing
from fifthstreet.support.storage.targets import part_of

posix = pytest.mark.skipif(os.name != "posix", reason="modes, pipes and links of POSIX")


def write(path: Path, content: bytes = b"new") -> None:
    with replacing(path) as file:
        file.write(content)


# Targets that are refused.


@posix
def test_special_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    ends = os.pipe()
    open_pipe = Path(f"/dev/fd/{ends[1]}")  # what /dev/stdout is in a pipe
    for path in (pipe, link, Path("/dev/null"), open_pipe):
        before = path.stat()
        for attempt in (check_target, write):
            with pytest.raises(InputError, match="must be a regular file to write"):
                attempt(path)
        assert os.path.samestat(before, path.stat())


def test_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "..", Path()):
        for attempt in (check_target, write):
            with pytest.raises(InputError, match="must be a file to write, got a folder"):
                attempt(path)


@posix
@pytest.mark.parametrize("name", ["x" * 256, "folder/" + "y" * 300])
def test_names_that_are_too_long(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    for attempt in (check_target, write):
        with pytest.raises(InputError, match="cannot be written: File name too long") as error:
            attempt(tmp_path / name)
        assert "\n" not in str(error.value)


@posix
def test_the_longest_names_work(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 255)
    check_target(path)
    write(path)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_missing_folders_and_files_in_place_of_folders(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must be in an existing folder"):
        check_target(tmp_path / "missing" / "file")
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match=r"Not a directory|existing folder"):
        check_target(tmp_path / "file" / "below")


def test_space_is_checked(tmp_path: Path) -> None:
    check_target(tmp_path / "file", 1_000)
    with pytest.raises(InputError, match=r"needs about 1000000000.0 GB, .* available"):
        check_target(tmp_path / "file", 10**18)
    assert list(tmp_path.iterdir()) == []


CHECK_WITH_LIMIT = """
import resource, sys
from fifthstreet.support.storage import check_target

resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
check_target(sys.argv[1], 900_000)
try:
    check_target(sys.argv[1], 1_100_000)
except ValueError as error:
    print(error)
"""


@posix
def test_the_limit_on_the_size_of_files_counts(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CHECK_WITH_LIMIT, str(tmp_path / "file")]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "needs about 1 MB, 1 MB available" in shown


# What is kept of a file that is replaced.


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666, 0o755])
def test_the_mode_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(mode)
    write(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
@pytest.mark.parametrize(("mask", "mode"), [(0, 0o666), (0o022, 0o644), (0o027, 0o640)])
def test_a_new_file_follows_the_umask(tmp_path: Path, mask: int, mode: int) -> None:
    old = os.umask(mask)
    try:
        write(tmp_path / "file")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


@posix
def test_the_content_of_a_private_file_is_never_readable_by_others(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    path.chmod(0o600)
    with replacing(path):
        (part,) = tmp_path.glob(".file.*.part")
        assert stat.S_IMODE(part.stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs root")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    os.chown(path, 1234, 5678)
    write(path)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 5678)


@posix
def test_links_are_followed(tmp_path: Path) -> None:
    """Through a chain of links, one of them dangling at first, into another folder."""
    (tmp_path / "folder").mkdir()
    real, middle, link = tmp_path / "folder" / "real", tmp_path / "middle", tmp_path / "link"
    middle.symlink_to("folder/real")
    link.symlink_to("middle")
    for content in (b"first", b"second"):
        write(link, content)
        assert real.read_bytes() == content
    assert link.is_symlink()
    assert middle.is_symlink()
    assert list((tmp_path / "folder").iterdir()) == [real]


@posix
def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / "one")


def test_the_previous_file_is_kept_on_request(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"1", b"2", b"3"):
        with replacing(path, keep_previous=True) as file:
            file.write(content)
    assert path.read_bytes() == b"3"
    assert previous_file(path).read_bytes() == b"2"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "file.previous"]


# Parts of killed writers.


WRITE_AND_WAIT = """
import sys
from fifthstreet.support.storage import replacing

with replacing(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print(flush=True)
    sys.stdin.read()
"""


def started_writer(path: Path) -> "subprocess.Popen[bytes]":
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITE_AND_WAIT, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert writer.stdout is not None
    writer.stdout.readline()
    return writer


@posix
@pytest.mark.parametrize("clean", [check_target, write])
def test_parts_of_killed_writers_are_removed(tmp_path: Path, clean: object) -> None:
    assert callable(clean)
    path = tmp_path / "file"
    with started_writer(path) as writer:
        writer.kill()
    assert len(list(tmp_path.glob(".file.*.part"))) == 1
    clean(path)
    assert list(tmp_path.glob(".*")) == []


@posix
def test_parts_of_living_writers_and_of_other_files_stay(tmp_path: Path) -> None:
    path = tmp_path / "file"
    kept = [
        part_of(tmp_path / "other"),
        tmp_path / ".file.part",
        tmp_path / ".file.zzzzzzzz.part",
        tmp_path / ".file.12345678.part.txt",
    ]
    for other in kept:
        other.write_bytes(b"mine")
    folder = tmp_path / ".file.12345678.part"
    folder.mkdir()
    with started_writer(path) as writer:
        write(path, b"second")
        assert all(other.read_bytes() == b"mine" for other in kept)
        assert folder.is_dir()
        assert len(list(tmp_path.glob(".file.????????.part"))) == 3  # also the folder, and z's
        writer.communicate()
        assert writer.returncode == 0
    assert path.read_bytes() == b"half"
