"""The machine that solves."""

from __future__ import annotations

import platform
from functools import cache

from fastapi import APIRouter
from pydantic import BaseModel

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import available_bytes
from fifthstreet.solvers.postflop.backends.cuda import find_gpu
from fifthstreet.support.installation import processor_name
from fifthstreet.support.threads import thread_count
from fifthstreet.support.version import __version__
from fifthstreet.web.services import Served
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/machine", tags=["machine"])


class Machine(BaseModel):
    """The machine that solves."""

    name: str
    version: str
    processor: str
    threads: int
    memory_available: int | None  # bytes
    gpu: str | None
    is_remote: bool = False  # reached through another server


@router.get("")
def machine(services: Served) -> Machine:
    """Return the machine that this server solves on."""
    return Machine(
        name=platform.node() or "this machine",
        version=__version__,
        processor=processor_name(),
        threads=thread_count(services.settings.threads),
        memory_available=available_bytes(),
        gpu=_gpu_name(),
    )


@cache
def _gpu_name() -> str | None:
    try:
        return str(find_gpu().name)
    except InputError:
        return None
