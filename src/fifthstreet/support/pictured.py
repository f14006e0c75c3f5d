"""Objects that notebooks show as pictures.

Objects only hold data, and no object imports its own picture: the package names the module that
draws them all, and a picture is looked up there when a notebook asks for it.
"""

from importlib import import_module

_drawn_by: list[str] = []


def draw_with(module: str) -> None:
    """Name the module whose function `notebook_html` draws objects."""
    _drawn_by[:] = [module]


class Pictured:
    """A class whose picture the package draws."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module(_drawn_by[0]).notebook_html(self)
        return html
