"""Replies of plain data and NumPy arrays: as JSON, or as JSON with binary columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import orjson
from fastapi.responses import Response
from numpy.typing import NDArray

COLUMNS_TYPE = "application/vnd.fifthstreet.columns"
_LENGTH_BYTES = 4  # of the number of bytes of the JSON text
_ALIGNMENT = 8  # bytes: each column starts at a multiple
_INTEGERS = (np.int8, np.int16, np.int32)


class JsonReply(Response):
    """A reply of plain data and NumPy arrays."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code)

    def render(self, content: Any) -> bytes:
        """Return the JSON text."""
        return json_bytes(content)


def json_bytes(content: Any) -> bytes:
    """Return plain data and NumPy arrays as JSON; NaN and infinity are null."""
    return orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)


def column_bytes(content: Any) -> bytes:
    """Return plain data as JSON, followed by its one-dimensional NumPy arrays as binary columns.

    The reply has three parts; all numbers are little-endian:

    1. the number of bytes of the second part, an unsigned 32-bit integer,
    2. JSON, padded with spaces, where `{"column": TYPE, "start": BYTE, "count": NUMBER}` stands for
       an array,
    3. the columns. `start` counts from the beginning of this part, and is a multiple of 8 in the
       part as in the whole reply.

    A TYPE is float32, where NaN is an unknown value, or the smallest of int8, int16 and int32 that
    holds all numbers of the column.
    """
    parts: list[bytes] = []
    text = orjson.dumps(_with_references(content, parts), option=orjson.OPT_NON_STR_KEYS)
    text += b" " * (-(_LENGTH_BYTES + len(text)) % _ALIGNMENT)
    return b"".join([len(text).to_bytes(_LENGTH_BYTES, "little"), text, *parts])


def _with_references(content: Any, parts: list[bytes]) -> Any:
    """Return data with a reference in the place of each array, whose bytes are added to parts."""
    if isinstance(content, dict):
        return {key: _with_references(value, parts) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_with_references(value, parts) for value in content]
    if not isinstance(content, np.ndarray):
        return content
    column = _narrowed(content)
    start = sum(map(len, parts))
    data = column.tobytes()
    parts.append(data + bytes(-len(data) % _ALIGNMENT))
    return {"column": column.dtype.name, "start": start, "count": len(column)}


def _narrowed(values: NDArray[Any]) -> NDArray[Any]:
    """Return a column with the smallest type of those that replies have."""
    if values.dtype.kind == "f":
        return values.astype("<f4")
    low, high = (int(values.min()), int(values.max())) if values.size else (0, 0)
    for kind in _INTEGERS:
        limits = np.iinfo(kind)
        if limits.min <= low and high <= limits.max:
            return values.astype(np.dtype(kind).newbyteorder("<"))
    raise OverflowError(f"column values must fit into 32 bits, got {low} to {high}")
