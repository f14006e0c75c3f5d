"""The `fifthstreet` program."""

import sys

from fifthstreet.cli.app import main as run_app
from fifthstreet.cli.streams import drop_unwritable_output, encodable_streams
from fifthstreet.support.program_start import end_on_interrupt


def run(arguments: list[str] | None = None) -> int:
    """Run the `fifthstreet` program and return its exit code; `arguments` default to sys.argv."""
    with encodable_streams():
        return run_app(arguments)


def main() -> None:
    """Run the `fifthstreet` program and exit with its code."""
    code = run()
    end_on_interrupt()
    drop_unwritable_output()
    sys.exit(code)
