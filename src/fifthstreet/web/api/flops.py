"""Matchups on many flops: solved flop by flop, and shown meanwhile."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from fifthstreet.abstraction import SUBSET_SIZES
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import (
    ALL_FLOPS,
    SEATS,
    check_precision,
    check_spot,
    deal_flops,
    flops_csv,
)
from fifthstreet.support.drawing import action_colours, css
from fifthstreet.tree import BettingTree, Kind, Move, action_size, action_words
from fifthstreet.views import (
    FIRST,
    TextureFilter,
    flop_rows_data,
    json_text,
    subset_error_data,
    subset_error_text,
)
from fifthstreet.web.api.files import (
    NewName,
    attachment,
    check_idle,
    file_options,
    job_id,
    move_to_trash,
    whole_file,
)
from fifthstreet.web.api.jobs import JobReply, SolveRequest, job_limits, queue_solve
from fifthstreet.web.api.models import ERRORS, FileFacts, Name, Pair, PathText, Request, SpotFields
from fifthstreet.web.api.spots import spot_fields
from fifthstreet.web.library import FlopRun
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/flops", tags=["flops"], responses=ERRORS)
Kinds = Annotated[list[Annotated[str, Field(max_length=30)]], Query(max_length=20)]
_JOB = "flops"


class FlopsRequest(SolveRequest):
    """A matchup and the flops to solve it on: a random sample, a subset, or all of them.

    The spot has any flop, so that it has sizes for all streets.
    """

    sample: Annotated[int, Field(ge=1, le=ALL_FLOPS)] | None = None
    subset: int | None = Field(None, description=f"one of {', '.join(map(str, SUBSET_SIZES))}")
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    target: Annotated[float, Field(strict=True, gt=0, le=100)] = 0.5  # percent of the pot


class FlopsFacts(FileFacts):
    """A matchup on disk; a damaged file has an `error` and nothing else."""

    pot: float | None = None
    stack: float | None = None
    big_blind: float | None = None
    combos: list[float] | None = None
    tree: str | None = None
    dealt: Literal["all", "sample", "subset"] | None = None
    seed: int | None = None
    flops: int | None = None
    solved: int | None = None
    target: float | None = None  # percent of the pot
    damaged: int | None = None  # lines of the file that were skipped
    job: str | None = None  # that solves it now


class FlopGroupReply(BaseModel):
    """Means over flops, weighted by how often they are dealt."""

    kind: str
    name: str
    flops: int
    share: float
    ev: Pair
    ev_error: float | None  # 95% half-width, because of flops that are not there
    equity: float | None
    frequencies: list[float]
    frequency_errors: list[float | None]
    exploitability_pot_percent: float


class ActionSizeFacts(BaseModel):
    """The verb and the size of an action."""

    verb: str
    chips: float | None
    share: float | None  # of the pot after calling


class ActionFacts(BaseModel):
    """An action: its step in a path, its words and size, and its colour."""

    step: str
    words: str
    size: ActionSizeFacts
    colour: str


class DecisionFacts(BaseModel):
    """A decision whose frequencies are known."""

    path: str
    player: str  # oop or ip


class FlopRowsReply(BaseModel):
    """The solved flops of a matchup, filtered by texture, and means over them."""

    facts: FlopsFacts
    decisions: list[DecisionFacts]
    actions: list[ActionFacts]  # of the requested decision
    flops: int
    solved: int
    rows: list[dict[str, Any]]
    groups: list[FlopGroupReply]


class OpenRequest(Request):
    """A flop of a matchup to browse."""

    board: Annotated[str, Field(max_length=30, examples=["Jh8h5c"])]


class Opened(BaseModel):
    """A solution that has the flop, or the job that solves it."""

    solution: str | None
    job: str | None


@router.get("")
def list_flops(services: Served) -> list[FlopsFacts]:
    """Return all matchups, newest first."""
    return [_facts(services, row) for row in services.flops.all()]


@router.post("", status_code=201, response_model=JobReply)
def start_flops(question: FlopsRequest, services: Served) -> JsonReply:
    """Queue a matchup; its flops can be read while they are solved."""
    spot = question.spot.spot()
    deal: dict[str, Any] = question.model_dump(include={"sample", "subset", "seed"})
    check_spot(spot, DEFAULT_SCHEDULE, check_precision(question.precision))
    deal_flops(spot, **deal)
    taken = services.jobs.unfinished_names()
    name = services.flops.folder.free_name(question.name or _default_name(question), taken)
    options = {
        "target_pot_percent": question.target,
        "max_iterations": question.max_iterations,
        "seconds": job_limits(question, services)["seconds"],  # of each flop
        "precision": question.precision,
    }
    lines = _lines(spot.tree)
    fields = question.spot.fields()
    return _queued(services, name, fields, {"deal": deal, "lines": lines, "options": options})


@router.get("/{name}")
def flop_rows(
    name: Name,
    services: Served,
    suits: Kinds = [],  # noqa: B006  # FastAPI copies it
    pairs: Kinds = [],  # noqa: B006
    straights: Kinds = [],  # noqa: B006
    high_cards: Kinds = [],  # noqa: B006
    decision: Annotated[PathText, Query()] = FIRST,
) -> FlopRowsReply:
    """Return the solved flops of some kinds, and means over them, overall and by kind.

    Frequencies are of one decision, by its path: the first one, or another of `decisions`.
    """
    chosen = TextureFilter(tuple(suits), tuple(pairs), tuple(straights), tuple(high_cards))
    run = services.flops.open(name)
    tree = run.stored.spot.tree
    decisions = [FIRST, *run.stored.settings.get("lines", ())]
    if decision not in decisions:
        raise InputError(f"decision must be one of {', '.join(decisions)}, got {decision!r}")
    node, _ = tree.find(decision)
    return FlopRowsReply(
        facts=_facts(services, services.flops.facts(name)),
        decisions=[
            DecisionFacts(path=path, player=SEATS[int(tree.player[tree.find(path)[0]])])
            for path in decisions
        ],
        actions=[
            ActionFacts(
                step=tree.label(child),
                words=action_words(tree, child),
                size=ActionSizeFacts(**action_size(tree, child)._asdict()),
                colour=css(colour),
            )
            for child, colour in zip(
                tree.children(node), action_colours(tree.actions(node)), strict=True
            )
        ],
        **flop_rows_data(run.flops, run.stored.results, chosen, dealt=run.dealt, decision=decision),
    )


@router.get("/{name}/subset")
def subset_error(name: Name, services: Served) -> dict[str, str | None]:
    """Return how well a subset of flops represents all of them, in words; null for others."""
    run = services.flops.open(name)
    if run.deal["subset"] is None:
        return {"text": None}
    error = subset_error_data(
        run.deal["subset"], run.stored.spot.ranges, threads=services.settings.threads
    )
    return {"text": subset_error_text(error)}


@router.get("/{name}/spot")
def flops_spot(name: Name, services: Served) -> dict[str, Any]:
    """Return the spot of a matchup on some flop, with the fields of a spot file."""
    return spot_fields(services.flops.open(name).stored.spot)


@router.post("/{name}/resume", status_code=201, response_model=JobReply)
def resume_flops(name: Name, services: Served) -> JsonReply:
    """Queue the flops of a matchup that are not solved yet."""
    run = services.flops.open(name)
    if (job := services.jobs.unfinished(_JOB, name)) is not None:
        raise BusyError(f"job {job.id} is already solving it")
    if run.solved == len(run.flops):
        raise BusyError("all flops are solved already")
    settings = run.stored.settings
    if "options" not in settings:
        raise BusyError("this file is from the command line: resume it with `fifthstreet flops`")
    return _queued(services, name, spot_fields(run.stored.spot), {"lines": [], **settings})


@router.post("/{name}/open")
def open_flop(name: Name, question: OpenRequest, services: Served) -> Opened:
    """Return a solution of a flop, or solve it: then the job's result has the solution."""
    run = services.flops.open(name)
    flop = next((each for each in run.flops if each.board == question.board), None)
    if flop is None:
        raise NotFoundError(f"the matchup has no flop {question.board!r}")
    for facts in services.solutions.all():
        is_near = facts["error"] is None and facts["board"] == flop.board
        if is_near and services.solutions.open(facts["name"]).spot == flop.spot:
            return Opened(solution=facts["name"], job=None)
    wanted = f"{name[:60].rstrip()} {flop.board}"
    if (job := services.jobs.unfinished("solve", wanted)) is not None:
        return Opened(solution=None, job=job.id)
    options = run.stored.settings.get("options", {})
    solve = SolveRequest(
        spot=SpotFields(**spot_fields(flop.spot)),
        name=wanted,
        target=options.get("target_pot_percent", 0.5),
        precision=options.get("precision", "float32"),
    )
    return Opened(solution=None, job=queue_solve(solve, services).id)


@router.get("/{name}/export.{kind}", **file_options("csv", "json", "flops"))
def export_flops(name: Name, kind: Literal["csv", "json", "flops"], services: Served) -> Response:
    """Return a matchup as a file: itself, or as a table of its flops."""
    if kind == "flops":
        return whole_file(services.flops.folder, name)
    run = services.flops.open(name)
    actions = run.stored.spot.tree.actions(0)
    if kind == "csv":
        return attachment(flops_csv(run.flops, run.stored.results, actions), name, kind)
    return attachment(json_text(_export_data(run) | {"actions": list(actions)}), name, kind)


@router.post("/{name}/rename")
def rename_flops(name: Name, question: NewName, services: Served) -> FlopsFacts:
    """Rename a matchup."""
    check_idle(services, _JOB, name)
    services.flops.rename(name, question.name)
    services.tags.rename("flops", name, question.name)
    return _facts(services, services.flops.facts(question.name))


@router.delete("/{name}", status_code=204)
def delete_flops(name: Name, services: Served) -> None:
    """Move a matchup into the trash."""
    check_idle(services, _JOB, name)
    services.flops.close(name)
    move_to_trash(services, "flops", name)


def _queued(
    services: Services, name: str, spot: dict[str, Any], settings: dict[str, Any]
) -> JsonReply:
    spec = {
        "spot": spot,
        "name": name,
        "file": str(services.flops.folder.new_file(name)),
        **{each: settings[each] for each in ("deal", "lines", "options")},
        "seconds": services.settings.job_seconds,
        "threads": services.settings.threads,
        "backend": services.settings.backend,
    }
    return JsonReply(services.jobs.add(_JOB, name, spec).data(), 201)


def _lines(tree: BettingTree) -> list[str]:
    """Return the decision after a check, if there is one."""
    for child in tree.children(0):
        if tree.move[child] == Move.CHECK and tree.kind[child] == Kind.ACTION:
            return [tree.path(child)]
    return []


def _default_name(question: FlopsRequest) -> str:
    if question.sample is not None:
        return f"sample of {question.sample} flops"
    return "all flops" if question.subset is None else f"subset of {question.subset} flops"


def _export_data(run: FlopRun) -> dict[str, Any]:
    return {"spot": run.stored.spot.to_dict(), "settings": run.stored.settings} | flop_rows_data(
        run.flops, run.stored.results, dealt=run.dealt
    )


def _facts(services: Services, row: dict[str, Any]) -> FlopsFacts:
    return FlopsFacts(**row, job=job_id(services, _JOB, row["name"]))
