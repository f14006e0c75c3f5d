"""Errors, warnings and notes on standard error, one line each."""

import sys
from contextlib import suppress

from rich.text import Text

from fifthstreet.support.drawing import line_of
from fifthstreet.support.terminal import Terminal

_MAX_LENGTH = 1_000  # characters of a message


def print_error(message: str) -> None:
    """Print why a command has failed."""
    _print("error: ", "bold red", message)


def print_warning(message: str, terminal: Terminal | None = None) -> None:
    """Print a problem that does not end the command."""
    _print("warning: ", "bold yellow", message, terminal)


def print_note(message: str, terminal: Terminal | None = None) -> None:
    """Print what a command is about to do."""
    _print("", "", message, terminal)


def _print(label: str, style: str, message: str, terminal: Terminal | None = None) -> None:
    if sys.stderr is None:  # closed, as in `2>&-`
        return
    line = Text(label, style=style).append(line_of(message, longest=_MAX_LENGTH), style="default")
    with suppress(OSError, ValueError):  # a full disk, or a terminal that is gone
        (terminal or Terminal(stderr=True)).print(line, soft_wrap=True)
