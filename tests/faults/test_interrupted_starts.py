"""Ctrl-C while the program is still importing: exit code 130, and nothing on standard error."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fifthstreet.support import program_start
from tests.faults.programs import SPOT, counts, posix
from tests.thoroughness import slow

INTERRUPTED = 130
# Starts the program as Python would. A number of imports after the package has begun to handle
# signals, Ctrl-C is sent; 0 sends none. Writes a dot when it begins, and imports at the end.
START = """
import atexit, os, runpy, signal, sys
number, script = int(sys.argv[1]), sys.argv[2]
arguments = sys.argv[3:]
sys.argv[:] = [script or "-m", *arguments]
sys.orig_argv[:] = [sys.executable, *([script] if script else ["-m", "fifthstreet"]), *arguments]
seen = -1
def count(event, values):
    global seen
    if event != "import":
        return
    if seen < 0 and values[0] == "fifthstreet.support.lazy_names":
        seen = 0
        os.write(1, b".")
    if seen >= 0:
        seen += 1
        if seen == number:
            signal.raise_signal(signal.SIGINT)
sys.addaudithook(count)
if not number:
    atexit.register(lambda: os.write(2, str(seen).encode()))
if script:
    runpy.run_path(script, run_name="__main__")
else:
    runpy.run_module("fifthstreet", run_name="__main__", alter_sys=True)
"""
# What `pip` makes of the entry point in pyproject.toml.
SCRIPT = """
import sys
from fifthstreet.cli import main
if __name__ == "__main__":
    sys.exit(main())
"""
SOLVE = ["solve", *(part for pair in SPOT.items() for part in pair), "--max-iterations", "1"]
TRAIN = ["train", "--game", "kuhn", "--iterations", "10"]


def start(number: int, script: str, arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", START, str(number), script, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(number: int, script: str, arguments: Sequence[str]) -> tuple[int, str]:
    with start(number, script, arguments) as program:
        _, errors = program.communicate(timeout=100)
    return program.returncode, errors.decode()


@counts(8, 100)
@pytest.mark.parametrize("is_script", [True, *slow(False)])
@pytest.mark.parametrize(
    "arguments", [["range", "AA"], TRAIN, *slow(SOLVE)], ids=lambda each: each[0]
)
def test_at_any_import(tmp_path: Path, arguments: list[str], is_script: bool, count: int) -> None:
    script = tmp_path / "fifthstreet"
    script.write_text(SCRIPT)
    path = str(script) if is_script else ""
    code, imports = run(0, path, arguments)
    assert code == 0
    numbers = range(1, int(imports) + 1, max(int(imports) // count, 1))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ends = pool.map(lambda number: run(number, path, arguments), numbers)
        assert dict.fromkeys(numbers, (INTERRUPTED, "")) == dict(zip(numbers, ends, strict=True))


@posix
@counts(10, 40)
def test_at_any_moment_of_the_first_half_second(count: int) -> None:
    for number in range(count):
        with start(-1, "", ["train", "--game", "leduc", "--seconds", "100"]) as program:
            assert program.stdout is not None
            assert program.stdout.read(1) == b"."
            time.sleep(0.5 * number / count)
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate(timeout=100)
        assert (program.returncode, errors) == (INTERRUPTED, b"")


@posix
def test_an_ignored_signal_stays_ignored() -> None:
    """As in a background job of a shell script."""
    code = 'trap "" INT; exec "$@"'
    arguments = [sys.executable, "-c", START, "5", "", "--version"]
    ended = subprocess.run(["sh", "-c", code, "sh", *arguments], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(".fifthstreet ")


def test_other_programs_that_import_the_package_handle_their_own_signals() -> None:
    code = (
        "import signal, sys, fifthstreet.cli.program; "
        "assert signal.getsignal(signal.SIGINT) is signal.default_int_handler; "
        "assert sys.excepthook is sys.__excepthook__"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("started", "arguments", "is_program"),
    [
        (["python", "-m", "fifthstreet", "range", "AA"], ["-m", "range", "AA"], True),
        (["python", "-I", "-mfifthstreet"], ["-m"], True),
        (["python", "/usr/bin/fifthstreet", "range"], ["/usr/bin/fifthstreet", "range"], True),
        (["python", r"C:\bin\fifthstreet.exe"], [r"C:\bin\fifthstreet.exe"], True),
        (["python", "-m", "fifthstreet.web"], ["-m"], False),
        (["python", "script.py", "fifthstreet"], ["script.py", "fifthstreet"], False),
        (["python", "-c", "main()", "--fork"], ["/usr/bin/fifthstreet", "range", "AA"], False),
        (["python"], [""], False),
        ([], [], False),
    ],
)
def test_which_process_is_the_program(
    monkeypatch: pytest.MonkeyPatch, started: list[str], arguments: list[str], is_program: bool
) -> None:
    monkeypatch.setattr(sys, "orig_argv", started)
    monkeypatch.setattr(sys, "argv", arguments)
    assert program_start.is_program() is is_program
