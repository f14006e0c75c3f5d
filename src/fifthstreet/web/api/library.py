"""The library as a whole: files that are imported, tags, and the trash."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query
from pydantic import BaseModel, Field

from fifthstreet.web.api.models import ERRORS, Name, Request
from fifthstreet.web.library import KEPT_DAYS, TrashItem, Upload
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/library", tags=["library"], responses=ERRORS)
_MAX_PIECE = 8 << 20  # bytes
Kind = Literal["solution", "flops", "match", "preflop", "blueprint"]
FileKind = Annotated[Kind, Path()]
Id = Annotated[str, Path(max_length=40)]


class NewUpload(Request):
    """A file to import: its name, which ends in its kind, and its size."""

    name: Annotated[str, Field(min_length=1, max_length=255, examples=["turn.solution"])]
    bytes: Annotated[int, Field(ge=1, le=1 << 40)]


class UploadReply(BaseModel):
    """A file that is being imported; pieces are sent in order."""

    id: str
    kind: Kind
    name: str
    bytes: int
    received: int
    max_piece: int = _MAX_PIECE


class Tags(Request):
    """The tags of a file."""

    tags: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=100)]


class TrashedFile(BaseModel):
    """A file in the trash."""

    id: str
    kind: Kind
    name: str
    deleted: float  # seconds since 1970
    bytes: int


class TrashReply(BaseModel):
    """The trash, newest first, and for how many days it keeps files."""

    files: list[TrashedFile]
    kept_days: int


class RestoredFile(BaseModel):
    """A file that is in the library again."""

    kind: Kind
    name: str


@router.post("/uploads", status_code=201)
def begin_upload(question: NewUpload, services: Served) -> UploadReply:
    """Begin to import a file; it is refused if its name is not of a kind of the library."""
    return _upload(services.uploads.begin(question.name, question.bytes))


@router.put("/uploads/{upload}")
def add_piece(
    upload: Id,
    services: Served,
    offset: Annotated[int, Query(ge=0, le=1 << 40)],
    piece: Annotated[
        bytes, Body(media_type="application/octet-stream", min_length=1, max_length=_MAX_PIECE)
    ],
) -> UploadReply:
    """Add the next piece of a file."""
    return _upload(services.uploads.add(upload, offset, piece))


@router.post("/uploads/{upload}/finish", status_code=201)
def finish_upload(upload: Id, services: Served) -> UploadReply:
    """Check a file and add it to the library, under a free name."""
    return _upload(services.uploads.finish(upload))


@router.delete("/uploads/{upload}", status_code=204)
def cancel_upload(upload: Id, services: Served) -> None:
    """Stop importing a file."""
    services.uploads.cancel(upload)


@router.get("/tags")
def list_tags(services: Served) -> dict[str, dict[str, list[str]]]:
    """Return the tags of files, by kind and name."""
    return services.tags.all()


@router.put("/tags/{kind}/{name}")
def set_tags(kind: FileKind, name: Name, question: Tags, services: Served) -> Tags:
    """Give a file other tags."""
    services.folders[kind].file(name)
    return Tags(tags=list(services.tags.set(kind, name, question.tags)))


@router.get("/trash")
def list_trash(services: Served) -> TrashReply:
    """Return the deleted files that can be restored."""
    services.trash.remove_old()
    return TrashReply(files=[_trashed(each) for each in services.trash.all()], kept_days=KEPT_DAYS)


@router.post("/trash/{item}/restore")
def restore_file(item: Id, services: Served) -> RestoredFile:
    """Move a deleted file back into the library."""
    restored = services.trash.restore(item)
    if restored.tags:
        services.tags.set(restored.kind, restored.name, restored.tags)
    return RestoredFile(kind=_kind(restored.kind), name=restored.name)


@router.delete("/trash/{item}", status_code=204)
def remove_file(item: Id, services: Served) -> None:
    """Remove a deleted file for good."""
    services.trash.remove(item)


@router.delete("/trash", status_code=204)
def empty_trash(services: Served) -> None:
    """Remove all deleted files for good."""
    services.trash.empty()


def _kind(kind: str) -> Kind:
    return kind  # type: ignore[return-value]  # of the folders of the library


def _upload(upload: Upload) -> UploadReply:
    return UploadReply(
        id=upload.id,
        kind=_kind(upload.kind),
        name=upload.name,
        bytes=upload.bytes,
        received=upload.received,
    )


def _trashed(item: TrashItem) -> TrashedFile:
    return TrashedFile(
        id=item.id, kind=_kind(item.kind), name=item.name, deleted=item.deleted, bytes=item.bytes
    )
