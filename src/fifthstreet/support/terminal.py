"""The terminal as a console of Rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from fifthstreet.support.drawing import escaped


class Terminal(Console):
    """The terminal, or the file that replaces it.

    Text is shown as it is: nothing in it is markup, and control characters, which names of players
    and files may have, are shown as escape sequences instead of being obeyed.
    """

    def __init__(self, *, stderr: bool = False, file: IO[str] | None = None) -> None:
        super().__init__(stderr=stderr, file=file, markup=False, emoji=False, highlight=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render an object; Rich's own control codes stay unchanged."""
        for segment in super().render(renderable, options):
            shown = segment.text if segment.control else escaped(segment.text)
            yield segment if shown == segment.text else Segment(shown, segment.style)

    def out(self, *objects: Any, **options: Any) -> None:
        """Print objects without wrapping them."""
        super().out(*(escaped(str(each)) for each in objects), **options)
