"""JSON replies: NumPy arrays as lists, NaN and infinity as null."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi.responses import Response


class JsonReply(Response):
    """A reply of plain data and NumPy arrays."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200) -> None:
        super().__init__(content, status_code)

    def render(self, content: Any) -> bytes:
        """Return the JSON text."""
        return json_bytes(content)


def json_bytes(content: Any) -> bytes:
    """Return plain data and NumPy arrays as JSON."""
    return orjson.dumps(content, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_NON_STR_KEYS)
