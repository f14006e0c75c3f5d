"""SVG and HTML from plain numbers, without any poker objects.

There is one palette and three kinds of output: pictures (grids of cells, curves, bars, trees),
tables, and lines of text. Tables and cells are plain data, so that the terminal can show the same
ones.
"""

from fifthstreet.support.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
