"""Programs that are killed, limited or run on small disks."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from tests.cli.forked import run_forked

PROGRAM = [sys.executable, "-m", "fifthstreet"]
SPOT = {
    "--board": "QsJh2h7c",
    "--oop": "AA,KQs,JTs",
    "--ip": "QQ,AJs,T9s",
    "--pot": "100",
    "--stack": "200",
    "--bets": "50%, a",
    "--raises": "60%",
    "--target": "0",
    "--threads": "1",
}
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")

Program = subprocess.Popen[str]


def counts(short: int, long: int) -> pytest.MarkDecorator:
    """Run a test with a small count, and with a large one if slow tests are wanted."""
    return pytest.mark.parametrize("count", [short, pytest.param(long, marks=pytest.mark.slow)])


def solve_arguments(**changes: object) -> list[str]:
    options = SPOT | {f"--{name.replace('_', '-')}": str(value) for name, value in changes.items()}
    return ["solve", *(part for pair in options.items() for part in pair)]


def started(arguments: Sequence[str], **options: str) -> Program:
    """Start a command; `options` are variables of its environment."""
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **options},
        preexec_fn=hear_hangups if os.name == "posix" else None,
    )


def hear_hangups() -> None:
    """Let SIGHUP end a program that is to be started, also where tests run under `nohup`."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@contextmanager
def running(arguments: Sequence[str], **options: str) -> Iterator[Program]:
    """Start a command and end it with the block."""
    with started(arguments, **options) as program:
        try:
            yield program
        finally:
            program.kill()


def wait_for(path: Path) -> None:
    """Wait until a program has made a file."""
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert path.exists()


def finished(arguments: Sequence[str], **options: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a process that starts at once where there are forks."""
    if os.name == "posix":
        forked = run_forked(arguments, Path.cwd(), environment={**os.environ, **options})
        output, errors = forked.stdout.decode(), forked.stderr.decode()
        return subprocess.CompletedProcess(arguments, forked.returncode, output, errors)
    with started(arguments, **options) as program:
        output, errors = program.communicate(timeout=300)
    return subprocess.CompletedProcess(arguments, program.returncode, output, errors)


def assert_one_line(result: subprocess.CompletedProcess[str], *parts: str) -> None:
    """Assert that a command failed with one line that has these parts."""
    assert result.returncode == 2, result.stderr
    assert result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.startswith("error: ")
    for part in parts:
        assert part in result.stderr


@cache
def has_namespaces() -> bool:
    """Return whether a process may mount file systems that nobody else sees."""
    try:
        mount = "mount -t tmpfs -o size=1m tmpfs /tmp"
        command = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount]
        return subprocess.run(command, capture_output=True).returncode == 0
    except OSError:
        return False


def on_disk(folder: Path, size: str, script: str, **options: str) -> tuple[int, str, str]:
    """Run a shell script in which a folder is a disk of its own of a size like `1m`, or `ro`.

    In the script, $FIFTHSTREET is the program.
    """
    result = subprocess.run(
        _disk_command(folder, size, script),
        capture_output=True,
        text=True,
        env={**os.environ, **options, "FIFTHSTREET": shlex.join(PROGRAM)},
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    return result.returncode, result.stdout, result.stderr


def on_disk_at_terminal(
    folder: Path, size: str, script: str, answers: Sequence[str], **options: str
) -> tuple[int, str, str]:
    """Do the same at a terminal, where each question gets the next answer; output is a pipe."""
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        _disk_command(folder, size, script),
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env={**os.environ, **options, "FIFTHSTREET": shlex.join(PROGRAM)},
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    ) as program:
        os.close(theirs)
        shown, left = b"", list(answers)
        try:
            while part := os.read(ours, 1000):
                shown += part
                if left and shown.endswith(b"): "):
                    os.write(ours, left.pop(0).encode())
        except OSError:  # all have closed the terminal
            os.close(ours)
        output, _ = program.communicate(timeout=60)
    return program.returncode, output, shown.decode().replace("\r\n", "\n")


def _disk_command(folder: Path, size: str, script: str) -> list[str]:
    mounting = f"mount -t tmpfs -o {size if size == 'ro' else f'size={size}'} tmpfs {folder}"
    return ["unshare", "--map-root-user", "--mount", "sh", "-c", f"{mounting} && {script}"]
