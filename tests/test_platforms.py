"""Nothing that Windows lacks is needed: neither when modules are imported nor when they work."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import available_bytes
from fifthstreet.support.storage import LineFile, open_container, replacing, write_container
from fifthstreet.support.threads import available_cores

# Modules and names of `os` that CPython has on Linux or macOS, but not on Windows.
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
OS_NAMES = (
    "O_DIRECTORY",
    "O_CLOEXEC",
    "O_NONBLOCK",
    "chown",
    "chroot",
    "fchmod",
    "fchown",
    "fork",
    "forkpty",
    "getegid",
    "geteuid",
    "getgid",
    "getgroups",
    "getloadavg",
    "getpgid",
    "getpgrp",
    "getpriority",
    "getuid",
    "initgroups",
    "killpg",
    "lchown",
    "mkfifo",
    "mknod",
    "nice",
    "openpty",
    "pathconf",
    "posix_fadvise",
    "posix_fallocate",
    "posix_spawn",
    "pread",
    "preadv",
    "pwrite",
    "pwritev",
    "sched_getaffinity",
    "sched_setaffinity",
    "sched_yield",
    "sendfile",
    "setsid",
    "sync",
    "sysconf",
    "uname",
    "wait",
    "wait3",
    "wait4",
    "WNOHANG",
)

# Other packages choose by sys.platform, so they are imported before and asked no questions.
IMPORT_EVERYTHING = """
    import builtins, importlib, os, pkgutil, signal, subprocess, sys, tempfile, types
    import numpy, rich.console, rich.table, typer, typer.testing
    sys.modules["cupy"] = None  # which is another one there; None: it cannot be imported

    missing, os_names = {missing!r}, {os_names!r}
    for name in os_names:
        if hasattr(os, name):
            delattr(os, name)
    for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "alarm", "setitimer"):
        if hasattr(signal, name):
            delattr(signal, name)

    real_import = builtins.__import__

    def import_as_on_windows(name, globals=None, locals=None, fromlist=(), level=0):
        importer = (globals or {{}}).get("__name__", "")
        if name in missing and importer.startswith("fifthstreet"):
            raise ModuleNotFoundError(f"{{importer}} imports {{name}}", name=name)
        return real_import(name, globals, locals, fromlist, level)

    builtins.__import__ = import_as_on_windows
    # Windows has this instead; the stand-in shows that it is used, not that it locks.
    locked = []
    sys.modules["msvcrt"] = types.SimpleNamespace(
        LK_NBLCK=2, locking=lambda handle, mode, count: locked.append(handle)
    )

    import fifthstreet
    names = [each.name for each in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet.")]
    for name in names:
        if name != "fifthstreet.__main__":
            importlib.import_module(name)

    from fifthstreet.cli import run
    spot = fifthstreet.Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = os.path.join(folder, "river.solution")
        fifthstreet.solve(spot, target_pot_percent=1).save(path)
        assert run(["show", path]) == 0
    assert locked
    print(len(names), "modules")
"""


def test_modules_import_and_solve_without_what_windows_lacks() -> None:
    script = textwrap.dedent(IMPORT_EVERYTHING).format(missing=MODULES, os_names=OS_NAMES)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-2]) > 100


def test_available_bytes_is_none_where_it_is_unknown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert available_bytes(tmp_path) is None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").touch()
    monkeypatch.delattr(os, "sysconf", raising=False)
    assert available_bytes(tmp_path) is None


def test_cores_are_counted_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert available_cores() == os.cpu_count()


def test_files_are_written_where_folders_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    real_open = os.open

    def open_file(path: str | Path, *arguments: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return real_open(path, *arguments)

    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.delattr(os, "O_DIRECTORY", raising=False)
    with replacing(tmp_path / "file") as file:
        write_container(file, "kind", {"fact": 1}, {})
    assert open_container(tmp_path / "file", "kind").facts == {"fact": 1}
    LineFile(tmp_path / "lines", "kind", 1, {}).add({"record": 1})
    assert LineFile(tmp_path / "lines", "kind", 1, {}).records == [{"record": 1}]


def test_a_file_that_cannot_be_replaced_is_one_line(tmp_path: Path) -> None:
    """Windows refuses while the old file is mapped; a folder in its place is refused everywhere."""
    path = tmp_path / "file"
    with pytest.raises(InputError, match=r"file cannot be replaced: ") as caught:
        _write_where_a_folder_appears(path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == [path]


def _write_where_a_folder_appears(path: Path) -> None:
    with replacing(path):
        path.mkdir()
        (path / "inside").touch()
