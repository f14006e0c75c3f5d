"""Objects that notebooks show as pictures, which are drawn in `fifthstreet.views`.

Objects only hold data. `fifthstreet.views.notebook` lists the function that draws each class; it is
looked up by name when a notebook asks for a picture, so that no object imports its own picture.
"""

from importlib import import_module


class Pictured:
    """A class with a picture in `fifthstreet.views.notebook`."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("fifthstreet.views.notebook").notebook_html(self)
        return html
