"""Progress bars on standard error, shown if that is a terminal, and as a line in notebooks."""

from __future__ import annotations

import io
from importlib import import_module
from time import monotonic
from typing import Any, Self

from rich.console import Console
from rich.progress import Progress as Bars
from rich.progress import ProgressColumn

from fifthstreet.support.terminal import Terminal
from fifthstreet.support.watched import is_in_notebook, is_terminal

_NOTEBOOK_WIDTH = 120  # characters
_NOTEBOOK_SECONDS = 0.5  # between two changes of a line, and before the first


class ShownBars:
    """A progress bar that is shown while a block runs."""

    def __init__(self, *columns: ProgressColumn) -> None:
        self.terminal = Terminal(stderr=True)
        self._line = NotebookLine() if is_in_notebook() else None
        self._bars = Bars(
            *columns,
            console=self.terminal,
            transient=True,
            disable=self._line is not None or not is_terminal(),
        )

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()
        if self._line is not None:
            self._line.end()

    def _update(self, task: Any, **changes: Any) -> None:
        """Change a bar; in a notebook, also the line that shows it."""
        self._bars.update(task, **changes)
        if self._line is not None:
            self._line.show(self._bars)


class NotebookLine:
    """A line of text in the output of a notebook, which changes in place.

    Work that is over within half a second leaves nothing in the notebook.
    """

    def __init__(self) -> None:
        self._shown_at = monotonic()
        self._handle: Any = None

    def show(self, bars: Bars) -> None:
        """Write the bars as text, unless they were written a moment ago."""
        now = monotonic()
        if now < self._shown_at + _NOTEBOOK_SECONDS:
            return
        self._shown_at = now
        console = Console(
            file=io.StringIO(), width=_NOTEBOOK_WIDTH, color_system=None, force_jupyter=False
        )
        with console.capture() as captured:
            console.print(bars.make_tasks_table(bars.tasks))
        self._write(captured.get().rstrip())

    def end(self) -> None:
        """Leave an empty output."""
        if self._handle is not None:
            self._write("")

    def _write(self, text: str) -> None:
        data = {"text/plain": text}
        if self._handle is None:
            display = import_module("IPython.display").display  # only notebooks have it
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)
