"""Matches between agents: played as jobs, with confidence intervals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from fifthstreet import arena
from fifthstreet.agents import create_agent
from fifthstreet.errors import BusyError
from fifthstreet.views import arena_catalogue_data, json_text, match_csv, match_data, match_svg
from fifthstreet.web.api.files import (
    NewName,
    attachment,
    check_idle,
    file_options,
    job_id,
    move_to_trash,
    whole_file,
)
from fifthstreet.web.api.jobs import JobReply
from fifthstreet.web.api.models import ERRORS, FileFacts, Name, NameText, Request
from fifthstreet.web.jobs import WebJob
from fifthstreet.web.replies import JsonReply
from fifthstreet.web.services import Served, Services
from fifthstreet.web.settings import API

router = APIRouter(prefix=f"{API}/matches", tags=["matches"], responses=ERRORS)
OptionName = Annotated[str, Field(max_length=30)]
OptionValue = bool | int | float | Annotated[str, Field(max_length=30)]
_JOB = "match"


class AgentOptions(Request):
    """An agent by name, with its options."""

    name: Annotated[str, Field(max_length=30, examples=["pot_odds"])]
    options: Annotated[dict[OptionName, OptionValue], Field(max_length=10)] = Field(
        default_factory=dict
    )


class MatchRequest(Request):
    """A match to be played."""

    agents: Annotated[list[AgentOptions], Field(min_length=1, max_length=arena.MAX_SEATS)]
    game: Annotated[str, Field(max_length=30)] = "nlhe"
    seats: Annotated[int, Field(ge=2, le=arena.MAX_SEATS)] | None = None  # one for each agent
    hands: Annotated[int, Field(ge=1, le=10_000_000)] = 10_000
    stack: Annotated[float, Field(strict=True, gt=0, le=1e6)] | None = (
        None  # big blinds, bets or antes
    )
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    duplicate: bool = True  # each deal in all seats
    session_hands: Annotated[int, Field(ge=1, le=100_000)] | None = None
    estimator: Annotated[str, Field(max_length=20)] = "plain"
    name: NameText | None = None


class OptionFacts(BaseModel):
    """An option of an agent."""

    name: str
    kind: Literal["flag", "choice", "whole", "number"]
    default: bool | int | float | str
    description: str
    low: float
    high: float
    choices: list[str]


class AgentFacts(BaseModel):
    """An agent that can be chosen."""

    name: str
    summary: str
    options: list[OptionFacts]


class MatchChoices(BaseModel):
    """What a match can be made of."""

    agents: list[AgentFacts]
    games: dict[str, str]
    estimators: dict[str, str]
    max_seats: int


class IntervalReply(BaseModel):
    """A mean with its 95% interval; the half-width is null while it is unknown."""

    mean: float
    half_width: float | None
    samples: int
    confidence: float


class MatchFacts(FileFacts):
    """A match on disk; a damaged file has an `error` and nothing else."""

    game: str | None = None
    agents: list[str] | None = None
    seats: int | None = None
    hands: int | None = None
    hands_wanted: int | None = None
    unit: str | None = None
    leader: str | None = None
    winnings: IntervalReply | None = None  # of the leader
    job: str | None = None  # that plays it now


@router.get("")
def list_matches(services: Served) -> list[MatchFacts]:
    """Return all matches, newest first."""
    return [_facts(services, row) for row in services.matches.all()]


@router.get("/choices")
def match_choices() -> MatchChoices:
    """Return the agents, games and estimators that can be chosen."""
    agents = [
        AgentFacts(
            name=each.name,
            summary=each.summary,
            options=[
                OptionFacts(**vars(option) | {"kind": option.kind, "choices": list(option.choices)})
                for option in each.options
            ],
        )
        for each in arena.agent_choices()
    ]
    return MatchChoices(
        agents=agents,
        games=arena_catalogue_data()["games"],
        estimators=dict(arena.ESTIMATORS),
        max_seats=arena.MAX_SEATS,
    )


@router.post("", status_code=201, response_model=JobReply)
def start_match(question: MatchRequest, services: Served) -> JsonReply:
    """Queue a match; its result can be read while it is played."""
    agents = [arena.agent_text(each.name, each.options) for each in question.agents]
    fields = question.model_dump(exclude={"agents", "name"})
    settings = arena.match_settings(agents, **fields).rounded()
    arena.check_agents(settings, create_agent)
    wanted = question.name or " v ".join(dict.fromkeys(each.name for each in question.agents))[:70]
    taken = services.jobs.unfinished_names()
    name = services.matches.folder.free_name(wanted, taken)
    return JsonReply(_queued(services, name, settings).data(), 201)


@router.get("/{name}")
def match_result(name: Name, services: Served) -> JsonReply:
    """Return the result of a match so far: winnings with intervals, styles, the curve."""
    result = services.matches.open(name)
    facts = _facts(services, services.matches.facts(name))
    return JsonReply(match_data(result) | {"facts": facts.model_dump()})


@router.post("/{name}/resume", status_code=201, response_model=JobReply)
def resume_match(name: Name, services: Served) -> JsonReply:
    """Queue the rest of a match."""
    result = services.matches.open(name)
    settings = result.settings
    check_idle(services, _JOB, name)
    if result.hands >= settings.scheduled_hands:
        raise BusyError("all hands are played already")
    for text in settings.agents:
        arena.check_choice(text)
    return JsonReply(_queued(services, name, settings).data(), 201)


@router.get("/{name}/export.{kind}", **file_options("csv", "json", "svg", "match"))
def export_match(
    name: Name, kind: Literal["csv", "json", "svg", "match"], services: Served
) -> Response:
    """Return a match as a file: itself, a table of its agents, all figures, or a picture."""
    if kind == "match":
        return whole_file(services.matches.folder, name)
    result = services.matches.open(name)
    if kind == "json":
        return attachment(json_text(match_data(result)), name, kind)
    return attachment(match_csv(result) if kind == "csv" else match_svg(result), name, kind)


@router.post("/{name}/rename")
def rename_match(name: Name, question: NewName, services: Served) -> MatchFacts:
    """Rename a match."""
    check_idle(services, _JOB, name)
    services.matches.rename(name, question.name)
    services.tags.rename("match", name, question.name)
    return _facts(services, services.matches.facts(question.name))


@router.delete("/{name}", status_code=204)
def delete_match(name: Name, services: Served) -> None:
    """Move a match into the trash."""
    check_idle(services, _JOB, name)
    services.matches.close(name)
    move_to_trash(services, "match", name)


def _queued(services: Services, name: str, settings: arena.MatchSettings) -> WebJob:
    spec: dict[str, Any] = {
        "settings": settings.to_dict(),
        "name": name,
        "file": str(services.matches.folder.new_file(name)),
        "seconds": services.settings.job_seconds,
        "threads": services.settings.threads,
    }
    return services.jobs.add(_JOB, name, spec)


def _facts(services: Services, row: dict[str, Any]) -> MatchFacts:
    return MatchFacts(**row, job=job_id(services, _JOB, row["name"]))
