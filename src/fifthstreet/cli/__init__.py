"""The command line."""

import sys

from fifthstreet.cli.app import main as run


def main() -> None:
    """Entry point of the `fifthstreet` program."""
    sys.exit(run())


__all__ = ["main", "run"]
