"""Ctrl-C while the program starts and ends: it ends at once, without a traceback.

Until a command begins there is nothing to save, and an exception between any two instructions of
an import may be lost or turned into another one. So the signal ends the process. The package
imports this module before all others, because they take up to a second.

Two moments are outside of this: an interrupt in the first milliseconds, before Python has found the
package, is reported by Python; and in the last ones, when Python has dropped its handlers, the
signal itself ends the process. Shells report that as 130, too.
"""

from __future__ import annotations

import sys
from os import _exit

TYPE_CHECKING = False  # importing it would take as long as everything else here
if TYPE_CHECKING:
    from types import TracebackType

INTERRUPTED = 130  # exit code after Ctrl-C, as shells report it
_PROGRAM = ("fifthstreet", "fifthstreet.exe")


def is_program() -> bool:
    """Return whether Python was started as `fifthstreet` or `python -m fifthstreet`."""
    # While Python looks for a module to run, "-m" takes the place of its name in `argv`.
    arguments = getattr(sys, "argv", [])
    started = "".join(sys.orig_argv[-len(arguments) :][:1])
    return started.replace("\\", "/").rpartition("/")[2].removeprefix("-m") in _PROGRAM


def end_on_interrupt() -> None:
    """Let Ctrl-C end the program at once instead of raising KeyboardInterrupt."""
    import signal  # takes milliseconds

    if is_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_on_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, so that a command can save its work."""
    import signal

    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(*_: object) -> None:
    _exit(INTERRUPTED)


def _report(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    sys.__excepthook__(kind, error, traceback)


if is_program():
    sys.excepthook = _report
    end_on_interrupt()
