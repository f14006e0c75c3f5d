"""The command line."""

import sys

from fifthstreet.cli.app import main as run


def main() -> None:
    """Run the `fifthstreet` program and exit with its code."""
    sys.exit(run())


__all__ = ["main", "run"]
