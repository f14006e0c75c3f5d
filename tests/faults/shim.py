"""A process whose system calls on the files of a folder fail, or are recorded; see `io_shim.c`."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NEVER, ONCE, FROM_THEN_ON, SHORT = range(4)
_COMPILER = os.environ.get("CC", "cc").split()[0]
has_shim = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which(_COMPILER) is None,
    reason="needs Linux and a C compiler",
)


def run_with_shim(folder: Path, module: str, **request: Any) -> Any:
    """Run a module of tests with the shim, and return what it prints as JSON.

    It gets a folder for its files, and the request as JSON.
    """
    library = folder / "io_shim.so"
    source = Path(__file__).with_name("io_shim.c")
    flags = ["-O1", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]
    subprocess.run([_COMPILER, *flags, "-o", library, source, "-ldl"], check=True)
    preloaded = " ".join(filter(None, (os.environ.get("LD_PRELOAD"), str(library))))
    done = subprocess.run(
        [sys.executable, "-m", module, str(folder), json.dumps(request)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "LD_PRELOAD": preloaded},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


class Shim:
    """The shim in this process, which was started with it."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.shim_disarm.restype = ctypes.c_long
        self._library.shim_failed_call.restype = ctypes.c_char_p

    def arm(self, folder: Path, how: int = NEVER, number: int = 0, error: int = 0) -> None:
        """Count calls on files of a folder; let the one with this number fail."""
        path = os.fsencode(folder.resolve())
        self._library.shim_arm(path, how, ctypes.c_long(number), error)

    def disarm(self) -> int:
        """Return how many calls were counted."""
        return int(self._library.shim_disarm())

    @property
    def failed_call(self) -> str:
        """Name of the first call that failed; empty if none did."""
        return str(self._library.shim_failed_call().decode())

    def record(self, path: Path) -> None:
        """Write calls that change files to a log."""
        self._library.shim_record(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND))

    def mark(self, text: str) -> None:
        """Write a line to the log."""
        self._library.shim_mark(text.encode())
