"""What the endpoints of files have in common."""

from __future__ import annotations

from typing import Any

from fastapi.responses import FileResponse, Response

from fifthstreet.errors import BusyError
from fifthstreet.web.api.models import NameText, Request
from fifthstreet.web.library import Folder
from fifthstreet.web.services import Services

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


def whole_file(folder: Folder, name: str) -> FileResponse:
    """Return a file of the library to download."""
    path = folder.file(name)
    return FileResponse(path, filename=path.name, media_type="application/octet-stream")


def job_id(services: Services, kind: str, name: str) -> str | None:
    """Return the unfinished job of a kind that works on a file."""
    job = services.jobs.unfinished(kind, name)
    return None if job is None else job.id


def check_idle(services: Services, kind: str, name: str) -> None:
    """Raise BusyError if a job works on a file."""
    if (job := job_id(services, kind, name)) is not None:
        raise BusyError(f"job {job} is using the file: stop it first")


def move_to_trash(services: Services, kind: str, name: str) -> None:
    """Move a file into the trash, from which it can be restored, with its tags."""
    tags = services.tags.of(kind, name)
    services.trash.add(kind, name, tags)
    if tags:
        services.tags.set(kind, name, ())


def file_options(*kinds: str) -> dict[str, Any]:
    """Return options of an endpoint that answers with a file of one of these kinds."""
    types = [_MEDIA_TYPES.get(kind, "application/octet-stream") for kind in kinds]
    content = {each: {"schema": {"type": "string"}} for each in types}
    return {"response_class": Response, "responses": {200: {"content": content}}}
