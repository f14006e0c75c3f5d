"""The application: endpoints, the page, and the checks in front of both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from fifthstreet.support.version import __version__
from fifthstreet.web.error_replies import add_error_handlers
from fifthstreet.web.security import Guard
from fifthstreet.web.services import Services
from fifthstreet.web.settings import API, SITE_FOLDER, WebSettings

# Modules of `web/api`, in the order of the description.
ROUTERS = (
    "machine",
    "spots",
    "ranges",
    "hands",
    "hand_matches",
    "jobs",
    "solutions",
    "lock_drafts",
    "tables",
    "trainer",
    "review",
    "flops",
    "matches",
    "preflop",
    "preflop_solves",
    "preflop_drills",
    "preflop_files",
    "equity",
    "abstraction",
    "library",
)
_PAGE = Path(__file__).parent / "static"


def create_app(settings: WebSettings | None = None) -> FastAPI:
    """Return the web app, for uvicorn or to be mounted in another app.

    Its description is at `/api/v1/openapi.json`. The queue of jobs starts and ends with the app's
    lifespan, `router.lifespan_context`, which an app that mounts this one has to run.
    """
    chosen = settings or WebSettings()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        app.state.services = Services(chosen)
        try:
            yield
        finally:
            app.state.services.close()

    app = FastAPI(
        title="fifthstreet",
        summary="Solve, browse, play and review poker",
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
        lifespan=lifespan,
    )
    add_error_handlers(app, chosen.library)
    for name in ROUTERS:
        # `include_router` would build every route again, in half a second.
        app.router.routes.extend(import_module(f"fifthstreet.web.api.{name}").router.routes)
    add_page(app)
    app.add_middleware(Guard, settings=chosen)
    return app


def add_page(app: FastAPI) -> None:
    """Serve the files of the page, and the documentation if it is built."""
    if (SITE_FOLDER / "index.html").exists():  # otherwise `static/help` explains how to build it
        app.mount("/help", StaticFiles(directory=SITE_FOLDER, html=True))
    app.mount("/", StaticFiles(directory=_PAGE, html=True))
