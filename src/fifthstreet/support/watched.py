"""Whether output is seen at once: in a terminal or a notebook."""

from __future__ import annotations

import sys
from multiprocessing import parent_process
from threading import current_thread, main_thread


def is_in_notebook() -> bool:
    """Return whether a notebook runs this code."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


def is_terminal() -> bool:
    """Return whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def is_watched() -> bool:
    """Return whether to show progress: in the main thread, in a terminal or a notebook.

    Threads and worker processes would write over each other.
    """
    is_main = current_thread() is main_thread() and parent_process() is None
    return is_main and (is_terminal() or is_in_notebook())
