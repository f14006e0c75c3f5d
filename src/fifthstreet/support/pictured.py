"""Objects that notebooks show as pictures, and objects that print as tables.

Objects only hold data, and no object imports its own picture: the package names the module that
draws them all, and a picture is looked up there when a notebook asks for it.
"""

from importlib import import_module

_drawn_by: list[str] = []


def draw_with(module: str) -> None:
    """Name the module whose functions `notebook_html` and `printed_text` draw objects."""
    _drawn_by[:] = [module]


class Pictured:
    """A class whose picture the package draws."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module(_drawn_by[0]).notebook_html(self)
        return html


class Printed:
    """A class whose text is the table that the package prints."""

    __slots__ = ()

    def __str__(self) -> str:
        text: str = import_module(_drawn_by[0]).printed_text(self)
        return text
