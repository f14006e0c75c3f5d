"""The command line."""

import sys

from fifthstreet.cli.streams import drop_unwritable_output, encodable_streams


def run(arguments: list[str] | None = None) -> int:
    """Run the `fifthstreet` program and return its exit code; `arguments` default to sys.argv."""
    with encodable_streams():
        try:
            from fifthstreet.cli.app import main as run_app
        except ImportError as error:
            if not isinstance(error, ValueError):  # all but a core that cannot be loaded
                raise
            print(f"error: {error}", file=sys.stderr)  # noqa: T201
            return 2
        return run_app(arguments)


def main() -> None:
    """Run the `fifthstreet` program and exit with its code."""
    code = run()
    drop_unwritable_output()
    sys.exit(code)


__all__ = ["main", "run"]
