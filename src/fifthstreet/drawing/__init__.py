"""SVG and HTML from plain numbers, without any poker objects.

There is one palette and three kinds of output: pictures (grids of cells, curves, bars, trees),
tables, and lines of text. Tables and cells are plain data, so that the terminal can show the same
ones.
"""

from fifthstreet.drawing.bars import BarRow, bar_picture
from fifthstreet.drawing.cells import strategy_cells, value_cells, weight_cells
from fifthstreet.drawing.curves import curve_picture
from fifthstreet.drawing.grid import Cell, card_rows, class_rows, grid
from fifthstreet.drawing.html import beside, block, heading, note, page, table_html
from fifthstreet.drawing.markup import count_text, number
from fifthstreet.drawing.picture import Picture, tiled
from fifthstreet.drawing.table import (
    Bar,
    Column,
    Entry,
    Line,
    Run,
    Table,
    action_lines,
    number_columns,
    text_columns,
)
from fifthstreet.drawing.tree import Box, tree_picture

__all__ = [
    "Bar",
    "BarRow",
    "Box",
    "Cell",
    "Column",
    "Entry",
    "Line",
    "Picture",
    "Run",
    "Table",
    "action_lines",
    "bar_picture",
    "beside",
    "block",
    "card_rows",
    "class_rows",
    "count_text",
    "curve_picture",
    "grid",
    "heading",
    "note",
    "number",
    "number_columns",
    "page",
    "strategy_cells",
    "table_html",
    "text_columns",
    "tiled",
    "tree_picture",
    "value_cells",
    "weight_cells",
]
