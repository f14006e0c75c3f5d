"""The `fifthstreet` program."""

import os
import sys

from fifthstreet.cli.app import main as run_app
from fifthstreet.cli.streams import drop_unwritable_output, encodable_streams
from fifthstreet.support.program_start import end_on_interrupt

# Threads of OpenBLAS, which NumPy starts, spin for 2^16 cycles before they sleep, not for 2^26.
_OPENBLAS_TIMEOUT = "16"


def run(arguments: list[str] | None = None) -> int:
    """Run the `fifthstreet` program and return its exit code; `arguments` default to sys.argv."""
    with encodable_streams():
        return run_app(arguments)


def main() -> None:
    """Run the `fifthstreet` program and exit with its code."""
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", _OPENBLAS_TIMEOUT)  # before NumPy is imported
    code = run()
    end_on_interrupt()
    drop_unwritable_output()
    sys.exit(code)
