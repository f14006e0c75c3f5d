"""What the endpoints of files have in common."""

from __future__ import annotations

from fastapi.responses import Response

from fifthstreet.web.api.models import NameText, Request

_MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}


class NewName(Request):
    """A new name."""

    name: NameText


def attachment(text: str, name: str, kind: str) -> Response:
    """Return text as a file to download; `name` is one of the library."""
    headers = {"content-disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(text, media_type=_MEDIA_TYPES[kind], headers=headers)
