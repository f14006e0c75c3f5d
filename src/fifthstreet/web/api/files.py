"""What the endpoints of files have in common."""

from __future__ import annotations

from typing import Any

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


def file_options(*kinds: str) -> dict[str, Any]:
    """Return options of an endpoint that answers with a file of one of these kinds."""
    types = [_MEDIA_TYPES.get(kind, "application/octet-stream") for kind in kinds]
    content = {each: {"schema": {"type": "string"}} for each in types}
    return {"response_class": Response, "responses": {200: {"content": content}}}
