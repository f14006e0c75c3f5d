"""Files of preflop strategies in the library, without the bundled charts."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from fifthstreet.errors import InputError
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES
from fifthstreet.web.api.files import NewName, check_idle, file_options, move_to_trash, whole_file
from fifthstreet.web.api.models import ERRORS, FileFacts, Name
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/preflop/files", tags=["preflop"], responses=ERRORS)
_KIND = "preflop"


class PreflopFacts(FileFacts):
    """A preflop strategy on disk; a damaged one has an `error` and nothing else."""

    stack: float | None = None  # big blinds
    flops: int | None = None
    iterations: int | None = None
    exploitability_pot_percent: float | None = None  # of the blinds and antes


@router.get("")
def list_preflop_files(services: Served) -> list[PreflopFacts]:
    """Return all preflop strategies of the library, newest first."""
    rows = [_facts(services, name) for name in services.preflop.folder.names()]
    return sorted(rows, key=lambda row: -row.modified)


@router.get("/{name}/export.preflop", **file_options(_KIND))
def export_preflop(name: Name, services: Served) -> Response:
    """Return a preflop strategy as a file."""
    return whole_file(services.preflop.folder, name)


@router.post("/{name}/rename")
def rename_preflop(name: Name, question: NewName, services: Served) -> PreflopFacts:
    """Rename a preflop strategy."""
    if question.name in PREFLOP_NAMES:
        raise InputError(f"name must not be of a strategy of the package, got {question.name!r}")
    check_idle(services, _KIND, name)
    services.preflop.folder.rename(name, question.name)
    services.tags.rename(_KIND, name, question.name)
    return _facts(services, question.name)


@router.delete("/{name}", status_code=204)
def delete_preflop(name: Name, services: Served) -> None:
    """Move a preflop strategy into the trash."""
    check_idle(services, _KIND, name)
    move_to_trash(services, _KIND, name)


def _facts(services: Services, name: str) -> PreflopFacts:
    state = services.preflop.folder.file(name).stat()
    facts = PreflopFacts(name=name, modified=state.st_mtime, bytes=state.st_size, error=None)
    try:
        strategy = services.preflop.open(name)
    except InputError as error:
        facts.error = str(error)
        return facts
    rules, record = strategy.game.rules, strategy.record
    facts.stack = rules.stacks[0] / max(rules.blinds)
    facts.flops = len(strategy.game.boards)
    facts.iterations = record.iteration
    facts.exploitability_pot_percent = record.exploitability.pot_percent
    return facts
